"""Who may see somebody's page, who are friends, who is here, and to which seats friends are invited."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def _whose(name: str, table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([name], ["identities.id"], name=f"fk_{table}_{name}", ondelete="CASCADE")


def upgrade() -> None:
    """Add them: pages are for those one has played with, and nobody is seen to be here."""
    op.add_column("identities", sa.Column("page", sa.String(10), nullable=False, server_default="met"))
    op.add_column("identities", sa.Column("here", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("identities", sa.Column("last_here", sa.BigInteger))
    op.create_table(
        "friends",
        sa.Column("identity_id", sa.String(32), nullable=False),
        sa.Column("other_id", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("identity_id", "other_id", name="pk_friends"),
        _whose("identity_id", "friends"),
        _whose("other_id", "friends"),
    )
    op.create_index("ix_friends_other_id", "friends", ["other_id"])
    op.create_table(
        "invited",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("identity_id", sa.String(32), nullable=False),
        sa.Column("by_id", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_invited"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_invited_table_id", ondelete="CASCADE"),
        _whose("identity_id", "invited"),
        _whose("by_id", "invited"),
    )
    op.create_index("ix_invited_identity_id", "invited", ["identity_id"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("invited")
    op.drop_table("friends")
    for name in ("last_here", "here", "page"):
        op.drop_column("identities", name)

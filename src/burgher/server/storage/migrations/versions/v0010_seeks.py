"""Who looks for a game, and which was found for them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table: nobody looks for a game yet."""
    op.create_table(
        "seeks",
        sa.Column("identity_id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer),
        sa.Column("pace", sa.JSON),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("level", sa.String(80)),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("asker_group", sa.Integer),
        sa.Column("table_id", sa.String(32)),
        sa.PrimaryKeyConstraint("identity_id", name="pk_seeks"),
        sa.ForeignKeyConstraint(
            ["identity_id"], ["identities.id"], name="fk_seeks_identity_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seeks_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seeks_table_id", "seeks", ["table_id"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("seeks")

"""Studies of finished games, and who at a table agrees to hints."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them; at tables of before, nobody has agreed."""
    op.add_column("seats", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "studies",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("depth", sa.String(10), nullable=False),
        sa.Column("method", sa.String(16), nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("findings", sa.JSON, nullable=False),
        sa.Column("wanted", sa.Boolean, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("thinker", sa.String(32)),
        sa.Column("thinks_until", sa.BigInteger),
        sa.PrimaryKeyConstraint("table_id", "depth", name="pk_studies"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_studies_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_studies_wanted", "studies", ["wanted", "asked"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("studies")
    op.drop_column("seats", "hints")

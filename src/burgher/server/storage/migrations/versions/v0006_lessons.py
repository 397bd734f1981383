"""Which tables are lessons, and which lessons somebody has done."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them; nobody has learned anything yet."""
    op.add_column("tables", sa.Column("lesson", sa.String(80)))
    op.create_table(
        "lessons",
        sa.Column("identity_id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("lesson", sa.String(80), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("identity_id", "game", "lesson", name="pk_lessons"),
        sa.ForeignKeyConstraint(
            ["identity_id"], ["identities.id"], name="fk_lessons_identity_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("lessons")
    op.drop_column("tables", "lesson")

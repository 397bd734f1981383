"""How much time there is, who has left their seat, how a game ended, and which are hidden from one's list."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TABLES = ("pace", "since", "due", "turn", "ended", "rated")
SEATS = ("out", "abandon", "pause", "left", "away_id", "away_hash", "away_name")


def upgrade() -> None:
    """Add them; games of before have no clocks, and all who sit there are there."""
    op.add_column("tables", sa.Column("pace", sa.JSON()))
    op.add_column("tables", sa.Column("since", sa.BigInteger))
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    op.add_column("tables", sa.Column("turn", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("ended", sa.String(10)))
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.add_column("seats", sa.Column("out", sa.String(10)))
    op.add_column("seats", sa.Column("abandon", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("pause", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("left", sa.BigInteger))
    op.add_column("seats", sa.Column("away_id", sa.String(32)))
    op.add_column("seats", sa.Column("away_hash", sa.String(64)))
    op.add_column("seats", sa.Column("away_name", sa.String(40)))
    op.create_index("ix_seats_away_id", "seats", ["away_id"])
    op.create_table(
        "preferences",
        sa.Column("identity_id", sa.String(32), nullable=False),
        sa.Column("last_settings", sa.JSON()),
        sa.PrimaryKeyConstraint("identity_id", name="pk_preferences"),
        sa.ForeignKeyConstraint(
            ["identity_id"], ["identities.id"], name="fk_preferences_identity_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "hidden",
        sa.Column("identity_id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("identity_id", "table_id", name="pk_hidden"),
        sa.ForeignKeyConstraint(
            ["identity_id"], ["identities.id"], name="fk_hidden_identity_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_hidden_table_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("hidden")
    op.drop_table("preferences")
    op.drop_index("ix_seats_away_id", "seats")
    for name in SEATS:
        op.drop_column("seats", name)
    op.drop_index("ix_tables_due", "tables")
    for name in TABLES:
        op.drop_column("tables", name)

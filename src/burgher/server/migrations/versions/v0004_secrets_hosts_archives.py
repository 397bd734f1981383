"""Secrets that draws come from, hosts, private chats, and what outlives a change of the rules."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TABLES = ("secret", "host_id", "host_hash", "host_group", "chat", "watch_key", "frozen")
MOVES = ("told", "hidden")


def upgrade() -> None:
    """Add them; tables of before draw from their seeds as they did, and have no host."""
    op.add_column("tables", sa.Column("secret", sa.String(64)))
    op.add_column("tables", sa.Column("host_id", sa.String(32)))
    op.add_column("tables", sa.Column("host_hash", sa.String(64)))
    op.add_column("tables", sa.Column("host_group", sa.Integer))
    op.add_column("studies", sa.Column("asker_group", sa.Integer))
    op.add_column("tables", sa.Column("chat", sa.String(10), nullable=False, server_default="everyone"))
    op.add_column("tables", sa.Column("watch_key", sa.String(64)))
    op.add_column("tables", sa.Column("frozen", sa.JSON))
    op.create_index("ix_tables_host_id", "tables", ["host_id"])
    op.create_index("ix_tables_changed", "tables", ["changed"])
    op.add_column("moves", sa.Column("told", sa.String(16)))
    op.add_column("moves", sa.Column("hidden", sa.Boolean))
    op.create_table(
        "archives",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_archives"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_archives_table_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("archives")
    op.drop_column("studies", "asker_group")
    for name in MOVES:
        op.drop_column("moves", name)
    op.drop_index("ix_tables_changed", "tables")
    op.drop_index("ix_tables_host_id", "tables")
    for name in TABLES:
        op.drop_column("tables", name)

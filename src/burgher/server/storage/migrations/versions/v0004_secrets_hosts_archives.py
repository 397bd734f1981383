"""Secrets that draws come from, hosts, private chats, notices, and what outlives a change of the rules."""

import sqlalchemy as sa
from alembic import op

from burgher.server.storage.search_key import search_key

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TABLES = ("secret", "host_id", "host_hash", "host_group", "chat", "watch_key", "dealt", "adopted", "frozen")
MOVES = ("told", "hidden_until", "reveals")


def upgrade() -> None:
    """Add them; tables of before draw from their seeds as they did, and have no host."""
    op.add_column("tables", sa.Column("secret", sa.String(64)))
    op.add_column("tables", sa.Column("host_id", sa.String(32)))
    op.add_column("tables", sa.Column("host_hash", sa.String(64)))
    op.add_column("tables", sa.Column("host_group", sa.Integer))
    op.add_column("studies", sa.Column("asker_group", sa.Integer))
    op.add_column("tables", sa.Column("chat", sa.String(10), nullable=False, server_default="everyone"))
    op.add_column("tables", sa.Column("watch_key", sa.String(64)))
    op.add_column("tables", sa.Column("dealt", sa.String(16)))
    op.add_column("tables", sa.Column("adopted", sa.JSON))
    op.add_column("tables", sa.Column("frozen", sa.JSON))
    op.create_index("ix_tables_host_id", "tables", ["host_id"])
    op.create_index("ix_tables_changed", "tables", ["changed"])
    op.create_index("ix_tables_found", "tables", ["listed", "created"])
    _add_search()
    op.add_column("chats", sa.Column("identity_id", sa.String(32)))
    op.add_column("chats", sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_chats_identity_id", "chats", ["identity_id"])
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("identity_id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.ForeignKeyConstraint(
            ["identity_id"], ["identities.id"], name="fk_notices_identity_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_notices_identity_id", "notices", ["identity_id", "id"])
    op.create_index("ix_notices_at", "notices", ["at"])
    op.add_column("moves", sa.Column("told", sa.String(16)))
    op.add_column("moves", sa.Column("hidden_until", sa.Integer))
    op.add_column("moves", sa.Column("reveals", sa.Integer))
    op.create_table(
        "archives",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_archives"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_archives_table_id", ondelete="CASCADE"),
    )


def _add_search() -> None:
    """Add what seats are found by, for those that are there too."""
    op.add_column("seats", sa.Column("search", sa.String(200), nullable=False, server_default=""))
    seats = sa.table("seats", sa.column("name"), sa.column("search"))
    connection = op.get_bind()
    for name in connection.execute(sa.select(seats.c.name).distinct()).scalars().all():
        change = sa.update(seats).where(seats.c.name == name).values(search=search_key(name))
        connection.execute(change)


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("notices")
    op.drop_index("ix_chats_identity_id", "chats")
    op.drop_column("chats", "private")
    op.drop_column("chats", "identity_id")
    op.drop_column("seats", "search")
    op.drop_index("ix_tables_found", "tables")
    op.drop_table("archives")
    op.drop_column("studies", "asker_group")
    for name in MOVES:
        op.drop_column("moves", name)
    op.drop_index("ix_tables_changed", "tables")
    op.drop_index("ix_tables_host_id", "tables")
    for name in TABLES:
        op.drop_column("tables", name)

"""Several devices of one person, and what they are told while they are away: by push messages and by mail."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

NEW = (
    "messages",
    "calls",
    "quiet",
    "mail_addresses",
    "subscriptions",
    "server_keys",
    "device_codes",
    "devices",
)


def _reference(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE")


def _whose(table: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    column = sa.Column("identity_id", sa.String(32), nullable=False)
    return column, _reference(table, "identity_id", "identities")


def upgrade() -> None:
    """Add them; nobody has another device yet, and nobody is told anything."""
    op.add_column("preferences", sa.Column("telling", sa.JSON()))
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), nullable=False),
        *_whose("devices"),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("is_program", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("secret_hash", name="uq_devices_secret_hash"),
    )
    op.create_index("ix_devices_identity_id", "devices", ["identity_id"])
    op.create_table(
        "device_codes",
        sa.Column("code_hash", sa.String(64), nullable=False),
        *_whose("device_codes"),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name="pk_device_codes"),
    )
    op.create_index("ix_device_codes_identity_id", "device_codes", ["identity_id"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_keys"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        *_whose("subscriptions"),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("endpoint_hash", sa.String(64), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("device_id", sa.String(32)),
        _reference("subscriptions", "device_id", "devices"),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_subscriptions"),
        sa.UniqueConstraint("endpoint_hash", name="uq_subscriptions_endpoint_hash"),
    )
    op.create_index("ix_subscriptions_identity_id", "subscriptions", ["identity_id"])
    op.create_index("ix_subscriptions_device_id", "subscriptions", ["device_id"])
    op.create_table(
        "mail_addresses",
        *_whose("mail_addresses"),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("confirmed", sa.BigInteger),
        sa.PrimaryKeyConstraint("identity_id", name="pk_mail_addresses"),
    )
    op.create_index("ix_mail_addresses_address", "mail_addresses", ["address"])
    op.create_table(
        "quiet",
        *_whose("quiet"),
        sa.Column("table_id", sa.String(32), nullable=False),
        _reference("quiet", "table_id", "tables"),
        sa.PrimaryKeyConstraint("identity_id", "table_id", name="pk_quiet"),
    )
    op.create_table(
        "calls",
        *_whose("calls"),
        sa.Column("table_id", sa.String(32), nullable=False),
        _reference("calls", "table_id", "tables"),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("seen", sa.Boolean, nullable=False),
        sa.Column("warned", sa.Integer, nullable=False, server_default="-1"),
        sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("identity_id", "table_id", name="pk_calls"),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        *_whose("messages"),
        sa.Column("table_id", sa.String(32)),
        _reference("messages", "table_id", "tables"),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("subscription_id", sa.Integer),
        _reference("messages", "subscription_id", "subscriptions"),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("sender", sa.String(32)),
        sa.Column("sends_until", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
    )
    op.create_index("ix_messages_due", "messages", ["due"])
    op.create_index("ix_messages_identity_id", "messages", ["identity_id", "table_id"])
    op.create_index("ix_messages_table_id", "messages", ["table_id"])
    op.create_index("ix_messages_subscription_id", "messages", ["subscription_id"])


def downgrade() -> None:
    """Take them away again."""
    for name in NEW:
        op.drop_table(name)
    op.drop_column("preferences", "telling")

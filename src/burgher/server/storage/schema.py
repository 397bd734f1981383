"""What is stored, as SQL tables. Whatever changes here needs a migration (`migrations/versions/`)."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _identity_id(primary_key: bool = False) -> Column[str]:
    return Column(
        "identity_id",
        String(32),
        ForeignKey("identities.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


def _table_id(primary_key: bool = False) -> Column[str]:
    return Column(
        "table_id",
        String(32),
        ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


identities: Final = Table(
    "identities",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("page", String(10), nullable=False, server_default="met"),
    Column("here", Boolean, nullable=False, server_default=false()),
    Column("last_here", BigInteger),
)

friends: Final = Table(
    "friends",
    metadata,
    Column("identity_id", String(32), ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    Column("other_id", String(32), ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("declined", Boolean, nullable=False, server_default=false()),
    Index("ix_friends_other_id", "other_id"),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("rules", String(40), nullable=False),
    Column("seed", String(41)),
    Column("secret", String(64)),
    Column("position", JSON(none_as_null=True)),
    Column("origin", JSON(none_as_null=True)),
    Column("listed", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("to_move", Integer),
    Column("waits_for", String(10)),
    Column("scores", JSON(none_as_null=True)),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("thinker", String(32)),
    Column("thinks_until", BigInteger),
    Column("host_id", String(32)),
    Column("host_hash", String(64)),
    Column("host_group", Integer),
    Column("chat", String(10), nullable=False, server_default="everyone"),
    Column("watch_key", String(64)),
    Column("dealt", String(16)),
    Column("adopted", JSON(none_as_null=True)),
    Column("frozen", JSON(none_as_null=True)),
    Column("rematch", String(32)),
    Column("lesson", String(80)),
    Column("pace", JSON(none_as_null=True)),
    Column("since", BigInteger),
    Column("due", BigInteger),
    Column("turn", Integer, nullable=False, server_default="0"),
    Column("ended", String(10)),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("tournament", String(32)),
    Index("ix_tables_waits_for", "waits_for", "thinks_until"),
    Index("ix_tables_listed", "listed", "changed"),
    Index("ix_tables_host_id", "host_id"),
    Index("ix_tables_changed", "changed"),
    Index("ix_tables_found", "listed", "created"),
    Index("ix_tables_rematch", "rematch"),
    Index("ix_tables_due", "due"),
)

seats: Final = Table(
    "seats",
    metadata,
    _table_id(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(40), nullable=False),
    Column("search", String(200), nullable=False, server_default=""),
    Column("agent", String(80)),
    Column("identity_id", String(32), ForeignKey("identities.id"), index=True),
    Column("token_hash", String(64), index=True),
    Column("invitation", String(64)),
    Column("hints", Boolean, nullable=False, server_default=false()),
    Column("out", String(10)),
    Column("abandon", Boolean, nullable=False, server_default=false()),
    Column("pause", Boolean, nullable=False, server_default=false()),
    Column("left", BigInteger),
    Column("away_id", String(32), index=True),
    Column("away_hash", String(64)),
    Column("away_name", String(40)),
)

invited: Final = Table(
    "invited",
    metadata,
    _table_id(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("identity_id", String(32), ForeignKey("identities.id", ondelete="CASCADE"), nullable=False),
    Column("by_id", String(32), ForeignKey("identities.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_invited_identity_id", "identity_id"),
)

seeks: Final = Table(
    "seeks",
    metadata,
    _identity_id(primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer),
    Column("pace", JSON(none_as_null=True)),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("level", String(80)),
    Column("until", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("asker_group", Integer),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE")),
    Index("ix_seeks_table_id", "table_id"),
)

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("host_id", String(32), ForeignKey("identities.id", ondelete="SET NULL")),
    Column("game", String(40), nullable=False),
    Column("size", Integer, nullable=False),
    Column("form", String(12), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("pace", JSON, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("room", Integer, nullable=False),
    Column("state", String(10), nullable=False),
    Column("invitation", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("ix_tournaments_state", "state"),
    Index("ix_tournaments_host_id", "host_id"),
)


def _tournament_id() -> Column[str]:
    return Column(
        "tournament_id", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )


entrants: Final = Table(
    "entrants",
    metadata,
    _tournament_id(),
    Column("number", Integer, primary_key=True),
    Column("identity_id", String(32), ForeignKey("identities.id", ondelete="SET NULL")),
    Column("name", String(40), nullable=False),
    Column("out", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("tournament_id", "identity_id"),
    Index("ix_entrants_identity_id", "identity_id"),
)

pairings: Final = Table(
    "pairings",
    metadata,
    _tournament_id(),
    Column("round", Integer, primary_key=True),
    Column("entrant", Integer, primary_key=True),
    Column("board", Integer),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="SET NULL")),
    Column("seat", Integer),
    Column("done", Boolean, nullable=False),
    Column("place", Integer),
    Column("score", Integer),
    Index("ix_pairings_table_id", "table_id"),
)

preferences: Final = Table(
    "preferences",
    metadata,
    Column("identity_id", String(32), ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    Column("last_settings", JSON(none_as_null=True)),
    Column("telling", JSON(none_as_null=True)),
)

hidden: Final = Table(
    "hidden",
    metadata,
    Column("identity_id", String(32), ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    _table_id(primary_key=True),
)

moves: Final = Table(
    "moves",
    metadata,
    _table_id(primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("heading", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("told", String(16)),
    Column("hidden_until", Integer),
    Column("reveals", Integer),
)

archives: Final = Table(
    "archives",
    metadata,
    _table_id(primary_key=True),
    Column("rules", String(40), nullable=False),
    Column("data", LargeBinary, nullable=False),
)

studies: Final = Table(
    "studies",
    metadata,
    _table_id(primary_key=True),
    Column("depth", String(10), primary_key=True),
    Column("method", String(16), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("findings", JSON, nullable=False),
    Column("wanted", Boolean, nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("asker_group", Integer),
    Column("thinker", String(32)),
    Column("thinks_until", BigInteger),
    Index("ix_studies_wanted", "wanted", "asked"),
)

chats: Final = Table(
    "chats",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _table_id(),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("identity_id", String(32)),
    Column("private", Boolean, nullable=False, server_default=false()),
    Index("ix_chats_table_id", "table_id", "id"),
    Index("ix_chats_identity_id", "identity_id"),
)

notices: Final = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("identity_id", String(32), ForeignKey("identities.id", ondelete="CASCADE"), nullable=False),
    Column("table_id", String(32)),
    Column("kind", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seen", Boolean, nullable=False, server_default=false()),
    Index("ix_notices_identity_id", "identity_id", "id"),
    Index("ix_notices_at", "at"),
)

lessons: Final = Table(
    "lessons",
    metadata,
    Column(
        "identity_id",
        String(32),
        ForeignKey("identities.id", ondelete="CASCADE"),
        primary_key=True,
        nullable=False,
    ),
    Column("game", String(40), primary_key=True),
    Column("lesson", String(80), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

devices: Final = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    _identity_id(),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("name", String(60), nullable=False),
    Column("is_program", Boolean, nullable=False, server_default=false()),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("ix_devices_identity_id", "identity_id"),
)

device_codes: Final = Table(
    "device_codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    _identity_id(),
    Column("until", BigInteger, nullable=False),
    Index("ix_device_codes_identity_id", "identity_id"),
)

server_keys: Final = Table(
    "server_keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)

subscriptions: Final = Table(
    "subscriptions",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _identity_id(),
    Column("endpoint", Text, nullable=False),
    Column("endpoint_hash", String(64), nullable=False, unique=True),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("device_id", String(32), ForeignKey("devices.id", ondelete="CASCADE")),
    Column("device", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("ix_subscriptions_identity_id", "identity_id"),
    Index("ix_subscriptions_device_id", "device_id"),
)

mail_addresses: Final = Table(
    "mail_addresses",
    metadata,
    _identity_id(primary_key=True),
    Column("address", String(254), nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("confirmed", BigInteger),
    Index("ix_mail_addresses_address", "address"),
)

quiet: Final = Table(
    "quiet",
    metadata,
    _identity_id(primary_key=True),
    _table_id(primary_key=True),
)

calls: Final = Table(
    "calls",
    metadata,
    _identity_id(primary_key=True),
    _table_id(primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("seen", Boolean, nullable=False),
    Column("warned", Integer, nullable=False, server_default="-1"),
    Column("over", Boolean, nullable=False, server_default=false()),
)

messages: Final = Table(
    "messages",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _identity_id(),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE")),
    Column("kind", String(10), nullable=False),
    Column("subscription_id", Integer, ForeignKey("subscriptions.id", ondelete="CASCADE")),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("sender", String(32)),
    Column("sends_until", BigInteger),
    Index("ix_messages_due", "due"),
    Index("ix_messages_identity_id", "identity_id", "table_id"),
    Index("ix_messages_table_id", "table_id"),
    Index("ix_messages_subscription_id", "subscription_id"),
)

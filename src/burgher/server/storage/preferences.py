"""What people prefer: how they have set up their last table of each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from burgher.server.storage.schema import preferences
from burgher.server.storage.transactions import Publish, Transactions

Fields = Mapping[str, list[str]]
"""What a form had in it, by field."""

LARGEST_SETTINGS = 4000
"""More than any form of ours has; the rest would be somebody's mischief."""


def put(connection: Connection, identity: str, **values: Any) -> None:
    """Note what somebody prefers, as part of a change."""
    whose = preferences.c.identity_id == identity
    if connection.execute(update(preferences).where(whose).values(**values)).rowcount == 0:
        connection.execute(insert(preferences).values(identity_id=identity, **values))


async def last_settings(store: Transactions, identity: str) -> dict[str, Fields]:
    """How somebody has set up their last table, by game."""
    query = select(preferences.c.last_settings).where(preferences.c.identity_id == identity)
    return await store.look_up(lambda connection: connection.scalar(query)) or {}


async def keep_settings(store: Transactions, identity: str, game: str, fields: Fields) -> None:
    """Remember how somebody has set up a table of a game."""
    if len(msgspec.json.encode(fields)) > LARGEST_SETTINGS:
        return
    query = select(preferences.c.last_settings).where(preferences.c.identity_id == identity)

    def change(connection: Connection, _: Publish) -> None:
        known = connection.scalar(query) or {}
        put(connection, identity, last_settings={**known, game: dict(fields)})

    await store.write(change)

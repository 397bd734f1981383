"""Keys of this server that all its processes share: made once, by whichever comes first."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from burgher.server.storage.schema import server_keys
from burgher.server.storage.transactions import Publish, Transactions


async def server_key(store: Transactions, name: str, made: Callable[[], str]) -> str:
    """The key of a name; it is made where there is none yet."""
    query = select(server_keys.c.value).where(server_keys.c.name == name)
    found: str | None = await store.look_up(lambda connection: connection.scalar(query))
    if found is not None:
        return found
    row = {"name": name, "value": made()}

    def change(connection: Connection, _: Publish) -> str:
        insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert
        connection.execute(insert(server_keys).values(row).on_conflict_do_nothing())
        return str(connection.scalar(query))

    return await store.write(change)

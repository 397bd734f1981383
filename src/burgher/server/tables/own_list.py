"""A person's own list of tables: what they have hidden from it, and what they delete."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select

from burgher.server.problems import Conflict, Forbidden
from burgher.server.storage.model import Identity, StoredTable
from burgher.server.storage.rows import tables_where
from burgher.server.storage.schema import hidden, tables
from burgher.server.storage.store import Store
from burgher.server.storage.table_changes import bump_version, delete_table
from burgher.server.storage.transactions import Publish
from burgher.server.tables.service import TableService

REMOVED = "Whoever was alone at this table has deleted it."


async def hide(store: Store, me: Identity, stored: StoredTable) -> bool:
    """Leave a table out of somebody's list; false when it is not in it."""
    sat = any(seat.identity == me.id or _left_by(seat.away, me) for seat in stored.seats)
    if not sat and stored.host_id != me.id:
        return False
    row = {"identity_id": me.id, "table_id": stored.id}

    def change(connection: Connection, _: Publish) -> None:
        if connection.execute(select(hidden).where(_is(me, stored.id))).first() is None:
            connection.execute(insert(hidden), row)

    await store.write(change)
    return True


async def unhide(store: Store, me: Identity, table: str) -> None:
    """Put a table into somebody's list again."""
    change = delete(hidden).where(_is(me, table))
    await store.write(lambda connection, _: connection.execute(change))


async def remove(service: TableService, me: Identity, table: str) -> None:
    """Delete a table at which there was nobody but whoever asks; raises `Forbidden` and `Conflict`."""
    await service.check(table)

    def change(connection: Connection, publish: Publish) -> None:
        bump_version(connection, table, lambda item: None)  # nobody need look at it again
        (stored,) = tables_where(connection, tables.c.id == table)
        mine = [seat for seat in stored.seats if seat.identity == me.id]
        if not mine and stored.host_id != me.id:
            raise Forbidden("You have no seat at this table, and have not opened it")
        others = [seat for seat in stored.seats if seat not in mine and not seat.is_free]
        if any(seat.kind == "person" or seat.away is not None for seat in others):
            raise Conflict("Others have played here too: hide it from your list instead")
        delete_table(connection, table, REMOVED, publish)

    await service.store.write(change)
    service.forget(table)


def _left_by(away: object, me: Identity) -> bool:
    return getattr(away, "identity", None) == me.id


def _is(me: Identity, table: str) -> ColumnElement[bool]:
    return and_(hidden.c.identity_id == me.id, hidden.c.table_id == table)

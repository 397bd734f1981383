"""What whoever opened a table may do with it: free a seat, close it, and say who reads and who watches."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection, and_, select, update

from burgher.server.problems import Conflict, Forbidden, NotFound
from burgher.server.storage.clocks import settle_seats
from burgher.server.storage.identity import new_secret
from burgher.server.storage.model import StoredTable
from burgher.server.storage.notices import add_notices
from burgher.server.storage.schema import moves, seats, tables
from burgher.server.storage.search_key import search_key
from burgher.server.storage.table_changes import bump_version, delete_table, has_begun
from burgher.server.storage.times import now
from burgher.server.storage.titles import title_of
from burgher.server.storage.transactions import Publish
from burgher.server.tables.chat_access import Viewer
from burgher.server.tables.names import given_name
from burgher.server.tables.seating import vacant_name
from burgher.server.tables.service import TableService

ChatFor = Literal["everyone", "seated"]

CLOSED = "Whoever opened this table has closed it."


def free_seat(connection: Connection, table: str, seat: int) -> None:
    """Take a seat from whoever has it and give it a new invitation, as part of a change."""
    here = seats.c.table_id == table
    others = connection.execute(select(seats.c.name).where(here, seats.c.seat != seat)).scalars().all()
    name = given_name(vacant_name(seat), others)
    freed = {
        "name": name,
        "search": search_key(name),
        "identity_id": None,
        "token_hash": None,
        "invitation": new_secret(),
        "hints": False,
        "abandon": False,
        "pause": False,
    }
    connection.execute(update(seats).where(here, seats.c.seat == seat).values(**freed))
    settle_seats(connection, table, now())


def removable(stored: StoredTable, moved: set[int]) -> list[int]:
    """The seats that a host may free: somebody else's who has not moved."""
    return [
        seat.number
        for seat in stored.seats
        if seat.kind == "person"
        and not seat.is_free
        and seat.number not in moved
        and (stored.host_id is None or seat.identity != stored.host_id)
    ]


class Hosting:
    """What hosts do. Each of these raises `Forbidden` for everybody else."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def remove(self, table: str, viewer: Viewer, seat: int) -> None:
        """Free the seat of somebody who has not moved; they are told, and a new invitation is there."""
        stored = await self._stored(table, viewer)
        if seat not in range(stored.players):
            raise NotFound("There is no such seat")
        title = title_of(stored.game) or stored.game
        text = f"Your seat at a table of {title} was freed by whoever opened it, before you had moved."

        def change(connection: Connection, publish: Publish) -> None:
            bump_version(connection, table, publish)
            where = and_(seats.c.table_id == table, seats.c.seat == seat)
            row = connection.execute(select(seats).where(where)).one()
            if row.kind != "person" or (row.identity_id is None and row.token_hash is None):
                raise Conflict("No person sits there")
            if row.identity_id is not None and row.identity_id == stored.host_id:
                raise Conflict("This is your own seat: close the table instead, if nobody has played yet")
            moved = select(moves.c.number).where(moves.c.table_id == table, moves.c.seat == seat)
            if connection.execute(moved.limit(1)).first() is not None:
                raise Conflict("They have played already: who has made a move keeps their seat")
            free_seat(connection, table, seat)
            if row.identity_id is not None:
                add_notices(connection, [row.identity_id], table, "removed", text)

        await self._service.store.write(change)

    async def close(self, table: str, viewer: Viewer) -> None:
        """Delete a table at which no person has made a move; all who sit there are told."""
        stored = await self._stored(table, viewer)
        title = title_of(stored.game) or stored.game
        text = f"A table of {title} at which you sat was closed by whoever opened it, before the game began."

        def change(connection: Connection, publish: Publish) -> None:
            bump_version(connection, table, lambda item: None)  # nobody need look at it again
            if has_begun(connection, table):
                raise Conflict("The game has begun: a table is closed only before anybody has made a move")
            seated = select(seats.c.identity_id).where(seats.c.table_id == table)
            people = {who for who in connection.execute(seated).scalars() if who is not None}
            add_notices(connection, people - {stored.host_id}, table, "closed", text)
            delete_table(connection, table, CLOSED, publish)

        await self._service.store.write(change)
        self._service.forget(table)

    async def set_chat(self, table: str, viewer: Viewer, who: ChatFor) -> None:
        """Say who may read what is said: those who sit there, or all who may by how the table was opened."""
        await self._change(table, viewer, chat=who)

    async def renew_watch_key(self, table: str, viewer: Viewer) -> str:
        """A new invitation to watch; the one before is worth nothing from now on."""
        key = new_secret()
        await self._change(table, viewer, watch_key=key)
        return key

    async def _change(self, table: str, viewer: Viewer, **values: object) -> None:
        await self._stored(table, viewer)

        def change(connection: Connection, publish: Publish) -> None:
            bump_version(connection, table, publish)
            connection.execute(update(tables).where(tables.c.id == table).values(**values))

        await self._service.store.write(change)

    async def _stored(self, table: str, viewer: Viewer) -> StoredTable:
        shown = await self._service.open(table)
        if not viewer.is_host:
            raise Forbidden("Only whoever opened this table can do that")
        return shown.stored

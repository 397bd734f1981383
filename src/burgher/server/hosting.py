"""What whoever opened a table may do with it: free a seat, close it, and say who reads and who watches."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, select, update

from burgher.server.chat_access import Viewer
from burgher.server.hall import Hall, vacant_name
from burgher.server.identity import new_secret
from burgher.server.look import title_of
from burgher.server.names import given_name, search_key
from burgher.server.news import Item
from burgher.server.notices import tell
from burgher.server.problems import Clash, NotFound, NotYours
from burgher.server.schema import moves, now, seats, tables
from burgher.server.store import Say, Stored

ChatFor = Literal["everyone", "seated"]

CLOSED = "Whoever opened this table has closed it."


def has_begun(connection: Connection, table: str) -> bool:
    """Whether a person has made a move at a table."""
    return (
        connection.execute(select(moves.c.number).where(moved_by_person(table)).limit(1)).first() is not None
    )


def moved_by_person(table: str | ColumnElement[str]) -> ColumnElement[bool]:
    """The moves that people have made at a table, as a condition."""
    by_person = exists().where(
        seats.c.table_id == moves.c.table_id, seats.c.seat == moves.c.seat, seats.c.kind == "person"
    )
    return and_(moves.c.table_id == table, by_person)


def move_on(connection: Connection, table: str, say: Say, *, touch: bool = True) -> None:
    """Give a table a new version, so that whoever has it in memory looks again; raises `NotFound`.

    It comes first in whatever is changed: until that is committed nobody can make a move. A table that is
    not touched by it stays as old as it was.
    """
    bumped = {"version": tables.c.version + 1, **({"changed": now()} if touch else {})}
    if connection.execute(update(tables).where(tables.c.id == table).values(**bumped)).rowcount != 1:
        raise NotFound("There is no such table")
    version = connection.scalar(select(tables.c.version).where(tables.c.id == table))
    say(Item(table, "change", version=int(version or 0)))


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
    }
    connection.execute(update(seats).where(here, seats.c.seat == seat).values(**freed))


def drop_table(connection: Connection, table: str, sentence: str, say: Say) -> None:
    """Delete a table with all that belongs to it, as part of a change, and tell whoever looks at it."""
    connection.execute(delete(tables).where(tables.c.id == table))
    say(Item(table, "closed", text=sentence))


def removable(stored: Stored, moved: set[int]) -> list[int]:
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
    """What hosts do. Each of these raises `NotYours` for everybody else."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def remove(self, table: str, viewer: Viewer, seat: int) -> None:
        """Free the seat of somebody who has not moved; they are told, and a new invitation is there."""
        stored = await self._stored(table, viewer)
        if seat not in range(stored.players):
            raise NotFound("There is no such seat")
        title = title_of(stored.game) or stored.game
        text = f"Your seat at a table of {title} was freed by whoever opened it, before you had moved."

        def change(connection: Connection, say: Say) -> None:
            move_on(connection, table, say)
            where = and_(seats.c.table_id == table, seats.c.seat == seat)
            row = connection.execute(select(seats).where(where)).one()
            if row.kind != "person" or (row.identity_id is None and row.token_hash is None):
                raise Clash("No person sits there")
            if row.identity_id is not None and row.identity_id == stored.host_id:
                raise Clash("This is your own seat: close the table instead, if nobody has played yet")
            moved = select(moves.c.number).where(moves.c.table_id == table, moves.c.seat == seat)
            if connection.execute(moved.limit(1)).first() is not None:
                raise Clash("They have played already: who has made a move keeps their seat")
            free_seat(connection, table, seat)
            if row.identity_id is not None:
                tell(connection, [row.identity_id], table, "removed", text)

        await self._hall.store.write(change)

    async def close(self, table: str, viewer: Viewer) -> None:
        """Delete a table at which no person has made a move; all who sit there are told."""
        stored = await self._stored(table, viewer)
        title = title_of(stored.game) or stored.game
        text = f"A table of {title} at which you sat was closed by whoever opened it, before the game began."

        def change(connection: Connection, say: Say) -> None:
            move_on(connection, table, lambda item: None)  # nobody need look at it again
            if has_begun(connection, table):
                raise Clash("The game has begun: a table is closed only before anybody has made a move")
            seated = select(seats.c.identity_id).where(seats.c.table_id == table)
            people = {who for who in connection.execute(seated).scalars() if who is not None}
            tell(connection, people - {stored.host_id}, table, "closed", text)
            drop_table(connection, table, CLOSED, say)

        await self._hall.store.write(change)
        self._hall.forget(table)

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

        def change(connection: Connection, say: Say) -> None:
            move_on(connection, table, say)
            connection.execute(update(tables).where(tables.c.id == table).values(**values))

        await self._hall.store.write(change)

    async def _stored(self, table: str, viewer: Viewer) -> Stored:
        live = await self._hall.look(table)
        if not viewer.is_host:
            raise NotYours("Only whoever opened this table can do that")
        return live.stored

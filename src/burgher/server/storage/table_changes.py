"""Changes to a table that several parts of the server make, each as part of a transaction."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, select, update

from burgher.server.problems import NotFound
from burgher.server.storage.events import TableEvent
from burgher.server.storage.model import StoredTable
from burgher.server.storage.rows import row_of_seat, row_of_table
from burgher.server.storage.schema import moves, seats, tables
from burgher.server.storage.times import now
from burgher.server.storage.transactions import Publish


def insert_table(connection: Connection, table: StoredTable) -> None:
    """Keep a new table, before its first move, as part of a change."""
    connection.execute(insert(tables), row_of_table(table))
    connection.execute(insert(seats), [row_of_seat(table, seat) for seat in table.seats])


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


def bump_version(connection: Connection, table: str, publish: Publish, *, touch: bool = True) -> None:
    """Give a table a new version, so that whoever has it in memory looks again; raises `NotFound`.

    It comes first in whatever is changed: until that is committed nobody can make a move. A table that is
    not touched by it stays as old as it was.
    """
    bumped = {"version": tables.c.version + 1, **({"changed": now()} if touch else {})}
    if connection.execute(update(tables).where(tables.c.id == table).values(**bumped)).rowcount != 1:
        raise NotFound("There is no such table")
    version = connection.scalar(select(tables.c.version).where(tables.c.id == table))
    publish(TableEvent(table, "change", version=int(version or 0)))


def delete_table(connection: Connection, table: str, sentence: str, publish: Publish) -> None:
    """Delete a table with all that belongs to it, as part of a change, and tell whoever looks at it."""
    before = tables.c.rematch == table  # that game may be played again at another table
    for game in connection.execute(select(tables.c.id).where(before)).scalars().all():
        bump_version(connection, game, publish, touch=False)
    connection.execute(update(tables).where(before).values(rematch=None))
    connection.execute(delete(tables).where(tables.c.id == table))
    publish(TableEvent(table, "closed", text=sentence))

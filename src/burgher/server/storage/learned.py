"""Which lessons somebody has done, and where they are in the middle of one."""

from __future__ import annotations

from sqlalchemy import Connection, and_, exists, select
from sqlalchemy.dialects import postgresql, sqlite

from burgher.server.storage.model import StoredTable
from burgher.server.storage.rows import tables_where
from burgher.server.storage.schema import lessons, seats, tables
from burgher.server.storage.store import Store
from burgher.server.storage.times import now
from burgher.server.storage.transactions import Publish

LAST_GAMES = 3


async def lessons_done(store: Store, identity: str, game: str) -> set[str]:
    """The names of the lessons of a game that somebody has done."""
    query = select(lessons.c.lesson).where(lessons.c.identity_id == identity, lessons.c.game == game)
    return set(await store.read(lambda connection: connection.execute(query).scalars().all()))


async def note_done(store: Store, identity: str, game: str, lesson: str) -> None:
    """Note that somebody has done a lesson; the first time counts."""
    row = {"identity_id": identity, "game": game, "lesson": lesson, "at": now()}

    def change(connection: Connection, _: Publish) -> None:
        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        connection.execute(insert(lessons).values(row).on_conflict_do_nothing())

    await store.write(change)


async def lesson_tables(store: Store, identity: str, game: str) -> dict[str, str]:
    """For each lesson of a game, the table at which somebody did it last, or is in the middle of it."""
    mine = select(seats.c.table_id).where(seats.c.identity_id == identity)
    where = and_(tables.c.id.in_(mine), tables.c.game == game, tables.c.lesson.like("lesson %"))
    order = (tables.c.changed, tables.c.id)
    found = await store.read(lambda connection: tables_where(connection, where, order))
    return {(table.lesson or "").removeprefix("lesson "): table.id for table in found}


async def has_played(store: Store, identity: str, game: str) -> bool:
    """Whether somebody sits, or sat, at a table of a game; lessons and examples do not count."""
    mine = select(seats.c.table_id).where(seats.c.identity_id == identity)
    found = exists().where(tables.c.id.in_(mine), tables.c.game == game, tables.c.lesson.is_(None))
    return bool(await store.read(lambda connection: connection.scalar(select(found))))


async def last_games(store: Store, identity: str, before: StoredTable) -> list[StoredTable]:
    """The finished games of the same kind that somebody sat at before another, the newest first; a few."""
    mine = select(seats.c.table_id).where(seats.c.identity_id == identity)
    where = and_(
        tables.c.id.in_(mine),
        tables.c.id != before.id,
        tables.c.game == before.game,
        tables.c.to_move.is_(None),
        tables.c.lesson.is_(None),
        tables.c.changed <= before.changed,
    )
    order = (tables.c.changed.desc(), tables.c.id)
    return await store.read(lambda connection: tables_where(connection, where, order, LAST_GAMES))

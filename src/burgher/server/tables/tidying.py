"""Tidying: tables that nobody has touched for long are deleted, a few at a time, with a notice before."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, false, or_, select
from sqlalchemy.exc import SQLAlchemyError

from burgher.server.settings import Settings
from burgher.server.storage.model import StoredTable
from burgher.server.storage.notices import add_notices
from burgher.server.storage.schema import moves, notices, seats, tables
from burgher.server.storage.store import Store
from burgher.server.storage.table_changes import bump_version, delete_table, moved_by_person
from burgher.server.storage.times import iso_time, now
from burgher.server.storage.titles import title_of
from burgher.server.storage.tournaments import tidy_tournaments
from burgher.server.storage.transactions import Publish
from burgher.server.tables.service import TableService

log = logging.getLogger(__name__)

PORTION = 50
"""So many tables are deleted at once: nobody waits long for that."""
BREAK_SECONDS = 0.5
"""Between two portions."""
NOTICE_DAYS = 14.0
"""How long before it is deleted a table's page says so; a quarter of the time, where that is less."""
NOTICES_KEPT_DAYS = 365
BEGUN_SHARE = 3
"""A table that no person has begun to play is kept for this part of the time."""
DAY = 24 * 3600 * 1000

GONE = "Nobody had touched this table for long: it has been tidied away."


def lifetime(is_over: bool, has_begun: bool, settings: Settings) -> float | None:
    """For how many days a table that nobody touches is kept; None for ever."""
    if is_over:
        return settings.tidy_finished_after or None
    return (settings.tidy_after if has_begun else settings.tidy_after / BEGUN_SHARE) or None


def tidied_on(
    stored: StoredTable, is_over: bool, has_begun: bool, settings: Settings
) -> dict[str, Any] | None:
    """When a table will be tidied away, and since when nobody has touched it, once that is near."""
    days = lifetime(is_over, has_begun, settings)
    if days is None:
        return None
    end = stored.changed + int(days * DAY)
    if now() < end - int(min(NOTICE_DAYS, days / 4) * DAY):
        return None
    return {"on": iso_time(end), "untouched": max(1, (now() - stored.changed) // DAY)}


async def touch(store: Store, table: str) -> None:
    """Keep a table for as long again."""
    await store.write(lambda connection, publish: bump_version(connection, table, publish))


class Tidying:
    """Whoever tidies up in this process; several may, around one database."""

    def __init__(self, service: TableService, settings: Settings) -> None:
        self._service = service
        self._settings = settings

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Tidy up from time to time."""
        working = asyncio.create_task(self._work())
        try:
            yield
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(min(60.0, self._settings.tidy_seconds))  # a server that starts has other work
            try:
                while await self.tidy() == PORTION:
                    await asyncio.sleep(BREAK_SECONDS)
            except (SQLAlchemyError, OSError) as error:
                log.warning("Cannot tidy up: %s", error)
            await asyncio.sleep(self._settings.tidy_seconds)

    async def tidy(self) -> int:
        """Delete a portion of the tables whose time has come; return how many there were."""
        gone = await self._service.store.write(self._delete)
        for table in gone:
            self._service.forget(table)
        if gone:
            log.info("%s tables that nobody had touched for long are tidied away", len(gone))
        return len(gone)

    def _delete(self, connection: Connection, publish: Publish) -> list[str]:
        # Of several processes each takes other tables; what somebody is just playing at is left alone.
        query = (
            select(tables.c.id, tables.c.game, tables.c.to_move)
            .where(_abandoned(self._settings))
            .order_by(tables.c.changed, tables.c.id)
            .limit(PORTION)
            .with_for_update(skip_locked=True, of=tables)
        )
        found = connection.execute(query).all()
        for row in found:
            sits = select(seats.c.identity_id).where(
                seats.c.table_id == row.id, seats.c.identity_id.is_not(None)
            )
            kind = "finished" if row.to_move is None else "running"
            text = (
                f"Your {kind} game of {title_of(row.game) or row.game} was tidied away: "
                "nobody had touched it for long."
            )
            add_notices(connection, connection.execute(sits).scalars().all(), row.id, "tidied", text)
            delete_table(connection, row.id, GONE, publish)
        unbegun, over = lifetime(False, False, self._settings), lifetime(True, True, self._settings)
        tidy_tournaments(connection, _before(unbegun), _before(over))
        old = now() - NOTICES_KEPT_DAYS * DAY
        connection.execute(delete(notices).where(notices.c.at < old))
        return [row.id for row in found]


def _before(days: float | None) -> int | None:
    return None if days is None else now() - int(days * DAY)


def _abandoned(settings: Settings) -> ColumnElement[bool]:
    """The tables whose time has come."""
    begun = exists(select(moves.c.number).where(moved_by_person(tables.c.id)))
    kinds: list[tuple[ColumnElement[bool], float | None]] = [
        (tables.c.to_move.is_(None), lifetime(True, True, settings)),
        (and_(tables.c.to_move.is_not(None), begun), lifetime(False, True, settings)),
        (and_(tables.c.to_move.is_not(None), ~begun), lifetime(False, False, settings)),
    ]
    due = [and_(tables.c.changed < now() - int(days * DAY), kind) for kind, days in kinds if days is not None]
    return or_(*due) if due else false()

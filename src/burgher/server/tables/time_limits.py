"""What happens when somebody's time is up: looked for by every process, done by one.

Each change is made only where the time is still up when it is made, so that several processes may look.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from burgher.server.problems import Conflict, NotFound
from burgher.server.settings import Settings
from burgher.server.storage.model import StoredTable
from burgher.server.storage.schema import tables
from burgher.server.storage.times import now
from burgher.server.tables.leaving import Leaving
from burgher.server.tables.seat_changes import stood_in_for, went_out
from burgher.server.tables.service import TableService

log = logging.getLogger(__name__)

PORTION = 100
"""So many tables are looked after at once."""


class TimeLimits:
    """Whoever sees to it, in this process, that time which is up has its consequences."""

    def __init__(self, service: TableService, settings: Settings) -> None:
        self._service = service
        self._settings = settings

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Look from time to time."""
        working = asyncio.create_task(self._work())
        try:
            yield
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            try:
                for table in await self._due():
                    await self._run_out(table)
            except (SQLAlchemyError, OSError) as error:
                log.warning("Cannot look whose time is up: %s", error)
            await asyncio.sleep(self._settings.clock_seconds)

    async def _due(self) -> list[str]:
        query = (
            select(tables.c.id)
            .where(tables.c.due < now(), tables.c.to_move.is_not(None), tables.c.frozen.is_(None))
            .order_by(tables.c.due)
            .limit(PORTION)
        )
        return await self._service.store.read(lambda connection: list(connection.execute(query).scalars()))

    async def _run_out(self, table: str) -> None:
        """Do what was agreed on for when time is up, if it still is."""
        try:
            stored = (await self._service.open(table)).stored
            if stored.to_move is None:
                return
            await Leaving(self._service).change(table, ran_out, _told, stored.to_move, is_own_deed=False)
        except (Conflict, NotFound):
            pass  # somebody has moved at the last moment, or the table is no more
        except Exception:
            # One table's trouble is its own.
            log.exception("The time at table %s cannot run out", table)


def ran_out(stored: StoredTable) -> StoredTable:
    """A table at which somebody's time is up, as was agreed on; raises `Conflict` where it is not."""
    if stored.pace is None or stored.to_move is None or not _is_up(stored):
        raise Conflict("Nobody's time is up")
    # Where it counts for ratings, nobody plays for another.
    if stored.pace.then == "out" or stored.counts:
        return went_out(stored, stored.to_move, "time")
    return stood_in_for(stored, stored.to_move, stored.pace.level)


def _is_up(stored: StoredTable) -> bool:
    return stored.due is not None and stored.due < now()


def _told(before: StoredTable, after: StoredTable) -> str:
    if before.to_move is None:
        return ""
    on = "" if after.ended else " An opponent plays on in their seat."
    return f"The time of {before.names[before.to_move]} was up.{on}"

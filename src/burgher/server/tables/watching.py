"""How many people watch each table without a seat, in every process around one database.

Nothing of it is stored. Each process counts those who watch through it, and tells the others when that
changes and every now and then; what one has not told for long is forgotten with the process.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from sqlalchemy.exc import SQLAlchemyError

from burgher.server.storage.events import EventBus, TableEvent
from burgher.server.storage.identity import new_id
from burgher.server.storage.store import Store

log = logging.getLogger(__name__)

SETTLE_SECONDS = 0.3
"""Of many who come in one moment, as after a restart, it is told once."""
TOLD_AGAIN_SECONDS = 30.0
FORGOTTEN_SECONDS = 3 * TOLD_AGAIN_SECONDS


class Watchers:
    """Who watches which table."""

    def __init__(self, store: Store, events: EventBus) -> None:
        self._store = store
        self._events = events
        self._me = new_id()
        self._here: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._elsewhere: defaultdict[str, dict[str, tuple[int, float]]] = defaultdict(dict)
        self._to_tell: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def count(self, table: str) -> int:
        """How many people watch a table."""
        since = time.monotonic() - FORGOTTEN_SECONDS
        elsewhere = self._elsewhere.get(table, {}).values()
        return len(self._here.get(table, ())) + sum(people for people, at in elsewhere if at > since)

    @contextmanager
    def watching(self, table: str, who: str) -> Iterator[None]:
        """Somebody watches a table meanwhile; whoever does so in several windows counts once."""
        here = self._here[table]
        here[who] += 1
        self._changed(table)
        try:
            yield
        finally:
            here[who] -= 1
            if not here[who]:
                del here[who]
            if not here and self._here.get(table) is here:
                del self._here[table]
            self._changed(table)

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Hear of those who watch through other processes, and tell these of ours."""
        self._events.heard = self._hear
        telling = None if self._store.is_alone else asyncio.create_task(self._tell_again())
        try:
            yield
        finally:
            self._events.heard = lambda event: None
            for timer in self._to_tell.values():
                timer.cancel()
            tasks = [*self._tasks, *([] if telling is None else [telling])]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _changed(self, table: str) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return  # the server is gone already
        if table not in self._to_tell:
            self._to_tell[table] = loop.call_later(SETTLE_SECONDS, self._tell, table)

    def _tell(self, table: str) -> None:
        self._to_tell.pop(table, None)
        event = TableEvent(table, "watching", people=len(self._here.get(table, ())), process=self._me)
        if self._store.is_alone:
            self._events.publish(event)
            return
        task = asyncio.create_task(self._tell_others(event))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell_others(self, event: TableEvent) -> None:
        try:
            await self._store.write(lambda _, publish: publish(event))
        except (SQLAlchemyError, OSError) as error:
            log.warning("Cannot tell who watches: %s", error)

    async def _tell_again(self) -> None:
        while True:
            await asyncio.sleep(TOLD_AGAIN_SECONDS)
            for table in list(self._here):
                self._tell(table)
            since = time.monotonic() - FORGOTTEN_SECONDS
            for table, others in list(self._elsewhere.items()):
                for process in [one for one, (_, at) in others.items() if at <= since]:
                    del others[process]
                    self._events.publish(TableEvent(table, "watching", process=self._me))
                if not others:
                    del self._elsewhere[table]

    def _hear(self, event: TableEvent) -> None:
        if event.kind != "watching" or event.process == self._me:
            return
        self._elsewhere[event.table][event.process] = event.people, time.monotonic()

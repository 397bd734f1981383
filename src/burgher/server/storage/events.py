"""Events of tables, carried to whoever watches them, from whichever process they come.

In one process they are handed over directly. Around one PostgreSQL, notifications carry them: they are part
of the transaction that they tell of, so that whatever is committed is told, and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Literal

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from burgher.server.limits import client_key
from burgher.server.problems import TooManyRequests

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

CHANNEL = "burgher"
MOST_SUBSCRIBERS = 500
"""A table has no more streams than this."""
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class TableEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened at a table."""

    table: str
    kind: Literal["change", "chat", "closed", "watching"]
    version: int = 0
    """What a change made of the table; 0 when only the store knows."""
    name: str = ""
    text: str = ""
    at: int = 0
    people: int = 0
    """How many watch through a process."""
    process: str = ""


Subscription = asyncio.Queue[TableEvent | None]


class EventBus:
    """Who is subscribed to the events of which table."""

    def __init__(self, per_address: int = 0, in_all: int = 0) -> None:
        """So many may watch from one address, and so many in all; 0 for any number."""
        self._per_address = per_address
        self._in_all = in_all
        self._subscribers: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._by_client: Counter[str] = Counter()
        self._subscriptions = 0
        self.heard: Callable[[TableEvent], None] = lambda event: None
        """Told of every event before those who watch are."""

    def __len__(self) -> int:
        return self._subscriptions

    def _check_room(self, table: str, address: str) -> None:
        if len(self._subscribers.get(table, ())) >= MOST_SUBSCRIBERS:
            raise TooManyRequests("So many are watching this table that there is no room left")
        if self._per_address and self._by_client[client_key(address)] >= self._per_address:
            raise TooManyRequests("So many are watching tables from your address that there is no room left")
        if self._in_all and self._subscriptions >= self._in_all:
            raise TooManyRequests("So many are watching tables that there is no room left")

    @contextmanager
    def subscribed(self, table: str, address: str = "") -> Iterator[Subscription]:
        """The events of one table, as they come, and None at the end; raises `TooManyRequests`."""
        self._check_room(table, address)
        client, subscribers = client_key(address), self._subscribers[table]
        queue: Subscription = asyncio.Queue(100)
        subscribers.add(queue)
        self._by_client[client] += 1
        self._subscriptions += 1
        try:
            yield queue
        finally:
            self._subscriptions -= 1
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]
            subscribers.discard(queue)
            if not subscribers:
                self._subscribers.pop(table, None)

    def publish(self, event: TableEvent) -> None:
        """Give an event to everyone who watches its table."""
        self.heard(event)
        for queue in self._subscribers.get(event.table, ()):
            _put(queue, event)

    def resume(self) -> None:
        """Let everyone look again: there may have been events that did not get through."""
        for table in list(self._subscribers):
            self.publish(TableEvent(table, "change"))

    def close(self) -> None:
        """Let everyone go: the server stops."""
        for subscribers in self._subscribers.values():
            for queue in subscribers:
                _put(queue, None)


def _put(queue: Subscription, event: TableEvent | None) -> None:
    if queue.full():  # nobody is reading: the newest is what matters to whoever comes back
        queue.get_nowait()
    queue.put_nowait(event)


def notify(connection: Connection, event: TableEvent) -> None:
    """Make an event part of a PostgreSQL transaction."""
    connection.execute(select(func.pg_notify(CHANNEL, msgspec.json.encode(event).decode())))


@asynccontextmanager
async def listening(engine: AsyncEngine, events: EventBus) -> AsyncIterator[None]:
    """Deliver what PostgreSQL notifies, for as long as it takes and through lost connections."""
    heard = asyncio.Event()
    task = asyncio.create_task(_listen(engine, events, heard))
    try:
        await heard.wait()
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _listen(engine: AsyncEngine, events: EventBus, heard: asyncio.Event) -> None:
    def receive(_connection: object, _pid: int, _channel: str, payload: str) -> None:
        events.publish(msgspec.json.decode(payload, type=TableEvent))

    while True:
        try:
            async with engine.connect() as connection:
                raw = (await connection.get_raw_connection()).driver_connection
                assert raw is not None
                lost = asyncio.Event()
                raw.add_termination_listener(lambda _, lost=lost: lost.set())
                await raw.add_listener(CHANNEL, receive)
                heard.set()
                events.resume()
                try:
                    await lost.wait()
                finally:
                    await connection.invalidate()  # nobody else should get a connection that listens
        except (SQLAlchemyError, OSError) as error:
            log.warning("PostgreSQL's notifications are lost: %s", error)
        await asyncio.sleep(RETRY_SECONDS)

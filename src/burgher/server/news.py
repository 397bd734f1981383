"""The news of tables, carried to whoever watches them, from whichever process it comes.

In one process it goes from hand to hand. Around one PostgreSQL, notifications carry it: they are part of the
transaction that they tell of, so that whatever is committed is told, and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Literal

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from burgher.server.limits import client_key
from burgher.server.problems import TooMuch

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

CHANNEL = "burgher"
MOST_WATCHERS = 500
"""A table has no more streams than this."""
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One piece of news."""

    table: str
    kind: Literal["change", "chat", "closed"]
    version: int = 0
    """What a change made of the table; 0 when only the store knows."""
    name: str = ""
    text: str = ""
    at: int = 0


Watch = asyncio.Queue[Item | None]


class News:
    """Who watches which table."""

    def __init__(self, per_address: int = 0, in_all: int = 0) -> None:
        """So many may watch from one address, and so many in all; 0 for any number."""
        self._per_address = per_address
        self._in_all = in_all
        self._watchers: defaultdict[str, set[Watch]] = defaultdict(set)
        self._by_client: Counter[str] = Counter()
        self._watching = 0

    def __len__(self) -> int:
        return self._watching

    def _check_room(self, table: str, address: str) -> None:
        if len(self._watchers.get(table, ())) >= MOST_WATCHERS:
            raise TooMuch("So many are watching this table that there is no room left")
        if self._per_address and self._by_client[client_key(address)] >= self._per_address:
            raise TooMuch("So many are watching tables from your address that there is no room left")
        if self._in_all and self._watching >= self._in_all:
            raise TooMuch("So many are watching tables that there is no room left")

    @contextmanager
    def watching(self, table: str, address: str = "") -> Iterator[Watch]:
        """The news of one table, as they come, and None when there will be no more; raises `TooMuch`."""
        self._check_room(table, address)
        client, watchers = client_key(address), self._watchers[table]
        queue: Watch = asyncio.Queue(100)
        watchers.add(queue)
        self._by_client[client] += 1
        self._watching += 1
        try:
            yield queue
        finally:
            self._watching -= 1
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]
            watchers.discard(queue)
            if not watchers:
                self._watchers.pop(table, None)

    def deliver(self, item: Item) -> None:
        """Give everyone who watches a table its news."""
        for queue in self._watchers.get(item.table, ()):
            _put(queue, item)

    def resume(self) -> None:
        """Let everyone look again: there may have been news that did not get through."""
        for table in list(self._watchers):
            self.deliver(Item(table, "change"))

    def end(self) -> None:
        """Let everyone go: the server stops."""
        for watchers in self._watchers.values():
            for queue in watchers:
                _put(queue, None)


def _put(queue: Watch, item: Item | None) -> None:
    if queue.full():  # nobody is reading: the newest is what matters to whoever comes back
        queue.get_nowait()
    queue.put_nowait(item)


def notify(connection: Connection, item: Item) -> None:
    """Make news part of a PostgreSQL transaction."""
    connection.execute(select(func.pg_notify(CHANNEL, msgspec.json.encode(item).decode())))


@asynccontextmanager
async def listening(engine: AsyncEngine, news: News) -> AsyncIterator[None]:
    """Deliver what PostgreSQL notifies, for as long as it takes and through lost connections."""
    heard = asyncio.Event()
    task = asyncio.create_task(_listen(engine, news, heard))
    try:
        await heard.wait()
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _listen(engine: AsyncEngine, news: News, heard: asyncio.Event) -> None:
    def receive(_connection: object, _pid: int, _channel: str, payload: str) -> None:
        news.deliver(msgspec.json.decode(payload, type=Item))

    while True:
        try:
            async with engine.connect() as connection:
                raw = (await connection.get_raw_connection()).driver_connection
                assert raw is not None
                lost = asyncio.Event()
                raw.add_termination_listener(lambda _, lost=lost: lost.set())
                await raw.add_listener(CHANNEL, receive)
                heard.set()
                news.resume()
                try:
                    await lost.wait()
                finally:
                    await connection.invalidate()  # nobody else should get a connection that listens
        except (SQLAlchemyError, OSError) as error:
            log.warning("PostgreSQL's notifications are lost: %s", error)
        await asyncio.sleep(RETRY_SECONDS)

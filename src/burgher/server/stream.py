"""The stream of a table's news, as server-sent events."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack
from datetime import UTC, datetime

import msgspec
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from burgher.server.hall import Hall
from burgher.server.news import Item, News, Watch
from burgher.server.problems import NotFound
from burgher.server.store import Chat

HEARTBEAT_SECONDS = 15.0
"""How often a silent stream shows that it is still there."""
RETRY_MS = 1000


class Said(msgspec.Struct, frozen=True):
    """Something said at a table, as people and programs see it."""

    name: str
    text: str
    at: str

    @classmethod
    def of(cls, chat: Chat | Item) -> Said:
        """A chat as it is shown."""
        return cls(chat.name, chat.text, moment(chat.at))


def moment(at: int) -> str:
    """A stored time as ISO 8601."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


async def stream(
    hall: Hall, news: News, table: str, address: str, may_read: Callable[[], Awaitable[bool]]
) -> ServerSentEvent:
    """What happens at a table from now on; first of all how it stands, for whoever was away.

    What is said is told to whoever `may_read` it, which is asked again whenever the table has changed.
    """
    await hall.check(table)  # there should be such a table, and room, before the answer begins
    place = ExitStack()
    queue = place.enter_context(news.watching(table, address))
    events = _events(hall, table, queue, place, may_read)
    weakref.finalize(events, place.close)  # whoever asked may be gone before it begins
    return ServerSentEvent(events)


async def _events(
    hall: Hall, table: str, queue: Watch, place: ExitStack, may_read: Callable[[], Awaitable[bool]]
) -> AsyncIterator[ServerSentEventMessage]:
    reads: bool | None = None  # not known
    try:
        with place:
            version = await hall.store.version(table)
            yield ServerSentEventMessage(_version(version), event="change", retry=RETRY_MS)
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        item = await queue.get()
                except TimeoutError:
                    yield ServerSentEventMessage(comment="still here")
                    continue
                if item is None:
                    return
                match item.kind:
                    case "change":
                        reads = None
                        version = item.version or await hall.store.version(table)
                        yield ServerSentEventMessage(_version(version), event="change")
                    case "closed":
                        yield _closed(item.text)
                        return
                    case "chat":
                        if reads is None:
                            reads = await may_read()
                        if reads:
                            said = msgspec.json.encode(Said.of(item)).decode()
                            yield ServerSentEventMessage(said, event="chat")
    except NotFound:  # it is gone, and nobody told us
        yield _closed("This table is no more.")


def _closed(sentence: str) -> ServerSentEventMessage:
    return ServerSentEventMessage(msgspec.json.encode({"sentence": sentence}).decode(), event="closed")


def _version(version: int) -> str:
    return msgspec.json.encode({"version": version}).decode()

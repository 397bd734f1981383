"""The events of a table, as server-sent events."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack

import msgspec
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from burgher.server.problems import NotFound
from burgher.server.storage.events import EventBus, Subscription, TableEvent
from burgher.server.storage.model import Chat
from burgher.server.storage.times import iso_time
from burgher.server.tables.service import TableService
from burgher.server.tables.watching import Watchers

HEARTBEAT_SECONDS = 15.0
"""How often a silent stream shows that it is still there."""
RETRY_MS = 1000


class ChatMessage(msgspec.Struct, frozen=True):
    """Something said at a table, as people and programs see it."""

    name: str
    text: str
    at: str

    @classmethod
    def of(cls, chat: Chat | TableEvent) -> ChatMessage:
        """A chat as it is shown."""
        return cls(chat.name, chat.text, iso_time(chat.at))


async def stream(
    service: TableService,
    events: EventBus,
    watchers: Watchers,
    table: str,
    address: str,
    may_read: Callable[[], Awaitable[bool]],
    watcher: str | None,
    still_here: Callable[[], Awaitable[None]],
) -> ServerSentEvent:
    """What happens at a table from now on; first of all how it stands, for whoever was away.

    What is said is told to whoever `may_read` it, which is asked again whenever the table has changed. A
    `watcher` has no seat, and is counted. That somebody is `still_here` is noted while nothing happens.
    """
    await service.check(table)  # there should be such a table, and room, before the answer begins
    place = ExitStack()
    queue = place.enter_context(events.subscribed(table, address))
    if watcher is not None:
        place.enter_context(watchers.watching(table, watcher))
    messages = _messages(service, watchers, table, queue, place, may_read, still_here)
    weakref.finalize(messages, place.close)  # whoever asked may be gone before it begins
    return ServerSentEvent(messages)


async def _messages(
    service: TableService,
    watchers: Watchers,
    table: str,
    queue: Subscription,
    place: ExitStack,
    may_read: Callable[[], Awaitable[bool]],
    still_here: Callable[[], Awaitable[None]],
) -> AsyncIterator[ServerSentEventMessage]:
    reads: bool | None = None  # not known
    try:
        with place:
            version = await service.store.version(table)
            yield ServerSentEventMessage(_version(version), event="change", retry=RETRY_MS)
            if watchers.count(table):
                yield _watching(watchers.count(table))
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        item = await queue.get()
                except TimeoutError:
                    yield ServerSentEventMessage(comment="still here")
                    await still_here()
                    continue
                if item is None:
                    return
                match item.kind:
                    case "change":
                        reads = None
                        version = item.version or await service.store.version(table)
                        yield ServerSentEventMessage(_version(version), event="change")
                    case "watching":
                        yield _watching(watchers.count(table))
                    case "closed":
                        yield _closed(item.text)
                        return
                    case "chat":
                        if reads is None:
                            reads = await may_read()
                        if reads:
                            said = msgspec.json.encode(ChatMessage.of(item)).decode()
                            yield ServerSentEventMessage(said, event="chat")
    except NotFound:  # it is gone, and nobody told us
        yield _closed("This table is no more.")


def _closed(sentence: str) -> ServerSentEventMessage:
    return ServerSentEventMessage(msgspec.json.encode({"sentence": sentence}).decode(), event="closed")


def _watching(people: int) -> ServerSentEventMessage:
    return ServerSentEventMessage(msgspec.json.encode({"people": people}).decode(), event="watching")


def _version(version: int) -> str:
    return msgspec.json.encode({"version": version}).decode()

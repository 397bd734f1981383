"""The stream of a table's news, as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import msgspec
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from burgher.server.live import Live
from burgher.server.news import Item, News
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


def stream(news: News, live: Live) -> ServerSentEvent:
    """What happens at a table from now on; first of all how it stands, for whoever was away."""
    return ServerSentEvent(_events(news, live))


async def _events(news: News, live: Live) -> AsyncIterator[ServerSentEventMessage]:
    with news.watching(live.id) as queue:
        yield ServerSentEventMessage(_version(live.version), event="change", retry=RETRY_MS)
        while True:
            try:
                item = await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
            except TimeoutError:
                yield ServerSentEventMessage(comment="still here")
                continue
            if item is None:
                return
            if item.kind == "change":
                yield ServerSentEventMessage(_version(item.version or live.version), event="change")
            else:
                yield ServerSentEventMessage(msgspec.json.encode(Said.of(item)).decode(), event="chat")


def _version(version: int) -> str:
    return msgspec.json.encode({"version": version}).decode()

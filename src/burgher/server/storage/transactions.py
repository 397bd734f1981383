"""Transactions: questions answered for one moment, and changes that are told of when they are committed."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, false, update

from burgher.server.storage.database import Database, Found, Work
from burgher.server.storage.events import EventBus, TableEvent, notify
from burgher.server.storage.schema import tables

Publish = Callable[[TableEvent], None]


_CHANGE_NOTHING = update(tables).where(false()).values(version=tables.c.version)


class Transactions:
    """All questions and changes of this process to one database."""

    def __init__(self, database: Database, events: EventBus) -> None:
        self._database = database
        self._events = events
        self.is_alone = database.is_alone
        """Whether no other process works with this database."""

    async def look_up(self, work: Work[Found]) -> Found:
        """Look one thing up by its key."""
        return await self._database.look_up(work)

    async def read(self, work: Work[Found]) -> Found:
        """Ask several questions, answered for one moment."""
        return await self._database.read(work)

    async def write(self, change: Callable[[Connection, Publish], Found]) -> Found:
        """Make a change and publish what happened; that goes out when, and only when, it is committed."""
        published: list[TableEvent] = []

        def work(connection: Connection) -> Found:
            published.clear()
            found = change(connection, published.append)
            if not self.is_alone:
                for event in published:
                    notify(connection, event)
            return found

        def deliver() -> None:
            if self.is_alone:
                for event in published:
                    self._events.publish(event)

        return await self._database.write(work, deliver)

    async def check(self) -> None:
        """Raise what stands in the way of changes: it asks for leave to make one, and makes none."""
        self._database.check_in_place()
        await self._database.write(lambda connection: connection.execute(_CHANGE_NOTHING))

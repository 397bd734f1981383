"""The tables in memory: as many as fit into a budget, the least recently used being let go first."""

from __future__ import annotations

from collections import OrderedDict

from burgher.server.live import Live
from burgher.server.memory import MEGABYTE, bytes_of


class TableCache:
    """Tables in memory, by name. Whoever is let go is opened again from the store when it is asked for."""

    def __init__(self, megabytes: float) -> None:
        self._budget = int(megabytes * MEGABYTE)
        self._tables: OrderedDict[str, tuple[Live, int]] = OrderedDict()
        self.bytes = 0
        """About how much all of them take."""

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, table: str) -> bool:
        return table in self._tables

    def get(self, table: str) -> Live | None:
        """A table that is in memory; it counts as used by that."""
        found = self._tables.get(table)
        return None if found is None else self.put(found[0])

    def put(self, live: Live) -> Live:
        """Keep a table, measured anew, and let go of those that leave it no room."""
        self.drop(live.id)
        size = bytes_of(live)
        self._tables[live.id] = live, size
        self.bytes += size
        while self.bytes > self._budget and len(self._tables) > 1:
            self.drop(next(iter(self._tables)))
        return live

    def drop(self, table: str) -> None:
        """Let go of a table, if it is there."""
        _, size = self._tables.pop(table, (None, 0))
        self.bytes -= size

"""The tables in memory: as many as fit into a budget, the least recently used being let go first."""

from __future__ import annotations

from collections import OrderedDict

from burgher.server.free_memory import MEGABYTE
from burgher.server.tables.loaded_table import LoadedTable

# What tables of all games take, found by `tracemalloc` (tests/server/test_memory.py holds it to the truth).
TABLE_BYTES, MOVE_BYTES, ENTRY_BYTES, LINE_BYTES = 12_000, 270, 230, 190


def bytes_of(loaded: LoadedTable) -> int:
    """About how much memory a table takes, by counting what it keeps."""
    drawn = sum(map(len, loaded.watched.values()))
    moves, entries, lines = len(loaded.played), len(loaded.entries), loaded.lines_made
    return TABLE_BYTES + moves * MOVE_BYTES + entries * ENTRY_BYTES + lines * LINE_BYTES + drawn


class TableCache:
    """Tables in memory, by name. Whoever is let go is opened again from the store when it is asked for."""

    def __init__(self, megabytes: float) -> None:
        self._budget = int(megabytes * MEGABYTE)
        self._tables: OrderedDict[str, tuple[LoadedTable, int]] = OrderedDict()
        self.bytes = 0
        """About how much all of them take."""

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, table: str) -> bool:
        return table in self._tables

    def get(self, table: str) -> LoadedTable | None:
        """A table that is in memory; it counts as used by that."""
        found = self._tables.get(table)
        return None if found is None else self.put(found[0])

    def put(self, loaded: LoadedTable) -> LoadedTable:
        """Keep a table, measured anew, and let go of those that leave it no room."""
        self.drop(loaded.id)
        size = bytes_of(loaded)
        self._tables[loaded.id] = loaded, size
        self.bytes += size
        while self.bytes > self._budget and len(self._tables) > 1:
            self.drop(next(iter(self._tables)))
        return loaded

    def drop(self, table: str) -> None:
        """Let go of a table, if it is there."""
        _, size = self._tables.pop(table, (None, 0))
        self.bytes -= size

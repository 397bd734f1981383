"""Tables as they stood after each of their latest moves, shared by all who have missed some of them.

Whoever is the first to have missed something at a table has it played through. All others, and everybody
later, are given what was found then, and only moves that are new are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from burgher.record import Move
from burgher.server.storage.model import StoredTable
from burgher.server.tables.loaded_table import LoadedTable

TABLES_KEPT = 100
"""Of so many tables something is kept; the one that nobody has asked for longest goes first."""
POSITIONS_KEPT = 17
"""So many of a table's positions are kept: one more than viewers are shown steps."""


class ReplayCache:
    """Positions of tables in this process, for as many threads as there are."""

    def __init__(self, tables: int = TABLES_KEPT) -> None:
        self._most = tables
        self._replays: dict[str, _Replay] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._replays)

    def after(self, stored: StoredTable, moves: Sequence[Move], number: int) -> LoadedTable:
        """A table after the first of its moves, so many; not to be played on. Raises `Conflict`."""
        with self._lock:
            replay = self._replays.pop(stored.id, None)
            if replay is None or not replay.is_of(stored):
                replay = _Replay(stored)
            found = replay.after(stored, moves, number)
            self._replays[stored.id] = replay
            while len(self._replays) > self._most:
                del self._replays[next(iter(self._replays))]
            found.stored = stored  # who sits there, and what they have agreed on, as it is now
            return found


class _Replay:
    """The latest positions of one table, by the number of moves made."""

    def __init__(self, stored: StoredTable) -> None:
        self._stored = stored
        self._moves: Sequence[Move] = ()
        self._positions: dict[int, LoadedTable] = {}

    def is_of(self, stored: StoredTable) -> bool:
        """Whether it is the same game, told in the same names."""
        return (self._stored.rules, self._stored.names) == (stored.rules, stored.names)

    def after(self, stored: StoredTable, moves: Sequence[Move], number: int) -> LoadedTable:
        """The table after some of its moves."""
        if moves is not self._moves:
            stands = _alike(self._moves, moves)
            self._positions = {n: table for n, table in self._positions.items() if n <= stands}
            self._moves = moves
        nearest = max((n for n in self._positions if n <= number), default=None)
        if nearest is None:
            nearest, self._positions[number] = number, LoadedTable(stored, moves[:number])
        table = self._positions[nearest]
        for n in range(nearest, number):
            table = table.copy()
            table.play([moves[n]])
            self._positions[n + 1] = table
        for n in sorted(self._positions)[:-POSITIONS_KEPT]:
            del self._positions[n]
        return table


def _alike(known: Sequence[Move], moves: Sequence[Move]) -> int:
    """How many moves two games have in common from the start."""
    for number, (one, other) in enumerate(zip(known, moves, strict=False)):
        if one != other:
            return number
    return min(len(known), len(moves))

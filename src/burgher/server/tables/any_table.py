"""A table in whichever form it can be looked at, and what can be asked of all of them."""

from __future__ import annotations

from burgher.server.problems import Unprocessable
from burgher.server.storage.model import StoredTable
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.frozen_table import FrozenTable
from burgher.server.tables.loaded_table import LoadedTable

AnyTable = LoadedTable | ArchivedGame | FrozenTable
"""A table as it can be looked at: in memory, as it was kept, or resting."""


def position(game: ArchivedGame, at: int | None) -> int:
    """After how many moves one wants to see a game: all, if not said; raises `Unprocessable`."""
    last = len(game.archive.moves)
    if at is None:
        return last
    if at not in range(last + 1):
        raise Unprocessable(f"The game has moves 0 to {last}")
    return at


def hints_allowed(stored: StoredTable) -> bool:
    """Whether there are hints at a table: one person plays against opponents, or all have agreed."""
    if stored.counts:
        return False
    people = [seat for seat in stored.seats if seat.kind == "person"]
    return len(people) == 1 or all(seat.hints for seat in people)

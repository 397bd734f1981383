"""What others did, one step after another: the table after each of the latest moves, to be shown in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from burgher.record import Move
from burgher.server.storage.model import StoredTable
from burgher.server.tables.any_table import AnyTable
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.view.replay_cache import POSITIONS_KEPT, ReplayCache
from burgher.server.view.table_view import table_view

MOST_STEPS = POSITIONS_KEPT - 1
"""Whoever comes back after a long time is shown how it ended, not everything."""

_replays = ReplayCache()


@dataclass(frozen=True, slots=True)
class Step:
    """The table after one of its moves, as one viewer sees it."""

    seen: bytes
    """The view, as plain data."""
    told: str
    """What the move did."""
    paced: bool
    """Whether it is news to the viewer, who should have seen what was before."""
    passing: bool
    """Whether more has happened since: then there is nothing to decide."""

    @property
    def said(self) -> dict[str, Any]:
        """What `board.html` is told of it."""
        return {"told": self.told, "paced": self.paced, "passing": self.passing}


@dataclass(frozen=True, slots=True)
class MissedMoves:
    """What a viewer has not seen yet: the table as it is now, and how it came there."""

    stored: StoredTable
    moves: tuple[Move, ...]
    first: int
    """After how many of the moves there is something new."""
    mine: tuple[int, ...]
    wanted: int | None
    now: Step


def missed_moves(
    shown: AnyTable, mine: Sequence[int], wanted: int | None, after: int | None = None
) -> MissedMoves:
    """What somebody has missed who has seen the table after some moves, taken down as plain data.

    Without a number they have seen all of them. Of what is no longer in memory, they are shown the end.
    """
    if not isinstance(shown, LoadedTable):
        end = Step(msgspec.msgpack.encode(table_view(shown, mine, wanted)), "", paced=False, passing=False)
        return MissedMoves(shown.stored, (), 0, tuple(mine), wanted, end)
    loaded = shown
    first = max(len(loaded.played) if after is None else after + 1, len(loaded.played) - MOST_STEPS)
    moves = tuple(played.move for played in loaded.played) if first < len(loaded.played) else ()
    return MissedMoves(
        loaded.stored, moves, first, tuple(mine), wanted, _step(loaded, mine, wanted, passing=False)
    )


def steps(missed: MissedMoves) -> Iterator[Step]:
    """The table after each move that a viewer has not seen yet, and last of all as it is now.

    Moves that tell the viewer nothing, and all but the last of a run of their own, are no steps.
    """
    moves, mine = missed.moves, missed.mine
    for number in range(missed.first, len(moves)):
        own = moves[number - 1].seat in mine
        if own and moves[number].seat in mine:
            continue
        then = _replays.after(missed.stored, moves, number)
        step = _step(then, mine, missed.wanted, passing=True)
        if own or step.paced:
            yield step
    yield missed.now


def _step(loaded: LoadedTable, mine: Sequence[int], wanted: int | None, *, passing: bool) -> Step:
    seen = table_view(loaded, mine, wanted, with_actions=not passing)
    encoded = msgspec.msgpack.encode(seen)
    if not loaded.played:
        return Step(encoded, "", paced=False, passing=passing)
    number = len(loaded.played) - 1
    sentences = told(loaded, number, seen.seat)
    paced = bool(sentences) and loaded.played[number].move.seat not in mine
    return Step(encoded, sentences, paced, passing)


def told(loaded: LoadedTable, number: int, seat: int | None) -> str:
    """What a move did, in the journal's sentences, as far as a seat (or, for None, a spectator) may know."""
    first = loaded.played[number].entries
    last = loaded.played[number + 1].entries if number + 1 < len(loaded.played) else len(loaded.entries)
    lines = zip(loaded.log_lines()[first:last], loaded.entries[first:last], strict=True)
    return " ".join(line.text for line, entry in lines if entry.is_for(seat))

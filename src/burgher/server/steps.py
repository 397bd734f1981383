"""What others did, one step after another: the table after each of the latest moves, to be shown in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from burgher.record import Move
from burgher.server.hall import Shown
from burgher.server.live import Live
from burgher.server.sight import sight
from burgher.server.store import Stored

MOST_STEPS = 16
"""Whoever comes back after a long time is shown how it ended, not everything."""


@dataclass(frozen=True, slots=True)
class Step:
    """The table after one of its moves, as one viewer sees it."""

    seen: bytes
    """The sight, as plain data."""
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
class Missed:
    """What a viewer has not seen yet: the table as it is now, and how it came there."""

    stored: Stored
    moves: tuple[Move, ...]
    first: int
    """After how many of the moves there is something new."""
    mine: tuple[int, ...]
    wanted: int | None
    now: Step


def missed(shown: Shown, mine: Sequence[int], wanted: int | None, after: int | None = None) -> Missed:
    """What somebody has missed who has seen the table after some moves, taken down as plain data.

    Without a number they have seen all of them. Of what is no longer in memory, they are shown the end.
    """
    if not isinstance(shown, Live):
        end = Step(msgspec.msgpack.encode(sight(shown, mine, wanted)), "", paced=False, passing=False)
        return Missed(shown.stored, (), 0, tuple(mine), wanted, end)
    live = shown
    first = max(len(live.played) if after is None else after + 1, len(live.played) - MOST_STEPS)
    moves = tuple(played.move for played in live.played) if first < len(live.played) else ()
    return Missed(live.stored, moves, first, tuple(mine), wanted, _step(live, mine, wanted, passing=False))


def steps(missed: Missed) -> Iterator[Step]:
    """The table after each move that a viewer has not seen yet, and last of all as it is now.

    Moves that tell the viewer nothing, and all but the last of a run of their own, are no steps.
    """
    moves, first, mine = missed.moves, missed.first, missed.mine
    if first < len(moves):
        live = Live(missed.stored, moves[:first])
        for number in range(first, len(moves)):
            if number > first:
                live.play([moves[number - 1]])
            own = moves[number - 1].seat in mine
            if own and moves[number].seat in mine:
                continue
            step = _step(live, mine, missed.wanted, passing=True)
            if own or step.paced:
                yield step
    yield missed.now


def _step(live: Live, mine: Sequence[int], wanted: int | None, *, passing: bool) -> Step:
    seen = sight(live, mine, wanted)
    taken_down = msgspec.msgpack.encode(seen)
    if not live.played:
        return Step(taken_down, "", paced=False, passing=passing)
    number = len(live.played) - 1
    news = told(live, number, seen.seat)
    paced = bool(news) and live.played[number].move.seat not in mine
    return Step(taken_down, news, paced, passing)


def told(live: Live, number: int, seat: int | None) -> str:
    """What a move did, in the journal's sentences, as far as a seat (or, for None, a spectator) may know."""
    first = live.played[number].entries
    last = live.played[number + 1].entries if number + 1 < len(live.played) else len(live.entries)
    news = zip(live.told()[first:last], live.entries[first:last], strict=True)
    return " ".join(line.text for line, entry in news if entry.is_for(seat))

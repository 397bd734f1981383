"""What others did, one step after another: the table after each of the latest moves, to be shown in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from burgher.server.live import Live
from burgher.server.look import board as board_of
from burgher.server.look import prepared

MOST_STEPS = 16
"""Whoever comes back after a long time is shown how it ended, not everything."""


@dataclass(frozen=True, slots=True)
class Step:
    """The table after one of its moves, as one viewer sees it."""

    live: Live
    board: dict[str, Any]
    """What is to be drawn (`look.board`)."""
    told: str
    """What the move did."""
    paced: bool
    """Whether it is news to the viewer, who should have seen what was before."""
    passing: bool
    """Whether more has happened since: then there is nothing to decide."""

    def drawn(self) -> dict[str, Any]:
        """What `board.html` needs."""
        shown = {**prepared(self.board), "told": self.told, "paced": self.paced, "passing": self.passing}
        if self.passing:
            shown["sight"] = {**shown["sight"], "actions": [], "can_take_back": False, "can_restart": False}
        return shown


def steps(live: Live, mine: Sequence[int], wanted: int | None, after: int) -> Iterator[Step]:
    """The table after each move that a viewer has not seen yet, and last of all as it is now.

    Moves that tell the viewer nothing, and all but the last of a run of their own, are no steps.
    """
    now, movers = len(live.played), [played.move.seat for played in live.played]
    first = max(after + 1, now - MOST_STEPS)
    if first < now:
        earlier = live.at(first)
        for number in range(first, now):
            if number > first:
                earlier.play([live.played[number - 1].move])
                earlier.watched = None
            own = movers[number - 1] in mine
            if own and movers[number] in mine:
                continue
            step = _step(earlier, mine, wanted, passing=True)
            if own or step.paced:
                yield step
    yield _step(live, mine, wanted, passing=False)


def _step(live: Live, mine: Sequence[int], wanted: int | None, *, passing: bool) -> Step:
    board = board_of(live, mine, wanted)
    if not live.played:
        return Step(live, board, "", paced=False, passing=passing)
    number = len(live.played) - 1
    news = told(live, number, board["sight"]["seat"])
    paced = bool(news) and live.played[number].move.seat not in mine
    return Step(live, board, news, paced, passing)


def told(live: Live, number: int, seat: int | None) -> str:
    """What a move did, in the journal's sentences, as far as a seat (or, for None, a spectator) may know."""
    first = live.played[number].entries
    last = live.played[number + 1].entries if number + 1 < len(live.played) else len(live.entries)
    news = zip(live.told()[first:last], live.entries[first:last], strict=True)
    return " ".join(text for text, entry in news if entry.is_for(seat))


def told_of(live: Live, number: int, seat: int | None) -> str:
    """The same, with a word also for a move of which the journal is silent."""
    if news := told(live, number, seat):
        return news
    mover = live.played[number].move.seat
    follows = live.played[number + 1].move.seat if number + 1 < len(live.played) else live.to_move()
    name = live.table.names[mover]
    return f"{name} goes on." if follows == mover else f"{name}'s turn is over."

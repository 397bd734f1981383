"""Which move would have been better than the one played, and by how much.

A search looks for it. If it would have played another move and a network judges, a search several times as
deep looks again: many moves with which only the first finds fault were good. Simulations choose among what
the search proposes and what was played, and fresh ones say what that cost: what is best of many by one
measure looks better by it than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from burgher import agents
from burgher.agents.search import SearchAgent
from burgher.study.intervals import mean_and_error
from burgher.study.known import progress_of
from burgher.study.outlook import Outlook, lead, summed_up

if TYPE_CHECKING:
    from burgher.kernel.state import State

PROPOSED = 3
"""So many moves that a search looked at most are held against the one played."""
ANOTHER_LOOK = 0.02
"""Where two moves seem to differ by such a chance, either way, they are compared once more."""


class Effort(NamedTuple):
    """How many simulations look at a decision."""

    search: int
    """Those of the search that says whether the move played is the best, by its own count (`budget_cost`)."""
    deeper: int
    """Those of one that looks again where it is not, and proposes what to hold against it; 0 for none."""
    trials: int
    """Those that choose among the moves proposed, for each, and that compare the best with the one played."""
    again: int = 0
    """Those that compare these once more, in place of the first, where these showed a difference, or 0."""


class Better(msgspec.Struct, frozen=True):
    """A move that looks better than the one that was played."""

    words: str
    sentence: str
    gain: float
    """By how much it would have raised the chance of whoever moved, judged by what they could know."""
    error: float
    """By how much that may be off (one standard error)."""
    chance: float
    """The chance to win with it."""
    gains: list[float]
    """By how much it would have raised everybody's chances."""
    points: float
    """By how many points it would have raised the lead to expect of whoever moved."""
    points_error: float
    even_gain: float
    """What so many points are worth, as a chance, to whoever stands no better and no worse than the others.

    A move is judged alike by this, whether all is lost already or nothing is.
    """
    even_error: float


def better_move(outlook: Outlook, state: State, action: int, effort: Effort, seed: int) -> Better | None:
    """A move that is better than the one played, if one was found, and what the two are worth.

    It is fresh simulations that say so, and where they show a difference, still more; likewise where they
    show one in favour of what was played, since the mean would be too low else.
    """
    proposed = best_moves(state, effort.search, seed)
    if proposed[0] != action and effort.deeper:
        proposed = best_moves(state, effort.deeper, seed + 3)
    if proposed[0] == action:
        return None
    best = _best_of(
        [action, *(one for one in proposed if one != action)], outlook, state, effort.trials, seed
    )
    if best == action:
        return None
    found = compared(outlook, state, best, action, effort.trials, seed + 1)
    if effort.again and abs(found.gain) >= ANOTHER_LOOK:
        found = compared(outlook, state, best, action, effort.again, seed + 2)
    return found


def best_moves(state: State, search: int, seed: int) -> list[int]:
    """What a search of so many simulations would play, and what else it looked at most."""
    thinker = agents.create(f"search:{search}", seed)
    best = thinker.choose(state)
    others = thinker.findings() if isinstance(thinker, SearchAgent) else []
    return [*dict.fromkeys([best, *(action for action, visits, _ in others if visits)])][:PROPOSED]


def _best_of(moves: Sequence[int], outlook: Outlook, state: State, trials: int, seed: int) -> int:
    """The move that is worth most in the same futures."""
    seat, ahead = state.seat, outlook.futures(seed, trials)

    def worth(action: int) -> float:
        return sum(one.shares[seat] for one in outlook.outcomes(state, ahead, eyes=seat, action=action))

    return max(moves, key=worth)


def compared(outlook: Outlook, state: State, best: int, action: int, trials: int, seed: int) -> Better:
    """What a move is worth beside the one played, in so many futures."""
    seat, game = state.seat, outlook.game
    ahead = outlook.futures(seed, trials)
    ours, theirs = (outlook.outcomes(state, ahead, eyes=seat, action=each) for each in (best, action))
    pairs = list(zip(ours, theirs, strict=True))
    gains = summed_up([tuple(a - b for a, b in zip(x.shares, y.shares, strict=True)) for x, y in pairs])
    apart = [lead(x.points, seat) - lead(y.points, seat) for x, y in pairs]
    points, points_error = mean_and_error(apart)
    progress, link = progress_of(game, state), outlook.link
    even, even_error = mean_and_error(
        [one / 100 if link is None else link.at_even(one, game.players, progress) for one in apart]
    )
    return Better(
        words=game.words(best),
        sentence=game.sentence(state, best),
        gain=gains.shares[seat],
        error=gains.errors[seat],
        chance=sum(one.shares[seat] for one in ours) / trials,
        gains=list(gains.shares),
        points=points,
        points_error=points_error,
        even_gain=even,
        even_error=even_error,
    )

"""A hint for somebody who is to move: which move looks best, and why.

It uses what the seat can know and nothing else: what it cannot know is dealt anew for every simulation tried.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from burgher import agents
from burgher.agents.search import SearchAgent
from burgher.games import load
from burgher.kernel.journal import Journal
from burgher.study.intervals import mean_and_error
from burgher.study.outlook import Outlook, summed_up

if TYPE_CHECKING:
    from collections.abc import Mapping

    from burgher.kernel.game import Game
    from burgher.kernel.state import State

SEARCH = "search:4000,1500ms"
"""Who thinks about it, and for how long."""
PLANNER = "search:200,200ms"
"""Who foretells the rest of the turn."""
SIMULATIONS = 120
"""Simulations that compare the moves that looked best."""
CONSIDERED = 4
"""So many moves are compared."""
LONGEST_PLAN = 6
"""How many more decisions of the same turn are foretold."""
LEAST_TOLD = 0.005
"""Differences in chance below this are none."""
WORTH_SAYING = 0.5
"""Points fewer than this are not worth a word."""


class Considered(msgspec.Struct, frozen=True):
    """A move that was thought about."""

    action: int
    words: str
    sentence: str
    chance: float
    """The chance to win with it."""
    behind: float
    """By how much that is less than with the best."""
    error: float
    """By how much the difference may be off (one standard error)."""
    sources: dict[str, float]
    """Points scored in the rounds that follow, by where they come from."""


class Hint(msgspec.Struct, frozen=True):
    """The move that looks best, with what the others are worth."""

    best: Considered
    error: float
    """By how much the chance with it may be off (one standard error)."""
    others: list[Considered]
    plan: list[str]
    """What would follow in the same turn, as sentences."""
    why: list[str]
    """What it gains, as sentences."""


def hint(game: Game, state: State, seed: int, search: str, simulations: int) -> Hint:
    """What the seat to move could do, of a game that is not over, and what so many simulations say of it."""
    seat = state.seat
    known = state.imagine(seat, seed)
    thinker = agents.create(search, seed)
    first = thinker.choose(known)
    found = thinker.findings() if isinstance(thinker, SearchAgent) else []
    ordered = dict.fromkeys([first, *(action for action, visits, _ in found if visits)])
    outlook = Outlook(game, known)
    weighed = [_weighed(outlook, known, action, simulations, seed) for action in list(ordered)[:CONSIDERED]]
    # The search decides, unless a move it thought of is clearly better on simulations that it has not seen.
    best = weighed[0]
    for other in weighed[1:]:
        gain, error = mean_and_error([a - b for a, b in zip(other.shares, best.shares, strict=True)])
        if gain > 2 * error:
            best = other
    others = sorted((one for one in weighed if one is not best), key=lambda one: -sum(one.shares))
    considered = [_considered(game, known, one, best) for one in (best, *others)]
    chances = summed_up([(share,) for share in best.shares])
    return Hint(
        best=considered[0],
        error=chances.errors[0],
        others=considered[1:],
        plan=_plan(game, known, best.action, seed),
        why=_why(considered),
    )


def hint_in(
    game: str, players: int, options: tuple[tuple[str, Any], ...], position: Mapping[str, Any], seed: int
) -> Hint:
    """The same in a position that was written down; made to be run in another process."""
    rules = load(game, players, **dict(options))
    return hint(rules, rules.restore(position), seed, SEARCH, SIMULATIONS)


class _Weighed:
    """A move, the chance that each of its simulations gives, and the points that they bring on average."""

    def __init__(self, action: int, shares: list[float], sources: dict[str, float]) -> None:
        self.action = action
        self.shares = shares
        self.sources = sources


def _weighed(outlook: Outlook, state: State, action: int, simulations: int, seed: int) -> _Weighed:
    seat, journal = state.seat, Journal()
    outcomes = outlook.outcomes(state, simulations, seed, eyes=seat, action=action, journal=journal)
    points: Counter[str] = Counter()
    for entry in journal.entries:
        if entry.points and entry.seat == seat:
            points[outlook.game.source(entry)] += entry.points
    means = {source: count / simulations for source, count in points.most_common()}
    return _Weighed(action, [shares[seat] for shares in outcomes], means)


def _considered(game: Game, state: State, one: _Weighed, best: _Weighed) -> Considered:
    behind, error = mean_and_error([a - b for a, b in zip(best.shares, one.shares, strict=True)])
    return Considered(
        one.action,
        game.words(one.action),
        game.sentence(state, one.action),
        sum(one.shares) / len(one.shares),
        behind,
        error,
        {source: points for source, points in one.sources.items() if abs(points) >= 0.05},
    )


def _plan(game: Game, state: State, action: int, seed: int) -> list[str]:
    """What a quick search would do next, as long as neither chance nor anybody else has a hand in it."""
    plan: list[str] = []
    ahead, seat = state.clone(), state.seat
    for _ in range(LONGEST_PLAN):
        before = ahead.chance, ahead.reveals
        ahead.apply(action)
        if ahead.is_over or ahead.seat != seat or (ahead.chance, ahead.reveals) != before:
            break
        action = agents.create(PLANNER, seed).choose(ahead)
        plan.append(game.sentence(ahead, action))
    return plan


def _why(considered: list[Considered]) -> list[str]:
    """What the best move gains, in words."""
    best, others = considered[0], considered[1:]
    told = []
    brings = [(source, points) for source, points in best.sources.items() if points >= WORTH_SAYING]
    if brings:
        listed = ", ".join(f"{points:.1f} from {source}" for source, points in brings[:3])
        together = sum(points for _, points in brings)
        s = "" if round(together) == 1 else "s"
        told.append(f"In the rounds that follow you would score about {together:.0f} point{s}: {listed}.")
    if not others:
        told.append("Nothing else came close.")
        return told
    next_best = others[0]
    if next_best.behind < max(LEAST_TOLD, 2 * next_best.error):
        told.append("It is a close decision: the next best may be as good.")
    more = {
        source: best.sources.get(source, 0.0) - next_best.sources.get(source, 0.0)
        for source in {**best.sources, **next_best.sources}
    }
    gained = [(source, points) for source, points in more.items() if points >= WORTH_SAYING]
    lost = [(source, -points) for source, points in more.items() if points <= -WORTH_SAYING]
    if gained:
        told.append(f"Compared with the next best, it gains {_points(gained)}.")
    if lost:
        compared = "It" if gained else "Compared with the next best, it"
        told.append(f"{compared} gives up {_points(lost)}.")
    return told


def _points(sums: list[tuple[str, float]]) -> str:
    ordered = sorted(sums, key=lambda pair: -pair[1])[:3]
    return " and ".join(f"{points:.1f} points from {source}" for source, points in ordered)

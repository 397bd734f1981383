"""A hint for somebody who is to move: which move looks best, and why.

It uses what the seat can know and nothing else: what it cannot know is dealt anew for every simulation tried.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from burgher import agents
from burgher.agents.search import SearchAgent
from burgher.games import load
from burgher.kernel.journal import Journal
from burgher.study.intervals import mean_and_error
from burgher.study.outlook import Future, Outcome, Outlook, lead

if TYPE_CHECKING:
    from collections.abc import Mapping

    from burgher.kernel.game import Game
    from burgher.kernel.state import State

SEARCH = "search:4000,1500ms"
"""Who thinks about it, and for how long."""
PLANNER = "search:200,200ms"
"""Who foretells the rest of the turn."""
SIMULATIONS = 480
"""Simulations that compare the moves that looked best."""
CONSIDERED = 4
"""So many moves are compared."""
LONGEST_PLAN = 6
"""How many more decisions of the same turn are foretold."""
LEAST_TOLD = 0.005
"""Differences in chance below this are none."""
WORTH_SAYING = 0.5
"""Points fewer than this are not worth a word."""
MOST_REASONS = 4
"""No more parts of a difference are told than this."""
POSITION = "for what is on the way by then"
OTHERS = "by what the others can expect"
REST = "in all else"


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
    points: float
    """By how many points the lead to expect in the end is smaller than with the best."""
    points_error: float
    sources: dict[str, float]
    """Points scored in the rounds that follow, by where they come from."""


class Reason(msgspec.Struct, frozen=True):
    """A part of what the best move is worth beside the next best."""

    name: str
    points: float
    error: float
    """By how much that may be off (one standard error)."""


class Hint(msgspec.Struct, frozen=True):
    """The move that looks best, with what the others are worth."""

    best: Considered
    error: float
    """By how much the chance with it may be off (one standard error)."""
    others: list[Considered]
    plan: list[str]
    """What would follow in the same turn, as sentences."""
    reasons: list[Reason]
    """What it is worth beside the next best, part by part, the large ones: they add up to its `points`."""
    why: list[str]
    """The same as sentences."""


def hint(game: Game, state: State, seed: int, search: str, simulations: int) -> Hint:
    """What the seat to move could do, of a game that is not over, and what so many simulations say of it."""
    seat = state.seat
    known = state.imagine(seat, seed)
    thinker = agents.create(search, seed)
    first = thinker.choose(known)
    found = thinker.findings() if isinstance(thinker, SearchAgent) else []
    told: dict[str, int] = {}
    for action in [first, *(action for action, visits, _ in found if visits)]:
        # With equal dice each move is there twice, and people see one.
        told.setdefault(game.sentence(known, action), action)
    outlook = Outlook(game, known)
    ahead = outlook.futures(seed, simulations)
    weighed = [_weighed(outlook, known, action, ahead) for action in list(told.values())[:CONSIDERED]]
    # The search proposes, and futures that it has not seen decide: so nothing that is told beside the best
    # looks better. Of equals, it is the one that the search prefers.
    best = max(weighed, key=lambda one: sum(one.shares(seat)))
    others = sorted((one for one in weighed if one is not best), key=lambda one: -sum(one.shares(seat)))
    considered = [_considered(game, known, one, best) for one in (best, *others)]
    reasons = _reasons(best, others[0], seat) if others else []
    _, off = mean_and_error(best.shares(seat))
    return Hint(
        best=considered[0],
        error=off,
        others=considered[1:],
        plan=_plan(game, known, best.action, seed),
        reasons=reasons,
        why=_why(considered, reasons),
    )


def hint_in(
    game: str, players: int, options: tuple[tuple[str, Any], ...], position: Mapping[str, Any], seed: int
) -> Hint:
    """The same in a position that was written down; made to be run in another process."""
    rules = load(game, players, **dict(options))
    return hint(rules, rules.restore(position), seed, SEARCH, SIMULATIONS)


@dataclass(frozen=True)
class _Weighed:
    """A move, where each future leads after it, and the points scored on the way, by source."""

    action: int
    outcomes: list[Outcome]
    scored: list[Counter[str]]

    def shares(self, seat: int) -> list[float]:
        return [one.shares[seat] for one in self.outcomes]

    def leads(self, seat: int) -> list[float]:
        return [lead(one.points, seat) for one in self.outcomes]


def _weighed(outlook: Outlook, state: State, action: int, ahead: list[Future]) -> _Weighed:
    seat, game = state.seat, outlook.game
    outcomes: list[Outcome] = []
    scored: list[Counter[str]] = []
    for future in ahead:
        journal, points = Journal(), Counter[str]()
        outcomes += outlook.outcomes(state, [future], eyes=seat, action=action, journal=journal)
        for entry in journal.entries:
            if entry.points and entry.seat == seat:
                points[game.source(entry)] += entry.points
        scored.append(points)
    return _Weighed(action, outcomes, scored)


def _apart(ours: list[float], theirs: list[float]) -> tuple[float, float]:
    """By how much the first are more on average, future by future, and the error of that."""
    return mean_and_error([a - b for a, b in zip(ours, theirs, strict=True)])


def _considered(game: Game, state: State, one: _Weighed, best: _Weighed) -> Considered:
    seat, simulations = state.seat, len(one.outcomes)
    behind, error = _apart(best.shares(seat), one.shares(seat))
    points, points_error = _apart(best.leads(seat), one.leads(seat))
    sources: Counter[str] = Counter()
    for scored in one.scored:
        sources.update(scored)
    means = {source: count / simulations for source, count in sources.most_common()}
    return Considered(
        one.action,
        game.words(one.action),
        game.sentence(state, one.action),
        sum(one.shares(seat)) / simulations,
        max(0.0, behind),  # never less than nothing, but for how numbers are rounded
        error,
        points,
        points_error,
        {source: points for source, points in means.items() if abs(points) >= 0.05},
    )


def _reasons(best: _Weighed, next_best: _Weighed, seat: int) -> list[Reason]:
    """What makes the difference between two moves, the largest part first; all parts add up to it."""
    parts: dict[str, list[float]] = {}
    names = dict.fromkeys(source for scored in (*best.scored, *next_best.scored) for source in scored)
    for name in names:
        parts[name] = [float(a[name] - b[name]) for a, b in zip(best.scored, next_best.scored, strict=True)]
    promised = [_promised(one, seat) for one in (best, next_best)]
    parts[POSITION] = [a - b for a, b in zip(*promised, strict=True)]
    others = [
        [lead(one.points, seat) - one.points[seat] for one in each.outcomes] for each in (best, next_best)
    ]
    parts[OTHERS] = [a - b for a, b in zip(*others, strict=True)]
    ordered = sorted(parts.items(), key=lambda part: -abs(sum(part[1])))
    told = [part for part in ordered[:MOST_REASONS] if abs(mean_and_error(part[1])[0]) >= WORTH_SAYING]
    rest = [values for _, values in ordered[len(told) :]]
    if told and rest:
        told.append((REST, [sum(column) for column in zip(*rest, strict=True)]))
    return [Reason(name, *mean_and_error(values)) for name, values in told]


def _promised(one: _Weighed, seat: int) -> list[float]:
    """What a position looks worth beyond the points scored on the way, future by future."""
    return [
        each.points[seat] - sum(scored.values())
        for each, scored in zip(one.outcomes, one.scored, strict=True)
    ]


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


def _why(considered: list[Considered], reasons: list[Reason]) -> list[str]:
    """What the best move is worth beside the next best, in words."""
    if len(considered) == 1:
        return ["Nothing else came close."]
    next_best = considered[1]
    told = []
    if next_best.behind < max(LEAST_TOLD, 2 * next_best.error):
        told.append("It is a close decision: the next best may be as good.")
    points = _rounded(next_best.points)
    more = f"{abs(points):.1f} ± {_margin(next_best.points_error)} points {'less' if points < 0 else 'more'}"
    parts = [f"{_signed(one.points)} ± {_margin(one.error)} {_place(one.name)}" for one in reasons]
    because = f": {', '.join(parts)}" if parts else ""
    told.append(f"Compared with the next best, it is worth {more} in the end{because}.")
    return told


def _place(name: str) -> str:
    return name if name in (POSITION, OTHERS, REST) else f"from {name}"


def _rounded(points: float) -> float:
    return round(points, 1) + 0.0


def _signed(points: float) -> str:
    return f"{_rounded(points):+.1f}".replace("-", "−")


def _margin(error: float) -> str:
    return f"{max(0.1, 2 * error):.1f}"

"""What the games of a contest say about those who played: ratings, shares of victories, points.

A deal that is played several times, everybody in each seat once, is one piece of evidence, not several: all
intervals take deals as what is independent.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import log, sqrt
from statistics import fmean, stdev
from typing import Any

from burgher.arena.results import GameResult
from burgher.kernel.errors import BurgherError
from burgher.study.intervals import CONFIDENCE, wilson

MIDDLE = 1500
"""The mean of all ratings."""
ELO = 400 / log(10)
"""A rating is Elo's: 400 more means ten victories to one."""
BEFOREHAND = 0.5
"""Half a victory each way between any two beforehand (Jeffreys): nobody is infinitely strong."""
DRAWS = 400
"""How often the deals are weighed anew, to see how far the ratings move."""


@dataclass(frozen=True)
class Share:
    """A share of victories, with its interval at 95 %."""

    games: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Rating:
    """How strong an agent is, on Elo's scale, with its interval at 95 %."""

    value: float
    low: float
    high: float


Deal = tuple[object, int]
"""A deal of a match: what stands for the match, and the deal's number."""
ByDeal = defaultdict[Deal, list[float]]
"""What was reached in the games on each deal."""


def _nothing() -> ByDeal:
    return defaultdict(list)


@dataclass
class Performance:
    """What one agent has done, in all its games and seats."""

    name: str
    plays: str
    """Who really plays, where the name is that of a level."""
    points: ByDeal = field(default_factory=_nothing)
    won: ByDeal = field(default_factory=_nothing)
    """Its part of each victory."""
    won_by_seat: list[ByDeal] = field(default_factory=list)
    """The same by seat, counted from whoever begins."""
    sources: Counter[str] = field(default_factory=Counter)
    rating: Rating | None = None
    """None for one who has met nobody else."""

    @property
    def scores(self) -> list[float]:
        """Its points, game by game."""
        return [points for deal in self.points.values() for points in deal]

    @property
    def mean(self) -> float:
        """Mean points."""
        return fmean(self.scores)

    @property
    def mean_error(self) -> float:
        """Half the interval of the mean points, at 95 %."""
        return CONFIDENCE * sqrt(_variance_of_mean(list(self.points.values())))

    @property
    def stdev(self) -> float:
        """Standard deviation of the points; 0 for a single game."""
        return stdev(self.scores) if len(self.scores) > 1 else 0.0

    @property
    def share(self) -> Share:
        """Its share of the victories in the games it played, for each of its seats."""
        return share(self.won)

    def mean_by_source(self) -> dict[str, float]:
        """Mean points by where they come from, the most first."""
        ordered = sorted(self.sources.items(), key=lambda item: (-item[1], item[0]))
        return {source: points / len(self.scores) for source, points in ordered}


@dataclass
class Ladder:
    """What a contest has shown."""

    players: int
    games: int
    decisions: int
    agents: list[Performance]
    """The strongest first."""
    meetings: dict[tuple[str, str], Share]
    """How often the first of two was placed before the second where both sat at a table; ties count half."""
    by_seat: list[Share]
    """What each seat has of the victories, whoever sat there, counted from the one that begins."""


def share(won: ByDeal) -> Share:
    """The mean of what was won, and Wilson's interval for as many games as they are worth.

    Games on the same deal hang together. Seats being swapped, good luck and bad mostly balance, and then so
    many games say more than as many on deals of their own would.
    """
    return share_of_deals(list(won.values()))


def share_of_deals(deals: Sequence[Sequence[float]]) -> Share:
    """The same of what was won in the games on each deal."""
    games = sum(len(deal) for deal in deals)
    value = sum(sum(deal) for deal in deals) / games
    most = worth = float(games)
    if len(deals) > 1 and 0 < value < 1:
        most *= max(len(deal) for deal in deals)
        variance = _variance_of_mean(deals)
        worth = min(most, value * (1 - value) / variance) if variance else most
    return Share(games, value, *wilson(value, worth))


def _variance_of_mean(deals: Sequence[Sequence[float]]) -> float:
    """How much the mean of all games varies, deals being independent; 0 for a single one."""
    if len(deals) < 2:
        return 0.0
    games = sum(len(deal) for deal in deals)
    mean = sum(sum(deal) for deal in deals) / games
    squares = sum((sum(deal) - mean * len(deal)) ** 2 for deal in deals)
    return squares * len(deals) / (len(deals) - 1) / games**2


def ladder(games: Sequence[GameResult]) -> Ladder:
    """What some games of the same rules say; there must be one."""
    players = games[0].match.rules.players
    found: dict[str, Performance] = {}
    met: defaultdict[tuple[str, str], ByDeal] = defaultdict(_nothing)
    seats = [_nothing() for _ in range(players)]
    for played in games:
        outcome, names = played.outcome, played.names
        deal = played.match, played.match.deal_of(played.number)
        plays = dict(zip(played.match.line_up, played.match.plays, strict=True))
        for seat, name in enumerate(names):
            if name not in found:
                found[name] = Performance(name, plays[name], won_by_seat=[_nothing() for _ in names])
            agent, won = found[name], float(outcome.wins(seat))
            turn = (seat - outcome.first) % players
            agent.points[deal].append(outcome.scores[seat])
            agent.sources.update(outcome.sources[seat])
            for wins in (agent.won, agent.won_by_seat[turn], seats[turn]):
                wins[deal].append(won)
            for other, theirs in enumerate(names):
                if theirs != name:
                    behind = outcome.ranks[other] - outcome.ranks[seat]
                    met[name, theirs][deal].append((behind > 0) + (behind == 0) / 2)
    for name, rating in ratings(met).items():
        found[name].rating = rating
    return Ladder(
        players,
        len(games),
        sum(played.outcome.decisions for played in games),
        sorted(found.values(), key=_by_strength),
        {pair: share(deals) for pair, deals in met.items()},
        [share(deals) for deals in seats],
    )


def _by_strength(agent: Performance) -> tuple[float, float, str]:
    return -(agent.rating.value if agent.rating else agent.share.value), -agent.mean, agent.name


def ratings(met: Mapping[tuple[str, str], ByDeal]) -> dict[str, Rating]:
    """Bradley and Terry's ratings of those who met, with intervals by the Bayesian bootstrap over deals."""
    if not met:
        return {}
    choix, numpy = _library("choix"), _library("numpy")
    names = sorted({name for pair in met for name in pair})
    place = {name: n for n, name in enumerate(names)}
    # Of two who met, one direction is enough: what one has not won of a game, the other has.
    pairs = [
        (
            place[one],
            place[other],
            numpy.array([sum(deal) for deal in deals.values()]),
            numpy.array([len(deal) for deal in deals.values()]),
        )
        for (one, other), deals in sorted(met.items())
        if one < other
    ]
    chance = numpy.random.default_rng(1)

    def strengths(near: Any = None) -> Any:
        """How strong all are, each deal counting once; or, near what that gave, with weights drawn anew."""
        shape, anew = (len(names), len(names)), near is not None
        won = chance.gamma(BEFOREHAND, size=shape) if anew else numpy.full(shape, BEFOREHAND)
        for one, other, wins, count in pairs:
            weights = chance.standard_exponential(len(wins)) if anew else 1
            won[one, other] += (weights * wins).sum()
            won[other, one] += (weights * (count - wins)).sum()
        return choix.ilsr_pairwise_dense(won, initial_params=near, tol=1e-4)

    middle = strengths()
    ends = numpy.percentile([strengths(middle) for _ in range(DRAWS)], (2.5, 97.5), axis=0)
    found, low, high = (MIDDLE + ELO * some for some in (middle, *ends))
    return {name: Rating(float(found[n]), float(low[n]), float(high[n])) for name, n in place.items()}


def check_libraries() -> None:
    """Raise a `BurgherError` if what ratings need is missing, before games are played for them."""
    _library("choix")


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise BurgherError(f"ratings need {name}: pip install {name}") from error

"""A series of games between agents, and what it says about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from burgher import agents
from burgher.arena.playing import Outcome, play_out
from burgher.arena.pool import SingleProcess, WorkerPool, derived, spread
from burgher.games import load
from burgher.kernel.errors import BadOptions
from burgher.study.intervals import wilson

if TYPE_CHECKING:
    from burgher.kernel.game import Game, OptionValue


def line_up(names: list[str], players: int) -> tuple[str, ...]:
    """The agents of a game's players, those given being repeated in turn; raises `BadOptions`."""
    for name in names:
        agents.create(name, 0)
    if not 0 < len(names) <= players:
        raise BadOptions(f"{len(names)} agents cannot play a game of {players} players")
    return tuple(names[n % len(names)] for n in range(players))


@dataclass(frozen=True)
class Series:
    """Which games are played: everything that happens in them follows from this."""

    game: str
    players: int
    options: dict[str, OptionValue]
    agents: tuple[str, ...]
    """One for each player (see `line_up`). They move round the table from game to game."""
    seed: int

    @classmethod
    def of(cls, game: Game, agents: list[str], seed: int) -> Series:
        """The series of a game's options; raises `BadOptions` for agents that are not there."""
        return cls(game.name, game.players, game.options, line_up(agents, game.players), seed)

    def load(self) -> Game:
        """The game that is played."""
        return load(self.game, self.players, **self.options)

    def seating(self, number: int) -> list[int]:
        """Which agent of the line-up has each seat in a game: they move on by one from game to game."""
        return [(seat - number) % self.players for seat in range(self.players)]

    def seed_of(self, number: int) -> int:
        """The seed that a game is dealt from."""
        return derived(self.seed, number)


@dataclass
class Tally:
    """What one agent has done so far.

    Everything is a whole number or a fraction, so that sums do not depend on their order.
    """

    games: int = 0
    points: int = 0
    squares: int = 0
    wins: Fraction = Fraction(0)
    """Games won; those who share a victory share the win."""
    sources: Counter[str] = field(default_factory=Counter)
    """Points by where they come from."""

    def add(self, other: Tally) -> None:
        """Take in another tally of the same agent."""
        self.games += other.games
        self.points += other.points
        self.squares += other.squares
        self.wins += other.wins
        self.sources.update(other.sources)

    @property
    def mean(self) -> float:
        """Mean points."""
        return self.points / self.games

    @property
    def stdev(self) -> float:
        """Standard deviation of the points, as a sample's; 0 for a single game."""
        if self.games < 2:
            return 0.0
        return sqrt((self.games * self.squares - self.points**2) / (self.games * (self.games - 1)))

    @property
    def win_interval(self) -> tuple[float, float]:
        """Wilson's interval, at 95 %, for the share of games won."""
        return wilson(float(self.wins) / self.games, self.games)

    def mean_by_source(self) -> dict[str, float]:
        """Mean points by where they come from, the most first."""
        ordered = sorted(self.sources.items(), key=lambda item: (-item[1], item[0]))
        return {source: points / self.games for source, points in ordered}


@dataclass
class Standings:
    """What a series has shown so far."""

    tallies: list[Tally]
    """One for each agent of the line-up."""
    decisions: int = 0
    stopped: int = 0
    """How many games would not end, and count as they stood."""

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.tallies[0].games

    def enter(self, tallies: list[Tally], outcome: Outcome) -> None:
        """Take in a game, by the tallies of those who had its seats."""
        self.decisions += outcome.decisions
        self.stopped += outcome.stopped
        for seat, tally in enumerate(tallies):
            tally.games += 1
            tally.points += outcome.scores[seat]
            tally.squares += outcome.scores[seat] ** 2
            tally.wins += outcome.wins(seat)
            tally.sources.update(outcome.sources[seat])

    def add(self, other: Standings) -> None:
        """Take in the standings of other games of the same series."""
        self.decisions += other.decisions
        self.stopped += other.stopped
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.add(theirs)


def play_series(
    series: Series, games: int, pool: WorkerPool | None = None, report: Callable[[int], None] | None = None
) -> Standings:
    """Play games 0 to `games` - 1 of a series, alone or with a pool.

    `report` is told how many more were played.
    """
    standings = _none_played(series)
    for portion, part in spread(partial(play_games, series), range(games), pool or SingleProcess()):
        standings.add(part)
        if report is not None:
            report(len(portion))
    return standings


def play_games(series: Series, numbers: Sequence[int]) -> Standings:
    """Play some games of a series, in this process."""
    game, standings = series.load(), _none_played(series)
    for number in numbers:
        seating = series.seating(number)
        players = [(series.agents[n], derived(series.seed, number, n)) for n in seating]
        outcome = play_out(game, series.seed_of(number), players)
        standings.enter([standings.tallies[n] for n in seating], outcome)
    return standings


def _none_played(series: Series) -> Standings:
    return Standings([Tally() for _ in series.agents])

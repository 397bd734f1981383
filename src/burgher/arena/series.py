"""A series of games between agents, and what it says about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from burgher import agents
from burgher.arena.pool import derived, spread
from burgher.games import load
from burgher.kernel.errors import BadOptions
from burgher.kernel.journal import Journal

if TYPE_CHECKING:
    from burgher.kernel.game import Game, OptionValue

CONFIDENCE = 1.959964
"""Standard deviations either side that hold 95 % of a normal distribution."""


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
        n, share, z2 = self.games, float(self.wins) / self.games, CONFIDENCE**2
        middle = (share + z2 / (2 * n)) / (1 + z2 / n)
        half = CONFIDENCE * sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        return max(0.0, middle - half), min(1.0, middle + half)

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

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.tallies[0].games

    def add(self, other: Standings) -> None:
        """Take in the standings of other games of the same series."""
        self.decisions += other.decisions
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.add(theirs)


def play_series(
    series: Series, games: int, processes: int = 1, report: Callable[[int], None] | None = None
) -> Standings:
    """Play games 0 to `games` - 1 of a series; `report` is told how many more were played."""
    standings = _none_played(series)
    for portion, part in spread(partial(play_games, series), range(games), processes):
        standings.add(part)
        if report is not None:
            report(len(portion))
    return standings


def play_games(series: Series, numbers: range) -> Standings:
    """Play some games of a series, in this process."""
    game, standings = series.load(), _none_played(series)
    for number in numbers:
        try:
            _play(series, game, number, standings)
        except Exception as error:
            error.add_note(f"in game {number} of the series: {game!r}.deal({series.seed_of(number)})")
            raise
    return standings


def _none_played(series: Series) -> Standings:
    return Standings([Tally() for _ in series.agents])


def _play(series: Series, game: Game, number: int, standings: Standings) -> None:
    """Play one game and enter it into the standings."""
    journal = Journal()
    state = game.deal(series.seed_of(number), journal)
    seating = series.seating(number)
    choosers = [agents.create(series.agents[n], derived(series.seed, number, n)).choose for n in seating]
    while not state.is_over:
        state.apply(choosers[state.seat](state))
        standings.decisions += 1
    tallies = [standings.tallies[n] for n in seating]
    ranks = state.ranks()
    for tally, points, rank in zip(tallies, state.scores(), ranks, strict=True):
        tally.games += 1
        tally.points += points
        tally.squares += points**2
        if rank == 1:
            tally.wins += Fraction(1, ranks.count(1))
    for entry in journal.entries:
        if entry.points:
            tallies[entry.seat].sources[game.source(entry)] += entry.points

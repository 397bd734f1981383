"""Everybody's chances to win in a position, with how sure that is.

Some lines (`burgher.kernel.lines`) are played on from the position by players who look one action ahead.
Where a line has not come to the end of the game, the game's instinct says what each seat's side looks worth,
and the `Link` measured on good games turns that into chances. The mean over the lines is the estimate, and
how far they differ says by how much it may be off. A game of which nothing was measured is played to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from burgher.kernel.chance import sown
from burgher.kernel.lines import LONGEST, NOBODY, NOTHING, Lines
from burgher.study.known import good_games, progress_of

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.journal import Journal
    from burgher.kernel.state import State

DECISIONS = 24
"""How many decisions of a line are played before it is judged: some turns of everybody."""


@dataclass(frozen=True)
class Chances:
    """Each seat's chance to win, and by how much each estimate may be off (one standard error)."""

    shares: tuple[float, ...]
    errors: tuple[float, ...]


def certain(state: State) -> Chances:
    """The result of a game that is over: who shares a victory shares the chance."""
    ranks = state.ranks()
    won = ranks.count(1)
    return Chances(tuple(1 / won if rank == 1 else 0.0 for rank in ranks), (0.0,) * len(ranks))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of some values and its standard error."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, 1.0
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)


@dataclass(frozen=True)
class Outcome:
    """Where one line has led: each seat's chance there, and what its side looks worth, in points."""

    shares: tuple[float, ...]
    worths: tuple[float, ...]


class Outlook:
    """Estimates chances in positions of one game."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        good = good_games(game.name, game.players)
        self._link = None if good is None else good.link
        self._lines = Lines(state, LONGEST if good is None else DECISIONS)

    def chances(
        self, state: State, lines: int, seed: int, *, eyes: int = NOBODY, action: int = NOTHING
    ) -> Chances:
        """Everybody's chances in a position, or after an action in it whatever chance then brings.

        With `eyes`, only what that seat can know is used; else all that lies in hands is known too. Equal
        seeds let the same dice fall, as far as that goes.
        """
        if state.is_over:
            return certain(state)
        return summed_up([one.shares for one in self.outcomes(state, lines, seed, eyes=eyes, action=action)])

    def outcomes(
        self,
        state: State,
        lines: int,
        seed: int,
        *,
        eyes: int = NOBODY,
        action: int = NOTHING,
        journal: Journal | None = None,
    ) -> list[Outcome]:
        """Where some lines lead; a journal is told of them all, one after another."""
        found = []
        for n in range(lines):
            self._lines.follow(state, eyes, action, sown(seed + 2 * n), sown(seed + 2 * n + 1), journal)
            found.append(self._outcome())
        return found

    def _outcome(self) -> Outcome:
        end = self._lines.end
        worths = self._lines.worths(self.game.players)
        points = tuple(worth / 100 for worth in worths)
        if end.is_over or self._link is None:
            return Outcome(certain(end).shares, points)
        return Outcome(self._link.shares(points, progress_of(self.game, end)), points)


def summed_up(rows: Sequence[tuple[float, ...]]) -> Chances:
    """The means of what some lines give each seat, with their errors."""
    pairs = [mean_and_error(column) for column in zip(*rows, strict=True)]
    return Chances(tuple(mean for mean, _ in pairs), tuple(error for _, error in pairs))

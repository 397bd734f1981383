"""Everybody's chances to win in a position, with how sure that is.

A simulation is one future of many: the chance to come is dealt anew, or with somebody's eyes all that they
cannot know, and everybody plays on quickly, taking the best of some actions at first sight, to the end of
some round. There the game's heuristic says what each seat's side looks worth, and the `Link` measured on good
games turns that into chances. The mean over some simulations is the estimate, and how far they differ says by
how much it may be off. Simulations end with a round because everybody must have had the same turns: a turn is
worth more than most moves differ in. A game of which nothing was measured is played to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from burgher.kernel.chance import seeded, step
from burgher.kernel.playout import best_of_some
from burgher.study.intervals import mean_and_error
from burgher.study.known import Link, clock_of, good_games, progress_of

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.journal import Journal
    from burgher.kernel.state import State

ROUNDS = (1, 2, 3, 4, 6, 8)
"""Simulations end, in turn, when so many rounds more have begun: where simulations of one length come to
reach the end of the game, all would at once be certain of what they had only guessed, and it would look like
luck."""
LONGEST = 10_000
"""No simulation has more decisions than this, in whichever game."""
TRIED = 8
"""Of so many actions, drawn at random, the players of a simulation take the best."""


@dataclass(frozen=True)
class Chances:
    """Each seat's chance to win, and by how much each estimate may be off (one standard error).

    For whoever plays alone, the points to expect, in hundreds.
    """

    shares: tuple[float, ...]
    errors: tuple[float, ...]


def certain(state: State) -> Chances:
    """The result of a game that is over: who shares a victory shares the chance.

    Whoever plays alone has nobody to win against: in place of a chance stand the points, in hundreds.
    """
    return certain_result(state.ranks(), state.scores())


def certain_result(ranks: Sequence[int], scores: Sequence[int]) -> Chances:
    """The same, given places and points."""
    if len(ranks) == 1:
        return Chances((scores[0] / 100,), (0.0,))
    won = ranks.count(1)
    return Chances(tuple(1 / won if rank == 1 else 0.0 for rank in ranks), (0.0,) * len(ranks))


class Outlook:
    """Estimates chances in positions of one game."""

    def __init__(self, game: Game, state: State, link: Link | None = None) -> None:
        """For positions like a state; the link is the one that was measured, unless another is given."""
        self.game = game
        good = good_games(game.name, game.players)
        self._link = link or (None if good is None else good.link)
        self._end = state.clone()
        self._trial = state.clone()

    def chances(
        self, state: State, simulations: int, seed: int, *, eyes: int | None = None, action: int | None = None
    ) -> Chances:
        """Everybody's chances in a position, or after an action in it whatever chance then brings.

        With `eyes`, only what that seat can know is used; else all that lies in hands is known too. Equal
        seeds let the same dice fall, as far as that goes.
        """
        if state.is_over:
            return certain(state)
        return summed_up(self.outcomes(state, simulations, seed, eyes=eyes, action=action))

    def outcomes(
        self,
        state: State,
        simulations: int,
        seed: int,
        *,
        eyes: int | None = None,
        action: int | None = None,
        journal: Journal | None = None,
    ) -> list[tuple[float, ...]]:
        """Everybody's chances where each of some simulations leads; a journal is told of all of them."""
        found = []
        for n in range(simulations):
            end = self.simulate(state, n, seed, eyes, action, journal)
            found.append(self._judged(end))
        return found

    def simulate(
        self,
        state: State,
        number: int,
        seed: int,
        eyes: int | None = None,
        action: int | None = None,
        journal: Journal | None = None,
    ) -> State:
        """Where one simulation of a seed leads."""
        end, trial = self._end, self._trial
        chance, lot = seeded(seed + 2 * number), seeded(seed + 2 * number + 1)
        end.copy_from(state)
        if eyes is None:
            end.draws, end.chance = None, chance
        else:
            end.redeal_hidden(eyes, chance)
        end.journal = journal
        until = clock_of(self.game, end) + ROUNDS[number % len(ROUNDS)]
        if action is not None:
            end.apply(action)
        for _ in range(LONGEST):
            if end.is_over or (self._link is not None and clock_of(self.game, end) >= until):
                break
            lot = step(lot)
            end.apply(best_of_some(end, trial, TRIED, lot))
        end.journal = None
        return end

    def _judged(self, end: State) -> tuple[float, ...]:
        if end.is_over or self._link is None:
            return certain(end).shares
        points = [end.evaluate(seat) / 100 for seat in range(self.game.players)]
        return self._link.shares(points, progress_of(self.game, end))


def summed_up(rows: Sequence[tuple[float, ...]]) -> Chances:
    """The means of what some simulations give each seat, with their errors."""
    pairs = [mean_and_error(column) for column in zip(*rows, strict=True)]
    return Chances(tuple(mean for mean, _ in pairs), tuple(error for _, error in pairs))

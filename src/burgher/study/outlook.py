"""Everybody's chances in a position, what chance did to them, and what one move is worth beside another.

A simulation is one future of many: the chance to come is dealt anew, or with somebody's eyes all that they
cannot know, and everybody plays on quickly, taking the best of the actions at first sight, until some rounds
have begun. There a `Judge` says how many points each seat is to be expected to have, and the `Link` measured
on games turns that into chances. The mean over some simulations is the estimate, and how far they differ says
by how much it may be off. A game of which nothing was measured is played to its end.

A learned network sees early how games end: its simulations are short, so that little else falls in them than
what is looked at, and they say as much as ten times as many judged by the heuristic.

What is compared is simulated alike: the rounds in which simulations end are counted from one position that
lies before both (`since`), the same futures lie before both, and the same function judges. So the luck of a
throw is zero on average, whatever that function is worth: the throw that fell is one of those that could
have fallen, and nothing else tells it from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from burgher import games
from burgher.kernel.chance import drawn, seeded, step
from burgher.kernel.playout import best_at_sight, best_of_some
from burgher.study.intervals import mean_and_error, paired_error
from burgher.study.judging import Judge
from burgher.study.known import Link, good_games, progress_of

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.journal import Journal
    from burgher.kernel.network_file import NetworkFile
    from burgher.kernel.state import State

ROUNDS = (2, 3, 4, 6)
"""Simulations end when so many rounds more have begun, as often each, if the heuristic judges."""
SOON = (0, 1, 2)
"""And where a learned network does: it says about as much at once as later, and errs in other ways there."""
LONGEST = 10_000
"""No simulation has more decisions than this, in whichever game."""
TRIED = 8
"""Of so many actions, drawn at random, the players of a simulation take the best; of all if it is short."""
APART = 2**21
"""The futures of neighbouring seeds have nothing in common, as long as they are no more than half of this."""


@dataclass(frozen=True)
class Chances:
    """Each seat's chance to win, and by how much each estimate may be off (one standard error).

    For whoever plays alone, the points to expect, in hundreds. Differences of chances are kept like this too.
    """

    shares: tuple[float, ...]
    errors: tuple[float, ...]


class Outcome(NamedTuple):
    """Where a simulation has led."""

    points: tuple[float, ...]
    """What each seat is to be expected to have in the end."""
    shares: tuple[float, ...]
    """Everybody's chances."""


class Future(NamedTuple):
    """All that is random in a simulation, besides the position it starts from."""

    throw: int
    """The generator's state before anything happens: what is hidden, and what an action throws or draws."""
    stratum: int
    """In which part of all that its first draw may give it lies."""
    chance: int
    """The generator's state after the action, if there is one."""
    lot: int
    """What the players of the simulation choose by."""
    rounds: int
    """In how many rounds it ends."""


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


def spread_throws(seed: int, count: int) -> list[tuple[int, int]]:
    """States of the generator whose next draws are spread evenly: one in each of so many equal parts.

    With each comes the number of its part. They come in random order, so that nothing else that is dealt out
    in order, as the rounds of simulations are, goes along with what is thrown.
    """
    chance = seeded(seed)
    left, found = set(range(count)), []
    while left:
        before, chance = chance, step(chance)
        part = drawn(chance, count)
        if part in left:
            left.remove(part)
            found.append((before, part))
    return found


def futures(seed: int, count: int, rounds: Sequence[int] = ROUNDS) -> list[Future]:
    """So many futures, the same for the same seed, that end in so many rounds by turns."""
    first = APART * seed
    return [
        Future(
            throw,
            stratum,
            seeded(first + 2 * n + 1),
            seeded(first + 2 * n + 2),
            rounds[n % len(rounds)],
        )
        for n, (throw, stratum) in enumerate(spread_throws(first, count))
    ]


class Outlook:
    """Looks into the futures of positions of one game."""

    def __init__(
        self, game: Game, state: State, link: Link | None = None, network: NetworkFile | None = None
    ) -> None:
        """For positions like a state; by what was measured, unless a link and who judges are given."""
        self.game = game
        good = good_games(game.name, game.players)
        if link is None and good is not None:
            link, network = good.judged_by(game)
        self.link = link
        """How points become chances; None where that was not measured."""
        self.judge = Judge(game, network)
        self.is_short = network is not None
        """Whether simulations are short, since a network judges."""
        study = games.study(game.name)
        self._clock: Callable[[State], int] | None = None if study is None else study.clock
        self._end = state.clone()
        self._trial = state.clone()

    def clock(self, state: State) -> int:
        """How many rounds of the game have begun."""
        return 0 if self._clock is None else self._clock(state)

    def futures(self, seed: int, count: int) -> list[Future]:
        """So many futures, as long as they have to be for who judges, the same for the same seed."""
        return futures(seed, count, SOON if self.is_short else ROUNDS)

    # -- estimates -----------------------------------------------------------------------------

    def chances(self, state: State, simulations: int, seed: int) -> Chances:
        """Everybody's chances in a position in which all that lies on the table and in hands is known."""
        if state.is_over:
            return certain(state)
        return summed_up([one.shares for one in self.outcomes(state, self.futures(seed, simulations))])

    def luck(self, state: State, action: int, after: State, simulations: int, seed: int) -> Chances:
        """What chance did to everybody when an action led to a position: zero on average.

        The position as it came about is compared with those that other throws and draws would have led to.
        """
        ahead = self.futures(seed, simulations)
        fell = self.outcomes(after, ahead, since=state)
        fresh = self.outcomes(state, ahead, action=action)
        order = sorted(range(simulations), key=lambda n: ahead[n].stratum)
        columns = [
            [fell[n].shares[seat] - fresh[n].shares[seat] for n in order] for seat in range(self.game.players)
        ]
        return Chances(
            tuple(sum(column) / simulations for column in columns),
            tuple(paired_error(column) for column in columns),
        )

    # -- simulations ---------------------------------------------------------------------------

    def outcomes(
        self,
        state: State,
        ahead: Sequence[Future],
        *,
        eyes: int | None = None,
        action: int | None = None,
        since: State | None = None,
        journal: Journal | None = None,
    ) -> list[Outcome]:
        """Where each of some futures leads; a journal is told of all of them.

        With `eyes`, only what that seat can know is used; else all that lies in hands is known too. Rounds
        are counted since a position before this one, or from this one on.
        """
        clock = self.clock(state if since is None else since)
        found = []
        for future in ahead:
            end = self.simulate(state, future, clock + future.rounds, eyes, action, journal)
            found.append(self._judged(end))
        return found

    def simulate(
        self,
        state: State,
        future: Future,
        until: int,
        eyes: int | None = None,
        action: int | None = None,
        journal: Journal | None = None,
    ) -> State:
        """Where a future leads in which so many rounds have begun in all."""
        end, trial = self._end, self._trial
        end.copy_from(state)
        if eyes is None:
            end.draws, end.chance = None, future.throw
        else:
            end.redeal_hidden(eyes, future.throw)
        end.journal = journal
        if action is not None:
            end.apply(action)
        end.chance = future.chance
        to_the_end = self.link is None or self._clock is None
        lot = future.lot
        for _ in range(LONGEST):
            if end.is_over or (not to_the_end and self.clock(end) >= until):
                break
            lot = step(lot)
            if self.is_short:
                end.apply(best_at_sight(end, trial, lot))
            else:
                end.apply(best_of_some(end, trial, TRIED, lot))
        end.journal = None
        return end

    def _judged(self, end: State) -> Outcome:
        points = self.judge.points(end)
        if end.is_over or self.link is None:
            return Outcome(points, certain(end).shares)
        return Outcome(points, self.link.shares(points, progress_of(self.game, end)))


def summed_up(rows: Sequence[tuple[float, ...]]) -> Chances:
    """The means of what some simulations give each seat, with their errors."""
    pairs = [mean_and_error(column) for column in zip(*rows, strict=True)]
    return Chances(tuple(mean for mean, _ in pairs), tuple(error for _, error in pairs))


def lead(points: Sequence[float], seat: int) -> float:
    """By how many points a seat is ahead of the others' mean; alone, what it has."""
    others = len(points) - 1
    return points[seat] - ((sum(points) - points[seat]) / others if others else 0.0)

"""Luck is what dice did and nothing else: in a game where the truth can be worked out, it is found.

In this game two players do nothing worth mention, and after both have, two dice are thrown: each gets the
points of one. The game leans: the second player gets more every round, whatever falls. So every look one
round further is worse for the first, and whoever compares looks of different lengths calls that bad luck.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, cast

import pytest

from burgher import Game
from burgher.kernel.chance import drawn, roll_two, step
from burgher.kernel.offers import offer
from burgher.kernel.state import State
from burgher.study.better import Effort, better_move
from burgher.study.intervals import mean_and_error, paired_error
from burgher.study.known import Link
from burgher.study.outlook import ROUNDS, Outlook, futures, lead, spread_throws

if TYPE_CHECKING:
    from mypy_extensions import i64

    from burgher.kernel.ints import Ints

LAST, LEAN, SPOILED = 8, 2, 4
LINK = Link(0.08, 0.08)
WAIT, SPOIL = 0, 1
SEATS = 2


class Leaning(State):
    """A position of it."""

    def __init__(self) -> None:
        super().__init__()
        self.round = 0
        self.points = [0, 0]

    def offers(self, into: Ints) -> i64:
        return offer(into, 0, 0, 0 if self.is_over else 0b11)

    def sensible_offers(self, into: Ints) -> i64:
        return offer(into, 0, 0, 0b01)

    def apply(self, action: i64) -> None:
        if action == SPOIL:
            self.points[self.seat] -= SPOILED
        if self.seat == 0:
            self.seat = 1
            return
        self.seat = 0
        first, second = divmod(roll_two(self), 6)
        self.points[0] += first
        self.points[1] += second + LEAN
        self.round += 1
        self.is_over = self.round == LAST

    def clone(self) -> Leaning:
        other = Leaning()
        other.copy_from(self)
        return other

    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        them = cast(Leaning, other)
        self.round, self.points = them.round, them.points[:]

    def scores(self) -> list[int]:
        return self.points[:]

    def ranks(self) -> list[int]:
        return [1 + sum(other > mine for other in self.points) for mine in self.points]

    def evaluate(self, seat: i64) -> i64:
        return 100 * self.points[seat]


def start(seed: int) -> Leaning:
    state = Leaning()
    state.draw_from(seed)
    return state


def outlook_of(pebbles: Game) -> Outlook:
    """Looks into its futures; any game for two lends its name."""
    outlook = Outlook(pebbles, start(0), LINK)
    outlook._clock = lambda state: cast(Leaning, state).round
    return outlook


@cache
def truth(ahead: int, round_: int, until: int) -> float:
    """The first player's chance who is so many points ahead, looked at until a round has begun."""
    if round_ == LAST:
        return (1 + (ahead > 0) - (ahead < 0)) / 2
    if round_ >= until:
        return LINK.shares((ahead, 0), 0)[0]
    return sum(truth(ahead + a - b - LEAN, round_ + 1, until) for a in range(6) for b in range(6)) / 36


def true_luck(before: Leaning, after: Leaning) -> float:
    ahead, was, clock = lead(after.points, 0), lead(before.points, 0), before.round
    return sum(
        truth(int(ahead), clock + 1, clock + rounds)
        - sum(truth(int(was) + a - b - LEAN, clock + 1, clock + rounds) for a in range(6) for b in range(6))
        / 36
        for rounds in ROUNDS
    ) / len(ROUNDS)


def throws_of(seed: int) -> list[tuple[Leaning, Leaning]]:
    """The positions before and after every throw of a game."""
    state, found = start(seed), []
    while not state.is_over:
        before = state.clone()
        state.apply(WAIT)
        if state.seat == 0:
            found.append((before, state.clone()))
    return found


@pytest.mark.parametrize("simulations", [16, 45])
def test_the_errors_of_luck_cover_the_truth_as_often_as_they_say(pebbles: Game, simulations: int) -> None:
    outlook, games = outlook_of(pebbles), 60
    covered, squares, claimed = 0, 0.0, 0.0
    for game in range(games):
        off = variance = 0.0
        for n, (before, after) in enumerate(throws_of(game)):
            found = outlook.luck(before, WAIT, after, simulations, 100 * game + n)
            assert found.shares[0] == pytest.approx(-found.shares[1])
            off += found.shares[0] - true_luck(before, after)
            variance += found.errors[0] ** 2
        covered += abs(off) <= 1.96 * sqrt(variance)
        squares += off**2
        claimed += variance
    assert covered >= 0.9 * games
    assert 0.6 < sqrt(squares / claimed) < 1.15, "and errors are not made large to be safe"


def test_luck_is_zero_on_average_where_a_longer_look_is_not(pebbles: Game) -> None:
    """The mean over everything that can fall; a look that begins after the throw goes one round further."""
    outlook, before = outlook_of(pebbles), throws_of(1)[2][0]
    afters = []
    for throw, _ in spread_throws(5, 36):  # each once
        after = before.clone()
        after.chance = throw
        after.apply(WAIT)
        afters.append(after)
    assert len({tuple(after.points) for after in afters}) == 36
    fair, further = [], []
    for seed in range(12):
        fair.append(
            sum(outlook.luck(before, WAIT, after, 36, seed).shares[0] for after in afters) / len(afters)
        )
        ahead = futures(seed, 36)
        meant = outlook.outcomes(before, ahead, action=WAIT)
        found = [one.shares[0] for after in afters for one in outlook.outcomes(after, ahead)]
        further.append(sum(found) / len(found) - sum(one.shares[0] for one in meant) / 36)
    mean, error = mean_and_error(fair)
    assert error < 0.004
    assert abs(mean) < 3 * error
    wrong, _ = mean_and_error(further)
    assert wrong < -0.02


def test_what_is_thrown_is_spread_evenly_and_goes_along_with_nothing() -> None:
    fell = sorted(drawn(step(throw), 36) for throw, _ in spread_throws(7, 72))
    assert fell == sorted([*range(36)] * 2)
    strata = [future.stratum for future in futures(7, 72)]
    assert sorted(strata) == [*range(72)]
    assert strata != sorted(strata)
    for rounds in ROUNDS:
        parts = [
            future.stratum for seed in range(40) for future in futures(seed, 72) if future.rounds == rounds
        ]
        mean, error = mean_and_error(parts)
        assert abs(mean - 35.5) < 4 * error
    ahead = futures(7, 16)
    assert len({one.chance for one in ahead} | {one.lot for one in ahead}) == 32
    assert ahead == futures(7, 16) != futures(8, 16)


def test_the_error_over_strata_leaves_out_what_strata_differ_in() -> None:
    assert paired_error([1.0, 1.0, 5.0, 5.0]) == 0
    assert paired_error([0.0, 2.0, 5.0, 7.0]) == pytest.approx(sqrt(8) / 4)
    assert paired_error([3.0]) == 1.0
    assert paired_error([1.0, 1.0, 3.0]) == pytest.approx(sqrt(2) / 3)


def test_a_move_costs_what_it_throws_away(pebbles: Game) -> None:
    outlook, state = outlook_of(pebbles), start(3)
    found = better_move(outlook, state, SPOIL, Effort(40, 0, 32), seed=1)
    assert found is not None
    assert found.words == pebbles.words(WAIT)
    # The same dice fall after both, so that nothing but the points differs.
    assert found.points == pytest.approx(SPOILED)
    assert found.points_error == pytest.approx(0)
    assert found.even_gain == pytest.approx(LINK.at_even(SPOILED, SEATS, 0))
    assert 0 < found.gain < found.even_gain
    assert found.gains == pytest.approx([found.gain, -found.gain])
    again = better_move(outlook, state, SPOIL, Effort(40, 0, 32, 64), seed=1)
    assert again is not None
    assert again.gain != found.gain, "what showed a difference is compared once more"
    assert again.gain == pytest.approx(found.gain, abs=0.02)
    assert better_move(outlook, state, WAIT, Effort(40, 0, 32), seed=1) is None

"""The course of a game: what was found at its decisions, put together.

A seat's chance before the game becomes its result by four parts that add up to the difference. *Seat and
set-up* are what the first position is worth beyond an equal share. *Luck* is what throws and draws did: the
position as it came about, less what others would have led to, summed over the game. It is zero on average,
whatever the estimates are worth (`burgher.study.outlook`). The rest is play: one's *own play* is what one's
decisions gave away, each compared with the best found, and *the others' play* what theirs gave.

What moves are known to cost does not add up to all that play did: much of what a move costs shows only rounds
later, and the best found is not the best. What is left is divided among the players by what their moves are
known to have cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import TYPE_CHECKING

import msgspec

from burgher.study.better import Better
from burgher.study.known import good_games, stage_of, stages_of
from burgher.study.looking import DEPTHS, Finding
from burgher.study.outlook import Chances, certain_result

if TYPE_CHECKING:
    from burgher.record import Record
    from burgher.table import Table

LEAST = 0.01
"""A move costs something when it costs at least this chance, and twice what the estimate may be off."""
WORTH_SHOWING = 3
"""A source from which nobody has points is shown when good games have so many."""
ROUGH = 0.15
"""Luck is known roughly when two standard errors are more than this."""
SHOWN = 8
"""How many of the decisions that cost most are named."""
HALVED = 0.02
"""An accuracy is halved by every such chance that a decision costs on average."""
LEAST_BLAME = 0.05
"""What a player's moves are taken to have cost beside what is known, when what is left of play is divided."""


class Sum(msgspec.Struct, frozen=True):
    """Something added up over a game, and by how much it may be off (one standard error)."""

    value: float
    error: float


class Account(msgspec.Struct, frozen=True):
    """How one seat's chance became its result."""

    even: float
    """What everybody would have who knows nothing of the game."""
    start: Sum
    """What seat and set-up added to that."""
    luck: Sum
    """What dice and draws added."""
    play: Sum
    """What one's own decisions gave away: nothing, or less than nothing; alone, all that play did."""
    others: Sum
    """What the others' decisions gave."""
    result: float
    """1 for the winner; those who share a victory share it."""
    accuracy: Sum | None
    """How good one's decisions were, from 0 to 100; None for whoever plays alone, who has nothing to win."""
    cost: Sum
    """What a decision cost on average, as a chance where everybody stands alike."""
    cost_points: Sum
    """What a decision cost on average, in points of one's lead."""
    mistakes: int
    """How many decisions are known to have cost something."""
    decisions: int
    """How often there was something to choose."""


class Costly(msgspec.Struct, frozen=True):
    """A decision that cost something."""

    number: int
    heading: str
    seat: int
    played: str
    better: Better
    chance: float
    """The chance of whoever moved, before it."""


class Part(msgspec.Struct, frozen=True):
    """A source of points, or a stage of the game: each seat's points, and a player's in good games."""

    name: str
    points: list[int]
    good: float | None


class Course(msgspec.Struct, frozen=True):
    """A finished game, studied."""

    game: str
    names: list[str]
    scores: list[int]
    ranks: list[int]
    depth: str
    headings: list[str]
    """Where in the game each decision was."""
    chances: list[list[float]]
    """Everybody's chances before each decision, and last of all the result."""
    errors: list[list[float]]
    accounts: list[Account]
    costly: list[Costly]
    """The decisions that cost most, the worst first."""
    reliability: float | None
    """By how much chances are off on average, beside the errors; None where that was not measured."""

    @property
    def is_rough(self) -> bool:
        """Whether luck and play are told apart so roughly that it is worth looking deeper, where one can."""
        return self.depth != [*DEPTHS][-1] and any(2 * one.luck.error > ROUGH for one in self.accounts)


def is_costly(better: Better | None) -> bool:
    """Whether a move is known to have been better by something."""
    return better is not None and better.gain >= LEAST and better.gain >= 2 * better.error


@dataclass(frozen=True)
class Result:
    """How a game has ended."""

    game: str
    names: list[str]
    scores: list[int]
    ranks: list[int]

    @classmethod
    def of(cls, end: Table) -> Result:
        """How a game has ended that leads to a table."""
        return cls(end.game.name, list(end.names), end.scores(), end.ranks())


def course_of(record: Record, end: Table | Result, findings: Sequence[Finding], depth: str) -> Course:
    """What the findings at all decisions of a game say together, given the table or result it leads to."""
    result = end if isinstance(end, Result) else Result.of(end)
    steps = _steps(findings, certain_result(result.ranks, result.scores))
    good = good_games(result.game, len(result.names))
    return Course(
        game=result.game,
        names=result.names,
        scores=result.scores,
        ranks=result.ranks,
        depth=depth,
        headings=[move.heading for move in record.moves],
        chances=[list(step.shares) for step in steps],
        errors=[list(step.errors) for step in steps],
        accounts=_accounts(findings, steps),
        costly=_worst(_costly(record, findings, steps))[:SHOWN],
        reliability=None if good is None else good.reliability,
    )


def worst_moves(
    record: Record, end: Table | Result, findings: Sequence[Finding], seats: Sequence[int]
) -> list[Costly]:
    """The decisions of some seats that cost them something, the worst first."""
    result = end if isinstance(end, Result) else Result.of(end)
    steps = _steps(findings, certain_result(result.ranks, result.scores))
    return [one for one in _worst(_costly(record, findings, steps)) if one.seat in seats]


def _costly(record: Record, findings: Sequence[Finding], steps: Sequence[Chances]) -> list[Costly]:
    """The decisions that cost something, in their order."""
    return [
        Costly(
            one.number,
            record.moves[one.number].heading,
            one.seat,
            one.played,
            one.better,
            step.shares[one.seat],
        )
        for one, step in zip(findings, steps, strict=False)
        if one.better is not None and is_costly(one.better)
    ]


def _worst(costly: Sequence[Costly]) -> list[Costly]:
    """The decisions that cost most, the worst first; whoever puts something off in a turn is told once."""
    ordered = sorted(costly, key=lambda one: -(one.better.gain - one.better.error))
    told = {(one.seat, one.heading, one.better.words): one for one in reversed(ordered)}
    return [one for one in ordered if told[one.seat, one.heading, one.better.words] is one]


def _steps(findings: Sequence[Finding], end: Chances) -> list[Chances]:
    """Everybody's chances from the first decision to the end; while the same seat goes on, as before."""
    steps: list[Chances] = []
    for finding in findings:
        steps.append(finding.before or steps[-1])
    return [*steps, end]


def _accounts(findings: Sequence[Finding], steps: Sequence[Chances]) -> list[Account]:
    players = len(steps[0].shares)
    seats, even = range(players), 1 / players if players > 1 else 0.0
    luck = [_Adding() for _ in seats]
    given = [[_Adding() for _ in seats] for _ in seats]
    """To each seat, what everybody's decisions gave it, as far as they are known to have cost something."""
    points, chance = [_Adding() for _ in seats], [_Adding() for _ in seats]
    mistakes, decisions = [0] * players, [0] * players
    for finding in findings:
        better, mover = finding.better, finding.seat
        if finding.luck is not None:
            for seat, one in enumerate(luck):
                one.count(finding.luck.shares[seat], finding.luck.errors[seat])
        if finding.choices > 1:
            decisions[mover] += 1
            mistakes[mover] += is_costly(better)
        if better is not None:
            for seat in seats:
                given[seat][mover].count(-better.gains[seat], better.error)
            points[mover].count(better.points, better.points_error)
            chance[mover].count(better.even_gain, better.even_error)
    start = [Sum(steps[0].shares[seat] - even, steps[0].errors[seat]) for seat in seats]
    result = steps[-1].shares
    whole = [
        Sum(
            result[seat] - even - start[seat].value - luck[seat].value,
            sqrt(start[seat].error ** 2 + luck[seat].variance),
        )
        for seat in seats
    ]
    """All that play did to each seat."""
    plays = _divided(whole, given)
    costs = [chance[seat].mean(decisions[seat]) for seat in seats]
    return [
        Account(
            even=even,
            start=start[seat],
            luck=luck[seat].sum(),
            play=plays[seat][0],
            others=plays[seat][1],
            result=result[seat],
            accuracy=accuracy(costs[seat]) if players > 1 else None,
            cost=costs[seat],
            cost_points=points[seat].mean(decisions[seat]),
            mistakes=mistakes[seat],
            decisions=decisions[seat],
        )
        for seat in seats
    ]


def _divided(whole: Sequence[Sum], given: Sequence[Sequence[_Adding]]) -> list[tuple[Sum, Sum]]:
    """All that play did to each seat, as its own and as the others'."""
    if len(whole) == 1:
        return [(whole[0], Sum(0.0, 0.0))]
    lost = [-given[seat][seat].value for seat in range(len(whole))]
    """What everybody's decisions are known to have cost themselves."""
    # Where next to nothing is known, what is left of play is divided equally.
    unsure = LEAST_BLAME + sqrt(sum(given[seat][seat].variance for seat in range(len(whole))))
    blames = [max(0.0, one) + unsure for one in lost]
    all_blame = sum(blames)
    owns, errors = [], []
    for seat, play in enumerate(whole):
        known, mine = sum(one.value for one in given[seat]), given[seat][seat]
        left, share = play.value - known, blames[seat] / all_blame
        owns.append(mine.value + share * left)
        # How the two sums move with what they are made of, as far as that is not known.
        by_own, by_others = (1 - share) * (1 - left / all_blame), share * (1 + left / all_blame)
        variance = sum(one.variance for one in given[seat]) - mine.variance
        costs = by_own**2 * mine.variance + by_others**2 * variance
        errors.append(
            (sqrt((share * play.error) ** 2 + costs), sqrt(((1 - share) * play.error) ** 2 + costs))
        )
    # Nobody's decisions gave themselves anything: what looks like it, the others gave.
    if len(owns) == 2:
        most = max(0.0, *owns)
        owns = [one - most for one in owns]
    return [
        (Sum(min(own, 0.0), error), Sum(play.value - min(own, 0.0), other_error))
        for own, play, (error, other_error) in zip(owns, whole, errors, strict=True)
    ]


def accuracy(cost: Sum) -> Sum:
    """How good decisions were that cost so much on average, from 0 to 100.

    100 is for whoever gave nothing away, and every two percentage points that a decision costs halve it.

    >>> accuracy(Sum(0.02, 0.0)).value
    50.0
    >>> accuracy(Sum(0.0, 0.0)).value
    100.0
    """
    value = 100 * exp(-log(2) * max(0.0, cost.value) / HALVED)
    return Sum(value, value * log(2) * cost.error / HALVED)


class _Adding:
    """Adds up estimates that are independent of each other."""

    def __init__(self) -> None:
        self.value = 0.0
        self.variance = 0.0

    def count(self, value: float, error: float) -> None:
        self.value += value
        self.variance += error**2

    def sum(self) -> Sum:
        return Sum(self.value, sqrt(self.variance))

    def mean(self, number: int) -> Sum:
        return Sum(self.value / max(1, number), sqrt(self.variance) / max(1, number))


def plain_words(course: Course) -> list[str]:
    """What the figures of a course mean, in plain words: for whoever reads them."""
    alone = len(course.names) == 1
    chance = "points to expect" if alone else "chance to win"
    luck = (
        f"Luck is what dice and draws did to the {chance}: what fell is compared with everything else that "
        "could have fallen. Over many games it is zero for everybody, however they play."
    )
    told = [luck]
    if not alone:
        told.append(
            "Play is the rest. Their own play is what a player's decisions gave away, against the best moves "
            "that were found; the others' play is what the others' decisions gave. What shows only later in "
            "the game is divided among them by what their moves are known to have cost."
        )
        told.append(
            "Accuracy is 100 for whoever gave nothing away; every two percentage points that a decision "
            "costs on average, counted as if the game stood even, halve it. It depends on how deeply was "
            f"looked: compare it with accuracies of {course.depth} studies only."
        )
    told.append(
        "The lines above the result add up to it. ± is two standard errors: more simulations would lead to a "
        "figure within them nineteen times in twenty."
    )
    if course.reliability is not None:
        told.append(
            "Beside that, chances as these are off: in games that they were not fitted to, by "
            f"{100 * course.reliability:.1f} percentage points on average."
        )
    if course.is_rough:
        told.append("A quick look knows luck only roughly here: a deep one knows better.")
    return told


# -- points ----------------------------------------------------------------------------------------


def points_by_source(end: Table) -> list[Part]:
    """Where everybody's points come from, beside good games; the largest first."""
    return source_parts(end.game.name, end.game.players, end.breakdown())


def source_parts(
    game: str, players: int, breakdown: Sequence[Mapping[str, int]], *, whole: bool = True
) -> list[Part]:
    """The same, given each seat's points by their source.

    A game that stopped before its end, which is not `whole`, stands beside no good games: these are.
    """
    good = good_games(game, players) if whole else None
    means = {} if good is None else dict(good.sources)
    names = list(dict.fromkeys([*means, *(source for seat in breakdown for source in seat)]))
    parts = [
        Part(name, [seat.get(name, 0) for seat in breakdown], None if good is None else means.get(name, 0.0))
        for name in names
    ]
    shown = [part for part in parts if any(part.points) or (part.good or 0) >= WORTH_SHOWING]
    return sorted(shown, key=lambda part: -max(*part.points, part.good or 0))


def points_by_stage(record: Record, end: Table) -> list[Part]:
    """In which stage everybody's points were scored, beside good games."""
    return stage_parts(end.game.name, end.game.players, stage_points(record, end))


def stage_parts(game: str, players: int, sums: Mapping[str, list[int]], *, whole: bool = True) -> list[Part]:
    """The same, given everybody's points by stage."""
    good = good_games(game, players) if whole else None
    return [
        Part(name, points, None if good is None else good.stages.get(name, 0.0))
        for name, points in sums.items()
    ]


def stage_points(record: Record, end: Table) -> dict[str, list[int]]:
    """Everybody's points by stage of the game."""
    game = end.game
    sums = {stage: [0] * game.players for stage in stages_of(game)}
    if not sums:
        return {}
    for heading, entry in end.scored():
        points = sums[stage_of(game, heading, game.source(entry))]
        points[entry.seat] += entry.points
    return sums

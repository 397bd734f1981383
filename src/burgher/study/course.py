"""The course of a game: what was found at its decisions, put together.

Between two positions a seat's chance changes for one of two reasons. Somebody decided: the chance after the
action, whatever the dice will then show, less the chance before it, is what *play* did. Or something fell:
the chance once it lay there less the chance before, when it could still have been anything, is what *luck*
did. The two add up, from the first decision to the result, whatever the estimates are worth.

Play is measured against players who look one action ahead, as the simulations of the outlook do: whoever
plays better than those gains by it. What a better move would have gained is found apart from that, by search,
and judged only by what the player could know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import msgspec

from burgher.study.known import good_games, stage_of, stages_of
from burgher.study.looking import DEPTHS, Better, Finding
from burgher.study.outlook import Chances, certain_result

if TYPE_CHECKING:
    from burgher.record import Record
    from burgher.table import Table

LEAST = 0.01
"""A move costs something when it costs at least this chance, and twice what the estimate may be off."""
WORTH_SHOWING = 3
"""A source from which nobody has points is shown when good games have so many."""
ROUGH = 0.15
"""Luck and play are known roughly when two standard errors are more than this."""
SHOWN = 8
"""How many of the decisions that cost most are named."""


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
    """What one's own decisions added, against players who look one action ahead."""
    others: Sum
    """What the others' decisions added."""
    result: float
    """1 for the winner; those who share a victory share it."""
    given_away: Sum
    """What better moves would have gained, where they are known to be better."""
    mistakes: int
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
    costly = [
        Costly(
            one.number,
            record.moves[one.number].heading,
            one.seat,
            one.played,
            one.better,
            step.before.shares[one.seat],
        )
        for one, step in zip(findings, steps, strict=False)
        if one.better is not None and is_costly(one.better)
    ]
    return Course(
        game=result.game,
        names=result.names,
        scores=result.scores,
        ranks=result.ranks,
        depth=depth,
        headings=[move.heading for move in record.moves],
        chances=[list(step.before.shares) for step in steps],
        errors=[list(step.before.errors) for step in steps],
        accounts=[_account(seat, findings, steps) for seat in range(len(result.names))],
        costly=_worst(costly)[:SHOWN],
        reliability=None if good is None else good.reliability,
    )


def _worst(costly: Sequence[Costly]) -> list[Costly]:
    """The decisions that cost most, the worst first; whoever puts something off in a turn is told once."""
    ordered = sorted(costly, key=lambda one: -(one.better.gain - one.better.error))
    told = {(one.seat, one.heading, one.better.words): one for one in reversed(ordered)}
    return [one for one in ordered if told[one.seat, one.heading, one.better.words] is one]


@dataclass(frozen=True)
class _Step:
    """A position of the game, and what was to be expected of the action played there."""

    before: Chances
    meant: Chances | None


def _steps(findings: Sequence[Finding], end: Chances) -> list[_Step]:
    """The positions from the first decision to the end; where nothing was looked at, it is as it became."""
    steps = [_Step(end, None)]
    for finding in reversed(findings):
        steps.append(_Step(finding.before or steps[-1].before, finding.meant))
    return steps[::-1]


def _account(seat: int, findings: Sequence[Finding], steps: Sequence[_Step]) -> Account:
    players = len(steps[0].before.shares)
    even = 1 / players if players > 1 else 0.0
    luck, play, others = _Adding(), _Adding(), _Adding()
    given_away = _Adding()
    run = steps[0].before
    """The chances when whoever moves began to, or when something last fell."""
    mistakes = decisions = 0
    for n, finding in enumerate(findings):
        after = steps[n + 1].before
        meant = finding.meant or after
        follows = findings[n + 1].seat if n + 1 < len(findings) else None
        if finding.meant is not None or follows != finding.seat:
            (play if finding.seat == seat else others).add(run, meant, seat)
            run = after
        if finding.meant is not None:
            luck.add(meant, after, seat)
        if finding.seat == seat and finding.choices > 1:
            decisions += 1
            if finding.better is not None and is_costly(finding.better):
                mistakes += 1
                given_away.count(finding.better.gain, finding.better.error)
    first = steps[0].before
    return Account(
        even=even,
        start=Sum(first.shares[seat] - even, first.errors[seat]),
        luck=luck.sum(),
        play=play.sum(),
        others=others.sum(),
        result=steps[-1].before.shares[seat],
        given_away=given_away.sum(),
        mistakes=mistakes,
        decisions=decisions,
    )


class _Adding:
    """Adds up differences of estimates that are independent of each other."""

    def __init__(self) -> None:
        self._value = 0.0
        self._variance = 0.0

    def count(self, value: float, error: float) -> None:
        self._value += value
        self._variance += error**2

    def add(self, before: Chances, after: Chances, seat: int) -> None:
        error = sqrt(before.errors[seat] ** 2 + after.errors[seat] ** 2)
        self.count(after.shares[seat] - before.shares[seat], error)

    def sum(self) -> Sum:
        return Sum(self._value, sqrt(self._variance))


# -- points ----------------------------------------------------------------------------------------


def points_by_source(end: Table) -> list[Part]:
    """Where everybody's points come from, beside good games; the largest first."""
    return source_parts(end.game.name, end.game.players, end.breakdown())


def source_parts(game: str, players: int, breakdown: Sequence[Mapping[str, int]]) -> list[Part]:
    """The same, given each seat's points by their source."""
    good = good_games(game, players)
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


def stage_parts(game: str, players: int, sums: Mapping[str, list[int]]) -> list[Part]:
    """The same, given everybody's points by stage."""
    good = good_games(game, players)
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

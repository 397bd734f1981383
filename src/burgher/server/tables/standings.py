"""The standings of a tournament: points by places, then how strong those were whom one has met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from burgher.server.storage.tournaments import Paired
from burgher.server.tables.pairing import Entered, Form, Meetings

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Row:
    """How somebody stands."""

    place: int
    number: int
    points: Fraction
    games: int
    won: int
    strength: Fraction
    """The points of all whom they have met."""
    margin: Fraction
    """By how much they were above the mean of their tables, in points of the games."""
    rounds: Mapping[int, Fraction | None]
    """The points of each round; None where they play on, or there was no result."""


def bye_points(form: Form, size: int) -> Fraction:
    """What sitting out is worth: a table won in a Swiss tournament; where all sit out alike, nothing."""
    if form == "swiss":
        return Fraction(1)
    return Fraction(0) if size == 2 else HALF


def table_points(places: Sequence[int], place: int) -> Fraction:
    """What a place at a table is worth: 1 for the first, 0 for the last, shared by those who share it."""
    if len(places) < 2:
        return Fraction(0)
    shared = places.count(place)
    middle = place + Fraction(shared - 1, 2)
    return (len(places) - middle) / (len(places) - 1)


def standings(numbers: Sequence[int], paired: Sequence[Paired], form: Form, size: int) -> list[Row]:
    """How everybody stands, the first ones first; who is equal in all shares a place."""
    tables = _tables(paired)
    points: dict[int, Fraction] = dict.fromkeys(numbers, Fraction(0))
    rounds: dict[int, dict[int, Fraction | None]] = {number: {} for number in numbers}
    games, won = dict.fromkeys(numbers, 0), dict.fromkeys(numbers, 0)
    margin: dict[int, Fraction] = dict.fromkeys(numbers, Fraction(0))
    for one in paired:
        got = _points(one, tables, form, size)
        rounds[one.entrant][one.round] = got
        points[one.entrant] += got or 0
        if one.board is None or one.place is None:
            continue
        others = tables[one.round, one.board]
        games[one.entrant] += 1
        won[one.entrant] += got == 1
        scores = [other.score for other in others if other.score is not None]
        if one.score is not None and len(scores) == len(others):
            margin[one.entrant] += one.score - Fraction(sum(scores), len(scores))
    strength = _strengths(numbers, tables, points)
    keys = {number: (-points[number], -strength[number], -margin[number]) for number in numbers}
    order = sorted(numbers, key=lambda number: (keys[number], number))
    return [
        Row(
            1 + sum(keys[other] < keys[number] for other in numbers),
            number,
            points[number],
            games[number],
            won[number],
            strength[number],
            margin[number],
            rounds[number],
        )
        for number in order
    ]


def to_be_paired(
    numbers: Sequence[int], paired: Sequence[Paired], form: Form, size: int
) -> tuple[list[Entered], Meetings]:
    """Everybody who goes on, with how they stand, and who has met."""
    met = Meetings()
    late: dict[int, float] = defaultdict(float)
    byes: dict[int, int] = defaultdict(int)
    for one in paired:
        if one.board is None:
            byes[one.entrant] += 1
    for table in _tables(paired).values():
        met.add([one.entrant for one in table])
        for one in table:
            late[one.entrant] += (one.seat or 0) / max(1, len(table) - 1)
    known = sorted({*numbers, *(one.entrant for one in paired)})
    points = {row.number: float(row.points) for row in standings(known, paired, form, size)}
    return [Entered(number, points[number], late[number], byes[number]) for number in numbers], met


def _tables(paired: Sequence[Paired]) -> dict[tuple[int, int], list[Paired]]:
    found: dict[tuple[int, int], list[Paired]] = defaultdict(list)
    for one in paired:
        if one.board is not None:
            found[one.round, one.board].append(one)
    return found


def _points(
    one: Paired, tables: Mapping[tuple[int, int], Sequence[Paired]], form: Form, size: int
) -> Fraction | None:
    if one.board is None:
        return bye_points(form, size)
    if one.place is None:
        return None
    places = [other.place for other in tables[one.round, one.board] if other.place is not None]
    return table_points(places, one.place)


def _strengths(
    numbers: Sequence[int],
    tables: Mapping[tuple[int, int], Sequence[Paired]],
    points: Mapping[int, Fraction],
) -> dict[int, Fraction]:
    strength: dict[int, Fraction] = dict.fromkeys(numbers, Fraction(0))
    for table in tables.values():
        for one in table:
            strength[one.entrant] += sum(
                (points[other.entrant] for other in table if other.entrant != one.entrant), Fraction(0)
            )
    return strength

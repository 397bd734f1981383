"""Who plays with whom in a round of a tournament: at tables of any size, which no library of ours pairs.

Round robin at tables of two is the circle method. Everything else is a small search: entrants are put at
tables so that few meet again, and in a Swiss tournament those of like standing do.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, Literal

Form = Literal["round-robin", "swiss"]

AGAIN: Final = 1000.0
"""What it costs that two meet who have met before; to be of unlike standing costs the difference squared."""
STARTS: Final = 12
"""So often the search begins anew."""


@dataclass(frozen=True)
class Entered:
    """Somebody to be paired, as far as it matters."""

    number: int
    points: float = 0.0
    late: float = 0.0
    """How far from the first seat they have sat so far."""
    byes: int = 0


@dataclass(frozen=True)
class Round:
    """The tables of a round, each in the order of its seats, and who sits out."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Meetings:
    """How often each two have met."""

    counts: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, table: Sequence[int]) -> None:
        """Note that these have met."""
        self.counts.update(combinations(sorted(table), 2))

    def of(self, one: int, other: int) -> int:
        """How often two have met."""
        return self.counts[min(one, other), max(one, other)]


def rounds_needed(entrants: int, size: int) -> int:
    """So many rounds it takes until everybody has met everybody, at tables of a size as well as can be."""
    if entrants < 2:
        return 0
    if size == 2:
        return entrants - 1 + entrants % 2
    return max(1, -(-(entrants - 1) // (size - 1)))


def table_sizes(entrants: int, size: int, allowed: Sequence[int]) -> tuple[int, ...]:
    """How many sit at each table: as asked for, at some one fewer where else somebody would sit out."""
    smaller = size - 1 if size - 1 in allowed and size > 2 else None
    for playing in range(entrants, 1, -1):
        for short in range(playing // smaller + 1) if smaller else (0,):
            rest = playing - short * (smaller or 0)
            if rest % size == 0 and (rest or short):
                return (size,) * (rest // size) + (smaller or 0,) * short
    return ()


def pair_round(
    form: Form,
    entrants: Sequence[Entered],
    met: Meetings,
    number: int,
    size: int,
    allowed: Sequence[int],
    seed: str,
) -> Round:
    """The tables of a round, counted from 1, and who sits out: the same for the same seed."""
    chance = random.Random(f"{seed}/{number}")
    sizes = table_sizes(len(entrants), size, allowed)
    if form == "round-robin" and size == 2:
        found = _circle(sorted(one.number for one in entrants), number, random.Random(seed))
        if not any(met.of(*table) for table in found.tables):
            return _seated(found, entrants, chance)
        # Somebody has left: the circle is broken, and the search goes on.
    byes = _sit_out(entrants, len(entrants) - sum(sizes), chance)
    playing = [one for one in entrants if one.number not in byes]
    order = [one.number for one in _by_standing(playing, chance)]
    points = {one.number: one.points if form == "swiss" else 0.0 for one in playing}
    best = min(
        (_searched(_perturbed(order, start, chance), sizes, points, met) for start in range(STARTS)),
        key=lambda tables: sum(_cost(table, points, met) for table in tables),
    )
    return _seated(Round(tuple(map(tuple, best)), byes), entrants, chance)


def _circle(numbers: Sequence[int], number: int, chance: random.Random) -> Round:
    """Round robin: one stays, the others go round."""
    places: list[int | None] = list(numbers)
    chance.shuffle(places)
    if len(places) % 2:
        places.append(None)
    turned = (number - 1) % max(1, len(places) - 1)
    places = [places[0], *places[1 + turned :], *places[1 : 1 + turned]]
    pairs = list(zip(places, reversed(places), strict=True))[: len(places) // 2]
    tables = [(one, other) for one, other in pairs if one is not None and other is not None]
    byes = [one for pair in pairs if None in pair for one in pair if one is not None]
    return Round(tuple(tables), tuple(byes))


def _sit_out(entrants: Sequence[Entered], many: int, chance: random.Random) -> tuple[int, ...]:
    """Who sits out: who has least often, of these the last."""
    last_first = list(reversed(_by_standing(entrants, chance)))
    order = sorted(last_first, key=lambda one: one.byes)
    return tuple(one.number for one in order[:many])


def _by_standing(entrants: Sequence[Entered], chance: random.Random) -> list[Entered]:
    """The first ones first; among equals, by chance."""
    return sorted(entrants, key=lambda one: (-one.points, chance.random()))


def _perturbed(order: Sequence[int], start: int, chance: random.Random) -> list[int]:
    """An order to begin from: the standing at first, then with some out of their places."""
    found = list(order)
    for _ in range(start * len(found) // STARTS):
        one, other = chance.randrange(len(found)), chance.randrange(len(found))
        found[one], found[other] = found[other], found[one]
    return found


def _searched(
    order: Sequence[int], sizes: Sequence[int], points: dict[int, float], met: Meetings
) -> list[list[int]]:
    """Tables out of an order, two changing places for as long as that makes it better."""
    rest = iter(order)
    tables = [[next(rest) for _ in range(size)] for size in sizes]
    improved = True
    while improved:
        improved = False
        for one, other in combinations(tables, 2):
            for here, there in [(a, b) for a in range(len(one)) for b in range(len(other))]:
                before = _cost(one, points, met) + _cost(other, points, met)
                one[here], other[there] = other[there], one[here]
                if _cost(one, points, met) + _cost(other, points, met) < before - 1e-9:
                    improved = True
                else:
                    one[here], other[there] = other[there], one[here]
    return tables


def _cost(table: Sequence[int], points: dict[int, float], met: Meetings) -> float:
    return sum(
        AGAIN * met.of(one, other) ** 2 + (points[one] - points[other]) ** 2
        for one, other in combinations(table, 2)
    )


def _seated(found: Round, entrants: Sequence[Entered], chance: random.Random) -> Round:
    """Whoever has sat late so far begins."""
    late = {one.number: one.late for one in entrants}
    tables = [tuple(sorted(table, key=lambda one: (-late[one], chance.random()))) for table in found.tables]
    return Round(tuple(tables), found.byes)

"""A small network of whole numbers: from what a seat observes to how many points each seat will have.

It corrects the heuristic. Its inputs are the integers of an observation (`State.observe`) and what the
heuristic says of each seat; its outputs are added to the latter. All arithmetic is exact, so that a search
finds the same everywhere. This module is written twice: here, as plain Python, and beside it in C
(`value_network.c`), where sums are kept up to date.

A plan says which rows of the first layer each integer of an observation adds, as steps of a few numbers:

    0 n first r1 … rn   a row by a table: r1 for `first` and less, …, rn for the last and more; -1: none
    1 n row             n bits: a row for each that is set, from `row` on
    2 n row c1 … cn     n groups of c1, c2, … bits side by side: of each the row that says how many are set

Rows are 16-bit integers, `hidden` of them, in 1024ths; they are summed in 32 bits. What the heuristic says
is added, times its own rows. Two dense layers follow (`_dense`); between layers values are cut off below 0
and above 8, in 128ths.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints

LOOKUP, BITS, COUNTS = range(3)
"""What a step does with an integer."""
TOP = 1023
"""The most that a unit of a hidden layer says."""
MOST_WORTH = 4095
"""The most that the heuristic says as an input, in units of 16 hundredths of a point."""

Step = tuple[int, int, int, tuple[int, ...]]
"""What it does, its first value or row, how many bits or entries, the table or the sizes of groups."""


def steps_of(plan: Sequence[int]) -> list[Step]:
    """A plan step by step, one for each integer; raises `ValueError` where it is none."""
    steps: list[Step] = []
    at = 0
    while at < len(plan):
        kind, n, first = (*plan[at : at + 3], -1, -1)[:3]
        more = 0 if kind == BITS else n
        if not (LOOKUP <= kind <= COUNTS) or n < 1 or at + 3 + more > len(plan):
            raise ValueError(
                "the plan of a network ends in the middle of a step, or has one that means nothing"
            )
        steps.append((kind, first, n, tuple(plan[at + 3 : at + 3 + more])))
        at += 3 + more
    return steps


def rows_of(step: Step, integer: int) -> Iterator[int]:
    """The rows that an integer adds."""
    kind, first, n, numbers = step
    if kind == LOOKUP:
        row = numbers[min(max(integer - first, 0), n - 1)]
        if row >= 0:
            yield row
    elif kind == BITS:
        for bit in range(n):
            if integer >> bit & 1:
                yield first + bit
    else:
        row = first
        for copies in numbers:
            yield row + (integer & (2**copies - 1)).bit_count()
            row += copies + 1
            integer >>= copies


def rows_needed(steps: Sequence[Step]) -> int:
    """How many rows a first layer must have for a plan."""
    most = 0
    for kind, first, n, numbers in steps:
        if kind == LOOKUP:
            most = max(most, max(numbers) + 1)
        elif kind == BITS:
            most = max(most, first + n)
        else:
            most = max(most, first + sum(numbers) + n)
    return most


def sizes(rows: int, hidden: int, second: int, seats: int) -> list[tuple[str, int]]:
    """What a network's numbers are, one part after the other: 16 bits (h) or 32 (i) each, and how many."""
    return [
        ("h", rows * hidden),
        ("h", seats * hidden),
        ("i", hidden),
        ("h", second * hidden),
        ("i", second),
        ("h", seats * second),
        ("i", seats),
    ]


def _parts(weights: bytes, shape: Sequence[int]) -> list[array[int]]:
    rows, hidden, second, seats = shape
    needed = sum(array(kind).itemsize * count for kind, count in sizes(rows, hidden, second, seats))
    if needed != len(weights):
        raise ValueError("a network's numbers are not as many as its shape says")
    parts, at = [], 0
    for kind, count in sizes(rows, hidden, second, seats):
        part = array(kind)
        end = at + count * part.itemsize
        part.frombytes(weights[at:end])
        if sys.byteorder == "big":
            part.byteswap()
        parts.append(part)
        at = end
    return parts


class ValueNetwork:
    """A network with the arrays that it reads from and writes to."""

    def __init__(self, plan: list[int], shape: list[int], weights: bytes, seen: Ints, values: Ints) -> None:
        """Take hold of what a seat observes, and of an integer for each seat, the observing one first."""
        self._steps = steps_of(plan)
        self._rows, self._hidden, self._second, self._seats = shape
        if (
            len(self._steps) != len(seen)
            or len(values) < self._seats
            or rows_needed(self._steps) > self._rows
        ):
            raise ValueError("the network is for another observation")
        self._parts = _parts(weights, shape)
        self._seen, self._values = seen, values

    def correct(self) -> None:
        """Read what the heuristic says of each seat, in hundredths of a point; write the points expected."""
        first, by_worth, bias, second, second_bias, last, last_bias = self._parts
        hidden, values = self._hidden, self._values
        total = list(bias)
        for n, step in enumerate(self._steps):
            for row in rows_of(step, int(self._seen[n])):
                for unit, weight in enumerate(first[row * hidden : (row + 1) * hidden]):
                    total[unit] += weight
        worths = [max(-MOST_WORTH, min(MOST_WORTH, int(values[seat]) >> 4)) for seat in range(self._seats)]
        for unit in range(hidden):
            said = sum(worth * by_worth[seat * hidden + unit] for seat, worth in enumerate(worths))
            total[unit] = max(0, min(TOP, (total[unit] + (said >> 8)) >> 3))
        units = [max(0, min(TOP, one >> 10)) for one in _dense(total, second, second_bias)]
        for seat, one in enumerate(_dense(units, last, last_bias)):
            values[seat] = int(values[seat]) + (one >> 5)


def _dense(units: list[int], weights: array[int], bias: array[int]) -> list[int]:
    """Each sum of units times weights, with its bias."""
    width = len(units)
    return [
        one + sum(a * b for a, b in zip(units, weights[n * width : (n + 1) * width], strict=True))
        for n, one in enumerate(bias)
    ]


class FeatureWriter:
    """Writes which rows observations would add, as bits, a line of bytes for each: for teaching."""

    def __init__(self, plan: list[int], rows: int, seen: Ints, lines: object) -> None:
        """Take hold of what is observed, and of an array of single bytes with a line for each observation."""
        self._steps = steps_of(plan)
        self._width = (rows + 7) // 8
        self._seen = seen
        self._lines = memoryview(lines).cast("B")  # type: ignore[arg-type]
        if len(self._steps) != len(seen) or rows_needed(self._steps) > rows or len(self._lines) % self._width:
            raise ValueError("the plan is for another observation, or the array has no room for whole lines")

    def write(self, line: int) -> None:
        """Write what is observed now into a line."""
        at = line * self._width
        out = self._lines[at : at + self._width]
        out[:] = bytes(self._width)
        for n, step in enumerate(self._steps):
            for row in rows_of(step, int(self._seen[n])):
                out[row >> 3] |= 1 << (row & 7)

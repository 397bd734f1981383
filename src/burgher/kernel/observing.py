"""What every game needs when it writes what a seat observes (`State.observe`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints


def seats_after(other: i64, seat: i64, seats: i64) -> i64:
    """How many seats after the observing one another sits, around the table."""
    steps = other - seat
    if steps < 0:
        steps += seats
    return steps


def copied(source: Ints, count: i64, into: Ints, at: i64) -> i64:
    """Write the first integers of an array where others end; return where they end then."""
    i: i64 = 0
    while i < count:
        into[at + i] = source[i]
        i += 1
    return at + count


def chosen(source: Ints, places: Ints, first: i64, count: i64, into: Ints, at: i64) -> i64:
    """Write integers of an array from so many places, which another array lists from `first` on."""
    i: i64 = 0
    while i < count:
        into[at + i] = source[places[first + i]]
        i += 1
    return at + count


def translated(row: i64, count: i64, codes: i64, into: Ints, at: i64) -> i64:
    """Write numbers of four bits that lie side by side in an integer, each as `codes` says at its place."""
    i: i64 = 0
    while i < count:
        into[at + i] = codes >> (row & 15) * 4 & 15
        row >>= 4
        i += 1
    return at + count


# Several at once, so that room for them is looked for only once.


def write_4(into: Ints, at: i64, a: i64, b: i64, c: i64, d: i64) -> i64:
    """Write integers side by side; return where they end."""
    into[at] = a
    into[at + 1] = b
    into[at + 2] = c
    into[at + 3] = d
    return at + 4


def write_8(into: Ints, at: i64, a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64) -> i64:
    """Write integers side by side; return where they end."""
    into[at] = a
    into[at + 1] = b
    into[at + 2] = c
    into[at + 3] = d
    into[at + 4] = e
    into[at + 5] = f
    into[at + 6] = g
    into[at + 7] = h
    return at + 8


def truth(holds: bool) -> i64:
    """1 for what holds, 0 for what does not."""
    if holds:
        return 1
    return 0

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


def truth(holds: bool) -> i64:
    """1 for what holds, 0 for what does not."""
    if holds:
        return 1
    return 0

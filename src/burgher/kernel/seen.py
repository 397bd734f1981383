"""What every game needs when it writes what a seat observes (`State.observe`)."""

from __future__ import annotations

from mypy_extensions import i64


def seats_after(other: i64, seat: i64, seats: i64) -> i64:
    """How many seats after the observing one another sits, around the table."""
    steps = other - seat
    if steps < 0:
        steps += seats
    return steps


def truth(holds: bool) -> i64:
    """1 for what holds, 0 for what does not."""
    if holds:
        return 1
    return 0

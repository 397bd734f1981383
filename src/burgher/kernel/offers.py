"""Legal actions as sets: a handful of integers says all that may be done now.

An offer is three integers: the number of an action, a set of what may be added to it, and how many actions
have been offered up to here. Rules compute whole sets at once, and a random one of many actions is found
without listing any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.kernel.ints import BIT, ints, nth, only, size

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints

MOST_OFFERS: Final = 32
"""No decision of any game needs more offers than this."""

MOST_ACTIONS: Final = 2048
"""Nor has more actions: 32 offers of up to 62 each."""

ACTION_NUMBERS: Final = 16384
"""Every action of every game has a number below this."""


_NO_OFFERS: Final[Ints] = ints([0] * (3 * MOST_OFFERS + 4))
_NO_ACTIONS: Final[Ints] = ints([0] * MOST_ACTIONS)


def offer_buffer() -> Ints:
    """A fresh buffer for offers."""
    return _NO_OFFERS[:]


def action_buffer() -> Ints:
    """A fresh buffer for listed actions."""
    return _NO_ACTIONS[:]


def offer(into: Ints, end: i64, first: i64, members: i64) -> i64:
    """Append an offer to those that end at `end` (0 for none yet); return the new end.

    The buffer's first integer stays 0, so that every offer has a count before it. An empty offer leaves
    the end where it was: it is written all the same, because the processor could not guess the branch.
    """
    into[end + 1] = first
    into[end + 2] = members
    into[end + 3] = into[end] + size(members)
    return end + (3 & -members >> 62)


def offer_three(into: Ints, end: i64, first: i64, apart: i64, one: i64, two: i64, three: i64) -> i64:
    """Append three offers at once, whose first actions are so far apart; return the new end."""
    end = offer(into, end, first, one)
    end = offer(into, end, first + apart, two)
    return offer(into, end, first + 2 * apart, three)


def offered(offers: Ints, end: i64) -> i64:
    """How many actions are offered."""
    return offers[end]


def nth_offered(offers: Ints, rank: i64) -> i64:
    """The action that has `rank` others offered before it."""
    end: i64 = 3
    while rank >= offers[end]:
        end += 3
    return offers[end - 2] + nth(offers[end - 1], rank - offers[end - 3])


def is_offered(offers: Ints, end: i64, action: i64) -> bool:
    """Whether an action is among those offered."""
    at: i64 = 0
    while at < end:
        which: i64 = action - offers[at + 1]
        if 0 <= which < 62 and offers[at + 2] & BIT[which]:
            return True
        at += 3
    return False


def list_offered(offers: Ints, end: i64, into: Ints) -> i64:
    """Write all actions offered into a buffer and return how many there are."""
    count: i64 = 0
    at: i64 = 0
    while at < end:
        first = offers[at + 1]
        members = offers[at + 2]
        while members:
            lowest: i64 = members & -members
            into[count] = first + only(lowest)
            count += 1
            members ^= lowest
        at += 3
    return count

"""Legal actions as sets: a handful of words says all that may be done now.

An offer is two words: the number of an action, and a set of what may be added to it. Rules compute whole
sets at once, and a random one of many actions is found without listing any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.kernel.words import nth, only, size, words

if TYPE_CHECKING:
    from burgher.kernel.words import Words

MOST_OFFERS: Final = 32
"""No decision of any game needs more offers than this."""

MOST_ACTIONS: Final = 2048
"""Nor has more actions: 32 offers of up to 62 each."""


def offer_buffer() -> Words:
    """A fresh buffer for offers."""
    return words([0] * (2 * MOST_OFFERS))


def action_buffer() -> Words:
    """A fresh buffer for listed actions."""
    return words([0] * MOST_ACTIONS)


def offer(into: Words, end: i64, first: i64, members: i64) -> i64:
    """Append an offer, unless it is empty, to those that end at `end`; return the new end."""
    into[end] = first
    into[end + 1] = members
    return end + (2 if members else 0)


def offered(offers: Words, end: i64) -> i64:
    """How many actions are offered."""
    count: i64 = 0
    i: i64 = 1
    while i < end:
        count += size(offers[i])
        i += 2
    return count


def nth_offered(offers: Words, rank: i64) -> i64:
    """The action that has `rank` others offered before it."""
    i: i64 = 0
    here = size(offers[1])
    while rank >= here:
        rank -= here
        i += 2
        here = size(offers[i + 1])
    return offers[i] + nth(offers[i + 1], rank)


def list_offered(offers: Words, end: i64, into: Words) -> i64:
    """Write all actions offered into a buffer and return how many there are."""
    count: i64 = 0
    i: i64 = 0
    while i < end:
        first = offers[i]
        members = offers[i + 1]
        while members:
            lowest: i64 = members & -members
            into[count] = first + only(lowest)
            count += 1
            members ^= lowest
        i += 2
    return count

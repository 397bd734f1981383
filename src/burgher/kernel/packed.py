"""A few small numbers side by side in one integer: what a state keeps for each of some places.

Eight bits for each of up to seven places, for numbers from 0 to 255: an integer like any other to whoever
copies a state, where an array would have to be copied too, or shared and replaced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.kernel.ints import ints

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints

    Packed = i64
    """Numbers side by side, that of the first place in the lowest bits."""

MOST_PLACES: Final = 7
ONE_AT: Final[Ints] = ints([256**place for place in range(MOST_PLACES)])
"""`ONE_AT[place]` added is one more at a place."""


_LOW_BITS: Final = 0x7F7F7F7F7F7F7F
_LAST_BITS: Final = 0x80808080808080


def at(numbers: Packed, place: i64) -> i64:
    """The number at a place."""
    return numbers >> (place * 8) & 255


def with_at(numbers: Packed, place: i64, value: i64) -> Packed:
    """The numbers with another one at a place."""
    return numbers + (value - at(numbers, place)) * ONE_AT[place]


def filled(numbers: Packed) -> i64:
    """The places with another number than 0: for each of them, a set has the last of its eight bits."""
    return (((numbers & _LOW_BITS) + _LOW_BITS) | numbers) & _LAST_BITS


def packed(numbers: list[int]) -> int:
    """Numbers side by side."""
    return sum(number * 256**place for place, number in enumerate(numbers))


def unpacked(numbers: int, places: int) -> list[int]:
    """The numbers at the first places, for people and tests."""
    return [numbers >> (place * 8) & 255 for place in range(places)]


def spread(numbers: Packed, places: i64, into: Ints, end: i64) -> i64:
    """Write the numbers at the first places where integers end; return where they end then."""
    place: i64 = 0
    while place < places:
        into[end + place] = at(numbers, place)
        place += 1
    return end + places

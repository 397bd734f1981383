"""Small numbers side by side in one integer."""

from __future__ import annotations

from random import Random

from burgher.kernel.ints import ints, members_of
from burgher.kernel.packed import MOST_PLACES, ONE_AT, at, filled, packed, spread, unpacked, with_at


def test_a_number_changes_alone() -> None:
    random = Random(1)
    numbers = [0] * MOST_PLACES
    side_by_side = 0
    for _ in range(300):
        place, value = random.randrange(MOST_PLACES), random.choice((0, 0, 0, 1, 2, 254, 255))
        numbers[place] = value
        side_by_side = with_at(side_by_side, place, value)
        assert [at(side_by_side, place) for place in range(MOST_PLACES)] == numbers
        assert unpacked(side_by_side, MOST_PLACES) == numbers
        assert packed(numbers) == side_by_side
        there = members_of(filled(side_by_side))
        assert [bit >> 3 for bit in there] == [place for place in range(MOST_PLACES) if numbers[place]]


def test_one_more_and_one_less() -> None:
    numbers = packed([3, 0, 255])
    assert unpacked(numbers + ONE_AT[1] - ONE_AT[2], 3) == [3, 1, 254]


def test_numbers_are_written_where_others_end() -> None:
    into = ints([9] * 5)
    assert spread(packed([5, 6, 7]), 3, into, 1) == 4
    assert list(into) == [9, 5, 6, 7, 9]

"""A small network of whole numbers: rows by a plan, and sums that can be checked by hand."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from burgher.kernel.value_network import FeatureWriter, ValueNetwork

PLAN = [0, 4, 0, -1, 0, 1, -1, 1, 3, 2, 2, 2, 5, 1, 2]
"""Rows 0 and 1 for a 1 and a 2, none for less or more; 2 to 4 for bits; 5 and 6, 7 to 9 for counts."""
ROWS, HIDDEN, SECOND, SEATS = SHAPE = [10, 2, 1, 2]


def numbers(kind: str, values: list[int]) -> bytes:
    return b"".join(value.to_bytes(2 if kind == "h" else 4, "little", signed=True) for value in values)


def weights() -> bytes:
    """The first unit sums 1024 × (row + 1), the second hears what the heuristic says of the first seat."""
    first = [one for row in range(ROWS) for one in (128 * (row + 1), 0)]
    return (
        numbers("h", first)
        + numbers("h", [0, 1024, 0, 0])
        + numbers("i", [0, 0])
        + numbers("h", [1024, -1024])
        + numbers("i", [0])
        + numbers("h", [1024, -1024])
        + numbers("i", [32, 64])
    )


def corrected(seen: list[int], worths: list[int]) -> list[int]:
    integers, values = array("q", seen), array("q", worths)
    asked: Any = values
    network = ValueNetwork(PLAN, SHAPE, weights(), integers, asked)  # type: ignore[arg-type]
    network.correct()
    return values.tolist()


def test_rows_are_summed_and_the_heuristic_is_corrected() -> None:
    # Rows 5 and 7, for nothing set in either group: (6 + 8) × 128, an eighth of it is 224.
    assert corrected([0, 0, 0], [0, 0]) == [224 * 1024 // 32 + 1, -224 * 1024 // 32 + 2]
    # One more for row 1, bits 0 and 2 (rows 2 and 4); rows 6 and 9 in place of 5 and 7.
    units = (2 + 3 + 5 + 7 + 10) * 128 // 8
    assert corrected([2, 0b101, 0b111], [0, 0]) == [units * 32 + 1, -units * 32 + 2]


def test_what_the_heuristic_says_is_an_input_and_is_added_to() -> None:
    heard = (1600 // 16 * 1024 // 256) // 8
    assert corrected([0, 0, 0], [1600, 500]) == [1600 + (224 - heard) * 32 + 1, 500 - (224 - heard) * 32 + 2]


def test_what_is_out_of_a_table_adds_its_ends_row() -> None:
    assert corrected([-9, 0, 0], [0, 0]) == corrected([3, 0, 0], [0, 0]) == corrected([99, 0, 0], [0, 0])


def test_rows_as_bits() -> None:
    lines = bytearray(2 * 2)
    integers: Any = array("q", [1, 0b010, 0b011])
    writer = FeatureWriter(PLAN, ROWS, integers, lines)
    writer.write(1)
    rows = [n for n in range(16) if lines[2 + n // 8] >> n % 8 & 1]
    assert rows == [0, 3, 6, 8]
    assert lines[:2] == bytes(2)


@pytest.mark.parametrize(
    ("plan", "shape", "body"),
    [
        (PLAN[:-1], SHAPE, weights()),
        (PLAN[:9], SHAPE, weights()),
        (PLAN, SHAPE, weights()[:-1]),
        (PLAN, SHAPE, weights() + b"\0"),
        (PLAN, [9, *SHAPE[1:]], weights()),
    ],
)
def test_what_does_not_fit_is_refused(plan: list[int], shape: list[int], body: bytes) -> None:
    integers: Any = array("q", [0, 0, 0])
    values: Any = array("q", [0, 0])
    with pytest.raises(ValueError, match=r"network|plan"):
        ValueNetwork(plan, shape, body, integers, values)

"""A small network of whole numbers: rows by a plan, and sums that can be checked by hand."""

from __future__ import annotations

from array import array
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest

import burgher
from burgher.kernel import value_network
from burgher.kernel.network_file import body_size
from burgher.kernel.network_rows import plan_for
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


# -- the same in C and in Python ---------------------------------------------------------------


def test_a_compiled_burgher_has_it_in_c() -> None:
    assert (Path(value_network.__file__).suffix != ".py") == burgher.COMPILED


def in_python() -> Any:
    """The module as plain Python, whatever is imported under its name."""
    path = Path(burgher.__file__).parent / "kernel" / "value_network.py"
    spec = spec_from_file_location("value_network_in_python", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def drawn_weights(shape: list[int], random: Random) -> bytes:
    """Numbers as large as they may be, so that sums come near their bounds and far from them."""
    rows, hidden, second, seats = shape
    most = random.choice((300, 8191))
    parts = [
        ("h", rows * hidden, most),
        ("h", seats * hidden, most),
        ("i", hidden, 4000),
        ("h", second * hidden, most),
        ("i", second, 10**6),
        ("h", seats * second, most),
        ("i", seats, 10**6),
    ]
    return b"".join(
        numbers(kind, [random.randint(-bound, bound) for _ in range(count)]) for kind, count, bound in parts
    )


@pytest.mark.parametrize("name", ["burgundy", "granja", "hansa"])
def test_what_is_kept_up_to_date_is_what_is_summed_anew(name: str) -> None:
    """Through a game, one network that keeps its sums says what the plain one says, to the last digit."""
    random = Random(name)
    game = burgher.load(name, 2)
    plan, rows = plan_for(game.observation)
    shape = [rows, 16, 7, 2]
    weights = drawn_weights(shape, random)
    assert len(weights) == body_size(shape)
    seen: Any = array("q", bytes(8 * game.observation.width))
    values: Any = array("q", [0] * 2)
    twin_values: Any = array("q", [0] * 2)
    kept = ValueNetwork(plan, shape, weights, seen, values)
    twin = in_python().ValueNetwork(plan, shape, weights, seen, twin_values)
    width = (rows + 7) // 8
    lines, twin_lines = bytearray(width), bytearray(width)
    writer = FeatureWriter(plan, rows, seen, lines)
    twin_writer = in_python().FeatureWriter(plan, rows, seen, twin_lines)
    state = game.deal(3)
    for _ in range(25):
        state.apply(random.choice(state.legal_actions()))
        observed = game_integers(game, state, random.randrange(2))
        seen[:] = array("q", observed)
        for seat in range(2):
            values[seat] = twin_values[seat] = random.choice((state.evaluate(seat), 10**6, -(10**6)))
        kept.correct()
        twin.correct()
        assert values.tolist() == twin_values.tolist()
        writer.write(0)
        twin_writer.write(0)
        assert lines == twin_lines


def game_integers(game: Any, state: Any, seat: int) -> list[int]:
    """What a seat observes, as integers."""
    from burgher.kernel.ints import ints

    into: Any = ints([0] * game.observation.width)
    state.observe(seat, into)
    return [int(into[n]) for n in range(game.observation.width)]

"""Integers into arrays: the same in C as in plain Python."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest

import burgher
from burgher.kernel import array_export
from burgher.kernel.array_export import ArrayExport, Spreading, spread, use

PLAN = [0, 9, 3, 1, 5, 2, 3, 1, 3, 2, 2, 4]
"""A number of at most 9 divided by 3; five bits; one of three from 1; counts of two and of four."""
WIDTH, LENGTH = 4, 11


SOURCE = Path(__file__).parents[2] / "src" / "burgher" / "kernel" / "array_export.py"


@pytest.fixture(params=["plain", "avx2", "avx512"], autouse=True)
def _way(request: pytest.FixtureRequest) -> Iterator[None]:
    """In each of the ways that there are; then again the best of them."""
    ways = ["plain", "avx2", "avx512"]
    try:
        use(ways.index(request.param))
    except ValueError:
        pytest.skip("not on this processor, or not compiled")
    yield
    for way in (2, 1, 0):
        try:
            use(way)
        except ValueError:
            continue
        break


class Exported:
    """One lane with four words, eleven features and ten actions."""

    def __init__(self) -> None:
        self.seen, self.offers, self.end = (
            array("q", bytes(8 * WIDTH)),
            array("q", bytes(80)),
            array("q", [0]),
        )
        self.features, self.mask = array("f", [7.0] * LENGTH), bytearray(b"\7" * 10)
        self.exporter = exporter(PLAN, [self.seen], self.features, [self.offers], self.end, self.mask)

    def __call__(self, *words: int) -> list[float]:
        self.seen[:] = array("q", words)
        self.exporter.write(0, 1)
        return self.features.tolist()


def exporter(
    plan: list[int], seen: Any, features: object, offers: Any, ends: Any, mask: object
) -> ArrayExport:
    """Arrays of Python's own stand in for ours: both kinds of exporters can read them."""
    return ArrayExport(plan, seen, features, offers, ends, mask)


def test_it_is_compiled_with_everything_else() -> None:
    assert (Path(array_export.__file__).suffix != ".py") == burgher.COMPILED


def test_each_kind_of_field() -> None:
    export = Exported()
    assert export(6, 0b10110, 2, 0b0111_01) == [2.0, 0, 1, 1, 0, 1, 0, 1, 0, 0.5, 0.75]


def test_what_changes_is_written_and_the_rest_stays() -> None:
    export = Exported()
    export(6, 0b10110, 2, 0b0111_01)
    assert export(6, 0b10011, 3, 0b0111_01) == [2.0, 1, 1, 0, 0, 1, 0, 0, 1, 0.5, 0.75]
    assert export(0, 0, 0, 0) == [0.0] * LENGTH


def test_numbers_have_a_most_and_choices_may_be_none() -> None:
    export = Exported()
    assert export(100, 0, 4, 0)[0] == 3.0
    assert export(100, 0, -1, 0)[6:9] == [0, 0, 0]
    assert export(100, 0, 1, 0)[6:9] == [1, 0, 0]
    assert export(100, 0, 0, 0)[6:9] == [0, 0, 0]


def test_rows_are_cleared_at_first() -> None:
    assert Exported().features.tolist() == [0.0] * LENGTH


def offered(export: Exported, *offers: tuple[int, int]) -> Sequence[int]:
    export.end[0] = 3 * len(offers)
    for n, (first, members) in enumerate(offers):
        export.offers[3 * n + 1], export.offers[3 * n + 2] = first, members
    export(0, 0, 0, 0)
    return [action for action, legal in enumerate(export.mask) if legal]


def test_masks_say_what_is_offered_now() -> None:
    export = Exported()
    assert offered(export, (2, 0b101), (9, 1)) == [2, 4, 9]
    assert offered(export, (0, 0b10)) == [1]
    assert offered(export) == []


@pytest.mark.parametrize("actions", [1, 31, 32, 33, 63, 64, 65, 127, 200, 517])
def test_masks_of_any_length(actions: int) -> None:
    """Nothing is written but the mask, and all of that."""
    random = Random(actions)
    seen, offers, ends = array("q", bytes(8 * WIDTH)), array("q", bytes(800)), array("q", [0])
    space = bytearray(b"\7" * (actions + 128))
    mask = memoryview(space)[64 : 64 + actions]
    export = exporter(PLAN, [seen], array("f", bytes(4 * LENGTH)), [offers], ends, mask)
    for _ in range(200):
        offered = set()
        ends[0] = 3 * random.randrange(6)
        for at in range(0, ends[0], 3):
            first, members = random.randrange(actions), random.getrandbits(62) & random.getrandbits(62)
            offers[at + 1], offers[at + 2] = first, members & (1 << min(62, actions - first)) - 1
            offered |= {first + n for n in range(62) if offers[at + 2] >> n & 1}
        export.write(0, 1)
        assert {action for action, legal in enumerate(mask) if legal == 1} == offered
        assert {*mask} <= {0, 1}
        for action in range(-70, actions + 130):
            assert export.refused(array("q", [action])) == (-1 if action in offered else 0)  # type: ignore[arg-type]
        assert {*space[:64], *space[64 + actions :]} == {7}


def test_the_first_lane_that_is_refused_is_told() -> None:
    seen, offers = [array("q", bytes(32)) for _ in range(3)], [array("q", [0, 5, 3, 0]) for _ in range(3)]
    features, masks = array("f", bytes(4 * 3 * LENGTH)), bytearray(3 * 10)
    for given in (masks, None):
        lanes = exporter(PLAN, seen, features, offers, array("q", [3, 3, 3]), given)
        lanes.write(0, 3)
        for actions, refused in (([5, 6, 5], -1), ([5, 4, 7], 1), ([-1, 6, 5], 0), ([5, 6, 2**62], 2)):
            assert lanes.refused(array("q", actions)) == refused  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="each of 3 lanes"):
            lanes.refused(array("q", [5, 6]))  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            lanes.refused(7)  # type: ignore[arg-type]


def _plain() -> Any:
    """This module as plain Python, also where another is imported in its place."""
    spec = spec_from_file_location("plain_array_export", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("integers", [1, 7, 8, 16, 31, 33, 65, 173])
def test_it_writes_what_plain_python_writes(integers: int) -> None:
    """Whatever changes, however much of it at once."""
    random = Random(integers)
    steps = [
        random.choice(
            [[0, 9, 3], [1, random.randrange(1, 63)], [2, 7, random.randrange(-1, 3)], [3, 3, 1, 4, 2]]
        )
        for _ in range(integers)
    ]
    plan, lanes = [number for step in steps for number in step], 3
    length = sum(step[1] if step[0] else 1 for step in steps)
    seen = [array("q", bytes(8 * integers)) for _ in range(lanes)]
    ends, offers = array("q", bytes(8 * lanes)), [array("q", bytes(80)) for _ in range(lanes)]
    rows = [array("f", [5.0] * (length * lanes)) for _ in range(2)]
    exports = [
        kind(plan, seen, row, offers, ends, None)
        for kind, row in zip((ArrayExport, _plain().ArrayExport), rows, strict=True)
    ]
    for _ in range(60):
        for lane in seen:
            for _ in range(random.choice([0, 1, 2, 5, integers])):
                integer = random.randrange(integers)
                high = 127 if steps[integer][0] == 3 else 2**62 if steps[integer][0] == 1 else 12
                lane[integer] = random.randrange(high)
        for export in exports:
            export.write(0, lanes)
        assert rows[0] == rows[1]


def test_lanes_are_exported_by_themselves() -> None:
    seen = [array("q", [lane, 0, 0, 0]) for lane in (3, 6, 9)]
    features, offers = array("f", bytes(4 * 3 * LENGTH)), [array("q", bytes(80)) for _ in seen]
    lanes = exporter(PLAN, seen, features, offers, array("q", [0, 0, 0]), None)
    lanes.write(1, 2)
    assert [features[lane * LENGTH] for lane in range(3)] == [0.0, 2.0, 0.0]
    lanes.write(0, 9)
    assert [features[lane * LENGTH] for lane in range(3)] == [1.0, 2.0, 3.0]


def test_seats_are_moved_when_another_one_observes() -> None:
    """What is written is the same as where everything is written anew."""
    random = Random(1)
    for seats, size in ((2, 1), (3, 1), (3, 9)):
        plan = [0, 9, 3, *([1, 9, 2, 3, 1] * size) * seats]
        width, length = 1 + 2 * size * seats, 1 + 12 * size * seats
        seen, movers = array("q", bytes(8 * width)), array("q", [0])
        features, masks = array("f", bytes(4 * length)), bytearray(100)
        offers, ends = array("q", bytes(800)), array("q", [0])
        export = ArrayExport(plan, [seen], features, [offers], ends, masks, movers, seats, 2 * size)  # type: ignore[list-item,arg-type]
        farms = [[random.randrange(600), random.randrange(5)] * size for _ in range(seats)]
        for _ in range(60):
            movers[0] = random.randrange(seats)
            farms[random.randrange(seats)][random.randrange(2 * size)] = random.randrange(5)
            turned = [number for n in range(seats) for number in farms[(movers[0] + n) % seats]]
            seen[:] = array("q", [random.randrange(9), *turned])
            export.write(0, 1)
            again = array("f", bytes(4 * length))
            ArrayExport(plan, [seen], again, [offers], ends, None).write(0, 1)  # type: ignore[list-item,arg-type]
            assert features == again


def test_seats_that_are_not_described_alike_are_refused() -> None:
    plan = [0, 9, 3, 1, 9, 2, 3, 1, 1, 9, 2, 4, 1]
    features, one = array("f", bytes(4 * 26)), array("q", [0])
    seen: Any = [array("q", bytes(40))]
    offers: Any = [array("q", bytes(80))]
    for seats, of_seat in ((2, 2), (3, 2), (0, 0)):
        with pytest.raises(ValueError, match="same steps for each seat"):
            ArrayExport(plan, seen, features, offers, one, None, one, seats, of_seat)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("features", "mask"),
    [
        (array("d", bytes(8 * LENGTH)), None),
        (array("f", bytes(4)), None),
        (bytes(4 * LENGTH), None),
        (memoryview(array("f", bytes(8 * LENGTH)))[::2], None),
        (array("f", bytes(4 * LENGTH)), array("h", [0] * 10)),
        (array("f", bytes(4 * LENGTH)), bytes(10)),
    ],
    ids=["doubles", "too few", "not to write into", "not contiguous", "shorts", "mask not to write into"],
)
def test_arrays_that_will_not_do_are_refused(features: object, mask: object) -> None:
    with pytest.raises(ValueError, match="should be"):
        exporter(PLAN, [array("q", bytes(32))], features, [array("q", bytes(80))], array("q", [0]), mask)


@pytest.mark.parametrize(
    "plan",
    [PLAN[:-4], [*PLAN, 0, 1, 1], [*PLAN[:-4], 3, -2, 2, 4], [*PLAN[:3], 1, -5, *PLAN[5:]]],
    ids=["too short", "too long", "groups below none", "bits below none"],
)
def test_plans_for_other_words_are_refused(plan: list[int]) -> None:
    features = array("f", bytes(4 * LENGTH))
    with pytest.raises(ValueError, match="another number of integers"):
        exporter(plan, [array("q", bytes(32))], features, [array("q", bytes(80))], array("q", [0]), None)


@pytest.mark.parametrize("kind", "bhiqfd")
def test_words_are_spread_over_arrays_of_any_kind(kind: str) -> None:
    target = array(kind, [0] * 3)
    words: Any = array("q", [2, -4, 6])
    spread(words, target, 0.5)
    assert target.tolist() == ([1.0, -2.0, 3.0] if kind in "fd" else [2, -4, 6])
    with pytest.raises(ValueError, match="room for 3"):
        spread(words, array(kind, [0] * 4), 0.5)


def test_integers_are_spread_over_and_over() -> None:
    counts: Any = array("q", [2, -4, 6])
    halves, bytes_ = array("f", [0] * 3), array("b", [0] * 3)
    spreading = Spreading([(counts, halves, 0.5), (counts, bytes_, 1.0)])
    assert (halves.tolist(), bytes_.tolist()) == ([1.0, -2.0, 3.0], [2, -4, 6])
    counts[1] = 8
    spreading.write()
    assert (halves.tolist(), bytes_.tolist()) == ([1.0, 4.0, 3.0], [2, 8, 6])


@pytest.mark.parametrize(
    "pairs",
    [
        7,
        [7],
        [(array("q", [1]), array("f", [0]))],
        [(array("q", [1]), array("f", [0]), 1.0), (array("q", [1]), array("f", [0, 0]), 1.0)],
        [(array("q", [1]), bytes(8), 1.0)],
        [(array("q", [1]), 7, 1.0)],
    ],
)
def test_what_cannot_be_spread_is_refused(pairs: Any) -> None:
    with pytest.raises((TypeError, ValueError, BufferError)):
        Spreading(pairs)


@pytest.mark.skipif(not burgher.COMPILED, reason="plain Python looks where it writes")
def test_arrays_that_are_written_into_stay_where_they_are() -> None:
    counts: Any = array("q", [2])
    target, features = array("f", [0]), array("f", bytes(4 * LENGTH))
    held = (
        Spreading([(counts, target, 1.0)]),
        exporter(PLAN, [array("q", bytes(32))], features, [array("q", bytes(80))], array("q", [0]), None),
    )
    for one in (target, features):
        with pytest.raises(BufferError):
            one.append(1.0)
    del held
    target.append(1.0)


@pytest.mark.skipif(not burgher.COMPILED, reason="plain Python looks where it reads")
def test_lanes_without_all_that_is_needed_are_refused() -> None:
    features = array("f", bytes(4 * 2 * LENGTH))
    four, three, offers = array("q", bytes(32)), array("q", bytes(24)), [array("q", bytes(80))] * 2
    with pytest.raises(ValueError, match="as many integers for every lane"):
        exporter(PLAN, [four, three], features, offers, array("q", [0, 0]), None)
    with pytest.raises(ValueError, match="an integer for each of 2 lanes"):
        exporter(PLAN, [four, four], features, offers, array("q", [0]), None)

"""Words into other people's arrays: what learners are handed, written where they want it.

Compiled code cannot reach the memory of an array that it did not make. So this room exists twice: here, as
plain Python, and beside it in C (`pouring.c`), which a compiled Burgher imports in its place. Both know nothing
of games: a plan says what becomes of each word, as steps of a few numbers each.

    0 most scale      the number itself, no more than `most`, divided by `scale`
    1 n               n bits, each a 0 or a 1
    2 n first         n numbers: a 1 where the word is `first`, `first` + 1, …, and 0 elsewhere
    3 n c1 … cn       n groups of c1, c2, … bits side by side: of each, the part that is set
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burgher.kernel.words import Words


class Pourer:
    """Carries the words of many lanes, over and over, into arrays that are handed in once."""

    def __init__(
        self,
        plan: Sequence[int],
        seen: Sequence[Words],
        features: object,
        offers: Sequence[Words],
        ends: Words,
        masks: object,
    ) -> None:
        """Take hold of the arrays: contiguous, of 32-bit floats and (unless None) of single bytes."""
        self._plan = list(plan)
        self._seen = list(seen)
        self._features = _floats(features, len(self._seen))
        self._offers = list(offers)
        self._ends = ends
        self._masks = None if masks is None else _bytes(masks, len(self._seen))
        length = _check(self._plan, len(self._seen[0]))
        if len(self._features) != length * len(self._seen):
            raise ValueError(f"features should be {length} for each of {len(self._seen)} lanes")
        self._length = length

    def pour(self) -> None:
        """Write what the words say now."""
        for lane, seen in enumerate(self._seen):
            self._pour_features(lane * self._length, seen)
        if self._masks is not None:
            for lane, offers in enumerate(self._offers):
                self._pour_mask(lane, offers)

    def _pour_features(self, at: int, seen: Words) -> None:
        out, plan, step, word = self._features, self._plan, 0, 0
        while step < len(plan):
            value: int = seen[word]
            word += 1
            match plan[step]:
                case 0:
                    out[at] = min(value, plan[step + 1]) * (1.0 / plan[step + 2])
                    at, step = at + 1, step + 3
                case 1:
                    for bit in range(plan[step + 1]):
                        out[at + bit] = float(value >> bit & 1)
                    at, step = at + plan[step + 1], step + 2
                case 2:
                    for n in range(plan[step + 1]):
                        out[at + n] = 0.0
                    if 0 <= value - plan[step + 2] < plan[step + 1]:
                        out[at + value - plan[step + 2]] = 1.0
                    at, step = at + plan[step + 1], step + 3
                case _:
                    for copies in plan[step + 2 : step + 2 + plan[step + 1]]:
                        out[at] = (value & (2**copies - 1)).bit_count() * (1.0 / copies)
                        value >>= copies
                        at += 1
                    step += 2 + plan[step + 1]

    def _pour_mask(self, lane: int, offers: Words) -> None:
        assert self._masks is not None
        width = len(self._masks) // len(self._seen)
        row = self._masks[lane * width : (lane + 1) * width]
        row[:] = bytes(width)
        for at in range(0, self._ends[lane], 3):
            first, members = int(offers[at + 1]), int(offers[at + 2])
            while members:
                row[first + (members & -members).bit_length() - 1] = 1
                members &= members - 1


def _floats(array: object, lanes: int) -> memoryview[float]:
    view = memoryview(array)  # type: ignore[arg-type]
    if not view.c_contiguous or view.readonly or view.format != "f" or view.nbytes % (4 * lanes):
        raise ValueError(
            "features should be a contiguous array of 32-bit floats, one row for each lane, to write into"
        )
    return view.cast("B").cast("f")


def _bytes(array: object, lanes: int) -> memoryview:
    view = memoryview(array)  # type: ignore[arg-type]
    if not view.c_contiguous or view.readonly or view.itemsize != 1 or view.nbytes % lanes:
        raise ValueError(
            "masks should be a contiguous array of single bytes, one row for each lane, to write into"
        )
    return view.cast("B")


def _check(plan: list[int], words: int) -> int:
    """How many features a plan makes; raises `ValueError` if it is not for so many words."""
    length = step = 0
    while step < len(plan) and words > 0:
        kind, n = plan[step], plan[step + 1]
        length += 1 if kind == 0 else n
        step += 2 + n if kind == 3 else 2 if kind == 1 else 3
        words -= 1
    if step != len(plan) or words:
        raise ValueError("the plan is for another number of words")
    return length


def spread(words: Words, array: object, factor: float) -> None:
    """Write words into a contiguous array of numbers, each times a factor where the array has floats."""
    view = memoryview(array)  # type: ignore[arg-type]
    flat = view.cast("B").cast(view.format)  # type: ignore[call-overload]
    if len(flat) != len(words):
        raise ValueError(f"the array should have room for {len(words)} numbers")
    is_float = view.format in ("f", "d")
    for n in range(len(words)):
        flat[n] = int(words[n]) * factor if is_float else int(words[n])

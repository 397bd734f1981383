"""Integers into other people's arrays: what learners are handed, written where they want it.

Compiled code cannot reach the memory of an array that it did not make. So this room exists twice: here, as
plain Python, and beside it in C (`array_export.c`), which a compiled Burgher imports in its place. Both know
nothing of games: a plan says what becomes of each integer, as steps of a few numbers each.

    0 most scale      the number itself, no more than `most`, divided by `scale`
    1 n               n bits, each a 0 or a 1
    2 n first         n numbers: a 1 where the integer is `first`, `first` + 1, …, and 0 elsewhere
    3 n c1 … cn       n groups of c1, c2, … bits side by side: of each, the part that is set
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints


NUMBER, BITS, ONE_OF, COUNTS = range(4)


class ArrayExport:
    """Carries the integers of many lanes, over and over, into arrays that are handed in once.

    It writes what has changed and nothing else: the rows keep what was written last.
    """

    def __init__(
        self,
        plan: list[int],
        seen: list[Ints],
        features: object,
        offers: list[Ints],
        ends: Ints,
        masks: object,
        movers: Ints | None = None,
        seats: int = 1,
        of_seat: int = 0,
    ) -> None:
        """Take hold of the arrays: contiguous, of 32-bit floats and (unless None) of single bytes.

        The last integers may be those of the seats, `of_seat` for each, beginning with the one that observes
        (`movers`, by lane). In C, what stands there of every seat is moved when another one observes, so
        that less has to be written. What is written is the same.
        """
        if not seen or len(offers) != len(seen):
            raise ValueError("there should be as many lanes of offers as of observations, and one at least")
        self._seen, self._offers, self._ends = list(seen), list(offers), ends
        self._steps, self._length = _steps(plan, len(seen[0]))
        if movers is not None and not _end_with_seats(self._steps, seats, of_seat):
            raise ValueError("the plan should end with the same steps for each seat")
        self._features = _floats(features, len(seen))
        self._masks = None if masks is None else _bytes(masks, len(seen))
        if len(self._features) != self._length * len(seen):
            raise ValueError(f"features should be {self._length} for each of {len(seen)} lanes")
        # Rows of zeros, and the integers that would have made them.
        self._features.cast("B")[:] = bytes(4 * len(self._features))
        if self._masks is not None:
            self._masks[:] = bytes(len(self._masks))
        nothing = [bound - 1 if kind == ONE_OF else 0 for kind, _, _, bound, _ in self._steps]
        self._last = [nothing[:] for _ in seen]

    def write(self, first: int, end: int) -> None:
        """Write what the integers of some lanes say now, from the first up to but not the end."""
        for lane in range(first, min(end, len(self._seen))):
            start, seen, last = lane * self._length, self._seen[lane], self._last[lane]
            for integer, step in enumerate(self._steps):
                now = int(seen[integer])
                if now != last[integer]:
                    self._write_int(start, step, last[integer], now)
                    last[integer] = now
            if self._masks is not None:
                self._write_mask(lane, self._offers[lane])

    def refused(self, actions: Ints) -> int:
        """The first lane that was not offered what is chosen for it when it was written last; -1 if none."""
        if len(actions) != len(self._seen):
            raise ValueError(f"there should be an action for each of {len(self._seen)} lanes")
        for lane, offers in enumerate(self._offers):
            ways = ((actions[lane] - offers[at + 1], offers[at + 2]) for at in range(0, self._ends[lane], 3))
            if not any(0 <= which < 62 and members >> which & 1 for which, members in ways):
                return lane
        return -1

    def _write_int(self, start: int, step: _Step, old: int, now: int) -> None:
        kind, at, n, bound, numbers = step
        out, at = self._features, start + at
        match kind:
            case 0:
                out[at] = min(now, bound) * (1.0 / numbers[0])
            case 1:
                for bit in range(n):
                    out[at + bit] = float(now >> bit & 1)
            case 2:
                if 0 <= old - bound < n:
                    out[at + old - bound] = 0.0
                if 0 <= now - bound < n:
                    out[at + now - bound] = 1.0
            case _:
                for group, copies in enumerate(numbers):
                    out[at + group] = (now & (2**copies - 1)).bit_count() * (1.0 / copies)
                    now >>= copies

    def _write_mask(self, lane: int, offers: Ints) -> None:
        assert self._masks is not None
        width = len(self._masks) // len(self._seen)
        row = self._masks[lane * width : (lane + 1) * width]
        row[:] = bytes(width)
        for at in range(0, self._ends[lane], 3):
            first, members = int(offers[at + 1]), int(offers[at + 2])
            while members:
                row[first + (members & -members).bit_length() - 1] = 1
                members &= members - 1


_Step = tuple[int, int, int, int, list[int]]
"""What it does, where its features begin, how many there are, its bound, the numbers it divides by."""


def _steps(plan: list[int], integers: int) -> tuple[list[_Step], int]:
    """A plan step by step, one for each integer, and how many features it makes."""
    steps: list[_Step] = []
    at = length = 0
    while at < len(plan) and len(steps) < integers:
        kind, n = plan[at], plan[at + 1]
        if n < 0 and kind != NUMBER:
            break
        if kind == NUMBER:
            steps.append((kind, length, 1, n, [plan[at + 2]]))
        elif kind == ONE_OF:
            steps.append((kind, length, n, plan[at + 2], []))
        else:
            steps.append((kind, length, n, 0, plan[at + 2 : at + 2 + n] if kind == COUNTS else []))
        at += 3 if kind in (NUMBER, ONE_OF) else 2 + n if kind == COUNTS else 2
        length += steps[-1][2]
    if at != len(plan) or len(steps) != integers:
        raise ValueError("the plan is for another number of integers")
    return steps, length


def _end_with_seats(steps: list[_Step], seats: int, of_seat: int) -> bool:
    alike = [(kind, n, bound, numbers) for kind, _, n, bound, numbers in steps]
    first = len(steps) - seats * of_seat
    if seats < 1 or of_seat < 1 or first < 0:
        return False
    return alike[first:] == alike[first : first + of_seat] * seats


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


def spread(integers: Ints, array: object, factor: float) -> None:
    """Write integers into a contiguous array of numbers, each times a factor where the array has floats."""
    view = memoryview(array)  # type: ignore[arg-type]
    flat = view.cast("B").cast(view.format)  # type: ignore[call-overload]
    if len(flat) != len(integers):
        raise ValueError(f"the array should have room for {len(integers)} numbers")
    is_float = view.format in ("f", "d")
    for n in range(len(integers)):
        flat[n] = int(integers[n]) * factor if is_float else int(integers[n])


class Spreading:
    """Integers that are written into arrays of numbers, over and over: for each, an array and a factor."""

    def __init__(self, pairs: list[tuple[Ints, object, float]]) -> None:
        self._pairs = list(pairs)
        self.write()

    def write(self) -> None:
        """Write what all integers say now."""
        for integers, array, factor in self._pairs:
            spread(integers, array, factor)


def use(way: int) -> None:
    """For tests: write in another way from now on: 0 by plain code, as here; 1 and 2 with vectors."""
    if way != 0:
        raise ValueError("there is no such way here")

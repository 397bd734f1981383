"""The journal: what happened, as it happens.

The rules write it when a state has one, and nothing is paid when it has none. An entry is a handful
of numbers whose meaning each game's `telling` gives in words; points always name their source.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

EVERYONE: Final = -1
"""The audience of an entry that no seat is kept from reading."""
_ALL_BUT: Final = -2
"""`_ALL_BUT - n` is the audience of an entry for everyone but seat n."""


class Entry:
    """One thing that happened: to which seat, what, with which numbers, and who may know."""

    def __init__(
        self, seat: int, event: int, details: tuple[int, ...], points: int, source: int, audience: int
    ) -> None:
        self.seat = seat
        self.event = event
        self.details = details
        self.points = points
        self.source = source
        self.audience = audience

    def is_for(self, seat: int | None) -> bool:
        """Whether a seat (or, for None, a spectator) may read it, and does not know it already."""
        if seat is None:
            return self.audience < 0
        return self.audience == seat or (self.audience < 0 and self.audience != _ALL_BUT - seat)

    def without_points(self) -> Entry:
        """The same, for those who may not know how many points it brought."""
        return Entry(self.seat, self.event, self.details, 0, self.source, self.audience)


class Journal:
    """The entries of one game so far."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.draws: list[tuple[int, int]] = []
        """The draws from a table's secret: from how many, and which, counted from 0."""

    def write(self, seat: int, event: int, *details: int) -> None:
        """Note an event that everyone may know."""
        self.entries.append(Entry(seat, event, details, 0, 0, EVERYONE))

    def confide(self, seat: int, event: int, *details: int) -> None:
        """Note an event that only its own seat may know."""
        self.entries.append(Entry(seat, event, details, 0, 0, seat))

    def disclose(self, seat: int, event: int, *details: int) -> None:
        """Note an event that its own seat was told in confidence, for all others."""
        self.entries.append(Entry(seat, event, details, 0, 0, _ALL_BUT - seat))

    def score(self, seat: int, points: int, source: int, *details: int) -> None:
        """Note points and where they come from."""
        self.entries.append(Entry(seat, SCORED, details, points, source, EVERYONE))


class SourceTally(Journal):
    """A journal that keeps nothing but the points of each seat by kind of source."""

    def __init__(self, seats: int, kinds: Sequence[int]) -> None:
        """For kinds of sources, each by the first of its numbers (`GameRules.source_kinds`)."""
        super().__init__()
        self.points = [0] * (seats * len(kinds))
        """By seat, then by kind."""
        self._kinds = kinds

    def write(self, seat: int, event: int, *details: int) -> None:
        """Forget what happened."""

    def confide(self, seat: int, event: int, *details: int) -> None:
        """The same."""

    def disclose(self, seat: int, event: int, *details: int) -> None:
        """The same."""

    def score(self, seat: int, points: int, source: int, *details: int) -> None:
        """Count points where they come from."""
        if self._kinds:
            self.points[seat * len(self._kinds) + bisect(self._kinds, source) - 1] += points


# Compiled rules ask, wherever something happens, whether there is a journal. What they call if there is one
# makes Python's own integers of theirs, and stands here so that it is not part of each such place.


def write_three(journal: Journal, seat: i64, event: i64, a: i64, b: i64, c: i64) -> None:
    """Note an event with three numbers that everyone may know."""
    journal.write(seat, event, a, b, c)


def score_one(journal: Journal, seat: i64, points: i64, source: i64, a: i64) -> None:
    """Note points, where they come from, and a number."""
    journal.score(seat, points, source, a)


SCORED: Final = 0
"""The event of every entry that carries points, in every game."""

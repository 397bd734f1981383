"""Games to teach a network by, played inside compiled code: positions observed, and what came of them.

Players are greedy, and move at random now and then, so that positions occur that nobody wants. Whoever lets
others play, a search for one, keeps their positions one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.kernel.chance import drawn, step
from burgher.kernel.ints import ints
from burgher.kernel.journal import SourceTally
from burgher.kernel.offers import nth_offered, offer_buffer, offered
from burgher.kernel.playout import best_at_sight
from burgher.kernel.value_network import FeatureWriter

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints
    from burgher.kernel.state import State

ENDLESS: Final = 5000
"""A game with so many decisions counts as it stands."""


class Lessons:
    """Positions out of games, until there is no more room."""

    def __init__(
        self,
        plan: list[int],
        rows: int,
        width: int,
        seats: int,
        kinds: list[int],
        room: int,
        lines: object,
    ) -> None:
        """Take hold of an array of bytes with `room` lines, for the rows that positions add, as bits.

        Points are counted by kinds of sources, each given by the first of its numbers.
        """
        self.seats: i64 = seats
        self.room: i64 = room
        self.count: i64 = 0
        """How many positions are there."""
        self.values: Ints = ints([0] * (room * seats))
        """By position: what the heuristic says of each seat, the observing one first."""
        self.points: Ints = ints([0] * (room * seats))
        """By position: the points of each seat when the game was over, likewise."""
        self.sources: list[int] = []
        """By position and seat, likewise: the points that each kind of source still brought it."""
        self._kinds: list[int] = kinds
        self._tally: SourceTally = SourceTally(seats, kinds)
        self._viewers: Ints = ints([0] * room)
        self._seen: Ints = ints([0] * width)
        self._writer: FeatureWriter = FeatureWriter(plan, rows, self._seen, lines)

    def journal(self) -> SourceTally:
        """The journal that the next game must be dealt with, for points to be counted by source."""
        self._tally = SourceTally(self.seats, self._kinds)
        return self._tally

    def play(self, state: State, ahead: State, every: i64, wild: i64, chance: i64) -> None:
        """Play to the end, keeping one position of `every`; `wild` moves of 1024 are made at random."""
        first: i64 = self.count
        offers = offer_buffer()
        decisions: i64 = 0
        while not state.is_over and decisions < ENDLESS:
            chance = step(chance)
            if drawn(chance, 1024) < wild:
                chance = step(chance)
                end = state.offers(offers)
                state.apply(nth_offered(offers, drawn(chance, offered(offers, end))))
            else:
                state.apply(best_at_sight(state, ahead, chance))
            decisions += 1
            chance = step(chance)
            if drawn(chance, every) == 0:
                chance = step(chance)
                self.keep(state, drawn(chance, self.seats))
        self.settle(state.scores(), first)

    def keep(self, state: State, viewer: i64) -> None:
        """Keep a position as a seat sees it, if there is room and the game goes on."""
        if state.is_over or self.count == self.room:
            return
        line = self.count
        state.observe(viewer, self._seen)
        self._writer.write(line)
        self._viewers[line] = viewer
        kinds: i64 = len(self._kinds)
        so_far = self._tally.points
        n: i64 = 0
        seat = viewer
        while n < self.seats:
            self.values[line * self.seats + n] = state.evaluate(seat)
            kind: i64 = 0
            while kind < kinds:
                self.sources.append(so_far[seat * kinds + kind])
                kind += 1
            seat += 1
            if seat == self.seats:
                seat = 0
            n += 1
        self.count = line + 1

    def settle(self, scores: list[int], first: i64) -> None:
        """Note the points at the end of a game for the positions from a number on."""
        kinds: i64 = len(self._kinds)
        final = self._tally.points
        line = first
        while line < self.count:
            n: i64 = 0
            seat = self._viewers[line]
            while n < self.seats:
                self.points[line * self.seats + n] = scores[seat]
                kind: i64 = 0
                while kind < kinds:
                    place = (line * self.seats + n) * kinds + kind
                    self.sources[place] = final[seat * kinds + kind] - self.sources[place]
                    kind += 1
                seat += 1
                if seat == self.seats:
                    seat = 0
                n += 1
            line += 1

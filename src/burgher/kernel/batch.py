"""Games seen as numbers, and many of them played side by side, inside compiled code.

An `Observer` looks at one state for one seat. A `GameBatch` is many games that take a step together: each of
its lanes plays one game after the other. What is observed lies in integers here;
`kernel/array_export` carries it to the arrays of whoever learns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.kernel.array_export import ArrayExport
from burgher.kernel.chance import drawn, step
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import copy_ints, ints, ints_from
from burgher.kernel.offers import is_offered, nth_offered, offer_buffer, offered

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints
    from burgher.kernel.state import State

AT_ONCE: Final = 8
"""So many lanes are played before what they say is carried to the arrays, close to the processor still."""


class Observer:
    """Looks at states and writes what a seat observes into arrays that were handed in once."""

    def __init__(self, plan: list[int], width: int, features: object, mask: object) -> None:
        self.features: object = features
        self.mask: object = mask
        self._seen: Ints = ints([0] * width)
        self._offers: Ints = offer_buffer()
        self._end: Ints = ints([0])
        self._export: ArrayExport = ArrayExport(plan, [self._seen], features, [self._offers], self._end, mask)

    def look(self, state: State, seat: i64) -> None:
        """Write what a seat may know of a state, and what it may do if it is the one to move."""
        state.observe(seat, self._seen)
        self._end[0] = 0
        if self.mask is not None and seat == state.seat and not state.is_over:
            self._end[0] = state.offers(self._offers)
        self._export.write(0, 1)


class Lane:
    """One game after the other."""

    def __init__(self, state: State, seed: int, seen: Ints) -> None:
        self.state: State = state
        self.seed: int = seed
        """Of the game that is being played."""
        self.seen: Ints = seen
        """Where what the seat to move observes is written, until it is carried to the arrays."""
        self.offers: Ints = offer_buffer()


class GameBatch:
    """Many games that are played side by side."""

    def __init__(
        self, deal: Callable[[int], State], seeds: list[int], stride: int, seats: int, width: int
    ) -> None:
        self._deal: Callable[[int], State] = deal
        self.count: i64 = len(seeds)
        self.seats: i64 = seats
        self.stride: int = stride
        """How much the seed of a lane's next game is larger than that of its last."""
        seen = [ints([0] * width) for _ in range(AT_ONCE)]
        self._lanes: list[Lane] = [Lane(deal(seed), seed, seen[i % AT_ONCE]) for i, seed in enumerate(seeds)]
        self.ends: Ints = ints([0] * self.count)
        """Where the offers of each lane end."""
        self.movers: Ints = ints([0] * self.count)
        """Whose decision it is in each lane."""
        self.dones: Ints = ints([0] * self.count)
        """Whether the last step ended a lane's game."""
        self.rewards: Ints = ints([0] * (self.count * self.seats))
        """By lane and seat, with a game's end: how many others are behind a seat less how many are ahead."""
        self.scores: Ints = ints([0] * (self.count * self.seats))
        """By lane and seat: the points at the end of the lane's last game."""
        self.actions: Ints = ints([0] * self.count)
        """The last actions, chosen or drawn."""
        self._export: ArrayExport | None = None
        self._look_at_all()

    def export_to(self, plan: list[int], of_seat: int, features: object, masks: object) -> None:
        """Write what is observed and offered into arrays, a row for each lane: now and after every step.

        Of what is observed, the last integers are the seats', `of_seat` for each.
        """
        seen = [lane.seen for lane in self._lanes]
        offers = [lane.offers for lane in self._lanes]
        self._export = ArrayExport(
            plan, seen, features, offers, self.ends, masks, self.movers, self.seats, of_seat
        )
        self._look_at_all()

    def state(self, lane: i64) -> State:
        """The game that a lane is playing."""
        return self._lanes[lane].state

    def seed(self, lane: i64) -> int:
        """The seed of the game that a lane is playing."""
        return self._lanes[lane].seed

    def deal(self, seeds: list[int]) -> None:
        """Begin new games in all lanes."""
        i: i64 = 0
        while i < self.count:
            lane = self._lanes[i]
            self._begin(lane, seeds[i])
            self.dones[i] = 0
            i += 1
        self._clear_rewards()
        self._look_at_all()

    def draw(self, chance: i64) -> i64:
        """Draw a legal action for every lane, all being equally likely; return the generator's next state."""
        i: i64 = 0
        while i < self.count:
            chance = step(chance)
            offers = self._lanes[i].offers
            self.actions[i] = nth_offered(offers, drawn(chance, offered(offers, self.ends[i])))
            i += 1
        return chance

    def take(self, actions: Iterable[int]) -> None:
        """Choose the actions of all lanes; raises `IllegalAction`, and chooses none, if one may not be."""
        chosen = ints_from(actions)
        if len(chosen) != self.count:
            raise ValueError(f"there are {self.count} lanes, and {len(chosen)} actions for them")
        refused = self._refused(chosen)
        if refused >= 0:
            raise not_offered(refused, chosen[refused])
        copy_ints(self.actions, chosen)

    def _refused(self, chosen: Ints) -> i64:
        """The first lane that is not offered what was chosen for it; -1 if there is none."""
        if self._export is not None:
            return self._export.refused(chosen)
        i: i64 = 0
        while i < self.count:
            if not is_offered(self._lanes[i].offers, self.ends[i], chosen[i]):
                return i
            i += 1
        return -1

    def step(self) -> None:
        """Play the actions chosen or drawn, score what ends, and begin its lane's next game."""
        self._clear_rewards()
        i: i64 = 0
        while i < self.count:
            first = i
            end = min(first + AT_ONCE, self.count)
            while i < end:
                lane = self._lanes[i]
                self._play(i, lane, lane.state)
                self._look(i, lane)
                i += 1
            if self._export is not None:
                self._export.write(first, end)

    def _look_at_all(self) -> None:
        i: i64 = 0
        while i < self.count:
            self._look(i, self._lanes[i])
            if self._export is not None:
                self._export.write(i, i + 1)
            i += 1

    def _play(self, i: i64, lane: Lane, state: State) -> None:
        state.apply(self.actions[i])
        self.dones[i] = 0
        if state.is_over:
            self.dones[i] = 1
            self._score(i, state)
            self._begin(lane, lane.seed + self.stride)

    def _begin(self, lane: Lane, seed: int) -> None:
        lane.seed = seed
        lane.state = self._deal(seed)

    def _look(self, i: i64, lane: Lane) -> None:
        state = lane.state
        seat = state.seat
        self.movers[i] = seat
        self.ends[i] = state.offers(lane.offers)
        if self._export is not None:
            state.observe(seat, lane.seen)

    def _clear_rewards(self) -> None:
        i: i64 = 0
        while i < self.count * self.seats:
            self.rewards[i] = 0
            i += 1

    def _score(self, i: i64, state: State) -> None:
        ranks = state.ranks()
        scores = state.scores()
        for seat in range(self.seats):
            ahead: i64 = 0
            behind: i64 = 0
            for rank in ranks:
                if rank < ranks[seat]:
                    ahead += 1
                elif rank > ranks[seat]:
                    behind += 1
            self.rewards[i * self.seats + seat] = behind - ahead
            if self.seats == 1:
                self.rewards[i] = scores[0]
            self.scores[i * self.seats + seat] = scores[seat]


def not_offered(lane: int, action: int) -> IllegalAction:
    """What to raise where an action may not be taken in a lane."""
    return IllegalAction("not-offered", f"Lane {lane} has no action {action} now")

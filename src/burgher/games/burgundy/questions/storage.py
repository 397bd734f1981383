"""The storage (p. 5) and the purchase (p. 9): which tile makes room, and how a tile is paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.burgundy.actions import CLEAR, PAY
from burgher.games.burgundy.data import Question
from burgher.games.burgundy.events import DISCARDED, note
from burgher.games.burgundy.fitting import refit
from burgher.games.burgundy.lookups import EMPTY, SPOTS
from burgher.games.burgundy.taking import PRICE, pay
from burgher.kernel.checking import hold
from burgher.kernel.ints import BIT
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData
    from burgher.kernel.ints import Ints


class StorageToClear(Question):
    """Which tile to discard, out of the game, for the one in hand."""

    name: ClassVar[str] = "storage to clear"
    section: ClassVar[int] = 5

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        return offer(into, 0, CLEAR, 7)

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        note(state, state.seat, DISCARDED, state.me.storage[thing], thing)
        state.me.storage[thing] = state.in_hand
        refit(state.me, thing)
        state.in_hand = EMPTY

    def check(self, state: BurgundyData) -> None:
        storage = state.me.storage
        full = storage[0] != EMPTY and storage[1] != EMPTY and storage[2] != EMPTY
        hold(full, "a tile waits only for a full storage")


class Payment(Question):
    """How many workers to pay instead of silverlings (tile 6 in the edition of 2019)."""

    name: ClassVar[str] = "payment"
    section: ClassVar[int] = 10

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        me = state.me
        ways: i64 = 0
        workers: i64 = 0
        while workers <= PRICE:
            if workers <= me.workers and PRICE - workers <= me.silverlings:
                ways |= BIT[workers]
            workers += 1
        return offer(into, 0, PAY, ways)

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        pay(state, thing)

    def check(self, state: BurgundyData) -> None:
        for_sale: i64 = state.stocked | state.black_stocked << SPOTS
        hold(for_sale & BIT[state.buying] != 0, "what is being bought is there")

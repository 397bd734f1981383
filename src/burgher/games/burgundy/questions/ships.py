"""Ships (p. 5): which goods they take."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.burgundy.actions import KEEP, LOAD, SKIP
from burgher.games.burgundy.data import Question
from burgher.games.burgundy.lookups import RING, STORED_GOOD_TYPES, TWO_DEPOTS
from burgher.games.burgundy.pending import GOODS_TO_KEEP, SHIP_LOADS_MORE
from burgher.games.burgundy.ships import finish_loading, goods_waiting, load, take_goods
from burgher.games.burgundy.stack import push
from burgher.kernel.checking import hold
from burgher.kernel.ints import BIT, only, size
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData
    from burgher.kernel.ints import Ints

ALL_DEPOTS: Final = 63


class ShipLoads(Question):
    """From which depot a ship takes goods: perhaps one that has none."""

    name: ClassVar[str] = "ship"
    section: ClassVar[int] = 5

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        end = offer(into, 0, LOAD, state.depots_with_goods)
        if state.depots_with_goods != ALL_DEPOTS:
            return offer(into, end, SKIP, 1)
        return end

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        """With knowledge tile 5, goods may be taken from a depot beside it too (p. 10)."""
        state.loading |= BIT[thing]
        if state.me.knows & TWO_DEPOTS and state.depots_with_goods & RING[thing]:
            push(state, SHIP_LOADS_MORE)
        else:
            load(state)

    def decline(self, state: BurgundyData) -> None:
        """Take the goods of a depot that has none."""
        finish_loading(state)


class ShipLoadsMore(Question):
    """From which neighbouring depot goods are taken too (tile 5, p. 10)."""

    name: ClassVar[str] = "ship, second depot"
    section: ClassVar[int] = 10

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        end = offer(into, 0, LOAD, RING[only(state.loading)] & state.depots_with_goods)
        return offer(into, end, SKIP, 1)

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        state.loading |= BIT[thing]
        load(state)

    def decline(self, state: BurgundyData) -> None:
        """Take the goods of one depot only."""
        load(state)

    def check(self, state: BurgundyData) -> None:
        hold(size(state.loading) == 1, "a second depot comes after the first")


class GoodsToKeep(Question):
    """Which new type of goods to store when not all fit."""

    name: ClassVar[str] = "goods to keep"
    section: ClassVar[int] = 5

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        return offer(into, 0, KEEP, goods_waiting(state) & ~state.me.goods_held)

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        """Ask again while others wait and there is room."""
        take_goods(state, BIT[thing])
        if size(state.me.goods_held) < STORED_GOOD_TYPES and goods_waiting(state):
            push(state, GOODS_TO_KEEP)
        else:
            finish_loading(state)

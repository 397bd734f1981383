"""Ships: taking goods from a depot and stepping forward on the turn order track (p. 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.events import LEFT_BEHIND, LOADED, SAILED, note
from burgher.games.burgundy.lookups import GOOD_TYPES, STORED_GOOD_TYPES
from burgher.games.burgundy.pending import GOODS_TO_KEEP, SHIP_LOADS
from burgher.games.burgundy.stack import push
from burgher.kernel.ints import BIT, only, replaced, size

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData


def start_loading(state: BurgundyData) -> None:
    """A ship has been placed: ask for the depot to take goods from, if any has some."""
    state.loading = 0
    if state.depots_with_goods:
        push(state, SHIP_LOADS)
    else:
        sail(state)


def load(state: BurgundyData) -> None:
    """Take what can be stored; ask which new types, if only some of them can be."""
    me = state.me
    take_goods(state, me.goods_held)
    new_types = goods_waiting(state)
    if size(new_types) <= STORED_GOOD_TYPES - size(me.goods_held):
        take_goods(state, new_types)
        finish_loading(state)
    elif size(me.goods_held) < STORED_GOOD_TYPES:
        push(state, GOODS_TO_KEEP)
    else:
        finish_loading(state)


def goods_waiting(state: BurgundyData) -> i64:
    """The types of goods that lie at the depots being loaded from."""
    types: i64 = 0
    depots = state.loading
    while depots:
        lowest: i64 = depots & -depots
        first = only(lowest) * GOOD_TYPES
        good: i64 = 0
        while good < GOOD_TYPES:
            if state.depot_goods[first + good]:
                types |= BIT[good]
            good += 1
        depots ^= lowest
    return types


def take_goods(state: BurgundyData, types: i64) -> None:
    """Move all goods of some types from the depots being loaded from into the goods storage."""
    me = state.me
    depots = state.loading
    while depots:
        lowest: i64 = depots & -depots
        depot = only(lowest)
        taken = types
        while taken:
            one: i64 = taken & -taken
            good = only(one)
            pile: i64 = depot * GOOD_TYPES + good
            tiles = state.depot_goods[pile]
            if tiles:
                state.depot_goods = replaced(state.depot_goods, pile, 0)
                me.goods[good] += tiles
                me.goods_held |= one
                note(state, state.seat, LOADED, depot, good, tiles)
            taken ^= one
        depots ^= lowest


def finish_loading(state: BurgundyData) -> None:
    """What cannot be stored stays where it is; the ship sails."""
    while state.loading:
        lowest: i64 = state.loading & -state.loading
        depot = only(lowest)
        left: i64 = 0
        good: i64 = 0
        while good < GOOD_TYPES:
            tiles = state.depot_goods[depot * GOOD_TYPES + good]
            if tiles:
                left += tiles
                note(state, state.seat, LEFT_BEHIND, depot, good, tiles)
            good += 1
        if left == 0:
            state.depots_with_goods &= ~lowest
        state.loading ^= lowest
    sail(state)


def sail(state: BurgundyData) -> None:
    """Step forward on the turn order track, on top of any pieces there; it counts from the next round."""
    me = state.me
    me.steps += 1
    place: i64 = 0
    while state.track[place] != state.seat:
        place += 1
    while place > 0 and state.players[state.track[place - 1]].steps <= me.steps:
        state.track[place] = state.track[place - 1]
        place -= 1
    state.track[place] = state.seat
    note(state, state.seat, SAILED, me.steps)

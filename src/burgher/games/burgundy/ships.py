"""Ships: taking goods from a depot and stepping forward on the turn order track (p. 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.events import LEFT_BEHIND, LOADED, SAILED, note
from burgher.games.burgundy.pending import GOODS_TO_KEEP, SHIP_LOADS, SHIP_LOADS_MORE, pop, push
from burgher.games.burgundy.tables import GOOD_TYPES, RING, STORED_GOOD_TYPES, TWO_DEPOTS
from burgher.kernel.words import BIT, only, size

if TYPE_CHECKING:
    from burgher.games.burgundy.state import Burgundy


def start_loading(table: Burgundy) -> None:
    """A ship has been placed: ask for the depot to take goods from, if any has some."""
    table.loading = 0
    if table.depots_with_goods:
        push(table, SHIP_LOADS)
    else:
        sail(table)


def load_from(table: Burgundy, depot: i64) -> None:
    """Take goods from this depot; with knowledge tile 5 perhaps from one beside it too (p. 10)."""
    asked = pop(table)
    table.loading |= BIT[depot]
    if asked == SHIP_LOADS and table.me.knows & TWO_DEPOTS and table.depots_with_goods & RING[depot]:
        push(table, SHIP_LOADS_MORE)
    else:
        load(table)


def load(table: Burgundy) -> None:
    """Take what can be stored; ask which new types, if only some of them can be."""
    me = table.me
    take_goods(table, me.goods_held)
    new_types = goods_waiting(table)
    if size(new_types) <= STORED_GOOD_TYPES - size(me.goods_held):
        take_goods(table, new_types)
        finish_loading(table)
    elif size(me.goods_held) < STORED_GOOD_TYPES:
        push(table, GOODS_TO_KEEP)
    else:
        finish_loading(table)


def keep_goods(table: Burgundy, good: i64) -> None:
    """Store this new type; ask again while others wait and there is room."""
    pop(table)
    take_goods(table, BIT[good])
    if size(table.me.goods_held) < STORED_GOOD_TYPES and goods_waiting(table):
        push(table, GOODS_TO_KEEP)
    else:
        finish_loading(table)


def goods_waiting(table: Burgundy) -> i64:
    """The types of goods that lie at the depots being loaded from."""
    types: i64 = 0
    depots = table.loading
    while depots:
        lowest: i64 = depots & -depots
        first = only(lowest) * GOOD_TYPES
        good: i64 = 0
        while good < GOOD_TYPES:
            if table.depot_goods[first + good]:
                types |= BIT[good]
            good += 1
        depots ^= lowest
    return types


def take_goods(table: Burgundy, types: i64) -> None:
    """Move all goods of some types from the depots being loaded from into the goods storage."""
    me = table.me
    lying = table.depot_goods[:]
    table.depot_goods = lying
    depots = table.loading
    while depots:
        lowest: i64 = depots & -depots
        depot = only(lowest)
        taken = types
        while taken:
            one: i64 = taken & -taken
            good = only(one)
            tiles = lying[depot * GOOD_TYPES + good]
            if tiles:
                lying[depot * GOOD_TYPES + good] = 0
                me.goods[good] += tiles
                me.goods_held |= one
                note(table, table.seat, LOADED, depot, good, tiles)
            taken ^= one
        depots ^= lowest


def finish_loading(table: Burgundy) -> None:
    """What cannot be stored stays where it is; the ship sails."""
    while table.loading:
        lowest: i64 = table.loading & -table.loading
        depot = only(lowest)
        left: i64 = 0
        good: i64 = 0
        while good < GOOD_TYPES:
            tiles = table.depot_goods[depot * GOOD_TYPES + good]
            if tiles:
                left += tiles
                note(table, table.seat, LEFT_BEHIND, depot, good, tiles)
            good += 1
        if left == 0:
            table.depots_with_goods &= ~lowest
        table.loading ^= lowest
    sail(table)


def sail(table: Burgundy) -> None:
    """Step forward on the turn order track, on top of any pieces there; it counts from the next round."""
    me = table.me
    me.steps += 1
    place: i64 = 0
    while table.track[place] != table.seat:
        place += 1
    while place > 0 and table.players[table.track[place - 1]].steps <= me.steps:
        table.track[place] = table.track[place - 1]
        place -= 1
    table.track[place] = table.seat
    note(table, table.seat, SAILED, me.steps)

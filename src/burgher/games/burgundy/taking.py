"""Taking tiles from the game board into the storage (p. 5), and buying them (p. 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.burgundy.events import BOUGHT, TOOK, note
from burgher.games.burgundy.fitting import refit
from burgher.games.burgundy.lookups import BUY_ANYWHERE, EMPTY, SPOTS
from burgher.games.burgundy.pending import PAYMENT, STORAGE_TO_CLEAR
from burgher.games.burgundy.stack import push
from burgher.kernel.ints import BIT, replaced

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData

PRICE: Final = 2
"""Silverlings for a tile."""


def take(state: BurgundyData, spot: i64, die: i64, workers: i64) -> None:
    """Take a tile from a numbered depot."""
    tile = lift(state, spot)
    note(state, state.seat, TOOK, tile, spot, die, workers)
    store(state, tile)


def lift(state: BurgundyData, spot: i64) -> i64:
    """Take the tile off its spot; those from `SPOTS` on are the black depot's."""
    if spot < SPOTS:
        tile = state.depots[spot]
        state.depots[spot] = EMPTY
        state.stocked ^= BIT[spot]
    else:
        place: i64 = spot - SPOTS
        tile = state.black[place]
        state.black = replaced(state.black, place, EMPTY)
        state.black_stocked ^= BIT[place]
    return tile


def store(state: BurgundyData, tile: i64) -> None:
    """Put a tile into the storage; where all places are taken, one must be cleared first."""
    me = state.me
    slot: i64 = 0
    while slot < 3:
        if me.storage[slot] == EMPTY:
            me.storage[slot] = tile
            refit(me, slot)
            return
        slot += 1
    state.in_hand = tile
    push(state, STORAGE_TO_CLEAR)


# -- the purchase (p. 9) ---------------------------------------------------------------------------


def pays_with_workers(state: BurgundyData) -> bool:
    """In the edition of 2019, knowledge tile 6 lets workers stand for silverlings."""
    return state.edition == 1 and state.me.knows & BUY_ANYWHERE != 0


def can_buy(state: BurgundyData) -> bool:
    """Whether this turn's purchase is still to be had: money, and something for sale."""
    if state.bought:
        return False
    me = state.me
    money = me.silverlings
    if pays_with_workers(state):
        money += me.workers
    if money < PRICE:
        return False
    return state.black_stocked != 0 or (me.knows & BUY_ANYWHERE != 0 and state.stocked != 0)


def for_sale(state: BurgundyData) -> i64:
    """What can be bought: the black depot's tiles, with knowledge tile 6 all others too (p. 9, 10)."""
    if not can_buy(state):
        return 0
    spots = state.black_stocked << SPOTS
    return spots | state.stocked if state.me.knows & BUY_ANYWHERE else spots


def buy(state: BurgundyData, spot: i64) -> None:
    """Buy a tile; in the edition of 2019 there may be several ways to pay."""
    state.bought = True
    me = state.me
    state.buying = spot
    if pays_with_workers(state) and me.workers > 0:
        if me.silverlings > 0:
            push(state, PAYMENT)
            return
        pay(state, PRICE)
    else:
        pay(state, 0)


def pay(state: BurgundyData, workers: i64) -> None:
    """Pay two, so many of them workers and the rest silverlings, and take the tile."""
    spot = state.buying
    state.me.workers -= workers
    state.me.silverlings -= PRICE - workers
    tile = lift(state, spot)
    note(state, state.seat, BOUGHT, tile, spot, PRICE - workers, workers)
    store(state, tile)

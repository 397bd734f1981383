"""Taking tiles from the game board into the storage (p. 5), and buying them (p. 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.burgundy.events import BOUGHT, DISCARDED, TOOK, note
from burgher.games.burgundy.fitting import refit
from burgher.games.burgundy.pending import PAYMENT, STORAGE_TO_CLEAR, pop, push
from burgher.games.burgundy.tables import BUY_ANYWHERE, EMPTY, SPOTS
from burgher.kernel.words import BIT, replaced

if TYPE_CHECKING:
    from burgher.games.burgundy.state import Burgundy

PRICE: Final = 2
"""Silverlings for a tile."""


def take(table: Burgundy, spot: i64, die: i64, workers: i64) -> None:
    """Take a tile from a numbered depot."""
    note(table, table.seat, TOOK, table.depots[spot], spot, die, workers)
    store(table, lift(table, spot))


def lift(table: Burgundy, spot: i64) -> i64:
    """Take the tile off its spot; those from `SPOTS` on are the black depot's."""
    if spot < SPOTS:
        tile = table.depots[spot]
        table.depots[spot] = EMPTY
        table.stocked ^= BIT[spot]
    else:
        tile = table.black[spot - SPOTS]
        table.black = replaced(table.black, spot - SPOTS, EMPTY)
        table.black_stocked ^= BIT[spot - SPOTS]
    return tile


def store(table: Burgundy, tile: i64) -> None:
    """Put a tile into the storage; where all places are taken, one must be cleared first."""
    me = table.me
    slot: i64 = 0
    while slot < 3:
        if me.storage[slot] == EMPTY:
            me.storage[slot] = tile
            refit(me, slot)
            return
        slot += 1
    table.in_hand = tile
    push(table, STORAGE_TO_CLEAR)


def clear_storage(table: Burgundy, slot: i64) -> None:
    """Discard a stored tile, out of the game, for the one in hand."""
    pop(table)
    note(table, table.seat, DISCARDED, table.me.storage[slot], slot)
    table.me.storage[slot] = table.in_hand
    refit(table.me, slot)
    table.in_hand = EMPTY


# -- the purchase (p. 9) ---------------------------------------------------------------------------


def pays_with_workers(table: Burgundy) -> bool:
    """In the edition of 2019, knowledge tile 6 lets workers stand for silverlings."""
    return table.edition == 1 and table.me.knows & BUY_ANYWHERE != 0


def can_buy(table: Burgundy) -> bool:
    """Whether this turn's purchase is still to be had: money, and something for sale."""
    if table.bought:
        return False
    me = table.me
    money = me.silverlings
    if pays_with_workers(table):
        money += me.workers
    if money < PRICE:
        return False
    return table.black_stocked != 0 or (me.knows & BUY_ANYWHERE != 0 and table.stocked != 0)


def buy(table: Burgundy, spot: i64) -> None:
    """Buy a tile; in the edition of 2019 there may be several ways to pay."""
    table.bought = True
    me = table.me
    table.buying = spot
    if pays_with_workers(table) and me.workers > 0:
        if me.silverlings > 0:
            push(table, PAYMENT)
            return
        pay(table, PRICE)
    else:
        pay(table, 0)


def settle_payment(table: Burgundy, workers: i64) -> None:
    """Pay as decided."""
    pop(table)
    pay(table, workers)


def pay(table: Burgundy, workers: i64) -> None:
    """Pay two, so many of them workers and the rest silverlings, and take the tile."""
    spot = table.buying
    table.me.workers -= workers
    table.me.silverlings -= PRICE - workers
    tile = lift(table, spot)
    note(table, table.seat, BOUGHT, tile, spot, PRICE - workers, workers)
    store(table, tile)

"""What may be done now: the legal actions, as the rules in the other chapters have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.burgundy.actions import (
    BUY,
    CHOOSE_CASTLE,
    CLEAR,
    FREE,
    KEEP,
    LOAD,
    PAY,
    PLACE,
    PLACEMENTS,
    SELL,
    SIDE,
    SKIP,
    TAKE,
    USES,
)
from burgher.games.burgundy.fitting import spaces_for
from burgher.games.burgundy.pending import (
    CARPENTER_TAKES,
    CASTLE_ACTION,
    CASTLE_TO_CHOOSE,
    CHURCH_TAKES,
    CITY_HALL_PLACES,
    GOODS_TO_KEEP,
    MARKET_TAKES,
    NOTHING,
    PAYMENT,
    SHIP_LOADS,
    SHIP_LOADS_MORE,
    SIDE_TO_CHOOSE,
    STORAGE_TO_CLEAR,
    WAREHOUSE_SALE,
    top,
)
from burgher.games.burgundy.ships import goods_waiting
from burgher.games.burgundy.tables import (
    BUY_ANYWHERE,
    CARPENTER_SPOTS,
    CASTLE,
    CHURCH_SPOTS,
    COLOUR_SPACES,
    DOUBLE_STEPS,
    EASES_PLACING,
    EASY_PLACING,
    EASY_TAKING,
    MARKET_SPOTS,
    NUMBERED,
    REACH,
    RING,
    SPACE_COUNT,
    SPOTS,
    SPOTS_OF,
    TILE_COLOUR,
)
from burgher.games.burgundy.taking import PRICE, can_buy
from burgher.kernel.offers import offer
from burgher.kernel.words import BIT, only

if TYPE_CHECKING:
    from burgher.games.burgundy.state import Burgundy, Player
    from burgher.kernel.words import Words

MAY_HIRE: Final = 0x40000000
"""`HIRE` in a set that begins with `TAKE`."""
MAY_END: Final = 0x100000000
"""`END` in a set that begins with `BUY`."""


def offers(table: Burgundy, into: Words) -> i64:
    """Write the legal actions as offers and return where they end."""
    if table.pending != NOTHING:
        return answers(table, into)
    if table.is_over:
        return 0
    me = table.me
    fits_1 = spaces_for(me, 0)
    fits_2 = spaces_for(me, 1)
    fits_3 = spaces_for(me, 2)
    end: i64 = 0
    uses: i64 = 0
    die: i64 = 0
    while die < 2:
        if table.unused & (die + 1):
            reach = reaching(table, die)
            first = PLACE + die * PLACEMENTS
            if me.knows & EASES_PLACING:
                end = offer(into, end, first, fits_1 & numbered(me, 0, reach))
                end = offer(into, end, first + SPACE_COUNT, fits_2 & numbered(me, 1, reach))
                end = offer(into, end, first + 2 * SPACE_COUNT, fits_3 & numbered(me, 2, reach))
            else:
                spaces = NUMBERED[REACH[reach]]
                end = offer(into, end, first, fits_1 & spaces)
                end = offer(into, end, first + SPACE_COUNT, fits_2 & spaces)
                end = offer(into, end, first + 2 * SPACE_COUNT, fits_3 & spaces)
            uses |= uses_of_die(table, reach) << (die * USES)
        die += 1
    end = offer(into, end, TAKE, uses)
    extras = for_sale(table)
    if table.unused == 0:
        extras |= MAY_END
    return offer(into, end, BUY, extras)


def reaching(table: Burgundy, die: i64) -> i64:
    """The row of `REACH` for a die, given the workers to adjust it with (p. 4)."""
    me = table.me
    row: i64 = me.workers
    if row > 3:
        row = 3
    if me.knows & DOUBLE_STEPS:
        row += 4
    return row * 8 + table.dice[table.seat * 2 + die]


def numbered(player: Player, slot: i64, reach: i64) -> i64:
    """The spaces whose number a die can reach to place a stored tile."""
    easy: i64 = 64 if player.knows & EASY_PLACING[TILE_COLOUR[player.storage[slot]]] else 0
    return NUMBERED[REACH[reach + easy]]


def uses_of_die(table: Burgundy, reach: i64) -> i64:
    """What a die can do besides placing, as a set: take a tile, sell goods, take workers (p. 5, 9)."""
    easy: i64 = 64 if table.me.knows & EASY_TAKING else 0
    tiles = table.stocked & SPOTS_OF[REACH[reach + easy]]
    return tiles | (table.me.goods_held & REACH[reach]) << SPOTS | MAY_HIRE


def for_sale(table: Burgundy) -> i64:
    """What can be bought: the black depot's tiles, with knowledge tile 6 all others too (p. 9, 10)."""
    if not can_buy(table):
        return 0
    spots = table.black_stocked << SPOTS
    return spots | table.stocked if table.me.knows & BUY_ANYWHERE else spots


def placements(table: Burgundy, into: Words, end: i64) -> i64:
    """Every stored tile wherever it fits, whatever the number."""
    slot: i64 = 0
    while slot < 3:
        spaces = spaces_for(table.me, slot)
        end = offer(into, end, PLACE + FREE * PLACEMENTS + slot * SPACE_COUNT, spaces)
        slot += 1
    return end


def answers(table: Burgundy, into: Words) -> i64:
    """The answers to the pending decision."""
    me = table.me
    asked = top(table)
    end: i64 = 0
    if asked == STORAGE_TO_CLEAR:
        return offer(into, 0, CLEAR, 7)
    if asked == CASTLE_ACTION:
        end = placements(table, into, end)
        end = offer(into, end, TAKE + FREE * USES, table.stocked | me.goods_held << SPOTS | MAY_HIRE)
    elif asked == SHIP_LOADS:
        end = offer(into, end, LOAD, table.depots_with_goods)
        return offer(into, end, SKIP, 1 if table.depots_with_goods != 63 else 0)
    elif asked == SHIP_LOADS_MORE:
        end = offer(into, end, LOAD, RING[only(table.loading)] & table.depots_with_goods)
        return offer(into, end, SKIP, 1)
    elif asked == GOODS_TO_KEEP:
        return offer(into, 0, KEEP, goods_waiting(table) & ~me.goods_held)
    elif asked == PAYMENT:
        return offer(into, 0, PAY, payments(me))
    elif asked == SIDE_TO_CHOOSE:
        return offer(into, 0, SIDE, 3)
    elif asked == CASTLE_TO_CHOOSE:
        return offer(into, 0, CHOOSE_CASTLE, COLOUR_SPACES[me.estate * 7 + CASTLE])
    else:  # a building's advantage: it may be declined
        if asked == WAREHOUSE_SALE:
            end = offer(into, end, SELL + FREE * USES, me.goods_held)
        elif asked == CARPENTER_TAKES:
            end = offer(into, end, TAKE + FREE * USES, table.stocked & CARPENTER_SPOTS)
        elif asked == CHURCH_TAKES:
            end = offer(into, end, TAKE + FREE * USES, table.stocked & CHURCH_SPOTS)
        elif asked == MARKET_TAKES:
            end = offer(into, end, TAKE + FREE * USES, table.stocked & MARKET_SPOTS)
        elif asked == CITY_HALL_PLACES:
            end = placements(table, into, end)
        end = offer(into, end, SKIP, 1)
    if table.edition == 1:  # since 2019, one may buy in the middle of an action
        end = offer(into, end, BUY, for_sale(table))
    return end


def payments(player: Player) -> i64:
    """How many workers can be paid, the rest being silverlings (edition of 2019)."""
    ways: i64 = 0
    workers: i64 = 0
    while workers <= PRICE:
        if workers <= player.workers and PRICE - workers <= player.silverlings:
            ways |= BIT[workers]
        workers += 1
    return ways

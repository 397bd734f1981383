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
)
from burgher.games.burgundy.ships import goods_waiting
from burgher.games.burgundy.stack import top
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
    REACH,
    REACHED_SPACES,
    REACHED_SPOTS,
    RING,
    SPACE_COUNT,
    SPOTS,
    TILE_COLOUR,
)
from burgher.games.burgundy.taking import PRICE, can_buy
from burgher.kernel.offers import offer
from burgher.kernel.words import BIT, only

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Player
    from burgher.kernel.words import Words

HIRING: Final = 30
"""Where `HIRE` is in a set that begins with `TAKE`."""
MAY_HIRE: Final = 0x40000000
"""`HIRE` alone in such a set."""
MAY_END: Final = 0x100000000
"""`END` in a set that begins with `BUY`."""


def offers(state: BurgundyData, into: Words) -> i64:
    """Write the legal actions as offers and return where they end."""
    if state.pending != NOTHING:
        return answers(state, into)
    if state.is_over:
        return 0
    reach_1 = reaching(state, 0)
    reach_2 = reaching(state, 1)
    end = placements(state, into, reach_1, reach_2)
    uses = uses_of_die(state, 0, reach_1) | uses_of_die(state, 1, reach_2) << USES
    end = offer(into, end, TAKE, uses)
    extras = for_sale(state)
    if state.unused == 0:
        extras |= MAY_END
    return offer(into, end, BUY, extras)


def reaching(state: BurgundyData, die: i64) -> i64:
    """The row of `REACH` for a die, given the workers to adjust it (p. 4); a used die reaches nothing."""
    me = state.me
    row: i64 = me.workers
    if row > 3:
        row = 3
    if me.knows & DOUBLE_STEPS:
        row += 4
    return row * 8 + state.dice[state.seat * 2 + die] * (state.unused >> die & 1)


def placements(state: BurgundyData, into: Words, reach_1: i64, reach_2: i64) -> i64:
    """Every stored tile on the spaces that a die can reach."""
    me = state.me
    fits_1 = me.fits[0]
    fits_2 = me.fits[1]
    fits_3 = me.fits[2]
    if me.knows & EASES_PLACING:
        end = offer(into, 0, PLACE, fits_1 & numbered(me, 0, reach_1))
        end = offer(into, end, PLACE + SPACE_COUNT, fits_2 & numbered(me, 1, reach_1))
        end = offer(into, end, PLACE + 2 * SPACE_COUNT, fits_3 & numbered(me, 2, reach_1))
        end = offer(into, end, PLACE + PLACEMENTS, fits_1 & numbered(me, 0, reach_2))
        end = offer(into, end, PLACE + PLACEMENTS + SPACE_COUNT, fits_2 & numbered(me, 1, reach_2))
        return offer(into, end, PLACE + PLACEMENTS + 2 * SPACE_COUNT, fits_3 & numbered(me, 2, reach_2))
    spaces_1 = REACHED_SPACES[reach_1]
    spaces_2 = REACHED_SPACES[reach_2]
    end = offer(into, 0, PLACE, fits_1 & spaces_1)
    end = offer(into, end, PLACE + SPACE_COUNT, fits_2 & spaces_1)
    end = offer(into, end, PLACE + 2 * SPACE_COUNT, fits_3 & spaces_1)
    end = offer(into, end, PLACE + PLACEMENTS, fits_1 & spaces_2)
    end = offer(into, end, PLACE + PLACEMENTS + SPACE_COUNT, fits_2 & spaces_2)
    return offer(into, end, PLACE + PLACEMENTS + 2 * SPACE_COUNT, fits_3 & spaces_2)


def numbered(player: Player, slot: i64, reach: i64) -> i64:
    """The spaces whose number a die can reach to place a stored tile."""
    easy: i64 = 64 if player.knows & EASY_PLACING[TILE_COLOUR[player.storage[slot]]] else 0
    return REACHED_SPACES[reach + easy]


def uses_of_die(state: BurgundyData, die: i64, reach: i64) -> i64:
    """What a die can do besides placing, as a set: take a tile, sell goods, take workers (p. 5, 9)."""
    me = state.me
    row = reach
    if me.knows & EASY_TAKING:
        row += 64
    tiles = state.stocked & REACHED_SPOTS[row]
    return tiles | (me.goods_held & REACH[reach]) << SPOTS | (state.unused >> die & 1) << HIRING


def for_sale(state: BurgundyData) -> i64:
    """What can be bought: the black depot's tiles, with knowledge tile 6 all others too (p. 9, 10)."""
    if not can_buy(state):
        return 0
    spots = state.black_stocked << SPOTS
    return spots | state.stocked if state.me.knows & BUY_ANYWHERE else spots


def free_placements(state: BurgundyData, into: Words) -> i64:
    """Every stored tile wherever it fits, whatever the number."""
    end = offer(into, 0, PLACE + FREE * PLACEMENTS, state.me.fits[0])
    end = offer(into, end, PLACE + FREE * PLACEMENTS + SPACE_COUNT, state.me.fits[1])
    return offer(into, end, PLACE + FREE * PLACEMENTS + 2 * SPACE_COUNT, state.me.fits[2])


def answers(state: BurgundyData, into: Words) -> i64:
    """The answers to the pending decision."""
    me = state.me
    asked = top(state)
    end: i64 = 0
    if asked == STORAGE_TO_CLEAR:
        return offer(into, 0, CLEAR, 7)
    if asked == CASTLE_ACTION:
        end = free_placements(state, into)
        end = offer(into, end, TAKE + FREE * USES, state.stocked | me.goods_held << SPOTS | MAY_HIRE)
    elif asked == SHIP_LOADS:
        end = offer(into, end, LOAD, state.depots_with_goods)
        return offer(into, end, SKIP, 1 if state.depots_with_goods != 63 else 0)
    elif asked == SHIP_LOADS_MORE:
        end = offer(into, end, LOAD, RING[only(state.loading)] & state.depots_with_goods)
        return offer(into, end, SKIP, 1)
    elif asked == GOODS_TO_KEEP:
        return offer(into, 0, KEEP, goods_waiting(state) & ~me.goods_held)
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
            end = offer(into, end, TAKE + FREE * USES, state.stocked & CARPENTER_SPOTS)
        elif asked == CHURCH_TAKES:
            end = offer(into, end, TAKE + FREE * USES, state.stocked & CHURCH_SPOTS)
        elif asked == MARKET_TAKES:
            end = offer(into, end, TAKE + FREE * USES, state.stocked & MARKET_SPOTS)
        elif asked == CITY_HALL_PLACES:
            end = free_placements(state, into)
        end = offer(into, end, SKIP, 1)
    if state.edition == 1:  # since 2019, one may buy in the middle of an action
        end = offer(into, end, BUY, for_sale(state))
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

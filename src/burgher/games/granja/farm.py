"""The farm phase (I): hand limit, income, harvest, breeding, roof tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.cards import draw
from burgher.games.granja.events import (
    BOUGHT_ROOF,
    BRED,
    HARVESTED,
    NEW_ROOFS,
    ROOF_PLACES,
    ROOFS_GONE,
    note,
    score,
)
from burgher.games.granja.goods import growing, has_stall
from burgher.games.granja.helpers import rules_of, set_off
from burgher.games.granja.in_play import (
    MORE_INCOME,
    ROOF_FOR_SALE,
    ROOF_PRICE,
    ROOFS_LAID_OUT,
    ROOM_FOR_ROOFS,
    changed,
    happened,
)
from burgher.games.granja.lookups import (
    CHEAPER_ROOFS,
    EARLY_BREEDING,
    EFFECT_ROOF,
    HARVEST_KINDS,
    INCOMES,
    MOST_SILVER,
    PIG,
    PLAYS,
    ROOF_ROOM,
    SECOND_HARVEST,
    WHEN_INCOME,
    WHEN_ROOF,
)
from burgher.games.granja.pending import ONE_GOOD
from burgher.games.granja.stack import push
from burgher.kernel.chance import pick
from burgher.kernel.ints import BIT
from burgher.kernel.packed import at, with_at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Player
    from burgher.kernel.packed import Packed


def fill_hand(state: GranjaData) -> None:
    """Draw up to the hand limit."""
    missing: i64 = state.me.hand_limit - state.me.hand_size
    if missing > 0:
        draw(state, state.seat, missing)


def has_income(state: GranjaData) -> bool:
    """Whether income brings the seat to decide anything; craft markers may."""
    me = state.me
    if me.income > 0 or me.ongoing != 0 or me.reacts & BIT[WHEN_INCOME] != 0:
        return True
    return state.modular and changed(state, MORE_INCOME, 0, me.seat) > 0


def begin_harvest(state: GranjaData) -> None:
    """With the Field Hand, a field that has its good before the harvest puts another into the den."""
    me = state.me
    if rules_of(state, me) & SECOND_HARVEST:
        kinds = growing(me)
        if kinds:
            push(state, ONE_GOOD, kinds)


def harvest(state: GranjaData) -> None:
    """Every empty field grows its good."""
    me = state.me
    kind: i64 = 0
    grown: i64 = 0
    while kind < HARVEST_KINDS:
        if at(me.ripe, kind) < at(me.fields, kind):
            grown += (at(me.fields, kind) - at(me.ripe, kind)) * BIT[kind * 8]
            me.ripe = with_at(me.ripe, kind, at(me.fields, kind))
            me.has |= BIT[kind]
        kind += 1
    if grown:
        note(state, state.seat, HARVESTED, grown & 255, grown >> 8 & 255, grown >> 16)


def parents(state: GranjaData) -> i64:
    """How many pigs it takes to have another: two, with the Breeder one."""
    if rules_of(state, state.me) & EARLY_BREEDING:
        return 1
    return 2


def breed(state: GranjaData) -> None:
    """Two pigs (with the Breeder one) have a third, if a farm extension has a stall for it.

    Pigs may stand in any stalls: as long as one is free, it can be that of an extension.
    """
    me = state.me
    if me.goods[PIG] >= parents(state) and me.extension_stalls > 0 and has_stall(me):
        me.goods[PIG] += 1
        note(state, state.seat, BRED)


# -- roof tiles -------------------------------------------------------------------------------------


def lay_out_roofs(state: GranjaData) -> None:
    """Turn up as many random tiles of the round as there are players; what was left is discarded."""
    gone: i64 = 0
    old: i64 = 0
    while old < 4:
        if at(state.display, old):
            gone |= BIT[at(state.display, old) - 1]
        old += 1
    if gone:
        note(state, at(state.order, 0), ROOFS_GONE, gone)
    shown = roofs_shown(state)
    left: i64 = 15
    display: Packed = 0
    laid_out: i64 = 0
    place: i64 = 0
    while place < shown:
        tile = pick(state, left)
        left ^= BIT[tile]
        display = with_at(display, place, state.round * 4 + tile + 1)
        laid_out |= BIT[state.round * 4 + tile]
        place += 1
    state.display = display
    note(state, at(state.order, 0), NEW_ROOFS, shown, laid_out)
    if state.modular:
        happened(state, ROOFS_LAID_OUT)


def roofs_shown(state: GranjaData) -> i64:
    """How many roof tiles there are in a round: one for each player, also for one without a farm."""
    return state.holders


def has_roof_room(state: GranjaData, player: Player) -> bool:
    """Whether there is a free place on a player's roof."""
    room: i64 = ROOF_ROOM
    if state.modular:
        room = changed(state, ROOM_FOR_ROOFS, room, player.seat)
    return at(player.roofs, room - 1) == 0


def roof_price(state: GranjaData, tile: i64) -> i64:
    """What a roof tile costs the seat to decide."""
    cost = state.lookups.roof_cost[tile]
    if cost > 0 and rules_of(state, state.me) & CHEAPER_ROOFS:
        cost -= 1
    if state.modular:
        cost = changed(state, ROOF_PRICE, cost, tile)
    return cost


def lowest_roof_price(state: GranjaData) -> i64:
    """What the cheapest roof tile costs the seat to decide; more than anybody has if there is none."""
    lowest: i64 = MOST_SILVER + 1
    place: i64 = 0
    while place < 5:
        tile: i64 = -1
        if place < 4:
            tile = at(state.display, place) - 1
        elif state.modular:
            tile = changed(state, ROOF_FOR_SALE, 0) - 1
        if tile >= 0 and roof_price(state, tile) < lowest:
            lowest = roof_price(state, tile)
        place += 1
    return lowest


def buy_roof(state: GranjaData, place: i64) -> None:
    """Buy a roof tile of the round."""
    tile = at(state.display, place) - 1
    state.display = with_at(state.display, place, 0)
    put_roof(state, tile)


def put_roof(state: GranjaData, tile: i64) -> None:
    """Pay for a roof tile, lay it onto the left-most free place and gain the points below it."""
    me = state.me
    price = roof_price(state, tile)
    me.silver -= price
    space: i64 = 0
    while at(me.roofs, space):
        space += 1
    me.roofs = with_at(me.roofs, space, tile + 1)
    note(state, state.seat, BOUGHT_ROOF, tile, space, price)
    score(state, state.seat, state.lookups.roof_points[space], ROOF_PLACES, space)
    if state.lookups.roof_works[tile]:
        me.roofs_up |= BIT[space]
        if state.lookups.leads[EFFECT_ROOF + tile] & (PLAYS | INCOMES):
            state.fresh = True
    elif state.lookups.roof_doubles[tile]:
        score(state, state.seat, state.lookups.roof_points[space], ROOF_PLACES, space)
    set_off(state, state.seat, WHEN_ROOF)

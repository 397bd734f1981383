"""The farm phase (I): hand limit, income, harvest, breeding, roof tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.cards import draw
from burgher.games.granja.events import BOUGHT_ROOF, BRED, HARVESTED, NEW_ROOFS, ROOF_PLACES, note, score
from burgher.games.granja.goods import has_stall
from burgher.games.granja.helpers import rules_of, set_off
from burgher.games.granja.modules.in_play import changed_roof_price, changed_roof_room
from burgher.games.granja.pending import ONE_GOOD, push
from burgher.games.granja.tables import (
    BROKEN,
    CHEAPER_ROOFS,
    EARLY_BREEDING,
    HARVEST_KINDS,
    PIG,
    SECOND_HARVEST,
    WHEN_ROOF,
)
from burgher.kernel.chance import pick
from burgher.kernel.words import BIT, replaced, zeros

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja, Player

ROOF_ROOM: Final = 5
"""Places on every roof."""


def fill_hand(table: Granja) -> None:
    """Draw up to the hand limit."""
    missing: i64 = table.me.hand_limit - table.me.hand_size
    if missing > 0:
        draw(table, table.seat, missing)


def begin_harvest(table: Granja) -> None:
    """With the Field Hand, a field that has its good before the harvest puts another into the den."""
    me = table.me
    if rules_of(table, me) & SECOND_HARVEST:
        kinds: i64 = 0
        kind: i64 = 0
        while kind < HARVEST_KINDS:
            if me.ripe[kind]:
                kinds |= BIT[kind]
            kind += 1
        if kinds:
            push(table, ONE_GOOD, kinds)


def harvest(table: Granja) -> None:
    """Every empty field grows its good."""
    me = table.me
    kind: i64 = 0
    grown: i64 = 0
    while kind < HARVEST_KINDS:
        if me.ripe[kind] < me.fields[kind]:
            grown += (me.fields[kind] - me.ripe[kind]) * BIT[kind * 8]
            me.ripe[kind] = me.fields[kind]
            me.has |= BIT[kind]
        kind += 1
    if grown:
        note(table, table.seat, HARVESTED, grown & 255, grown >> 8 & 255, grown >> 16)


def parents(table: Granja) -> i64:
    """How many pigs it takes to have another: two, with the Breeder one."""
    if rules_of(table, table.me) & EARLY_BREEDING:
        return 1
    return 2


def breed(table: Granja) -> None:
    """Two pigs (with the Breeder one) have a third, if there is a stall for it."""
    me = table.me
    if me.goods[PIG] >= parents(table) and has_stall(me):
        me.goods[PIG] += 1
        note(table, table.seat, BRED)


# -- roof tiles -------------------------------------------------------------------------------------


def lay_out_roofs(table: Granja) -> None:
    """Turn up as many random tiles of the round as there are players; what was left is discarded."""
    shown = roofs_shown(table)
    left: i64 = 15
    display = zeros(4)
    place: i64 = 0
    while place < shown:
        tile = pick(table, left)
        left ^= BIT[tile]
        display[place] = table.round * 4 + tile + 1
        place += 1
    table.display = display
    note(table, table.order[0], NEW_ROOFS, shown)
    for module in table.modules:
        module.new_roofs(table)


def roofs_shown(table: Granja) -> i64:
    """How many roof tiles there are in a round: one for each player."""
    shown = table.seats
    for module in table.modules:
        shown = module.roofs_shown(shown)
    return shown


def has_roof_room(table: Granja, player: Player) -> bool:
    """Whether there is a free place on a player's roof."""
    room: i64 = ROOF_ROOM
    if table.modular:
        room = changed_roof_room(table, player, room)
    return player.roofs[room - 1] == 0


def roof_price(table: Granja, tile: i64) -> i64:
    """What a roof tile costs the seat to decide."""
    cost = table.box.roof_cost[tile]
    if cost > 0 and rules_of(table, table.me) & CHEAPER_ROOFS:
        cost -= 1
    if table.modular:
        cost = changed_roof_price(table, tile, cost)
    return cost


def has_free_roof(table: Granja) -> bool:
    """Whether there is a roof tile that costs the seat to decide nothing."""
    place: i64 = 0
    while place < 4:
        tile = table.display[place] - 1
        if tile >= 0 and roof_price(table, tile) == 0:
            return True
        place += 1
    return any(module.more_roofs(table) for module in table.modules) and roof_price(table, BROKEN) == 0


def buy_roof(table: Granja, place: i64) -> None:
    """Buy a roof tile of the round."""
    tile = table.display[place] - 1
    table.display = replaced(table.display, place, 0)
    put_roof(table, tile)


def put_roof(table: Granja, tile: i64) -> None:
    """Pay for a roof tile, lay it onto the left-most free place and gain the points below it."""
    me = table.me
    price = roof_price(table, tile)
    me.silver -= price
    space: i64 = 0
    while me.roofs[space]:
        space += 1
    me.roofs = replaced(me.roofs, space, tile + 1)
    note(table, table.seat, BOUGHT_ROOF, tile, space, price)
    score(table, table.seat, table.box.roof_points[space], ROOF_PLACES, space)
    if table.box.roof_works[tile]:
        me.roofs_up |= BIT[space]
    elif table.box.roof_doubles[tile]:
        score(table, table.seat, table.box.roof_points[space], ROOF_PLACES, space)
    set_off(table, table.seat, WHEN_ROOF)
    for module in table.modules:
        module.roof_bought(table)

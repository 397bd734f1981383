"""Deliveries: a farm good to a market barrow or to a craft building's row (III)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja import events
from burgher.games.granja.actions import BARROWS, SWAP_FROM, SWAP_TO
from burgher.games.granja.cards import add_card
from burgher.games.granja.crafts import complete_row
from burgher.games.granja.events import (
    BOUGHT_DELIVERY,
    COMPLETED_BARROW,
    DELIVERED,
    MOVED,
    note,
    score,
)
from burgher.games.granja.fitting import is_opened, movable
from burgher.games.granja.goods import earn, gain, take
from burgher.games.granja.helpers import exhaust_rule, rules_of, set_off
from burgher.games.granja.market import ask_for_stall
from burgher.games.granja.modules.in_play import changed_delivery_price, delivered
from burgher.games.granja.pending import (
    DELIVERY,
    DISGUISED,
    INSTEAD,
    LOADING,
    NO_DELIVERY,
    PURCHASED,
    SECOND,
    SIESTA_POINTS,
    THEN_SIESTA,
    TWICE,
    WITH_SILVER,
    detail,
    pop,
    push,
    top,
)
from burgher.games.granja.tables import (
    BLOCKED_BUILDING,
    DELIVERY_SILVER,
    TRADE_GOOD,
    TWO_OPTIONS,
    WHEN_BARROW,
)
from burgher.kernel.words import BIT, replaced

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def deliver(table: Granja, target: i64, kind: i64) -> None:
    """Take a good and put it where it is asked for; what the delivery is, the table knows."""
    if top(table) == LOADING:
        load(table, target, kind)
        return
    take(table.me, set_out(table, kind))
    note(table, table.seat, DELIVERED, kind, target)
    put(table, target, kind)


def set_out(table: Granja, kind: i64) -> i64:
    """Use up a delivery of what is asked for as a kind; return the kind that it really is."""
    if top(table) == DISGUISED:
        kind = detail(table) >> 3
        pop(table)
    if table.depth:
        use_up_delivery(table)
    else:
        table.left -= 1
        if table.step == PURCHASED:
            table.me.silver -= table.box.delivery_price
            note(table, table.seat, BOUGHT_DELIVERY, table.box.delivery_price)
        if table.modular:
            delivered(table, kind)
    return kind


def price_of_delivery(table: Granja, kind: i64) -> i64:
    """What a delivery of a kind costs the seat to decide now."""
    price: i64 = 0
    if table.depth:
        return price
    if table.step == PURCHASED:
        price = table.box.delivery_price
    if table.modular:
        price = changed_delivery_price(table, kind, price)
    return price


def use_up_delivery(table: Granja) -> None:
    """The delivery that was asked for is made, with whatever goes with it."""
    what = detail(table)
    pop(table)
    if what & SECOND:
        exhaust_rule(table, table.seat, TWO_OPTIONS)
    if what & TWICE:
        push(table, DELIVERY, SECOND + NO_DELIVERY + what // INSTEAD * INSTEAD)
    if what & WITH_SILVER and rules_of(table, table.me) & DELIVERY_SILVER:
        exhaust_rule(table, table.seat, DELIVERY_SILVER)
        earn(table, table.seat, 1)
    if what & THEN_SIESTA:
        push(table, SIESTA_POINTS)


def put(table: Granja, target: i64, kind: i64) -> None:
    """Put a good into the first space for it, which may complete a barrow or a row."""
    if target < BARROWS:
        fill_barrow(table, target, kind)
    else:
        fill_row(table, (target - BARROWS) >> 2, target & 3, kind)


def fill_barrow(table: Granja, slot: i64, kind: i64) -> None:
    """Meet a demand of a market barrow."""
    me = table.me
    card = me.barrows[slot] - 1
    n: i64 = 0
    while me.loaded[slot] & BIT[n] or table.box.barrow_goods[card * 5 + n] != kind:
        n += 1
    load_barrow(table, slot, BIT[n])


def load_barrow(table: Granja, slot: i64, demands: i64) -> None:
    """Some demands of a market barrow are met; if they are the last ones it is completed."""
    me = table.me
    me.loaded = replaced(me.loaded, slot, me.loaded[slot] | demands)
    if table.box.barrow_need[(me.barrows[slot] - 1) * 32 + me.loaded[slot]] == 0:
        complete_barrow(table, slot)


def complete_barrow(table: Granja, slot: i64) -> None:
    """Score a market barrow, gain its trade commodity, discard it, and put a marker into the market."""
    me = table.me
    seat = table.seat
    card = me.barrows[slot] - 1
    points = table.box.barrow_points[card]
    me.barrows = replaced(me.barrows, slot, 0)
    me.loaded = replaced(me.loaded, slot, 0)
    add_card(table.discards, card)
    note(table, seat, COMPLETED_BARROW, card)
    score(table, seat, points, events.BARROWS, card)
    if table.box.barrow_trade[card]:
        gain(table, seat, TRADE_GOOD, table.box.barrow_trade[card])
    set_off(table, seat, WHEN_BARROW)
    if table.box.barrow_stall[card]:
        ask_for_stall(table, points)
    for module in table.modules:
        module.barrow_left(table, slot)


def fill_row(table: Granja, building: i64, row: i64, kind: i64) -> None:
    """Meet a demand of a row."""
    start: i64 = (building * 4 + row) * 4
    n: i64 = 0
    while table.me.supplied[building] & BIT[n] or table.box.row_goods[start + n] != kind:
        n += 1
    supply_row(table, building, row, BIT[n])


def supply_row(table: Granja, building: i64, row: i64, demands: i64) -> None:
    """Some demands of a row are met, which claims it; if they are the last ones it is completed."""
    me = table.me
    if table.blocked & BIT[building] and not is_opened(table, building):
        exhaust_rule(table, table.seat, BLOCKED_BUILDING)
    me.rows = replaced(me.rows, building, row + 1)
    table.claimed |= BIT[building * 4 + row]
    me.supplied = replaced(me.supplied, building, me.supplied[building] | demands)
    if me.supplied[building] == 15:
        complete_row(table, building)


# -- helpers that deal with goods on their way ------------------------------------------------------


def unload(table: Granja, slot: i64, kind: i64) -> None:
    """Take a good off a barrow, to load it onto another (Loader)."""
    pop(table)
    me = table.me
    card = me.barrows[slot] - 1
    loaded = movable(table, slot)
    n: i64 = 4
    while not loaded & BIT[n] or table.box.barrow_goods[card * 5 + n] != kind:
        n -= 1
    me.loaded = replaced(me.loaded, slot, me.loaded[slot] ^ BIT[n])
    push(table, LOADING, kind + slot * 8)


def load(table: Granja, slot: i64, kind: i64) -> None:
    """Load it onto another barrow."""
    note(table, table.seat, MOVED, kind, detail(table) >> 3, slot)
    pop(table)
    fill_barrow(table, slot, kind)


def disguise(table: Granja, swap: i64) -> None:
    """Deliver a harvest good as if it were another (Packer)."""
    pop(table)
    note(table, table.seat, events.DISGUISED, SWAP_FROM[swap], SWAP_TO[swap])
    push(table, DISGUISED, SWAP_FROM[swap] * 8 + SWAP_TO[swap])

"""Deliveries: a farm good to a market barrow or to a craft building's row (III)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja import events
from burgher.games.granja.actions import BARROWS, SWAP_FROM, SWAP_TO
from burgher.games.granja.cards import add_card
from burgher.games.granja.crafts import complete_row
from burgher.games.granja.events import (
    BOUGHT_DELIVERY,
    COMPLETED_BARROW,
    DELIVERED,
    note,
    score,
)
from burgher.games.granja.fitting import is_opened, movable
from burgher.games.granja.goods import earn, gain, take, take_and_tell
from burgher.games.granja.helpers import exhaust_rule, rules_of, set_off
from burgher.games.granja.in_play import BARROW_LEFT, DELIVERY_PRICE, DELIVERY_USED, changed, happened
from burgher.games.granja.lookups import (
    BLOCKED_BUILDING,
    DELIVERY_SILVER,
    TRADE_GOOD,
    TWO_OPTIONS,
    WHEN_BARROW,
)
from burgher.games.granja.market import ask_for_stall
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
)
from burgher.games.granja.stack import detail, pop, push, silver_asked, top
from burgher.kernel.ints import BIT
from burgher.kernel.packed import at, with_at

if TYPE_CHECKING:
    from burgher.games.granja.data import Destination, GranjaData

SILVER_ITSELF: Final = 8
"""After the kinds of goods: what else modules take deliveries of."""


def deliver(state: GranjaData, target: i64, kind: i64) -> None:
    """Deliver a good with one of the deliveries of this step."""
    use_up_delivery(state, kind)
    bring_to(state, target, kind, kind)


def bring_to(state: GranjaData, target: i64, kind: i64, really: i64) -> None:
    """Take a good and put it where its kind, or the one it passes for, is asked for."""
    note(state, state.seat, DELIVERED, kind, target, take(state.me, really))
    put(state, target, kind)


def set_out(state: GranjaData, kind: i64) -> i64:
    """Use up the delivery being decided of what is asked for as a kind; return the kind it really is."""
    if top(state) == DISGUISED:
        kind = detail(state) >> 3
        pop(state)
    use_up_delivery(state, kind)
    return kind


def deliver_to(state: GranjaData, there: Destination, place: i64, what: i64) -> None:
    """Deliver a good, or a silver, to a place of a module's, with the delivery being decided."""
    really = set_out(state, what)
    if really == SILVER_ITSELF:
        earn(state, state.seat, -1)
    else:
        take_and_tell(state, really)
    there.receive(state, place, what)


def use_up_delivery(state: GranjaData, kind: i64) -> None:
    """A delivery is made: the one that was asked for, or one of this step."""
    if state.depth:
        what = detail(state)
        pop(state)
        end_delivery(state, what)
        return
    state.left -= 1
    if state.step == PURCHASED:
        state.me.silver -= state.lookups.delivery_price
        note(state, state.seat, BOUGHT_DELIVERY, state.lookups.delivery_price)
    if state.modular:
        happened(state, DELIVERY_USED, kind)


def price_of_delivery(state: GranjaData, kind: i64) -> i64:
    """What a delivery of a kind costs the seat to decide now."""
    price: i64 = 0
    if state.depth:
        if top(state) == DELIVERY:
            price = silver_asked(detail(state))
        return price
    if state.step == PURCHASED:
        price = state.lookups.delivery_price
    if state.modular:
        price = changed(state, DELIVERY_PRICE, price, kind)
    return price


def end_delivery(state: GranjaData, what: i64) -> None:
    """The delivery that was asked for is made, with whatever goes with it (`pending.THEN_SIESTA`, …)."""
    price = silver_asked(what)
    if price:
        state.me.silver -= price
        note(state, state.seat, BOUGHT_DELIVERY, price)
    if what & SECOND:
        exhaust_rule(state, state.seat, TWO_OPTIONS)
    if what & TWICE:
        push(state, DELIVERY, SECOND + NO_DELIVERY + what // INSTEAD * INSTEAD)
    if what & WITH_SILVER and rules_of(state, state.me) & DELIVERY_SILVER:
        exhaust_rule(state, state.seat, DELIVERY_SILVER)
        earn(state, state.seat, 1)
    if what & THEN_SIESTA:
        push(state, SIESTA_POINTS)


def put(state: GranjaData, target: i64, kind: i64) -> None:
    """Put a good into the first space for it, which may complete a barrow or a row."""
    if target < BARROWS:
        fill_barrow(state, target, kind)
    else:
        fill_row(state, (target - BARROWS) >> 2, target & 3, kind)


def fill_barrow(state: GranjaData, slot: i64, kind: i64) -> None:
    """Meet a demand of a market barrow."""
    me = state.me
    card = at(me.barrows, slot) - 1
    n: i64 = 0
    while at(me.loaded, slot) & BIT[n] or state.lookups.barrow_goods[card * 5 + n] != kind:
        n += 1
    load_barrow(state, slot, BIT[n])


def load_barrow(state: GranjaData, slot: i64, demands: i64) -> None:
    """Some demands of a market barrow are met; if they are the last ones it is completed."""
    me = state.me
    me.loaded = with_at(me.loaded, slot, at(me.loaded, slot) | demands)
    if state.lookups.barrow_need[(at(me.barrows, slot) - 1) * 32 + at(me.loaded, slot)] == 0:
        complete_barrow(state, slot)


def complete_barrow(state: GranjaData, slot: i64) -> None:
    """Score a market barrow, gain its trade commodity, discard it, and put a marker into the market."""
    me = state.me
    seat = state.seat
    card = at(me.barrows, slot) - 1
    points = state.lookups.barrow_points[card]
    me.barrows = with_at(me.barrows, slot, 0)
    me.loaded = with_at(me.loaded, slot, 0)
    add_card(state.discards, card)
    note(state, seat, COMPLETED_BARROW, card)
    score(state, seat, points, events.BARROWS, card)
    if state.lookups.barrow_trade[card]:
        gain(state, seat, TRADE_GOOD, state.lookups.barrow_trade[card])
    set_off(state, seat, WHEN_BARROW)
    if state.lookups.barrow_stall[card]:
        ask_for_stall(state, points)
    if state.modular:
        happened(state, BARROW_LEFT, slot)


def fill_row(state: GranjaData, building: i64, row: i64, kind: i64) -> None:
    """Meet a demand of a row."""
    start: i64 = (building * 4 + row) * 4
    n: i64 = 0
    while at(state.me.supplied, building) & BIT[n] or state.lookups.row_goods[start + n] != kind:
        n += 1
    supply_row(state, building, row, BIT[n])


def supply_row(state: GranjaData, building: i64, row: i64, demands: i64) -> None:
    """Some demands of a row are met, which claims it; if they are the last ones it is completed."""
    me = state.me
    if state.blocked & BIT[building] and not is_opened(state, building):
        exhaust_rule(state, state.seat, BLOCKED_BUILDING)
    me.rows = with_at(me.rows, building, row + 1)
    state.claimed |= BIT[building * 4 + row]
    me.supplied = with_at(me.supplied, building, at(me.supplied, building) | demands)
    if at(me.supplied, building) == 15:
        complete_row(state, building)


# -- helpers that deal with goods on their way ------------------------------------------------------


def unload(state: GranjaData, slot: i64, kind: i64) -> None:
    """Take a good off a barrow, to load it onto another (Loader)."""
    me = state.me
    card = at(me.barrows, slot) - 1
    loaded = movable(state, slot)
    n: i64 = 4
    while not loaded & BIT[n] or state.lookups.barrow_goods[card * 5 + n] != kind:
        n -= 1
    me.loaded = with_at(me.loaded, slot, at(me.loaded, slot) ^ BIT[n])
    push(state, LOADING, kind + slot * 8)


def disguise(state: GranjaData, swap: i64) -> None:
    """Deliver a harvest good as if it were another (Packer)."""
    note(state, state.seat, events.DISGUISED, SWAP_FROM[swap], SWAP_TO[swap])
    push(state, DISGUISED, SWAP_FROM[swap] * 8 + SWAP_TO[swap])

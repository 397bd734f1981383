"""What may be done at any time: buying, selling, upgrading, trade commodities, roof tiles, helpers.

They are offered with every decision of one's own that has not been begun, and in pauses (`pauses.py`);
buying, selling and upgrading also where an effect comes up within another.

Every game comes to an end all the same. Trade commodities, face-up roof tiles and unused helpers grow less
with each use; upgrades use up resources and cannot be undone; buying costs more than selling brings. Where it
does not (Seed Dealer), what was sold is not bought back before something else is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.actions import BUY, ROOF, SELL, TRADE, UPGRADE
from burgher.games.granja.effects import begin
from burgher.games.granja.events import (
    BOUGHT,
    SOLD,
    TRADED,
    TURNED_ROOF,
    UPGRADED,
    USED_ROOF,
    note,
)
from burgher.games.granja.goods import earn, forget_if_last, if_sold, turn_into_better
from burgher.games.granja.helpers import exhaust, rules_of
from burgher.games.granja.in_play import EXTRA_SILVER, RESOURCE_BOUGHT, UPGRADE_PAID, changed, happened
from burgher.games.granja.lookups import (
    BETTER,
    BETTER_EXCHANGE,
    CHEAP_OIL,
    CHEAPER_HARVEST,
    CHEAPER_UPGRADES,
    EFFECT_ROOF,
    EFFECT_TRADE,
    EVERY_KIND,
    HARVEST_KINDS,
    MOST_SILVER,
    OLIVE,
    PIG,
    RESOURCE_KINDS,
    SOME_HARVEST,
    TRADE_GOOD,
)
from burgher.games.granja.pending import ROOF_TO_TURN
from burgher.kernel.ints import BIT, only
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def price_of(state: GranjaData, kind: i64) -> i64:
    """What a resource costs the seat to decide."""
    price = state.lookups.buy[kind]
    if kind < HARVEST_KINDS and price > 0 and rules_of(state, state.me) & CHEAPER_HARVEST:
        price -= 1
    return price


def upgrade_price(state: GranjaData, kind: i64) -> i64:
    """What upgrading a resource costs the seat to decide."""
    price = state.lookups.upgrade[kind]
    rules = rules_of(state, state.me)
    if kind == OLIVE and rules & CHEAP_OIL and price > 1:
        price = 1
    if price > 0 and rules & CHEAPER_UPGRADES:
        price -= 1
    return price


def means(state: GranjaData) -> i64:
    """The silver that the seat to decide could have before it decides: all sold, and what modules add."""
    silver = if_sold(state, state.me) + state.me.goods[TRADE_GOOD] * better_exchange(state)
    if state.modular:
        silver += changed(state, EXTRA_SILVER, 0)
    return silver


def buyable(state: GranjaData, silver: i64) -> i64:
    """The harvest goods of which one could be bought for so much silver."""
    if silver > MOST_SILVER:
        silver = MOST_SILVER
    if rules_of(state, state.me) & CHEAPER_HARVEST:
        silver += 32
    return state.lookups.affordable[silver] & SOME_HARVEST


def silver_in_reach(state: GranjaData) -> i64:
    """The most silver that the seat to decide could have now, whatever it gives up for it.

    All is sold, all trade commodities are exchanged, all helpers and roof tiles bring what they can: it may
    be more than can be had together, and is never less.
    """
    me = state.me
    silver = means(state)
    places = me.roofs_up
    while places:
        lowest: i64 = places & -places
        effect = EFFECT_ROOF + at(me.roofs, only(lowest)) - 1
        if state.lookups.phases[effect] & BIT[state.phase]:
            silver += state.lookups.brings_silver[effect]
        places ^= lowest
    places = me.ready
    while places:
        lowest = places & -places
        card = at(me.helpers, only(lowest)) - 1
        if state.lookups.phases[card] & BIT[state.phase]:
            silver += state.lookups.brings_silver[card]
        places ^= lowest
    if silver > MOST_SILVER:
        silver = MOST_SILVER
    return silver


def kinds_in_reach(state: GranjaData, silver: i64) -> i64:
    """The kinds of goods that the seat to decide could have now with so much silver; never too few."""
    me = state.me
    lookups = state.lookups
    if me.goods[TRADE_GOOD]:
        return EVERY_KIND
    kinds: i64 = me.has | buyable(state, silver)
    if price_of(state, PIG) <= silver:
        kinds |= BIT[PIG]
    places = me.roofs_up
    while places:
        lowest: i64 = places & -places
        effect = EFFECT_ROOF + at(me.roofs, only(lowest)) - 1
        kinds |= lookups.brings[effect]
        places ^= lowest
    places = me.ready
    while places:
        lowest = places & -places
        card = at(me.helpers, only(lowest)) - 1
        kinds |= lookups.brings[card]
        places ^= lowest
    kind: i64 = 0
    while kind < RESOURCE_KINDS:
        if kinds & BIT[kind] and upgrade_price(state, kind) <= silver:
            kinds |= BIT[BETTER[kind]]
        kind += 1
    return kinds


def buy(state: GranjaData, kind: i64) -> None:
    """Buy a resource into its den or stall."""
    price = price_of(state, kind)
    me = state.me
    me.silver -= price
    me.goods[kind] += 1
    me.has |= BIT[kind]
    note(state, state.seat, BOUGHT, kind, price)
    if state.modular:
        happened(state, RESOURCE_BOUGHT, kind)


def sell(state: GranjaData, kind: i64) -> None:
    """Sell a resource from its den or stall, never from a field."""
    me = state.me
    me.silver += state.lookups.sell[kind]
    me.goods[kind] -= 1
    forget_if_last(me, kind)
    state.sold |= BIT[kind]
    note(state, state.seat, SOLD, kind, state.lookups.sell[kind])


def upgrade(state: GranjaData, kind: i64) -> None:
    """Pay to upgrade a resource, which may lie on a field."""
    price = upgrade_price(state, kind)
    state.me.silver -= price
    note(state, state.seat, UPGRADED, kind, price, turn_into_better(state.me, kind))
    if state.modular:
        happened(state, UPGRADE_PAID, kind)


def trade(state: GranjaData, what: i64) -> None:
    """Turn a trade commodity into something else."""
    me = state.me
    me.goods[TRADE_GOOD] -= 1
    forget_if_last(me, TRADE_GOOD)
    note(state, state.seat, TRADED, what)
    if state.lookups.gains_silver[EFFECT_TRADE + what]:
        earn(state, state.seat, better_exchange(state))
    begin(state, EFFECT_TRADE + what)


def better_exchange(state: GranjaData) -> i64:
    """The silver that a helper adds to a trade commodity's."""
    if rules_of(state, state.me) & BETTER_EXCHANGE:
        return 1
    return 0


def use_roof(state: GranjaData, place: i64) -> None:
    """Use a roof tile and turn it face down."""
    me = state.me
    tile = at(me.roofs, place) - 1
    me.roofs_up ^= BIT[place]
    note(state, state.seat, USED_ROOF, tile, place)
    begin(state, EFFECT_ROOF + tile)
    if state.lookups.asks[EFFECT_ROOF + tile] & 63 == ROOF_TO_TURN:  # not this tile itself
        state.asked[state.depth] += (place + 1) * 64


def turn_roof(state: GranjaData, place: i64) -> None:
    """Turn a used roof tile face up again."""
    state.fresh = True
    state.me.roofs_up |= BIT[place]
    note(state, state.seat, TURNED_ROOF, at(state.me.roofs, place) - 1, place)


def use_helper(state: GranjaData, card: i64) -> None:
    """Let a helper act."""
    exhaust(state, state.seat, card)
    begin(state, card)


def act(state: GranjaData, verb: i64, thing: i64) -> None:
    """Do one of the things that may be done at any time."""
    if verb == BUY:
        buy(state, thing)
    elif verb == SELL:
        sell(state, thing)
    else:
        state.sold = 0
        if verb == UPGRADE:
            upgrade(state, thing)
        elif verb == TRADE:
            trade(state, thing)
        elif verb == ROOF:
            use_roof(state, thing)
        else:
            use_helper(state, thing)

"""What agents look at of what may be done: not the dealings with goods and silver that can wait.

Resources can be bought, sold and upgraded with every decision of one's own. Who looks one decision ahead
would do so for want of anything better, again and again, rather than end a turn, and who looks further loses
time on it. So agents get these only where something that is decided now could use what comes of it: a good
that they have not yet for a delivery, an upgrade, an extension or a helper, and the silver that is missing
for one of these. People are offered all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.actions import BUY
from burgher.games.granja.anytime import price_of, upgrade_price
from burgher.games.granja.cards import extension_cost, payable
from burgher.games.granja.deliveries import price_of_delivery
from burgher.games.granja.farm import lowest_roof_price
from burgher.games.granja.fitting import asked_for
from burgher.games.granja.goods import count_of
from burgher.games.granja.legal import SELLING, UPGRADING, offers
from burgher.games.granja.lookups import (
    BETTER,
    FARM,
    HARVEST_KINDS,
    LAST_ROUND,
    MOST_SILVER,
    PIG,
    RESOURCE_KINDS,
    REVENUE,
    SOME_GOOD,
    SOME_HARVEST,
    SOME_RESOURCE,
)
from burgher.games.granja.pending import (
    CARD,
    DELIVERY,
    EXCHANGE,
    FREE,
    IMPROVING,
    INCOME,
    INTERLUDES,
    NO_DELIVERY,
    OF_MODULES,
    OR_REST,
    PLAY,
    PURCHASED,
    ROOFS,
)
from burgher.games.granja.stack import detail, top
from burgher.kernel.ints import BIT, only, size
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints

DEALINGS: Final = 0xFFF
"""Buying, selling and upgrading each resource."""
HARVEST_SALES: Final = 0x70
GOODS_FOR_TRADE: Final = 0x36000
"""What a trade commodity can become but silver and a card that is played."""


def sensible_offers(state: GranjaData, into: Ints) -> i64:
    """Write the legal actions that an agent looks at as offers, and return where they end."""
    end = offers(state, into)
    kept: i64 = 0
    at: i64 = 0
    while at < end:
        if into[at + 1] == BUY:
            into[at + 2] &= ~left_out(state, into[at + 2])
        elif into[at + 1] == state.lookups.from_den:
            into[at + 2] = 0  # a field grows another, and what is in the den can still be sold
        kept += size(into[at + 2])
        into[at + 3] = kept
        at += 3
    return end


def left_out(state: GranjaData, offered: i64) -> i64:
    """Of what is offered at any time, a set that begins with buying, what can wait or is never better."""
    out: i64 = state.sold
    me = state.me
    if state.modular and asks_for_anything(state):
        if me.silver >= state.lookups.enough:
            out |= HARVEST_SALES
        if top(state) != IMPROVING:
            out |= me.has & SOME_HARVEST
        return out
    if offered & DEALINGS:
        out |= DEALINGS & ~dealings_now(state)
    if is_all_done(state):
        out |= GOODS_FOR_TRADE
    return out


def asks_for_anything(state: GranjaData) -> bool:
    """Whether a module may ask for goods or silver now in a way that is not known here."""
    return state.phase == REVENUE or state.step >= INTERLUDES or top(state) >= OF_MODULES


def is_all_done(state: GranjaData) -> bool:
    """Whether no delivery will be made any more: trade commodities are exchanged for silver in the end."""
    me = state.me
    if me.ready or me.roofs_up or state.depth:
        return False
    return state.round == LAST_ROUND and state.step == PURCHASED and state.left == 0


def dealings_now(state: GranjaData) -> i64:
    """What of buying, selling and upgrading something that is decided now could use."""
    me = state.me
    asked: i64 = 0
    price: i64 = 0
    if delivers(state):
        asked = asked_for(state)
        price = price_of_delivery(state, 0)
    to_upgrade = wanted_for_upgrades(state)
    lacking = (asked | wanted_for_extension(state) | wanted_by_helpers(state)) & ~me.has
    silver = wanted_silver(state, price)

    now: i64 = 0
    kind: i64 = 0
    while kind < RESOURCE_KINDS:
        better: i64 = BETTER[kind]
        cost = price_of(state, kind) + price
        upgrading = upgrade_price(state, kind) + price
        if lacking & BIT[better]:
            if me.has & BIT[kind]:
                if upgrading > silver:
                    silver = upgrading
                if me.silver >= upgrading:
                    now |= BIT[UPGRADING + kind]
            elif cost + upgrading - price > silver:
                silver = cost + upgrading - price
        if (lacking | to_upgrade) & BIT[kind] and cost > silver:
            silver = cost
        if (lacking & (BIT[kind] | BIT[better]) and not me.has & BIT[kind]) or to_upgrade & BIT[kind]:
            if me.silver >= cost:
                now |= BIT[kind]
        kind += 1

    if me.silver < silver:
        kind = 0
        while kind < RESOURCE_KINDS:
            if not asked & BIT[kind] or count_of(me, kind) > 1:
                now |= BIT[SELLING + kind]
            kind += 1
    if state.phase == FARM and state.step <= INCOME:
        now |= before_the_harvest(state)
    return now


def delivers(state: GranjaData) -> bool:
    """Whether a delivery is decided, though it may not be possible yet to pay for it."""
    if state.depth:
        return top(state) == DELIVERY and detail(state) & NO_DELIVERY == 0
    return state.left > 0 and (state.step == FREE or state.step == PURCHASED)


def wanted_for_upgrades(state: GranjaData) -> i64:
    """The kinds that upgrades asked for could use, where there are too few resources for them."""
    if top(state) != IMPROVING:
        return 0
    count: i64 = 0
    kind: i64 = 0
    while kind < RESOURCE_KINDS:
        count += count_of(state.me, kind)
        kind += 1
    if count < detail(state) & (OR_REST - 1):
        return SOME_RESOURCE
    return 0


def plays_card(state: GranjaData) -> bool:
    """Whether a card may be played now, perhaps as a farm extension."""
    if state.me.hand_size == 0:
        return False
    if state.depth:
        return top(state) == CARD
    return state.step == PLAY


def wanted_for_extension(state: GranjaData) -> i64:
    """The kinds that could help to pay for a farm extension, where there are too few."""
    if plays_card(state) and size(payable(state.me)) < extension_cost(state, state.me):
        return SOME_GOOD
    return 0


def wanted_by_helpers(state: GranjaData) -> i64:
    """The kinds that helpers who could act in this phase take, exchange or upgrade."""
    me = state.me
    lookups = state.lookups
    kinds: i64 = 0
    places = me.ready
    while places:
        lowest: i64 = places & -places
        card = at(me.helpers, only(lowest)) - 1
        if lookups.phases[card] & BIT[state.phase]:
            kinds |= lookups.pays_kinds[card]
            if lookups.upgrades[card] >= 0:
                kinds |= BIT[lookups.upgrades[card]]
            if lookups.asks[card] & 63 == IMPROVING and me.has & SOME_RESOURCE == 0:
                kinds |= SOME_RESOURCE
            if lookups.asks[card] & 63 == EXCHANGE and me.has & SOME_HARVEST == 0:
                kinds |= SOME_HARVEST
        places ^= lowest
    return kinds


def wanted_silver(state: GranjaData, price: i64) -> i64:
    """The silver that what is decided now could use by itself: so much for a delivery, and other prices."""
    me = state.me
    lookups = state.lookups
    silver: i64 = price
    if state.modular and silver == 0:
        silver = 1  # modules let a silver be delivered, or take one beside something else
    places = me.ready
    while places:
        lowest: i64 = places & -places
        card = at(me.helpers, only(lowest)) - 1
        if lookups.phases[card] & BIT[state.phase] and lookups.pays_silver[card] > silver:
            silver = lookups.pays_silver[card]
        places ^= lowest
    if state.depth == 0 and state.step == ROOFS and state.left:
        roof = lowest_roof_price(state)
        if silver < roof <= MOST_SILVER:
            silver = roof
    elif silver == 0 and plays_card(state):
        silver = 1  # a farm good like others
    return silver


def before_the_harvest(state: GranjaData) -> i64:
    """What a field that is empty then, or pigs that breed, are a reason for."""
    me = state.me
    now: i64 = 0
    kind: i64 = 0
    while kind < HARVEST_KINDS:
        if at(me.ripe, kind) and me.silver >= upgrade_price(state, kind):
            now |= BIT[kind]
        kind += 1
    if now:
        asked = asked_for(state)
        kind = 0
        while kind < HARVEST_KINDS:
            if not asked & BIT[BETTER[kind]]:
                now &= ~BIT[kind]
            kind += 1
        now <<= UPGRADING
    if state.step == INCOME and me.extension_stalls:
        now |= BIT[PIG] | BIT[SELLING + PIG]
    return now

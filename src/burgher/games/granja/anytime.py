"""What may be done at any time: buying, selling, upgrading, trade commodities, roof tiles, helpers.

They are offered with every decision of one's own that has not been begun, in pauses (`pauses.py`), and as far
as they are of use:

- A harvest good is bought only when there is none of it, since everything uses up one at a time; but who buys
  them for less may lose that helper, and buys as many as the silver reaches for.
- No harvest good is sold by somebody who can pay the highest price there is: whenever silver is needed, it is
  one's own decision, and one can sell then. A pig is, for it leaves a stall to the next one.
- What was just bought is not sold again before something else is done.

So a game comes to an end. Trade commodities, face-up roof tiles and unused helpers grow less with each use;
upgrades use up resources and cannot be undone; and between two such uses every resource can at most be sold
for a while and then bought for a while, until the silver is spent.
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
from burgher.games.granja.goods import earn, forget_if_last, has_stall, if_sold, turn_into_better
from burgher.games.granja.helpers import exhaust, rules_of
from burgher.games.granja.in_play import EXTRA_SILVER, UPGRADE_PAID, changed, happened
from burgher.games.granja.lookups import (
    BETTER,
    BETTER_EXCHANGE,
    CHEAP_OIL,
    CHEAPER_HARVEST,
    CHEAPER_UPGRADES,
    EFFECT_ROOF,
    EFFECT_TRADE,
    HARVEST_KINDS,
    MOST_SILVER,
    OLIVE,
    PIG,
    RESOURCE_KINDS,
    SOME_HARVEST,
    TRADE_GOOD,
)
from burgher.games.granja.pending import ROOF_TO_TURN
from burgher.games.granja.stack import top
from burgher.kernel.ints import BIT

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


def improvable(state: GranjaData, silver: i64) -> i64:
    """The upgraded goods of which one could be made for so much silver, or with a trade commodity."""
    me = state.me
    lookups = state.lookups
    found: i64 = 0
    kind: i64 = 0
    while kind < RESOURCE_KINDS:
        left = silver
        traded: i64 = 0
        if not me.has & BIT[kind]:
            left -= price_of(state, kind)
            traded = lookups.gains_silver[EFFECT_TRADE]
        elif (kind >= HARVEST_KINDS or me.ripe[kind] == 0) and not state.bought & BIT[kind]:
            left -= lookups.sell[kind]  # it cannot be sold as well
        with_trade = me.goods[TRADE_GOOD] > 0 and left >= traded
        room = kind != PIG or me.goods[PIG] > 0 or has_stall(me)
        if room and (with_trade or left >= upgrade_price(state, kind)):
            found |= BIT[BETTER[kind]]
        kind += 1
    return found


def could_have_resource(state: GranjaData) -> bool:
    """Whether the seat to decide, who has no resource, could buy one."""
    silver = means(state)
    return buyable(state, silver) != 0 or (has_stall(state.me) and price_of(state, PIG) <= silver)


def buy(state: GranjaData, kind: i64) -> None:
    """Buy a resource into its den or stall."""
    price = price_of(state, kind)
    me = state.me
    me.silver -= price
    me.goods[kind] += 1
    me.has |= BIT[kind]
    state.bought |= BIT[kind]
    note(state, state.seat, BOUGHT, kind, price)


def sell(state: GranjaData, kind: i64) -> None:
    """Sell a resource from its den or stall, never from a field."""
    me = state.me
    me.silver += state.lookups.sell[kind]
    me.goods[kind] -= 1
    forget_if_last(me, kind)
    note(state, state.seat, SOLD, kind, state.lookups.sell[kind])


def upgrade(state: GranjaData, kind: i64) -> None:
    """Pay to upgrade a resource, which may lie on a field."""
    price = upgrade_price(state, kind)
    state.me.silver -= price
    turn_into_better(state.me, kind)
    note(state, state.seat, UPGRADED, kind, price)
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
    tile = me.roofs[place] - 1
    me.roofs_up ^= BIT[place]
    note(state, state.seat, USED_ROOF, tile, place)
    begin(state, EFFECT_ROOF + tile)
    if top(state) == ROOF_TO_TURN:
        state.asked[state.depth] += (place + 1) * 64


def turn_roof(state: GranjaData, place: i64) -> None:
    """Turn a used roof tile face up again."""
    state.me.roofs_up |= BIT[place]
    note(state, state.seat, TURNED_ROOF, state.me.roofs[place] - 1, place)


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
        state.bought = 0
        if verb == UPGRADE:
            upgrade(state, thing)
        elif verb == TRADE:
            trade(state, thing)
        elif verb == ROOF:
            use_roof(state, thing)
        else:
            use_helper(state, thing)

"""Pauses: where a step would go on by itself, but who has the turn could do something first.

What may be done at any time comes with every decision of one's own. Some of it would come too late with the
next one: a card that was just drawn up could bring income, the income could clear a field before the harvest,
and what the last delivery brought could count in the scoring. So a step whose own business is finished stays
open for such things, until its player is done with them or nothing of the kind is left:

- before a card must be played that one has not: for drawing one;
- before drawing up: for helpers that play or discard a card (they may just have been played);
- before the income: for playing a card that was drawn up;
- before the harvest: for using a good that lies on a field, for pigs to breed, and for playing a card if one,
  or a trade commodity, came with the income;
- after the leftover die: for what does not work in the transportation phase, and for playing a card likewise;
- after the free deliveries: for helpers that work only among them;
- before the scoring: for playing a card, for helpers, which are refreshed then, and for roof tiles that
  deliver or place a marker; in the last round for all of them.

What must first be paid for counts as far as everything one could sell would pay for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.anytime import buyable, improvable, means, price_of
from burgher.games.granja.cards import can_draw
from burgher.games.granja.effects import possible_with
from burgher.games.granja.farm import parents
from burgher.games.granja.goods import has_stall
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.lookups import (
    AMONG_FREE,
    ANYTHING,
    BRINGS_PIG,
    DELIVERS,
    DISCARDS,
    DRAWS,
    EFFECT_ROOF,
    HARVEST_KINDS,
    LAPSES,
    LAST_ROUND,
    MOST_SILVER,
    PIG,
    PLACES,
    PLAYS,
    TRADE_GOOD,
)
from burgher.games.granja.moments import is_now, own_moment
from burgher.games.granja.pending import DELIVERY, FREE, HAND, INCOME, LEFTOVER, PLAY, PURCHASED
from burgher.kernel.ints import BIT

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def is_pausing(state: GranjaData) -> bool:
    """Whether the step's own business is finished, and it is open only for what one may do first."""
    step = state.step
    if step == PLAY:
        return state.left == 0 or state.me.hand_size == 0
    if step == HAND:
        return state.me.hand_size <= state.me.hand_limit
    if step in (LEFTOVER, FREE, PURCHASED):
        return state.left == 0
    return step == INCOME


def is_worth_it(state: GranjaData) -> bool:
    """Whether there is something to pause for: what it could lead to decides."""
    me = state.me
    step = state.step
    plays: i64 = 0
    if me.hand_size > 0:
        plays = PLAYS
    if step == PLAY:
        if state.left == 0:
            return plays != 0 and helper_leads(state, PLAYS | DISCARDS)
        return can_draw(state) and leads(state, DRAWS)
    if step == PURCHASED:
        if helper_leads(state, ANYTHING) or trade_leads(state, plays):
            return True
        if state.round == LAST_ROUND:
            return roof_leads(state, ANYTHING)
        return roof_leads(state, plays | DELIVERS | PLACES)
    if step == FREE:
        return helper_leads(state, AMONG_FREE)
    if not state.fresh:
        plays = 0
    if step == INCOME:
        return could_breed(state) or could_upgrade(state) or leads(state, plays | for_harvest(state))
    if step == LEFTOVER and (helper_leads(state, LAPSES) or roof_leads(state, LAPSES)):
        return True
    return leads(state, plays)


def could_act_now(state: GranjaData) -> bool:
    """Whether some helper could act at the moment that a step is there for, if need be after selling."""
    me = state.me
    moment = own_moment(state.step)
    place: i64 = 0
    while place < 4:
        if me.ready & BIT[place]:
            card = me.helpers[place] - 1
            if state.lookups.moment[card] == moment and within_reach(state, card):
                return True
        place += 1
    return False


# -- before the harvest -----------------------------------------------------------------------------


def could_upgrade(state: GranjaData) -> bool:
    """Whether an upgrade could be paid for a good that lies on a field, which would then grow another."""
    silver: i64 = means(state)
    if silver > MOST_SILVER:
        silver = MOST_SILVER
    rules: i64 = rules_of(state, state.me) & 3
    return state.lookups.upgradable[rules * 32 + silver] & on_fields(state) != 0


def on_fields(state: GranjaData) -> i64:
    """The kinds of goods that lie on fields."""
    kinds: i64 = 0
    kind: i64 = 0
    while kind < HARVEST_KINDS:
        if state.me.ripe[kind]:
            kinds |= BIT[kind]
        kind += 1
    return kinds


def could_breed(state: GranjaData) -> bool:
    """Whether pigs could be bought that will breed, or one sold or used for which another is born."""
    me = state.me
    missing: i64 = parents(state) - me.goods[PIG]
    if missing <= 0:
        return missing < 0 and not has_stall(me)
    return me.stalls > parents(state) and missing * price_of(state, PIG) <= means(state)


def for_harvest(state: GranjaData) -> i64:
    """What else would make a difference to harvest and breeding: using a good on a field, gaining a pig."""
    me = state.me
    missing: i64 = parents(state) - me.goods[PIG]
    useful = on_fields(state)
    if missing > 0 and me.stalls > parents(state):
        if (missing - 1) * price_of(state, PIG) <= means(state):
            useful |= BRINGS_PIG
    return useful


# -- what something leads to ------------------------------------------------------------------------


def leads(state: GranjaData, wanted: i64) -> bool:
    """Whether anything at hand could lead to something that is wanted (`tables.py`: `PLAYS`, …)."""
    return trade_leads(state, wanted) or roof_leads(state, wanted) or helper_leads(state, wanted)


def trade_leads(state: GranjaData, wanted: i64) -> bool:
    """Whether a trade commodity could."""
    return state.me.goods[TRADE_GOOD] > 0 and state.lookups.trade_leads & wanted != 0


def roof_leads(state: GranjaData, wanted: i64) -> bool:
    """Whether a roof tile that is face up could."""
    me = state.me
    place: i64 = 0
    while place < state.lookups.roof_places:
        if me.roofs_up & BIT[place]:
            effect = EFFECT_ROOF + me.roofs[place] - 1
            if state.lookups.leads[effect] & wanted and within_reach(state, effect):
                return True
        place += 1
    return False


def helper_leads(state: GranjaData, wanted: i64) -> bool:
    """Whether a helper that is not exhausted could."""
    me = state.me
    place: i64 = 0
    while place < 4:
        if me.ready & BIT[place]:
            card = me.helpers[place] - 1
            if state.lookups.leads[card] & wanted and within_reach(state, card):
                return True
        place += 1
    return False


def within_reach(state: GranjaData, effect: i64) -> bool:
    """Whether an effect could be used now, with what one has or could buy, or upgrade to deliver it."""
    lookups = state.lookups
    if not lookups.phases[effect] & BIT[state.phase] or not is_now(state, lookups.moment[effect]):
        return False
    silver = means(state)
    kinds: i64 = state.me.has | buyable(state, silver)
    if lookups.asks[effect] & 63 == DELIVERY:
        kinds |= improvable(state, silver - lookups.pays_silver[effect])
    return possible_with(state, effect, silver, kinds)

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
from burgher.games.granja.moments import is_now, own_moment
from burgher.games.granja.pending import DELIVERY, FREE, HAND, INCOME, LEFTOVER, PLAY, PURCHASED
from burgher.games.granja.tables import (
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
from burgher.kernel.words import BIT

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def is_pausing(table: Granja) -> bool:
    """Whether the step's own business is finished, and it is open only for what one may do first."""
    step = table.step
    if step == PLAY:
        return table.left == 0 or table.me.hand_size == 0
    if step == HAND:
        return table.me.hand_size <= table.me.hand_limit
    if step in (LEFTOVER, FREE, PURCHASED):
        return table.left == 0
    return step == INCOME


def is_worth_it(table: Granja) -> bool:
    """Whether there is something to pause for: what it could lead to decides."""
    me = table.me
    step = table.step
    plays: i64 = 0
    if me.hand_size > 0:
        plays = PLAYS
    if step == PLAY:
        if table.left == 0:
            return plays != 0 and helper_leads(table, PLAYS | DISCARDS)
        return can_draw(table) and leads(table, DRAWS)
    if step == PURCHASED:
        if helper_leads(table, ANYTHING) or trade_leads(table, plays):
            return True
        if table.round == LAST_ROUND:
            return roof_leads(table, ANYTHING)
        return roof_leads(table, plays | DELIVERS | PLACES)
    if step == FREE:
        return helper_leads(table, AMONG_FREE)
    if not table.fresh:
        plays = 0
    if step == INCOME:
        return could_breed(table) or could_upgrade(table) or leads(table, plays | for_harvest(table))
    if step == LEFTOVER and (helper_leads(table, LAPSES) or roof_leads(table, LAPSES)):
        return True
    return leads(table, plays)


def could_act_now(table: Granja) -> bool:
    """Whether some helper could act at the moment that a step is there for, if need be after selling."""
    me = table.me
    moment = own_moment(table.step)
    place: i64 = 0
    while place < 4:
        if me.ready & BIT[place]:
            card = me.helpers[place] - 1
            if table.box.moment[card] == moment and within_reach(table, card):
                return True
        place += 1
    return False


# -- before the harvest -----------------------------------------------------------------------------


def could_upgrade(table: Granja) -> bool:
    """Whether an upgrade could be paid for a good that lies on a field, which would then grow another."""
    silver: i64 = means(table)
    if silver > MOST_SILVER:
        silver = MOST_SILVER
    rules: i64 = rules_of(table, table.me) & 3
    return table.box.upgradable[rules * 32 + silver] & on_fields(table) != 0


def on_fields(table: Granja) -> i64:
    """The kinds of goods that lie on fields."""
    kinds: i64 = 0
    kind: i64 = 0
    while kind < HARVEST_KINDS:
        if table.me.ripe[kind]:
            kinds |= BIT[kind]
        kind += 1
    return kinds


def could_breed(table: Granja) -> bool:
    """Whether pigs could be bought that will breed, or one sold or used for which another is born."""
    me = table.me
    missing: i64 = parents(table) - me.goods[PIG]
    if missing <= 0:
        return missing < 0 and not has_stall(me)
    return me.stalls > parents(table) and missing * price_of(table, PIG) <= means(table)


def for_harvest(table: Granja) -> i64:
    """What else would make a difference to harvest and breeding: using a good on a field, gaining a pig."""
    me = table.me
    missing: i64 = parents(table) - me.goods[PIG]
    useful = on_fields(table)
    if missing > 0 and me.stalls > parents(table):
        if (missing - 1) * price_of(table, PIG) <= means(table):
            useful |= BRINGS_PIG
    return useful


# -- what something leads to ------------------------------------------------------------------------


def leads(table: Granja, wanted: i64) -> bool:
    """Whether anything at hand could lead to something that is wanted (`tables.py`: `PLAYS`, …)."""
    return trade_leads(table, wanted) or roof_leads(table, wanted) or helper_leads(table, wanted)


def trade_leads(table: Granja, wanted: i64) -> bool:
    """Whether a trade commodity could."""
    return table.me.goods[TRADE_GOOD] > 0 and table.box.trade_leads & wanted != 0


def roof_leads(table: Granja, wanted: i64) -> bool:
    """Whether a roof tile that is face up could."""
    me = table.me
    place: i64 = 0
    while place < table.box.roof_places:
        if me.roofs_up & BIT[place]:
            effect = EFFECT_ROOF + me.roofs[place] - 1
            if table.box.leads[effect] & wanted and within_reach(table, effect):
                return True
        place += 1
    return False


def helper_leads(table: Granja, wanted: i64) -> bool:
    """Whether a helper that is not exhausted could."""
    me = table.me
    place: i64 = 0
    while place < 4:
        if me.ready & BIT[place]:
            card = me.helpers[place] - 1
            if table.box.leads[card] & wanted and within_reach(table, card):
                return True
        place += 1
    return False


def within_reach(table: Granja, effect: i64) -> bool:
    """Whether an effect could be used now, with what one has or could buy, or upgrade to deliver it."""
    box = table.box
    if not box.phases[effect] & BIT[table.phase] or not is_now(table, box.moment[effect]):
        return False
    silver = means(table)
    kinds: i64 = table.me.has | buyable(table, silver)
    if box.asks[effect] & 63 == DELIVERY:
        kinds |= improvable(table, silver - box.pays_silver[effect])
    return possible_with(table, effect, silver, kinds)

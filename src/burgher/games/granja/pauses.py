"""Pauses: where a step would go on by itself, but who has the turn could do something first.

What may be done at any time comes with every decision of one's own. Some of it would come too late with the
next one: others have their turns before, something is drawn, gained, harvested or scored, or a phase ends. So
a step whose own business is finished stays open as long as its player could bring about something that would
make a difference by then, and until they say that they are done:

- before a card must be played that one has not: drawing one;
- before drawing up: playing or discarding a card, with a helper or, if it or what pays for it has just come
  in, with anything;
- before the income: playing a card that was drawn up, and what brings more to those without silver;
- before the harvest: using a good that lies on a field, pigs to breed, and playing a card if anything came
  with the income;
- before others have their turns, in the farm phase, after a drafted or the leftover die and after free
  deliveries: a delivery, a marker in the market, steps on the siesta track, and playing a card, if one, or
  what plays it, has just come in: it may be a helper that works while others decide;
- after a roof tile was bought: an income, as long as helpers add to it;
- after the leftover die: what does not work in the transportation phase;
- after the free deliveries: helpers that work only among them;
- before the scoring: helpers, which are refreshed then, in the last round roof tiles as well, and playing a
  card likewise.

All else can be done at one's own next decision just as well, or could have been done at the last one, and
nobody is asked for it. Others may have done something since: in a step that asks nothing of its own, that
counts as new. What one holds in hand has no part in it, for others see who is asked. What one could
do is never taken for less than it is: whatever could be sold, exchanged or turned up counts as silver
(`anytime.silver_in_reach`), all that could be bought, gained or made of it as goods.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.anytime import buyable, kinds_in_reach, price_of, silver_in_reach, upgrade_price
from burgher.games.granja.cards import can_draw
from burgher.games.granja.effects import answerable, silver_price
from burgher.games.granja.farm import has_income, parents
from burgher.games.granja.goods import growing, has_stall
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.in_play import ASKING_NOTHING, EXTRA_SILVER, changed
from burgher.games.granja.lookups import (
    ANY_MOMENT,
    ANYTHING,
    BRINGS_PIG,
    DISCARDS,
    DRAWS,
    EFFECT_INSTANT,
    EFFECT_ONGOING,
    EFFECT_ROOF,
    FOR_POOR,
    INCOMES,
    LAST_ROUND,
    PIG,
    PLAYS,
    RESOURCE_KINDS,
    ROUND_ROOFS,
    ROUND_SPACE,
    SOME_RESOURCE,
    TRADE_GOOD,
    WANTED,
    WHEN_INCOME,
    WHEN_REMOVED,
    WHEN_REVENUE,
)
from burgher.games.granja.moments import is_in_time, is_within, may_use_helper, may_use_roof, own_moment
from burgher.games.granja.pending import (
    BEFORE_DONKEYS,
    BEFORE_ROLL,
    CRAFT_AGAIN,
    DRAFT,
    EXCHANGE,
    FREE,
    HAND,
    HARVEST,
    HATS,
    IMPROVING,
    INCOME,
    LEFT_ROOFS,
    LEFTOVER,
    NOTHING,
    PLAY,
    PURCHASED,
    ROOF_TO_TURN,
    ROOFS,
)
from burgher.kernel.ints import BIT, only, size
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData

FEW_POINTS: Final = 9
"""With fewer, the points that an effect costs may just have come in."""


def is_pausing(state: GranjaData) -> bool:
    """Whether the step's own business is finished, and it is open only for what one may do first."""
    step = state.step
    if step in (LEFTOVER, FREE, PURCHASED, ROOFS, LEFT_ROOFS, HARVEST, HATS):
        return state.left == 0
    if step == DRAFT:
        return False
    if step == PLAY:
        return state.left == 0 or state.me.hand_size == 0
    if step == HAND:
        return state.me.hand_size <= state.me.hand_limit
    if own_moment(step) != ANY_MOMENT:
        return not could_act_now(state)
    return step == INCOME


def is_worth_it(state: GranjaData) -> bool:
    """Whether there is something to pause for: what it could lead to decides, and that it could begin now."""
    if state.step != INCOME and not has_anything(state):
        return False
    return could_matter(state) and could_begin(state)


def has_anything(state: GranjaData) -> bool:
    """Whether one has anything that can be used at any time, beyond buying, selling and paid upgrades."""
    me = state.me
    return me.roofs_up | me.ready | me.goods[TRADE_GOOD] != 0


def could_begin(state: GranjaData) -> bool:
    """Whether anything at all can be done at any time as things are."""
    me = state.me
    if me.has & (SOME_RESOURCE | BIT[TRADE_GOOD]) or buyable(state, me.silver):
        kind: i64 = 0
        while kind < RESOURCE_KINDS:
            if me.goods[kind] or (me.has & BIT[kind] and upgrade_price(state, kind) <= me.silver):
                return True
            kind += 1
        if me.goods[TRADE_GOOD] or buyable(state, me.silver):
            return True
    places = me.roofs_up
    while places:
        lowest: i64 = places & -places
        if may_use_roof(state, only(lowest)):
            return True
        places ^= lowest
    places = me.ready
    while places:
        lowest = places & -places
        if may_use_helper(state, at(me.helpers, only(lowest)) - 1):
            return True
        places ^= lowest
    return False


def could_matter(state: GranjaData) -> bool:
    """Whether one could bring about something that would come too late with one's next decision."""
    me = state.me
    step = state.step
    if step == INCOME:
        if could_breed(state) or could_upgrade(state):
            return True
    if not has_anything(state):
        return False
    plays: i64 = 0
    if me.hand_size > 0:
        plays = PLAYS
    if step == PLAY:
        if state.left > 0:
            return can_draw(state) and leads(state, DRAWS)
        if plays == 0 and not could_draw_first(state):
            return False
        if state.fresh:
            return leads(state, PLAYS | DISCARDS)
        return plays != 0 and helper_leads(state, PLAYS | DISCARDS)
    if step in (HAND, INCOME):
        if not state.fresh:
            plays = 0
        if step == INCOME:
            plays |= for_harvest(state)
        elif has_income(state):
            plays |= FOR_POOR
        return plays != 0 and leads(state, plays)
    if step == PURCHASED:
        if helper_leads(state, ANYTHING) or (state.round == LAST_ROUND and roof_leads(state, ANYTHING)):
            return True
    if leads(state, WANTED[step]):
        return True
    return could_play(state)


def could_play(state: GranjaData) -> bool:
    """Whether a card could be played now that could not have been played before the turn's own decision.

    Which card it is, others must not learn from the question: any may be a helper that makes a difference.
    """
    me = state.me
    step = state.step
    if not state.lookups.is_awaited[step]:
        return False
    if step == BEFORE_ROLL and not me.reacts & BIT[WHEN_REVENUE]:
        return False  # nothing has come in since one's last decision
    if step == BEFORE_DONKEYS and not state.fresh and not me.reacts & BIT[WHEN_REMOVED]:
        return False
    wanted: i64 = PLAYS
    if me.hand_size == 0:
        if not could_draw_first(state):
            return False
        wanted = PLAYS | DRAWS
    if not leads(state, PLAYS):
        return False
    if state.fresh:
        return True
    # Nothing new to play or to play with; but silver or points may pay by now for what was there before.
    places = me.ready
    while places:
        lowest: i64 = places & -places
        card = at(me.helpers, only(lowest)) - 1
        dear = state.lookups.pays_silver[card] > 0
        if state.lookups.pays_points[card] > 0 and me.points < FEW_POINTS:
            dear = True
        if dear and effect_leads(state, card, wanted):
            return True
        places ^= lowest
    return False


def could_draw_first(state: GranjaData) -> bool:
    """Whether who has no card could draw one and then use it: that takes two things."""
    return sources(state) > 1 and can_draw(state) and leads(state, DRAWS)


def is_idle(state: GranjaData) -> bool:
    """Whether nothing at all can be done, though a delivery could be bought; modules may know more."""
    me = state.me
    if state.modular or me.has != 0 or me.roofs_up != 0 or me.ready != 0:
        return False
    return buyable(state, me.silver) == 0 and price_of(state, PIG) > me.silver


def could_act_now(state: GranjaData) -> bool:
    """Whether some helper could act at the moment that a step is there for, if need be after selling."""
    places = state.me.ready
    moment = own_moment(state.step)
    while places:
        lowest: i64 = places & -places
        card = at(state.me.helpers, only(lowest)) - 1
        if state.lookups.moment[card] == moment:
            silver = silver_in_reach(state)
            if within_reach(state, card, silver, kinds_in_reach(state, silver)):
                return True
        places ^= lowest
    return False


# -- before the harvest -----------------------------------------------------------------------------


def could_upgrade(state: GranjaData) -> bool:
    """Whether an upgrade could be paid for a good that lies on a field, which would then grow another."""
    kinds = growing(state.me)
    if kinds == 0:
        return False
    rules: i64 = rules_of(state, state.me) & 3
    return state.lookups.upgradable[rules * 32 + silver_in_reach(state)] & kinds != 0


def could_breed(state: GranjaData) -> bool:
    """Whether pigs could be bought that will breed, or one sold or used for which another is born."""
    me = state.me
    if me.extension_stalls == 0:
        return False
    missing: i64 = parents(state) - me.goods[PIG]
    if missing <= 0:
        return missing < 0 and not has_stall(me)
    return me.stalls > parents(state) and missing * price_of(state, PIG) <= silver_in_reach(state)


def for_harvest(state: GranjaData) -> i64:
    """What else would make a difference to harvest and breeding: using a good on a field, gaining a pig."""
    me = state.me
    missing: i64 = parents(state) - me.goods[PIG]
    useful = growing(me)
    if missing > 0 and me.stalls > parents(state) and me.extension_stalls > 0:
        if (missing - 1) * price_of(state, PIG) <= silver_in_reach(state):
            useful |= BRINGS_PIG
    return useful


# -- what something leads to ------------------------------------------------------------------------


def leads(state: GranjaData, wanted: i64) -> bool:
    """Whether anything at hand could lead to something that is wanted (`lookups.py`: `PLAYS`, …)."""
    return trade_leads(state, wanted) or roof_leads(state, wanted) or helper_leads(state, wanted)


def sources(state: GranjaData) -> i64:
    """How many things one has that can be used at any time: trade commodities, roof tiles, helpers."""
    me = state.me
    return me.goods[TRADE_GOOD] + size(me.roofs_up) + size(me.ready)


def trade_leads(state: GranjaData, wanted: i64) -> bool:
    """Whether a trade commodity could."""
    return state.me.goods[TRADE_GOOD] > 0 and state.lookups.trade_leads & wanted != 0


def roof_leads(state: GranjaData, wanted: i64) -> bool:
    """Whether a roof tile that is face up could."""
    places = state.me.roofs_up
    while places:
        lowest: i64 = places & -places
        effect = EFFECT_ROOF + at(state.me.roofs, only(lowest)) - 1
        if state.lookups.may_lead[effect] & wanted and effect_leads(state, effect, wanted):
            return True
        places ^= lowest
    return False


def helper_leads(state: GranjaData, wanted: i64) -> bool:
    """Whether a helper that is not exhausted could."""
    places = state.me.ready
    while places:
        lowest: i64 = places & -places
        card = at(state.me.helpers, only(lowest)) - 1
        if state.lookups.may_lead[card] & wanted and effect_leads(state, card, wanted):
            return True
        places ^= lowest
    return False


def effect_leads(state: GranjaData, effect: i64, wanted: i64) -> bool:
    """Whether an effect at hand could be used now and lead to something that is wanted."""
    if not own_leads(state, effect) & wanted or not is_in_time(state, effect):
        return False
    silver = silver_in_reach(state)
    return within_reach(state, effect, silver, kinds_in_reach(state, silver))


def within_reach(state: GranjaData, effect: i64, silver: i64, kinds: i64) -> bool:
    """Whether an effect could be used now, with so much silver, such goods, and what might be done first."""
    lookups = state.lookups
    me = state.me
    if not is_in_time(state, effect) or silver_price(state, effect) > silver:
        return False
    needed = lookups.pays_kinds[effect]
    if needed and not kinds & needed:
        return False
    if lookups.upgrades[effect] >= 0 and not kinds & BIT[lookups.upgrades[effect]]:
        return False
    if lookups.gains_steps[effect] and me.steps == lookups.siesta_top:
        return False
    alone = sources(state) == 1
    if alone and (me.points < lookups.pays_points[effect] or me.hand_size < lookups.pays_card[effect]):
        return False
    asked = lookups.asks[effect]
    if asked in (NOTHING, ROUND_SPACE) or answerable(state, asked & 63, asked >> 6, kinds):
        return True
    # With something else at hand there may first be a card, a barrow, an empty place …
    return not alone and asked & 63 != IMPROVING and asked & 63 != EXCHANGE


def own_leads(state: GranjaData, effect: i64) -> i64:
    """What an effect can lead to on one's own farm: it is there that markers and tiles are used again."""
    lookups = state.lookups
    asked: i64 = lookups.asks[effect] & 63
    found: i64 = lookups.leads[effect]
    if asked == CRAFT_AGAIN:
        found = ANYTHING
        markers = state.me.crafts
        while markers:
            lowest: i64 = markers & -markers
            found |= lookups.leads[EFFECT_INSTANT + only(lowest)]
            markers ^= lowest
    elif asked == ROOF_TO_TURN:
        found = ANYTHING
        place: i64 = 0
        while place < lookups.roof_places:
            tile = at(state.me.roofs, place) - 1
            if 0 <= tile < ROUND_ROOFS:
                found |= lookups.leads[EFFECT_ROOF + tile]
            place += 1
    if found & INCOMES:
        return found & ~INCOMES | income_leads(state)
    return found


def income_leads(state: GranjaData) -> i64:
    """What an income leads to: helpers that add to it in this phase alone, and craft markers."""
    me = state.me
    lookups = state.lookups
    found: i64 = 0
    place: i64 = 0
    while place < 4:
        card = at(me.helpers, place) - 1
        if card >= 0 and lookups.helper_when[card] == WHEN_INCOME:
            if lookups.helper_phases[card] & (BIT[state.phase] | BIT[state.phase + 1]) == BIT[state.phase]:
                found |= INCOMES
        place += 1
    markers: i64 = me.ongoing & lookups.crafts_when[WHEN_INCOME]
    while markers:
        lowest: i64 = markers & -markers
        effect: i64 = EFFECT_ONGOING + only(lowest)
        if lookups.gains_goods[effect] >> (TRADE_GOOD * 4) & 15:
            found |= lookups.trade_leads
        if lookups.asks[effect]:
            found |= BRINGS_PIG
        markers ^= lowest
    return found


def could_have_resource(state: GranjaData) -> bool:
    """Whether the seat to decide, who has no resource, could have one first; never no if it could.

    Within another effect only what asks nothing can be done (`legal.anytime`).
    """
    if is_within(state):
        return could_have_within(state)
    return kinds_in_reach(state, silver_in_reach(state)) & SOME_RESOURCE != 0


def could_have_within(state: GranjaData) -> bool:
    """The same where something is decided within another effect."""
    me = state.me
    lookups = state.lookups
    if me.goods[TRADE_GOOD]:
        return True
    silver = me.silver
    kinds: i64 = 0
    place: i64 = 0
    while place < lookups.roof_places:
        if me.roofs_up & BIT[place] and may_use_roof(state, place):
            effect: i64 = EFFECT_ROOF + at(me.roofs, place) - 1
            if lookups.is_plain[effect]:
                silver += lookups.brings_silver[effect]
                kinds |= lookups.brings[effect]
        place += 1
    place = 0
    while place < 4:
        if me.ready & BIT[place]:
            card = at(me.helpers, place) - 1
            if lookups.is_plain[card] and may_use_helper(state, card):
                silver += lookups.brings_silver[card]
                kinds |= lookups.brings[card]
        place += 1
    if state.modular:
        silver += changed(state, EXTRA_SILVER, 0, ASKING_NOTHING)
    return kinds & SOME_RESOURCE != 0 or buyable(state, silver) != 0 or price_of(state, PIG) <= silver

"""Effects: what a helper, roof tile, craft marker, revenue space or trade commodity does when it is used.

The tables describe all of them with the same few verbs: pay, gain, upgrade, choose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.cards import barrow_count
from burgher.games.granja.data import MODULE_SOURCES, SOURCES_EACH
from burgher.games.granja.events import (
    CRAFT_MARKERS,
    CRAFT_WORKS,
    HELPERS,
    INCOME,
    PAID,
    ROOF_TILES,
    UPGRADED,
    note,
    score,
)
from burgher.games.granja.goods import earn, has_stall, lose, turn_into_better
from burgher.games.granja.helpers import bring, rules_of, set_off
from burgher.games.granja.in_play import MORE_INCOME, SPACE_USABLE, USE_SPACE, changed, instead
from burgher.games.granja.lookups import (
    CHEAPER_UPGRADES,
    DELIVERS,
    EFFECT_INSTANT,
    EFFECT_MODULES,
    EFFECT_ONGOING,
    EFFECT_ROOF,
    EFFECT_SPACE,
    PER_BARROW,
    PLACES,
    PLAYS,
    ROUND_SPACE,
    SOME_GOOD,
    THEN_INCOME,
    WHEN_INCOME,
)
from burgher.games.granja.pending import (
    CARD_TO_PAY,
    DELIVERY,
    DETAIL,
    GOOD_TO_PAY,
    IMPROVING,
    NOTHING,
)
from burgher.games.granja.siesta import advance
from burgher.games.granja.stack import push
from burgher.kernel.ints import BIT, only
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData

PIG_GAIN: Final = 0xF000
"""The pigs in a packed gain."""

BRINGS_KINDS: Final = 2**20
BRINGS_SILVER: Final = 2**28
BRINGS_ALL: Final = DELIVERS | PLAYS | PLACES
"""Of what an effect could bring at most: from these, points and nearly everything may come."""


def silver_price(state: GranjaData, effect: i64) -> i64:
    """The silver that an effect costs the seat to decide: an upgrade that is paid for is cheaper (Chef)."""
    price = state.lookups.pays_silver[effect]
    if price > 0 and state.lookups.upgrades[effect] >= 0 and rules_of(state, state.me) & CHEAPER_UPGRADES:
        price -= 1
    return price


def possible(state: GranjaData, effect: i64) -> bool:
    """Whether the seat to decide could use an effect, and something would come of it."""
    return possible_with(state, effect, state.me.silver, state.me.has)


def possible_with(state: GranjaData, effect: i64, silver: i64, has: i64) -> bool:
    """The same for somebody with so much silver and some kinds of goods."""
    lookups = state.lookups
    me = state.me
    if silver < silver_price(state, effect) or me.points < lookups.pays_points[effect]:
        return False
    kinds = lookups.pays_kinds[effect]
    if kinds and not has & kinds:
        return False
    if lookups.pays_card[effect] and me.hand_size == 0:
        return False
    if lookups.upgrades[effect] >= 0 and not has & BIT[lookups.upgrades[effect]]:
        return False
    if lookups.gains_goods[effect] & PIG_GAIN and not has_stall(me):
        return False
    if lookups.gains_steps[effect] and me.steps == lookups.siesta_top:
        return False
    asked = lookups.asks[effect]
    if asked == ROUND_SPACE:
        if state.modular and state.changing & BIT[SPACE_USABLE]:
            return changed(state, SPACE_USABLE, 0, state.round) != 0
        asked = lookups.asks[EFFECT_SPACE + state.round]
    return asked == NOTHING or answerable(state, asked & 63, asked >> 6, has)


def most_of(state: GranjaData, effect: i64) -> i64:
    """What an effect could bring at most: what it can lead to, kinds times `BRINGS_KINDS`, and silver."""
    lookups = state.lookups
    most = lookups.leads[effect]
    if lookups.gains_points[effect]:
        most |= BRINGS_ALL
    if lookups.asks[effect] & 63 == IMPROVING or lookups.upgrades[effect] >= 0:
        most |= SOME_GOOD * BRINGS_KINDS
    return most | lookups.brings[effect] * BRINGS_KINDS | lookups.brings_silver[effect] * BRINGS_SILVER


def answerable(state: GranjaData, question: i64, what: i64, has: i64) -> bool:
    """Whether a question has an answer other than to decline, with some kinds of goods."""
    return state.questions[question].answerable(state, what, has)


def turnable(state: GranjaData, but: i64) -> i64:
    """The places of roof tiles that are face down and could be used again, but for one (0: none)."""
    me = state.me
    used: i64 = 0
    place: i64 = 0
    while place < state.lookups.roof_places:
        tile = at(me.roofs, place) - 1
        if tile >= 0 and place != but - 1 and not me.roofs_up & BIT[place]:
            if state.lookups.roof_works[tile]:
                used |= BIT[place]
        place += 1
    return used


def begin(state: GranjaData, effect: i64) -> None:
    """Pay for an effect and let it happen."""
    if state.lookups.is_free[effect] or paid(state, effect):
        come_about(state, effect)


def paid(state: GranjaData, effect: i64) -> bool:
    """Pay for an effect; False where it is asked what with, which lets it happen afterwards."""
    lookups = state.lookups
    if lookups.poor[effect] and state.me.silver == 0:
        earn(state, state.seat, lookups.poor[effect])
    if lookups.pays_silver[effect] and lookups.asks[effect] & 63 != DELIVERY:
        earn(state, state.seat, -silver_price(state, effect))
    if lookups.pays_points[effect]:
        score(state, state.seat, -lookups.pays_points[effect], PAID)
    kinds = lookups.pays_kinds[effect]
    if kinds & (kinds - 1):
        push(state, GOOD_TO_PAY, effect)
        return False
    if lookups.pays_card[effect]:
        push(state, CARD_TO_PAY, effect)
        return False
    if kinds:
        lose(state, only(kinds))
    return True


def use_space(state: GranjaData, space: i64) -> None:
    """Do what a revenue space says."""
    if state.modular and instead(state, USE_SPACE, space):
        return
    begin(state, EFFECT_SPACE + space)


def come_about(state: GranjaData, effect: i64) -> None:
    """What an effect brings once it is paid."""
    lookups = state.lookups
    seat = state.seat
    count: i64 = 1
    if lookups.per[effect] == PER_BARROW:
        count = barrow_count(state.me)
    if effect < EFFECT_ROOF:
        bring(state, seat, effect, count, HELPERS + effect, 0)
    elif effect < EFFECT_SPACE:
        bring(state, seat, effect, count, ROOF_TILES, effect - EFFECT_ROOF)
    elif effect < EFFECT_MODULES:
        bring(state, seat, effect, count, CRAFT_MARKERS, effect - EFFECT_INSTANT)
    else:
        bring(state, seat, effect, count, source_of(state, effect), 0)
    if lookups.gains_steps[effect]:
        advance(state, seat, lookups.gains_steps[effect])
    if lookups.upgrades[effect] >= 0:
        improve(state, lookups.upgrades[effect])
    state.shift += lookups.shifts[effect]
    asked = lookups.asks[effect]
    if asked == ROUND_SPACE:
        use_space(state, state.round)
    elif asked != NOTHING:
        push(state, asked & 63, asked // DETAIL)
    if lookups.then[effect] == THEN_INCOME:
        gain_income(state)


def source_of(state: GranjaData, effect: i64) -> i64:
    """Where the points of a module's effect come from."""
    source: i64 = 0
    for module in state.modules:
        if module.first_effect <= effect:
            source = MODULE_SOURCES + module.number * SOURCES_EACH
    return source


def improve(state: GranjaData, kind: i64) -> None:
    """Upgrade a resource for nothing."""
    note(state, state.seat, UPGRADED, kind, 0, turn_into_better(state.me, kind))


def gain_income(state: GranjaData) -> None:
    """Silver from extensions, what craft markers bring with income, and what helpers add to it (I)."""
    me = state.me
    if me.income:
        me.silver += me.income
        note(state, state.seat, INCOME, me.income)
    if state.modular:
        earn(state, state.seat, changed(state, MORE_INCOME, 0, state.seat))
    set_off(state, state.seat, WHEN_INCOME)
    markers: i64 = me.ongoing & state.lookups.crafts_when[WHEN_INCOME]
    while markers:
        lowest: i64 = markers & -markers
        effect: i64 = EFFECT_ONGOING + only(lowest)
        if state.lookups.asks[effect]:
            note(state, state.seat, CRAFT_WORKS, only(lowest))
            push(state, state.lookups.asks[effect] & 63, state.lookups.asks[effect] >> 6)
        markers ^= lowest

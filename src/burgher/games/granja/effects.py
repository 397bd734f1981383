"""Effects: what a helper, roof tile, craft marker, revenue space or trade commodity does when it is used.

The tables describe all of them with the same few verbs: pay, gain, upgrade, choose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.cards import barrow_count, can_draw
from burgher.games.granja.events import CRAFT_MARKERS, HELPERS, PAID, ROOF_TILES, UPGRADED, note, score
from burgher.games.granja.fitting import can_deliver, can_deliver_disguised, can_unload
from burgher.games.granja.goods import earn, has_stall, lose, turn_into_better
from burgher.games.granja.helpers import bring, set_off
from burgher.games.granja.market import places_for
from burgher.games.granja.modules.in_play import uses_space
from burgher.games.granja.modules.places import MODULE_SOURCES, SOURCES_EACH
from burgher.games.granja.pending import (
    CARD,
    CARD_TO_PAY,
    CRAFT_AGAIN,
    DELIVERY,
    DETAIL,
    DISGUISE,
    EXCHANGE,
    FETCHING,
    GOOD_TO_PAY,
    IMPROVING,
    INSTEAD,
    MAY_DRAW,
    MAY_GAIN,
    MAY_PLAY,
    NOTHING,
    OR_REST,
    ROOF_TO_TURN,
    STALL_TO_PLACE,
    UNLOADING,
    push,
)
from burgher.games.granja.siesta import advance
from burgher.games.granja.tables import (
    EFFECT_INSTANT,
    EFFECT_MODULES,
    EFFECT_ONGOING,
    EFFECT_ROOF,
    EFFECT_SPACE,
    PER_BARROW,
    ROUND_SPACE,
    SOME_HARVEST,
    SOME_RESOURCE,
    THEN_INCOME,
    WHEN_INCOME,
)
from burgher.kernel.words import BIT, only

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja

PIG_GAIN: Final = 0xF000
"""The pigs in a packed gain."""


def possible(table: Granja, effect: i64) -> bool:
    """Whether the seat to decide could use an effect, and something would come of it."""
    return possible_with(table, effect, table.me.silver, table.me.has)


def possible_with(table: Granja, effect: i64, silver: i64, has: i64) -> bool:
    """The same for somebody with so much silver and some kinds of goods."""
    box = table.box
    me = table.me
    if silver < box.pays_silver[effect] or me.points < box.pays_points[effect]:
        return False
    kinds = box.pays_kinds[effect]
    if kinds and not has & kinds:
        return False
    if box.pays_card[effect] and me.hand_size == 0:
        return False
    if box.upgrades[effect] >= 0 and not has & BIT[box.upgrades[effect]]:
        return False
    if box.gains_goods[effect] & PIG_GAIN and not has_stall(me):
        return False
    if box.gains_steps[effect] and me.steps == box.siesta_top:
        return False
    asked = box.asks[effect]
    if asked == ROUND_SPACE:
        for module in table.modules:
            if module.changes_spaces():
                return module.can_use_space(table, table.round)
        asked = box.asks[EFFECT_SPACE + table.round]
    return asked == NOTHING or answerable(table, asked & 63, asked >> 6, has)


def answerable(table: Granja, question: i64, what: i64, has: i64) -> bool:
    """Whether a question has an answer other than to decline, with some kinds of goods."""
    me = table.me
    if question == CARD:
        if what & MAY_GAIN or (what & MAY_DRAW and can_draw(table)):
            return True
        return what & MAY_PLAY != 0 and me.hand_size > 0
    if question == IMPROVING:
        return has & SOME_RESOURCE != 0 or (what & OR_REST != 0 and me.steps < table.box.siesta_top)
    if question == DELIVERY:
        return what >= INSTEAD or can_deliver(table, has)
    if question == STALL_TO_PLACE:
        return places_for(table, what) != 0
    if question == EXCHANGE:
        return has & SOME_HARVEST != 0
    if question == UNLOADING:
        return can_unload(table)
    if question == DISGUISE:
        return can_deliver_disguised(table)
    if question == ROOF_TO_TURN:
        return turnable(table, what) != 0
    if question == CRAFT_AGAIN:
        return me.crafts != 0
    if question == FETCHING:
        return me.donkeys & 15 != 15
    return True


def turnable(table: Granja, but: i64) -> i64:
    """The places of roof tiles that are face down and could be used again, but for one (0: none)."""
    me = table.me
    used: i64 = 0
    place: i64 = 0
    while place < table.box.roof_places:
        tile = me.roofs[place] - 1
        usable = tile >= 0 and table.box.roof_works[tile]
        if usable and place != but - 1 and not me.roofs_up & BIT[place]:
            used |= BIT[place]
        place += 1
    return used


def begin(table: Granja, effect: i64) -> None:
    """Pay for an effect and let it happen."""
    box = table.box
    if box.poor[effect] and table.me.silver == 0:
        earn(table, table.seat, box.poor[effect])
    earn(table, table.seat, -box.pays_silver[effect])
    if box.pays_points[effect]:
        score(table, table.seat, -box.pays_points[effect], PAID)
    kinds = box.pays_kinds[effect]
    if kinds & (kinds - 1):
        push(table, GOOD_TO_PAY, effect)
        return
    if box.pays_card[effect]:
        push(table, CARD_TO_PAY, effect)
        return
    if kinds:
        lose(table, only(kinds))
    come_about(table, effect)


def use_space(table: Granja, space: i64) -> None:
    """Do what a revenue space says."""
    if table.modular and uses_space(table, space):
        return
    begin(table, EFFECT_SPACE + space)


def come_about(table: Granja, effect: i64) -> None:
    """What an effect brings once it is paid."""
    box = table.box
    seat = table.seat
    count: i64 = 1
    if box.per[effect] == PER_BARROW:
        count = barrow_count(table.me)
    if effect < EFFECT_ROOF:
        bring(table, seat, effect, count, HELPERS + effect, 0)
    elif effect < EFFECT_SPACE:
        bring(table, seat, effect, count, ROOF_TILES, effect - EFFECT_ROOF)
    elif effect < EFFECT_MODULES:
        bring(table, seat, effect, count, CRAFT_MARKERS, effect - EFFECT_INSTANT)
    else:
        bring(table, seat, effect, count, source_of(table, effect), 0)
    if box.gains_steps[effect]:
        advance(table, seat, box.gains_steps[effect])
    if box.upgrades[effect] >= 0:
        improve(table, box.upgrades[effect])
    table.shift += box.shifts[effect]
    asked = box.asks[effect]
    if asked == ROUND_SPACE:
        use_space(table, table.round)
    elif asked != NOTHING:
        push(table, asked & 63, asked // DETAIL)
    if box.then[effect] == THEN_INCOME:
        gain_income(table)


def source_of(table: Granja, effect: i64) -> i64:
    """Where the points of a module's effect come from."""
    source: i64 = 0
    for module in table.modules:
        if module.first_effect <= effect:
            source = MODULE_SOURCES + module.number * SOURCES_EACH
    return source


def improve(table: Granja, kind: i64) -> None:
    """Upgrade a resource for nothing."""
    turn_into_better(table.me, kind)
    note(table, table.seat, UPGRADED, kind)


def gain_income(table: Granja) -> None:
    """Silver from extensions, what craft markers bring with income, and what helpers add to it (I)."""
    me = table.me
    earn(table, table.seat, me.income)
    for module in table.modules:
        module.income(table)
    set_off(table, table.seat, WHEN_INCOME)
    markers = me.ongoing
    while markers:
        lowest: i64 = markers & -markers
        effect = EFFECT_ONGOING + only(lowest)
        if table.box.craft_when[only(lowest)] == WHEN_INCOME and table.box.asks[effect]:
            push(table, table.box.asks[effect] & 63, table.box.asks[effect] >> 6)
        markers ^= lowest

"""When helpers and roof tiles may act: the phase, the moment, and whether something would come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.effects import possible
from burgher.games.granja.modules.places import asking
from burgher.games.granja.pending import (
    AFTER_DIE,
    BEFORE_DONKEYS,
    BEFORE_ROLL,
    CARD,
    CHOOSING,
    DELIVERY,
    DRAFT,
    FREE,
    IMPROVING,
    INCOME,
    NO_DELIVERY,
    OF_MODULES,
    PURCHASED,
    detail,
    top,
)
from burgher.games.granja.tables import (
    ANY_MOMENT,
    EFFECT_ROOF,
    MOMENT_DELIVERY,
    MOMENT_DRAFT,
    MOMENT_FREE,
)
from burgher.kernel.words import BIT

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def may_act(table: Granja) -> bool:
    """Whether one may do something else first: with a decision of one's own that has not been begun."""
    if table.depth == 0:
        step = table.step
        return step not in (INCOME, BEFORE_ROLL, AFTER_DIE, BEFORE_DONKEYS, CHOOSING)
    asked = top(table)
    if asked >= OF_MODULES:
        return asking(table).lets_act(table, detail(table))
    return table.depth == 1 and asked in (CARD, IMPROVING, DELIVERY)


def is_delivering(table: Granja) -> bool:
    """Whether a delivery is being decided."""
    if table.depth:
        return top(table) == DELIVERY and not detail(table) & NO_DELIVERY
    if table.step == PURCHASED:
        return table.me.silver >= table.box.delivery_price
    return table.step == FREE


def is_now(table: Granja, moment: i64) -> bool:
    """Whether this is the moment for something, among all that one may do first."""
    if moment == ANY_MOMENT:
        return True
    if moment == MOMENT_DELIVERY:
        return is_delivering(table)
    if table.depth:
        return False
    if moment == MOMENT_DRAFT:
        return table.step == DRAFT
    return moment == MOMENT_FREE and table.step == FREE


def may_use_helper(table: Granja, card: i64) -> bool:
    """Whether a helper that is not exhausted may act as one of the things one may do first."""
    box = table.box
    if not box.phases[card] & BIT[table.phase]:
        return False
    return is_now(table, box.moment[card]) and possible(table, card)


def may_use_roof(table: Granja, place: i64) -> bool:
    """Whether a roof tile that is face up may be used."""
    effect = EFFECT_ROOF + table.me.roofs[place] - 1
    if not table.box.phases[effect] & BIT[table.phase]:
        return False
    return is_now(table, table.box.moment[effect]) and possible(table, effect)


def acting_at(table: Granja, moment: i64) -> i64:
    """The places of helpers that may act at a moment of their own."""
    me = table.me
    places: i64 = 0
    place: i64 = 0
    while place < 4:
        if me.ready & BIT[place]:
            card = me.helpers[place] - 1
            now = table.box.moment[card] == moment and table.box.phases[card] & BIT[table.phase]
            if now and possible(table, card):
                places |= BIT[place]
        place += 1
    return places

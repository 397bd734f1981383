"""When helpers and roof tiles may act: the phase, the moment, and whether something would come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.effects import possible
from burgher.games.granja.in_play import DELIVERABLE, OTHERS_FIRST, changed
from burgher.games.granja.lookups import (
    ANY_MOMENT,
    EFFECT_ROOF,
    MOMENT_AFTER_DIE,
    MOMENT_DELIVERY,
    MOMENT_DONKEYS,
    MOMENT_DRAFT,
    MOMENT_FREE,
    MOMENT_ROLL,
)
from burgher.games.granja.pending import (
    AFTER_DIE,
    BEFORE_DONKEYS,
    BEFORE_ROLL,
    CHOOSING,
    DELIVERY,
    DRAFT,
    FREE,
    NO_DELIVERY,
    OF_MODULES,
    PURCHASED,
    STEPS,
)
from burgher.games.granja.stack import detail, silver_asked, top
from burgher.kernel.ints import BIT, ints
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints

ALL_KINDS: Final = 255
"""Every kind of goods."""


def may_act(state: GranjaData) -> bool:
    """Whether one may do something else first: with a decision of one's own that has not been begun.

    Donkeys are chosen by all at the same time, without anything else.
    """
    if state.depth == 0:
        return state.step != CHOOSING
    asked = state.asked[state.depth]
    if state.modular and not changed(state, OTHERS_FIRST, 1):
        return False
    return state.questions[asked & 63].lets_act(state, asked >> 6)


def is_first(state: GranjaData) -> bool:
    """Whether everything below the question asked only waits for it: then it has not been begun."""
    n: i64 = state.depth - 1
    while n > 0 and state.questions[state.asked[n] & 63].is_waiting(state.asked[n] >> 6):
        n -= 1
    return n == 0


def is_within(state: GranjaData) -> bool:
    """Whether what the rules ask came up within another effect, which waits for more than that."""
    return state.asked[state.depth] & 63 < OF_MODULES and not is_first(state)


def is_delivering(state: GranjaData) -> bool:
    """Whether a delivery is being decided."""
    if state.depth:
        what = detail(state)
        return top(state) == DELIVERY and not what & NO_DELIVERY and state.me.silver >= silver_asked(what)
    if state.left == 0:
        return False
    if state.step == PURCHASED:
        return state.me.silver >= state.lookups.delivery_price
    kinds: i64 = ALL_KINDS
    if state.modular:
        kinds = changed(state, DELIVERABLE, kinds)
    return state.step == FREE and kinds != 0


_OWN: Final = {BEFORE_ROLL: MOMENT_ROLL, AFTER_DIE: MOMENT_AFTER_DIE, BEFORE_DONKEYS: MOMENT_DONKEYS}
_OWN_MOMENTS: Final[Ints] = ints([_OWN.get(step, ANY_MOMENT) for step in range(len(STEPS))])


def own_moment(step: i64) -> i64:
    """The moment that a step is there for: of helpers that act only then."""
    return _OWN_MOMENTS[step]


def is_now(state: GranjaData, moment: i64) -> bool:
    """Whether this is the moment for something, among all that one may do first."""
    if moment == ANY_MOMENT:
        return True
    if moment == MOMENT_DELIVERY:
        return is_delivering(state)
    if state.depth:
        return False
    if moment == MOMENT_DRAFT:
        return state.step == DRAFT
    if moment == MOMENT_FREE:
        return state.step == FREE
    return moment == own_moment(state.step)


def is_in_time(state: GranjaData, effect: i64) -> bool:
    """Whether this is the phase and the moment for an effect, among all that one may do first."""
    lookups = state.lookups
    return lookups.phases[effect] & BIT[state.phase] != 0 and is_now(state, lookups.moment[effect])


def may_use_helper(state: GranjaData, card: i64) -> bool:
    """Whether a helper that is not exhausted may act as one of the things one may do first."""
    return is_in_time(state, card) and possible(state, card)


def may_use_roof(state: GranjaData, place: i64) -> bool:
    """Whether a roof tile that is face up may be used."""
    effect = EFFECT_ROOF + at(state.me.roofs, place) - 1
    return is_in_time(state, effect) and possible(state, effect)

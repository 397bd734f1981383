"""The revenue phase (II): rolling, drafting and using dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.effects import use_space
from burgher.games.granja.events import LEFTOVER as USED_LEFTOVER
from burgher.games.granja.events import MARKED, PUT_ASIDE, REROLLED, ROLLED, TOOK_DIE, note
from burgher.games.granja.helpers import exhaust_rule, rules_of, set_off
from burgher.games.granja.in_play import (
    DICE_ROLLED,
    DICE_ROLLED_AGAIN,
    DIE_TAKEN,
    OWN_DIE_USED,
    PLAIN_DICE,
    changed,
    happened,
)
from burgher.games.granja.lookups import (
    DELIVERY_SILVER,
    LEFTOVER_DIE,
    TWO_OPTIONS,
    WHEN_REVENUE,
)
from burgher.games.granja.pending import (
    CARD,
    DELIVERY,
    LEFTOVER,
    MAY_GAIN,
    REROLLING,
    TWICE,
    WITH_SILVER,
)
from burgher.games.granja.stack import detail, pop, push, silver_instead, top
from burgher.kernel.chance import below
from burgher.kernel.ints import BIT
from burgher.kernel.packed import ONE_AT, at, with_at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def begin_revenue(state: GranjaData) -> None:
    """Some helpers are set off when the phase begins."""
    place: i64 = 0
    while place < state.seats:
        set_off(state, at(state.order, place), WHEN_REVENUE)
        place += 1


def mark(state: GranjaData, space: i64) -> None:
    """Keep the last die of a revenue space for oneself (Village Elder)."""
    state.marked = space
    state.marker = state.seat
    note(state, state.seat, MARKED, space)


def roll_all(state: GranjaData) -> None:
    """The start player rolls the revenue dice."""
    number: i64 = 0
    while number < 6:
        state.dice = with_at(state.dice, number, 0)
        number += 1
    note(state, at(state.order, 0), ROLLED, roll_some(state, state.lookups.dice[state.seats]))
    state.pick = 0
    if state.modular:
        happened(state, DICE_ROLLED)


def roll_some(state: GranjaData, count: i64) -> i64:
    """Roll dice into the pool; return what they show, four bits for each number."""
    shown: i64 = 0
    while count > 0:
        number = below(state, 6)
        state.dice += ONE_AT[number]
        shown += BIT[number * 4]
        count -= 1
    return shown


def may_draft(state: GranjaData) -> i64:
    """The numbers of which the seat to decide may take a die: not the last one of another's marked space."""
    numbers = rolled(state)
    if state.marked >= 0 and state.marker != state.seat and at(state.dice, state.marked) == 1:
        numbers &= ~BIT[state.marked]
    return numbers


def rolled(state: GranjaData) -> i64:
    """The numbers that dice in the pool show."""
    numbers: i64 = 0
    number: i64 = 0
    while number < 6:
        if at(state.dice, number) > 0:
            numbers |= BIT[number]
        number += 1
    return numbers


def plain(state: GranjaData, numbers: i64) -> i64:
    """Of some numbers, those of which there is a die that is no module's own."""
    if state.modular:
        numbers = changed(state, PLAIN_DICE, numbers)
    return numbers


def use_die(state: GranjaData, number: i64, space: i64) -> None:
    """Take a die and do what its space says; the leftover die is used by all and stays."""
    if state.step == LEFTOVER:
        note(state, state.seat, USED_LEFTOVER, number, space)
        if space != number and state.shift == 0:
            exhaust_rule(state, state.seat, LEFTOVER_DIE)
        state.shift = 0
        state.left = 0
        state.fresh = False
        use_space(state, space)
    else:
        state.fresh = False
        note(state, state.seat, TOOK_DIE, number, space)
        take_die(state, number, space)
        use_space(state, space)
        offer_more(state)
        state.done = True


def take_die(state: GranjaData, number: i64, space: i64) -> None:
    """Take a die out of the pool for a space."""
    state.dice -= ONE_AT[number]
    state.shift = 0
    if state.modular:
        happened(state, DIE_TAKEN, space)


def is_leftover(state: GranjaData) -> bool:
    """Whether the die that is being used is the leftover one."""
    return state.step == LEFTOVER and not (state.modular and changed(state, OWN_DIE_USED, 0))


def offer_more(state: GranjaData) -> None:
    """With a drafted die, the Porter may give a second option, and the Pedlar silver for a delivery."""
    rules = rules_of(state, state.me)
    if not rules & (TWO_OPTIONS | DELIVERY_SILVER):
        return
    asked = top(state)
    what = detail(state)
    more: i64 = 0
    if (asked == CARD and what & MAY_GAIN) or (asked == DELIVERY and silver_instead(what)):
        if rules & TWO_OPTIONS:
            more |= TWICE
    if asked == DELIVERY and rules & DELIVERY_SILVER:
        more |= WITH_SILVER
    if more:
        pop(state)
        push(state, asked, what | more)


# -- rolling again (Fortune Teller) -----------------------------------------------------------------


def put_aside(state: GranjaData, number: i64) -> None:
    """Take a die out of the pool to roll it again."""
    state.dice -= ONE_AT[number]
    state.aside += 1
    note(state, state.seat, PUT_ASIDE, number)


def roll_again_after(state: GranjaData, more: i64) -> None:
    """Roll again what was put aside, unless so many more dice may be."""
    if more > 0:
        push(state, REROLLING, more)
    else:
        roll_again(state)


def roll_again(state: GranjaData) -> None:
    """Roll the dice that were put aside."""
    count = state.aside
    state.aside = 0
    shown = roll_some(state, count)
    if count:
        note(state, state.seat, REROLLED, count, shown)
    if state.modular:
        happened(state, DICE_ROLLED_AGAIN, shown)

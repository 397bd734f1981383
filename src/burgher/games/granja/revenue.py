"""The revenue phase (II): rolling, drafting and using dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.effects import use_space
from burgher.games.granja.events import LEFTOVER as USED_LEFTOVER
from burgher.games.granja.events import MARKED, REROLLED, ROLLED, TOOK_DIE, note
from burgher.games.granja.helpers import exhaust_rule, rules_of, set_off
from burgher.games.granja.modules.in_play import die_taken, plain_dice
from burgher.games.granja.pending import (
    CARD,
    DELIVERY,
    INSTEAD,
    LEFTOVER,
    MAY_GAIN,
    REROLLING,
    TWICE,
    WITH_SILVER,
    detail,
    pop,
    push,
    top,
)
from burgher.games.granja.tables import (
    DELIVERY_SILVER,
    LEFTOVER_DIE,
    TWO_OPTIONS,
    WHEN_REVENUE,
)
from burgher.kernel.chance import below
from burgher.kernel.words import BIT

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def begin_revenue(table: Granja) -> None:
    """Some helpers are set off when the phase begins."""
    place: i64 = 0
    while place < table.seats:
        set_off(table, table.order[place], WHEN_REVENUE)
        place += 1


def mark(table: Granja, space: i64) -> None:
    """Keep the last die of a revenue space for oneself (Village Elder)."""
    pop(table)
    table.marked = space
    table.marker = table.seat
    note(table, table.seat, MARKED, space)


def roll_all(table: Granja) -> None:
    """The start player rolls the revenue dice."""
    number: i64 = 0
    while number < 6:
        table.dice[number] = 0
        number += 1
    note(table, table.order[0], ROLLED, roll_some(table, table.box.dice[table.seats]))
    table.pick = 0
    for module in table.modules:
        module.roll(table)


def roll_some(table: Granja, count: i64) -> i64:
    """Roll dice into the pool; return what they show, four bits for each number."""
    shown: i64 = 0
    while count > 0:
        number = below(table, 6)
        table.dice[number] += 1
        shown += BIT[number * 4]
        count -= 1
    return shown


def may_draft(table: Granja) -> i64:
    """The numbers of which the seat to decide may take a die: not the last one of another's marked space."""
    numbers = rolled(table)
    if table.marked >= 0 and table.marker != table.seat and table.dice[table.marked] == 1:
        numbers &= ~BIT[table.marked]
    return numbers


def rolled(table: Granja) -> i64:
    """The numbers that dice in the pool show."""
    numbers: i64 = 0
    number: i64 = 0
    while number < 6:
        if table.dice[number] > 0:
            numbers |= BIT[number]
        number += 1
    return numbers


def plain(table: Granja, numbers: i64) -> i64:
    """Of some numbers, those of which there is a die that is no module's own."""
    if table.modular:
        numbers = plain_dice(table, numbers)
    return numbers


def use_die(table: Granja, number: i64, space: i64) -> None:
    """Take a die and do what its space says; the leftover die is used by all and stays."""
    if table.step == LEFTOVER:
        note(table, table.seat, USED_LEFTOVER, number, space)
        if space != number and table.shift == 0:
            exhaust_rule(table, table.seat, LEFTOVER_DIE)
        table.shift = 0
        table.left = 0
        table.fresh = False
        use_space(table, space)
    else:
        note(table, table.seat, TOOK_DIE, number, space)
        take_die(table, number, space)
        use_space(table, space)
        offer_more(table)
        table.done = True


def take_die(table: Granja, number: i64, space: i64) -> None:
    """Take a die out of the pool for a space."""
    table.dice[number] -= 1
    table.shift = 0
    if table.modular:
        die_taken(table, space)


def is_leftover(table: Granja) -> bool:
    """Whether the die that is being used is the leftover one."""
    return table.step == LEFTOVER and not any(module.drafts(table) for module in table.modules)


def offer_more(table: Granja) -> None:
    """With a drafted die, the Porter may give a second option, and the Pedlar silver for a delivery."""
    rules = rules_of(table, table.me)
    if not rules & (TWO_OPTIONS | DELIVERY_SILVER):
        return
    asked = top(table)
    what = detail(table)
    more: i64 = 0
    if (asked == CARD and what & MAY_GAIN) or (asked == DELIVERY and what >= INSTEAD):
        if rules & TWO_OPTIONS:
            more |= TWICE
    if asked == DELIVERY and rules & DELIVERY_SILVER:
        more |= WITH_SILVER
    if more:
        pop(table)
        push(table, asked, what | more)


# -- rolling again (Fortune Teller) -----------------------------------------------------------------


def put_aside(table: Granja, number: i64) -> None:
    """Take a die out of the pool to roll it again; after the second it happens."""
    more: i64 = detail(table) - 1
    pop(table)
    table.dice[number] -= 1
    table.aside += 1
    if more > 0:
        push(table, REROLLING, more)
    else:
        roll_again(table)


def roll_again(table: Granja) -> None:
    """Roll the dice that were put aside."""
    count = table.aside
    table.aside = 0
    shown = roll_some(table, count)
    if count:
        note(table, table.seat, REROLLED, count, shown)
    for module in table.modules:
        module.rolled_again(table, shown)

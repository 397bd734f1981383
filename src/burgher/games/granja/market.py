"""The market place: putting a marker on a stall place, and driving lower neighbours away (III)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.events import (
    GUARDED,
    PLACED_STALL,
    REMOVED,
    REMOVED_STALL,
    REPLACED,
    note,
    score,
)
from burgher.games.granja.goods import earn, if_sold
from burgher.games.granja.helpers import exhaust_rule, rules_of, set_off
from burgher.games.granja.pending import (
    MARKET_GUARD,
    ONLY_EMPTY,
    STALL_TO_PLACE,
    detail,
    give_turn,
    pop,
    push,
)
from burgher.games.granja.tables import GUARDS, NEIGHBOURING, WHEN_REMOVED, WHEN_REMOVING
from burgher.kernel.words import BIT, only, replaced, size

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja

NEUTRAL: Final = 1
"""Whose markers those of the neutral player are: in the solo game it has the place of a second seat here, and
no farm (`modules/solo.py`)."""


def holders(table: Granja) -> i64:
    """How many can have markers in the market: all seats, and with one of them the neutral player."""
    if table.seats > NEUTRAL:
        return table.seats
    return NEUTRAL + 1


def occupied(table: Granja) -> i64:
    """The stall places with a marker."""
    return table.market[0] | table.market[1] | table.market[2] | table.market[3]


def places_for(table: Granja, values: i64) -> i64:
    """Where a marker may go, for some values (`ONLY_EMPTY` among them).

    For each value it is an empty place; where there is none, one of an opponent's; and where all are one's
    own, one of these.
    """
    box = table.box
    open_places = box.stalls_open[table.seats]
    empty = open_places & ~occupied(table)
    if values & ONLY_EMPTY:
        return empty & box.stalls_of[values & 31]
    for module in table.modules:
        if module.limits_stalls(table):
            return module.stall_places(table, values)
    found: i64 = 0
    value: i64 = 0
    while value < 5:
        if values & BIT[value]:
            places = open_places & box.stalls_of[BIT[value]]
            if places & empty:
                found |= places & empty
            elif places & ~table.market[table.seat]:
                found |= places & ~table.market[table.seat]
            else:
                found |= places
        value += 1
    return found


def ask_for_stall(table: Granja, points: i64) -> None:
    """A completed barrow's marker goes to a place of its value, with the Haggler to the next ones too."""
    value: i64 = points - 2
    values: i64 = BIT[value]
    if rules_of(table, table.me) & NEIGHBOURING:
        values |= (BIT[value + 1] | BIT[value] >> 1) & 31
    push(table, STALL_TO_PLACE, values)


def place_stall(table: Granja, space: i64) -> None:
    """Put a marker on a stall place, and gain a point for each marker that has to leave."""
    values = detail(table)
    pop(table)
    seat = table.seat
    if values & ONLY_EMPTY:
        put_stall(table, seat, space)
        return
    owner = owner_of(table, space)
    for module in table.modules:
        if module.shields(table, seat, space, owner):
            return
    take_over(table, seat, space, owner)


def take_over(table: Granja, seat: i64, space: i64, owner: i64) -> None:
    """Put a marker on a stall place, where it replaces that of an owner (-1 for none), and look around.

    The seat may be the neutral player, who gains no points.
    """
    if owner >= 0:
        table.market = replaced(table.market, owner, table.market[owner] ^ BIT[space])
        for module in table.modules:
            module.stall_left(table, owner, space)
    put_stall(table, seat, space)
    if owner >= 0:
        if owner == seat:
            score(table, seat, 1, REPLACED, space)
        else:
            if seat < table.seats:
                score(table, seat, removal_points(table, space), REPLACED, space)
            leave(table, owner, space, seat)
    lower = lower_neighbours(table, seat, space)
    guard = guarding(table, lower)
    if guard >= 0:
        push(table, MARKET_GUARD, seat * 32 + space)
        give_turn(table, guard)
    else:
        drive_away(table, seat, space, lower)


def put_stall(table: Granja, seat: i64, space: i64) -> None:
    """Put a marker on a stall place."""
    table.market = replaced(table.market, seat, table.market[seat] | BIT[space])
    if seat < table.seats:
        note(table, seat, PLACED_STALL, space)
    for module in table.modules:
        module.stall_placed(table, space)


def removal_points(table: Granja, space: i64) -> i64:
    """What the marker on a stall place scores for each other one that has to leave."""
    points: i64 = 1
    for module in table.modules:
        points = module.removal_points(table, space, points)
    return points


def owner_of(table: Granja, space: i64) -> i64:
    """Whose marker is on a stall place; -1 for nobody's."""
    seat: i64 = 0
    while seat < holders(table):
        if table.market[seat] & BIT[space]:
            return seat
        seat += 1
    return -1


def lower_neighbours(table: Granja, seat: i64, space: i64) -> i64:
    """The places beside a stall with markers of others and a lower value."""
    lower = table.box.lower_beside[space] & occupied(table) & ~table.market[seat]
    for module in table.modules:
        lower = module.lower_neighbours(table, space, lower)
    return lower


def guarding(table: Granja, lower: i64) -> i64:
    """The seat that may keep one of these markers with its Market Guard; -1 for none."""
    seat: i64 = 0
    while seat < table.seats:
        player = table.players[seat]
        if player.rules & GUARDS and lower & table.market[seat]:
            if rules_of(table, player) & GUARDS and if_sold(table, player) >= table.box.guard_price:
                return seat
        seat += 1
    return -1


def answer_guard(table: Granja, kept: i64) -> None:
    """Keep a marker for silver (or none, -1); the others leave, and the turn goes back."""
    seat = detail(table) >> 5
    space: i64 = detail(table) & 31
    pop(table)
    lower = lower_neighbours(table, seat, space)
    if kept >= 0:
        earn(table, table.seat, -table.box.guard_price)
        exhaust_rule(table, table.seat, GUARDS)
        note(table, table.seat, GUARDED, kept)
        lower &= ~BIT[kept]
    if seat < table.seats:
        give_turn(table, seat)
    drive_away(table, seat, space, lower)


def drive_away(table: Granja, seat: i64, space: i64, lower: i64) -> None:
    """Discard markers of others with a lower value beside a stall place, each for a point."""
    for module in table.modules:
        if module.shields_from(table, seat, space, lower):
            return
    discard_stalls(table, seat, space, lower)


def discard_stalls(table: Granja, seat: i64, beside: i64, lower: i64) -> None:
    """They leave."""
    count = size(lower)
    while lower:
        lowest: i64 = lower & -lower
        space = only(lowest)
        owner = owner_of(table, space)
        table.market = replaced(table.market, owner, table.market[owner] ^ BIT[space])
        for module in table.modules:
            module.stall_left(table, owner, space)
        leave(table, owner, space, seat)
        lower ^= lowest
    if seat < table.seats:
        score(table, seat, count * removal_points(table, beside), REMOVED, count)


def leave(table: Granja, owner: i64, space: i64, seat: i64) -> None:
    """A marker has left the market because of another seat; what is neutral sets off nothing."""
    if owner < table.seats:
        note(table, owner, REMOVED_STALL, space, seat)
        set_off(table, owner, WHEN_REMOVED)
    if seat < table.seats:
        set_off(table, seat, WHEN_REMOVING)

"""The market place: putting a marker on a stall place, and driving lower neighbours away (III)."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from burgher.games.granja.goods import earn
from burgher.games.granja.helpers import exhaust_rule, rules_of, set_off, silver_at_hand
from burgher.games.granja.in_play import (
    DRIVE_STALLS_AWAY,
    DRIVEN_AWAY,
    EXTRA_SILVER,
    FOR_SILVER,
    REMOVAL_POINTS,
    REPLACE_STALL,
    STALL_LEFT,
    STALL_PLACED,
    STALL_PLACES,
    STALLS_TO_TAKE,
    changed,
    happened,
    instead,
)
from burgher.games.granja.lookups import GUARDS, NEIGHBOURING, WHEN_REMOVED, WHEN_REMOVING
from burgher.games.granja.pending import MARKET_GUARD, ONLY_EMPTY, STALL_TO_PLACE
from burgher.games.granja.stack import give_turn, push
from burgher.kernel.ints import BIT, only, replaced, size

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Player


def occupied(state: GranjaData) -> i64:
    """The stall places with a marker."""
    return state.market[0] | state.market[1] | state.market[2] | state.market[3]


def places_for(state: GranjaData, values: i64) -> i64:
    """Where a marker may go, for some values (`ONLY_EMPTY` among them).

    For each value it is an empty place; where there is none, one of an opponent's; and where all are one's
    own, one of these.
    """
    lookups = state.lookups
    open_places = lookups.stalls_open[state.seats]
    empty = open_places & ~occupied(state)
    if values & ONLY_EMPTY:
        return empty & lookups.stalls_of[values & 31]
    if state.modular:
        limited = changed(state, STALL_PLACES, -1, values)
        if limited >= 0:
            return changed(state, STALLS_TO_TAKE, limited, values)
    found: i64 = 0
    value: i64 = 0
    while value < 5:
        if values & BIT[value]:
            places = open_places & lookups.stalls_of[BIT[value]]
            if places & empty:
                found |= places & empty
            elif places & ~state.market[state.seat]:
                found |= places & ~state.market[state.seat]
            else:
                found |= places
        value += 1
    if state.modular:
        found = changed(state, STALLS_TO_TAKE, found, values)
    return found


def ask_for_stall(state: GranjaData, points: i64) -> None:
    """A completed barrow's marker goes to a place of its value, with the Haggler to the next ones too."""
    value: i64 = points - 2
    values: i64 = BIT[value]
    if rules_of(state, state.me) & NEIGHBOURING:
        values |= (BIT[value + 1] | BIT[value] >> 1) & 31
    push(state, STALL_TO_PLACE, values)


def place_stall(state: GranjaData, values: i64, space: i64) -> None:
    """Put a marker on a stall place of some values, and gain a point for each marker that has to leave."""
    seat = state.seat
    if values & ONLY_EMPTY:
        put_stall(state, seat, space)
        return
    owner = owner_of(state, space)
    if state.modular and instead(state, REPLACE_STALL, values * 256 + seat * 32 + space, owner):
        return
    take_over(state, seat, space, owner)


def take_over(state: GranjaData, seat: i64, space: i64, owner: i64) -> None:
    """Put a marker on a stall place, where it replaces that of an owner (-1 for none), and look around.

    The seat may be a player without a farm, who gains no points.
    """
    if owner >= 0:
        state.market = replaced(state.market, owner, state.market[owner] ^ BIT[space])
        if state.modular:
            happened(state, STALL_LEFT, owner, space)
    put_stall(state, seat, space)
    if owner >= 0:
        if owner == seat:
            score(state, seat, 1, REPLACED, space)
        else:
            if seat < state.seats:
                score(state, seat, removal_points(state, space), REPLACED, space)
            leave(state, owner, space, seat)
    lower = lower_neighbours(state, seat, space)
    guard = guarding(state, lower)
    if guard >= 0:
        push(state, MARKET_GUARD, seat * 32 + space)
        give_turn(state, guard)
    else:
        drive_away(state, seat, space, lower)


def put_stall(state: GranjaData, seat: i64, space: i64) -> None:
    """Put a marker on a stall place."""
    state.market = replaced(state.market, seat, state.market[seat] | BIT[space])
    if seat < state.seats:
        note(state, seat, PLACED_STALL, space)
    if state.modular:
        happened(state, STALL_PLACED, space)


def removal_points(state: GranjaData, space: i64) -> i64:
    """What the marker on a stall place scores for each other one that has to leave."""
    points: i64 = 1
    if state.modular:
        points = changed(state, REMOVAL_POINTS, points, space)
    return points


def owner_of(state: GranjaData, space: i64) -> i64:
    """Whose marker is on a stall place; -1 for nobody's."""
    seat: i64 = 0
    while seat < state.holders:
        if state.market[seat] & BIT[space]:
            return seat
        seat += 1
    return -1


def lower_neighbours(state: GranjaData, seat: i64, space: i64) -> i64:
    """The places beside a stall with markers of others and a lower value."""
    lower = state.lookups.lower_beside[space] & occupied(state) & ~state.market[seat]
    if state.modular:
        lower = changed(state, DRIVEN_AWAY, lower, space)
    return lower


def guarding(state: GranjaData, lower: i64) -> i64:
    """The seat that may keep one of these markers with its Market Guard; -1 for none."""
    seat: i64 = 0
    while seat < state.seats:
        player = state.players[seat]
        if player.rules & GUARDS and lower & state.market[seat]:
            if rules_of(state, player) & GUARDS and can_pay_guard(state, player):
                return seat
        seat += 1
    return -1


def can_pay_guard(state: GranjaData, player: Player) -> bool:
    """Whether a player could pay the Market Guard, if need be with what brings silver at once."""
    price = state.lookups.guard_price
    if player.silver >= price:
        return True
    silver = silver_at_hand(state, player)
    if state.modular:
        seat = state.seat
        give_turn(state, player.seat)
        silver += changed(state, EXTRA_SILVER, 0, FOR_SILVER)
        give_turn(state, seat)
    return silver >= price


def keep_guarded(state: GranjaData, seat: i64, space: i64, kept: i64) -> None:
    """Pay to keep a marker (-1: none) beside a seat's new stall; the others leave, and the turn goes back."""
    lower = lower_neighbours(state, seat, space)
    if kept >= 0:
        earn(state, state.seat, -state.lookups.guard_price)
        exhaust_rule(state, state.seat, GUARDS)
        note(state, state.seat, GUARDED, kept)
        lower &= ~BIT[kept]
    if seat < state.seats:
        give_turn(state, seat)
    drive_away(state, seat, space, lower)


def drive_away(state: GranjaData, seat: i64, space: i64, lower: i64) -> None:
    """Discard markers of others with a lower value beside a stall place, each for a point."""
    if state.modular and instead(state, DRIVE_STALLS_AWAY, seat * 32 + space, lower):
        return
    discard_stalls(state, seat, space, lower)


def discard_stalls(state: GranjaData, seat: i64, beside: i64, lower: i64) -> None:
    """They leave."""
    count = size(lower)
    while lower:
        lowest: i64 = lower & -lower
        space = only(lowest)
        owner = owner_of(state, space)
        state.market = replaced(state.market, owner, state.market[owner] ^ BIT[space])
        if state.modular:
            happened(state, STALL_LEFT, owner, space)
        leave(state, owner, space, seat)
        lower ^= lowest
    if seat < state.seats:
        score(state, seat, count * removal_points(state, beside), REMOVED, count)


def leave(state: GranjaData, owner: i64, space: i64, seat: i64) -> None:
    """A marker has left the market because of another seat; who has no farm sets off nothing."""
    if owner < state.seats:
        note(state, owner, REMOVED_STALL, space, seat)
        set_off(state, owner, WHEN_REMOVED)
    if seat < state.seats:
        set_off(state, seat, WHEN_REMOVING)

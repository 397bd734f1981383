"""Bonus markers: winning and using them, and drawing those that replace them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.actions import N_USE, N_USE_DEVELOP
from burgher.games.hansa.asking import ask
from burgher.games.hansa.desk import develop, gives_action, unfinished
from burgher.games.hansa.events import (
    DREW_MARKER,
    EXCHANGED,
    NO_MARKER,
    USED_MARKER,
    WON_MARKER,
    note,
)
from burgher.games.hansa.houses import owner_of
from burgher.games.hansa.lookups import ACTIONS, DEVELOP, EXCHANGE, KINDS, OFFICE, PIECES, PLUS_3, PLUS_4
from burgher.games.hansa.offices import recount
from burgher.games.hansa.pending import MOVING_THEIRS, REMOVING
from burgher.kernel.chance import below
from burgher.kernel.ints import BIT, replaced

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def win_marker(state: HansaData, route: i64) -> None:
    """Take the marker of an established route, and draw its replacement; without one the game ends."""
    me = state.me
    kind = state.plates[route] - 1
    state.plates = replaced(state.plates, route, 0)
    state.plated ^= BIT[route]
    me.unused = replaced(me.unused, kind, me.unused[kind] + 1)
    if kind == OFFICE:
        state.fresh_office = 1
    note(state, state.seat, WON_MARKER, kind, route)
    drawn = draw_marker(state)
    if drawn < 0:
        state.ending = True
        note(state, state.seat, NO_MARKER)
        return
    note(state, state.seat, DREW_MARKER, drawn)
    last: i64 = 0
    while me.waiting >> last:
        last += 4
    me.waiting |= (drawn + 1) << last


def draw_marker(state: HansaData) -> i64:
    """Draw a marker from those face down; -1 when there is none."""
    lying: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        lying += state.pile[kind]
        kind += 1
    if lying == 0:
        return -1
    rank = below(state, lying)
    kind = 0
    while rank >= state.pile[kind]:
        rank -= state.pile[kind]
        kind += 1
    state.pile = replaced(state.pile, kind, state.pile[kind] - 1)
    return kind


# -- using them ------------------------------------------------------------------------------------


def uses(state: HansaData) -> i64:
    """The markers that can be used now, other than for exchanging offices, as a set that begins with `N_USE`.

    Additional offices are used inside the action that establishes a route. When actions are over
    (`pawn.py`), none that would give more of them is used.
    """
    unused = state.me.unused
    found: i64 = 0
    if unused[PIECES] and some_to_handle(state):
        found = 1
    if unused[PLUS_3] and not state.actions_over:
        found |= 2
    if unused[PLUS_4] and not state.actions_over:
        found |= 4
    if unused[DEVELOP]:
        tracks = unfinished(state.me)
        if state.actions_over and tracks & BIT[ACTIONS] and gives_action(state, ACTIONS):
            tracks ^= BIT[ACTIONS]
        found |= tracks << (N_USE_DEVELOP - N_USE)
    return found


def some_to_handle(state: HansaData) -> bool:
    """Whether the marker for three pieces would find one: any, or an opponent's in the box of 2020."""
    taken = state.taken
    if state.variant.box_of_2020:
        mine = state.me.houses
        return taken[0] & ~mine[0] != 0 or taken[1] & ~mine[1] != 0
    return taken[0] | taken[1] != 0


def exchanges(state: HansaData, word: i64) -> i64:
    """The pairs of offices that can be exchanged, in one of the two words of pairs.

    By the given rules any two of a city; else two that are side by side, one of them one's own.
    """
    if state.me.unused[EXCHANGE] == 0:
        return 0
    board = state.board
    found: i64 = 0
    pair: i64 = 0
    last: i64 = board.pair_split
    if word:
        pair = board.pair_split
        last = board.pairs
    first = pair
    while pair < last:
        city = board.pair_city[pair]
        left = board.pair_left[pair]
        right = board.pair_right[pair]
        if right < state.filled[city]:
            if state.variant.any_exchange:
                found |= BIT[pair - first]
            elif right == left + 1:
                offices = state.offices[city]
                mine = state.seat
                if (
                    owner_of(offices >> (4 * left) & 15) == mine
                    or owner_of(offices >> (4 * right) & 15) == mine
                ):
                    found |= BIT[pair - first]
        pair += 1
    return found


def turn_over(state: HansaData, kind: i64) -> None:
    """A marker has been used: it still counts at the end."""
    me = state.me
    me.unused = replaced(me.unused, kind, me.unused[kind] - 1)
    me.used = replaced(me.used, kind, me.used[kind] + 1)


def use(state: HansaData, kind: i64) -> None:
    """Use a marker for more actions, or for three pieces: these are then chosen one by one."""
    turn_over(state, kind)
    note(state, state.seat, USED_MARKER, kind)
    if kind == PLUS_3:
        state.actions += 3
    elif kind == PLUS_4:
        state.actions += 4
    else:
        state.left = 3
        if state.variant.box_of_2020:
            ask(state, MOVING_THEIRS)
        else:
            ask(state, REMOVING)


def use_develop(state: HansaData, track: i64) -> None:
    """Develop any track."""
    turn_over(state, DEVELOP)
    note(state, state.seat, USED_MARKER, DEVELOP)
    develop(state, track)


def exchange(state: HansaData, city: i64, left: i64, right: i64) -> None:
    """Two offices of a city change places: control may change, and no coin is won."""
    turn_over(state, EXCHANGE)
    note(state, state.seat, USED_MARKER, EXCHANGE)
    offices = state.offices[city]
    change = ((offices >> (4 * left)) ^ (offices >> (4 * right))) & 15
    exchanged = offices ^ (change << (4 * left)) ^ (change << (4 * right))
    state.offices = replaced(state.offices, city, exchanged)
    note(state, state.seat, EXCHANGED, city, left, right)
    recount(state, city)

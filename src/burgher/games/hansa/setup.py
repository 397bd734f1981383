"""Setting up the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.events import FIRST_MARKER, STARTED_WITH, STARTS, note
from burgher.games.hansa.favours import show_favours
from burgher.games.hansa.lookups import (
    FIRST_MARKERS,
    KINDS,
    MARKER_COUNT,
    START_MERCHANTS,
    START_STOCK,
    START_SUPPLY,
)
from burgher.games.hansa.missions import deal_missions
from burgher.games.hansa.pawn import ask_for_pawn
from burgher.games.hansa.turn import begin_turn
from burgher.kernel.chance import below, pick
from burgher.kernel.ints import BIT

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def set_up(state: HansaData) -> None:
    """Lay out a new game, up to its first decision."""
    state.start = below(state, state.seats)
    note(state, state.start, STARTS)
    for place in range(state.seats):
        player = state.players[(state.start + place) % state.seats]
        player.supply_traders = START_SUPPLY[place]
        player.stock_traders = START_STOCK[place]
        player.supply_merchants = START_MERCHANTS
        seat = (state.start + place) % state.seats
        note(state, seat, STARTED_WITH, player.supply_traders, player.supply_merchants, player.stock_traders)
    lay_first_markers(state)
    if state.variant.missions:
        deal_missions(state)
    if state.variant.favour:
        show_favours(state)
    state.active = state.start
    if state.seats == 2:
        ask_for_pawn(state)
    else:
        begin_turn(state)


def lay_first_markers(state: HansaData) -> None:
    """The three golden markers, shuffled, one at each tavern; all others face down."""
    board = state.board
    box: i64 = 0
    if state.variant.box_of_2020:
        box = 1
    left: i64 = BIT[len(board.taverns)] - 1
    kind: i64 = 0
    while kind < KINDS:
        state.pile[kind] = MARKER_COUNT[box * KINDS + kind] - FIRST_MARKERS[kind]
        if FIRST_MARKERS[kind]:
            tavern = pick(state, left)
            left ^= BIT[tavern]
            state.plates[board.taverns[tavern]] = kind + 1
            state.plated |= BIT[board.taverns[tavern]]
            note(state, state.start, FIRST_MARKER, kind, board.taverns[tavern])
        kind += 1

"""Setting up the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.events import STARTS, note
from burgher.games.hansa.favours import show_favours
from burgher.games.hansa.missions import deal_missions
from burgher.games.hansa.pawn import ask_for_pawn
from burgher.games.hansa.tables import (
    FIRST_MARKERS,
    KINDS,
    MARKER_COUNT,
    START_MERCHANTS,
    START_STOCK,
    START_SUPPLY,
)
from burgher.games.hansa.turn import begin_turn
from burgher.kernel.chance import below, pick
from burgher.kernel.words import BIT

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa


def set_up(table: Hansa) -> None:
    """Lay out a new game, up to its first decision."""
    table.start = below(table, table.seats)
    note(table, table.start, STARTS)
    for place in range(table.seats):
        player = table.players[(table.start + place) % table.seats]
        player.supply_traders = START_SUPPLY[place]
        player.stock_traders = START_STOCK[place]
        player.supply_merchants = START_MERCHANTS
    lay_first_markers(table)
    if table.variant.missions:
        deal_missions(table)
    if table.variant.favour:
        show_favours(table)
    table.active = table.start
    if table.seats == 2:
        ask_for_pawn(table)
    else:
        begin_turn(table)


def lay_first_markers(table: Hansa) -> None:
    """The three golden markers, shuffled, one at each tavern; all others face down."""
    board = table.board
    box: i64 = 0
    if table.variant.box_of_2020:
        box = 1
    left: i64 = BIT[len(board.taverns)] - 1
    kind: i64 = 0
    while kind < KINDS:
        table.pile[kind] = MARKER_COUNT[box * KINDS + kind] - FIRST_MARKERS[kind]
        if FIRST_MARKERS[kind]:
            tavern = pick(table, left)
            left ^= BIT[tavern]
            table.plates[board.taverns[tavern]] = kind + 1
            table.plated |= BIT[board.taverns[tavern]]
        kind += 1

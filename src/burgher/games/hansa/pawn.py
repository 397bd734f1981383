"""Two players (edition of 2009): a pawn says in which province one may place, displace and establish."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.hansa.events import PAWN, note
from burgher.games.hansa.pending import NOTHING, PAWN_START

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa

FREE_STEPS: Final = 2
"""Borders the pawn may cross for free each turn, before the actions or after them."""


def ask_for_pawn(table: Hansa) -> None:
    """The second player chooses the pawn's first province."""
    table.seat = 1 - table.active
    table.me = table.players[table.seat]
    table.pending = PAWN_START


def start_pawn(table: Hansa, province: i64) -> None:
    """Set the pawn on the board."""
    table.pawn = province
    table.pending = NOTHING
    note(table, table.seat, PAWN, province)


def may_step(table: Hansa) -> bool:
    """Whether the pawn may cross a border: for free before or after the actions, else for an action."""
    return table.pawn >= 0 and (table.actions > 0 or table.pawn_steps > 0)


def step_pawn(table: Hansa, province: i64) -> None:
    """Move the pawn into a neighbouring province."""
    paid: i64 = 0
    if table.pawn_steps > 0 and (not table.begun or table.actions == 0):
        table.pawn_steps -= 1
    else:
        paid = 1
        table.actions -= 1
        close_steps(table)
    table.pawn = province
    note(table, table.seat, PAWN, province, paid)


def close_steps(table: Hansa) -> None:
    """An action is taken: free steps begun before it are over; none begun, they may come after."""
    table.begun = True
    if table.pawn_steps < FREE_STEPS:
        table.pawn_steps = 0

"""Craft buildings: completing a row, unblocking, and the markers (III)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.effects import begin
from burgher.games.granja.events import (
    COMPLETED_CRAFT,
    CRAFTS,
    TOKENS,
    UNBLOCKED,
    UNBLOCKING,
    note,
    score,
)
from burgher.games.granja.helpers import set_off
from burgher.games.granja.tables import EFFECT_INSTANT, WHEN_CRAFT, WHEN_UNBLOCK
from burgher.kernel.words import BIT, replaced

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def complete_row(table: Granja, building: i64) -> None:
    """Clear the row and take the craft marker, with the points for it; its instant side works at once."""
    me = table.me
    seat = table.seat
    table.claimed &= ~BIT[building * 4 + me.rows[building] - 1]
    me.rows = replaced(me.rows, building, 0)
    me.supplied = replaced(me.supplied, building, 0)
    me.crafts |= BIT[building]
    note(table, seat, COMPLETED_CRAFT, building)
    for module in table.modules:
        module.row_completed(table, building)
    if table.tokens & BIT[building]:
        table.tokens ^= BIT[building]
        score(table, seat, table.box.token, TOKENS, building)
        if table.blocked & BIT[building]:
            # Only the Apprentice and workers get here: the building opens, but no other, without a reward.
            open_building(table, building)
        else:
            unblock_next(table)
    score(table, seat, table.round + 1, CRAFTS, building)
    set_off(table, seat, WHEN_CRAFT)
    for module in table.modules:
        if module.instant(table, building):
            return
    begin(table, EFFECT_INSTANT + building)


def unblock_next(table: Granja) -> None:
    """The first row completed at a building opens the blocked one with the lowest order marker."""
    marker: i64 = 0
    while marker < 3:
        building = table.next_blocked[marker]
        if table.blocked & BIT[building]:
            open_building(table, building)
            score(table, table.seat, table.box.unblock, UNBLOCKING, building)
            set_off(table, table.seat, WHEN_UNBLOCK)
            return
        marker += 1


def open_building(table: Granja, building: i64) -> None:
    """Take the order marker off a craft building: from now on everybody may deliver to it."""
    table.blocked &= ~BIT[building]
    note(table, table.seat, UNBLOCKED, building)

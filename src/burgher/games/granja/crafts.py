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
from burgher.games.granja.in_play import ROW_COMPLETED, USE_INSTANT_SIDE, happened, instead
from burgher.games.granja.lookups import EFFECT_INSTANT, WHEN_CRAFT, WHEN_UNBLOCK
from burgher.kernel.ints import BIT
from burgher.kernel.packed import at, with_at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def complete_row(state: GranjaData, building: i64) -> None:
    """Clear the row and take the craft marker, with the points for it; its instant side works at once."""
    me = state.me
    seat = state.seat
    state.claimed &= ~BIT[building * 4 + at(me.rows, building) - 1]
    me.rows = with_at(me.rows, building, 0)
    me.supplied = with_at(me.supplied, building, 0)
    me.crafts |= BIT[building]
    state.fresh = True  # what it brings may pay for an extension
    note(state, seat, COMPLETED_CRAFT, building)
    if state.modular:
        happened(state, ROW_COMPLETED, building)
    if state.tokens & BIT[building]:
        state.tokens ^= BIT[building]
        score(state, seat, state.lookups.token, TOKENS, building)
        if state.blocked & BIT[building]:
            # Only the Apprentice and workers get here: the building opens, but no other, without a reward.
            open_building(state, building)
        else:
            unblock_next(state)
    score(state, seat, state.round + 1, CRAFTS, building)
    set_off(state, seat, WHEN_CRAFT)
    if state.modular and instead(state, USE_INSTANT_SIDE, building):
        return
    begin(state, EFFECT_INSTANT + building)


def unblock_next(state: GranjaData) -> None:
    """The first row completed at a building opens the blocked one with the lowest order marker."""
    marker: i64 = 0
    while marker < 3:
        building = at(state.next_blocked, marker)
        if state.blocked & BIT[building]:
            open_building(state, building)
            score(state, state.seat, state.lookups.unblock, UNBLOCKING, building)
            set_off(state, state.seat, WHEN_UNBLOCK)
            return
        marker += 1


def open_building(state: GranjaData, building: i64) -> None:
    """Take the order marker off a craft building: from now on everybody may deliver to it."""
    state.blocked &= ~BIT[building]
    note(state, state.seat, UNBLOCKED, building)

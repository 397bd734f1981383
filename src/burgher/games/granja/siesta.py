"""The siesta track: advancing, and the order that follows from it (III)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.events import RESTED, note
from burgher.games.granja.in_play import DISC_MOVED, happened
from burgher.kernel.packed import at, with_at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def advance(state: GranjaData, seat: i64, steps: i64) -> None:
    """Move a disc up, never beyond the top; it goes on top of those already on its space."""
    player = state.players[seat]
    space: i64 = player.steps + steps
    if space > state.lookups.siesta_top:
        space = state.lookups.siesta_top
    if space == player.steps:
        return
    steps = space - player.steps
    player.steps = space
    place: i64 = 0
    while at(state.track, place) != seat:
        place += 1
    # Whoever is not further stays behind: a disc on top of a stack is ahead of those below.
    while place > 0 and state.players[at(state.track, place - 1)].steps <= space:
        state.track = with_at(state.track, place, at(state.track, place - 1))
        place -= 1
    state.track = with_at(state.track, place, seat)
    note(state, seat, RESTED, steps, space)
    if state.modular:
        happened(state, DISC_MOVED, seat)


def fall_back(state: GranjaData, seat: i64, steps: i64) -> None:
    """Move a disc down, as far as there are steps; it goes on top of those already on its space."""
    player = state.players[seat]
    space: i64 = player.steps - steps
    if space < 0:
        space = 0
    if space == player.steps:
        return
    note(state, seat, RESTED, space - player.steps, space)
    player.steps = space
    place: i64 = 0
    while at(state.track, place) != seat:
        place += 1
    while place + 1 < state.seats and state.players[at(state.track, place + 1)].steps > space:
        state.track = with_at(state.track, place, at(state.track, place + 1))
        place += 1
    state.track = with_at(state.track, place, seat)
    if state.modular:
        happened(state, DISC_MOVED, seat)


def points_of(state: GranjaData, seat: i64) -> i64:
    """What a seat's space on the track is worth."""
    return state.lookups.siesta_points[state.players[seat].steps]

"""Developing the tracks of one's desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.events import DEVELOPED, note
from burgher.games.hansa.lookups import (
    ACTION_VALUE,
    ACTIONS,
    TRACK_COUNT,
    TRACK_LENGTH,
    TRACK_SHAPE,
)
from burgher.kernel.ints import BIT, replaced

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Player


def unfinished(player: Player) -> i64:
    """The tracks that can still be developed."""
    tracks: i64 = 0
    track: i64 = 0
    while track < TRACK_COUNT:
        if player.desk[track] < TRACK_LENGTH[track]:
            tracks |= BIT[track]
        track += 1
    return tracks


def gives_action(state: HansaData, track: i64) -> bool:
    """Whether the next step of a track gives an action at once: one of the actions may."""
    if track != ACTIONS:
        return False
    step = state.me.desk[ACTIONS]
    return state.variant.always_an_action or ACTION_VALUE[step + 1] > ACTION_VALUE[step]


def develop(state: HansaData, track: i64) -> None:
    """Take the next piece off a track, into the supply; a step of the actions may give an action at once."""
    me = state.me
    step = me.desk[track]
    gained: i64 = 0
    if gives_action(state, track):
        gained = 1
        state.actions += 1
    me.desk = replaced(me.desk, track, step + 1)
    if TRACK_SHAPE[track]:
        me.supply_merchants += 1
    else:
        me.supply_traders += 1
    note(state, state.seat, DEVELOPED, track, step + 1, gained)

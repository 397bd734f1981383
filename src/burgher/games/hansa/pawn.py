"""Two players (edition of 2009): a pawn says in which province one may place, displace and establish."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.hansa.asking import ask
from burgher.games.hansa.events import PAWN, note
from burgher.games.hansa.pending import PAWN_START

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData

FREE_STEPS: Final = 2
"""Borders the pawn may cross for free each turn, before the actions or after them."""


def ask_for_pawn(state: HansaData) -> None:
    """The second player chooses the pawn's first province."""
    state.seat = 1 - state.active
    state.me = state.players[state.seat]
    ask(state, PAWN_START)


def may_step(state: HansaData) -> bool:
    """Whether the pawn may cross a border: for free before or after the actions, else for an action."""
    return state.pawn >= 0 and (state.actions > 0 or state.pawn_steps > 0)


def step_pawn(state: HansaData, province: i64) -> None:
    """Move the pawn into a neighbouring province. Free steps that follow the actions end them."""
    paid: i64 = 0
    if state.pawn_steps > 0 and (not state.begun or state.actions == 0):
        state.pawn_steps -= 1
        state.actions_over = state.begun
    else:
        paid = 1
        state.actions -= 1
        close_steps(state)
    state.pawn = province
    note(state, state.seat, PAWN, province, paid)


def close_steps(state: HansaData) -> None:
    """An action is taken: free steps begun before it are over; none begun, they may come after."""
    state.begun = True
    if state.pawn_steps < FREE_STEPS:
        state.pawn_steps = 0

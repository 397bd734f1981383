"""What is still to be decided within a turn: a small stack of questions, the one asked now on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData


def top(state: BurgundyData) -> i64:
    """The decision asked for now; `NOTHING` when the turn itself goes on."""
    return state.pending & 15


def push(state: BurgundyData, decision: i64) -> None:
    """Ask for a decision before everything already pending."""
    state.pending = state.pending * 16 + decision


def pop(state: BurgundyData) -> i64:
    """Take the decision asked for off the stack."""
    decision = state.pending & 15
    state.pending >>= 4
    return decision

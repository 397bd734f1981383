"""Asking a question: the rules know each by its number alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def ask(state: HansaData, question: i64) -> None:
    """Ask a question (`pending.py`), unless nothing is left to decide in it: then it settles itself."""
    state.pending = question
    state.questions[question].settle(state)

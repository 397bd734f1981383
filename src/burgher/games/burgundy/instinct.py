"""Cheap judgement of a position, for the agents: what a careful beginner would think of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from burgher.games.burgundy.state import Burgundy


def worth(table: Burgundy, seat: i64) -> i64:
    """How good the position looks to a seat, in hundredths of a point."""
    return table.players[seat].points * 100

"""Cheap judgement of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def worth(table: Granja, seat: i64) -> i64:
    """How good the position looks to a seat, in hundredths of a point."""
    return table.players[seat].points * 100

"""What is still to be decided within a turn: a small stack of pending decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from burgher.games.burgundy.state import Burgundy

NOTHING: Final = 0
CASTLE_ACTION: Final = 1
"""A castle's extra action (p. 6)."""
WAREHOUSE_SALE: Final = 2
CARPENTER_TAKES: Final = 3
CHURCH_TAKES: Final = 4
MARKET_TAKES: Final = 5
CITY_HALL_PLACES: Final = 6
"""The buildings' advantages (p. 7)."""
SHIP_LOADS: Final = 7
"""From which depot a ship takes goods (p. 5)."""
SHIP_LOADS_MORE: Final = 8
"""From which neighbouring depot too (tile 5, p. 10)."""
GOODS_TO_KEEP: Final = 9
"""Which new type of goods to store when not all fit (p. 5)."""
STORAGE_TO_CLEAR: Final = 10
"""Which tile to discard for the one in hand (p. 5)."""
PAYMENT: Final = 11
"""How many workers to pay instead of silverlings (tile 6 in the edition of 2019)."""
SIDE_TO_CHOOSE: Final = 12
CASTLE_TO_CHOOSE: Final = 13
"""The choices of those who know the game well (p. 12)."""


def top(table: Burgundy) -> i64:
    """The decision asked for now; `NOTHING` when the turn itself goes on."""
    return table.pending & 15


def push(table: Burgundy, decision: i64) -> None:
    """Ask for a decision before everything already pending."""
    table.pending = table.pending * 16 + decision


def pop(table: Burgundy) -> i64:
    """Take the decision asked for off the stack."""
    decision = table.pending & 15
    table.pending >>= 4
    return decision

"""What may still have to be decided within a turn: the numbers of all questions."""

from __future__ import annotations

from typing import Final

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

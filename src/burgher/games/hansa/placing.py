"""The action Place: a piece from the supply onto any free house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.events import PLACED, note
from burgher.games.hansa.houses import free_house, settle
from burgher.games.hansa.lands import use_leave
from burgher.games.hansa.lookups import MERCHANT, TRADER

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def place(state: HansaData, route: i64, shape: i64) -> None:
    """Place a trader (0), a merchant (1), or a merchant aboard a ship (2), whoever else is on the route."""
    me = state.me
    if shape == TRADER:
        me.supply_traders -= 1
        house = free_house(state, route, False)
        settle(state, me, house, TRADER)
    else:
        me.supply_merchants -= 1
        house = free_house(state, route, shape == 2)
        settle(state, me, house, MERCHANT)
    use_leave(state, route)
    note(state, state.seat, PLACED, 0 if shape == TRADER else 1, house)

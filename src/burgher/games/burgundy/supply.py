"""Drawing from what lies face down: the piles of tiles and the goods (p. 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.lookups import COPIES_OF_GOODS, PILE_TILE, SHIP
from burgher.kernel.chance import pick
from burgher.kernel.ints import BIT, only

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData


def draw_tile(state: BurgundyData, pile: i64) -> i64:
    """Draw a tile from a pile, which always has one left."""
    left = state.supply[pile]
    tile = only(left & -left) if pile <= SHIP else pick(state, left)  # castles, mines, ships: all alike
    state.supply[pile] ^= BIT[tile]
    return PILE_TILE[pile * 64 + tile]


def draw_good(state: BurgundyData) -> i64:
    """Draw a goods tile."""
    tile = pick(state, state.goods_supply)
    state.goods_supply ^= BIT[tile]
    return tile // COPIES_OF_GOODS

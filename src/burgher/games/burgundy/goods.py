"""Selling goods (p. 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy import events
from burgher.games.burgundy.events import SOLD, score
from burgher.games.burgundy.lookups import SALE_POINTS, SALE_SILVERLING, SALE_WORKER
from burgher.kernel.ints import BIT, replaced

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData


def sell(state: BurgundyData, good: i64, die: i64, paid: i64) -> None:
    """Sell all goods of a type: points for each tile, a silverling for the sale (tiles 3 and 4: p. 10).

    The die and the workers paid to change it are only told of; 0 where none was used.
    """
    me = state.me
    tiles = me.goods[good]
    me.goods[good] = 0
    me.goods_held ^= BIT[good]
    sold: i64 = me.sold[good] + tiles
    me.sold = replaced(me.sold, good, sold)
    silverlings: i64 = 1
    if me.knows & SALE_SILVERLING:
        silverlings = 2
    workers: i64 = 0
    if me.knows & SALE_WORKER:
        workers = 1
    me.silverlings += silverlings
    me.workers += workers
    if state.journal is not None:
        state.journal.write(state.seat, SOLD, good, tiles, silverlings, workers, die, paid)
    score(state, state.seat, tiles * SALE_POINTS[state.seats], events.SALE, good, tiles)

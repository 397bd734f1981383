"""Britannia: placing in Wales and Scotland needs leave, which the rightmost office of some cities gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.houses import owner_of
from burgher.kernel.words import BIT

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa


def rightmost(table: Hansa, city: i64) -> i64:
    """Whose the rightmost printed office of a city is; -1 where none is taken."""
    filled = table.filled[city]
    if filled == 0:
        return -1
    return owner_of(table.offices[city] >> (4 * (filled - 1)) & 15)


def area(table: Hansa) -> i64:
    """Where pieces may be placed and displaced now, as a row of the board's areas.

    The pawn binds both players when two play; on Britannia, England is free, Wales and Scotland need leave.
    """
    if table.pawn >= 0:
        return 1 + table.pawn
    if not table.board.has_regions:
        return 0
    board = table.board
    lands: i64 = 0
    n: i64 = 0
    while n < board.grants:
        if not table.leave_used & BIT[n] and rightmost(table, board.grant_city[n]) == table.seat:
            lands |= board.grant_lands[n]
        n += 1
    return lands


def use_leave(table: Hansa, route: i64) -> None:
    """A piece was placed: beyond England that uses up a leave, one for this country alone first."""
    board = table.board
    land = board.region[route]
    if land == 0:
        return
    n: i64 = 0
    while n < board.grants:
        if (
            board.grant_lands[n] & BIT[land - 1]
            and not table.leave_used & BIT[n]
            and rightmost(table, board.grant_city[n]) == table.seat
        ):
            table.leave_used |= BIT[n]
            return
        n += 1

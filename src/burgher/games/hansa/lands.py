"""Britannia: placing in Wales and Scotland needs leave, which the rightmost office of some cities gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.houses import owner_of
from burgher.kernel.ints import BIT

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def rightmost(state: HansaData, city: i64) -> i64:
    """Whose the rightmost printed office of a city is; -1 where none is taken."""
    filled = state.filled[city]
    if filled == 0:
        return -1
    return owner_of(state.offices[city] >> (4 * (filled - 1)) & 15)


def area(state: HansaData) -> i64:
    """Where pieces may be placed and displaced now, as a row of the board's areas.

    The pawn binds both players when two play; on Britannia, England is free, Wales and Scotland need leave.
    """
    if state.pawn >= 0:
        return 1 + state.pawn
    if not state.board.has_regions:
        return 0
    board = state.board
    lands: i64 = 0
    n: i64 = 0
    while n < board.grants:
        if not state.leave_used & BIT[n] and rightmost(state, board.grant_city[n]) == state.seat:
            lands |= board.grant_lands[n]
        n += 1
    return lands


def use_leave(state: HansaData, route: i64) -> None:
    """A piece was placed: beyond England that uses up a leave, one for this country alone first."""
    board = state.board
    land = board.region[route]
    if land == 0:
        return
    n: i64 = 0
    while n < board.grants:
        if (
            board.grant_lands[n] & BIT[land - 1]
            and not state.leave_used & BIT[n]
            and rightmost(state, board.grant_city[n]) == state.seat
        ):
            state.leave_used |= BIT[n]
            return
        n += 1

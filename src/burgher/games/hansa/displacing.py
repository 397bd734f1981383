"""The action Displace: a piece takes an opponent's house, and its owner places it and others nearby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.asking import ask
from burgher.games.hansa.events import (
    DISPLACED,
    FROM_ROUTE,
    FROM_STOCK,
    FROM_SUPPLY,
    OFF_BOARD,
    PAID,
    note,
)
from burgher.games.hansa.houses import owner_at, piece, settle, shape_of, vacate
from burgher.games.hansa.lands import use_leave
from burgher.games.hansa.lookups import BETTER_DISPLACED, MERCHANT, RELOCATION, RINGS, TRADER
from burgher.games.hansa.pending import DISPLACED as PLACING_DISPLACED
from burgher.games.hansa.pending import PAYMENT
from burgher.kernel.ints import replaced

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Player


def displace(state: HansaData, house: i64, shape: i64) -> None:
    """Take an opponent's house with a piece from the supply, and pay: 1 for a trader, 2 for a merchant."""
    me = state.me
    victim = owner_at(state, house)
    gone = vacate(state, state.players[victim], house)
    if shape == MERCHANT:
        me.supply_merchants -= 1
    else:
        me.supply_traders -= 1
    settle(state, me, house, shape)
    state.route = state.board.house_route[house]
    use_leave(state, state.route)
    state.displaced = piece(victim, gone)
    note(state, state.seat, DISPLACED, house, victim, gone, shape)
    state.left = 1 + gone
    ask(state, PAYMENT)


def put_in_stock(player: Player, traders: i64, merchants: i64) -> None:
    """Move pieces from the supply to the stock."""
    player.supply_traders -= traders
    player.supply_merchants -= merchants
    player.stock_traders += traders
    player.stock_merchants += merchants


def pay(state: HansaData, traders: i64, merchants: i64) -> None:
    """Pay the rest; then it is the displaced player's to decide."""
    put_in_stock(state.me, traders, merchants)
    note(state, state.seat, PAID, traders, merchants)
    gone = shape_of(state.displaced)
    victim = (state.displaced - 1) >> 1
    state.seat = victim
    state.me = state.players[victim]
    state.left = 1 + gone
    if state.me.favours & BETTER_DISPLACED and gone == TRADER:
        state.left = 2
    ask(state, PLACING_DISPLACED)


# -- the displaced player's pieces -----------------------------------------------------------------


def reach(state: HansaData, shape: i64) -> i64:
    """The routes where a displaced player's piece may go: the nearest ones with a free house that takes it.

    Routes that share a city with the route are one step away. Only when none of them has room do those
    further off count, and so on outward. For a trader, a free ship is as good as none.
    """
    fits = state.open_houses
    if shape == MERCHANT:
        fits |= state.open_ships
    if state.me.favours & RELOCATION:
        return fits
    board = state.board
    fits &= board.may_move[state.route]
    at: i64 = state.route * RINGS
    last: i64 = at + RINGS
    while at < last:
        found = board.rings[at] & fits
        if found:
            return found
        at += 1
    return 0


def source(state: HansaData) -> i64:
    """Where additional pieces come from: the stock, when it is empty the supply, when that is too, routes."""
    me = state.me
    if me.stock_traders + me.stock_merchants > 0:
        return FROM_STOCK
    if me.supply_traders + me.supply_merchants > 0:
        return FROM_SUPPLY
    if state.variant.extras_from_routes and me.houses[0] | me.houses[1]:
        return FROM_ROUTE
    return OFF_BOARD


def remember(state: HansaData, house: i64) -> None:
    """A house has been filled: its piece does not count as another one that comes along."""
    word = state.board.house_word[house]
    state.placed = replaced(state.placed, word, state.placed[word] | state.board.house_bit[house])


def draw_from(player: Player, come_from: i64, shape: i64) -> None:
    """Take a piece out of the stock or the supply."""
    if come_from == FROM_STOCK:
        if shape == MERCHANT:
            player.stock_merchants -= 1
        else:
            player.stock_traders -= 1
    elif shape == MERCHANT:
        player.supply_merchants -= 1
    else:
        player.supply_traders -= 1

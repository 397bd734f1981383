"""The action Displace: a piece takes an opponent's house, and its owner places it and others nearby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.events import (
    DISPLACED,
    FROM_ROUTE,
    FROM_STOCK,
    FROM_SUPPLY,
    OFF_BOARD,
    PAID,
    REPLACED,
    STRANDED,
    note,
)
from burgher.games.hansa.houses import free_house, owner_at, piece, settle, shape_of, vacate
from burgher.games.hansa.lands import use_leave
from burgher.games.hansa.pending import DISPLACED as PLACING_DISPLACED
from burgher.games.hansa.pending import NOTHING, PAYMENT
from burgher.games.hansa.tables import BETTER_DISPLACED, MERCHANT, NOWHERE, RELOCATION, RINGS, TRADER

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
    owed = 1 + gone
    if me.supply_merchants == 0:
        pay(state, owed, 0)
    elif me.supply_traders == 0:
        pay(state, 0, owed)
    elif me.supply_traders + me.supply_merchants == owed:
        pay(state, me.supply_traders, me.supply_merchants)
    else:
        state.left = owed
        state.pending = PAYMENT


def pay_one(state: HansaData, shape: i64) -> None:
    """Decide on one piece of the payment; what is left without a choice is paid along with it."""
    me = state.me
    state.left -= 1
    if shape == MERCHANT:
        if state.left and me.supply_merchants == 1:
            pay(state, state.left, 1)
        elif state.left:
            put_in_stock(me, 0, 1)
            note(state, state.seat, PAID, 0, 1)
        else:
            pay(state, 0, 1)
    elif state.left and me.supply_traders == 1:
        pay(state, 1, state.left)
    elif state.left:
        put_in_stock(me, 1, 0)
        note(state, state.seat, PAID, 1, 0)
    else:
        pay(state, 1, 0)


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
    state.pending = PLACING_DISPLACED
    look_on(state)


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


def placeable(state: HansaData) -> i64:
    """The shapes of which a piece can be placed next, as a set; pieces on routes are not among them."""
    shapes: i64 = 0
    if state.displaced:
        shapes = 1 + shape_of(state.displaced)
    if state.left:
        me = state.me
        come_from = source(state)
        if come_from == FROM_STOCK:
            if me.stock_traders:
                shapes |= 1
            if me.stock_merchants:
                shapes |= 2
        elif come_from == FROM_SUPPLY:
            if me.supply_traders:
                shapes |= 1
            if me.supply_merchants:
                shapes |= 2
    if shapes & 1 and reach(state, TRADER) == 0:
        shapes ^= 1
    if shapes & 2 and reach(state, MERCHANT) == 0:
        shapes ^= 2
    return shapes


def may_stop(state: HansaData) -> bool:
    """Whether the displaced player may stop: by the given rules, pieces in stock must be placed."""
    if state.displaced:
        return False
    return state.variant.extras_from_routes or source(state) != FROM_STOCK


def liftable(state: HansaData, word: i64) -> i64:
    """One's own pieces on routes that may be placed anew, in one of the words of houses."""
    if state.displaced or state.left == 0 or source(state) != FROM_ROUTE:
        return 0
    pieces: i64 = 0
    if reach(state, TRADER):
        pieces = state.me.houses[word] & ~state.discs[word]
    if reach(state, MERCHANT):
        pieces |= state.me.houses[word] & state.discs[word]
    return pieces


def look_on(state: HansaData) -> None:
    """Ask for the next piece, or take it up when there is no choice; end when nothing can be placed."""
    shapes = placeable(state)
    if shapes == 0 and state.displaced:
        strand(state)
        shapes = placeable(state)
    if shapes == 1 or shapes == 2:
        state.hand = piece(state.seat, shapes - 1)
    elif shapes == 0 and liftable(state, 0) == 0 and liftable(state, 1) == 0:
        state.left = 0
        state.pending = NOTHING


def strand(state: HansaData) -> None:
    """No house is free for the displaced piece: it goes to its owner's stock."""
    shape = shape_of(state.displaced)
    if shape == MERCHANT:
        state.me.stock_merchants += 1
    else:
        state.me.stock_traders += 1
    state.displaced = 0
    note(state, state.seat, STRANDED, shape)


def put(state: HansaData, route: i64, ship: bool) -> None:
    """Put the piece in hand on a house near by."""
    me = state.me
    shape = shape_of(state.hand)
    house = free_house(state, route, ship)
    settle(state, me, house, shape)
    if state.hand == state.displaced:
        state.displaced = 0
        note(state, state.seat, REPLACED, shape, house, OFF_BOARD, NOWHERE)
    else:
        state.left -= 1
        if state.hand_from >= 0:
            note(state, state.seat, REPLACED, shape, house, FROM_ROUTE, state.hand_from)
        else:
            come_from = source(state)
            note(state, state.seat, REPLACED, shape, house, come_from, NOWHERE)
            draw_from(me, come_from, shape)
    state.hand = 0
    state.hand_from = NOWHERE
    look_on(state)


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


def stop(state: HansaData) -> None:
    """Place no more pieces."""
    state.hand = 0
    state.left = 0
    state.pending = NOTHING

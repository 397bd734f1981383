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
    from burgher.games.hansa.state import Hansa, Player


def displace(table: Hansa, house: i64, shape: i64) -> None:
    """Take an opponent's house with a piece from the supply, and pay: 1 for a trader, 2 for a merchant."""
    me = table.me
    victim = owner_at(table, house)
    gone = vacate(table, table.players[victim], house)
    if shape == MERCHANT:
        me.supply_merchants -= 1
    else:
        me.supply_traders -= 1
    settle(table, me, house, shape)
    table.route = table.board.house_route[house]
    use_leave(table, table.route)
    table.displaced = piece(victim, gone)
    note(table, table.seat, DISPLACED, house, victim, gone, shape)
    owed = 1 + gone
    if me.supply_merchants == 0:
        pay(table, owed, 0)
    elif me.supply_traders == 0:
        pay(table, 0, owed)
    elif me.supply_traders + me.supply_merchants == owed:
        pay(table, me.supply_traders, me.supply_merchants)
    else:
        table.left = owed
        table.pending = PAYMENT


def pay_one(table: Hansa, shape: i64) -> None:
    """Decide on one piece of the payment; what is left without a choice is paid along with it."""
    me = table.me
    table.left -= 1
    if shape == MERCHANT:
        if table.left and me.supply_merchants == 1:
            pay(table, table.left, 1)
        elif table.left:
            put_in_stock(me, 0, 1)
            note(table, table.seat, PAID, 0, 1)
        else:
            pay(table, 0, 1)
    elif table.left and me.supply_traders == 1:
        pay(table, 1, table.left)
    elif table.left:
        put_in_stock(me, 1, 0)
        note(table, table.seat, PAID, 1, 0)
    else:
        pay(table, 1, 0)


def put_in_stock(player: Player, traders: i64, merchants: i64) -> None:
    """Move pieces from the supply to the stock."""
    player.supply_traders -= traders
    player.supply_merchants -= merchants
    player.stock_traders += traders
    player.stock_merchants += merchants


def pay(table: Hansa, traders: i64, merchants: i64) -> None:
    """Pay the rest; then it is the displaced player's to decide."""
    put_in_stock(table.me, traders, merchants)
    note(table, table.seat, PAID, traders, merchants)
    gone = shape_of(table.displaced)
    victim = (table.displaced - 1) >> 1
    table.seat = victim
    table.me = table.players[victim]
    table.left = 1 + gone
    if table.me.favours & BETTER_DISPLACED and gone == TRADER:
        table.left = 2
    table.pending = PLACING_DISPLACED
    look_on(table)


# -- the displaced player's pieces -----------------------------------------------------------------


def reach(table: Hansa, shape: i64) -> i64:
    """The routes where a displaced player's piece may go: the nearest ones with a free house that takes it.

    Routes that share a city with the route are one step away. Only when none of them has room do those
    further off count, and so on outward. For a trader, a free ship is as good as none.
    """
    fits = table.open_houses
    if shape == MERCHANT:
        fits |= table.open_ships
    if table.me.favours & RELOCATION:
        return fits
    board = table.board
    fits &= board.may_move[table.route]
    at: i64 = table.route * RINGS
    last: i64 = at + RINGS
    while at < last:
        found = board.rings[at] & fits
        if found:
            return found
        at += 1
    return 0


def source(table: Hansa) -> i64:
    """Where additional pieces come from: the stock, when it is empty the supply, when that is too, routes."""
    me = table.me
    if me.stock_traders + me.stock_merchants > 0:
        return FROM_STOCK
    if me.supply_traders + me.supply_merchants > 0:
        return FROM_SUPPLY
    if table.variant.extras_from_routes and me.houses[0] | me.houses[1]:
        return FROM_ROUTE
    return OFF_BOARD


def placeable(table: Hansa) -> i64:
    """The shapes of which a piece can be placed next, as a set; pieces on routes are not among them."""
    shapes: i64 = 0
    if table.displaced:
        shapes = 1 + shape_of(table.displaced)
    if table.left:
        me = table.me
        come_from = source(table)
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
    if shapes & 1 and reach(table, TRADER) == 0:
        shapes ^= 1
    if shapes & 2 and reach(table, MERCHANT) == 0:
        shapes ^= 2
    return shapes


def may_stop(table: Hansa) -> bool:
    """Whether the displaced player may stop: by the given rules, pieces in stock must be placed."""
    if table.displaced:
        return False
    return table.variant.extras_from_routes or source(table) != FROM_STOCK


def liftable(table: Hansa, word: i64) -> i64:
    """One's own pieces on routes that may be placed anew, in one of the words of houses."""
    if table.displaced or table.left == 0 or source(table) != FROM_ROUTE:
        return 0
    pieces: i64 = 0
    if reach(table, TRADER):
        pieces = table.me.houses[word] & ~table.discs[word]
    if reach(table, MERCHANT):
        pieces |= table.me.houses[word] & table.discs[word]
    return pieces


def look_on(table: Hansa) -> None:
    """Ask for the next piece, or take it up when there is no choice; end when nothing can be placed."""
    shapes = placeable(table)
    if shapes == 0 and table.displaced:
        strand(table)
        shapes = placeable(table)
    if shapes == 1 or shapes == 2:
        table.hand = piece(table.seat, shapes - 1)
    elif shapes == 0 and liftable(table, 0) == 0 and liftable(table, 1) == 0:
        table.left = 0
        table.pending = NOTHING


def strand(table: Hansa) -> None:
    """No house is free for the displaced piece: it goes to its owner's stock."""
    shape = shape_of(table.displaced)
    if shape == MERCHANT:
        table.me.stock_merchants += 1
    else:
        table.me.stock_traders += 1
    table.displaced = 0
    note(table, table.seat, STRANDED, shape)


def put(table: Hansa, route: i64, ship: bool) -> None:
    """Put the piece in hand on a house near by."""
    me = table.me
    shape = shape_of(table.hand)
    house = free_house(table, route, ship)
    settle(table, me, house, shape)
    if table.hand == table.displaced:
        table.displaced = 0
        note(table, table.seat, REPLACED, shape, house, OFF_BOARD, NOWHERE)
    else:
        table.left -= 1
        if table.hand_from >= 0:
            note(table, table.seat, REPLACED, shape, house, FROM_ROUTE, table.hand_from)
        else:
            come_from = source(table)
            note(table, table.seat, REPLACED, shape, house, come_from, NOWHERE)
            draw_from(me, come_from, shape)
    table.hand = 0
    table.hand_from = NOWHERE
    look_on(table)


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


def stop(table: Hansa) -> None:
    """Place no more pieces."""
    table.hand = 0
    table.left = 0
    table.pending = NOTHING

"""Moving pieces between houses: the action Move, and the markers that move or remove pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.displacing import draw_from, source
from burgher.games.hansa.events import (
    FROM_ROUTE,
    FROM_STOCK,
    FROM_SUPPLY,
    MOVED,
    OFF_BOARD,
    REMOVED,
    RETURNED,
    REUSED,
    SWAPPED,
    note,
)
from burgher.games.hansa.houses import free_house, owner_at, owner_of, piece, settle, shape_of, vacate
from burgher.games.hansa.pending import (
    MOVING,
    MOVING_ANY,
    MOVING_THEIRS,
    NOTHING,
    PLACING_BEYOND,
    REMOVING,
    REUSING,
)
from burgher.games.hansa.tables import BOOK, BOOK_VALUE, MERCHANT, NOWHERE, TRADER

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa


def begin_to_move(table: Hansa) -> None:
    """The action Move: up to as many of one's own pieces as the book says."""
    table.pending = MOVING
    table.left = BOOK_VALUE[table.me.desk[BOOK]]


def must_move(table: Hansa) -> bool:
    """Whether the action Move has not moved anything yet."""
    return table.pending == MOVING and table.left == BOOK_VALUE[table.me.desk[BOOK]]


def lift(table: Hansa, house: i64) -> None:
    """Take a piece off its house, to put it somewhere else."""
    seat = owner_at(table, house)
    shape = vacate(table, table.players[seat], house)
    table.hand = piece(seat, shape)
    table.hand_from = house


def put_down(table: Hansa, route: i64, ship: bool) -> None:
    """Put the moved piece on a free house of a route."""
    house = free_house(table, route, ship)
    shape = shape_of(table.hand)
    owner = owner_of(table.hand)
    settle(table, table.players[owner], house, shape)
    note(table, table.seat, MOVED, shape, table.hand_from, house, owner)
    table.left -= 1
    go_on_moving(table)


def swap(table: Hansa, house: i64) -> None:
    """The piece in hand and another one change places: two of the moves."""
    other = owner_at(table, house)
    shape = vacate(table, table.players[other], house)
    settle(table, table.players[owner_of(table.hand)], house, shape_of(table.hand))
    settle(table, table.players[other], table.hand_from, shape)
    note(table, table.seat, SWAPPED, table.hand_from, house)
    table.left -= 2
    go_on_moving(table)


def go_on_moving(table: Hansa) -> None:
    """Ask for the next piece, as long as there are moves and pieces."""
    table.hand = 0
    table.hand_from = NOWHERE
    if table.left == 0 or nothing_to_move(table):
        stop_moving(table)


def nothing_to_move(table: Hansa) -> bool:
    """Whether no piece is there for what is pending."""
    return movable(table, 0) == 0 and movable(table, 1) == 0


def movable(table: Hansa, word: i64) -> i64:
    """The pieces that may be taken up for what is pending, in one of the words of houses."""
    asked = table.pending
    if asked in (MOVING_ANY, REMOVING):
        return table.taken[word]
    if asked == MOVING_THEIRS:
        return table.taken[word] & ~table.me.houses[word]
    return table.me.houses[word]


def swappable(table: Hansa, word: i64) -> i64:
    """The pieces that the one in hand may change places with: no trader goes aboard, none changes country."""
    board = table.board
    if table.left < 2:
        return 0
    aboard = board.is_ship[table.hand_from] != 0
    merchant = shape_of(table.hand) == MERCHANT
    if table.pending == MOVING:  # own pieces of the other shape
        others = table.me.houses[word]
        if merchant:
            others &= ~table.discs[word]
        else:
            others &= table.discs[word]
    elif table.pending == MOVING_ANY:  # any but its equals
        equals = table.players[owner_of(table.hand)].houses[word]
        if merchant:
            equals &= table.discs[word]
        else:
            equals &= ~table.discs[word]
        others = table.taken[word] & ~equals
    else:
        return 0
    if not merchant:
        others &= board.plain[word]
    if aboard:
        others &= table.discs[word]
    if board.has_regions:
        others &= houses_on(table, board.same_land[board.house_route[table.hand_from]], word)
    return others


def houses_on(table: Hansa, routes: i64, word: i64) -> i64:
    """The houses of a set of routes, in one of the words."""
    board = table.board
    houses: i64 = 0
    route: i64 = 0
    while routes:
        if routes & 1 and board.route_word[route] == word:
            houses |= board.route_houses[route]
        routes >>= 1
        route += 1
    return houses


def destinations(table: Hansa) -> i64:
    """The routes to which the piece in hand may be moved: on Britannia not into another country.

    Own pieces may leave a country for England; those that a marker moves stay in theirs.
    """
    route = table.board.house_route[table.hand_from]
    if table.pending == MOVING:
        return table.board.may_move[route]
    return table.board.same_land[route]


def stop_moving(table: Hansa) -> None:
    """No more pieces are moved."""
    table.left = 0
    table.pending = NOTHING


# -- removing (the marker of 2009) -----------------------------------------------------------------


def remove(table: Hansa, house: i64) -> None:
    """Take a piece off its route, back to its owner's supply."""
    seat = owner_at(table, house)
    player = table.players[seat]
    shape = vacate(table, player, house)
    if shape == MERCHANT:
        player.supply_merchants += 1
    else:
        player.supply_traders += 1
    note(table, table.seat, REMOVED, shape, house, seat)
    table.left -= 1
    if table.left == 0 or nothing_to_move(table):
        stop_moving(table)


# -- pieces that permanent markers put on houses -------------------------------------------------------


def handed_out(table: Hansa) -> i64:
    """Where the pieces of a permanent marker come from."""
    if table.pending == REUSING:
        return OFF_BOARD
    come_from = source(table)
    if come_from == OFF_BOARD and table.me.houses[0] | table.me.houses[1]:
        return FROM_ROUTE
    return come_from


def room(table: Hansa, shape: i64) -> i64:
    """The routes with room for a piece of a permanent marker: any, or those beyond England."""
    fits = table.open_houses
    if shape == MERCHANT:
        fits |= table.open_ships
    if table.pending == PLACING_BEYOND:
        fits &= table.board.beyond
    return fits


def on_offer(table: Hansa) -> i64:
    """The shapes of which a piece can be put on a house, as a set; pieces on routes are not among them."""
    me = table.me
    come_from = handed_out(table)
    traders: i64 = 0
    merchants: i64 = 0
    if come_from == OFF_BOARD:
        traders = table.spare_traders
        merchants = table.spare_merchants
    elif come_from == FROM_STOCK:
        traders = me.stock_traders
        merchants = me.stock_merchants
    elif come_from == FROM_SUPPLY:
        traders = me.supply_traders
        merchants = me.supply_merchants
    shapes: i64 = 0
    if traders and room(table, TRADER):
        shapes = 1
    if merchants and room(table, MERCHANT):
        shapes |= 2
    return shapes


def liftable_beyond(table: Hansa, word: i64) -> i64:
    """One's own pieces on routes that a permanent marker may move, in one of the words of houses."""
    if handed_out(table) != FROM_ROUTE:
        return 0
    pieces: i64 = 0
    if room(table, TRADER):
        pieces = table.me.houses[word] & ~table.discs[word]
    if room(table, MERCHANT):
        pieces |= table.me.houses[word] & table.discs[word]
    return pieces


def hand_out(table: Hansa) -> None:
    """Ask for the next piece, or take it up when there is no choice; end when nothing can be placed."""
    if table.left == 0:
        stop_handing_out(table)
        return
    shapes = on_offer(table)
    if shapes == 1 or shapes == 2:
        table.hand = piece(table.seat, shapes - 1)
    elif shapes == 0 and liftable_beyond(table, 0) == 0 and liftable_beyond(table, 1) == 0:
        stop_handing_out(table)


def put_out(table: Hansa, route: i64, ship: bool) -> None:
    """Put a piece of a permanent marker on a house."""
    me = table.me
    shape = shape_of(table.hand)
    house = free_house(table, route, ship)
    settle(table, me, house, shape)
    if table.hand_from >= 0:
        note(table, table.seat, REUSED, shape, house, FROM_ROUTE, table.hand_from)
    else:
        come_from = handed_out(table)
        note(table, table.seat, REUSED, shape, house, come_from, NOWHERE)
        if come_from == OFF_BOARD:
            if shape == MERCHANT:
                table.spare_merchants -= 1
            else:
                table.spare_traders -= 1
        else:
            draw_from(me, come_from, shape)
    table.hand = 0
    table.hand_from = NOWHERE
    table.left -= 1
    hand_out(table)


def stop_handing_out(table: Hansa) -> None:
    """No more pieces are put on houses; what is left of a route goes to the stock."""
    me = table.me
    if table.pending == REUSING:
        note(table, table.seat, RETURNED, table.spare_traders, table.spare_merchants)
    me.stock_traders += table.spare_traders
    me.stock_merchants += table.spare_merchants
    table.spare_traders = 0
    table.spare_merchants = 0
    table.hand = 0
    table.left = 0
    table.pending = NOTHING

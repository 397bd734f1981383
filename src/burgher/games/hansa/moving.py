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
    from burgher.games.hansa.data import HansaData


def begin_to_move(state: HansaData) -> None:
    """The action Move: up to as many of one's own pieces as the book says."""
    state.pending = MOVING
    state.left = BOOK_VALUE[state.me.desk[BOOK]]


def must_move(state: HansaData) -> bool:
    """Whether the action Move has not moved anything yet."""
    return state.pending == MOVING and state.left == BOOK_VALUE[state.me.desk[BOOK]]


def lift(state: HansaData, house: i64) -> None:
    """Take a piece off its house, to put it somewhere else."""
    seat = owner_at(state, house)
    shape = vacate(state, state.players[seat], house)
    state.hand = piece(seat, shape)
    state.hand_from = house


def put_down(state: HansaData, route: i64, ship: bool) -> None:
    """Put the moved piece on a free house of a route."""
    house = free_house(state, route, ship)
    shape = shape_of(state.hand)
    owner = owner_of(state.hand)
    settle(state, state.players[owner], house, shape)
    note(state, state.seat, MOVED, shape, state.hand_from, house, owner)
    state.left -= 1
    go_on_moving(state)


def swap(state: HansaData, house: i64) -> None:
    """The piece in hand and another one change places: two of the moves."""
    other = owner_at(state, house)
    shape = vacate(state, state.players[other], house)
    settle(state, state.players[owner_of(state.hand)], house, shape_of(state.hand))
    settle(state, state.players[other], state.hand_from, shape)
    note(state, state.seat, SWAPPED, state.hand_from, house)
    state.left -= 2
    go_on_moving(state)


def go_on_moving(state: HansaData) -> None:
    """Ask for the next piece, as long as there are moves and pieces."""
    state.hand = 0
    state.hand_from = NOWHERE
    if state.left == 0 or nothing_to_move(state):
        stop_moving(state)


def nothing_to_move(state: HansaData) -> bool:
    """Whether no piece is there for what is pending."""
    return movable(state, 0) == 0 and movable(state, 1) == 0


def movable(state: HansaData, word: i64) -> i64:
    """The pieces that may be taken up for what is pending, in one of the words of houses."""
    asked = state.pending
    if asked in (MOVING_ANY, REMOVING):
        return state.taken[word]
    if asked == MOVING_THEIRS:
        return state.taken[word] & ~state.me.houses[word]
    return state.me.houses[word]


def swappable(state: HansaData, word: i64) -> i64:
    """The pieces that the one in hand may change places with: no trader goes aboard, none changes country."""
    board = state.board
    if state.left < 2:
        return 0
    aboard = board.is_ship[state.hand_from] != 0
    merchant = shape_of(state.hand) == MERCHANT
    if state.pending == MOVING:  # own pieces of the other shape
        others = state.me.houses[word]
        if merchant:
            others &= ~state.discs[word]
        else:
            others &= state.discs[word]
    elif state.pending == MOVING_ANY:  # any but its equals
        equals = state.players[owner_of(state.hand)].houses[word]
        if merchant:
            equals &= state.discs[word]
        else:
            equals &= ~state.discs[word]
        others = state.taken[word] & ~equals
    else:
        return 0
    if not merchant:
        others &= board.plain[word]
    if aboard:
        others &= state.discs[word]
    if board.has_regions:
        others &= houses_on(state, board.same_land[board.house_route[state.hand_from]], word)
    return others


def houses_on(state: HansaData, routes: i64, word: i64) -> i64:
    """The houses of a set of routes, in one of the words."""
    board = state.board
    houses: i64 = 0
    route: i64 = 0
    while routes:
        if routes & 1 and board.route_word[route] == word:
            houses |= board.route_houses[route]
        routes >>= 1
        route += 1
    return houses


def destinations(state: HansaData) -> i64:
    """The routes to which the piece in hand may be moved: on Britannia not into another country.

    Own pieces may leave a country for England; those that a marker moves stay in theirs.
    """
    route = state.board.house_route[state.hand_from]
    if state.pending == MOVING:
        return state.board.may_move[route]
    return state.board.same_land[route]


def stop_moving(state: HansaData) -> None:
    """No more pieces are moved."""
    state.left = 0
    state.pending = NOTHING


# -- removing (the marker of 2009) -----------------------------------------------------------------


def remove(state: HansaData, house: i64) -> None:
    """Take a piece off its route, back to its owner's supply."""
    seat = owner_at(state, house)
    player = state.players[seat]
    shape = vacate(state, player, house)
    if shape == MERCHANT:
        player.supply_merchants += 1
    else:
        player.supply_traders += 1
    note(state, state.seat, REMOVED, shape, house, seat)
    state.left -= 1
    if state.left == 0 or nothing_to_move(state):
        stop_moving(state)


# -- pieces that permanent markers put on houses -------------------------------------------------------


def handed_out(state: HansaData) -> i64:
    """Where the pieces of a permanent marker come from."""
    if state.pending == REUSING:
        return OFF_BOARD
    come_from = source(state)
    if come_from == OFF_BOARD and state.me.houses[0] | state.me.houses[1]:
        return FROM_ROUTE
    return come_from


def room(state: HansaData, shape: i64) -> i64:
    """The routes with room for a piece of a permanent marker: any, or those beyond England."""
    fits = state.open_houses
    if shape == MERCHANT:
        fits |= state.open_ships
    if state.pending == PLACING_BEYOND:
        fits &= state.board.beyond
    return fits


def on_offer(state: HansaData) -> i64:
    """The shapes of which a piece can be put on a house, as a set; pieces on routes are not among them."""
    me = state.me
    come_from = handed_out(state)
    traders: i64 = 0
    merchants: i64 = 0
    if come_from == OFF_BOARD:
        traders = state.spare_traders
        merchants = state.spare_merchants
    elif come_from == FROM_STOCK:
        traders = me.stock_traders
        merchants = me.stock_merchants
    elif come_from == FROM_SUPPLY:
        traders = me.supply_traders
        merchants = me.supply_merchants
    shapes: i64 = 0
    if traders and room(state, TRADER):
        shapes = 1
    if merchants and room(state, MERCHANT):
        shapes |= 2
    return shapes


def liftable_beyond(state: HansaData, word: i64) -> i64:
    """One's own pieces on routes that a permanent marker may move, in one of the words of houses."""
    if handed_out(state) != FROM_ROUTE:
        return 0
    pieces: i64 = 0
    if room(state, TRADER):
        pieces = state.me.houses[word] & ~state.discs[word]
    if room(state, MERCHANT):
        pieces |= state.me.houses[word] & state.discs[word]
    return pieces


def hand_out(state: HansaData) -> None:
    """Ask for the next piece, or take it up when there is no choice; end when nothing can be placed."""
    if state.left == 0:
        stop_handing_out(state)
        return
    shapes = on_offer(state)
    if shapes == 1 or shapes == 2:
        state.hand = piece(state.seat, shapes - 1)
    elif shapes == 0 and liftable_beyond(state, 0) == 0 and liftable_beyond(state, 1) == 0:
        stop_handing_out(state)


def put_out(state: HansaData, route: i64, ship: bool) -> None:
    """Put a piece of a permanent marker on a house."""
    me = state.me
    shape = shape_of(state.hand)
    house = free_house(state, route, ship)
    settle(state, me, house, shape)
    if state.hand_from >= 0:
        note(state, state.seat, REUSED, shape, house, FROM_ROUTE, state.hand_from)
    else:
        come_from = handed_out(state)
        note(state, state.seat, REUSED, shape, house, come_from, NOWHERE)
        if come_from == OFF_BOARD:
            if shape == MERCHANT:
                state.spare_merchants -= 1
            else:
                state.spare_traders -= 1
        else:
            draw_from(me, come_from, shape)
    state.hand = 0
    state.hand_from = NOWHERE
    state.left -= 1
    hand_out(state)


def stop_handing_out(state: HansaData) -> None:
    """No more pieces are put on houses; what is left of a route goes to the stock."""
    me = state.me
    if state.pending == REUSING:
        note(state, state.seat, RETURNED, state.spare_traders, state.spare_merchants)
    me.stock_traders += state.spare_traders
    me.stock_merchants += state.spare_merchants
    state.spare_traders = 0
    state.spare_merchants = 0
    state.hand = 0
    state.left = 0
    state.pending = NOTHING

"""Pieces on the houses of routes: the one place that keeps the sets of them in step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.lookups import MERCHANT
from burgher.kernel.ints import BIT, only
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Player
    from burgher.kernel.ints import Ints


def free_house(state: HansaData, route: i64, ship: bool) -> i64:
    """The first free house of a route, or the first free ship: which of them makes no difference."""
    board = state.board
    word = board.route_word[route]
    free = board.route_ships[route] if ship else board.route_plain[route]
    free &= ~state.taken[word]
    lowest = only(free & -free)
    if word:
        return board.split + lowest
    return lowest


def settle(state: HansaData, player: Player, house: i64, shape: i64) -> None:
    """Put a piece on a free house."""
    board = state.board
    word = board.house_word[house]
    bit = board.house_bit[house]
    route = board.house_route[house]
    player.houses[word] |= bit
    state.taken[word] |= bit
    if shape == MERCHANT:
        state.discs[word] |= bit
    taken = state.taken[word]
    if board.route_plain[route] & ~taken == 0:
        state.open_houses &= ~BIT[route]
    if route < board.sea:
        if board.route_ships[route] & ~taken == 0:
            state.open_ships &= ~BIT[route]
    whole = board.route_houses[route]
    if player.houses[word] & whole == whole:
        player.ready |= BIT[route]


def vacate(state: HansaData, player: Player, house: i64) -> i64:
    """Take a player's piece off its house; return its shape."""
    board = state.board
    word = board.house_word[house]
    bit = board.house_bit[house]
    route = board.house_route[house]
    player.houses[word] &= ~bit
    state.taken[word] &= ~bit
    shape: i64 = 0
    if state.discs[word] & bit:
        shape = MERCHANT
        state.discs[word] &= ~bit
    if board.is_ship[house]:
        state.open_ships |= BIT[route]
    else:
        state.open_houses |= BIT[route]
    player.ready &= ~BIT[route]
    return shape


def clear_route(state: HansaData, player: Player, route: i64) -> None:
    """Take all pieces off a route that is one player's."""
    board = state.board
    word = board.route_word[route]
    rest = ~board.route_houses[route]
    player.houses[word] &= rest
    state.taken[word] &= rest
    state.discs[word] &= rest
    state.open_houses |= board.open_houses & BIT[route]
    state.open_ships |= board.open_ships & BIT[route]
    player.ready &= ~BIT[route]


def shape_at(state: HansaData, house: i64) -> i64:
    """The shape of the piece on a house."""
    board = state.board
    if state.discs[board.house_word[house]] & board.house_bit[house]:
        return 1
    return 0


def owner_at(state: HansaData, house: i64) -> i64:
    """The seat whose piece is on a house; -1 for nobody's."""
    board = state.board
    word = board.house_word[house]
    bit = board.house_bit[house]
    seat: i64 = 0
    while seat < state.seats:
        if state.players[seat].houses[word] & bit:
            return seat
        seat += 1
    return -1


def piece(seat: i64, shape: i64) -> i64:
    """A piece as a number."""
    return 1 + 2 * seat + shape


def owner_of(piece: i64) -> i64:
    """The seat of a piece."""
    return (piece - 1) >> 1


def shape_of(piece: i64) -> i64:
    """The shape of a piece."""
    return (piece - 1) & 1


# -- offering them ---------------------------------------------------------------------------------


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


def offer_houses(state: HansaData, into: Ints, end: i64, first: i64, second: i64) -> i64:
    """Offer pieces to be taken up, in the two words of houses."""
    end = offer(into, end, state.board.take, first)
    return offer(into, end, state.board.take + state.board.split, second)


def offer_room(state: HansaData, into: Ints, routes: i64) -> i64:
    """Offer the free houses of some routes to the piece in hand and, if it is a merchant, their ships."""
    end = offer(into, 0, state.board.to, routes & state.open_houses)
    if shape_of(state.hand) == MERCHANT:
        end = offer(into, end, state.board.to_ship, routes & state.open_ships)
    return end

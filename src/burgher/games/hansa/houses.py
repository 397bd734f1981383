"""Pieces on the houses of routes: the one place that keeps the sets of them in step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.tables import MERCHANT
from burgher.kernel.words import BIT, only

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa, Player


def free_house(table: Hansa, route: i64, ship: bool) -> i64:
    """The first free house of a route, or the first free ship: which of them makes no difference."""
    board = table.board
    word = board.route_word[route]
    free = board.route_ships[route] if ship else board.route_plain[route]
    free &= ~table.taken[word]
    lowest = only(free & -free)
    if word:
        return board.split + lowest
    return lowest


def settle(table: Hansa, player: Player, house: i64, shape: i64) -> None:
    """Put a piece on a free house."""
    board = table.board
    word = board.house_word[house]
    bit = board.house_bit[house]
    route = board.house_route[house]
    player.houses[word] |= bit
    table.taken[word] |= bit
    if shape == MERCHANT:
        table.discs[word] |= bit
    taken = table.taken[word]
    if board.route_plain[route] & ~taken == 0:
        table.open_houses &= ~BIT[route]
    if route < board.sea:
        if board.route_ships[route] & ~taken == 0:
            table.open_ships &= ~BIT[route]
    whole = board.route_houses[route]
    if player.houses[word] & whole == whole:
        player.ready |= BIT[route]


def vacate(table: Hansa, player: Player, house: i64) -> i64:
    """Take a player's piece off its house; return its shape."""
    board = table.board
    word = board.house_word[house]
    bit = board.house_bit[house]
    route = board.house_route[house]
    player.houses[word] &= ~bit
    table.taken[word] &= ~bit
    shape: i64 = 0
    if table.discs[word] & bit:
        shape = MERCHANT
        table.discs[word] &= ~bit
    if board.is_ship[house]:
        table.open_ships |= BIT[route]
    else:
        table.open_houses |= BIT[route]
    player.ready &= ~BIT[route]
    return shape


def clear_route(table: Hansa, player: Player, route: i64) -> None:
    """Take all pieces off a route that is one player's."""
    board = table.board
    word = board.route_word[route]
    rest = ~board.route_houses[route]
    player.houses[word] &= rest
    table.taken[word] &= rest
    table.discs[word] &= rest
    table.open_houses |= board.open_houses & BIT[route]
    table.open_ships |= board.open_ships & BIT[route]
    player.ready &= ~BIT[route]


def shape_at(table: Hansa, house: i64) -> i64:
    """The shape of the piece on a house."""
    board = table.board
    if table.discs[board.house_word[house]] & board.house_bit[house]:
        return 1
    return 0


def owner_at(table: Hansa, house: i64) -> i64:
    """The seat whose piece is on a house; -1 for nobody's."""
    board = table.board
    word = board.house_word[house]
    bit = board.house_bit[house]
    seat: i64 = 0
    while seat < table.seats:
        if table.players[seat].houses[word] & bit:
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

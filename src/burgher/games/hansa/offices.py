"""Cities: offices, who controls a city, completed cities, the chain from east to west, networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa import events
from burgher.games.hansa.events import COMPLETED, EXTRA_OFFICE, OFFICE, note, score
from burgher.games.hansa.houses import owner_of, piece
from burgher.games.hansa.tables import EAST_WEST_POINTS, MOST_EXTRAS
from burgher.kernel.words import BIT, only, replaced, size

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa, Player


def establish_office(table: Hansa, city: i64) -> None:
    """Put a piece into the leftmost free office of a city: its coin, if it has one, is won at once."""
    board = table.board
    place = table.filled[city]
    shape = board.office_shape[city * 8 + place]
    pieces = table.offices[city] | piece(table.seat, shape) << (4 * place)
    table.offices = replaced(table.offices, city, pieces)
    table.filled = replaced(table.filled, city, place + 1)
    note(table, table.seat, OFFICE, city, place, shape)
    score(table, table.seat, board.office_coin[city * 8 + place], events.COIN, city)
    if place + 1 == board.office_count[city]:
        complete(table, city)
    arrive(table, city)


def add_office(table: Hansa, city: i64, shape: i64) -> None:
    """Put a piece to the left of all offices of a city."""
    table.extras = replaced(table.extras, city, table.extras[city] << 4 | piece(table.seat, shape))
    note(table, table.seat, EXTRA_OFFICE, city, shape)
    settle_green(table, city)
    arrive(table, city)


def add_green_office(table: Hansa, city: i64, shape: i64) -> None:
    """Put a piece to the right of all others in a city without printed offices."""
    pieces = table.extras[city] | piece(table.seat, shape) << (4 * extra_count(table, city))
    table.extras = replaced(table.extras, city, pieces)
    note(table, table.seat, EXTRA_OFFICE, city, shape, 1)
    settle_green(table, city)
    arrive(table, city)


def settle_green(table: Hansa, city: i64) -> None:
    """A city without printed offices is complete with its first office."""
    if city >= table.board.green and not table.complete & BIT[city]:
        complete(table, city)


def complete(table: Hansa, city: i64) -> None:
    """Advance the count of completed cities."""
    table.complete |= BIT[city]
    note(table, table.seat, COMPLETED, city, size(table.complete))


def arrive(table: Hansa, city: i64) -> None:
    """An office was established: control may change, and the end cities may be joined."""
    recount(table, city)
    me = table.me
    if not me.present & BIT[city]:
        me.present |= BIT[city]
        if not me.joined and joins(table, me):
            me.joined = True
            score(table, table.seat, EAST_WEST_POINTS[table.joins], events.EAST_WEST, table.joins)
            table.joins += 1


# -- who is where ----------------------------------------------------------------------------------


def extra_count(table: Hansa, city: i64) -> i64:
    """How many additional offices a city has."""
    count: i64 = 0
    extras = table.extras[city]
    while extras:
        extras >>= 4
        count += 1
    return count


def has_room(table: Hansa, city: i64) -> bool:
    """Whether an additional office may be added: the leftmost printed office must be taken, by anyone."""
    if city < table.board.green and table.filled[city] == 0:
        return False
    return table.extras[city] >> (4 * MOST_EXTRAS - 4) == 0


def recount(table: Hansa, city: i64) -> None:
    """Find who controls a city: most offices; when tied, whoever of the tied has the rightmost one."""
    counts: i64 = 0
    most: i64 = 0
    pieces = table.offices[city]
    while pieces:
        shift = 8 * owner_of(pieces & 15)
        counts += BIT[shift]
        if (counts >> shift) & 255 > most:
            most = (counts >> shift) & 255
        pieces >>= 4
    pieces = table.extras[city]
    while pieces:
        shift = 8 * owner_of(pieces & 15)
        counts += BIT[shift]
        if (counts >> shift) & 255 > most:
            most = (counts >> shift) & 255
        pieces >>= 4
    first = leader(table.offices[city], counts, most)
    if first == 0:
        first = leader(table.extras[city], counts, most)
    if first != table.control[city]:
        table.control = replaced(table.control, city, first)


def leader(pieces: i64, counts: i64, most: i64) -> i64:
    """1 + the owner of the rightmost of some offices who has the most in the city; 0 if none of them has."""
    found: i64 = 0
    while pieces:
        owner = owner_of(pieces & 15)
        if (counts >> (8 * owner)) & 255 == most:
            found = owner + 1
        pieces >>= 4
    return found


def offices_in(table: Hansa, city: i64, seat: i64) -> i64:
    """How many offices of a city are a seat's, additional ones included."""
    count: i64 = 0
    pieces = table.offices[city]
    while pieces:
        if owner_of(pieces & 15) == seat:
            count += 1
        pieces >>= 4
    pieces = table.extras[city]
    while pieces:
        if owner_of(pieces & 15) == seat:
            count += 1
        pieces >>= 4
    return count


def controlled(table: Hansa, seat: i64) -> i64:
    """The cities that a seat controls."""
    cities: i64 = 0
    present = table.players[seat].present
    while present:
        lowest: i64 = present & -present
        if table.control[only(lowest)] == seat + 1:
            cities |= lowest
        present ^= lowest
    return cities


# -- chains of cities ------------------------------------------------------------------------------


def connected(table: Hansa, cities: i64, city: i64) -> i64:
    """Those of some cities that can be reached from one of them without leaving them."""
    board = table.board
    reached: i64 = BIT[city]
    edge: i64 = reached
    while edge:
        lowest: i64 = edge & -edge
        more = board.neighbours[only(lowest)] & cities & ~reached
        reached |= more
        edge = (edge ^ lowest) | more
    return reached


def joins(table: Hansa, player: Player) -> bool:
    """Whether a player has an unbroken chain of cities between the two end cities."""
    board = table.board
    west = BIT[board.west]
    east = BIT[board.east]
    if not (player.present & west and player.present & east):
        return False
    return connected(table, player.present, board.west) & east != 0


def network(table: Hansa, seat: i64) -> i64:
    """The size of a seat's largest network: in offices or, by the given rules, in cities."""
    best: i64 = 0
    left = table.players[seat].present
    while left:
        cities = connected(table, left, only(left & -left))
        left ^= cities
        amount: i64 = 0
        if table.variant.cities_in_network:
            amount = size(cities)
        else:
            while cities:
                lowest: i64 = cities & -cities
                amount += offices_in(table, only(lowest), seat)
                cities ^= lowest
        if amount > best:
            best = amount
    return best

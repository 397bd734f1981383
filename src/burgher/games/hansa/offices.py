"""Cities: offices, who controls a city, completed cities, the chain from east to west, networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa import events
from burgher.games.hansa.events import COMPLETED, EXTRA_OFFICE, OFFICE, note, score
from burgher.games.hansa.houses import owner_of, piece
from burgher.games.hansa.lookups import EAST_WEST_POINTS, MOST_EXTRAS
from burgher.kernel.ints import BIT, only, replaced, size

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Player


def establish_office(state: HansaData, city: i64) -> None:
    """Put a piece into the leftmost free office of a city: its coin, if it has one, is won at once."""
    board = state.board
    place = state.filled[city]
    shape = board.office_shape[city * 8 + place]
    pieces = state.offices[city] | piece(state.seat, shape) << (4 * place)
    state.offices = replaced(state.offices, city, pieces)
    state.filled = replaced(state.filled, city, place + 1)
    note(state, state.seat, OFFICE, city, place, shape)
    score(state, state.seat, board.office_coin[city * 8 + place], events.COIN, city)
    if place + 1 == board.office_count[city]:
        complete(state, city)
    arrive(state, city)


def add_office(state: HansaData, city: i64, shape: i64) -> None:
    """Put a piece to the left of all offices of a city."""
    state.extras = replaced(state.extras, city, state.extras[city] << 4 | piece(state.seat, shape))
    note(state, state.seat, EXTRA_OFFICE, city, shape)
    settle_green(state, city)
    arrive(state, city)


def add_green_office(state: HansaData, city: i64, shape: i64) -> None:
    """Put a piece to the right of all others in a city without printed offices."""
    pieces = state.extras[city] | piece(state.seat, shape) << (4 * extra_count(state, city))
    state.extras = replaced(state.extras, city, pieces)
    note(state, state.seat, EXTRA_OFFICE, city, shape, 1)
    settle_green(state, city)
    arrive(state, city)


def settle_green(state: HansaData, city: i64) -> None:
    """A city without printed offices is complete with its first office."""
    if city >= state.board.green and not state.complete & BIT[city]:
        complete(state, city)


def complete(state: HansaData, city: i64) -> None:
    """Advance the count of completed cities."""
    state.complete |= BIT[city]
    note(state, state.seat, COMPLETED, city, size(state.complete))


def arrive(state: HansaData, city: i64) -> None:
    """An office was established: control may change, and the end cities may be joined."""
    recount(state, city)
    me = state.me
    if not me.present & BIT[city]:
        me.present |= BIT[city]
        if not me.joined and joins(state, me):
            me.joined = True
            score(state, state.seat, EAST_WEST_POINTS[state.joins], events.EAST_WEST, state.joins)
            state.joins += 1


# -- who is where ----------------------------------------------------------------------------------


def extra_count(state: HansaData, city: i64) -> i64:
    """How many additional offices a city has."""
    count: i64 = 0
    extras = state.extras[city]
    while extras:
        extras >>= 4
        count += 1
    return count


def has_room(state: HansaData, city: i64) -> bool:
    """Whether an additional office may be added: the leftmost printed office must be taken, by anyone."""
    if city < state.board.green and state.filled[city] == 0:
        return False
    return state.extras[city] >> (4 * MOST_EXTRAS - 4) == 0


def recount(state: HansaData, city: i64) -> None:
    """Find who controls a city: most offices; when tied, whoever of the tied has the rightmost one."""
    counts: i64 = 0
    most: i64 = 0
    pieces = state.offices[city]
    while pieces:
        shift = 8 * owner_of(pieces & 15)
        counts += BIT[shift]
        if (counts >> shift) & 255 > most:
            most = (counts >> shift) & 255
        pieces >>= 4
    pieces = state.extras[city]
    while pieces:
        shift = 8 * owner_of(pieces & 15)
        counts += BIT[shift]
        if (counts >> shift) & 255 > most:
            most = (counts >> shift) & 255
        pieces >>= 4
    first = leader(state.offices[city], counts, most)
    if first == 0:
        first = leader(state.extras[city], counts, most)
    if first != state.control[city]:
        state.control = replaced(state.control, city, first)


def leader(pieces: i64, counts: i64, most: i64) -> i64:
    """1 + the owner of the rightmost of some offices who has the most in the city; 0 if none of them has."""
    found: i64 = 0
    while pieces:
        owner = owner_of(pieces & 15)
        if (counts >> (8 * owner)) & 255 == most:
            found = owner + 1
        pieces >>= 4
    return found


def offices_in(state: HansaData, city: i64, seat: i64) -> i64:
    """How many offices of a city are a seat's, additional ones included."""
    count: i64 = 0
    pieces = state.offices[city]
    while pieces:
        if owner_of(pieces & 15) == seat:
            count += 1
        pieces >>= 4
    pieces = state.extras[city]
    while pieces:
        if owner_of(pieces & 15) == seat:
            count += 1
        pieces >>= 4
    return count


def controlled(state: HansaData, seat: i64) -> i64:
    """The cities that a seat controls."""
    cities: i64 = 0
    present = state.players[seat].present
    while present:
        lowest: i64 = present & -present
        if state.control[only(lowest)] == seat + 1:
            cities |= lowest
        present ^= lowest
    return cities


# -- chains of cities ------------------------------------------------------------------------------


def connected(state: HansaData, cities: i64, city: i64) -> i64:
    """Those of some cities that can be reached from one of them without leaving them."""
    board = state.board
    reached: i64 = BIT[city]
    edge: i64 = reached
    while edge:
        lowest: i64 = edge & -edge
        more = board.neighbours[only(lowest)] & cities & ~reached
        reached |= more
        edge = (edge ^ lowest) | more
    return reached


def joins(state: HansaData, player: Player) -> bool:
    """Whether a player has an unbroken chain of cities between the two end cities."""
    board = state.board
    west = BIT[board.west]
    east = BIT[board.east]
    if not (player.present & west and player.present & east):
        return False
    return connected(state, player.present, board.west) & east != 0


def network(state: HansaData, seat: i64) -> i64:
    """The size of a seat's largest network: in offices or, by the given rules, in cities."""
    best: i64 = 0
    left = state.players[seat].present
    while left:
        cities = connected(state, left, only(left & -left))
        left ^= cities
        amount: i64 = 0
        if state.variant.cities_in_network:
            amount = size(cities)
        else:
            while cities:
                lowest: i64 = cities & -cities
                amount += offices_in(state, only(lowest), seat)
                cities ^= lowest
        if amount > best:
            best = amount
    return best

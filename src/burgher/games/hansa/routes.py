"""The action Establish a route: points for control, its marker, then one thing with one of its pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa import events
from burgher.games.hansa.actions import N_DEVELOP, N_LEAVE, N_SPECIAL
from burgher.games.hansa.desk import develop, unfinished
from burgher.games.hansa.events import (
    DECLINED,
    ESTABLISHED,
    LEFT_IT,
    RETURNED,
    SPECIAL,
    USED_MARKER,
    note,
    score,
)
from burgher.games.hansa.houses import clear_route, piece
from burgher.games.hansa.markers import turn_over, win_marker
from burgher.games.hansa.moving import hand_out, nothing_to_move
from burgher.games.hansa.offices import add_green_office, add_office, establish_office, has_room
from burgher.games.hansa.pending import (
    CLAIM,
    FREE_PRIVILEGE,
    GREEN_CITY,
    MOVING_ANY,
    NOTHING,
    PLACING_BEYOND,
    REUSING,
)
from burgher.games.hansa.tables import (
    COLOUR_COUNT,
    CONTROL_POINTS,
    GIVE_PRIVILEGE,
    GREEN_OFFICE,
    MERCHANT,
    MOVE_TWO,
    OFFICE,
    PLACE_TWO,
    PRIVILEGE,
    REUSE_TWO,
    TRADER,
)
from burgher.kernel.offers import offer
from burgher.kernel.words import BIT, replaced, size

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.words import Words


def establish(state: HansaData, route: i64) -> None:
    """Establish a route. The order is strict: control, marker, then office, development, or nothing."""
    board = state.board
    state.establishing = True
    state.route = route
    note(state, state.seat, ESTABLISHED, route)
    score_control(state, board.route_a[route])
    score_control(state, board.route_b[route])
    if state.plates[route]:
        win_marker(state, route)
    state.pending = CLAIM
    if not can_claim(state):
        leave(state)


def score_control(state: HansaData, city: i64) -> None:
    """A point for whoever controls an end city, maybe an opponent."""
    if state.control[city]:
        score(state, state.control[city] - 1, CONTROL_POINTS, events.CONTROL, city, state.route)


# -- what can be done with it ----------------------------------------------------------------------


def merchants_on(state: HansaData) -> i64:
    """How many pieces of the route are merchants."""
    board = state.board
    return size(state.discs[board.route_word[state.route]] & board.route_houses[state.route])


def traders_on(state: HansaData) -> i64:
    """How many pieces of the route are traders."""
    return size(state.board.route_houses[state.route]) - merchants_on(state)


def can_office(state: HansaData, city: i64) -> bool:
    """Whether the leftmost free office of a city can be had: privilege and a piece of its shape."""
    board = state.board
    place = state.filled[city]
    if place == board.office_count[city]:
        return False
    if board.office_colour[city * 8 + place] > state.me.desk[PRIVILEGE]:
        return False
    if board.office_shape[city * 8 + place] == MERCHANT:
        return merchants_on(state) > 0
    return traders_on(state) > 0


def developable(state: HansaData) -> i64:
    """The tracks that the route's cities develop and that are not full."""
    board = state.board
    offered = board.develops[board.route_a[state.route]] | board.develops[board.route_b[state.route]]
    if offered == 0:
        return 0
    return offered & unfinished(state.me)


def special_places(state: HansaData) -> i64:
    """What can go onto the special table, as a set of twice the colour plus the shape.

    Any free space within the privilege; a merchant or, by the given rules, a piece of either shape.
    """
    board = state.board
    if not (board.is_special[board.route_a[state.route]] or board.is_special[board.route_b[state.route]]):
        return 0
    shapes: i64 = 0
    if merchants_on(state):
        shapes = 2
    if state.variant.any_on_special and traders_on(state):
        shapes |= 1
    found: i64 = 0
    colour: i64 = 0
    while colour < COLOUR_COUNT and colour <= state.me.desk[PRIVILEGE]:
        if state.special[colour] == 0:
            found |= shapes << (2 * colour)
        colour += 1
    return found


def extra_cities(state: HansaData) -> i64:
    """The end cities for an additional office, if one has a marker for it won before this action."""
    if state.me.unused[OFFICE] - state.fresh_office <= 0:
        return 0
    board = state.board
    cities: i64 = 0
    if has_room(state, board.route_a[state.route]):
        cities = BIT[board.route_a[state.route]]
    if has_room(state, board.route_b[state.route]):
        cities |= BIT[board.route_b[state.route]]
    return cities


def can_claim(state: HansaData) -> bool:
    """Whether anything can be done with the route but nothing."""
    board = state.board
    return (
        can_office(state, board.route_a[state.route])
        or can_office(state, board.route_b[state.route])
        or developable(state) != 0
        or special_places(state) != 0
        or extra_cities(state) != 0
    )


def offer_claims(state: HansaData, into: Words) -> i64:
    """Office, development, special table, additional office, or nothing."""
    board = state.board
    end: i64 = 0
    cities: i64 = 0
    if can_office(state, board.route_a[state.route]):
        cities = BIT[board.route_a[state.route]]
    if can_office(state, board.route_b[state.route]):
        cities |= BIT[board.route_b[state.route]]
    end = offer(into, end, board.office, cities)
    extras = extra_cities(state)
    if extras:
        if traders_on(state):
            end = offer(into, end, board.extra, extras)
        if merchants_on(state):
            end = offer(into, end, board.extra + board.cities, extras)
    end = offer(into, end, N_DEVELOP, developable(state))
    end = offer(into, end, N_SPECIAL, special_places(state))
    return offer(into, end, N_LEAVE, 1)


# -- doing it ------------------------------------------------------------------------------------------


def claim_office(state: HansaData, city: i64) -> None:
    """One piece of the route into the leftmost free office of an end city."""
    spend(state, state.board.office_shape[city * 8 + state.filled[city]])
    establish_office(state, city)
    finish(state)


def claim_extra(state: HansaData, city: i64, shape: i64) -> None:
    """One piece of the route as an additional office, for a marker; whatever its shape, with no privilege."""
    spend(state, shape)
    turn_over(state, OFFICE)
    note(state, state.seat, USED_MARKER, OFFICE)
    add_office(state, city, shape)
    finish(state)


def claim_special(state: HansaData, colour: i64, shape: i64) -> None:
    """One piece of the route onto the special table: any space, not only the leftmost."""
    spend(state, shape)
    state.special = replaced(state.special, colour, piece(state.seat, shape))
    note(state, state.seat, SPECIAL, colour, shape)
    finish(state)


def claim_development(state: HansaData, track: i64) -> None:
    """Develop a track that one of the cities stands for; all pieces of the route go to the stock."""
    gather(state)
    develop(state, track)
    finish(state)


def leave(state: HansaData) -> None:
    """Do nothing with the route: it was established for points or a marker."""
    gather(state)
    note(state, state.seat, LEFT_IT)
    finish(state)


def gather(state: HansaData) -> None:
    """Take the pieces off the route."""
    state.spare_merchants = merchants_on(state)
    state.spare_traders = traders_on(state)
    clear_route(state, state.me, state.route)


def spend(state: HansaData, shape: i64) -> None:
    """Take the pieces off the route, and one of them for the city."""
    gather(state)
    if shape == MERCHANT:
        state.spare_merchants -= 1
    else:
        state.spare_traders -= 1


def finish(state: HansaData) -> None:
    """The other pieces go to the stock, and a permanent marker of the route may be used."""
    state.pending = NOTHING
    state.fresh_office = 0
    permanent = state.board.permanent[state.route]
    if permanent == REUSE_TWO:
        state.pending = REUSING
        state.left = 2
        hand_out(state)
        return
    me = state.me
    note(state, state.seat, RETURNED, state.spare_traders, state.spare_merchants)
    me.stock_traders += state.spare_traders
    me.stock_merchants += state.spare_merchants
    state.spare_traders = 0
    state.spare_merchants = 0
    if permanent == PLACE_TWO:
        state.pending = PLACING_BEYOND
        state.left = 2
        hand_out(state)
    elif permanent == MOVE_TWO:
        state.pending = MOVING_ANY
        state.left = 2
        if nothing_to_move(state):
            state.left = 0
            state.pending = NOTHING
    elif permanent == GREEN_OFFICE:
        if green_cities(state) and me.supply_traders + me.supply_merchants > 0:
            state.pending = GREEN_CITY
    elif permanent == GIVE_PRIVILEGE:
        if unfinished(me) & BIT[PRIVILEGE]:
            state.pending = FREE_PRIVILEGE


# -- permanent markers (East) ----------------------------------------------------------------------------


def green_cities(state: HansaData) -> i64:
    """The cities without printed offices, as a set that counts from the first of them."""
    board = state.board
    cities: i64 = 0
    city = board.green
    while city < board.cities:
        if has_room(state, city):
            cities |= BIT[city - board.green]
        city += 1
    return cities


def offer_green(state: HansaData, into: Words) -> i64:
    """A piece from the supply into a green city, or not."""
    board = state.board
    end: i64 = 0
    cities = green_cities(state)
    if state.me.supply_traders:
        end = offer(into, end, board.green_office, cities)
    if state.me.supply_merchants:
        end = offer(into, end, board.green_office + board.cities - board.green, cities)
    return offer(into, end, N_LEAVE, 1)


def claim_green(state: HansaData, city: i64, shape: i64) -> None:
    """A piece from the supply into a green city, to the right of all others."""
    me = state.me
    if shape == TRADER:
        me.supply_traders -= 1
    else:
        me.supply_merchants -= 1
    add_green_office(state, city, shape)
    state.pending = NOTHING


def decline(state: HansaData) -> None:
    """Let a permanent marker or a share of income go."""
    note(state, state.seat, DECLINED, state.pending)
    state.pending = NOTHING

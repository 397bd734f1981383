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
    from burgher.games.hansa.state import Hansa
    from burgher.kernel.words import Words


def establish(table: Hansa, route: i64) -> None:
    """Establish a route. The order is strict: control, marker, then office, development, or nothing."""
    board = table.board
    table.establishing = True
    table.route = route
    note(table, table.seat, ESTABLISHED, route)
    score_control(table, board.route_a[route])
    score_control(table, board.route_b[route])
    if table.plates[route]:
        win_marker(table, route)
    table.pending = CLAIM
    if not can_claim(table):
        leave(table)


def score_control(table: Hansa, city: i64) -> None:
    """A point for whoever controls an end city, maybe an opponent."""
    if table.control[city]:
        score(table, table.control[city] - 1, CONTROL_POINTS, events.CONTROL, city, table.route)


# -- what can be done with it ----------------------------------------------------------------------


def merchants_on(table: Hansa) -> i64:
    """How many pieces of the route are merchants."""
    board = table.board
    return size(table.discs[board.route_word[table.route]] & board.route_houses[table.route])


def traders_on(table: Hansa) -> i64:
    """How many pieces of the route are traders."""
    return size(table.board.route_houses[table.route]) - merchants_on(table)


def can_office(table: Hansa, city: i64) -> bool:
    """Whether the leftmost free office of a city can be had: privilege and a piece of its shape."""
    board = table.board
    place = table.filled[city]
    if place == board.office_count[city]:
        return False
    if board.office_colour[city * 8 + place] > table.me.desk[PRIVILEGE]:
        return False
    if board.office_shape[city * 8 + place] == MERCHANT:
        return merchants_on(table) > 0
    return traders_on(table) > 0


def developable(table: Hansa) -> i64:
    """The tracks that the route's cities develop and that are not full."""
    board = table.board
    offered = board.develops[board.route_a[table.route]] | board.develops[board.route_b[table.route]]
    if offered == 0:
        return 0
    return offered & unfinished(table.me)


def special_places(table: Hansa) -> i64:
    """What can go onto the special table, as a set of twice the colour plus the shape.

    Any free space within the privilege; a merchant or, by the given rules, a piece of either shape.
    """
    board = table.board
    if not (board.is_special[board.route_a[table.route]] or board.is_special[board.route_b[table.route]]):
        return 0
    shapes: i64 = 0
    if merchants_on(table):
        shapes = 2
    if table.variant.any_on_special and traders_on(table):
        shapes |= 1
    found: i64 = 0
    colour: i64 = 0
    while colour < COLOUR_COUNT and colour <= table.me.desk[PRIVILEGE]:
        if table.special[colour] == 0:
            found |= shapes << (2 * colour)
        colour += 1
    return found


def extra_cities(table: Hansa) -> i64:
    """The end cities for an additional office, if one has a marker for it won before this action."""
    if table.me.unused[OFFICE] - table.fresh_office <= 0:
        return 0
    board = table.board
    cities: i64 = 0
    if has_room(table, board.route_a[table.route]):
        cities = BIT[board.route_a[table.route]]
    if has_room(table, board.route_b[table.route]):
        cities |= BIT[board.route_b[table.route]]
    return cities


def can_claim(table: Hansa) -> bool:
    """Whether anything can be done with the route but nothing."""
    board = table.board
    return (
        can_office(table, board.route_a[table.route])
        or can_office(table, board.route_b[table.route])
        or developable(table) != 0
        or special_places(table) != 0
        or extra_cities(table) != 0
    )


def offer_claims(table: Hansa, into: Words) -> i64:
    """Office, development, special table, additional office, or nothing."""
    board = table.board
    end: i64 = 0
    cities: i64 = 0
    if can_office(table, board.route_a[table.route]):
        cities = BIT[board.route_a[table.route]]
    if can_office(table, board.route_b[table.route]):
        cities |= BIT[board.route_b[table.route]]
    end = offer(into, end, board.office, cities)
    extras = extra_cities(table)
    if extras:
        if traders_on(table):
            end = offer(into, end, board.extra, extras)
        if merchants_on(table):
            end = offer(into, end, board.extra + board.cities, extras)
    end = offer(into, end, N_DEVELOP, developable(table))
    end = offer(into, end, N_SPECIAL, special_places(table))
    return offer(into, end, N_LEAVE, 1)


# -- doing it ------------------------------------------------------------------------------------------


def claim_office(table: Hansa, city: i64) -> None:
    """One piece of the route into the leftmost free office of an end city."""
    spend(table, table.board.office_shape[city * 8 + table.filled[city]])
    establish_office(table, city)
    finish(table)


def claim_extra(table: Hansa, city: i64, shape: i64) -> None:
    """One piece of the route as an additional office, for a marker; whatever its shape, with no privilege."""
    spend(table, shape)
    turn_over(table, OFFICE)
    note(table, table.seat, USED_MARKER, OFFICE)
    add_office(table, city, shape)
    finish(table)


def claim_special(table: Hansa, colour: i64, shape: i64) -> None:
    """One piece of the route onto the special table: any space, not only the leftmost."""
    spend(table, shape)
    table.special = replaced(table.special, colour, piece(table.seat, shape))
    note(table, table.seat, SPECIAL, colour, shape)
    finish(table)


def claim_development(table: Hansa, track: i64) -> None:
    """Develop a track that one of the cities stands for; all pieces of the route go to the stock."""
    gather(table)
    develop(table, track)
    finish(table)


def leave(table: Hansa) -> None:
    """Do nothing with the route: it was established for points or a marker."""
    gather(table)
    note(table, table.seat, LEFT_IT)
    finish(table)


def gather(table: Hansa) -> None:
    """Take the pieces off the route."""
    table.spare_merchants = merchants_on(table)
    table.spare_traders = traders_on(table)
    clear_route(table, table.me, table.route)


def spend(table: Hansa, shape: i64) -> None:
    """Take the pieces off the route, and one of them for the city."""
    gather(table)
    if shape == MERCHANT:
        table.spare_merchants -= 1
    else:
        table.spare_traders -= 1


def finish(table: Hansa) -> None:
    """The other pieces go to the stock, and a permanent marker of the route may be used."""
    table.pending = NOTHING
    table.fresh_office = 0
    permanent = table.board.permanent[table.route]
    if permanent == REUSE_TWO:
        table.pending = REUSING
        table.left = 2
        hand_out(table)
        return
    me = table.me
    note(table, table.seat, RETURNED, table.spare_traders, table.spare_merchants)
    me.stock_traders += table.spare_traders
    me.stock_merchants += table.spare_merchants
    table.spare_traders = 0
    table.spare_merchants = 0
    if permanent == PLACE_TWO:
        table.pending = PLACING_BEYOND
        table.left = 2
        hand_out(table)
    elif permanent == MOVE_TWO:
        table.pending = MOVING_ANY
        table.left = 2
        if nothing_to_move(table):
            table.left = 0
            table.pending = NOTHING
    elif permanent == GREEN_OFFICE:
        if green_cities(table) and me.supply_traders + me.supply_merchants > 0:
            table.pending = GREEN_CITY
    elif permanent == GIVE_PRIVILEGE:
        if unfinished(me) & BIT[PRIVILEGE]:
            table.pending = FREE_PRIVILEGE


# -- permanent markers (East) ----------------------------------------------------------------------------


def green_cities(table: Hansa) -> i64:
    """The cities without printed offices, as a set that counts from the first of them."""
    board = table.board
    cities: i64 = 0
    city = board.green
    while city < board.cities:
        if has_room(table, city):
            cities |= BIT[city - board.green]
        city += 1
    return cities


def offer_green(table: Hansa, into: Words) -> i64:
    """A piece from the supply into a green city, or not."""
    board = table.board
    end: i64 = 0
    cities = green_cities(table)
    if table.me.supply_traders:
        end = offer(into, end, board.green_office, cities)
    if table.me.supply_merchants:
        end = offer(into, end, board.green_office + board.cities - board.green, cities)
    return offer(into, end, N_LEAVE, 1)


def claim_green(table: Hansa, city: i64, shape: i64) -> None:
    """A piece from the supply into a green city, to the right of all others."""
    me = table.me
    if shape == TRADER:
        me.supply_traders -= 1
    else:
        me.supply_merchants -= 1
    add_green_office(table, city, shape)
    table.pending = NOTHING


def decline(table: Hansa) -> None:
    """Let a permanent marker or a share of income go."""
    note(table, table.seat, DECLINED, table.pending)
    table.pending = NOTHING

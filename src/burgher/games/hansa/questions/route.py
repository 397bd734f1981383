"""An established route: what to do with one of its pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.hansa.actions import (
    CLAIM_EXTRA,
    CLAIM_OFFICE,
    CLAIM_SPECIAL,
    N_DEVELOP,
    N_LEAVE,
    N_SPECIAL,
)
from burgher.games.hansa.asking import ask
from burgher.games.hansa.data import Question
from burgher.games.hansa.desk import develop, unfinished
from burgher.games.hansa.events import LEFT_IT, RETURNED, SPECIAL, USED_MARKER, note
from burgher.games.hansa.houses import clear_route, piece
from burgher.games.hansa.lookups import (
    COLOUR_COUNT,
    GIVE_PRIVILEGE,
    GREEN_OFFICE,
    MERCHANT,
    MOVE_TWO,
    OFFICE,
    PLACE_TWO,
    PRIVILEGE,
    REUSE_TWO,
)
from burgher.games.hansa.markers import turn_over
from burgher.games.hansa.offices import add_office, establish_office, has_room
from burgher.games.hansa.pending import (
    FREE_PRIVILEGE,
    GREEN_CITY,
    MOVING_ANY,
    NOTHING,
    PLACING_BEYOND,
    REUSING,
)
from burgher.games.hansa.sections import CLAIM
from burgher.kernel.checking import hold
from burgher.kernel.ints import BIT, replaced, size
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.ints import Ints


class RouteUse(Question):
    """What to do with one of its pieces: office, development, special table, additional office, nothing."""

    name: ClassVar[str] = "claim"
    section: ClassVar[str] = CLAIM
    of_route: ClassVar[bool] = True

    def settle(self, state: HansaData) -> None:
        """A route that is of no use was established for points or a marker."""
        board = state.board
        if not (
            can_office(state, board.route_a[state.route])
            or can_office(state, board.route_b[state.route])
            or developable(state) != 0
            or special_places(state) != 0
            or extra_cities(state) != 0
        ):
            self.decline(state)

    def answers(self, state: HansaData, into: Ints) -> i64:
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

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        if verb == CLAIM_OFFICE:
            claim_office(state, thing)
        elif verb == CLAIM_EXTRA:
            claim_extra(state, thing, shape)
        elif verb == CLAIM_SPECIAL:
            claim_special(state, thing, shape)
        else:
            claim_development(state, thing)
        finish(state)

    def decline(self, state: HansaData) -> None:
        """Do nothing with the route: all its pieces go to the stock."""
        gather(state)
        note(state, state.seat, LEFT_IT)
        finish(state)

    def check(self, state: HansaData) -> None:
        hold(state.me.ready & BIT[state.route] != 0, "the route being established is one's own")
        hold(state.fresh_office <= state.me.unused[OFFICE], "a fresh marker is among one's own")


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


# -- doing it ------------------------------------------------------------------------------------------


def claim_office(state: HansaData, city: i64) -> None:
    """One piece of the route into the leftmost free office of an end city."""
    spend(state, state.board.office_shape[city * 8 + state.filled[city]])
    establish_office(state, city)


def claim_extra(state: HansaData, city: i64, shape: i64) -> None:
    """One piece of the route as an additional office, for a marker; whatever its shape, with no privilege."""
    spend(state, shape)
    turn_over(state, OFFICE)
    note(state, state.seat, USED_MARKER, OFFICE)
    add_office(state, city, shape)


def claim_special(state: HansaData, colour: i64, shape: i64) -> None:
    """One piece of the route onto the special table: any space, not only the leftmost."""
    spend(state, shape)
    state.special = replaced(state.special, colour, piece(state.seat, shape))
    note(state, state.seat, SPECIAL, colour, shape)


def claim_development(state: HansaData, track: i64) -> None:
    """Develop a track that one of the cities stands for; all pieces of the route go to the stock."""
    gather(state)
    develop(state, track)


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
        state.left = 2
        ask(state, REUSING)
        return
    me = state.me
    note(state, state.seat, RETURNED, state.spare_traders, state.spare_merchants)
    me.stock_traders += state.spare_traders
    me.stock_merchants += state.spare_merchants
    state.spare_traders = 0
    state.spare_merchants = 0
    if permanent == PLACE_TWO:
        state.left = 2
        ask(state, PLACING_BEYOND)
    elif permanent == MOVE_TWO:
        state.left = 2
        ask(state, MOVING_ANY)
    elif permanent == GREEN_OFFICE:
        ask(state, GREEN_CITY)
    elif permanent == GIVE_PRIVILEGE:
        ask(state, FREE_PRIVILEGE)

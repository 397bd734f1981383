"""Establishing a route and what is done with it, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa.components import COLOURS, SHAPES, TRACKS
from burgher.games.hansa.lookups import CONTROL_POINTS, OFFICE, REUSE_TWO, SPECIAL_POINTS, TRADER
from burgher.games.hansa.naming import (
    listed,
    marker_name,
    pieces,
    route_name,
    several,
    side_of,
    track_value,
)
from burgher.games.hansa.questions import route as questions
from burgher.games.hansa.sections import CLAIM, PLATES
from burgher.games.hansa.wording.base import NOTHING_TO_DECLINE, Answer, QuestionWording, Stories, Told
from burgher.games.hansa.wording.common import (
    above_privilege,
    crowded,
    joining,
    no_marker,
    off_pawn,
    to_develop,
    track_full,
)
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


# -- the action -------------------------------------------------------------------------------------


def _to_establish(state: HansaData, route: int, _: int) -> str:
    side = side_of(state)
    owners = [state.control[city] - 1 for city in side.routes[route].ends if state.control[city]]
    mine = CONTROL_POINTS * owners.count(state.seat)
    theirs = CONTROL_POINTS * len(owners) - mine
    brings = [f"{several(mine, 'point')} for you"] * (mine > 0)
    brings += [f"{several(theirs, 'point')} for opponents"] * (theirs > 0)
    if state.plates[route]:
        brings.append(f"the marker “{marker_name(state.plates[route] - 1)}”")
    return f"Establish {route_name(side, route)}" + (f": {listed(brings)}" if brings else "")


def _not_to_establish(state: HansaData, route: int, _: int) -> IllegalAction:
    board = state.board
    name = route_name(side_of(state), route)
    word, houses = board.route_word[route], board.route_houses[route]
    free = len(members_of(houses & ~state.taken[word]))
    theirs = len(members_of(houses & state.taken[word] & ~state.me.houses[word]))
    if not free and not theirs:
        return off_pawn(state, route)
    missing = [several(free, "house") + (" is" if free == 1 else " are") + " free"] * (free > 0)
    missing += [f"{several(theirs, 'house')} {'is' if theirs == 1 else 'are'} an opponent's"] * (theirs > 0)
    return IllegalAction("route-not-yours", f"{name} is not all yours: {listed(missing)}", CLAIM)


ESTABLISH_ACTION = Answer(_to_establish, _not_to_establish)


# -- offices ----------------------------------------------------------------------------------------


def _not_an_end(state: HansaData, city: int) -> IllegalAction | None:
    side = side_of(state)
    if city in side.routes[state.route].ends:
        return None
    there = route_name(side, state.route)
    return IllegalAction("not-an-end", f"{side.cities[city].name} is not at an end of {there}", CLAIM)


def _not_on_route(state: HansaData, shape: int) -> IllegalAction:
    name = route_name(side_of(state), state.route)
    return IllegalAction("not-on-route", f"None of your pieces on {name} is a {SHAPES[shape]}", CLAIM)


def _to_open_office(state: HansaData, city: int, _: int) -> str:
    board, place = state.board, state.filled[city]
    coin = board.office_coin[city * 8 + place]
    said = f"Establish an office in {side_of(state).cities[city].name}"
    said += f" with a {SHAPES[board.office_shape[city * 8 + place]]}"
    said += f", winning {several(coin, 'point')}" if coin else ""
    said += ", which completes the city" if place + 1 == board.office_count[city] else ""
    return said + joining(state, city)


def _not_to_open_office(state: HansaData, city: int, _: int) -> IllegalAction:
    if found := _not_an_end(state, city):
        return found
    board = state.board
    name = side_of(state).cities[city].name
    place = state.filled[city]
    if place == board.office_count[city]:
        return IllegalAction("city-full", f"Every office in {name} is taken", CLAIM)
    next_one = f"The leftmost free office in {name}"
    if found := above_privilege(state, board.office_colour[city * 8 + place], next_one):
        return found
    shape = board.office_shape[city * 8 + place]
    return IllegalAction("wrong-shape", f"{next_one} takes a {SHAPES[shape]}: your route has none", CLAIM)


def _to_add_office(state: HansaData, city: int, shape: int) -> str:
    where = f"to the left of all offices in {side_of(state).cities[city].name}"
    return f"Use your marker: put a {SHAPES[shape]} {where}{joining(state, city)}"


def _not_to_add_office(state: HansaData, city: int, shape: int) -> IllegalAction:
    found = _not_an_end(state, city) or no_marker(state, OFFICE)
    if found:
        return found
    name = side_of(state).cities[city].name
    if state.me.unused[OFFICE] <= state.fresh_office:
        return IllegalAction(
            "marker-too-new", "Your marker was won by this very action: it can be used after it", PLATES
        )
    if city < state.board.green and not state.filled[city]:
        return IllegalAction("first-office-free", f"The first office in {name} must be taken before", PLATES)
    return crowded(state, city) or _not_on_route(state, shape)


# -- the special table, development, nothing --------------------------------------------------------


def _to_special(state: HansaData, colour: int, shape: int) -> str:
    worth = several(SPECIAL_POINTS[colour], "point")
    return (
        f"Put a {SHAPES[shape]} on the {COLOURS[colour]} space of the special table, worth {worth} at the end"
    )


def _not_to_special(state: HansaData, colour: int, shape: int) -> IllegalAction:
    side = side_of(state)
    (city,) = (n for n, one in enumerate(side.cities) if one.special)
    if city not in side.routes[state.route].ends:
        return IllegalAction(
            "not-an-end", f"The special table is reached from {side.cities[city].name} only", CLAIM
        )
    what = f"The {COLOURS[colour]} space of the special table"
    if state.special[colour]:
        return IllegalAction("space-taken", f"{what} is taken", CLAIM)
    if found := above_privilege(state, colour, "That space of the special table"):
        return found
    if shape == TRADER and not state.variant.any_on_special:
        return IllegalAction("special-needs-merchant", "The special table takes merchants only", CLAIM)
    return _not_on_route(state, shape)


def _not_to_develop(state: HansaData, track: int, _: int) -> IllegalAction:
    side = side_of(state)
    if not any(track in side.cities[end].develops for end in side.routes[state.route].ends):
        where = listed([city.name for city in side.cities if track in city.develops], "or")
        return IllegalAction("not-developed-here", f"A route at {where} develops {TRACKS[track]}", CLAIM)
    return track_full(track)


def _to_leave(state: HansaData, *_: int) -> str:
    if state.board.permanent[state.route] == REUSE_TWO:
        return "Do nothing in the cities: the route's marker may still use two of its pieces again"
    return "Do nothing with the route: all its pieces go to your stock"


class RouteUse(QuestionWording):
    """What to do with one of the route's pieces."""

    rules = questions.RouteUse()

    def __init__(self) -> None:
        self.answers = {
            act.CLAIM_OFFICE: Answer(
                _to_open_office,
                _not_to_open_office,
                ("no-route", "An office is opened with a piece of a route: establish one first", CLAIM),
            ),
            act.CLAIM_EXTRA: Answer(
                _to_add_office,
                _not_to_add_office,
                ("no-route", "An additional office comes with a route: establish one first", PLATES),
            ),
            act.CLAIM_SPECIAL: Answer(
                _to_special,
                _not_to_special,
                ("no-route", "The special table takes a piece of a route: establish one first", CLAIM),
            ),
            act.DEVELOP: Answer(
                to_develop,
                _not_to_develop,
                ("no-route", "A track is developed by establishing a route at its city", CLAIM),
            ),
            act.LEAVE: Answer(_to_leave, unasked=NOTHING_TO_DECLINE),
        }

    def first(self, state: HansaData) -> str:
        name = route_name(side_of(state), state.route)
        return f"{name} is established: first decide what one of its pieces does"

    def question(self, state: HansaData) -> str:
        name = route_name(side_of(state), state.route)
        return f"{name} is established: what do you do with one of its pieces?"


def _developed(told: Told) -> str:
    gains = " and gains an action" if told.c else ""
    return f"{told.who} develops {TRACKS[told.a]} to {track_value(told.a, told.b)}{gains}"


def _completed(told: Told) -> str:
    return f"{told.side.cities[told.a].name} is complete: {told.b} of {several(told.side.completed, 'city')}"


STORIES: Stories = {
    ev.ESTABLISHED: lambda told: f"{told.who} establishes {route_name(told.side, told.a)}",
    ev.OFFICE: lambda told: (
        f"{told.who} establishes an office in {told.side.cities[told.a].name} with a {SHAPES[told.c]}"
    ),
    ev.EXTRA_OFFICE: lambda told: (
        f"{told.who} adds an office with a {SHAPES[told.b]} at the {'right' if told.c else 'left'} "
        f"in {told.side.cities[told.a].name}"
    ),
    ev.COMPLETED: _completed,
    ev.DEVELOPED: _developed,
    ev.SPECIAL: lambda told: (
        f"{told.who} puts a {SHAPES[told.b]} on the {COLOURS[told.a]} space of the special table"
    ),
    ev.LEFT_IT: lambda told: f"{told.who} does nothing with the route",
    ev.RETURNED: lambda told: f"{told.who} puts {pieces(told.a, told.b)} of the route into the stock",
}

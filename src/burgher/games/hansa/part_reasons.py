"""Why nothing can be done with a thing on the table, whatever else would belong to it.

Somebody points at a route, a ship, a house, a marker or the action of establishing a route. Several actions
touch each, and the reason for one speaks of another thing that nobody has chosen; what is said here is true
of all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from burgher.games.hansa import pending as ask
from burgher.games.hansa.components import MARKERS, SHAPES
from burgher.games.hansa.desk import unfinished
from burgher.games.hansa.houses import owner_at
from burgher.games.hansa.lookups import DEVELOP, EXCHANGE, MERCHANT, OFFICE, TRADER
from burgher.games.hansa.naming import at_house, house_name, route_name, side_of
from burgher.games.hansa.sections import CLAIM, DISPLACE, MOVE, PLACE, PLATES, TURN, TWO
from burgher.games.hansa.wording.common import actions_over, no_house, no_marker, no_piece, out_of_bounds
from burgher.games.hansa.wording.displacing import DISPLACE_ACTION
from burgher.games.hansa.wording.markers import USE_MARKER
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData

MARKER_PARTS = {f"marker-{name}": kind for kind, name in enumerate(MARKERS)}


def refusal(state: HansaData, parts: Sequence[str]) -> IllegalAction | None:
    """Why no action touches these parts; None where what refuses a single action is about them alone."""
    if state.pending != ask.NOTHING or state.is_over:
        return None
    *touched, part = parts
    shape = _shape(touched)
    if touched and (shape is None or len(touched) > 1):
        return None
    if part in MARKER_PARTS:
        return None if touched else _marker(state, MARKER_PARTS[part])
    houses, routes, ships = _places(state)
    if not (part in houses or part in routes or part in ships or part == "establish"):
        return None
    if state.actions == 0:
        return IllegalAction("no-actions", "The actions of your turn are used", TURN)
    if part == "establish":
        if state.me.ready:
            return IllegalAction("off-pawn", "The pawn lies beside no route whose houses are all yours", TWO)
        return IllegalAction("route-not-yours", "On no route are all houses yours", CLAIM)
    if part in routes:
        return _route(state, routes[part], shape)
    if part in ships:
        return _ship(state, ships[part])
    return _house(state, houses[part], shape)


def _shape(touched: Sequence[str]) -> int | None:
    """The shape of a piece in the supply that was touched before."""
    return next((shape for shape, name in enumerate(SHAPES) if f"supply-{name}" in touched), None)


def _places(state: HansaData) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """The parts of houses, of routes and of ships."""
    houses: dict[str, int] = {}
    routes: dict[str, int] = {}
    ships: dict[str, int] = {}
    for n, route in enumerate(side_of(state).routes):
        routes[f"route-{route.key}"] = n
        if route.ships:
            ships[f"ship-{route.key}"] = n
        for place in range(len(route.houses)):
            houses[f"house-{route.key}-{place + 1}"] = len(houses)
    return houses, routes, ships


def _marker(state: HansaData, kind: int) -> IllegalAction | None:
    """Why a marker is not used now."""
    if found := no_marker(state, kind):
        return found
    if kind == OFFICE:
        return IllegalAction("no-route", "It is used with a route: establish one first", PLATES)
    if kind == EXCHANGE:
        which = "" if state.variant.any_exchange else " side by side, one of them yours"
        return IllegalAction("office-free", f"In no city are two offices taken{which}", PLATES)
    if kind == DEVELOP:
        if unfinished(state.me):
            return actions_over(state)
        return IllegalAction("track-full", "All your tracks are fully developed", PLATES)
    return USE_MARKER.reason(state, kind, 0)


def _route(state: HansaData, route: int, shape: int | None) -> IllegalAction:
    """Why no piece goes to a route, which is not all one's own either."""
    me = state.me
    shapes = [one for one in (TRADER, MERCHANT) if (me.supply_merchants if one else me.supply_traders)]
    if shape is not None:
        shapes = [one for one in shapes if one == shape]
    if not shapes:
        what = "piece" if shape is None else SHAPES[shape]
        stock = (
            me.stock_traders + me.stock_merchants
            if shape is None
            else (me.stock_traders, me.stock_merchants)[shape]
        )
        hint = "; your stock has some, which income brings" if stock else ""
        return IllegalAction("no-piece", f"You have no {what} in your supply to place there{hint}", PLACE)
    found = no_house(state, route, shapes[-1], False, PLACE) or out_of_bounds(state, route)
    if found is not None:
        return found
    return IllegalAction(
        "no-piece", f"None of your pieces can go to {route_name(side_of(state), route)}", PLACE
    )


def _ship(state: HansaData, route: int) -> IllegalAction | None:
    """Why no merchant goes aboard on a route."""
    found = no_piece(state, MERCHANT, PLACE) or no_house(state, route, MERCHANT, True, PLACE)
    return found or out_of_bounds(state, route)


def _house(state: HansaData, house: int, shape: int | None) -> IllegalAction:
    """Why nothing is done with a house or with the piece on it."""
    owner = owner_at(state, house)
    name = house_name(side_of(state), house)
    where = f"{name[0].upper()}{name[1:]}"
    if owner < 0:
        return IllegalAction("no-piece-there", f"{where} is free: a piece is placed on its route", PLACE)
    if owner == state.seat:
        if shape is not None:
            return IllegalAction("own-piece", f"On {name} is {at_house(state, house)}", DISPLACE)
        return IllegalAction(
            "own-piece", f"On {name} is {at_house(state, house)}: the action Move takes it up", MOVE
        )
    me = state.me
    if shape is None:
        shape = MERCHANT if me.supply_merchants else TRADER
    return DISPLACE_ACTION.reason(state, house, shape)

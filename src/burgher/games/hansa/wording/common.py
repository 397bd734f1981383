"""What several questions say: why something is not possible, and what an answer would bring besides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.hansa.components import COLOURS, SHAPES, TRACKS
from burgher.games.hansa.desk import gives_action
from burgher.games.hansa.houses import owner_at
from burgher.games.hansa.lands import area, rightmost
from burgher.games.hansa.lookups import (
    EAST_WEST_POINTS,
    PRIVILEGE,
    TRACK_SHAPE,
    TRADER,
)
from burgher.games.hansa.naming import (
    ends_of,
    house_name,
    listed,
    marker_name,
    province_name,
    route_name,
    several,
    side_of,
    track_value,
)
from burgher.games.hansa.offices import connected, has_room
from burgher.games.hansa.sections import BRITANNIA, CLAIM, PLATES, TWO
from burgher.games.hansa.wording.base import expansion
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


# -- reasons ----------------------------------------------------------------------------------------


def no_piece(state: HansaData, shape: int, section: str) -> IllegalAction | None:
    """Whether the supply lacks a piece of a shape."""
    me = state.me
    if (me.supply_merchants if shape else me.supply_traders) > 0:
        return None
    lying = me.stock_merchants if shape else me.stock_traders
    hint = "; your stock has some, which income brings" if lying else ""
    return IllegalAction("no-piece", f"You have no {SHAPES[shape]} in your supply{hint}", section)


def out_of_bounds(state: HansaData, route: int) -> IllegalAction | None:
    """Whether the pawn, or a border of Britannia, keeps one off a route."""
    board, side = state.board, side_of(state)
    if board.area_routes[area(state)] & 2**route:
        return None
    if state.pawn >= 0:
        return off_pawn(state, route)
    land = board.region[route]
    grants = [n for n in range(board.grants) if board.grant_lands[n] & 2 ** (land - 1)]
    cities = listed([side.cities[board.grant_city[n]].name for n in grants], "or")
    if any(rightmost(state, board.grant_city[n]) == state.seat for n in grants):
        return IllegalAction(
            "leave-used", f"Your leave to place in {side.regions[land]} is used for this turn", BRITANNIA
        )
    return IllegalAction(
        "no-leave",
        f"{side.regions[land]} needs leave: the rightmost office of {cities} must be yours",
        BRITANNIA,
    )


def off_pawn(state: HansaData, route: int) -> IllegalAction:
    """The pawn is not beside a route."""
    side = side_of(state)
    name = province_name(side, state.pawn)
    return IllegalAction(
        "off-pawn", f"The pawn is in {name}: {route_name(side, route)} does not border it", TWO
    )


def no_house(state: HansaData, route: int, shape: int, ship: bool, section: str) -> IllegalAction | None:
    """Whether a route has no house, or no ship, for a piece."""
    name = route_name(side_of(state), route)
    if ship:
        if state.open_ships & 2**route:
            return None
        return IllegalAction("no-free-house", f"Every ship of {name} is taken", expansion(state))
    if state.open_houses & 2**route:
        return None
    if not state.open_ships & 2**route:
        return IllegalAction("no-free-house", f"Every house of {name} is taken", section)
    if shape == TRADER:
        return needs_merchant(state, f"Only a ship is free on {name}")
    return IllegalAction(
        "no-free-house", f"Only a ship is free on {name}: your merchant may go aboard", section
    )


def needs_merchant(state: HansaData, what: str) -> IllegalAction:
    """A trader would have to board a ship."""
    return IllegalAction("ship-needs-merchant", f"{what}: ships take merchants only", expansion(state))


def nobody_there(state: HansaData, house: int, section: str) -> IllegalAction | None:
    """Whether a house is free."""
    if owner_at(state, house) >= 0:
        return None
    name = house_name(side_of(state), house)
    return IllegalAction("no-piece-there", f"No piece is on {name}", section)


def no_marker(state: HansaData, kind: int) -> IllegalAction | None:
    """Whether one has no unused marker of a kind."""
    if state.me.unused[kind]:
        return None
    return IllegalAction("no-marker", f"You have no unused marker “{marker_name(kind)}”", PLATES)


def actions_over(state: HansaData) -> IllegalAction | None:
    """Whether free steps of the pawn have followed the actions."""
    if not state.actions_over:
        return None
    return IllegalAction(
        "actions-over", "The pawn has moved after your actions: no marker gives more of them this turn", TWO
    )


def track_full(track: int) -> IllegalAction:
    """A track has no step left."""
    return IllegalAction("track-full", f"Your {TRACKS[track]} cannot be developed any further", CLAIM)


def above_privilege(state: HansaData, colour: int, what: str) -> IllegalAction | None:
    """Whether the privilege does not reach a colour."""
    mine = state.me.desk[PRIVILEGE]
    if colour <= mine:
        return None
    reached = track_value(PRIVILEGE, mine)
    return IllegalAction(
        "needs-privilege", f"{what} is {COLOURS[colour]}, and your privilege reaches {reached} only", CLAIM
    )


def crowded(state: HansaData, city: int) -> IllegalAction | None:
    """Whether a city has no room for another additional office."""
    if has_room(state, city):
        return None
    name = side_of(state).cities[city].name
    return IllegalAction("city-full", f"{name} has no room for another office", PLATES)


# -- what an answer would bring besides -------------------------------------------------------------


def fills(state: HansaData, route: int) -> str:
    """Whether one more piece makes a route one's own."""
    board = state.board
    missing = board.route_houses[route] & ~state.me.houses[board.route_word[route]]
    return ": then all its houses are yours" if len(members_of(missing)) == 1 else ""


def leave_taken(state: HansaData, route: int) -> str:
    """Whose leave a piece beyond England takes up (`lands.use_leave`)."""
    board = state.board
    land = board.region[route]
    for n in range(board.grants if land else 0):
        city = board.grant_city[n]
        free = not state.leave_used & 2**n and rightmost(state, city) == state.seat
        if free and board.grant_lands[n] & 2 ** (land - 1):
            return f", by leave of {side_of(state).cities[city].name}"
    return ""


def joining(state: HansaData, city: int) -> str:
    """What an office would earn for joining the two end cities."""
    board, me = state.board, state.me
    cities = me.present | 2**city
    ends = 2**board.west | 2**board.east
    points = EAST_WEST_POINTS[state.joins]
    if me.joined or not points or ends & ~cities or ends & ~connected(state, cities, board.west):
        return ""
    return f", which joins {ends_of(side_of(state))} for {several(points, 'point')}"


def to_develop(state: HansaData, track: int, _: int) -> str:
    """What a step of a track would bring."""
    steps = state.me.desk[track]
    said = f"Develop your {TRACKS[track]} from {track_value(track, steps)} to {track_value(track, steps + 1)}"
    said += f", which frees a {SHAPES[TRACK_SHAPE[track]]}"
    if gives_action(state, track):
        said += " and gives an action at once"
    return said

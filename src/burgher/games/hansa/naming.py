"""What things are called: routes, houses, markers, pieces; numbers of them, and several in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from burgher.games.hansa.components import (
    BOARD_SIDES,
    COLOURS,
    DESK,
    FAVOURS,
    MARKER_TABLE,
    SHAPES,
    TRACKS,
    BoardSide,
    City,
)
from burgher.games.hansa.houses import owner_at, owner_of, shape_at, shape_of
from burgher.games.hansa.lookups import ALL_PIECES

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def side_of(state: HansaData) -> BoardSide:
    """The board that is played on."""
    return BOARD_SIDES[state.board.number]


def several(count: int, thing: str) -> str:
    """A number of things.

    >>> several(1, "trader"), several(3, "merchant"), several(2, "city")
    ('1 trader', '3 merchants', '2 cities')
    """
    if count == 1:
        return f"1 {thing}"
    return f"{count} {thing[:-1]}ies" if thing.endswith("y") else f"{count} {thing}s"


def one(thing: str) -> str:
    """A thing with its article.

    >>> one("white office"), one("orange office")
    ('a white office', 'an orange office')
    """
    return f"an {thing}" if thing[0] in "aeiou" else f"a {thing}"


def listed(things: Sequence[str], last: str = "and") -> str:
    """Things in a row.

    >>> listed(["one"]), listed(["one", "two", "three"])
    ('one', 'one, two and three')
    """
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def pieces(traders: int, merchants: int) -> str:
    """Pieces as people count them.

    >>> pieces(2, 1), pieces(0, 0)
    ('2 traders and 1 merchant', 'nothing')
    """
    both = [several(count, shape) for count, shape in zip((traders, merchants), SHAPES, strict=True) if count]
    return listed(both) or "nothing"


def route_name(side: BoardSide, route: int) -> str:
    """A route by its cities: `Hamburg–Lübeck`."""
    a, b = side.routes[route].ends
    return f"{side.cities[a].name}–{side.cities[b].name}"


def route_of(side: BoardSide, house: int) -> tuple[int, int]:
    """The route of a house, and its place there, both from 0."""
    for n, route in enumerate(side.routes):
        if house < len(route.houses):
            return n, house
        house -= len(route.houses)
    raise LookupError("no such house")


def house_name(side: BoardSide, house: int) -> str:
    """A house by its number and its route: `house 2 of Hamburg–Lübeck`."""
    route, place = route_of(side, house)
    thing = "ship" if place in side.routes[route].ships else "house"
    return f"{thing} {place + 1} of {route_name(side, route)}"


def house_route(side: BoardSide, house: int) -> str:
    """The route of a house by its cities; a ship is named, for only merchants board it."""
    route, place = route_of(side, house)
    ship = "a ship of " if place in side.routes[route].ships else ""
    return f"{ship}{route_name(side, route)}"


def marker_name(kind: int) -> str:
    """A marker as people call it: `additional office`."""
    return str(MARKER_TABLE[kind]["title"])


def effect_of(marker: Mapping[str, Any], side: BoardSide, *played: str) -> str:
    """What a marker does on a board, by what is played where rules differ: the words that fit best."""
    names = [*(f"effect-{one}" for one in played), "effect"]
    if side.regions:
        names = [f"{name}-countries" for name in names] + names
    return next(str(marker[name]) for name in names if name in marker)


def favour_name(tile: int) -> str:
    """A favour tile as people call it: `favour “relocation”`."""
    return f"favour “{FAVOURS[tile]}”"


def province_name(side: BoardSide, province: int) -> str:
    """A province of the game for two: `the province of Ems`."""
    return f"the province of {side.provinces[province].name.capitalize()}"


def ends_of(side: BoardSide) -> str:
    """The two cities that are worth joining."""
    west, east = side.ends
    return f"{side.cities[west].name} and {side.cities[east].name}"


def counts_for(side: BoardSide, city: City) -> list[str]:
    """The countries for whose points a city of Britannia counts: England scores nothing."""
    return [side.regions[land] for land in city.regions if land]


def track_value(track: int, steps: int) -> str:
    """What a track says after some steps: `3`, `orange`, `all`."""
    value: int = DESK["track"][track]["values"][steps]
    if TRACKS[track] == "privilege":
        return COLOURS[value]
    return "all" if value == ALL_PIECES else str(value)


def at_house(state: HansaData, house: int) -> str:
    """The piece on a house with its owner, as the seat to move would say it: `your trader`."""
    return f"{whose(state, owner_at(state, house))} {SHAPES[shape_at(state, house)]}"


def in_hand(state: HansaData) -> str:
    """The piece in hand, as the seat to move would say it."""
    return f"{whose(state, owner_of(state.hand))} {SHAPES[shape_of(state.hand)]}"


def whose(state: HansaData, seat: int) -> str:
    """A piece's owner, as the seat to move would say it."""
    return "your" if seat == state.seat else "an opponent's"

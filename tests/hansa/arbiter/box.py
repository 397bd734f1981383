"""The box once more: the printed tables as the arbiter reads them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

SHAPES = ("trader", "merchant")


def read(name: str) -> dict[str, Any]:
    """A table of the box."""
    box = files("burgher.games.hansa.components")
    return tomllib.loads((box / f"{name}.toml").read_text(encoding="utf-8"))


DESK = read("desk")
TRACK = {track["name"]: track for track in DESK["track"]}
COLOURS: list[str] = DESK["colours"]
MARKER = {marker["name"]: marker for marker in read("markers")["marker"]}
MARKER_POINTS: list[int] = read("markers")["points"]
CARDS = read("cards")
FAVOUR_POINTS = {tile["name"]: tile.get("points") for tile in CARDS["favour"]}


def key(name: str) -> str:
    """A city's name as it is typed."""
    for letter, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), (" ", "-")):
        name = name.lower().replace(letter, plain)
    return name


@dataclass
class City:
    """A city as it is printed."""

    offices: list[tuple[str, str, int]]
    """Colour, shape and coin, from left to right; none in a green city."""
    develops: list[str]
    special: bool
    lands: list[str]
    leave: list[str]


@dataclass
class Route:
    """A trade route as it is printed."""

    ends: tuple[str, str]
    kinds: list[str]
    """`house` or `ship`, from the first city to the second."""
    tavern: bool
    permanent: str | None
    land: str


class Board:
    """A side of a board."""

    def __init__(self, name: str) -> None:
        side = read(f"board-{name}")
        self.cities = {key(city["name"]): _city(city) for city in side["cities"]}
        self.routes = {f"{key(r['from'])}-{key(r['to'])}": _route(r) for r in side["routes"]}
        self.ends = {key(name) for name in side["ends"]}
        self.full_cities: int = side["completed"]
        self.lands: list[str] = side.get("regions", [])
        self.houses = [(route, n) for route, one in self.routes.items() for n in range(len(one.kinds))]
        self.provinces = {
            one["name"]: [key(name) for name in one["cities"]] for one in side.get("provinces", [])
        }

    def neighbours(self, city: str) -> set[str]:
        """The cities that a route joins with a city."""
        return {end for route in self.routes.values() if city in route.ends for end in route.ends} - {city}

    def at(self, *cities: str) -> set[str]:
        """The routes that end in any of some cities."""
        return {name for name, route in self.routes.items() if set(cities) & set(route.ends)}

    def rings(self, route: str) -> Iterator[set[str]]:
        """The routes around one: those that share a city with it, then those that share one with these."""
        seen = ring = {route}
        while ring:
            ring = self.at(*(end for near in ring for end in self.routes[near].ends)) - seen
            seen = seen | ring
            yield ring

    def border(self, province: str) -> set[frozenset[str]]:
        """A province's borders, each between two cities: a route or a soldier."""
        ring = self.provinces[province]
        return {frozenset(pair) for pair in zip(ring, ring[1:] + ring[:1], strict=True)}

    def beside(self, province: str) -> set[str]:
        """The provinces across a border; not across a corner."""
        return {one for one in self.provinces if one != province and self.border(one) & self.border(province)}

    def bordering(self, province: str) -> set[str]:
        """The routes that border a province."""
        return {name for name, route in self.routes.items() if frozenset(route.ends) in self.border(province)}


def _city(city: Mapping[str, Any]) -> City:
    offices = [office.split() for office in city["offices"]]
    return City(
        [(colour, shape, int(coin[0]) if coin else 0) for colour, shape, *coin in offices],
        city.get("develops", []),
        city.get("special", False),
        city.get("regions", []),
        city.get("leave", []),
    )


def _route(route: Mapping[str, Any]) -> Route:
    ships = route.get("ships", [])
    return Route(
        (key(route["from"]), key(route["to"])),
        ["ship" if n in ships else "house" for n in range(1, len(route["houses"]) + 1)],
        route.get("tavern", False),
        route.get("permanent"),
        route.get("region", ""),
    )


@cache
def board_for(name: str, players: int) -> Board:
    """The side that so many players use."""
    if name == "east":
        return Board(name)
    return Board(f"{name}-{'23' if players < 4 else '45'}")

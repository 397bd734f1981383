"""What is in the box: boards, desk, markers and cards, read from the tables beside this file.

The tables (`board-*.toml`, `desk.toml`, `markers.toml`, `cards.toml`, `rules.toml`) say where each fact comes
from and how sure it is. Here they are read and checked, and each thing gets its name and number.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

Spot = tuple[int, int]
"""A place on a board: 0 to 1000 of its width and height."""

SHAPES = ("trader", "merchant")
"""The two shapes of pieces: cubes and discs."""

MAP_NAMES = ("standard-45", "standard-23", "east", "britannia-45", "britannia-23")


@dataclass(frozen=True)
class Office:
    """A printed space in a city."""

    colour: int
    """The privilege it asks for."""
    shape: int
    """The piece it takes."""
    coin: int
    """The points for establishing it."""


@dataclass(frozen=True)
class City:
    """A city of a board."""

    name: str
    key: str
    """Its name in actions: small letters, no umlauts."""
    at: Spot
    offices: tuple[Office, ...]
    """From left to right."""
    develops: tuple[int, ...]
    """The tracks that a route here may develop."""
    special: bool
    """Whether the special table is reached from here."""
    regions: tuple[int, ...]
    """The regions it counts for (Britannia)."""
    leave: tuple[int, ...]
    """The regions into which its rightmost office lets one place (Britannia)."""


@dataclass(frozen=True)
class Route:
    """A trade route between two cities."""

    ends: tuple[int, int]
    """The numbers of its cities."""
    key: str
    """Its name in actions: both cities."""
    houses: tuple[Spot, ...]
    """Where its houses stand, from the first city to the second."""
    ships: tuple[int, ...]
    """Which of them are ships, counted from 0: only merchants go there."""
    plate: Spot
    """Where a marker lies."""
    tavern: bool
    """Whether a marker lies here at the start."""
    permanent: int | None
    """The permanent marker printed here."""
    region: int
    """The region it runs through; 0 where a board has none."""


@dataclass(frozen=True)
class Province:
    """An area among which the pawn moves when two play."""

    name: str
    at: Spot
    routes: tuple[int, ...]
    """The routes that border it."""
    neighbours: tuple[int, ...]
    """The provinces behind its routes and soldiers."""


@dataclass(frozen=True)
class BoardSide:
    """A side of a board."""

    name: str
    title: str
    players: tuple[int, ...]
    aspect: float
    """Width over height."""
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    ends: tuple[int, int]
    """The cities that earn 7, 4 and 2 points when joined."""
    completed: int
    """So many completed cities end the game."""
    regions: tuple[str, ...]
    provinces: tuple[Province, ...]
    soldiers: tuple[tuple[int, int], ...]
    """The gaps, each between two cities, that a soldier closes when two play."""
    banners: dict[str, Any]
    """Where tracks and special spaces stand."""

    def city(self, name: str) -> int:
        """The number of a city, by its name or key."""
        return next(n for n, city in enumerate(self.cities) if name in (city.name, city.key))

    def route(self, key: str) -> int:
        """The number of a route, by its key."""
        return next(n for n, route in enumerate(self.routes) if key == route.key)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))


DESK: dict[str, Any] = _read("desk")
"""The desk's table as it is written."""
_MARKERS = _read("markers")
_CARDS = _read("cards")
RULES: dict[str, dict[str, Any]] = _read("rules")
"""What each choice of `rules` plays where they differ."""

COLOURS: list[str] = DESK["colours"]
"""The colours of offices, lowest privilege first."""
TRACKS: list[str] = [track["name"] for track in DESK["track"]]
MARKERS: list[str] = [marker["name"] for marker in _MARKERS["marker"]]
MARKER_TABLE: list[dict[str, Any]] = _MARKERS["marker"]
MARKER_POINTS: list[int] = _MARKERS["points"]
PERMANENT: list[str] = [marker["name"] for marker in _MARKERS["permanent"]]
PERMANENT_TABLE: list[dict[str, Any]] = _MARKERS["permanent"]
FAVOURS: list[str] = [tile["name"] for tile in _CARDS["favour"]]
FAVOUR_TABLE: list[dict[str, Any]] = _CARDS["favour"]
MISSIONS: list[list[str]] = _CARDS["missions"]["cards"]
MISSION_POINTS: tuple[int, int] = (_CARDS["missions"]["city"], _CARDS["missions"]["all"])
"""For each city of a mission with an office, and for controlling all."""

_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", " ": "-"})


def key_of(name: str) -> str:
    """A name as it is typed in actions.

    >>> key_of("Berlin-Cölln"), key_of("Isle of Man")
    ('berlin-coelln', 'isle-of-man')
    """
    return name.casefold().translate(_PLAIN)


def _office(text: str) -> Office:
    """An office as the tables write it: `white trader +1`."""
    colour, shape, *coin = text.split()
    return Office(COLOURS.index(colour), SHAPES.index(shape), int(coin[0]) if coin else 0)


def _spot(at: list[int]) -> Spot:
    x, y = at
    if not (0 <= x <= 1000 and 0 <= y <= 1000):
        raise ValueError(f"{at} does not lie on a board")
    return x, y


def _province(side: dict[str, Any], number: int, routes: list[Route], cities: list[City]) -> Province:
    """A province with what borders it: each two cities that follow each other share a route or a soldier."""
    rings = [
        {frozenset(pair) for pair in zip(ring, ring[1:] + ring[:1], strict=True)}
        for ring in (province["cities"] for province in side["provinces"])
    ]
    by_ends = {frozenset(cities[c].name for c in route.ends): n for n, route in enumerate(routes)}
    gaps = {frozenset((soldier["from"], soldier["to"])) for soldier in side["soldiers"]}
    for border in rings[number]:
        if border not in by_ends and border not in gaps:
            raise ValueError(f"no route and no soldier joins {' and '.join(sorted(border))}")
    return Province(
        side["provinces"][number]["name"],
        _spot(side["provinces"][number]["at"]),
        tuple(sorted(by_ends[border] for border in rings[number] if border in by_ends)),
        tuple(n for n, ring in enumerate(rings) if n != number and ring & rings[number]),
    )


def _board(name: str) -> BoardSide:
    side = _read(f"board-{name}")
    regions = side.get("regions", [])
    cities = [
        City(
            city["name"],
            key_of(city["name"]),
            _spot(city["at"]),
            tuple(map(_office, city["offices"])),
            tuple(TRACKS.index(track) for track in city.get("develops", [])),
            city.get("special", False),
            tuple(regions.index(region) for region in city.get("regions", [])),
            tuple(regions.index(region) for region in city.get("leave", [])),
        )
        for city in side["cities"]
    ]
    number = {city.name: n for n, city in enumerate(cities)}
    routes = [
        Route(
            (number[route["from"]], number[route["to"]]),
            f"{key_of(route['from'])}-{key_of(route['to'])}",
            tuple(map(_spot, route["houses"])),
            tuple(ship - 1 for ship in route.get("ships", [])),
            _spot(route["plate"]),
            route.get("tavern", False),
            PERMANENT.index(route["permanent"]) if "permanent" in route else None,
            regions.index(route["region"]) if regions else 0,
        )
        for route in side["routes"]
    ]
    return BoardSide(
        name,
        side["title"],
        tuple(side["players"]),
        side["aspect"],
        tuple(cities),
        tuple(routes),
        (number[side["ends"][0]], number[side["ends"][1]]),
        side["completed"],
        tuple(regions),
        tuple(_province(side, n, routes, cities) for n in range(len(side.get("provinces", [])))),
        tuple((number[one["from"]], number[one["to"]]) for one in side.get("soldiers", [])),
        side["banners"],
    )


BOARD_SIDES: list[BoardSide] = [_board(name) for name in MAP_NAMES]
"""Every side of every board, by number."""


def _check(side: BoardSide) -> None:
    """What the rules and the action numbers rely on."""
    sea = [bool(route.ships) for route in side.routes]
    green = [not city.offices for city in side.cities]
    if sea != sorted(sea, reverse=True) or green != sorted(green):
        raise ValueError(f"{side.name}: routes with ships come first, cities without offices last")
    keys = [city.key for city in side.cities] + [route.key for route in side.routes]
    if len(set(keys)) != len(keys):
        raise ValueError(f"{side.name}: two things have the same name")
    if sum(route.tavern for route in side.routes) != sum(marker["start"] for marker in MARKER_TABLE):
        raise ValueError(f"{side.name}: every first marker needs a tavern")
    if sum(city.special for city in side.cities) != 1:
        raise ValueError(f"{side.name}: the special table is reached from one city")
    if {track for city in side.cities for track in city.develops} != set(range(len(TRACKS))):
        raise ValueError(f"{side.name}: every track is developed somewhere")
    borders = [route for province in side.provinces for route in province.routes]
    if side.provinces and not all(1 <= borders.count(n) <= 2 for n in range(len(side.routes))):
        raise ValueError(f"{side.name}: a route lies between two provinces, or within one")


for _side in BOARD_SIDES:
    _check(_side)


def board_for(map_name: str, players: int) -> int | None:
    """The number of the board side for a map and a number of players; None where there is none."""
    for n, side in enumerate(BOARD_SIDES):
        if side.name.split("-")[0] == map_name and players in side.players:
            return n
    return None

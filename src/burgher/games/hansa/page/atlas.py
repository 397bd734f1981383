"""Where everything of a board lies in its drawing.

The tables say where things lie on the printed boards, roughly. Our cities, houses and markers have sizes of
their own: here everything gives way a little until nothing lies on anything else, and each name finds the
place beside its city where it is read best. A board is laid out once; all this never changes in a game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import hypot

from burgher.games.hansa.components import BOARD_SIDES, BoardSide

Point = tuple[float, float]

OFFICE = 38.0
"""From the middle of an office to that of the next."""
HIGH = 46.0
"""How high a city is."""
HOUSE = 36.0
"""The room a house needs."""
PLATE = 42.0
"""The room a marker needs."""
BANNER = 50.0
SPECIAL = (52.0, 62.0)
"""The room a space of the special table needs, across and down."""
SOLDIER = 30.0
LETTERS = {"fijlt- ": 9.5, "rs": 13.0, "mwMW": 24.0}
LETTER, CAPITAL = 16.0, 19.0
"""The width of letters in a city's name, in the broadest of the fonts that people have; those of others."""
LINE = 26.0
"""The height of a name."""

MARGIN = 20
"""Around everything."""

COIN = 10.0
"""How far a coin reaches out of the top of its city."""

STEPS = 90
"""How often everything gives way a little."""

ROUNDS = 12
"""How often names may ask for more room."""


@dataclass
class _Thing:
    """Something that needs room: where it is, half its size, how willingly it gives way."""

    x: float
    y: float
    wide: float
    high: float
    gives: float
    """0 for what stays where it is."""
    home: Point = (0.0, 0.0)

    def __post_init__(self) -> None:
        self.home = self.x, self.y

    @property
    def at(self) -> Point:
        return round(self.x, 1), round(self.y, 1)

    def overlap(self, other: _Thing) -> tuple[float, float]:
        """How far two things lie on each other, across and down; not at all if either is negative."""
        return (
            self.wide + other.wide - abs(self.x - other.x),
            self.high + other.high - abs(self.y - other.y),
        )


@dataclass(frozen=True)
class Label:
    """The name of a city: where it is written, and how it is aligned."""

    x: float
    y: float
    anchor: str


@dataclass(frozen=True)
class CityPlace:
    """Where a city lies."""

    at: Point
    """The middle of its offices."""
    wide: float
    label: Label

    def office(self, n: int) -> float:
        """The middle of an office, from the left; below 0 for those to the left of the printed ones."""
        return round(self.at[0] - self.wide / 2 + OFFICE / 2 + 4 + n * OFFICE, 1)


@dataclass(frozen=True)
class RoutePlace:
    """Where a route lies."""

    road: str
    """From city to city, past its houses."""
    houses: tuple[Point, ...]
    plate: Point


@dataclass(frozen=True)
class Atlas:
    """Where everything of a board lies."""

    name: str
    left: float
    top: float
    width: float
    height: float
    """What is shown: everything, and a little around it."""
    cities: tuple[CityPlace, ...]
    routes: tuple[RoutePlace, ...]
    banners: tuple[Point, ...]
    """Where the five tracks are developed, in the order of the desk."""
    special: tuple[Point, ...]
    provinces: tuple[Point, ...]
    soldiers: tuple[Point, ...]
    regions: tuple[Point, ...]
    """Where the names of countries are written."""
    sea: tuple[str, ...]
    land: tuple[str, ...]
    """Outlines, as far as they are known; land lies upon sea."""
    crowded: tuple[str, ...] = field(default=())
    """What still lies on something else, names too: nothing, as a test makes sure."""


@cache
def atlas(board: int) -> Atlas:
    """The drawing of a board."""
    side = BOARD_SIDES[board]
    return _Survey(side).drawn()


class _Survey:
    """A board being laid out."""

    def __init__(self, side: BoardSide) -> None:
        self.side = side
        if side.aspect > 1:
            self.width, self.height = round(1000 * side.aspect), 1000
        else:
            self.width, self.height = 1120, round(1120 / side.aspect)
        self.cities = [self.thing(city.at, _wide(len(city.offices)), HIGH, 0.35) for city in side.cities]
        self.houses = [[self.thing(at, HOUSE, HOUSE, 1) for at in route.houses] for route in side.routes]
        self.plates = [self.thing(route.plate, PLATE, PLATE, 1.2) for route in side.routes]
        tracks = ("keys", "actions", "privilege", "book", "bags")
        self.banners = [self.thing(side.banners[track], BANNER, BANNER, 0.8) for track in tracks]
        self.special = [self.thing(at, *SPECIAL, 0.3) for at in side.banners["special"]]
        self.provinces = [self.thing(province.at, PLATE, PLATE, 1) for province in side.provinces]
        self.soldiers = [self.between(one, other) for one, other in side.soldiers]
        self.everything = [
            *self.cities,
            *(house for houses in self.houses for house in houses),
            *self.plates,
            *self.banners,
            *self.special,
            *self.provinces,
            *self.soldiers,
        ]

    def thing(self, at: Sequence[int], wide: float, high: float, gives: float) -> _Thing:
        """Something at a place of the printed board."""
        return _Thing(at[0] * self.width / 1000, at[1] * self.height / 1000, wide / 2, high / 2, gives)

    def between(self, one: int, other: int) -> _Thing:
        """A soldier, half-way between two cities."""
        a, b = self.cities[one], self.cities[other]
        return _Thing((a.x + b.x) / 2, (a.y + b.y) / 2, SOLDIER / 2, SOLDIER / 2, 1)

    def drawn(self) -> Atlas:
        """The board, laid out."""
        self.give_way()
        chosen = self.labels()
        for _ in range(ROUNDS):
            if not self.covered(chosen):
                break
            self.make_room(chosen)
            chosen = self.labels()
        labels = [label for _, label in chosen]
        left, top, right, bottom = self.reach([box for box, _ in chosen])
        return Atlas(
            self.side.name,
            left,
            top,
            right - left,
            bottom - top,
            tuple(
                CityPlace(city.at, city.wide * 2, label)
                for city, label in zip(self.cities, labels, strict=True)
            ),
            tuple(self.route(n) for n in range(len(self.side.routes))),
            tuple(banner.at for banner in self.banners),
            tuple(space.at for space in self.special),
            tuple(province.at for province in self.provinces),
            tuple(soldier.at for soldier in self.soldiers),
            tuple(self.region(n) for n in range(len(self.side.regions))),
            tuple(self.outlines("sea")),
            tuple(self.outlines("land")),
            (*self.crowded(), *self.covered(chosen)),
        )

    def reach(self, labels: Sequence[_Thing]) -> tuple[float, float, float, float]:
        """From where to where things lie, with a margin."""
        things = [*self.everything, *labels]
        return (
            round(min(thing.x - thing.wide for thing in things) - MARGIN),
            round(min(thing.y - thing.high for thing in things) - MARGIN),
            round(max(thing.x + thing.wide for thing in things) + MARGIN),
            round(max(thing.y + thing.high for thing in things) + MARGIN),
        )

    def region(self, number: int) -> Point:
        """The middle of a country."""
        cities = [
            thing
            for city, thing in zip(self.side.cities, self.cities, strict=True)
            if city.regions[:1] == (number,)
        ]
        return (
            round(sum(city.x for city in cities) / len(cities), 1),
            round(sum(city.y for city in cities) / len(cities), 1),
        )

    def outlines(self, kind: str) -> Iterator[str]:
        """The outlines of sea or land."""
        for outline in _coasts()[self.side.name.partition("-")[0]].get(kind, []):
            yield smooth([(x * self.width / 1000, y * self.height / 1000) for x, y in outline]) + "Z"

    # -- room for everything

    def give_way(self) -> None:
        """Let everything give way to everything else, a little at a time, and draw it back to its place."""
        near = [
            (one, other)
            for n, one in enumerate(self.everything)
            for other in self.everything[:n]
            if hypot(one.x - other.x, one.y - other.y) < one.wide + other.wide + 90
        ]
        for step in range(STEPS):
            for one, other in near:
                _part(one, other)
            for thing in self.everything:
                if step < STEPS * 2 // 3:
                    thing.x += (thing.home[0] - thing.x) * 0.03
                    thing.y += (thing.home[1] - thing.y) * 0.03
            self.stay_inside()

    def stay_inside(self) -> None:
        """Bring back what has been pushed over the edge."""
        for thing in self.everything:
            thing.x = min(max(thing.x, thing.wide + 6), self.width - thing.wide - 6)
            thing.y = min(max(thing.y, thing.high + 6), self.height - thing.high - 6)

    def crowded(self) -> Iterator[str]:
        """What still lies on something else by more than a hair."""
        for n, one in enumerate(self.everything):
            for other in self.everything[:n]:
                across, down = one.overlap(other)
                if across > 2 and down > 2:
                    yield f"{one.at} and {other.at}"

    def covered(self, chosen: Sequence[tuple[_Thing, Label]]) -> list[str]:
        """The names that lie on something: on other names, houses, markers or cities."""
        names = [box for box, _ in chosen]
        return [
            f"the name {city.name} and {thing.at}"
            for n, (box, city) in enumerate(zip(names, self.side.cities, strict=True))
            for thing in (*self.everything, *names[:n])
            if thing is not self.cities[n] and min(box.overlap(thing)) > 0.5
        ]

    def make_room(self, chosen: Sequence[tuple[_Thing, Label]]) -> None:
        """Let everything give way to the names too, each of which goes with its city."""
        names = [box for box, _ in chosen]
        offsets = [(box.x - city.x, box.y - city.y) for box, city in zip(names, self.cities, strict=True)]
        for _ in range(STEPS):
            for n, (box, city, (x, y)) in enumerate(zip(names, self.cities, offsets, strict=True)):
                box.x, box.y, box.gives = city.x + x, city.y + y, city.gives
                for thing in (*self.everything, *names[:n]):
                    if thing is not city:
                        _part(box, thing)
                city.x, city.y = box.x - x, box.y - y
            for n, one in enumerate(self.everything):
                for other in self.everything[:n]:
                    _part(one, other)
            self.stay_inside()

    # -- roads

    def route(self, n: int) -> RoutePlace:
        """A route's road, houses and place for a marker."""
        route, houses = self.side.routes[n], [house.at for house in self.houses[n]]
        first, last = (self.cities[city].at for city in route.ends)
        # Some tables count a route's houses from its other end: the road takes the shorter way.
        stops = min([first, *houses, last], [first, *reversed(houses), last], key=_length)
        return RoutePlace(smooth(stops), tuple(houses), self.plates[n].at)

    # -- names

    def labels(self) -> list[tuple[_Thing, Label]]:
        """A place for each name: where it covers least, given all other names."""
        roads = [
            _along(self.route(n), self.cities, self.side.routes[n].ends) for n in range(len(self.plates))
        ]
        points = [point for road in roads for point in road]
        chosen: list[tuple[_Thing, Label]] = []
        options = [list(self.options(n)) for n in range(len(self.cities))]
        for n, choices in enumerate(options):
            chosen.append(min(choices, key=lambda choice: self.burden(choice, n, chosen, points)))
        for n, choices in enumerate(options):  # and once more, now that all names have a place
            rest = chosen[:n] + chosen[n + 1 :]
            chosen[n] = min(choices, key=lambda choice: self.burden(choice, n, rest, points))
        return chosen

    def options(self, n: int) -> Iterator[tuple[_Thing, Label]]:
        """The places where a city's name could stand, best first."""
        city, name = self.cities[n], self.side.cities[n].name
        wide, high = _name_width(name) / 2 + 3, LINE / 2
        below, above = city.y + city.high + high + 1, city.y - city.high - high - 1
        if any(office.coin for office in self.side.cities[n].offices):
            above -= COIN
        edge = city.wide - wide
        for y in (below, above):
            for shift in (
                0,
                edge,
                -edge,
                edge / 2,
                -edge / 2,
                wide * 0.5,
                -wide * 0.5,
                wide * 0.9,
                -wide * 0.9,
            ):
                yield _label(city.x + shift, y, wide, high)
        for dy in (0, 9, -9):
            yield _label(city.x + city.wide + wide + 10, city.y + dy, wide, high)
            yield _label(city.x - city.wide - wide - 10, city.y + dy, wide, high)

    def burden(
        self,
        choice: tuple[_Thing, Label],
        number: int,
        labels: Iterable[tuple[_Thing, Label]],
        roads: Sequence[Point],
    ) -> float:
        """How much is covered by a name at a place."""
        box, _ = choice
        city = self.cities[number]
        burden = hypot(box.x - city.x, (box.y - city.y) * 1.4) * 0.05 + (2 if box.y < city.y else 0)
        for thing in (*self.everything, *(label for label, _ in labels)):
            if thing is not city:
                across, down = box.overlap(thing)
                if across > 0 and down > 0:
                    burden += 8 + across * down
        for x, y in roads:
            if abs(x - box.x) < box.wide and abs(y - box.y) < box.high:
                burden += 3
        outside = max(box.wide - box.x, 0, box.x + box.wide - self.width, box.y + box.high - self.height)
        return burden + (500 if outside > 0 or box.y < box.high else 0)


def _length(stops: Sequence[Point]) -> float:
    return sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(stops))


def _name_width(name: str) -> float:
    widths = {letter: wide for letters, wide in LETTERS.items() for letter in letters}
    return sum(widths.get(letter, CAPITAL if letter.isupper() else LETTER) for letter in name)


def _wide(offices: int) -> float:
    return max(offices, 1) * OFFICE + 8


def _part(one: _Thing, other: _Thing) -> None:
    """Push two things apart where they overlap, the short way; the more willing goes further."""
    across, down = one.overlap(other)
    if across <= 0 or down <= 0:
        return
    gives = one.gives + other.gives
    if across < down:
        push = across * 0.5 if one.x >= other.x else -across * 0.5
        one.x += push * one.gives / gives
        other.x -= push * other.gives / gives
    else:
        push = down * 0.5 if one.y >= other.y else -down * 0.5
        one.y += push * one.gives / gives
        other.y -= push * other.gives / gives


def _label(x: float, y: float, wide: float, high: float) -> tuple[_Thing, Label]:
    return _Thing(x, y, wide, high, 0), Label(round(x, 1), round(y, 1), "middle")


def _along(route: RoutePlace, cities: Sequence[_Thing], ends: tuple[int, int]) -> list[Point]:
    """Points along a road, close enough to notice a name that covers it."""
    stops = [cities[ends[0]].at, *route.houses, cities[ends[1]].at]
    return [
        (x1 + (x2 - x1) * n / 6, y1 + (y2 - y1) * n / 6)
        for (x1, y1), (x2, y2) in pairwise(stops)
        for n in range(6)
    ]


def smooth(stops: Sequence[Point]) -> str:
    """A curve through some points, which never swings out further than a third of the way to the next."""
    path = f"M{stops[0][0]:.1f} {stops[0][1]:.1f}"
    padded = [stops[0], *stops, stops[-1]]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        reach = hypot(end[0] - start[0], end[1] - start[1]) / 3
        leaving, coming = _swing(before, end, reach), _swing(start, after, reach)
        path += (
            f"C{start[0] + leaving[0]:.1f} {start[1] + leaving[1]:.1f}"
            f" {end[0] - coming[0]:.1f} {end[1] - coming[1]:.1f}"
            f" {end[0]:.1f} {end[1]:.1f}"
        )
    return path


def _swing(before: Point, after: Point, reach: float) -> Point:
    """The direction in which a curve passes a point, given those around it, and how far it keeps it."""
    x, y = (after[0] - before[0]) / 6, (after[1] - before[1]) / 6
    far = hypot(x, y)
    scale = min(1.0, reach / far) if far else 0.0
    return x * scale, y * scale


@cache
def _coasts() -> dict[str, dict[str, list[list[Point]]]]:
    """The outlines of sea and land, as the table beside this file has them."""
    text = (files(__package__) / "coasts.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)

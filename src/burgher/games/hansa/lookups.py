"""The components once more, as arrays that the rules look things up in.

Sets of routes and of cities are bits of a word. A board has up to 121 houses, so a set of houses is two
words: those of the first routes in one, the rest in the other, never the houses of a route in both.
"""

from __future__ import annotations

from itertools import accumulate, combinations
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.hansa.components import (
    BOARD_SIDES,
    DESK,
    FAVOUR_TABLE,
    MARKER_POINTS,
    MARKER_TABLE,
    MISSION_POINTS,
    MISSIONS,
    BoardSide,
)
from burgher.kernel.ints import ints, set_of

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints

# -- pieces -------------------------------------------------------------------------------------

TRADER: Final = 0
MERCHANT: Final = 1

# A piece is one number: 0 is none, otherwise 1 + twice its owner's seat + its shape. Four bits hold it.
NO_PIECE: Final = 0

# -- the desk -----------------------------------------------------------------------------------

KEYS: Final = 0
ACTIONS: Final = 1
PRIVILEGE: Final = 2
BOOK: Final = 3
BAGS: Final = 4
TRACK_COUNT: Final = 5

_TRACKS: Final = DESK["track"]
TRACK_LENGTH: Final[Ints] = ints([len(track["values"]) - 1 for track in _TRACKS])
"""How many steps a track has."""
TRACK_SHAPE: Final[Ints] = ints([int(track["covered"] == "merchant") for track in _TRACKS])
"""The shape of the pieces that cover it."""
TRACK_POINTS: Final[Ints] = ints([track["full"] for track in _TRACKS])
"""What is printed at its end."""
ALL_PIECES: Final = 99
"""What full bags give: the whole stock."""


def _values(track: int) -> list[int]:
    values: list[int] = _TRACKS[track]["values"]
    return values


KEY_VALUE: Final[Ints] = ints(_values(KEYS))
ACTION_VALUE: Final[Ints] = ints(_values(ACTIONS))
BOOK_VALUE: Final[Ints] = ints(_values(BOOK))
BAG_VALUE: Final[Ints] = ints(_values(BAGS))

TRADERS: Final[i64] = DESK["pieces"]["traders"]
MERCHANTS: Final[i64] = DESK["pieces"]["merchants"]
START_SUPPLY: Final[Ints] = ints(DESK["start"]["supply-traders"])
START_STOCK: Final[Ints] = ints(DESK["start"]["stock-traders"])
START_MERCHANTS: Final[i64] = DESK["start"]["supply-merchants"]

CONTROL_POINTS: Final[i64] = DESK["points"]["control"]
EAST_WEST_POINTS: Final[Ints] = ints([*DESK["points"]["east-west"], 0, 0])
FULL_TRACK_POINTS: Final[i64] = DESK["points"]["full-track"]
CITY_POINTS: Final[i64] = DESK["points"]["city"]
SPECIAL_POINTS: Final[Ints] = ints(DESK["points"]["special"])
REGION_POINTS: Final[Ints] = ints([*DESK["points"]["region"], 0, 0])
END_POINTS: Final[i64] = DESK["points"]["end"]
COLOUR_COUNT: Final = 4

# -- markers and cards --------------------------------------------------------------------------

OFFICE: Final = 0
EXCHANGE: Final = 1
PIECES: Final = 2
DEVELOP: Final = 3
PLUS_3: Final = 4
PLUS_4: Final = 5
KINDS: Final = 6

MARKER_COUNT: Final[Ints] = ints([marker[box] for box in ("2009", "2020") for marker in MARKER_TABLE])
"""`MARKER_COUNT[box * 6 + kind]`: how many there are."""
FIRST_MARKERS: Final[Ints] = ints([marker["start"] for marker in MARKER_TABLE])
"""How many of them lie at the taverns at the start."""
WON_POINTS: Final[Ints] = ints(MARKER_POINTS)
MOST_WON: Final = 10
"""More markers score no more than these."""

MOVE_TWO: Final = 1
GIVE_PRIVILEGE: Final = 2
GREEN_OFFICE: Final = 3
REUSE_TWO: Final = 4
PLACE_TWO: Final = 5

# The favour tiles, as the bits of what a player has.
RELOCATION: Final = 0x1
EXTRA_ACTION: Final = 0x2
INCOME_SHARE: Final = 0x4
BETTER_DISPLACED: Final = 0x8
CITY_FAVOUR: Final = 0x10
TRACK_FAVOUR: Final = 0x20
FAVOUR_COUNT: Final = 6
CITY_FAVOUR_POINTS: Final[i64] = FAVOUR_TABLE[4]["points"]
TRACK_FAVOUR_POINTS: Final[i64] = FAVOUR_TABLE[5]["points"]
FAVOUR_PRICE: Final = 2
"""Unused markers turned face down for a tile."""

MISSION_CITY_POINTS: Final[i64] = MISSION_POINTS[0]
MISSION_ALL_POINTS: Final[i64] = MISSION_POINTS[1]
MISSION_COUNT: Final = 9

# -- boards -------------------------------------------------------------------------------------

MOST_ROUTES: Final = 40
MOST_CITIES: Final = 30
MOST_OFFICES: Final = 8
MOST_EXTRAS: Final = 15
"""So many additional offices have room in a word; no game has come near it."""
WORD: Final = 62
RINGS: Final = 16
"""More steps than lie between any two routes."""
NOWHERE: Final = -1

MOST_TRADERS_TAKEN: Final = 26

FIRST_PLACE: Final = 177
"""The actions that are the same on every board come first (`actions.py`)."""


class Board:
    """One side of a board, as tables."""

    def __init__(self, number: i64, side: BoardSide) -> None:
        self.number: i64 = number
        self.routes: i64 = len(side.routes)
        self.cities: i64 = len(side.cities)
        self.all_routes: i64 = set_of(list(range(len(side.routes))))
        self.completed: i64 = side.completed
        """So many completed cities end the game."""
        self.sea: i64 = sum(bool(route.ships) for route in side.routes)
        """How many routes have ships: they are the first."""
        self.green: i64 = sum(bool(city.offices) for city in side.cities)
        """The first city without printed offices; the others follow it."""
        self.west: i64 = side.ends[0]
        self.east: i64 = side.ends[1]

        # Houses, and the integers that hold them.
        lengths = [len(route.houses) for route in side.routes]
        firsts = [0, *accumulate(lengths)]
        split = max(first for first in firsts if first <= WORD)
        self.houses: i64 = firsts[-1]
        self.split: i64 = split
        """The first house in the second word."""
        home = [n for n, length in enumerate(lengths) for _ in range(length)]
        self.house_route: Ints = ints(home)
        self.house_word: Ints = ints([int(house >= split) for house in range(firsts[-1])])
        bits = [2 ** (house - split if house >= split else house) for house in range(firsts[-1])]
        self.house_bit: Ints = ints(bits)
        self.route_first: Ints = ints(firsts[:-1])
        """The first house of a route."""
        self.route_word: Ints = ints([int(first >= split) for first in firsts[:-1]])
        """The word that a route's houses are in."""
        ships = {firsts[n] + ship for n, route in enumerate(side.routes) for ship in route.ships}
        self.is_ship: Ints = ints([int(house in ships) for house in range(firsts[-1])])
        all_of, plain, afloat = [], [], []
        for n in range(len(lengths)):
            own = range(firsts[n], firsts[n + 1])
            all_of.append(sum(bits[house] for house in own))
            plain.append(sum(bits[house] for house in own if house not in ships))
            afloat.append(sum(bits[house] for house in own if house in ships))
        self.route_houses: Ints = ints(all_of)
        """The houses of a route, in its word."""
        self.route_plain: Ints = ints(plain)
        """Those that are no ships."""
        self.route_ships: Ints = ints(afloat)
        words_of = [
            [masks[n] for n in range(len(lengths)) if (firsts[n] >= split) == w]
            for masks in (all_of, plain, afloat)
            for w in (False, True)
        ]
        sums = [sum(masks) for masks in words_of]
        self.plain: Ints = ints(sums[2:4])
        """All houses that are no ships, in both integers."""
        self.ships: Ints = ints(sums[4:6])
        self.open_houses: i64 = set_of([n for n in range(len(lengths)) if plain[n]])
        self.open_ships: i64 = set_of([n for n in range(len(lengths)) if afloat[n]])
        """The routes that have houses, and ships, when all are empty."""

        # Routes.
        self.route_a: Ints = ints([route.ends[0] for route in side.routes])
        self.route_b: Ints = ints([route.ends[1] for route in side.routes])
        self.permanent: Ints = ints(
            [0 if route.permanent is None else route.permanent + 1 for route in side.routes]
        )
        """The permanent marker of a route, 0 for none."""
        self.taverns: Ints = ints([n for n, route in enumerate(side.routes) if route.tavern])
        self.rings: Ints = ints([ring for n in range(len(side.routes)) for ring in _rings(side, n)])
        """`rings[route * 16 + n]`: the routes n + 1 steps away."""
        self.region: Ints = ints([route.region for route in side.routes])
        lands = [route.region for route in side.routes]
        self.may_move: Ints = ints([_where([land in (0, origin) for land in lands]) for origin in lands])
        """The routes to which a piece may be moved from a route: in its own country and in England."""
        self.same_land: Ints = ints([_where([land == origin for land in lands]) for origin in lands])
        self.beyond: i64 = _where([land > 0 for land in lands])
        """The routes in Wales and Scotland."""
        self.plates: i64 = _where([route.permanent is None and not route.region for route in side.routes])
        """The routes where a marker may ever lie."""

        # Where one may place: everywhere (0), beside the pawn's province (1 + province), or, on Britannia,
        # in England and the countries one has leave for (their bits).
        if side.regions:
            areas = [_where([land == 0 or bool(n & 2 ** (land - 1)) for land in lands]) for n in range(4)]
        else:
            areas = [set_of(list(range(len(lengths))))]
            areas += [set_of(list(province.routes)) for province in side.provinces]
        self.area_routes: Ints = ints(areas)
        self.area_houses: Ints = ints(
            [
                sum(all_of[n] for n in range(len(lengths)) if area & 2**n and (firsts[n] >= split) == w)
                for area in areas
                for w in (False, True)
            ]
        )
        self.provinces: i64 = len(side.provinces)
        self.borders: Ints = ints([set_of(list(province.neighbours)) for province in side.provinces])
        """The provinces beside a province."""
        away = [steps for n in range(len(side.provinces)) for steps in _steps_away(side, n)]
        self.steps_away: Ints = ints(away)
        """`steps_away[province * routes + route]`: the pawn's steps until it opens a route, 2 for more."""
        grants = sorted(
            (len(city.leave), n, sum(2 ** (land - 1) for land in city.leave))
            for n, city in enumerate(side.cities)
            if city.leave
        )
        self.grants: i64 = len(grants)
        self.grant_city: Ints = ints([n for _, n, _ in grants])
        """The cities whose rightmost office gives leave, those for one country first."""
        self.grant_lands: Ints = ints([lands for _, _, lands in grants])
        self.has_regions: bool = bool(side.regions)
        self.region_count: i64 = len(side.regions)
        self.region_cities: Ints = ints(
            [set_of([n for n, city in enumerate(side.cities) if land in city.regions]) for land in range(3)]
        )

        # Cities.
        self.office_count: Ints = ints([len(city.offices) for city in side.cities])
        offices = [len(city.offices) for city in side.cities]
        self.office_first: Ints = ints([sum(offices[:n]) for n in range(len(offices) + 1)])
        """How many offices the cities before a city have; all of them at the end."""
        padded = [[*city.offices, *[None] * (MOST_OFFICES - len(city.offices))] for city in side.cities]
        flat = [office for row in padded for office in row]
        self.office_colour: Ints = ints([9 if office is None else office.colour for office in flat])
        """`office_colour[city * 8 + n]`, and so on: what an office asks for and gives."""
        self.office_shape: Ints = ints([0 if office is None else office.shape for office in flat])
        self.office_coin: Ints = ints([0 if office is None else office.coin for office in flat])
        self.develops: Ints = ints([set_of(list(city.develops)) for city in side.cities])
        """The tracks that can be developed at a city."""
        self.is_special: Ints = ints([int(city.special) for city in side.cities])
        self.neighbours: Ints = ints(
            [
                set_of([end for route in side.routes if n in route.ends for end in route.ends if end != n])
                for n in range(len(side.cities))
            ]
        )
        """The cities at the other ends of a city's routes."""
        names = [city.name for city in side.cities]
        standard = all(name in names for card in MISSIONS for name in card)
        self.missions: Ints = ints(
            [set_of([names.index(name) for name in card]) if standard else 0 for card in MISSIONS]
        )
        """The cities of each mission card."""

        # Pairs of printed offices in a city, for exchanging them: in two words as well.
        pairs = [
            [(n, *pair) for pair in combinations(range(len(city.offices)), 2)]
            for n, city in enumerate(side.cities)
        ]
        ends = [0, *accumulate(map(len, pairs))]
        pair_split = max(end for end in ends if end <= WORD)
        self.pairs: i64 = ends[-1]
        self.pair_split: i64 = pair_split
        flat_pairs = [pair for row in pairs for pair in row]
        self.pair_city: Ints = ints([city for city, _, _ in flat_pairs])
        self.pair_left: Ints = ints([left for _, left, _ in flat_pairs])
        self.pair_right: Ints = ints([right for _, _, right in flat_pairs])

        # The numbers of actions (`actions.py`), in this order.
        routes, houses = len(side.routes), firsts[-1]
        self.place: i64 = FIRST_PLACE
        """+ shape * routes + route."""
        self.place_ship: i64 = self.place + 2 * routes
        """+ route, for routes with ships."""
        self.to: i64 = self.place_ship + self.sea
        """+ route."""
        self.to_ship: i64 = self.to + routes
        self.displace: i64 = self.to_ship + self.sea
        """+ shape * houses + house."""
        self.take: i64 = self.displace + 2 * houses
        """+ house."""
        self.establish: i64 = self.take + houses
        """+ route."""
        self.lay: i64 = self.establish + routes
        """+ route."""
        self.office: i64 = self.lay + routes
        """+ city."""
        self.extra: i64 = self.office + self.green
        """+ shape * cities + city."""
        self.green_office: i64 = self.extra + 2 * self.cities
        """+ shape * green cities + green city."""
        self.exchange: i64 = self.green_office + 2 * (self.cities - self.green)
        """+ pair."""
        self.pawn: i64 = self.exchange + self.pairs
        """+ province."""
        self.actions: i64 = self.pawn + self.provinces
        """How many there are."""


def _where(holds: list[bool]) -> int:
    """The set of the routes for which something holds."""
    return set_of([n for n, one in enumerate(holds) if one])


def _steps_away(side: BoardSide, origin: int) -> list[int]:
    """For each route, how many steps a province that it lies beside is from another; 2 at most."""
    here = side.provinces[origin]
    beside = {n for neighbour in here.neighbours for n in side.provinces[neighbour].routes}
    return [0 if n in here.routes else 1 if n in beside else 2 for n in range(len(side.routes))]


def _rings(side: BoardSide, origin: int) -> list[int]:
    """The routes one, two, three … steps from a route: those a step away share a city with it."""
    rings: list[int] = []
    seen, edge = {origin}, {origin}
    while edge:
        cities = {end for n in edge for end in side.routes[n].ends}
        edge = {n for n, route in enumerate(side.routes) if cities & {*route.ends}} - seen
        seen |= edge
        rings.append(set_of(list(edge)))
    if len(rings) > RINGS:
        raise ValueError(f"{side.name}: routes lie too far apart")
    return rings + [0] * (RINGS - len(rings))


BOARDS: Final[list[Board]] = [Board(number, side) for number, side in enumerate(BOARD_SIDES)]
"""Every side of every board, by number."""

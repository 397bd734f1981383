"""A second opinion: the rules of Hansa Teutonica once more, slowly and plainly, from their sentences.

It shares nothing with the rules but the printed tables. An arbiter is given a game as it was dealt and follows it
action by action: it works out for itself what may be done and what comes of it. Only what chance decides (which
marker was drawn) it has to look up. `test_arbiter.py` holds the rules to it.

The situation is kept in the form that positions are written in, so that the two can be compared as they are.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

SHAPES = ("trader", "merchant")
Piece = dict[str, Any]
Spot = tuple[str, str]
"""Somewhere to put a piece: a route, and `house` or `ship`."""


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


# -- the board ---------------------------------------------------------------------------------------


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


# -- the arbiter -------------------------------------------------------------------------------------


class Arbiter:
    """A game followed from its deal on."""

    def __init__(self, players: int, options: Mapping[str, Any], dealt: Mapping[str, Any]) -> None:
        self.rules = read("rules")[options["rules"]]
        self.modules = options["modules"]
        self.limit = None if options["limit"] == "none" else int(options["limit"])
        self.board = board_for(options["map"], players)
        self.now: dict[str, Any] = plain(dealt)
        self.news: dict[str, Any] = {}
        self.points = [Counter[str]() for _ in range(players)]
        """What the last action scored, by source."""

    @property
    def players(self) -> list[dict[str, Any]]:
        """Everybody's things, by seat."""
        found: list[dict[str, Any]] = self.now["players"]
        return found

    @property
    def me(self) -> dict[str, Any]:
        """Whoever is to decide."""
        return self.players[self.now["seat"]]

    def score(self, seat: int, points: int, source: str) -> None:
        """Advance a marker on the score track."""
        self.players[seat]["points"] += points
        if points:
            self.points[seat][source] += points

    # -- looking at the board ------------------------------------------------------------------------

    def pieces(self) -> Iterator[tuple[str, int, Piece]]:
        """Every piece on a route, with its house."""
        for route, row in self.now["houses"].items():
            for n, piece in enumerate(row):
                if piece:
                    yield route, n, piece

    def own(self, seat: int) -> list[tuple[str, int, Piece]]:
        """A seat's pieces on routes."""
        return [(route, n, piece) for route, n, piece in self.pieces() if piece["seat"] == seat]

    def spots(self, shape: str) -> set[Spot]:
        """Where a piece of a shape finds a free space: only merchants go aboard ships."""
        return {
            (route, kind)
            for route, one in self.board.routes.items()
            for kind, piece in zip(one.kinds, self.now["houses"][route], strict=True)
            if piece is None and (kind == "house" or shape == "merchant")
        }

    def land(self, route: str) -> str:
        """The country that a route runs through."""
        return self.board.routes[route].land

    def kind(self, route: str, n: int) -> str:
        """A house or a ship."""
        return self.board.routes[route].kinds[n]

    def printed(self, city: str) -> list[Piece]:
        """The pieces in a city's printed offices."""
        found: list[Piece] = self.now["cities"][city]["offices"]
        return found

    def in_city(self, city: str) -> list[int]:
        """The owners of all offices of a city from left to right; additional ones are left of the printed."""
        return [piece["seat"] for piece in self.now["cities"][city]["extras"] + self.printed(city)]

    def control(self, city: str) -> int | None:
        """Most offices; among those tied for it, the one furthest to the right."""
        owners = self.in_city(city)
        count = Counter(owners)
        return next((seat for seat in reversed(owners) if count[seat] == max(count.values())), None)

    def controlled(self, seat: int) -> set[str]:
        """The cities that a seat controls."""
        return {city for city in self.board.cities if self.control(city) == seat}

    def full(self, city: str) -> bool:
        """Every printed office is taken; a green city is complete with its first office."""
        offices = self.board.cities[city].offices
        return len(self.printed(city)) == len(offices) if offices else bool(self.in_city(city))

    def completed(self) -> int:
        """How many cities are complete."""
        return sum(self.full(city) for city in self.board.cities)

    def networks(self, seat: int) -> list[set[str]]:
        """Groups of neighbouring cities in which a seat has an office."""
        left = {city for city in self.board.cities if seat in self.in_city(city)}
        groups = []
        while left:
            group, edge = set[str](), {left.pop()}
            while edge:
                group |= edge
                edge = {near for city in edge for near in self.board.neighbours(city)} & left
                left -= edge
            groups.append(group)
        return groups

    def network_points(self, seat: int) -> int:
        """The largest network, in offices or by the given rules in cities, times the keys."""
        sizes = [
            len(group)
            if self.rules["network"] == "cities"
            else sum(self.in_city(city).count(seat) for city in group)
            for group in self.networks(seat)
        ]
        return max(sizes, default=0) * self.shown(seat, "keys")

    def shown(self, seat: int, track: str) -> int:
        """The last number uncovered on a track."""
        values: list[int] = TRACK[track]["values"]
        return values[self.players[seat]["desk"][track]]

    def unfinished(self) -> set[str]:
        """The tracks of whoever decides that can still be developed."""
        return {name for name, track in TRACK.items() if self.me["desk"][name] < len(track["values"]) - 1}

    # -- what may be done ----------------------------------------------------------------------------

    def allowed(self) -> set[str]:
        """Every action that the rules allow, in words."""
        if self.now["over"]:
            return set()
        if self.now["hand"]:
            return self.places_for_hand()
        match self.now["pending"]:
            case None:
                return self.in_turn()
            case "claim":
                return self.claims()
            case "payment":
                return {f"pay {shape}" for shape in SHAPES}
            case "displaced":
                return (
                    {f"next {shape}" for shape in self.displaced_shapes()}
                    | {f"take {route} {n + 1}" for route, n in self.own_to_place_again()}
                    | ({"done"} if self.may_stop_placing() else set())
                )
            case "reuse" | "place beyond":
                return (
                    {f"next {shape}" for shape in self.handed_shapes()}
                    | {f"take {route} {n + 1}" for route, n in self.own_to_place_beyond()}
                    | {"done"}
                )
            case "green city":
                return {"nothing"} | {
                    f"green {city} {shape}"
                    for city in self.green()
                    for shape in SHAPES
                    if self.me["supply"][shape]
                }
            case "privilege":
                return {"develop privilege", "nothing"}
            case "lay":
                return {f"lay {route}" for route in self.bare()}
            case "share":
                return {"nothing"} | {f"share {shape}" for shape in SHAPES if self.me["stock"][shape]}
            case "turn down":
                return {f"turn {kind}" for kind, count in self.me["unused"].items() if count}
            case "pawn start":
                return {f"pawn {name}" for name in self.board.provinces}
            case moving:
                left: set[str] = {f"take {route} {n + 1}" for route, n in self.movable(moving)}
                fresh = moving == "move" and self.now["left"] == self.shown(self.now["seat"], "book")
                return left if fresh else left | {"done"}

    def in_turn(self) -> set[str]:
        """Between actions: an action, a marker, a favour, the pawn, or the end of the turn."""
        words = {"end"}
        if self.now["actions"]:
            words |= self.incomes() | self.placements() | self.displacements() | self.routes_to_establish()
            if self.own(self.now["seat"]):
                words.add("move")
        words |= self.uses()
        if not self.now["begun"] and sum(self.me["unused"].values()) >= 2:
            words |= {f"favour {tile}" for tile in self.now["favours"]}
        if self.now["pawn"] and (self.now["actions"] or self.now["pawn steps"]):
            words |= {f"pawn {name}" for name in self.board.beside(self.now["pawn"])}
        return words

    def incomes(self) -> set[str]:
        """Up to as many pieces as the bags say; by the given rules, just as many."""
        stock = self.me["stock"]
        most = min(self.shown(self.now["seat"], "bags"), sum(stock.values()))
        words = set()
        for traders in range(stock["trader"] + 1):
            for merchants in range(stock["merchant"] + 1):
                taken = traders + merchants
                if 0 < taken <= most and (self.rules["income"] == "up to" or taken == most):
                    words.add(f"income {several(traders, 'trader')} {several(merchants, 'merchant')}".strip())
        return {" ".join(said.split()) for said in words}

    def open_to_me(self) -> set[str]:
        """Where one may place and displace: beside the pawn; in Wales and Scotland only with leave."""
        if self.now["pawn"]:
            return self.board.bordering(self.now["pawn"])
        if not self.board.lands:
            return set(self.board.routes)
        lands = {"England"} | {land for city in self.leaves() for land in self.board.cities[city].leave}
        return {route for route in self.board.routes if self.land(route) in lands}

    def leaves(self) -> list[str]:
        """The cities that still give leave this turn, to the owner of their rightmost office."""
        return [
            city
            for city, one in self.board.cities.items()
            if one.leave and city not in self.now["leave used"] and self.printed(city)
            if self.printed(city)[-1]["seat"] == self.now["seat"]
        ]

    def placements(self) -> set[str]:
        """A piece of the supply onto any free house."""
        return {
            f"place {shape} {route}" + (" ship" if kind == "ship" else "")
            for shape in SHAPES
            if self.me["supply"][shape]
            for route, kind in self.spots(shape)
            if route in self.open_to_me()
        }

    def displacements(self) -> set[str]:
        """An opponent's piece; it costs one piece, or two for a merchant, besides that which takes the house."""
        words = set()
        for route, n, piece in self.pieces():
            if piece["seat"] == self.now["seat"] or route not in self.open_to_me():
                continue
            if sum(self.me["supply"].values()) < 2 + (piece["shape"] == "merchant"):
                continue
            for shape in SHAPES:
                if self.me["supply"][shape] and (shape == "merchant" or self.kind(route, n) == "house"):
                    words.add(f"displace {route} {n + 1} with {shape}")
        return words

    def routes_to_establish(self) -> set[str]:
        """Every house has a piece of one's own."""
        return {
            f"establish {route}"
            for route, row in self.now["houses"].items()
            if all(piece and piece["seat"] == self.now["seat"] for piece in row)
            if not self.now["pawn"] or route in self.board.bordering(self.now["pawn"])
        }

    def uses(self) -> set[str]:
        """The markers that may be used between actions."""
        unused = self.me["unused"]
        words = {f"use {kind}" for kind in ("plus-3", "plus-4") if unused.get(kind)}
        theirs = [piece for _, _, piece in self.pieces() if piece["seat"] != self.now["seat"]]
        if unused.get("pieces") and (theirs if self.rules["box"] == "2020" else list(self.pieces())):
            words.add("use pieces")
        if unused.get("develop"):
            words |= {f"use develop {track}" for track in self.unfinished()}
        if unused.get("exchange"):
            words |= set(self.exchanges())
        return words

    def exchanges(self) -> Iterator[str]:
        """Two neighbouring printed offices, one one's own; by the given rules any two of a city."""
        for city in self.board.cities:
            taken = self.printed(city)
            for right in range(len(taken)):
                for left in range(right):
                    mine = self.now["seat"] in (taken[left]["seat"], taken[right]["seat"])
                    if self.rules["exchange"] == "any" or (right == left + 1 and mine):
                        yield f"exchange {city} {left + 1}-{right + 1}"

    def claims(self) -> set[str]:
        """What can be done with an established route: one of an office, a development, the special table."""
        route = self.board.routes[self.now["route"]]
        on_route = {piece["shape"] for piece in self.now["houses"][self.now["route"]]}
        privilege = self.me["desk"]["privilege"]
        words = {"nothing"}
        for city in route.ends:
            one = self.board.cities[city]
            taken = len(self.printed(city))
            if taken < len(one.offices):
                colour, shape, _ = one.offices[taken]
                if COLOURS.index(colour) <= privilege and shape in on_route:
                    words.add(f"office {city}")
            if self.me["unused"].get("office", 0) > self.now["fresh office"] and (taken or not one.offices):
                words |= {f"extra {city} {shape}" for shape in on_route}
            words |= {f"develop {track}" for track in one.develops if track in self.unfinished()}
            if one.special:
                words |= {
                    f"special {colour} {shape}"
                    for n, colour in enumerate(COLOURS)
                    if n <= privilege and self.now["special"][n] is None
                    for shape in on_route
                    if shape == "merchant" or self.rules["special"] == "any"
                }
        return words

    def bare(self) -> set[str]:
        """Where a marker may be laid: no marker, no piece, and a free office at an end; not beyond England."""
        return {
            name
            for name, route in self.board.routes.items()
            if name not in self.now["markers"]
            and route.permanent is None
            and route.land in ("", "England")
            and not any(self.now["houses"][name])
            and any(len(self.printed(city)) < len(self.board.cities[city].offices) for city in route.ends)
        }

    def green(self) -> set[str]:
        """The cities without printed offices."""
        return {city for city, one in self.board.cities.items() if not one.offices}

    # -- a piece in hand -----------------------------------------------------------------------------

    def places_for_hand(self) -> set[str]:
        """Where the piece in hand may go."""
        hand, asked = self.now["hand"], self.now["pending"]
        words = set()
        if asked == "displaced":
            spots = self.nearest(hand["shape"])
            stops = self.now["hand from"] is None and self.may_stop_placing()
        elif asked in ("reuse", "place beyond"):
            spots = self.room(hand["shape"])
            stops = self.now["hand from"] is None
        else:
            route, n = self.board.houses[self.now["hand from"] - 1]
            spots = {spot for spot in self.spots(hand["shape"]) if self.may_cross(route, spot[0])}
            stops = False
            words = {f"take {other} {m + 1}" for other, m in self.swaps(route, n)}
        words |= {f"to {route}" + (" ship" if kind == "ship" else "") for route, kind in spots}
        return words | ({"done"} if stops else set())

    def may_cross(self, start: str, to: str) -> bool:
        """Britannia: own pieces may leave a country for England; those that markers move stay in theirs."""
        lands = {self.land(start)} | ({"England"} if self.now["pending"] in ("move", "displaced") else set())
        return not self.board.lands or self.land(to) in lands

    def swaps(self, route: str, n: int) -> Iterator[tuple[str, int]]:
        """The pieces with which the one in hand may change places, for two moves."""
        hand = self.now["hand"]
        if self.now["left"] < 2 or self.now["pending"] == "move theirs":
            return
        for other, m, piece in self.pieces():
            if piece == hand or (self.now["pending"] == "move" and piece["seat"] != hand["seat"]):
                continue
            fits = (self.kind(other, m) == "house" or hand["shape"] == "merchant") and (
                self.kind(route, n) == "house" or piece["shape"] == "merchant"
            )
            if fits and self.may_cross(route, other) and self.may_cross(other, route):
                yield other, m

    def movable(self, asked: str) -> list[tuple[str, int]]:
        """The pieces that may be taken up."""
        me = self.now["seat"]
        whose = {"move": lambda seat: seat == me, "move theirs": lambda seat: seat != me}
        return [(r, n) for r, n, piece in self.pieces() if whose.get(asked, lambda _: True)(piece["seat"])]

    # -- the displaced player --------------------------------------------------------------------------

    def nearest(self, shape: str) -> set[Spot]:
        """The nearest routes with a free space that takes the piece; with the favour, any."""
        spots = self.spots(shape)
        if "relocation" in self.me["favours"]:
            return spots
        for ring in self.board.rings(self.now["route"]):
            found = {spot for spot in spots if spot[0] in ring and self.may_cross(self.now["route"], spot[0])}
            if found:
                return found
        return set()

    def source(self) -> str | None:
        """Where additional pieces come from: each only when what comes before it is empty."""
        if any(self.me["stock"].values()):
            return "stock"
        if any(self.me["supply"].values()):
            return "supply"
        on_routes = self.rules["extras"] == "routes" or self.now["pending"] == "place beyond"
        return "routes" if on_routes and self.own(self.now["seat"]) else None

    def may_stop_placing(self) -> bool:
        """The displaced piece must be placed; others may, but by the given rules those in stock must."""
        if self.now["displaced"]:
            return False
        return self.rules["extras"] == "routes" or self.source() != "stock"

    def displaced_shapes(self) -> set[str]:
        """The shapes of pieces that can be placed next, other than from routes."""
        shapes = {self.now["displaced"]["shape"]} if self.now["displaced"] else set()
        if self.now["left"] and self.source() in ("stock", "supply"):
            shapes |= {shape for shape, count in self.me[str(self.source())].items() if count}
        return {shape for shape in shapes if self.nearest(shape)}

    def own_to_place_again(self) -> list[tuple[str, int]]:
        """Own pieces on routes, when nothing else is left to place."""
        if self.now["displaced"] or not self.now["left"] or self.source() != "routes":
            return []
        return [(r, n) for r, n, piece in self.own(self.now["seat"]) if self.nearest(piece["shape"])]

    def ask_displaced(self) -> None:
        """Which piece comes next; a piece without a choice is taken up at once."""
        if self.now["displaced"] and not self.displaced_shapes():
            self.me["stock"][self.now["displaced"]["shape"]] += 1  # practically impossible
            self.now["displaced"] = None
        shapes = self.displaced_shapes()
        if len(shapes) == 1:
            self.now["hand"] = {"seat": self.now["seat"], "shape": shapes.pop()}
        elif not shapes and not self.own_to_place_again():
            self.now |= {"left": 0, "pending": None}

    # -- pieces that permanent markers hand out --------------------------------------------------------

    def room(self, shape: str) -> set[Spot]:
        """Any free space, or those beyond England."""
        beyond = self.now["pending"] == "place beyond"
        return {spot for spot in self.spots(shape) if not beyond or self.land(spot[0]) != "England"}

    def handed(self) -> dict[str, int]:
        """The pieces to choose from, other than from routes."""
        if self.now["pending"] == "reuse":
            found: dict[str, int] = self.now["spare"]
            return found
        source = self.source()
        return self.me[source] if source in ("stock", "supply") else dict.fromkeys(SHAPES, 0)

    def handed_shapes(self) -> set[str]:
        """Their shapes, as far as there is room for them."""
        return {shape for shape, count in self.handed().items() if count and self.room(shape)}

    def own_to_place_beyond(self) -> list[tuple[str, int]]:
        """Own pieces on routes that may go beyond England, when nothing else is left."""
        if self.now["pending"] != "place beyond" or self.source() != "routes":
            return []
        return [(r, n) for r, n, piece in self.own(self.now["seat"]) if self.room(piece["shape"])]

    def ask_handed(self) -> None:
        """Which piece comes next."""
        shapes = self.handed_shapes()
        if self.now["left"] == 0 or not (shapes or self.own_to_place_beyond()):
            self.stop_handing()
        elif len(shapes) == 1:
            self.now["hand"] = {"seat": self.now["seat"], "shape": shapes.pop()}

    def stop_handing(self) -> None:
        """What is left of a route goes to the stock."""
        for shape in SHAPES:
            self.me["stock"][shape] += self.now["spare"][shape]
        self.now |= {"spare": dict.fromkeys(SHAPES, 0), "hand": None, "left": 0, "pending": None}

    # -- what comes of an action -----------------------------------------------------------------------

    def follow(self, action: str, news: Mapping[str, Any]) -> None:
        """Carry out an action. `news` is the situation that it led to: only the pile is looked at."""
        self.news = dict(news)
        self.points = [Counter[str]() for _ in self.players]
        verb, *rest = action.split()
        getattr(self, f"do_{verb}")(*rest)
        if verb not in ("end", "lay") and self.now["pending"] is None and not self.now["over"]:
            self.go_on()

    def spend_action(self) -> None:
        """An action is used. The pawn's free steps come before or after the actions, not both."""
        self.now["actions"] -= 1
        self.now["begun"] = True
        if self.now["pawn steps"] < 2:
            self.now["pawn steps"] = 0

    def go_on(self) -> None:
        """After an action or a marker: the end of the game, of the turn, or neither."""
        self.now |= {"seat": self.now["active"], "route": None}
        if self.now["establishing"]:
            self.now["establishing"] = False
            if self.ends():
                self.final_scoring()
                return
        more = self.uses() or (self.now["pawn"] and self.now["pawn steps"])
        if self.now["actions"] == 0 and not more:
            self.end_turn()

    def ends(self) -> bool:
        """20 points, enough full cities, or no marker when one was needed."""
        return (
            any(player["points"] >= DESK["points"]["end"] for player in self.players)
            or self.completed() >= self.board.full_cities
            or self.now["ending"]
        )

    def do_end(self) -> None:
        """Give up what actions are left; the pawn may still have its steps."""
        waits = self.now["actions"] and self.now["begun"] and self.now["pawn steps"]
        self.now["actions"] = 0
        if not waits:
            self.end_turn()

    def end_turn(self) -> None:
        """Lay the markers drawn; those that fit nowhere wait. Then it is the next player's turn."""
        if self.me["waiting"] and self.bare():
            self.now["pending"] = "lay"
            return
        self.now["active"] = (self.now["active"] + 1) % len(self.players)
        if self.now["active"] == self.now["start"]:
            self.now["round"] += 1
            if self.limit and self.now["round"] > self.limit:
                self.final_scoring()
                return
        self.begin_turn()

    def begin_turn(self) -> None:
        """So many actions as the desk shows."""
        self.now["seat"] = self.now["active"]
        actions = self.shown(self.now["seat"], "actions") + ("action" in self.me["favours"])
        self.now |= {"actions": actions, "begun": False, "leave used": []}
        self.now["pawn steps"] = 2 if self.now["pawn"] else 0

    def do_lay(self, route: str) -> None:
        """Lay the marker drawn first."""
        self.now["markers"][route] = self.me["waiting"].pop(0)
        self.now["pending"] = None
        self.end_turn()

    # the five actions

    def do_income(self, *taken: str) -> None:
        """From the stock to the supply."""
        self.spend_action()
        for count, what in zip(taken[::2], taken[1::2], strict=True):
            shape = what.removesuffix("s")
            self.me["stock"][shape] -= int(count)
            self.me["supply"][shape] += int(count)
        for seat, player in enumerate(self.players):
            if "income" in player["favours"] and seat != self.now["active"] and any(player["stock"].values()):
                self.now |= {"pending": "share", "seat": seat}

    def do_place(self, shape: str, route: str, kind: str = "house") -> None:
        """From the supply onto the first free house."""
        self.spend_action()
        self.me["supply"][shape] -= 1
        self.put(self.now["seat"], shape, route, kind)
        self.use_leave(route)

    def put(self, seat: int, shape: str, route: str, kind: str) -> None:
        """A piece goes to the first free space of a kind."""
        row = self.now["houses"][route]
        n = next(n for n, there in enumerate(row) if there is None and self.kind(route, n) == kind)
        row[n] = {"seat": seat, "shape": shape}

    def use_leave(self, route: str) -> None:
        """Beyond England that uses up a leave: that for one country alone rather than one for both."""
        if self.board.lands and self.land(route) != "England":
            fitting = [city for city in self.leaves() if self.land(route) in self.board.cities[city].leave]
            self.now["leave used"].append(min(fitting, key=lambda city: len(self.board.cities[city].leave)))

    def do_displace(self, route: str, house: str, _with: str, shape: str) -> None:
        """Take the house; then pay, with a choice where there is one."""
        self.spend_action()
        row, n = self.now["houses"][route], int(house) - 1
        self.now |= {"displaced": row[n], "route": route}
        self.me["supply"][shape] -= 1
        row[n] = {"seat": self.now["seat"], "shape": shape}
        self.use_leave(route)
        self.now |= {"left": 2 if self.now["displaced"]["shape"] == "merchant" else 1, "pending": "payment"}
        self.pay_without_choice()

    def do_pay(self, shape: str) -> None:
        """One piece from the supply to the stock."""
        self.me["supply"][shape] -= 1
        self.me["stock"][shape] += 1
        self.now["left"] -= 1
        self.pay_without_choice()

    def pay_without_choice(self) -> None:
        """What leaves no choice is paid; then the displaced player decides."""
        shapes = [shape for shape in SHAPES if self.me["supply"][shape]]
        if self.now["left"] and (len(shapes) == 1 or sum(self.me["supply"].values()) == self.now["left"]):
            self.do_pay(shapes[0])
        elif self.now["left"] == 0:
            gone = self.now["displaced"]
            self.now |= {"seat": gone["seat"], "pending": "displaced"}
            better = gone["shape"] == "merchant" or "displaced" in self.me["favours"]
            self.now["left"] = 2 if better else 1
            self.ask_displaced()

    def do_next(self, shape: str) -> None:
        """Take up a piece to be placed."""
        self.now["hand"] = {"seat": self.now["seat"], "shape": shape}

    def do_move(self) -> None:
        """Move own pieces."""
        self.spend_action()
        self.now |= {"pending": "move", "left": self.shown(self.now["seat"], "book")}

    def do_take(self, route: str, house: str) -> None:
        """A piece on a route is taken up, removed, or changes places with the one in hand."""
        row, n = self.now["houses"][route], int(house) - 1
        piece, hand = row[n], self.now["hand"]
        if hand:
            home, place = self.board.houses[self.now["hand from"] - 1]
            row[n], self.now["houses"][home][place] = hand, piece
            self.moved(2)
        elif self.now["pending"] == "remove":
            row[n] = None
            self.players[piece["seat"]]["supply"][piece["shape"]] += 1
            self.moved(1)
        else:
            row[n] = None
            self.now |= {"hand": piece, "hand from": self.board.houses.index((route, n)) + 1}

    def do_to(self, route: str, kind: str = "house") -> None:
        """The piece in hand goes to a route."""
        hand, asked, lifted = self.now["hand"], self.now["pending"], self.now["hand from"] is not None
        came_from = self.source()
        self.put(hand["seat"], hand["shape"], route, kind)
        self.now |= {"hand": None, "hand from": None}
        if asked == "displaced":
            if hand == self.now["displaced"]:
                self.now["displaced"] = None
            else:
                self.now["left"] -= 1
                if not lifted:
                    self.me[str(came_from)][hand["shape"]] -= 1
            self.ask_displaced()
        elif asked in ("reuse", "place beyond"):
            self.now["left"] -= 1
            if asked == "reuse":
                self.now["spare"][hand["shape"]] -= 1
            elif not lifted:
                self.me[str(came_from)][hand["shape"]] -= 1
            self.ask_handed()
        else:
            self.moved(1)

    def moved(self, count: int) -> None:
        """So many moves are used; without more, or without pieces, it is over."""
        self.now |= {"hand": None, "hand from": None, "left": self.now["left"] - count}
        if self.now["left"] == 0 or not self.movable(self.now["pending"]):
            self.do_done()

    def do_done(self) -> None:
        """No more pieces."""
        if self.now["pending"] in ("reuse", "place beyond"):
            self.stop_handing()
        else:
            self.now |= {"hand": None, "left": 0, "pending": None}

    # establishing a route

    def do_establish(self, route: str) -> None:
        """Points for control, then the marker, then what is done with a piece."""
        self.spend_action()
        self.now |= {"establishing": True, "route": route}
        for city in self.board.routes[route].ends:
            controller = self.control(city)
            if controller is not None:
                self.score(controller, DESK["points"]["control"], "control")
        kind = self.now["markers"].pop(route, None)
        if kind:
            count(self.me["unused"], kind, 1)
            self.now["fresh office"] = kind == "office"
            if self.now["pile"]:
                drawn = next(k for k, n in self.now["pile"].items() if self.news["pile"].get(k, 0) < n)
                count(self.now["pile"], drawn, -1)
                self.me["waiting"].append(drawn)
            else:
                self.now["ending"] = True
        self.now["pending"] = "claim"
        if self.claims() == {"nothing"}:
            self.do_nothing()

    def do_nothing(self) -> None:
        """Take nothing of what is offered."""
        if self.now["pending"] == "claim":
            self.finish_route(None)
        else:
            self.now["pending"] = None

    def do_office(self, city: str) -> None:
        """A piece of the route into the leftmost free office."""
        _, shape, coin = self.board.cities[city].offices[len(self.printed(city))]
        self.printed(city).append({"seat": self.now["seat"], "shape": shape})
        self.score(self.now["seat"], coin, "coins")
        self.join_ends()
        self.finish_route(shape)

    def do_extra(self, city: str, shape: str) -> None:
        """A piece of the route to the left of all offices."""
        count(self.me["unused"], "office", -1)
        count(self.me["used"], "office", 1)
        self.now["cities"][city]["extras"].insert(0, {"seat": self.now["seat"], "shape": shape})
        self.join_ends()
        self.finish_route(shape)

    def do_green(self, city: str, shape: str) -> None:
        """A piece of the supply to the right of all offices of a green city."""
        self.me["supply"][shape] -= 1
        self.now["cities"][city]["extras"].append({"seat": self.now["seat"], "shape": shape})
        self.join_ends()
        self.now["pending"] = None

    def do_special(self, colour: str, shape: str) -> None:
        """A piece of the route onto the special table."""
        self.now["special"][COLOURS.index(colour)] = {"seat": self.now["seat"], "shape": shape}
        self.finish_route(shape)

    def do_develop(self, track: str) -> None:
        """A step of a track, for a route or for the permanent marker."""
        claimed = self.now["pending"] == "claim"
        self.develop(track)
        self.now["pending"] = None
        if claimed:
            self.finish_route(None)

    def develop(self, track: str) -> None:
        """The next piece goes to the supply; an uncovered action can be taken at once."""
        before = self.shown(self.now["seat"], track)
        self.me["desk"][track] += 1
        self.me["supply"][TRACK[track]["covered"]] += 1
        rises = self.shown(self.now["seat"], track) > before
        if track == "actions" and (rises or self.rules["action"] == "always"):
            self.now["actions"] += 1

    def join_ends(self) -> None:
        """7, 4 and 2 points for the first three to join the end cities."""
        seat = self.now["seat"]
        if not self.me["joined"] and any(self.board.ends <= group for group in self.networks(seat)):
            place = sum(player["joined"] for player in self.players)
            self.me["joined"] = True
            self.score(seat, [*DESK["points"]["east-west"], 0, 0][place], "east to west")

    def finish_route(self, spent: str | None) -> None:
        """The other pieces of the route go to the stock, but for what a permanent marker does."""
        route = self.now["route"]
        row = self.now["houses"][route]
        spare = Counter(piece["shape"] for piece in row)
        if spent:
            spare[spent] -= 1
        row[:] = [None] * len(row)
        self.now |= {"pending": None, "fresh office": False}
        permanent = self.board.routes[route].permanent
        if permanent == "reuse-two":
            self.now |= {"spare": {shape: spare[shape] for shape in SHAPES}, "pending": "reuse", "left": 2}
            self.ask_handed()
            return
        for shape in SHAPES:
            self.me["stock"][shape] += spare[shape]
        if permanent == "place-two":
            self.now |= {"pending": "place beyond", "left": 2}
            self.ask_handed()
        elif permanent == "move-two" and list(self.pieces()):
            self.now |= {"pending": "move any", "left": 2}
        elif permanent == "green-office" and any(self.me["supply"].values()):
            self.now["pending"] = "green city"
        elif permanent == "privilege" and "privilege" in self.unfinished():
            self.now["pending"] = "privilege"

    # markers, favours, the pawn

    def do_use(self, kind: str, track: str | None = None) -> None:
        """A marker is used and turned face down."""
        self.use_up(kind)
        if track:
            self.develop(track)
        elif kind == "pieces":
            self.now |= {"pending": "move theirs" if self.rules["box"] == "2020" else "remove", "left": 3}
        else:
            self.now["actions"] += 3 if kind == "plus-3" else 4

    def do_exchange(self, city: str, places: str) -> None:
        """Two offices change places; no coin is won."""
        self.use_up("exchange")
        left, right = (int(place) - 1 for place in places.split("-"))
        taken = self.printed(city)
        taken[left], taken[right] = taken[right], taken[left]

    def use_up(self, kind: str) -> None:
        """A marker used counts at the end like any other; the very start of the turn is over."""
        count(self.me["unused"], kind, -1)
        count(self.me["used"], kind, 1)
        if "favour" in self.modules:
            self.now["begun"] = True

    def do_favour(self, tile: str) -> None:
        """A tile for all actions of the turn and two markers."""
        self.now["favours"].remove(tile)
        self.me["favours"].append(tile)
        self.now |= {"actions": 0, "begun": True, "pending": "turn down", "left": 2}

    def do_turn(self, kind: str) -> None:
        """A marker is turned face down for a tile."""
        self.use_up(kind)
        self.now["left"] -= 1
        if self.now["left"] == 0:
            self.now["pending"] = None

    def do_share(self, shape: str) -> None:
        """A piece from the stock because another had income."""
        self.me["stock"][shape] -= 1
        self.me["supply"][shape] += 1
        self.now["pending"] = None

    def do_pawn(self, province: str) -> None:
        """Two borders are free, before or after the actions; others cost an action each."""
        if self.now["pending"] == "pawn start":
            self.now |= {"pawn": province, "pending": None}
            self.begin_turn()
            return
        self.now["pawn"] = province
        if self.now["pawn steps"] and (not self.now["begun"] or self.now["actions"] == 0):
            self.now["pawn steps"] -= 1
        else:
            self.spend_action()

    # -- the end -----------------------------------------------------------------------------------------

    def final_scoring(self) -> None:
        """Tracks, markers, special table, cities, network; then what the boards and modules add."""
        for seat, player in enumerate(self.players):
            full = sum(
                steps == len(TRACK[track]["values"]) - 1
                and (TRACK[track]["full"] > 0 or self.rules["full-keys"])
                for track, steps in player["desk"].items()
            )
            self.score(seat, full * DESK["points"]["full-track"], "full tracks")
            if "tracks" in player["favours"]:
                self.score(seat, full * (FAVOUR_POINTS["tracks"] - DESK["points"]["full-track"]), "favour")
            won = sum(player["unused"].values()) + sum(player["used"].values())
            self.score(seat, MARKER_POINTS[min(won, 10)], "markers")
            for piece, points in zip(self.now["special"], DESK["points"]["special"], strict=True):
                if piece and piece["seat"] == seat:
                    self.score(seat, points, "special table")
            cities = self.controlled(seat)
            self.score(seat, len(cities) * DESK["points"]["city"], "cities")
            if "cities" in player["favours"]:
                self.score(seat, len(cities) * (FAVOUR_POINTS["cities"] - DESK["points"]["city"]), "favour")
            self.score(seat, self.network_points(seat), "network")
            if player["mission"]:
                mission = {key(name) for name in player["mission"]}
                reached = sum(seat in self.in_city(city) for city in mission)
                bonus = CARDS["missions"]["all"] if mission <= cities else 0
                self.score(seat, reached * CARDS["missions"]["city"] + bonus, "mission")
        for land in self.board.lands[1:]:
            self.score_land(land)
        self.now |= {"over": True, "actions": 0, "pending": None}

    def score_land(self, land: str) -> None:
        """7, 4, 2 by cities controlled in a country, then by offices; those who tie share, rounded down."""
        cities = {city for city, one in self.board.cities.items() if land in one.lands}
        standing = {}
        for seat in range(len(self.players)):
            offices = sum(self.in_city(city).count(seat) for city in cities)
            if offices:
                standing[seat] = len(self.controlled(seat) & cities), offices
        prizes: list[int] = [*DESK["points"]["region"], 0, 0]
        for level in sorted(set(standing.values()), reverse=True):
            tied = [seat for seat, mine in standing.items() if mine == level]
            shared, prizes = prizes[: len(tied)], prizes[len(tied) :]
            for seat in tied:
                self.score(seat, sum(shared) // len(tied), "regions")

    def ranks(self) -> list[int]:
        """By points; ties go to the least developed actions, then to the better network."""
        best = [
            (-player["points"], player["desk"]["actions"], -self.network_points(seat))
            for seat, player in enumerate(self.players)
        ]
        return [1 + sum(other < mine for other in best) for mine in best]


# -- small things --------------------------------------------------------------------------------------


def several(number: int, thing: str) -> str:
    """So many things; nothing for none."""
    return f"{number} {thing}{'s' * (number > 1)}" if number else ""


def count(markers: dict[str, int], kind: str, change: int) -> None:
    """Change how many markers of a kind there are; kinds of which there are none are not named."""
    markers[kind] = markers.get(kind, 0) + change
    if not markers[kind]:
        del markers[kind]


def plain(position: Mapping[str, Any]) -> dict[str, Any]:
    """A position without what only the program knows, and without the order of what has none."""
    situation = {
        name: deepcopy(value) for name, value in position.items() if name not in ("chance", "reveals")
    }
    situation["leave used"] = sorted(situation["leave used"])
    for holder in (situation, *situation["players"]):
        holder["favours"] = sorted(holder["favours"])
    return situation

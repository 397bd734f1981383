"""Follows Hansa Teutonica by its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from burgher.games.hansa.components import (
    BOARD_SIDES,
    COLOURS,
    DESK,
    MARKER_TABLE,
    RULES,
    SHAPES,
    TRACKS,
    BoardSide,
    board_for,
)
from front.log_reading.base import Lines, Reader

LINES = Lines()
WHO = r"(?P<who>\w+)"
SHAPE = rf"(?P<shape>{'|'.join(SHAPES)})"
MARKER = "“(?P<title>[^”]+)”"
KIND = {str(marker["title"]): str(marker["name"]) for marker in MARKER_TABLE}


def counted(prefix: str) -> str:
    """Pieces as people count them."""
    return (
        rf"(?:nothing|(?:(?P<{prefix}traders>\d+) traders?)?(?: and )?"
        rf"(?:(?P<{prefix}merchants>\d+) merchants?)?)"
    )


def spot(prefix: str) -> str:
    """A house of a route, or a ship."""
    return rf"(?P<{prefix}>(?:a ship of )?[^–]+–[^–]+?)"


def whose(prefix: str) -> str:
    """A piece with its owner."""
    return rf"(?P<{prefix}>a|\w+'s) (?P<{prefix}_shape>{'|'.join(SHAPES)})"


Piece = tuple[int, str]
"""A seat and a shape."""


class Player:
    """What lies before a player."""

    def __init__(self) -> None:
        self.points = 0
        self.supply = Counter[str]()
        self.stock = Counter[str]()
        self.desk = Counter[str]()
        self.unused = Counter[str]()
        self.used = Counter[str]()
        self.waiting: list[str] = []
        self.favours: set[str] = set()
        self.mission: list[str] | None = None


class HansaReader(Reader):
    """A table that is kept by the log alone; known besides are options, board and box."""

    lines = LINES

    def __init__(self, names: tuple[str, ...], options: Mapping[str, Any]) -> None:
        super().__init__(names, options)
        number = board_for(str(options["map"]), len(names))
        assert number is not None
        self.side: BoardSide = BOARD_SIDES[number]
        cities = [city.name for city in self.side.cities]
        self.route_of = {f"{cities[r.ends[0]]}–{cities[r.ends[1]]}": r.key for r in self.side.routes}
        self.city_of = {city.name: city.key for city in self.side.cities}
        self.players = [Player() for _ in names]
        self.houses = Counter[tuple[str, bool, Piece]]()
        self.markers: dict[str, str] = {}
        box = "2020" if RULES[str(options["rules"])]["box"] == "2020" else "2009"
        self.pile = Counter({str(marker["name"]): int(marker[box]) for marker in MARKER_TABLE})
        self.offices: dict[str, list[Piece]] = {key: [] for key in self.city_of.values()}
        self.extras: dict[str, list[Piece]] = {key: [] for key in self.city_of.values()}
        self.special: dict[str, Piece] = {}
        self.displaced: Piece | None = None
        self.route: str | None = None
        self.spare = Counter[str]()
        self.pawn: str | None = None
        self.favours: set[str] = set()
        self.completed = 0

    def of(self, who: str) -> Player:
        """A player by name."""
        return self.players[self.seat_of[who]]

    def owner(self, who: str, owner: str) -> int:
        """Whose a piece is of which somebody's doings tell."""
        return self.seat_of[who if owner == "a" else owner.removesuffix("'s")]

    def at(self, place: str, piece: Piece) -> tuple[str, bool, Piece]:
        """A piece at a place."""
        route = place.removeprefix("a ship of ")
        return self.route_of[route], route != place, piece

    def put(self, place: str, piece: Piece) -> None:
        """A piece goes to a house."""
        self.houses[self.at(place, piece)] += 1

    def take(self, place: str, piece: Piece) -> None:
        """A piece leaves its house."""
        if not self.houses[self.at(place, piece)]:
            raise ValueError(f"no such piece on {place}")
        self.houses[self.at(place, piece)] -= 1

    # -- set-up and turns -------------------------------------------------------------------------

    @LINES.read(rf"{WHO} starts with {counted('')} in the supply and (?P<stock>\d+) traders? in stock\.")
    def starts_with(self, who: str, traders: str | None, merchants: str | None, stock: str) -> None:
        player = self.of(who)
        player.supply = Counter(trader=int(traders or 0), merchant=int(merchants or 0))
        player.stock = Counter(trader=int(stock))

    @LINES.read(rf"The marker {MARKER} lies at (?P<route>.+)\.")
    def first_marker(self, title: str, route: str) -> None:
        self.markers[self.route_of[route]] = KIND[title]
        self.pile[KIND[title]] -= 1

    @LINES.read(r"The favour “(?P<tile>[\w-]+)” is on display\.")
    def show_favour(self, tile: str) -> None:
        self.favours.add(tile)

    @LINES.read(rf"{WHO} takes {counted('')} from the stock\.")
    def income(self, who: str, traders: str | None, merchants: str | None) -> None:
        self.between(self.of(who).stock, self.of(who).supply, traders, merchants)

    def between(
        self, one: Counter[str], other: Counter[str], traders: str | None, merchants: str | None
    ) -> None:
        """Pieces go from one place to another."""
        for shape, count in zip(SHAPES, (traders, merchants), strict=True):
            one[shape] -= int(count or 0)
            other[shape] += int(count or 0)

    @LINES.read(rf"{WHO} takes a {SHAPE} from the stock as well\.")
    def share(self, who: str, shape: str) -> None:
        self.of(who).stock[shape] -= 1
        self.of(who).supply[shape] += 1

    # -- pieces on routes -------------------------------------------------------------------------

    @LINES.read(rf"{WHO} places the displaced {SHAPE} on {spot('where')}\.")
    def replace(self, who: str, shape: str, where: str) -> None:
        self.put(where, (self.seat_of[who], shape))
        self.displaced = None

    @LINES.read(rf"{WHO} places (?:a|another) {SHAPE} from the (?P<store>stock|supply) on {spot('where')}\.")
    def place_from_store(self, who: str, shape: str, store: str, where: str) -> None:
        player = self.of(who)
        (player.stock if store == "stock" else player.supply)[shape] -= 1
        self.put(where, (self.seat_of[who], shape))

    @LINES.read(rf"{WHO} places a {SHAPE} of the route again on {spot('where')}\.")
    def reuse(self, who: str, shape: str, where: str) -> None:
        self.spare[shape] -= 1
        self.put(where, (self.seat_of[who], shape))

    @LINES.read(rf"{WHO} places (?:a|another) {SHAPE} from {spot('origin')} on {spot('where')}\.")
    def place_anew(self, who: str, shape: str, origin: str, where: str) -> None:
        self.take(origin, (self.seat_of[who], shape))
        self.put(where, (self.seat_of[who], shape))

    @LINES.read(rf"{WHO} places a {SHAPE} on {spot('where')}\.")
    def place(self, who: str, shape: str, where: str) -> None:
        self.of(who).supply[shape] -= 1
        self.put(where, (self.seat_of[who], shape))

    @LINES.read(rf"{WHO} displaces (?P<victim>\w+)'s (?P<gone>\w+) on {spot('where')} with a {SHAPE}\.")
    def displace(self, who: str, victim: str, gone: str, where: str, shape: str) -> None:
        self.displaced = self.seat_of[victim], gone
        self.take(where, self.displaced)
        self.of(who).supply[shape] -= 1
        self.put(where, (self.seat_of[who], shape))

    @LINES.read(rf"{WHO} pays {counted('')} into the stock\.")
    def pay(self, who: str, traders: str | None, merchants: str | None) -> None:
        self.between(self.of(who).supply, self.of(who).stock, traders, merchants)

    @LINES.read(rf"{WHO}'s displaced {SHAPE} finds no house and goes to the stock\.")
    def strand(self, who: str, shape: str) -> None:
        self.of(who).stock[shape] += 1
        self.displaced = None

    @LINES.read(rf"{WHO} moves {whose('owner')} from {spot('origin')} to {spot('where')}\.")
    def move(self, who: str, owner: str, owner_shape: str, origin: str, where: str) -> None:
        piece = self.owner(who, owner), owner_shape
        self.take(origin, piece)
        self.put(where, piece)

    @LINES.read(
        rf"{WHO} lets {whose('one')} on {spot('here')} and {whose('other')} on {spot('there')}"
        r" change places\."
    )
    def swap(
        self, who: str, one: str, one_shape: str, here: str, other: str, other_shape: str, there: str
    ) -> None:
        first, second = (self.owner(who, one), one_shape), (self.owner(who, other), other_shape)
        self.take(here, first)
        self.take(there, second)
        self.put(here, second)
        self.put(there, first)

    @LINES.read(rf"{WHO} takes {whose('owner')} off {spot('where')}, to its owner's supply\.")
    def remove(self, who: str, owner: str, owner_shape: str, where: str) -> None:
        seat = self.owner(who, owner)
        self.take(where, (seat, owner_shape))
        self.players[seat].supply[owner_shape] += 1

    # -- establishing a route ---------------------------------------------------------------------

    @LINES.read(r"\w+ establishes (?P<route>[^–]+–[^–]+)\.")
    def establish(self, route: str) -> None:
        self.route = self.route_of[route]

    def gather(self, seat: int) -> None:
        """The pieces of the route that is being established leave their houses."""
        if self.route is None:
            return
        for (route, ship, piece), count in list(self.houses.items()):
            if route == self.route and piece[0] == seat:
                self.spare[piece[1]] += count
                del self.houses[route, ship, piece]

    @LINES.read(rf"{WHO} wins the marker {MARKER}\.")
    def win(self, who: str, title: str) -> None:
        assert self.markers.pop(str(self.route)) == KIND[title]
        self.of(who).unused[KIND[title]] += 1

    @LINES.read(rf"{WHO} draws a new marker, {MARKER}, to be laid at the end of the turn\.")
    def draw(self, who: str, title: str) -> None:
        self.pile[KIND[title]] -= 1
        self.of(who).waiting.append(KIND[title])

    @LINES.read(rf"{WHO} establishes an office in (?P<city>.+) with a {SHAPE}\.")
    def office(self, who: str, city: str, shape: str) -> None:
        self.gather(self.seat_of[who])
        self.spare[shape] -= 1
        self.offices[self.city_of[city]].append((self.seat_of[who], shape))

    @LINES.read(rf"{WHO} adds an office with a {SHAPE} at the left in (?P<city>.+)\.")
    def extra_office(self, who: str, shape: str, city: str) -> None:
        self.gather(self.seat_of[who])
        self.spare[shape] -= 1
        self.extras[self.city_of[city]].insert(0, (self.seat_of[who], shape))

    @LINES.read(rf"{WHO} adds an office with a {SHAPE} at the right in (?P<city>.+)\.")
    def green_office(self, who: str, shape: str, city: str) -> None:
        self.of(who).supply[shape] -= 1
        self.extras[self.city_of[city]].append((self.seat_of[who], shape))

    @LINES.read(r".+ is complete: (?P<count>\d+) of \d+ cities\.")
    def complete(self, count: str) -> None:
        self.completed = int(count)

    @LINES.read(rf"{WHO} develops (?P<track>\w+) to \w+(?: and gains an action)?\.")
    def develop(self, who: str, track: str) -> None:
        self.gather(self.seat_of[who])
        self.of(who).desk[track] += 1
        self.of(who).supply[DESK["track"][TRACKS.index(track)]["covered"]] += 1

    @LINES.read(rf"{WHO} puts a {SHAPE} on the (?P<colour>\w+) space of the special table\.")
    def take_special(self, who: str, shape: str, colour: str) -> None:
        self.gather(self.seat_of[who])
        self.spare[shape] -= 1
        self.special[colour] = self.seat_of[who], shape

    @LINES.read(rf"{WHO} does nothing with the route\.")
    def leave(self, who: str) -> None:
        self.gather(self.seat_of[who])

    @LINES.read(rf"{WHO} puts {counted('')} of the route into the stock\.")
    def put_back(self, who: str, traders: str | None, merchants: str | None) -> None:
        self.between(self.spare, self.of(who).stock, traders, merchants)
        self.route = None

    # -- markers, favours, the pawn ---------------------------------------------------------------

    @LINES.read(rf"{WHO} (?:uses|turns) the marker {MARKER}(?: face down)?\.")
    def use(self, who: str, title: str) -> None:
        self.of(who).unused[KIND[title]] -= 1
        self.of(who).used[KIND[title]] += 1

    @LINES.read(r"\w+ exchanges offices (?P<one>\d) and (?P<other>\d) in (?P<city>.+)\.")
    def exchange(self, one: str, other: str, city: str) -> None:
        offices = self.offices[self.city_of[city]]
        left, right = int(one) - 1, int(other) - 1
        offices[left], offices[right] = offices[right], offices[left]

    @LINES.read(rf"{WHO} lays the marker {MARKER} at (?P<route>.+)\.")
    def lay(self, who: str, title: str, route: str) -> None:
        assert self.of(who).waiting.pop(0) == KIND[title]
        self.markers[self.route_of[route]] = KIND[title]

    @LINES.read(rf"{WHO} gives up all actions and buys the favour “(?P<tile>[\w-]+)”\.")
    def buy(self, who: str, tile: str) -> None:
        self.favours.remove(tile)
        self.of(who).favours.add(tile)

    @LINES.read(r"\w+ moves the pawn to the province of (?P<province>\w+)(?: for an action)?\.")
    def move_pawn(self, province: str) -> None:
        self.pawn = province.casefold()

    @LINES.read(rf"{WHO} scores (?P<points>\d+) points?: .+\.")
    def score(self, who: str, points: str) -> None:
        self.of(who).points += int(points)

    @LINES.read(rf"{WHO}'s mission is (?P<cities>.+)\.")
    def show_mission(self, who: str, cities: str) -> None:
        self.of(who).mission = cities.replace(" and ", ", ").split(", ")

    LINES.idle(
        r"\w+ is the start player\.",
        r"Turn \d+: \w+ has \d+ actions?\.",
        r"\w+ gives up \d+ actions?\.",
        r"\w+ does without \d+ more pieces?\.",
        r"No marker is left to replace it: the game ends with this action\.",
        r"\w+ finds no route for the marker .+ and keeps it for later\.",
        r"\w+ (?:takes no share of the income|puts no piece into a green city|does not develop privilege)\.",
        r"(?:.+ the game ends|\w+ has reached the points that end the game)\.",
        r"The game is over: \w+ (?:wins|shares the victory)\.",
    )

    # -- the table --------------------------------------------------------------------------------

    def table(self) -> dict[str, Any]:
        return {
            "houses": +self.houses,
            "markers": self.markers,
            "pile": +self.pile,
            "offices": self.offices,
            "extras": self.extras,
            "special": self.special,
            "displaced": self.displaced,
            "spare": +self.spare,
            "pawn": self.pawn,
            "favours": self.favours,
            "completed": self.completed,
            "players": [
                {
                    "points": player.points,
                    "supply": +player.supply,
                    "stock": +player.stock,
                    "desk": +player.desk,
                    "unused": +player.unused,
                    "used": +player.used,
                    "waiting": player.waiting,
                    "favours": player.favours,
                    "mission": player.mission,
                }
                for player in self.players
            ],
        }

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        def piece(one: Mapping[str, Any] | None) -> Piece | None:
            return (one["seat"], one["shape"]) if one else None

        def row(pieces: list[Mapping[str, Any]]) -> list[Piece]:
            return [found for one in pieces if (found := piece(one))]

        houses = Counter[tuple[str, bool, Piece]]()
        house = 0
        for route in self.side.routes:
            for place, one in enumerate(view["houses"][route.key]):
                house += 1
                lifted = view["hand"] if view["hand from"] == house else None  # told when it is put down
                if found := piece(one or lifted):
                    houses[route.key, place in route.ships, found] += 1
        special = zip(COLOURS, map(piece, view["special"]), strict=True)
        return {
            "houses": houses,
            "markers": view["markers"],
            "pile": Counter(view["pile"]),
            "offices": {key: row(city["offices"]) for key, city in view["cities"].items()},
            "extras": {key: row(city["extras"]) for key, city in view["cities"].items()},
            "special": {colour: one for colour, one in special if one},
            "displaced": piece(view["displaced"]),
            "spare": +Counter(view["spare"]),
            "pawn": view["pawn"],
            "favours": set(view["favours"]),
            "completed": view["completed"],
            "players": [
                {
                    "points": player["points"],
                    "supply": +Counter(player["supply"]),
                    "stock": +Counter(player["stock"]),
                    "desk": +Counter(player["desk"]),
                    "unused": Counter(player["unused"]),
                    "used": Counter(player["used"]),
                    "waiting": player["waiting"],
                    "favours": set(player["favours"]),
                    "mission": player["mission"],
                }
                for player in view["players"]
            ],
        }

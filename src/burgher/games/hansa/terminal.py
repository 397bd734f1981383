"""The table drawn for a terminal, from what a seat may see and from nothing else.

The map lies as it is printed: every city with its offices, every house of every route. Colour helps and is
never needed: players are numbers, colours of offices are letters, and brackets are shapes, square for a
trader and round for a merchant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise, product
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import Group
from rich.table import Table
from rich.text import Text

from burgher.games.hansa.components import (
    BOARD_SIDES,
    COLOURS,
    DESK,
    MARKERS,
    PERMANENT,
    SHAPES,
    TRACKS,
    BoardSide,
    City,
    Spot,
)
from burgher.games.hansa.naming import (
    counts_for,
    ends_of,
    house_name,
    listed,
    marker_name,
    pieces,
    province_name,
    route_name,
    several,
    track_value,
)
from burgher.kernel.drawing import Drawing, side_by_side

if TYPE_CHECKING:
    from rich.console import RenderableType

View = Mapping[str, Any]
Piece = Mapping[str, Any]

LEAST_WIDTH = 100
"""A narrower terminal gets lists of routes and cities instead of the map."""
MOST_WIDTH = 120
LETTERS = 3
"""Where it is tight, the letters of a city or a track, and more where they do not tell two cities apart."""
LOW, HIGH = 40, 58
"""The rows of a map: of a broad one, and of one that is higher than broad."""

_SEATS = (
    "bold #ffffff on #1f5fa8",
    "bold #201800 on #f0c030",
    "bold #ffffff on #2c7a44",
    "bold #ffffff on #b03030",
    "bold #ffffff on #7a4fa3",
)
_OFFICES = (
    "#202020 on #f2efe6",
    "#201000 on #f0a050",
    "#2b0a1a on #ee9dbd",
    "#f2efe6 on #303030",
)
_MARKER = "bold #241c00 on #e4b522"
_CITY = "bold"

_SHORT = {
    "office": "office",
    "exchange": "swap",
    "pieces": "3 off",
    "develop": "dev",
    "plus-3": "+3",
    "plus-4": "+4",
    "move-two": "=move2",
    "privilege": "=priv",
    "green-office": "=green",
    "reuse-two": "=use2",
    "place-two": "=put2",
}
"""Markers in a few letters; those that are printed on the board begin with `=`."""


def draw(view: View, seat: int | None, names: Sequence[str]) -> RenderableType:
    """The table as `seat` may see it; a spectator looks over the shoulder of whoever decides."""
    return _Drawing(view, view["seat"] if seat is None else seat, names)


class _Drawing(Drawing):
    """The table, arranged for the terminal it is printed on."""

    in_ascii: ClassVar[Mapping[int, int | str]] = str.maketrans("·–“”…", '.-"".')

    def arranged(self, width: int) -> RenderableType:
        view = self.view
        side = next(side for side in BOARD_SIDES if side.name == view["board"])
        board = _map(view, side, min(width, MOST_WIDTH)) if width >= LEAST_WIDTH else _lists(view, side)
        seats = [(self.seat + n) % len(self.names) for n in range(len(self.names))]
        return Group(
            *_progress(view, side, self.names),
            Text(),
            board,
            Text(),
            *_legend(side),
            *(line for seat in reversed(seats) for line in _desk(view, seat, self.names)),
        )

    def in_short(self, width: int) -> Iterator[RenderableType]:
        """Cities and routes in columns in place of the map, the others in a line each; then tighter."""
        view = self.view
        side = next(side for side in BOARD_SIDES if side.name == view["board"])
        seats = [(self.seat + n) % len(self.names) for n in range(1, len(self.names))]
        yield Group(
            *_progress(view, side, self.names),
            side_by_side(list(_cities(view, side)), width),
            side_by_side([_route(view, side, n) for n in range(len(side.routes))], width),
            *(_desk_in_short(view, seat, self.names) for seat in seats),
            *_desk(view, self.seat, self.names),
        )
        yield Group(
            *_progress(view, side, self.names, tight=True),
            side_by_side(list(_cities(view, side, tight=True)), width),
            side_by_side([_route(view, side, n, tight=True) for n in range(len(side.routes))], width),
            *(_desk_in_short(view, seat, self.names) for seat in seats),
            *_desk(view, self.seat, self.names, tight=True),
        )


# -- pieces and offices ---------------------------------------------------------------------------

Cell = tuple[str, str]
"""A few characters and their style."""


def _piece(one: Piece) -> Cell:
    """A piece: the number of its owner, in brackets of its shape."""
    number = one["seat"] + 1
    return (f"[{number}]" if one["shape"] == SHAPES[0] else f"({number})"), _SEATS[one["seat"]]


def _house(one: Piece | None, ship: bool) -> Cell:
    """A house of a route with what is on it."""
    if one is not None:
        return _piece(one)
    return ("(~)" if ship else "< >"), ""


def _offices(city: City, seen: View) -> list[Cell]:
    """The offices of a city from left to right, additional ones first, then those taken, then those free."""
    row = [_piece(one) for one in (*seen["extras"], *seen["offices"])]
    for office in city.offices[len(seen["offices"]) :]:
        inside = COLOURS[office.colour][0] + ("*" if office.coin else "")
        brackets = "()" if office.shape else "[]"
        row.append((f"{brackets[0]}{inside}{brackets[1]}", _OFFICES[office.colour]))
    if seen["extras"] and city.offices:
        row.insert(len(seen["extras"]), ("|", ""))
    return row or [("(green)", "")]


def _city_title(side: BoardSide, city: City, seen: View, letters: int | None = None) -> list[Cell]:
    """The name of a city, who controls it, and what is special there."""
    title: list[Cell] = [(city.name, _CITY)]
    if seen["control"] is not None:
        title += [(" ", ""), (f"={seen['control'] + 1}", _SEATS[seen["control"]])]
    title += [(f" +{TRACKS[track][:letters]}", "") for track in city.develops]
    if city.special:
        title.append((f" +{'special'[:letters]}", ""))
    title += [(f" @{country[:letters]}", "") for country in counts_for(side, city)]
    title += [(f" >{side.regions[land][:letters]}", "") for land in city.leave]
    if side.cities.index(city) in side.ends:
        title.append((" #", ""))
    return title


def _cities(view: View, side: BoardSide, *, tight: bool = False) -> Iterator[Text]:
    """Each city in a line; where it is tight, what else is there in a few letters."""
    for city in side.cities:
        seen = view["cities"][city.key]
        title = _city_title(side, city, seen, LETTERS if tight else None)
        yield Text.assemble(*title, " ", *_offices(city, seen))


def _plate(view: View, side: BoardSide, route: int) -> Cell | None:
    """The marker of a route."""
    marker = view["markers"].get(side.routes[route].key)
    permanent = side.routes[route].permanent
    if marker is not None:
        return f"{{{_SHORT[marker]}}}", _MARKER
    return None if permanent is None else (f"{{{_SHORT[PERMANENT[permanent]]}}}", "")


# -- the map --------------------------------------------------------------------------------------


class _Canvas:
    """Characters with their styles, written where nothing is written yet."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cells: list[list[Cell | None]] = [[None] * width for _ in range(height)]

    def is_free(self, row: int, column: int, width: int) -> bool:
        """Whether there is room for some characters with a space on either side."""
        if not (0 <= row < self.height and column >= 0 and column + width <= self.width):
            return False
        return all(cell is None for cell in self.cells[row][max(0, column - 1) : column + width + 1])

    def write(self, row: int, column: int, parts: Sequence[Cell]) -> None:
        """Write parts side by side."""
        for text, style in parts:
            for char in text:
                self.cells[row][column] = char, style
                column += 1

    def put(self, row: int, middle: int, lines: Sequence[Sequence[Cell]]) -> tuple[int, int]:
        """Write lines, one below the other, as near to a place as there is room; return where."""
        widths = [sum(len(text) for text, _ in line) for line in lines]
        for up, aside in _steps_away():
            top = row + up
            starts = [min(max(0, middle + aside - width // 2), self.width - width) for width in widths]
            spots = list(zip(range(top, top + len(lines)), starts, widths, strict=True))
            if all(self.is_free(*spot) for spot in spots):
                for (at, column, _), line in zip(spots, lines, strict=True):
                    self.write(at, column, line)
                return top, middle + aside
        raise ValueError("the map is too small for what lies on it")

    def dot(self, row: int, column: int) -> None:
        """A step of a road, where nothing else is."""
        if 0 <= row < self.height and 0 <= column < self.width and self.cells[row][column] is None:
            self.cells[row][column] = "·", "dim"

    def text(self) -> Text:
        """The whole canvas."""
        lines = []
        for row in self.cells:
            runs = groupby((cell or (" ", "") for cell in row), key=lambda cell: cell[1])
            line = Text.assemble(*(("".join(char for char, _ in run), style) for style, run in runs))
            line.rstrip()
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)


@cache
def _steps_away() -> list[tuple[int, int]]:
    """Steps from a place to any other, the shortest first; a row counts for three columns."""
    steps = product(range(-HIGH, HIGH), range(-MOST_WIDTH, MOST_WIDTH))
    return sorted(steps, key=lambda step: (9 * step[0] ** 2 + step[1] ** 2, step))


def _map(view: View, side: BoardSide, width: int) -> Text:
    """The board as it is printed: cities first, then houses, markers and the pawn, then the roads between."""
    height = HIGH if side.aspect < 1 else LOW
    canvas = _Canvas(width, height)
    spots = [city.at for city in side.cities] + [spot for route in side.routes for spot in route.houses]
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)

    def at(spot: Spot) -> tuple[int, int]:
        """The row and column of a place; where nothing lies above and below, no rows are wasted."""
        return 1 + round((spot[1] - top) / (bottom - top) * (height - 2)), spot[0] * (width - 1) // 1000

    cities = []
    for city in sorted(side.cities, key=lambda city: -len(city.offices)):
        seen = view["cities"][city.key]
        row, column = at(city.at)
        place = canvas.put(row - 1, column, [_city_title(side, city, seen), _offices(city, seen)])
        cities.append((city.key, place))
    places = dict(cities)
    roads = []
    for route in side.routes:
        stops = [places[side.cities[route.ends[0]].key]]
        for n, spot in enumerate(route.houses):
            row, column = at(spot)
            cell = _house(view["houses"][route.key][n], n in route.ships)
            stops.append(canvas.put(row, column, [[cell]]))
        roads.append([*stops, places[side.cities[route.ends[1]].key]])
    for n, route in enumerate(side.routes):
        if plate := _plate(view, side, n):
            canvas.put(*at(route.plate), [[plate]])
    for province in side.provinces:
        if view["pawn"] is not None:
            here = province.name == view["pawn"]
            name = f"**{province.name}**" if here else province.name
            canvas.put(*at(province.at), [[(name, "bold reverse" if here else "italic")]])
    for road in roads:
        for (row, column), (to_row, to_column) in pairwise(road):
            steps = max(abs(to_row - row), abs(to_column - column) // 2, 1)
            for step in range(1, steps):
                canvas.dot(
                    round(row + (to_row - row) * step / steps),
                    round(column + (to_column - column) * step / steps),
                )
    return canvas.text()


# -- lists, where there is no room for a map ------------------------------------------------------


def _lists(view: View, side: BoardSide) -> Group:
    """Cities and routes line by line."""
    cities = Table.grid(padding=(0, 2))
    for city in side.cities:
        seen = view["cities"][city.key]
        cities.add_row(Text.assemble(*_city_title(side, city, seen)), Text.assemble(*_offices(city, seen)))
    routes = Table.grid(padding=(0, 2))
    for n, route in enumerate(side.routes):
        lying = view["houses"][route.key]
        houses = [Text(*_house(one, place in route.ships)) for place, one in enumerate(lying)]
        plate = _plate(view, side, n)
        routes.add_row(route_name(side, n), Text(" ").join(houses), Text(*plate) if plate else Text())
    return Group(cities, Text(), routes)


def _route(view: View, side: BoardSide, route: int, *, tight: bool = False) -> Text:
    """A route in a line, with its marker; a free house is a dash, or a wave where a ship lies.

    Where it is tight, cities are as many of their letters as tell them apart.
    """
    name = route_name(side, route)
    if tight:
        short = _beginnings(tuple(city.name for city in side.cities))
        name = "–".join(short[end] for end in side.routes[route].ends)
    line = Text(f"{name} ")
    for place, one in enumerate(view["houses"][side.routes[route].key]):
        if one is not None:
            line.append(*_piece(one))
        else:
            free = "~" if place in side.routes[route].ships else "-"
            line.append(free if tight else f" {free} ")
    if plate := _plate(view, side, route):
        line.append(" ").append(*plate)
    return line


@cache
def _beginnings(names: Sequence[str]) -> list[str]:
    """How names begin, as far as tells them apart."""

    def is_enough(beginning: str) -> bool:
        return sum(name.startswith(beginning) for name in names) == 1

    return [
        next((name[:n] for n in range(LETTERS, len(name)) if is_enough(name[:n])), name) for name in names
    ]


# -- around it ------------------------------------------------------------------------------------


def _progress(view: View, side: BoardSide, names: Sequence[str], *, tight: bool = False) -> Iterator[Text]:
    """Whose turn it is, what is being done, and how far the game has come."""
    if view["over"]:
        yield Text("The game is over", "bold")
    elif view["pending"] == "pawn start":
        yield Text("Before the first turn: the pawn is set up", "bold")
    else:
        left = several(view["actions"], "action")
        yield Text(f"Turn {view['round']}, {names[view['active']]}: {left} left", "bold")
    yield from _under_way(view, side)
    drawn = sum(view["pile"].values())
    facts = [
        f"Completed cities {view['completed']} of {side.completed}",
        f"Markers {drawn}" if tight else f"Markers to draw {drawn}",
        f"# {_joining(view)}" if tight else f"# {ends_of(side)}: {_joining(view)}",
    ]
    yield Text("   ".join(facts))
    worth = zip(COLOURS, DESK["points"]["special"], view["special"], strict=True)
    spaces = [
        Text.assemble(_piece(one) if one else (f"{colour} {points}", _OFFICES[COLOURS.index(colour)]))
        for colour, points, one in worth
    ]
    line = Text.assemble("Special table   ", Text("  ").join(spaces))
    if view["favours"]:
        line.append(f"   Favours for sale: {', '.join(view['favours'])}")
    yield line


def _joining(view: View) -> str:
    left = DESK["points"]["east-west"][view["joins"] :]
    return f"{listed(list(map(str, left)))} points to come" if left else "all points are gone"


def _under_way(view: View, side: BoardSide) -> Iterator[Text]:
    """A piece in hand, a route being established, a marker to be laid, the pawn."""
    said = []
    if view["hand"] is not None:
        came = f" from {house_name(side, view['hand from'] - 1)}" if view["hand from"] is not None else ""
        said.append(Text.assemble("In hand ", _piece(view["hand"]), came))
    if view["route"] is not None:
        route = route_name(side, side.route(view["route"]))
        said.append(Text(f"{'Established' if view['establishing'] else 'Displaced on'} {route}"))
    if view["pawn"] is not None:
        steps = several(view["pawn steps"], "free step")
        said.append(Text(f"Pawn in {province_name(side, _province(side, view['pawn']))}, {steps}"))
    if said:
        yield Text("   ").join(said)


def _province(side: BoardSide, name: str) -> int:
    return [province.name for province in side.provinces].index(name)


def _legend(side: BoardSide) -> Iterator[Text]:
    coins = {office.coin for city in side.cities for office in city.offices} - {0}
    letters = ", ".join(f"{colour[0]} {colour}" for colour in COLOURS)
    yield Text(
        "[1] trader, (1) merchant of player 1   < > free house   =1 controls   +track developed here", "dim"
    )
    yield Text(
        f"[w] (w) free office: {letters}, * with {several(max(coins), 'point')}   # worth joining", "dim"
    )
    more = ["{} marker"]
    if any(route.ships for route in side.routes):
        more.append("{=} permanent marker   (~) ship, for merchants")
    if side.regions:
        more.append("@country it counts for   >country it gives leave for")
    yield Text("   ".join(more), "dim")


# -- desks ----------------------------------------------------------------------------------------


def _desk(view: View, seat: int, names: Sequence[str], *, tight: bool = False) -> Iterator[Text]:
    """A player with all that is theirs."""
    player = view["players"][seat]
    decides = " (to decide)" if seat == view["seat"] and not view["over"] else ""
    yield Text.assemble(
        (f" {seat + 1} ", _SEATS[seat]),
        (f" {names[seat]}: {several(player['points'], 'point')}{decides}", "bold"),
        f"   Supply {_count(player['supply'])}   Stock {_count(player['stock'])}",
    )
    between = "" if tight else " "
    tracks = [f"{track} {_steps(n, player['desk'][track], between)}" for n, track in enumerate(TRACKS)]
    yield Text(f"    {'  '.join(tracks)}")
    if held := _held(player, tight=tight):
        yield Text(f"    {held}")


def _desk_in_short(view: View, seat: int, names: Sequence[str]) -> Text:
    """Another player in a line: points, pieces, and how far each track is developed."""
    player = view["players"][seat]
    reached = []
    for n, track in enumerate(TRACKS):
        value = track_value(n, player["desk"][track])
        reached.append(f"{track} {value[0] if track == 'privilege' else value}")
    return Text.assemble(
        (f" {seat + 1} ", _SEATS[seat]),
        (f" {names[seat]}: {several(player['points'], 'point')}", "bold"),
        f"   Supply {_count(player['supply'])}   {', '.join(reached)}",
        no_wrap=True,
        overflow="ellipsis",
    )


def _count(held: Mapping[str, int]) -> str:
    return pieces(held["trader"], held["merchant"]) if any(held.values()) else "-"


def _steps(track: int, developed: int, between: str) -> str:
    """The steps of a track, the one reached in brackets."""
    values = [track_value(track, n) for n in range(len(DESK["track"][track]["values"]))]
    if TRACKS[track] == "privilege":
        values = [value[0] for value in values]
    return between.join(f"[{value}]" if n == developed else value for n, value in enumerate(values))


def _held(player: View, *, tight: bool) -> str:
    """Markers, favours and the mission; where it is tight, not what has been used."""
    said = []
    if player["unused"]:
        said.append(f"Markers: {_markers(player['unused'])}")
    if player["used"] and not tight:
        said.append(f"used: {_markers(player['used'])}")
    if player["waiting"]:
        said.append("to lay: " + ", ".join(marker_name(MARKERS.index(one)) for one in player["waiting"]))
    if player["joined"]:
        said.append("has joined the ends")
    if player["favours"]:
        said.append(f"Favours: {', '.join(player['favours'])}")
    if player["mission"]:
        said.append(f"Mission: {', '.join(player['mission'])}")
    return "   ".join(said)


def _markers(held: Mapping[str, int]) -> str:
    return ", ".join(
        marker_name(MARKERS.index(kind)) + (f" (x{count})" if count > 1 else "")
        for kind, count in held.items()
    )

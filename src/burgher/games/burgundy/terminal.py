"""The table drawn for a terminal, from what a seat may see and from nothing else.

Colour helps and is never needed: what lies on a space stands in capitals, what is printed on it in small
letters, and heavy lines go around regions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich import box
from rich.columns import Columns
from rich.console import Group
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from burgher.games.burgundy.actions import spot_name
from burgher.games.burgundy.components import (
    ANIMALS,
    BOARD,
    COLOUR_NAMES,
    COLOURS,
    ESTATE_NUMBER,
    ESTATES,
    GOODS,
    NUMBERS,
    PHASES,
    SPACES,
    TILE_BY_NAME,
    Tile,
)
from burgher.games.burgundy.telling import several, title_of

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

View = Mapping[str, Any]

NARROW = 80
"""The columns that a drawing needs."""
WIDE = 110
"""From so many columns on, the other players find room at the side."""

_STYLES = {
    "C": ("#c9dfcf on #21402c", "bold #ffffff on #2c7a44"),
    "M": ("#d5d9df on #3b414a", "bold #ffffff on #68717f"),
    "S": ("#c6dcee on #1c3c58", "bold #ffffff on #2a6ba5"),
    "A": ("#dcebc4 on #3d5426", "bold #101a04 on #98c95c"),
    "B": ("#eadfce on #56472f", "bold #241a08 on #dbbd8d"),
    "K": ("#f2e3ae on #5a470c", "bold #241c00 on #e4b522"),
}
"""For each colour, how an empty space and how a tile looks."""

_SHORT = {"watchtower": "watchtwr", "boarding-house": "boarding"}
"""Where nine letters are too few for a name."""

_CHOOSING = ("side to choose", "castle to choose")


def draw(view: View, seat: int | None, names: Sequence[str]) -> RenderableType:
    """The table as `seat` may see it; a spectator looks over the shoulder of whoever decides."""
    return _Drawing(view, view["seat"] if seat is None else seat, names)


class _Drawing:
    """The table, fitted to the terminal it is printed on."""

    def __init__(self, view: View, seat: int, names: Sequence[str]) -> None:
        self.view = view
        self.seat = seat
        self.names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        drawing = self._arranged(options.max_width)
        if not options.ascii_only:
            yield drawing
            return
        for segment in console.render(drawing, options):
            yield Segment(segment.text.translate(_PLAIN), segment.style, segment.control)

    def _arranged(self, width: int) -> RenderableType:
        others = [
            _card(self.view, other % len(self.names), self.names)
            for other in range(self.seat + 1, self.seat + len(self.names))
        ]
        mine = Group(*_board(self.view, self.names), *_own(self.view, self.seat, self.names))
        if width < WIDE:
            return Group(mine, Columns(others, padding=(1, 3)))
        both = Table.grid(padding=(0, 2))
        both.add_column(width=NARROW)
        both.add_row(mine, Columns(others, padding=(1, 3)))
        return both


# -- names ----------------------------------------------------------------------------------------


def _short(tile: Tile) -> str:
    """A tile in at most nine letters."""
    if tile.animals:
        return title_of(tile)[:9]
    return _SHORT.get(tile.name, title_of(tile)).replace("knowledge tile", "knowl.").replace("'s workshop", "")


def _code(tile: Tile) -> str:
    """A tile in at most three letters, for small drawings."""
    if tile.animals:
        return f"{tile.animals}{ANIMALS[tile.variety][:2]}"
    return f"K{tile.variety}" if COLOURS[tile.colour] == "K" else tile.name[:3].capitalize()


def _tile(name: str | None, nothing: str = "-") -> Text:
    """A tile that lies somewhere, in its colour."""
    if name is None:
        return Text(nothing, "dim")
    tile = TILE_BY_NAME[name]
    return Text(_short(tile), _STYLES[COLOURS[tile.colour]][1])


def _listed(things: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {thing}" for thing, count in things.items()) or "none"


def _line(*parts: str | tuple[str, str] | Text) -> Text:
    return Text.assemble(*parts, no_wrap=True, overflow="ellipsis")


def _is_choosing(view: View) -> bool:
    return any(asked in _CHOOSING for asked in view["pending"])


# -- the game board -------------------------------------------------------------------------------


def _board(view: View, names: Sequence[str]) -> Iterator[RenderableType]:
    """Phase and round, turn order, goods to come, bonus tiles, depots."""
    yield from _tracks(view, names)
    if not _is_choosing(view):
        yield _depots(view)
        yield _black_depot(view)


def _tracks(view: View, names: Sequence[str]) -> Iterator[Text]:
    if view["over"]:
        yield Text("The game is over", "bold")
    elif _is_choosing(view):
        yield Text("Before the game: boards and castles are chosen", "bold")
    else:
        bonus = BOARD["points"]["phases"][PHASES.index(view["phase"])]
        yield Text.assemble(
            (f"Phase {view['phase']}, round {view['round']} of 5", "bold"),
            f"   White die: {view['white']}   A region completed now: {bonus} points more",
        )
        coming = view["round goods"][view["round"] :]
        yield Text(f"Goods to come: {', '.join(coming) or 'none in this phase'}")
    now, next_round = (", ".join(names[seat] for seat in view[key]) for key in ("order", "track"))
    yield Text(f"Turn order: {now}" + (f"; next round: {next_round}" if next_round != now else ""))
    yield _bonus_tiles(view, len(names))


def _bonus_tiles(view: View, players: int) -> Text:
    left = []
    for colour in COLOUR_NAMES:
        points = [
            str(BOARD["points"][size][players - 2])
            for size in ("large", "small")
            if colour in view[f"{size} bonuses"]
        ]
        if points:
            left.append(f"{colour} {'+'.join(points)}")
    return Text(f"Bonus tiles left: {', '.join(left) or 'none'}")


def _depots(view: View) -> Table:
    players = len(view["players"])
    table = Table(box=box.SQUARE, padding=0, border_style="dim", header_style="bold")
    for depot in range(6):
        table.add_column(f"Depot {depot + 1}", width=12)
    for place in range(4):
        if BOARD["depot"][0]["players"][place] <= players:
            spots = [_line(spot_name(depot * 4 + place), " ", _tile(view["depots"][depot][place])) for depot in range(6)]
            table.add_row(*spots)
    goods = ["\n".join(f"{count} {good}" for good, count in lying.items()) for lying in view["depot goods"]]
    table.add_section()
    table.add_row(*(Text(lying or "no goods", "" if lying else "dim") for lying in goods))
    return table


def _black_depot(view: View) -> Table:
    used = [spot for spot, least in enumerate(BOARD["black"]["players"]) if least <= len(view["players"])]
    spots = [_line(spot_name(24 + spot), " ", _tile(view["black"][spot])) for spot in used]
    grid = Table.grid(padding=(0, 2))
    for row in range(0, len(spots), 4):
        grid.add_row(*spots[row : row + 4])
    return grid


# -- the own estate -------------------------------------------------------------------------------

CELL_WIDTH, CELL_HEIGHT = 10, 3
_ESTATE_WIDTH = CELL_WIDTH * max(SPACES.widths) + 1
_SIDE = 67
"""The column where the corners beside the estate begin."""


class _Canvas:
    """Characters with their styles, written anywhere."""

    def __init__(self, width: int, height: int) -> None:
        self.cells = [[(" ", "")] * width for _ in range(height)]

    def write(self, row: int, column: int, text: str, style: str = "") -> None:
        self.cells[row][column : column + len(text)] = [(char, style) for char in text]

    def text(self) -> Text:
        drawn = Text(no_wrap=True)
        for n, row in enumerate(self.cells):
            drawn.append("\n" if n else "")
            for style, cells in groupby(row, key=lambda cell: cell[1]):
                drawn.append("".join(char for char, _ in cells), style)
        return drawn


def _own(view: View, seat: int, names: Sequence[str]) -> Iterator[RenderableType]:
    player = view["players"][seat]
    yield Text()
    yield Text("x")


def _estate(name: str, tiles: Mapping[int, str]) -> _Canvas:
    """An estate: bricks lie beside the same six others as hexagons do."""
    canvas = _Canvas(NARROW, CELL_HEIGHT * len(SPACES.widths) + 1)
    colours = ESTATES[ESTATE_NUMBER[name]].colours
    reach = {beside for space in tiles for beside in SPACES.neighbours[space]}
    corners = [_corner(space) for space in range(len(SPACES))]
    _draw_borders(canvas, corners, colours)
    for space, (row, column) in enumerate(corners):
        colour = colours[space]
        empty, covered = _STYLES[colour]
        if space in tiles:
            lines, style = (f"{space + 1:>2}", tiles[space].upper()), covered
        else:
            die = f"[{NUMBERS[space]}]" if space in reach else f" {NUMBERS[space]} "
            lines, style = (f"{space + 1:>2}    {die}", COLOUR_NAMES[COLOURS.index(colour)]), empty
        for n, line in enumerate(lines, start=1):
            canvas.write(row + n, column + 1, f"{line:<{CELL_WIDTH - 1}}", style)
    return canvas


def _corner(space: int) -> tuple[int, int]:
    """The row and column of the upper left corner of a space's brick."""
    q, r = SPACES.at[space]
    half = len(SPACES.widths) // 2
    return (r + half) * CELL_HEIGHT, (2 * (q + half) + r) * CELL_WIDTH // 2


def _draw_borders(canvas: _Canvas, corners: Sequence[tuple[int, int]], colours: str) -> None:
    beside: defaultdict[tuple[int, int, str], list[str]] = defaultdict(list)
    for (row, column), colour in zip(corners, colours, strict=True):
        for x in range(column, column + CELL_WIDTH):
            beside[row, x, "right"].append(colour)
            beside[row + CELL_HEIGHT, x, "right"].append(colour)
        for y in range(row, row + CELL_HEIGHT):
            beside[y, column, "down"].append(colour)
            beside[y, column + CELL_WIDTH, "down"].append(colour)
    # 0 is no line, 1 a light one within a region, 2 a heavy one around it.
    weight = {edge: 1 if len(sides) == 2 and sides[0] == sides[1] else 2 for edge, sides in beside.items()}
    for y, line in enumerate(canvas.cells):
        for x in range(len(line)):
            arms = (
                weight.get((y, x - 1, "right"), 0),
                weight.get((y, x, "right"), 0),
                weight.get((y - 1, x, "down"), 0),
                weight.get((y, x, "down"), 0),
            )
            if any(arms):
                canvas.write(y, x, _line_char(*arms), "dim" if max(arms) == 1 else "")


def _line_char(left: int, right: int, up: int, down: int) -> str:
    """The character whose lines go out from its middle as heavy as this."""
    if left and right and (up or down):
        first = 0x2534 if up else 0x252C
        return chr(first + (left == 2) + 2 * (right == 2) + 4 * (up + down == 2))
    if left and right:
        return "─━"[left - 1]
    if up and down:
        return "│┃"[up - 1]
    return {(True, True): "┛", (True, False): "┗", (False, True): "┓", (False, False): "┏"}[up > 0, left > 0]
_PLAIN={}
def _card(view: View, seat: int, names: Sequence[str]) -> RenderableType:
    return Text("card")

"""The table drawn for a terminal, from what a seat may see and from nothing else.

Colour helps and is never needed: a tile stands in capitals where its space is in small letters, heavy
lines go around regions, and a die in brackets is one that can be used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar

from rich import box
from rich.console import Group
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
    Estate,
    Tile,
)
from burgher.games.burgundy.naming import several, title_of
from burgher.kernel.drawing import Drawing

if TYPE_CHECKING:
    from rich.console import RenderableType

View = Mapping[str, Any]

WIDTH = 79
"""The columns that the board and an estate take."""
CARD_WIDTH = 39
"""The columns that another player takes beside them, where there is room."""
SHORT_WIDTH = 140
"""The columns that four small estates take side by side."""

_STYLES = {
    "C": ("#c9dfcf on #21402c", "bold #ffffff on #2c7a44"),
    "M": ("#d5d9df on #3b414a", "bold #ffffff on #68717f"),
    "S": ("#c6dcee on #1c3c58", "bold #ffffff on #2a6ba5"),
    "A": ("#f6fcec on #4b7520", "bold #101a04 on #98c95c"),
    "B": ("#eadfce on #56472f", "bold #241a08 on #dbbd8d"),
    "K": ("#fff3cf on #7a5a06", "bold #241c00 on #e4b522"),
}
"""For each colour, how an empty space and how a tile looks."""

_GOODS_STYLES = {
    "turquoise": "#00201f on #4dbdb5",
    "violet": "#ffffff on #7a4fa3",
    "pink": "#2b0a1a on #ee9dbd",
    "red": "#ffffff on #b5322f",
    "brown": "#ffffff on #7b4a26",
    "orange": "#2b1400 on #f09a3a",
}


def draw(view: View, seat: int | None, names: Sequence[str]) -> RenderableType:
    """The table as `seat` may see it; a spectator looks over the shoulder of whoever decides."""
    return _Drawing(view, view["seat"] if seat is None else seat, names)


class _Drawing(Drawing):
    """The table, arranged for the terminal it is printed on."""

    in_ascii: ClassVar[Mapping[int, int | str]] = {
        **dict.fromkeys(range(0x2500, 0x2580), "+"),
        **str.maketrans("─━│┃…", "-=:|."),
    }

    def arranged(self, width: int) -> RenderableType:
        mine = Group(*_board(self.view, self.names), Text(), *_own(self.view, self.seat, self.names))
        others = [(self.seat + n) % len(self.names) for n in range(1, len(self.names))]
        cards = [(_card(self.view, other, self.names), _small_estate(self.view, other)) for other in others]
        grid = Table.grid(padding=(0, 2))
        if width < WIDTH + 2 + CARD_WIDTH:
            grid.add_column(width=CARD_WIDTH)
            for card in cards:
                grid.add_row(*card)
            return Group(grid, Text(), mine)
        grid.add_column(width=WIDTH)
        grid.add_column(width=CARD_WIDTH)
        grid.add_row(mine, Group(*(part for card in cards for part in (*card, Text()))))
        return grid

    def in_short(self, width: int) -> Iterator[RenderableType]:
        """All estates small, one's own with the numbers of its spaces; then only one's own; then tighter."""
        if len(_estates(self.view, self.seat)) > 1:
            return  # two sides to choose from are shown large
        others = [(self.seat + n) % len(self.names) for n in range(1, len(self.names))]
        estates: list[RenderableType] = [_small_estate(self.view, other) for other in others]
        for shown in (len(others), 0):
            if width >= SHORT_WIDTH or shown < 2:
                yield self._small(others, [estates[:shown]])
            else:
                yield self._small(others, [estates[:1], estates[1:]])
        for in_a_line in (False, True):
            yield self._tight(others, in_a_line=in_a_line)

    def _small(self, others: Sequence[int], estates: Sequence[Sequence[RenderableType]]) -> RenderableType:
        beside = Table.grid(padding=(0, 2))
        beside.add_row(_numbered_estate(self.view, self.seat), *estates[0])
        rows: list[RenderableType] = [beside]
        for more in estates[1:]:
            below = Table.grid(padding=(0, 2))
            below.add_row(*more)
            rows.append(below)
        return Group(
            *_board(self.view, self.names, in_short=True),
            *rows,
            *_held(self.view, self.seat, self.names),
            Text("A space: its number, colour and die ([5]: within reach), or its tile", "dim"),
            *(line for other in others for line in _in_two_lines(self.view, other, self.names)),
        )

    def _tight(self, others: Sequence[int], *, in_a_line: bool) -> RenderableType:
        """What one has stands beside one's estate, and the others in two lines or in one."""
        view, names = self.view, self.names
        player = view["players"][self.seat]
        beside = Table.grid(padding=(0, 2))
        beside.add_row(_numbered_estate(view, self.seat), _held_beside(view, self.seat))
        told = _in_a_line if in_a_line else _in_two_lines
        title = _title(view, self.seat, names)
        return Group(
            *_board(view, names, tight=True),
            _row((title, "bold"), "   ", _dice(view, self.seat), f"   {_cash(player)}"),
            beside,
            *(line for other in others for line in told(view, other, names)),
        )


# -- names ----------------------------------------------------------------------------------------


def _short(tile: Tile) -> str:
    """A tile in at most nine letters."""
    name = title_of(tile).replace("knowledge tile", "knowl.")
    return name[:9].rstrip()


def _code(tile: Tile) -> str:
    """A tile in at most three letters."""
    if tile.animals:
        return f"{tile.animals}{ANIMALS[tile.variety][:2]}"
    return f"K{tile.variety}" if COLOURS[tile.colour] == "K" else tile.name[:3].capitalize()


def _tile(name: str | None) -> Text:
    """A tile that lies somewhere, or none."""
    if name is None:
        return Text("-", "dim")
    tile = TILE_BY_NAME[name]
    return Text(_short(tile).upper(), _STYLES[COLOURS[tile.colour]][1])


def _goods(goods: Mapping[str, int], between: str = ", ", *, dice: bool = False) -> Text:
    """Goods that lie somewhere, where wanted with the die that sells each."""
    piles = []
    for good, count in goods.items():
        die = f" [{GOODS.index(good) + 1}]" if dice else ""
        piles.append(Text.assemble((f"{count} {good}", _GOODS_STYLES[good]), die))
    return Text(between).join(piles) if piles else Text("-", "dim")


def _goods_in_short(goods: Mapping[str, int], *, dice: bool = False) -> Text:
    """Goods that lie somewhere, each type in three letters, where wanted with the die that sells it."""
    piles = []
    for good, count in goods.items():
        die = f"[{GOODS.index(good) + 1}]" if dice else ""
        piles.append(Text.assemble((f"{count}{good[:3]}", _GOODS_STYLES[good]), die))
    return Text(" ").join(piles)


def _goods_in_a_cell(goods: Mapping[str, int], width: int) -> Text:
    """Goods that lie at a depot, in as few letters as make them fit: only piles have a number."""
    letters = 3 if 4 * len(goods) - 1 + sum(count > 1 for count in goods.values()) <= width else 2
    piles = [
        Text(f"{count if count > 1 else ''}{good[:letters]}", _GOODS_STYLES[good])
        for good, count in goods.items()
    ]
    return Text(" ").join(piles)


def _row(*parts: str | Text | tuple[str, str]) -> Text:
    """A line that is cut where it does not fit."""
    return Text.assemble(*parts, no_wrap=True, overflow="ellipsis")


# -- the game board -------------------------------------------------------------------------------


def _board(
    view: View, names: Sequence[str], *, in_short: bool = False, tight: bool = False
) -> Iterator[RenderableType]:
    """Phase and round, turn order, goods to come, bonus tiles and the depots."""
    if tight:
        yield _row(_progress_in_short(view))
        yield _row(_turn_order(view, names, tight=True))
        yield _row(f"Bonus  {'  '.join(_bonus_tiles(view)) or 'all claimed'}")
        if not _is_choosing(view):
            yield _depots(view, in_short=True, tight=True)
            yield _black_depot(view)
        return
    if view["over"]:
        yield Text("The game is over", "bold")
    elif _is_choosing(view):
        yield Text("Before phase A: boards and castles are chosen", "bold")
    else:
        yield _progress(view)
    yield _turn_order(view, names)
    yield Text(f"Bonus  {'  '.join(_bonus_tiles(view)) or 'all claimed'}")
    if any(player["board"] is not None for player in view["players"]):
        yield Text("* Which sides share a board is not known: their pairing is a reconstruction")
    if not _is_choosing(view):
        yield _depots(view, in_short=in_short)
        yield _black_depot(view)


def _is_choosing(view: View) -> bool:
    return not {"side to choose", "castle to choose"}.isdisjoint(view["pending"])


def _progress(view: View) -> Text:
    bonus = BOARD["points"]["phases"][PHASES.index(view["phase"])]
    coming = [Text(good, _GOODS_STYLES[good]) for good in view["round goods"][view["round"] :]]
    return Text.assemble(
        (f"Phase {view['phase']}, round {view['round']} of 5", "bold"),
        f"   White die {view['white']}   A region completed now: {bonus} points more\n",
        "Goods to come: ",
        Text(", ").join(coming) if coming else "none in this phase",
    )


def _progress_in_short(view: View) -> Text:
    if view["over"]:
        return Text("The game is over", "bold")
    if _is_choosing(view):
        return Text("Before phase A: boards and castles are chosen", "bold")
    bonus = BOARD["points"]["phases"][PHASES.index(view["phase"])]
    coming = [Text(good[:3], _GOODS_STYLES[good]) for good in view["round goods"][view["round"] :]]
    return Text.assemble(
        (f"Phase {view['phase']}, round {view['round']} of 5", "bold"),
        f"   White die {view['white']}   Region +{bonus}   Goods to come ",
        Text(" ").join(coming) if coming else "-",
    )


def _turn_order(view: View, names: Sequence[str], *, tight: bool = False) -> Text:
    """The order of this round, and the track, which makes that of the next."""
    order = ", ".join(names[seat] for seat in view["order"])
    track = ", ".join(f"{names[seat]} {view['players'][seat]['steps'] + 1}" for seat in view["track"])
    return Text(f"Order {order}   Track {track}" if tight else f"Turn order: {order}   On the track: {track}")


def _bonus_tiles(view: View) -> Iterator[str]:
    """The bonus tiles not yet claimed, with their points."""
    for colour in COLOUR_NAMES:
        points = [
            str(BOARD["points"][size][len(view["players"]) - 2])
            for size in ("large", "small")
            if colour in view[f"{size} bonuses"]
        ]
        if points:
            yield f"{colour} {'+'.join(points)}"


DEPOT_WIDTH = 12


def _depots(view: View, *, in_short: bool = False, tight: bool = False) -> Table:
    lines = None if in_short else box.SQUARE
    table = Table(box=lines, padding=(0, 1, 0, 0) if in_short else 0, border_style="dim", header_style="bold")
    for depot in range(6):
        table.add_column(f"Depot {depot + 1}", width=DEPOT_WIDTH)
    for place in range(4):
        if BOARD["depot"][0]["players"][place] <= len(view["players"]):
            spots = [(depot * 4 + place, depots[place]) for depot, depots in enumerate(view["depots"])]
            table.add_row(*(_row(f"{spot_name(spot)} ", _tile(name)) for spot, name in spots))
    table.add_section()
    if not in_short:
        table.add_row(*(_goods(lying, "\n") for lying in view["depot goods"]))
    elif tight and any(view["depot goods"]):
        table.add_row(*(_goods_in_a_cell(lying, DEPOT_WIDTH) for lying in view["depot goods"]))
    elif any(view["depot goods"]):
        table.add_row(*map(_goods_in_short, view["depot goods"]))
    return table


def _black_depot(view: View) -> Table:
    grid = Table.grid(padding=(0, 2))
    spots = [
        _row(f"{spot_name(24 + spot)} ", _tile(view["black"][spot]))
        for spot, least in enumerate(BOARD["black"]["players"])
        if least <= len(view["players"])
    ]
    for first in range(0, len(spots), 4):
        grid.add_row(*spots[first : first + 4])
    return grid


# -- players --------------------------------------------------------------------------------------


def _own(view: View, seat: int, names: Sequence[str]) -> Iterator[RenderableType]:
    """A player with all that is theirs, large."""
    player = view["players"][seat]
    for title, estate in _estates(view, seat):
        yield Text(title, "bold")
        if estate is not None:
            yield _large_estate(estate, _tiles(player))
    yield Text("Left a space's number, right its die ([5]: within reach); tiles in CAPITALS", "dim")
    yield from _held(view, seat, names)


def _held(view: View, seat: int, names: Sequence[str]) -> Iterator[RenderableType]:
    """A player's points, dice, storage and goods."""
    player = view["players"][seat]
    yield Text.assemble((_title(view, seat, names), "bold"), "   ", _dice(view, seat), f"   {_purse(player)}")
    slots = [Text.assemble(f"{slot}: ", _tile(name)) for slot, name in enumerate(player["storage"], start=1)]
    if seat == view["seat"] and view["in hand"]:
        slots.append(Text.assemble("in hand: ", _tile(view["in hand"])))
    yield Text.assemble("Storage   ", Text("   ").join(slots))
    yield Text.assemble("Goods   ", _goods(player["goods"], dice=True), "   sold: ", _goods(player["sold"]))


def _held_beside(view: View, seat: int) -> Text:
    """A player's storage and goods, in the lines of an estate."""
    player = view["players"][seat]
    lines = [
        Text.assemble(f"Storage {slot}: ", _tile(name))
        for slot, name in enumerate(player["storage"], start=1)
    ]
    if seat == view["seat"] and view["in hand"]:
        lines.append(Text.assemble("In hand: ", _tile(view["in hand"])))
    lines.append(Text.assemble("Goods ", _goods_in_short(player["goods"], dice=True) or "-"))
    lines.append(Text.assemble("Sold ", _goods_in_short(player["sold"]) or "-"))
    if player["bonuses"]:
        lines.append(Text(several(player["bonuses"], "bonus tile").capitalize()))
    return Text("\n", no_wrap=True, overflow="ellipsis").join(lines)


def _card(view: View, seat: int, names: Sequence[str]) -> RenderableType:
    """Another player, in a few lines."""
    player = view["players"][seat]
    return Group(
        Text(_title(view, seat, names), "bold"),
        *(Text(title) for title, _ in _estates(view, seat)),
        _dice(view, seat),
        Text(_purse(player)),
        Text.assemble("Storage ", Text(", ").join(map(_tile, player["storage"]))),
        Text.assemble("Goods ", _goods(player["goods"])),
        Text.assemble("Sold ", _goods(player["sold"])),
    )


def _in_two_lines(view: View, seat: int, names: Sequence[str]) -> Iterator[RenderableType]:
    """Another player without their estate."""
    player = view["players"][seat]
    yield _row((_title(view, seat, names), "bold"), "   ", _dice(view, seat), f"   {_purse(player)}")
    sold = _goods_in_short(player["sold"]) if player["sold"] else "-"
    stored = Text(" ").join(map(_tile, player["storage"]))
    held = _goods_in_short(player["goods"]) if player["goods"] else "-"
    yield _row("    Storage ", stored, "   Goods ", held, "   Sold ", sold)


def _in_a_line(view: View, seat: int, names: Sequence[str]) -> Iterator[Text]:
    """Another player as far as they can hinder one now: points, dice, what they hold and store."""
    player = view["players"][seat]
    held = f"{player['silverlings']} silver, {several(player['workers'], 'worker')}"
    stored = Text(" ").join(map(_tile, player["storage"]))
    yield _row((_title(view, seat, names), "bold"), "  ", _dice(view, seat), f"  {held}  ", stored)


def _title(view: View, seat: int, names: Sequence[str]) -> str:
    points = several(view["players"][seat]["points"], "point")
    decides = seat == view["seat"] and not view["over"]
    return f"{names[seat]}: {points}{' (to decide)' if decides else ''}"


def _estates(view: View, seat: int) -> list[tuple[str, str | None]]:
    """What a player builds on, with its title; both sides of a board as long as it may be turned."""
    player = view["players"][seat]
    if player["board"] is None:
        return [(f"Estate {player['estate']}", player["estate"])]
    board = f"board {player['board']}*"
    if player["undecided"]:
        sides = zip("ab", player["sides"], strict=True)
        return [(f"Side {side} of {board}: estate {estate}", estate) for side, estate in sides]
    if player["estate"] is None:
        return [(f"A side of {board}, not yet open", None)]
    return [(f"Estate {player['estate']}, {board}", player["estate"])]


def _dice(view: View, seat: int) -> Text:
    """The dice of a player, in brackets as long as they can be used."""
    if view["over"] or _is_choosing(view):
        return Text("Dice -", "dim")
    waiting = view["order"].index(seat) - (view["turn"] - 1)
    unused = view["unused"] if waiting == 0 else [1, 2] if waiting > 0 else []
    dice = [
        (f" [{die}]", "bold") if n in unused else (f" ({die})", "dim")
        for n, die in enumerate(view["dice"][seat], start=1)
    ]
    return Text.assemble("Dice", *dice)


def _cash(player: View) -> str:
    return f"{several(player['silverlings'], 'silverling')}, {several(player['workers'], 'worker')}"


def _purse(player: View) -> str:
    bonuses = player["bonuses"]
    return f"{_cash(player)}, {several(bonuses, 'bonus tile')}" if bonuses else _cash(player)


# -- estates --------------------------------------------------------------------------------------


def _tiles(player: View) -> dict[int, Tile]:
    """The tiles of an estate by the numbers of their spaces, from 0; a castle that waits to be laid too."""
    tiles = {int(space) - 1: TILE_BY_NAME[name] for space, name in player["tiles"].items()}
    if player["castle"] is not None:
        tiles.setdefault(player["castle"] - 1, TILE_BY_NAME["castle"])
    return tiles


def _small_estate(view: View, seat: int) -> Text:
    """An estate in seven lines: the colour and die of its spaces, the first letters of its tiles."""
    estates = _estates(view, seat)
    drawn = Text(no_wrap=True)
    if len(estates) > 1 or estates[0][1] is None:
        return drawn
    estate = ESTATES[ESTATE_NUMBER[estates[0][1]]]
    tiles = _tiles(view["players"][seat])
    space = 0
    for width in SPACES.widths:
        drawn.append(" " * 2 * (max(SPACES.widths) - width))
        for _ in range(width):
            colour = estate.colours[space]
            empty, covered = _STYLES[colour]
            if space in tiles:
                drawn.append(f"{_code(tiles[space]):<3}", covered)
            else:
                drawn.append(f" {colour.lower()}{NUMBERS[space]}", empty)
            drawn.append(" ")
            space += 1
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def _numbered_estate(view: View, seat: int) -> Text:
    """One's own estate in seven lines: each space with its number, its colour and die or its tile."""
    drawn = Text(no_wrap=True)
    name = _estates(view, seat)[0][1]
    if name is None:
        return drawn
    estate = ESTATES[ESTATE_NUMBER[name]]
    tiles = _tiles(view["players"][seat])
    within_reach = _within_reach(tiles, estate)
    space = 0
    for width in SPACES.widths:
        drawn.append(" " * (7 * (max(SPACES.widths) - width) // 2))
        for _ in range(width):
            colour = estate.colours[space]
            empty, covered = _STYLES[colour]
            if space in tiles:
                drawn.append(f"{space + 1:>2} {_code(tiles[space]):<3}", covered)
            else:
                die = f"[{NUMBERS[space]}]" if space in within_reach else f" {NUMBERS[space]} "
                drawn.append(f"{space + 1:>2}{colour.lower()}{die}", empty)
            drawn.append(" ")
            space += 1
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def _within_reach(tiles: Mapping[int, Tile], estate: Estate) -> Collection[int]:
    """The spaces beside tiles, or, as long as there are none, those for the first castle."""
    return {beside for space in tiles for beside in SPACES.neighbours[space]} or estate.castles


BRICK_WIDTH, BRICK_HEIGHT = 10, 3
"""From one brick to the next in a row, and from row to row."""


def _large_estate(name: str, tiles: Mapping[int, Tile]) -> Text:
    """An estate as a wall of bricks: each lies beside the same others as a hexagon does."""
    estate = ESTATES[ESTATE_NUMBER[name]]
    colours = estate.colours
    within_reach = _within_reach(tiles, estate)
    corners = [_corner(space) for space in range(len(SPACES))]
    canvas = _Canvas(BRICK_WIDTH * max(SPACES.widths) + 1, BRICK_HEIGHT * len(SPACES.widths) + 1)
    _draw_borders(canvas, corners, colours)
    for space, (row, column) in enumerate(corners):
        empty, covered = _STYLES[colours[space]]
        if space in tiles:
            style, upper, lower = covered, f"{space + 1}", _short(tiles[space]).upper()
        else:
            die = f"[{NUMBERS[space]}]" if space in within_reach else f" {NUMBERS[space]} "
            style, upper, lower = empty, f"{space + 1:<6}{die}", COLOUR_NAMES[COLOURS.index(colours[space])]
        canvas.write(row + 1, column + 1, f"{upper:<{BRICK_WIDTH - 1}}", style)
        canvas.write(row + 2, column + 1, f"{lower:<{BRICK_WIDTH - 1}}", style)
    return canvas.text()


def _corner(space: int) -> tuple[int, int]:
    """The row and column of the upper left corner of a space's brick."""
    q, r = SPACES.at[space]
    half = len(SPACES.widths) // 2
    return (r + half) * BRICK_HEIGHT, (2 * (q + half) + r) * BRICK_WIDTH // 2


class _Canvas:
    """Characters with their styles, written anywhere."""

    def __init__(self, width: int, height: int) -> None:
        self.cells = [[(" ", "")] * width for _ in range(height)]

    def write(self, row: int, column: int, text: str, style: str) -> None:
        self.cells[row][column : column + len(text)] = [(char, style) for char in text]

    def text(self) -> Text:
        lines = []
        for row in self.cells:
            runs = groupby(row, key=lambda cell: cell[1])
            lines.append(Text.assemble(*(("".join(char for char, _ in run), style) for style, run in runs)))
        return Text("\n", no_wrap=True).join(lines)


def _draw_borders(canvas: _Canvas, corners: Sequence[tuple[int, int]], colours: str) -> None:
    """Light lines between spaces of one region, heavy lines around it."""
    beside: defaultdict[tuple[int, int, str], list[str]] = defaultdict(list)
    for (row, column), colour in zip(corners, colours, strict=True):
        for x in range(column, column + BRICK_WIDTH):
            beside[row, x, "right"].append(colour)
            beside[row + BRICK_HEIGHT, x, "right"].append(colour)
        for y in range(row, row + BRICK_HEIGHT):
            beside[y, column, "down"].append(colour)
            beside[y, column + BRICK_WIDTH, "down"].append(colour)
    weight = {edge: 1 if sides[1:] == sides[:1] else 2 for edge, sides in beside.items()}
    for y, line in enumerate(canvas.cells):
        for x in range(len(line)):
            left, right = weight.get((y, x - 1, "right"), 0), weight.get((y, x, "right"), 0)
            up, down = weight.get((y - 1, x, "down"), 0), weight.get((y, x, "down"), 0)
            if left or right or up or down:
                canvas.write(y, x, _line(left, right, up, down), "")


def _line(left: int, right: int, up: int, down: int) -> str:
    """The character with these lines from its middle: 0 for none, 1 for a light one, 2 for a heavy one."""
    if left and right and up + down:
        return chr(ord("┴" if up else "┬") + (left == 2) + 2 * (right == 2) + 4 * (up + down == 2))
    if left and right:
        return "─━"[left - 1]
    if up and down:
        return "│┃"[up - 1]
    return ("┏┓" if down else "┗┛")[left > 0]

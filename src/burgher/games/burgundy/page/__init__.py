"""How the table is drawn in a browser: what the templates beside this file need, from a view alone.

The drawings are SVG: estates and depots are laid out here, in units of the drawing; everything that has
a colour has it from `page.css`. Each tip is lines of text: the thing's name first, then what it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from burgher.games.burgundy.actions import spot_name, spot_part
from burgher.games.burgundy.components import (
    ANIMALS,
    BOARD,
    COLOUR_NAMES,
    COLOURS,
    END_TILES,
    ESTATE_NUMBER,
    ESTATES,
    GOODS,
    NUMBERS,
    PHASES,
    SPACES,
    TILE_BY_NAME,
    TILES,
    Estate,
    Tile,
)
from burgher.games.burgundy.naming import several, title_of

Sight = Mapping[str, Any]
View = Mapping[str, Any]
Drawn = dict[str, Any]
"""Something for a template to draw."""
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width and height, in units of the drawing."""

BLURB = "Build an estate on the Loire, hex by hex, with two dice a turn."
"""What the start page says of the game."""

NARROW_BELOW = 1024
"""The page needs as many pixels of width to show everything at once; `page.css` says the same."""

HEX = (52.0, 30.0)
"""A space of an estate: its width, and half its height."""
DEPOT_HEX = {2: (72.0, 41.6), 3: (68.0, 39.3), 4: (60.0, 34.6)}
"""A spot of a numbered depot, by the number of players: where there are fewer, they can be larger."""
BLACK_HEX = {2: (60.0, 34.6), 3: (56.0, 32.3), 4: (52.0, 30.0)}

BOARD_WIDE, DEPOT_WIDE, DEPOT_GAP = 404.0, 157.0, 8.0
GOODS_HIGH = 38.0
"""The place for goods at a depot at the side, above its spots."""
GOODS_WIDE = 100.0
"""The place for goods at the uppermost and the lowest depot, beside their spots."""

TRACK_SPACE, PAWN = 26.0, 17.0
"""A space of the turn order track, and a piece on it: how wide and high they are."""

HINTS = {
    "castle": "castle",
    "mine": "mine",
    "ship": "ship",
    "animal": "cow",
    "building": "boarding-house",
    "knowledge": "knowledge",
}
"""The symbol that stands for a kind of tile."""

REGION_NAMES = {
    "C": "castle region",
    "M": "mine region",
    "S": "river",
    "A": "pasture",
    "B": "city",
    "K": "knowledge region",
}
SPACE_NAMES = dict(zip(COLOURS, COLOUR_NAMES, strict=True))

BUTTONS = ("skip", "end", "pay-0", "pay-1", "pay-2")
"""Parts that lie nowhere on the table, and are buttons beside the question."""

_EFFECT_OF_2019 = {
    6: "Your purchase may be from any depot, numbered ones included; 2 workers do for a silverling each.",
    15: "At the end, 2 points for each type of goods you have sold.",
    26: "At the end, 3 points for each bonus tile you have claimed.",
}
"""Knowledge tiles that differ in the edition of 2019."""


def context(view: View, sight: Sight) -> Drawn:
    """Everything the templates draw, for the viewer of a sight."""
    drawing = _Drawing(view, sight)
    return {
        "drawn": {
            "mine": drawing.players[drawing.centre],
            "others": drawing.others(),
            "seats": drawing.players,
            "owns": sight["seat"] is not None,
            "market": drawing.market(),
            "phases": drawing.phases(),
            "rounds": drawing.rounds(),
            "white": view["white"],
            "order": drawing.order(),
            "bonuses": drawing.bonuses(),
            "sides": drawing.sides(),
            "keeping": drawing.keeping(),
            "tiles": [drawn_tile(tile.name, drawing.edition) for tile in TILES],
            "hints": HINTS,
        },
        "narrow_below": NARROW_BELOW,
        "buttons": BUTTONS,
        "rolled": f"{view['phase']}{view['round']}",
        "costs": costs(sight["actions"]),
        "alike": drawing.alike(),
        "stages": stages(sight) if sight["is_over"] else [],
    }


def rules_context() -> Drawn:
    """What the rules text draws besides: every estate, empty."""
    return {
        "estates": {
            estate.name: {
                "spaces": [
                    drawn_space(space, colour, None, "", False, "2011")
                    for space, colour in enumerate(estate.colours)
                ],
                "borders": borders(estate.colours),
            }
            for estate in ESTATES
        }
    }


def about(part: str, sight: Sight) -> str | None:
    """What the thing at a part of the table is and does."""
    drawing = _Drawing(sight["view"], sight)
    mine, market = drawing.players[drawing.centre], drawing.market()
    things = [*mine["estate"]["spaces"], *market["black"]]
    for depot in market["depots"]:
        things += [*depot["spots"], {"part": depot["goods_part"], "tip": depot["goods_tip"]}]
    things += [{"part": f"goods-{good['name']}", "tip": good["tip"]} for good in mine["goods"]]
    things += [{"part": slot["part"], "tip": slot["tile"]["tip"]} for slot in mine["storage"] if slot["tile"]]
    return next((str(thing["tip"]) for thing in things if thing["part"] == part), None)


# -- words ----------------------------------------------------------------------------------------


def tile_tip(tile: Tile, edition: str = "2011") -> str:
    """A tile's name and what it does."""
    effect = tile.effect
    if edition == "2019" and COLOURS[tile.colour] == "K":
        effect = _EFFECT_OF_2019.get(tile.variety, effect)
    return f"{title_of(tile).capitalize()}\n{effect} (p. {tile.page})"


def costs(actions: Sequence[Mapping[str, Any]]) -> dict[int, Drawn]:
    """What the actions cost beside their die, by number: read from their sentences."""
    found: dict[int, Drawn] = {}
    for action in actions:
        if paid := re.search(r" and (\d+) workers?$", action["sentence"]):
            count = int(paid[1])
            found[action["number"]] = {
                "symbol": "sym-worker",
                "count": count,
                "words": several(count, "worker"),
            }
        elif action["words"].startswith("buy "):
            found[action["number"]] = {"symbol": "sym-silverling", "count": 2, "words": "2 silverlings"}
    return found


def stages(sight: Sight) -> list[Drawn]:
    """The points of each seat by phase, and in the final scoring, read from the log."""
    sums = {name: [0] * len(sight["names"]) for name in (*PHASES, "end")}
    origin = sight.get("origin")  # where a game went on from another's position, some phase was under way
    phase = origin["heading"][0] if origin and origin["heading"][0] in PHASES else PHASES[0]
    for entry in sight["log"]:
        if begins := _PHASE_BEGINS.fullmatch(entry["text"]):
            phase = begins[1]
        if entry["points"]:
            sums["end" if _FINAL.fullmatch(entry["source"] or "") else phase][entry["seat"]] += entry[
                "points"
            ]
    return [
        {"name": "Final scoring" if name == "end" else f"Phase {name}", "points": points}
        for name, points in sums.items()
    ]


_PHASE_BEGINS = re.compile(r"Phase ([A-E]) begins\.")
_FINAL = re.compile(r".* left|knowledge tile (" + "|".join(map(str, END_TILES)) + ")(, .*)?")
"""The sources of points at the end of the game; finished games may be stored with their former names."""


# -- geometry -------------------------------------------------------------------------------------


def hexagon(width: float, half: float) -> str:
    """The outline of a hexagon around the origin, pointy side up."""
    x, y = width / 2, half / 2
    return f"M0 {-half:g}L{x:g} {-y:g}V{y:g}L0 {half:g}L{-x:g} {y:g}V{-y:g}Z"


def space_at(space: int) -> tuple[float, float]:
    """The middle of a space in the drawing of an estate, which is 372 wide and 338 high."""
    q, r = SPACES.at[space]
    return 186 + (q + r / 2) * HEX[0], 169 + r * HEX[1] * 1.5


@cache
def borders(colours: str) -> str:
    """The lines around the regions of an estate."""
    x, y = HEX[0] / 2, HEX[1] / 2
    edges = {
        (1, 0): ((x, -y), (x, y)),
        (0, 1): ((x, y), (0, 2 * y)),
        (-1, 1): ((0, 2 * y), (-x, y)),
        (-1, 0): ((-x, y), (-x, -y)),
        (0, -1): ((-x, -y), (0, -2 * y)),
        (1, -1): ((0, -2 * y), (x, -y)),
    }
    number = {place: space for space, place in enumerate(SPACES.at)}
    lines = []
    for space, (q, r) in enumerate(SPACES.at):
        left, top = space_at(space)
        for (dq, dr), ((x1, y1), (x2, y2)) in edges.items():
            beside = number.get((q + dq, r + dr))
            if beside is None or (beside > space and colours[beside] != colours[space]):
                lines.append(f"M{left + x1:g} {top + y1:g}L{left + x2:g} {top + y2:g}")
    return "".join(lines)


def _row(count: int, width: float, shift: float = 0) -> list[float]:
    """The middles of hexagons side by side, around 0."""
    return [(n - (count - 1) / 2) * width + shift for n in range(count)]


# -- tiles ----------------------------------------------------------------------------------------

_HERDS = {
    2: ((-24, -12, 25), (-1, -12, 25)),
    3: ((-12, -24, 23), (-24, -3, 23), (1, -3, 23)),
    4: ((-22, -23, 22), (0, -23, 22), (-22, -1, 22), (0, -1, 22)),
}
"""Where the animals of a tile stand: left, top and size, on a hexagon 52 wide."""


@cache
def drawn_tile(name: str, edition: str = "2011") -> Drawn:
    """A tile with its symbols, around the origin, on a hexagon 52 wide."""
    tile = TILE_BY_NAME[name]
    kind = COLOUR_NAMES[tile.colour]
    symbol = name
    if tile.animals:
        animal = ANIMALS[tile.variety]
        symbols = [{"id": animal, "x": x, "y": y, "size": size} for x, y, size in _HERDS[tile.animals]]
    else:
        if edition == "2019" and name in ("knowledge-15", "knowledge-26"):
            symbol = f"{name}-2019"
        size, top = (35, -22) if kind == "knowledge" else (38, -19)
        symbols = [{"id": symbol, "x": -size / 2, "y": top, "size": size}]
    return {
        "name": name,
        "title": title_of(tile),
        "kind": kind,
        "symbols": symbols,
        "number": tile.variety if kind == "knowledge" else 0,
        "tip": tile_tip(tile, edition),
    }


@lru_cache(maxsize=20_000)  # they are the same at every table, and a move changes few of them
def drawn_space(space: int, colour: str, name: str | None, about: str, changed: bool, edition: str) -> Drawn:
    """A space of an estate: where it is, what it asks for, what lies on it and what its region is worth."""
    x, y = space_at(space)
    kind, number = SPACE_NAMES[colour], NUMBERS[space]
    tile = drawn_tile(name, edition) if name else None
    if tile:
        label, tip = f"Space {space + 1}: {tile['title']}", f"{tile['tip']}\n{about}"
    else:
        label = f"Space {space + 1}, {kind} space, needs a {number}, empty"
        tip = f"Space {space + 1}: {kind}, needs a {number}\n{about}"
    return {
        "number": space + 1,
        "part": f"space-{space + 1}",
        "x": x,
        "y": y,
        "kind": kind,
        "die": number,
        "tile": tile,
        "label": label,
        "tip": tip,
        "changed": tile is not None and changed,
    }


# -- the table ------------------------------------------------------------------------------------


class _Drawing:
    """The table as one viewer sees it."""

    def __init__(self, view: View, sight: Sight) -> None:
        self.view = view
        self.sight = sight
        self.edition = str(sight["game"]["options"].get("edition", "2011"))
        self.choosing = any(name in ("side to choose", "castle to choose") for name in view["pending"])
        self.changed = {(move["seat"], part) for move in sight.get("moves", ()) for part in move["parts"]}
        self.taken = {part for seat, part in self.changed if seat != sight["seat"]}
        self.phase = PHASES.index(view["phase"])
        seat = sight["seat"]
        self.centre = 0 if seat is None else int(seat)
        self.players = [self.player(n) for n in range(len(view["players"]))]

    def tile(self, name: str | None) -> Drawn | None:
        """A tile, where there is one."""
        return drawn_tile(name, self.edition) if name else None

    def others(self) -> list[Drawn]:
        """Everyone but the player in the middle of the page, from their left on."""
        count = len(self.players)
        return [self.players[(self.centre + n) % count] for n in range(1, count)]

    def player(self, seat: int) -> Drawn:
        """A player: what they hold, their dice and their estate."""
        player = self.view["players"][seat]
        order = self.view["order"]
        return {
            "seat": seat,
            "name": self.sight["names"][seat],
            "kind": self.sight["kinds"][seat],
            "to_move": self.sight["to_move"] == seat,
            "starts": not self.choosing and order[0] == seat,
            "points": self.sight["scores"][seat],
            "rank": self.sight["ranks"][seat] if self.sight.get("ranks") else None,
            "silverlings": player["silverlings"],
            "workers": player["workers"],
            "goods": [self.good(name, count) for name, count in player["goods"].items()],
            "room": list(range(max(0, BOARD["goods"]["types"] - len(player["goods"])))),
            "sold": sum(player["sold"].values()),
            "sold_tip": "Goods sold\n" + (_listed(player["sold"]) or "None so far") + ".",
            "bonuses": player["bonuses"],
            "dice": self.dice(seat),
            "storage": [
                {
                    "part": f"store-{n + 1}",
                    "number": n + 1,
                    "tile": self.tile(name),
                    "changed": bool(name) and (seat, f"store-{n + 1}") in self.changed,
                }
                for n, name in enumerate(player["storage"])
            ],
            "in_hand": self.tile(self.view["in hand"]) if seat == self.view["seat"] else None,
            "lays_castle": seat == self.view["seat"] and "castle to choose" in self.view["pending"],
            "estate": self.estate(seat),
        }

    def dice(self, seat: int) -> list[Drawn]:
        """A player's dice; those used lie dimmed."""
        order, turn = self.view["order"], self.view["turn"] - 1
        if seat == self.view["seat"] and not self.view["over"]:
            unused = self.view["unused"]
        else:
            unused = [1, 2] if order.index(seat) > turn and not self.view["over"] else []
        return [
            {
                "number": n + 1,
                "part": f"die-{n + 1}",
                "value": value,
                "used": n + 1 not in unused,
            }
            for n, value in enumerate(self.view["dice"][seat])
        ]

    def good(self, name: str, count: int) -> Drawn:
        """Goods of a type lying together."""
        die = GOODS.index(name) + 1
        points = BOARD["goods"]["points"][len(self.view["players"]) - 2]
        return {
            "name": name,
            "count": count,
            "die": die,
            "title": several(count, f"{name} good"),
            "tip": f"{several(count, name + ' good').capitalize()}\nSold with a {die}, all at once:"
            f" {points} points each, and a silverling (p. 9).",
        }

    # -- estates

    def estate(self, seat: int) -> Drawn:
        """A player's estate: its spaces with what lies on them, and the lines around its regions."""
        player = self.view["players"][seat]
        if player["estate"] is None:
            return {"name": None, "undecided": player["undecided"], "spaces": [], "borders": ""}
        estate = ESTATES[ESTATE_NUMBER[player["estate"]]]
        return {
            "name": estate.name,
            "undecided": False,
            "spaces": self.spaces(estate, player["tiles"], seat),
            "borders": borders(estate.colours),
        }

    def spaces(self, estate: Estate, tiles: Mapping[str, str], seat: int | None) -> list[Drawn]:
        """The spaces of an estate with the tiles that lie on them."""
        about = [""] * len(SPACES)
        for region in estate.regions:
            told = self.about_region(estate.colours[region[0]], region, tiles)
            for space in region:
                about[space] = told
        return [
            drawn_space(
                space,
                estate.colours[space],
                tiles.get(str(space + 1)),
                about[space],
                (seat, f"space-{space + 1}") in self.changed,
                self.edition,
            )
            for space in range(len(SPACES))
        ]

    def about_region(self, colour: str, region: Sequence[int], tiles: Mapping[str, str]) -> str:
        """What a region is worth."""
        covered = sum(str(space + 1) in tiles for space in region)
        name = REGION_NAMES[colour]
        size = several(len(region), "space")
        if covered == len(region):
            return f"This {name} of {size} is complete."
        worth = BOARD["points"]["regions"][len(region) - 1]
        now = BOARD["points"]["phases"][self.phase]
        done = f", {covered} covered" if covered else ""
        return (
            f"Part of a {name} of {size}{done}."
            f" Completed in phase {self.view['phase']}: {worth} + {now} points (p. 8)."
        )

    def sides(self) -> list[Drawn]:
        """The two sides of a board of which the viewer chooses one."""
        seat = self.view["seat"]
        if "side to choose" not in self.view["pending"] or seat != self.sight["seat"]:
            return []
        drawn = []
        for letter, name in zip("ab", self.view["players"][seat]["sides"], strict=True):
            estate = ESTATES[ESTATE_NUMBER[name]]
            drawn.append(
                {
                    "part": f"side-{letter}",
                    "name": name,
                    "words": f"Estate {name}, with {len(estate.regions)} regions",
                    "spaces": self.spaces(estate, {}, None),
                    "borders": borders(estate.colours),
                }
            )
        return drawn

    # -- the game board

    def market(self) -> Drawn:
        """The depots, laid in a ring, with the black one in their middle.

        The first lies above the others and the fourth below, both flat; two lie at each side.
        """
        players = len(self.view["players"])
        used = [n for n in range(4) if BOARD["depot"][0]["players"][n] <= players]
        depot_hex, black_hex = DEPOT_HEX[players], BLACK_HEX[players]
        rows = 1 if len(used) == 2 else 2
        flat_high = 2 * depot_hex[1] + 14
        side_high = GOODS_HIGH + depot_hex[1] * (1.5 * rows + 0.5) + 22
        upper = flat_high + DEPOT_GAP
        lower = upper + side_high + DEPOT_GAP
        height = lower + side_high + DEPOT_GAP + flat_high
        right = BOARD_WIDE - DEPOT_WIDE
        return {
            "width": BOARD_WIDE,
            "height": height,
            "depots": [
                self.flat_depot(0, 0, used),
                self.side_depot(1, right, upper, side_high, used),
                self.side_depot(2, right, lower, side_high, used),
                self.flat_depot(3, height - flat_high, used),
                self.side_depot(4, 0, lower, side_high, used),
                self.side_depot(5, 0, upper, side_high, used),
            ],
            "black": self.black(BOARD_WIDE / 2, height / 2),
            "depot_scale": depot_hex[0] / HEX[0],
            "black_scale": black_hex[0] / HEX[0],
            "depot_hex": hexagon(depot_hex[0] - 1.5, depot_hex[1] - 1),
            "black_hex": hexagon(black_hex[0] - 1, black_hex[1] - 1),
            "hex": hexagon(HEX[0] - 1.5, HEX[1] - 1),
            "ring": hexagon(HEX[0] - 6, HEX[1] - 3.5),
            "depot_ring": hexagon(depot_hex[0] - 5, depot_hex[1] - 3),
            "black_ring": hexagon(black_hex[0] - 5, black_hex[1] - 3),
        }

    def flat_depot(self, depot: int, top: float, used: Sequence[int]) -> Drawn:
        """A depot with its spots in a row, and its goods beside them."""
        width, half = DEPOT_HEX[len(self.view["players"])]
        wide, high = GOODS_WIDE + 56 + len(used) * width, 2 * half + 14
        left = (BOARD_WIDE - wide) / 2
        first = left + GOODS_WIDE + 48 + width / 2
        places = [(first + n * width, top + 9 + half) for n in range(len(used))]
        plate, goods = (left, top, wide, high), (left + 40, top + 7, GOODS_WIDE, high - 14)
        return self.depot(depot, plate, goods, dict(zip(used, places, strict=True)))

    def side_depot(self, depot: int, left: float, top: float, high: float, used: Sequence[int]) -> Drawn:
        """A depot with its goods above its spots."""
        width, half = DEPOT_HEX[len(self.view["players"])]
        middle, second = left + DEPOT_WIDE / 2, top + high - 5 - half
        first = second if len(used) == 2 else second - half * 1.5
        if len(used) == 4:
            places = [(x, first) for x in _row(2, width, middle - width / 4)]
            places += [(x, second) for x in _row(2, width, middle + width / 4)]
        else:
            places = [(x, first) for x in _row(2, width, middle)] + [(middle, second)] * (len(used) - 2)
        plate = (left, top, DEPOT_WIDE, high)
        goods = (left + 37, top + 5, DEPOT_WIDE - 42, GOODS_HIGH)
        return self.depot(depot, plate, goods, dict(zip(used, places, strict=True)))

    def depot(self, depot: int, plate: Box, goods_place: Box, spots: Mapping[int, Point]) -> Drawn:
        """A numbered depot: its plate, its spots and its goods."""
        goods = self.view["depot goods"][depot]
        listed = _listed(goods) or "none"
        return {
            "number": depot + 1,
            "plate": plate,
            "goods_place": goods_place,
            "die_at": (plate[0] + 6, goods_place[1] + goods_place[3] / 2 - 14),
            "goods_part": f"goods-at-{depot + 1}",
            "goods_label": f"Goods at depot {depot + 1}: {listed}",
            "goods_tip": f"Goods at depot {depot + 1}\n{listed.capitalize()}. A ship takes them all (p. 5).",
            "goods": self.lying(goods, goods_place),
            "spots": [
                self.spot(depot * 4 + n, x, y, self.view["depots"][depot][n], COLOURS_AT[depot][n])
                for n, (x, y) in spots.items()
            ],
        }

    def lying(self, goods: Mapping[str, int], place: Box) -> list[Drawn]:
        """The goods at a depot: in a row or two; where two rows are too high, they are drawn smaller."""
        left, top, wide, high = place
        pitch = 29.0
        in_row = int(wide // pitch)
        rows = max(1, -(-len(goods) // in_row))
        size = min(28.0, high / rows - 2)
        space = (high - rows * size) / (rows + 1)
        drawn = []
        for n, (name, count) in enumerate(goods.items()):
            x, y = left + 2 + n % in_row * pitch, top + space + n // in_row * (size + space)
            # How many there are stands on the corner of a large one, and beside a small one.
            at = (x + size - 4, y + size - 4, 9) if size > 20 else (x + size + 5, y + size / 2, 9)
            drawn.append({**self.good(name, count), "x": x, "y": y, "size": size, "count_at": at})
        return drawn

    def black(self, x: float, y: float) -> list[Drawn]:
        """The spots of the black depot, one under the other; eight stand left and right in turn."""
        players = len(self.view["players"])
        width, half = BLACK_HEX[players]
        used = [n for n in range(8) if BOARD["black"]["players"][n] <= players]
        aside, down = (width / 4, half * 1.5) if len(used) == 8 else (0, half * 2)
        return [
            self.spot(24 + n, x + (aside if place % 2 else -aside), y + dy, self.view["black"][n], None)
            for place, (n, dy) in enumerate(zip(used, _row(len(used), down), strict=True))
        ]

    def spot(self, spot: int, x: float, y: float, name: str | None, colour: str | None) -> Drawn:
        """A spot of a depot, with the tile on it."""
        tile = self.tile(name)
        where = f"Depot {spot // 4 + 1}" if spot < 24 else "Black depot"
        lies = tile["title"] if tile else "empty"
        return {
            "part": spot_part(spot),
            "x": x,
            "y": y,
            "kind": SPACE_NAMES[colour] if colour else "black",
            "tile": tile,
            "changed": tile is None and spot_part(spot) in self.taken,
            "label": f"{where}, spot {spot_name(spot).removeprefix('black-')[-1]}: {lies}",
            "tip": (f"{tile['tip']}\n" if tile else "") + f"{where}.",
        }

    def phases(self) -> list[Drawn]:
        """The phases with what a region completed in them is worth."""
        return [
            {
                "name": name,
                "bonus": bonus,
                "state": "now"
                if n == self.phase and not self.view["over"]
                else "past"
                if n <= self.phase
                else "to come",
            }
            for n, (name, bonus) in enumerate(zip(PHASES, BOARD["points"]["phases"], strict=True))
        ]

    def rounds(self) -> list[Drawn]:
        """The rounds of this phase, with the goods that are still to come."""
        now = self.view["round"] - (1 if self.choosing else 0)
        coming = [] if self.view["over"] else self.view["round goods"]
        return [
            {
                "number": n + 1,
                "state": "now" if n + 1 == now else "past" if n + 1 < now else "to come",
                "good": self.good(name, 1) if n + 1 > now and not self.choosing else None,
            }
            for n, name in enumerate(coming)
        ]

    def order(self) -> Drawn:
        """The turn order track: towers of pieces; the topmost of the furthest tower starts the next round."""
        steps = [player["steps"] for player in self.view["players"]]
        last = max(6, *steps)
        pawns = []
        for n in range(last + 1):
            tower = [seat for seat in self.view["track"] if steps[seat] == n]
            pawns += [
                {"seat": seat, "x": TRACK_SPACE * (n + 0.5), "y": -PAWN * (floor + 0.5)}
                for floor, seat in enumerate(reversed(tower))
            ]
        names = self.sight["names"]
        now = ", ".join(names[seat] for seat in self.view["order"])
        following = ", ".join(names[seat] for seat in self.view["track"])
        return {
            "width": (last + 1) * TRACK_SPACE,
            "height": max(3, len(steps)) * PAWN,
            "spaces": [n * TRACK_SPACE for n in range(last + 1)],
            "pawns": pawns,
            "now": self.view["order"],
            "next": self.view["track"] if self.view["track"] != self.view["order"] else [],
            "label": f"This round: {now}. Next round, as it stands: {following}.",
        }

    def bonuses(self) -> list[Drawn]:
        """The bonus tiles, by colour, and whether they still lie on the board."""
        players = len(self.view["players"])
        return [
            {
                "kind": colour,
                "large": BOARD["points"]["large"][players - 2]
                if colour in self.view["large bonuses"]
                else None,
                "small": BOARD["points"]["small"][players - 2]
                if colour in self.view["small bonuses"]
                else None,
            }
            for colour in COLOUR_NAMES
        ]

    def keeping(self) -> list[Drawn]:
        """The goods of which the viewer chooses what to keep."""
        wanted = [
            action["parts"][-1].removeprefix("goods-")
            for action in self.sight["actions"]
            if action["words"].startswith("keep ")
        ]
        counts = {
            name: sum(self.view["depot goods"][depot - 1].get(name, 0) for depot in self.view["loading"])
            for name in wanted
        }
        return [self.good(name, count) for name, count in counts.items()]

    def alike(self) -> list[list[str]]:
        """Parts of which it does not matter which one is touched: equal dice, equal tiles in one place."""
        seat = self.sight["seat"]
        if seat is None:
            return []
        groups: dict[tuple[str, object], list[str]] = {}
        for part, place, thing in self._things(seat):
            groups.setdefault((place, thing), []).append(part)
        return [parts for parts in groups.values() if len(parts) > 1]

    def _things(self, seat: int) -> Iterator[tuple[str, str, object]]:
        """Each part that holds something: the part, the place it belongs to, what it holds."""
        for n, value in enumerate(self.view["dice"][seat]):
            yield f"die-{n + 1}", "dice", value
        for n, name in enumerate(self.view["players"][seat]["storage"]):
            if name:
                yield f"store-{n + 1}", "storage", name
        for spot in range(24):
            if name := self.view["depots"][spot // 4][spot % 4]:
                yield spot_part(spot), f"depot {spot // 4}", name
        for n, name in enumerate(self.view["black"]):
            if name:
                yield spot_part(24 + n), "black", name


def _listed(goods: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in goods.items())


COLOURS_AT: Sequence[Sequence[str]] = [depot["colours"].split() for depot in BOARD["depot"]]
"""The colour of each spot of each depot."""

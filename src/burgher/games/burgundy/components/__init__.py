"""What is in the box: estates, tiles and the board, read from the tables beside this file.

The tables (`estates.toml`, `tiles.toml`, `board.toml`) say where each fact comes from and how sure it
is. Here they are read and checked, and each thing gets its name and number.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from burgher.kernel.hexes import HexBoard

COLOURS = "CMSABK"
"""The colours in the order of their numbers: castle, mine, ship, animal, building, knowledge."""

COLOUR_NAMES = ("castle", "mine", "ship", "animal", "building", "knowledge")

SPACES = HexBoard([4, 5, 6, 7, 6, 5, 4])
"""The 37 spaces of every estate."""

PHASES = "ABCDE"


@dataclass(frozen=True)
class Tile:
    """A kind of six-sided tile; tiles of a kind are all the same."""

    kind: int
    """Its number, from 1; 0 is no tile."""
    name: str
    colour: int
    coloured: int
    """How many have a coloured back."""
    black: int
    """How many have a black back."""
    page: int
    effect: str
    """What it does, in our words."""
    effect_2019: str | None
    """What it does in the edition of 2019, where that differs."""
    variety: int = 0
    """The animal type, the building type (both from 0) or the knowledge tile's number."""
    animals: int = 0


@dataclass(frozen=True)
class Estate:
    """A side of a player board."""

    name: str
    box: str
    """The edition it comes from."""
    colours: str
    """The colour letter of each space."""

    @property
    def regions(self) -> list[list[int]]:
        """Its regions of connected spaces of one colour."""
        return SPACES.regions(list(self.colours))

    @property
    def castles(self) -> list[int]:
        """The dark green spaces, where a starting castle can lie."""
        return [space for space, colour in enumerate(self.colours) if colour == "C"]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))


_ESTATES = _read("estates")
_TILES = _read("tiles")
BOARD: dict[str, Any] = _read("board")
"""The game board's table as it is written."""

NUMBERS = [int(n) for row in _ESTATES["numbers"] for n in row.split()]
"""The die number of each space, the same on every estate."""

ESTATES = [
    Estate(estate["name"], estate["box"], "".join(estate["rows"]).replace(" ", ""))
    for estate in _ESTATES["estate"]
]
ESTATE_NUMBER = {estate.name: n for n, estate in enumerate(ESTATES)}

BOARD_SIDES = [tuple(ESTATE_NUMBER[name] for name in sides) for sides in _ESTATES["boards"]["sides"]]
"""The double-sided player boards: which estates share one. A reconstruction."""

CENTRE = len(SPACES) // 2

BUILDINGS = [building["name"] for building in _TILES["building"]]
ANIMALS: list[str] = _TILES["animals"]["types"]
GOODS: list[str] = BOARD["goods"]["colours"]


def _tiles() -> list[Tile]:
    drafts: list[dict[str, Any]] = []
    for tile in _TILES["tile"]:
        drafts.append({**tile, **tile["copies"]})
    herd = _TILES["animals"]
    for variety, animal in enumerate(herd["types"]):
        for copies in herd["copies"]:
            drafts.append({**herd, **copies, "name": f"{animal}-{copies['animals']}", "variety": variety})
    city = _TILES["buildings"]
    for variety, building in enumerate(_TILES["building"]):
        drafts.append({**city, **city["copies"], **building, "variety": variety})
    knowledge = _TILES["knowledge"]
    for tile in knowledge["tile"]:
        black = int(tile["number"] in knowledge["black"])
        drafts.append(
            {
                **tile,
                "name": f"knowledge-{tile['number']}",
                "colour": knowledge["colour"],
                "coloured": 1 - black,
                "black": black,
                "variety": tile["number"],
            }
        )
    return [
        Tile(
            kind=kind,
            name=draft["name"],
            colour=COLOURS.index(draft["colour"]),
            coloured=draft["coloured"],
            black=draft["black"],
            page=draft["page"],
            effect=draft["effect"],
            effect_2019=draft.get("effect-2019"),
            variety=draft.get("variety", 0),
            animals=draft.get("animals", 0),
        )
        for kind, draft in enumerate(drafts, start=1)
    ]


TILES = _tiles()
"""Every kind of tile; `TILES[kind - 1].kind == kind`."""
TILE_BY_NAME = {tile.name: tile for tile in TILES}

END_TILES: dict[int, tuple[dict[str, int], str]] = {
    tile["number"]: (tile["points"], tile["per"]) for tile in _TILES["knowledge"]["tile"] if "points" in tile
}
"""The knowledge tiles that score at the end: their points by edition, and for each of what."""

KNOWLEDGE_BRIEFS: dict[int, str] = {tile["number"]: tile["brief"] for tile in _TILES["knowledge"]["tile"]}
"""What each knowledge tile is for, in a few words that hold in every edition."""


def tile(kind: int) -> Tile:
    """The tile of a kind."""
    return TILES[kind - 1]

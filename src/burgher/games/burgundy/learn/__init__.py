"""What The Castles of Burgundy are learned with: tables of components for the rules text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from burgher.games.burgundy.components import (
    ANIMALS,
    BOARD,
    BOARD_SIDES,
    COLOUR_NAMES,
    ESTATE_NUMBER,
    ESTATES,
    GOODS,
    PHASES,
    TILES,
    Tile,
)
from burgher.games.burgundy.naming import several, title_of
from burgher.kernel.learning import Row

COLOURS_IN_WORDS = ("dark green", "grey", "blue", "light green", "beige", "yellow")


def _tile_row(tile: Tile) -> Row:
    marks = [f"{tile.coloured + tile.black} of them, {tile.black or 'none'} with a black back"]
    words = tile.effect
    if tile.effect_2019:
        words += f" In the edition of 2019: {tile.effect_2019}"
    return Row(
        anchor=f"about-{tile.name}",
        name=title_of(tile).capitalize(),
        words=words,
        ref=f"p. {tile.page}",
        piece=f"tile {tile.name}",
        marks=tuple(marks),
    )


def single_tiles() -> list[Row]:
    """Castles, mines and ships."""
    return [_tile_row(tile) for tile in TILES if tile.name in ("castle", "mine", "ship")]


def animals() -> list[Row]:
    """The animal tiles, of each kind."""
    rows = []
    for animal in ANIMALS:
        tiles = [tile for tile in TILES if tile.name.startswith(f"{animal}-")]
        for tile in tiles:
            row = _tile_row(tile)
            rows.append(
                Row(row.anchor, row.name, f"{tile.animals} points.", row.ref, row.piece, marks=row.marks)
            )
    return rows


def buildings() -> list[Row]:
    """The eight buildings."""
    return [_tile_row(tile) for tile in TILES if COLOUR_NAMES[tile.colour] == "building"]


def knowledge() -> list[Row]:
    """The 26 knowledge tiles."""
    return [_tile_row(tile) for tile in TILES if COLOUR_NAMES[tile.colour] == "knowledge"]


def goods() -> list[Row]:
    """The six types of goods with the dice that sell them."""
    return [
        Row(
            f"goods-{name}",
            f"{name.capitalize()} goods",
            f"Sold with a {die}.",
            "p. 9",
            f"goods {name}",
            (f"{BOARD['goods']['copies']} of them",),
        )
        for die, name in enumerate(GOODS, start=1)
    ]


def region_points() -> list[Row]:
    """What a completed region is worth by its size."""
    return [
        Row(
            f"region-of-{size}",
            several(size, "space"),
            f"{several(points, 'point')}.",
            "p. 8",
        )
        for size, points in enumerate(BOARD["points"]["regions"], start=1)
    ]


def phase_points() -> list[Row]:
    """What is added in each phase."""
    return [
        Row(f"phase-{name.lower()}", f"Phase {name}", f"{points} points more.", "p. 8")
        for name, points in zip(PHASES, BOARD["points"]["phases"], strict=True)
    ]


def by_players() -> list[Row]:
    """What depends on how many play."""
    points = BOARD["points"]
    rows = []
    for players in (2, 3, 4):
        tiles = 6 * players
        black = sum(least <= players for least in BOARD["black"]["players"])
        large, small, sale = (
            points["large"][players - 2],
            points["small"][players - 2],
            BOARD["goods"]["points"][players - 2],
        )
        rows.append(
            Row(
                f"with-{players}",
                f"{players} players",
                f"Each phase lays out {tiles} tiles in the numbered depots and {black} in the black one."
                f" A goods tile sold scores {sale} points. Bonus tiles score {large} and {small} points.",
                "p. 3",
            )
        )
    return rows


def estates() -> list[Row]:
    """Every estate that can be chosen."""
    rows = []
    dealt = {side for board in BOARD_SIDES for side in board}
    for estate in ESTATES:
        sizes = sorted((len(region) for region in estate.regions), reverse=True)
        is_dealt = ESTATE_NUMBER[estate.name] in dealt
        marks = (f"from the box of {estate.box}", "" if is_dealt else "never dealt at random")
        rows.append(
            Row(
                f"plan-{estate.name}",
                f"Estate {estate.name}",
                f"{len(sizes)} regions, of {', '.join(map(str, sizes))} spaces.",
                "p. 12",
                f"estate {estate.name}",
                tuple(mark for mark in marks if mark),
            )
        )
    return rows


TABLES: Final[Mapping[str, Callable[[], Sequence[Row]]]] = {
    "tiles": single_tiles,
    "animals": animals,
    "buildings": buildings,
    "knowledge": knowledge,
    "goods": goods,
    "regions": region_points,
    "phases": phase_points,
    "players": by_players,
    "estates": estates,
}

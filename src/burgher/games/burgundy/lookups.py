"""The components once more, as arrays that the rules look things up in.

Sets of spaces, depot spots, goods and die numbers are bits of a word: bit n is space n, spot n, good n,
and bit n - 1 is the die number n.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.burgundy.components import (
    BOARD,
    COLOURS,
    END_TILES,
    ESTATES,
    NUMBERS,
    PHASES,
    SPACES,
    TILES,
)
from burgher.kernel.ints import ints, set_of

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints

# -- tiles --------------------------------------------------------------------------------------

EMPTY: Final = 0

CASTLE: Final = 0
MINE: Final = 1
SHIP: Final = 2
ANIMAL: Final = 3
BUILDING: Final = 4
KNOWLEDGE: Final = 5

CASTLE_TILE: Final = 1
MINE_TILE: Final = 2

NO_COLOUR: Final = 6
"""The colour of no tile: no space has it."""

TILE_COLOUR: Final[Ints] = ints([NO_COLOUR] + [tile.colour for tile in TILES])
"""The colour of a kind of tile."""
TILE_VARIETY: Final[Ints] = ints([0] + [tile.variety for tile in TILES])
"""Which animal or building it is, or a knowledge tile's number."""
TILE_ANIMALS: Final[Ints] = ints([0] + [tile.animals for tile in TILES])

WAREHOUSE: Final = 0
WATCHTOWER: Final = 1
CARPENTER: Final = 2
CHURCH: Final = 3
MARKET: Final = 4
BOARDING_HOUSE: Final = 5
BANK: Final = 6
CITY_HALL: Final = 7
NO_BUILDING: Final = 8

TILE_BUILDING: Final[Ints] = ints(
    [NO_BUILDING] + [tile.variety if tile.colour == BUILDING else NO_BUILDING for tile in TILES]
)
"""Which building it is, `NO_BUILDING` for all other tiles."""

# -- supplies: every single tile of a pile is a bit, tiles of a kind side by side -----------------

BLACK: Final = 6
"""The pile of the black backs; piles 0 to 5 are those of the colours."""


def _piles() -> list[list[int]]:
    coloured = [
        [tile.kind for tile in TILES if tile.colour == colour for _ in range(tile.coloured)]
        for colour in range(len(COLOURS))
    ]
    return [*coloured, [tile.kind for tile in TILES for _ in range(tile.black)]]


PILES: Final[list[list[int]]] = _piles()
FULL_PILE: Final[Ints] = ints([2 ** len(pile) - 1 for pile in PILES])
PILE_TILE: Final[Ints] = ints([kind for pile in PILES for kind in pile + [0] * (64 - len(pile))])
"""`PILE_TILE[pile * 64 + bit]` is the kind of that tile."""

GOOD_TYPES: Final = 6
COPIES_OF_GOODS: Final = 7
FULL_GOODS: Final = 0x3FFFFFFFFFF
"""The 42 goods tiles, seven of each type side by side."""
STORED_GOOD_TYPES: Final = 3

# -- the estates --------------------------------------------------------------------------------

SPACE_COUNT: Final = 37

NEIGHBOURS: Final[Ints] = ints([set_of(beside) for beside in SPACES.neighbours])
"""The spaces beside a space."""
COLOUR_SPACES: Final[Ints] = ints(
    [
        set_of([s for s in range(len(SPACES)) if estate.colours[s] == colour])
        for estate in ESTATES
        for colour in COLOURS + "-"
    ]
)
"""`COLOUR_SPACES[estate * 7 + colour]`: all spaces of a colour."""


def _region_of(estate: int, space: int) -> list[int]:
    return next(region for region in ESTATES[estate].regions if space in region)


_REGIONS: Final = [_region_of(e, s) for e in range(len(ESTATES)) for s in range(len(SPACES))]
REGION: Final[Ints] = ints([set_of(region) for region in _REGIONS])
"""`REGION[estate * 37 + space]`: the region a space belongs to."""
REGION_POINTS: Final[Ints] = ints([BOARD["points"]["regions"][len(region) - 1] for region in _REGIONS])
"""`REGION_POINTS[estate * 37 + space]`: what completing that region scores for its size."""

# -- the board ----------------------------------------------------------------------------------

SPOTS: Final = 24
"""Spaces for tiles in the numbered depots, four in each: spot = depot * 4 + place."""
BLACK_SPOTS: Final = 8

SPOT_COLOUR: Final[Ints] = ints(
    [COLOURS.index(colour) for depot in BOARD["depot"] for colour in depot["colours"].split()]
)
SPOT_PLAYERS: Final[Ints] = ints([players for depot in BOARD["depot"] for players in depot["players"]])
"""The smallest number of players that uses a spot."""
BLACK_PLAYERS: Final[Ints] = ints(BOARD["black"]["players"])


def _spots_used(smallest: Ints, spots: int, players: int) -> int:
    return set_of([spot for spot in range(spots) if smallest[spot] <= players])


USED_SPOTS: Final[Ints] = ints([_spots_used(SPOT_PLAYERS, SPOTS, players) for players in range(5)])
USED_BLACK_SPOTS: Final[Ints] = ints(
    [_spots_used(BLACK_PLAYERS, BLACK_SPOTS, players) for players in range(5)]
)
"""The spots that are used, by the number of players."""


def _spots_coloured(colours: str) -> int:
    return set_of([spot for spot in range(24) if COLOURS[SPOT_COLOUR[spot]] in colours])


CARPENTER_SPOTS: Final[i64] = _spots_coloured("B")
CHURCH_SPOTS: Final[i64] = _spots_coloured("CMK")
MARKET_SPOTS: Final[i64] = _spots_coloured("SA")

_EXCEPTION: Final = BOARD["exception"]
EXCEPTION_SPOT: Final[i64] = (_EXCEPTION["depot"] - 1) * 4 + _EXCEPTION["space"] - 1
EXCEPTION_COLOUR: Final[i64] = COLOURS.index(_EXCEPTION["colour"])
EXCEPTION_PHASES: Final[i64] = set_of([PHASES.index(phase) for phase in _EXCEPTION["phases"]])

RING: Final[Ints] = ints([set_of([(depot - 1) % 6, (depot + 1) % 6]) for depot in range(6)])
"""The two depots beside a depot in the ring."""

PHASE_POINTS: Final[Ints] = ints(BOARD["points"]["phases"])
LARGE_BONUS: Final[Ints] = ints([0, 0, *BOARD["points"]["large"]])
SMALL_BONUS: Final[Ints] = ints([0, 0, *BOARD["points"]["small"]])
SALE_POINTS: Final[Ints] = ints([0, 0, *BOARD["goods"]["points"]])
"""Points by the number of players."""
WATCHTOWER_POINTS: Final[i64] = BOARD["points"]["watchtower"]
START_SILVERLINGS: Final[i64] = BOARD["start"]["silverlings"]
START_WORKERS: Final[Ints] = ints(BOARD["start"]["workers"])
START_GOODS: Final[i64] = BOARD["goods"]["dealt"]

# -- knowledge: the bit of each tile that changes a rule, by what it allows (p. 10-11) ---------------

SAME_BUILDINGS: Final = 0x2  # 1
MINE_WORKERS: Final = 0x4  # 2
SALE_SILVERLING: Final = 0x8  # 3
SALE_WORKER: Final = 0x10  # 4
TWO_DEPOTS: Final = 0x20  # 5
BUY_ANYWHERE: Final = 0x40  # 6
ANIMAL_POINT: Final = 0x80  # 7
DOUBLE_STEPS: Final = 0x100  # 8
EASY_TAKING: Final = 0x1000  # 12
HIRING_SILVERLING: Final = 0x2000  # 13
HIRING_FOUR: Final = 0x4000  # 14

EASES_DICE: Final = 0x1E00  # 9, 10, 11, 12
EASES_PLACING: Final = 0xE00  # 9, 10, 11
EASY_PLACING: Final[Ints] = ints([0x800, 0x800, 0x400, 0x400, 0x200, 0x800, 0])
"""By colour, the tile (9, 10 or 11) that changes the die placing it by one for free."""

SOLD_TYPES: Final = 15
BUILDING_TILES: Final = 16
"""Tiles 16 to 23 score for buildings 0 to 7."""
ANIMAL_TYPES: Final = 24
SOLD_TILES: Final = 25
BONUS_TILES: Final = 26

END_POINTS: Final[Ints] = ints(
    [
        END_TILES.get(number, ({edition: 0}, ""))[0][edition]
        for edition in ("2011", "2019")
        for number in range(27)
    ]
)
"""`END_POINTS[edition * 27 + number]`: what a knowledge tile scores at the end, for each thing it counts."""

# -- dice and workers (p. 4) ---------------------------------------------------------------------


def _distance(die: int, number: int) -> int:
    around = abs(die - number)
    return min(around, 6 - around)


def _workers(die: int, number: int, free_steps: int, steps: int) -> int:
    return -(-max(0, _distance(die, number) - free_steps) // steps)


WORKERS_FOR: Final[Ints] = ints(
    [
        _workers(die, number, free, 1 + double) if 1 <= die <= 6 and 1 <= number <= 6 else 0
        for free in range(2)
        for double in range(2)
        for die in range(8)
        for number in range(8)
    ]
)
"""`WORKERS_FOR[free * 128 + double * 64 + die * 8 + number]`: the workers that turn a die into a number."""

REACH: Final[Ints] = ints(
    [
        set_of(
            [
                number - 1
                for number in range(1, 7)
                if 1 <= die <= 6 and _workers(die, number, free, 1 + double) <= workers
            ]
        )
        for free in range(2)
        for double in range(2)
        for workers in range(4)
        for die in range(8)
    ]
)
"""`REACH[free * 64 + double * 32 + workers * 8 + die]`: the numbers a die can become; 3 workers reach all."""
REACHED_SPACES: Final[Ints] = ints(
    [set_of([s for s, n in enumerate(NUMBERS) if set_of([n - 1]) & REACH[row]]) for row in range(128)]
)
"""The spaces of an estate that ask for one of these numbers."""
REACHED_SPOTS: Final[Ints] = ints(
    [set_of([spot for spot in range(24) if set_of([spot // 4]) & REACH[row]]) for row in range(128)]
)
"""The spots of the depots with one of these numbers."""
REACHED_USES: Final[Ints] = ints(
    [REACHED_SPOTS[row] | REACH[row] << SPOTS | set_of([SPOTS + GOOD_TYPES]) for row in range(128)]
)
"""What a die can do with them besides placing: those spots to take from, the goods to sell, workers."""

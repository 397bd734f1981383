"""Games written in C by hand, to stand beside ours: how they get our components, and how they are built.

They are no other library, but what somebody would write who wanted one game to be fast and nothing else.
`burgundy.c` holds the rules; boards, tiles and what follows from them are written out here as C tables, so
that they stand in one place.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from burgher.games.burgundy import lookups as look
from burgher.games.burgundy.components import CENTRE, COLOURS, ESTATE_NUMBER, ESTATES, NUMBERS, TILES
from burgher.kernel.chance import MULTIPLIER
from burgher.kernel.ints import members_of

FLAGS = ("-std=gnu11", "-O3")
FOR_SPEED = (
    ("-march=native", "-mno-avx512f", "-fno-tree-vectorize", "-fno-jump-tables", "-fno-pie", "-no-pie"),
    ("-march=native",),
    (),
)
"""The first of these that the compiler understands: who wants to be fast uses all that a processor can do.

But neither vectors nor jump tables, which cost here what they gain elsewhere; and by vectors of 512 bits
GCC 12 copies some tables wrongly.
"""
COMPILERS = ("cc", "gcc", "clang")
PLAYERS = 2
ESTATE = ESTATE_NUMBER["1"]


class NotBuilt(Exception):
    """There is no compiler, or it failed; says so."""


def compiler() -> list[str]:
    """The C compiler of this machine, as a command: `CC`, where that is set."""
    named = os.environ.get("CC", "").split()
    for command in [named] if named else [[name] for name in COMPILERS]:
        if shutil.which(command[0]):
            return command
    raise NotBuilt(f"{named[0]} is not on this machine" if named else "no C compiler is on this machine")


def build(program: Path, folder: Path, *options: str) -> Path:
    """Compile a program of this folder into another folder, and say where it is."""
    command = compiler()
    (folder / f"{program.stem}_tables.h").write_text(TABLES[program.stem](), encoding="utf-8")
    built = folder / program.stem
    for flags in FOR_SPEED:
        ended = subprocess.run(
            [*command, *FLAGS, *flags, *options, f"-I{folder}", str(program), "-o", str(built)],
            capture_output=True,
            text=True,
            check=False,
        )
        if ended.returncode == 0:
            return built
    said = [line for line in ended.stderr.splitlines() if line.strip()]
    raise NotBuilt(f"{command[0]} failed: {said[-1].strip() if said else f'exit code {ended.returncode}'}")


# -- The Castles of Burgundy -----------------------------------------------------------------------


def burgundy_tables() -> str:
    """All that the rules of The Castles of Burgundy look up, for two players on the usual estate."""
    pastures = [region for region in ESTATES[ESTATE].regions if _colour(region[0]) == look.ANIMAL]
    classes = [look.NO_COLOUR, *(n for n in range(len(COLOURS)) if n != look.BUILDING), *[look.BUILDING] * 8]
    differing = [look.ANIMAL, look.BUILDING, look.KNOWLEDGE, look.BLACK]
    alike = [look.CASTLE, look.MINE, look.SHIP]
    piles = [*differing, *alike]
    used = look.USED_SPOTS[PLAYERS] | look.USED_BLACK_SPOTS[PLAYERS] << look.SPOTS
    spots = members_of(used)
    drawn_from = [look.SPOT_COLOUR[spot] if spot < look.SPOTS else look.BLACK for spot in spots]
    regions = range(ESTATE * look.SPACE_COUNT, (ESTATE + 1) * look.SPACE_COUNT)
    numbers = {
        "MULTIPLIER": MULTIPLIER,
        "SPACES": look.SPACE_COUNT,
        "MOST_SPACES": max(map(ESTATES[ESTATE].colours.count, COLOURS)),
        "CENTRE": CENTRE,
        "CASTLE_TILE": look.CASTLE_TILE,
        "CLASSES": len(classes),
        "PASTURES": len(pastures),
        "PILES": len(differing),
        "USED": len(spots),
        "USED_SPOTS": used,
        "USED_NUMBERED": len(members_of(look.USED_SPOTS[PLAYERS])),
        "CARPENTER_SPOTS": look.CARPENTER_SPOTS,
        "CHURCH_SPOTS": look.CHURCH_SPOTS,
        "MARKET_SPOTS": look.MARKET_SPOTS,
        "ALL_DEPOTS": 2**6 - 1,
        "FULL_GOODS": look.FULL_GOODS,
        "COPIES_OF_GOODS": look.COPIES_OF_GOODS,
        "STORED_GOOD_TYPES": look.STORED_GOOD_TYPES,
        "START_GOODS": look.START_GOODS,
        "START_SILVERLINGS": look.START_SILVERLINGS,
        "START_WORKERS_FIRST": look.START_WORKERS[0],
        "START_WORKERS_SECOND": look.START_WORKERS[1],
        "LARGE_BONUS": look.LARGE_BONUS[PLAYERS],
        "SMALL_BONUS": look.SMALL_BONUS[PLAYERS],
        "SALE_POINTS": look.SALE_POINTS[PLAYERS],
        "WATCHTOWER_POINTS": look.WATCHTOWER_POINTS,
        "SOLD_TYPES": look.SOLD_TYPES,
        "BUILDING_TILES": look.BUILDING_TILES,
        "ANIMAL_TYPES": look.ANIMAL_TYPES,
        "SOLD_TILES": look.SOLD_TILES,
        "BONUS_TILES": look.BONUS_TILES,
    }
    kinds = [(look.NO_COLOUR, 0, 0, 0, 0)] + [
        (
            tile.colour,
            classes.index(tile.colour) + (tile.variety if tile.colour == look.BUILDING else 0),
            tile.variety,
            tile.animals,
            look.EASY_PLACING[tile.colour],
        )
        for tile in TILES
    ]
    return "".join(
        [
            "/* Written by c.py. */\n\n",
            *(f"#define {name} {value}\n" for name, value in numbers.items()),
            "\ntypedef struct { uint8_t colour, class, variety, animals; uint32_t eased_by; } Kind;\n",
            _rows("Kind KINDS", kinds),
            # Spaces.
            _table("Set NEIGHBOURS", look.NEIGHBOURS),
            _table("uint8_t NUMBERS", NUMBERS),
            _table("Set REGION", [look.REGION[at] for at in regions]),
            _table("uint8_t REGION_POINTS", [look.REGION_POINTS[at] for at in regions]),
            _table(
                "Set CITY",
                [look.REGION[at] if _colour(n) == look.BUILDING else 0 for n, at in enumerate(regions)],
            ),
            _table("uint8_t PASTURE", [_place(pastures, space) for space in range(look.SPACE_COUNT)]),
            _table("Set COLOUR_SPACES", [_spaces(colour) for colour in range(len(COLOURS))]),
            _table("Set CLASS_SPACES", [_spaces(colour) for colour in classes]),
            # Sets, where the processor does not know them.
            "#ifndef __BMI2__\n",
            _rows("uint8_t NTH", [(*members_of(byte), 0)[:8] for byte in range(256)], 8),
            "#endif\n",
            # What is drawn, and where it goes.
            _table("Set FULL_PILES", [look.FULL_PILE[pile] for pile in differing]),
            _rows("uint8_t PILE_TILE", [look.PILES[pile] for pile in differing], 64),
            _table("uint8_t ALIKE_TILE", [look.PILES[pile][0] for pile in alike]),
            _table("uint8_t USED_SPOT", spots),
            _table("uint8_t USED_PILE", [piles.index(pile) for pile in drawn_from]),
            _table(
                "uint64_t WHOLE_BYTES", [sum(255 << 8 * n for n in members_of(bits)) for bits in range(64)]
            ),
            _table("uint32_t RING", look.RING),
            # Dice, and points.
            _table("uint8_t WORKERS_FOR", look.WORKERS_FOR),
            "typedef struct { Set spaces, uses; } Reach;\n",
            _rows("Reach REACHES", [(look.REACHED_SPACES[row], _uses(row)) for row in range(128)]),
            _rows("uint8_t TWO_DICE", [(n // 6 + 1, n % 6 + 1) for n in range(36)], 2),
            _table("uint8_t PHASE_POINTS", look.PHASE_POINTS),
            _table("uint8_t END_POINTS", [look.END_POINTS[number] for number in range(27)]),
        ]
    )


def _colour(space: int) -> int:
    return COLOURS.index(ESTATES[ESTATE].colours[space])


def _spaces(colour: int) -> int:
    return look.COLOUR_SPACES[ESTATE * 7 + colour]


def _uses(row: int) -> int:
    """What a die can do besides placing: the spots to take from, then the goods to sell, then workers."""
    return look.REACHED_SPOTS[row] | look.REACH[row] << look.SPOTS | 1 << look.SPOTS + look.GOOD_TYPES


def _place(regions: Sequence[Sequence[int]], space: int) -> int:
    """Which of these regions a space belongs to; 0 for none, too."""
    return next((n for n, region in enumerate(regions) if space in region), 0)


def _table(name: str, values: Iterable[int]) -> str:
    return f"static const {name}[] = {{{', '.join(map(_literal, values))}}};\n"


def _rows(name: str, rows: Iterable[Sequence[int]], width: int | None = None) -> str:
    written = ",\n".join(f"    {{{', '.join(map(_literal, row))}}}" for row in rows)
    return f"static const {name}[]{f'[{width}]' if width else ''} = {{\n{written}\n}};\n"


def _literal(value: int) -> str:
    return f"UINT64_C({value})" if value >= 2**31 else str(value)


TABLES = {"burgundy": burgundy_tables}

"""Every decision a player can take: its number, its words and its parts.

A decision that needs a die exists three times: with the first die, with the second, and without one
(`FREE`: a castle's extra action or a building's advantage).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from burgher.games.burgundy.components import GOODS, NUMBERS
from burgher.kernel.ints import ints

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints

FIRST_DIE: Final = 0
SECOND_DIE: Final = 1
FREE: Final = 2

PLACEMENTS: Final = 111
"""How many placements there are with each source."""
USES: Final = 31
"""How many other actions there are with each source: 24 tiles to take, 6 goods to sell, workers."""

# The numbers. Actions that can be legal together lie close, so that one word can hold them as a set.
PLACE: Final = 0  # + source * 111 + slot * 37 + space
TAKE: Final = 333  # + source * 31 + spot
SELL: Final = 357  # + source * 31 + good
HIRE: Final = 363  # + source * 31
BUY: Final = 426  # + spot, the black depot's from 24
END: Final = 458
SKIP: Final = 459
CLEAR: Final = 460  # + slot
LOAD: Final = 463  # + depot
KEEP: Final = 469  # + good
PAY: Final = 475  # + workers
SIDE: Final = 478  # + side
CHOOSE_CASTLE: Final = 480  # + space

MAY_HIRE: Final = 0x40000000
"""`HIRE` in a set that begins with `TAKE`."""

Face = tuple[int, int, int, int, str, tuple[str, ...]]
"""Verb, source, the thing it is done with or to, the space of a tile placed, words, parts."""


def spot_name(spot: int) -> str:
    """A spot of the depots as people name it: `3b`, or `black-2`."""
    return f"{spot // 4 + 1}{'abcd'[spot % 4]}" if spot < 24 else f"black-{spot - 23}"


def spot_part(spot: int) -> str:
    """A spot of the depots as a thing to touch."""
    return f"depot-{spot_name(spot)}" if spot < 24 else spot_name(spot)


def _with_dice() -> list[Face]:
    faces: list[Face] = []
    sources: list[tuple[int, str, tuple[str, ...]]] = [
        (FIRST_DIE, "1 ", ("die-1",)),
        (SECOND_DIE, "2 ", ("die-2",)),
        (FREE, "", ()),
    ]
    for source, die, touched in sources:
        for slot in range(3):
            for space in range(37):
                tile, onto = f"store-{slot + 1}", f"space-{space + 1}"
                said = f"{die}place {slot + 1}-{space + 1}"
                faces.append((PLACE, source, slot, space, said, (*touched, tile, onto)))
    for source, die, touched in sources:
        for spot in range(24):
            faces.append((TAKE, source, spot, 0, f"{die}take {spot_name(spot)}", (*touched, spot_part(spot))))
        for good, name in enumerate(GOODS):
            faces.append((SELL, source, good, 0, f"{die}sell {name}", (*touched, f"goods-{name}")))
        faces.append((HIRE, source, 0, 0, f"{die}workers", (*touched, "workers")))
    return faces


def _without_dice() -> list[Face]:
    simple: list[tuple[int, int, str, tuple[str, ...]]] = [
        *[(BUY, spot, f"buy {spot_name(spot)}", ("silverlings", spot_part(spot))) for spot in range(32)],
        (END, 0, "end", ("end",)),
        (SKIP, 0, "skip", ("skip",)),
        *[(CLEAR, slot, f"discard {slot + 1}", ("discard", f"store-{slot + 1}")) for slot in range(3)],
        *[(LOAD, depot, f"load {depot + 1}", (f"goods-at-{depot + 1}",)) for depot in range(6)],
        *[(KEEP, good, f"keep {name}", ("keep", f"goods-{name}")) for good, name in enumerate(GOODS)],
        *[(PAY, workers, f"pay {workers}", (f"pay-{workers}",)) for workers in range(3)],
        *[(SIDE, side, f"side {name}", (f"side-{name}",)) for side, name in enumerate("ab")],
        *[
            (CHOOSE_CASTLE, space, f"castle {space + 1}", ("castle", f"space-{space + 1}"))
            for space in range(37)
        ],
    ]
    return [(verb, FREE, thing, 0, said, parts) for verb, thing, said, parts in simple]


FACES: Final[list[Face]] = _with_dice() + _without_dice()
"""Every action by number; `docs/notation.md` explains the words."""

VERB: Final[Ints] = ints([face[0] for face in FACES])
SOURCE: Final[Ints] = ints([face[1] for face in FACES])
THING: Final[Ints] = ints([face[2] for face in FACES])
SPACE: Final[Ints] = ints([face[3] for face in FACES])


def _asked_number(face: Face) -> int:
    verb, _, thing, space, _, _ = face
    return {PLACE: NUMBERS[space], TAKE: thing // 4 + 1, SELL: thing + 1}.get(verb, 0)


ASKED_NUMBER: Final[Ints] = ints([_asked_number(face) for face in FACES])
"""The number an action asks of its die; 0 where any will do."""

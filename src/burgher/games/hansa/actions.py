"""Every decision a player can take: its number, its words and its parts.

The numbers depend on the board. Those below 177 are the same on all; the others follow in the order that
`tables.Board` gives. Actions that can be legal together lie close, so that one word can hold them as a set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from burgher.games.hansa.components import (
    BOARD_SIDES,
    COLOURS,
    FAVOURS,
    MARKERS,
    SHAPES,
    TRACKS,
    BoardSide,
)
from burgher.games.hansa.lookups import BOARDS, MOST_TRADERS_TAKEN
from burgher.kernel.ints import ints

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints

# What is done: the verb of an action.
PLACE: Final = 0
TO: Final = 1
TAKE: Final = 2
DISPLACE: Final = 3
INCOME: Final = 4
ESTABLISH: Final = 5
CLAIM_OFFICE: Final = 6
CLAIM_EXTRA: Final = 7
CLAIM_SPECIAL: Final = 8
DEVELOP: Final = 9
NEXT: Final = 10
PAY: Final = 11
USE: Final = 12
USE_DEVELOP: Final = 13
EXCHANGE: Final = 14
LAY: Final = 15
SHARE: Final = 16
FAVOUR: Final = 17
TURN_DOWN: Final = 18
GREEN: Final = 19
PAWN: Final = 20
MOVE: Final = 21

# Those that decline, from the first on: all that is asked, anything more of it, anything more in this turn.
LEAVE: Final = 22
DONE: Final = 23
END: Final = 24

# The numbers of the actions that are the same on every board.
N_END: Final = 0
N_DONE: Final = 1
N_NEXT: Final = 2  # + shape
N_PAY: Final = 4  # + shape
N_SHARE: Final = 6  # + shape
N_USE: Final = 8  # three pieces, plus 3, plus 4
N_USE_DEVELOP: Final = 11  # + track
N_FAVOUR: Final = 16  # + tile
N_TURN: Final = 22  # + marker
N_DEVELOP: Final = 28  # + track
N_SPECIAL: Final = 33  # + colour * 2 + shape
N_LEAVE: Final = 41
N_MOVE: Final = 42
N_INCOME: Final = 43  # + merchants * 27 + traders - 1

Face = tuple[int, int, int, str, tuple[str, ...]]
"""Verb, the thing it is done with or to, a shape or another number, words, parts."""


def _everywhere() -> list[Face]:
    faces: list[Face] = [(END, 0, 0, "end", ("end",)), (DONE, 0, 0, "done", ("done",))]
    faces += [(NEXT, 0, s, f"next {name}", (f"piece-{name}",)) for s, name in enumerate(SHAPES)]
    faces += [(PAY, 0, s, f"pay {name}", (f"pay-{name}",)) for s, name in enumerate(SHAPES)]
    faces += [(SHARE, 0, s, f"share {name}", (f"share-{name}",)) for s, name in enumerate(SHAPES)]
    for kind in range(len(MARKERS)):
        if MARKERS[kind] in ("pieces", "plus-3", "plus-4"):
            faces.append((USE, kind, 0, f"use {MARKERS[kind]}", (f"marker-{MARKERS[kind]}",)))
    for track, name in enumerate(TRACKS):
        faces.append((USE_DEVELOP, track, 0, f"use develop {name}", ("marker-develop", f"track-{name}")))
    faces += [(FAVOUR, n, 0, f"favour {name}", (f"favour-{name}",)) for n, name in enumerate(FAVOURS)]
    faces += [(TURN_DOWN, n, 0, f"turn {name}", ("turn", f"marker-{name}")) for n, name in enumerate(MARKERS)]
    faces += [(DEVELOP, n, 0, f"develop {name}", (f"track-{name}",)) for n, name in enumerate(TRACKS)]
    for colour, name in enumerate(COLOURS):
        for s, piece in enumerate(SHAPES):
            faces.append(
                (CLAIM_SPECIAL, colour, s, f"special {name} {piece}", (f"special-{name}", f"piece-{piece}"))
            )
    faces.append((LEAVE, 0, 0, "nothing", ("nothing",)))
    faces.append((MOVE, 0, 0, "move", ("move",)))
    for merchants in range(5):
        for traders in range(MOST_TRADERS_TAKEN + 1):
            if traders or merchants:
                taken = [_several(traders, "trader")] * (traders > 0) + [_several(merchants, "merchant")] * (
                    merchants > 0
                )
                faces.append(
                    (
                        INCOME,
                        traders,
                        merchants,
                        f"income {' '.join(taken)}",
                        ("stock", f"income-{traders}-{merchants}"),
                    )
                )
    return faces


def _several(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _on_board(side: BoardSide) -> list[Face]:
    routes = [(n, route.key) for n, route in enumerate(side.routes)]
    sea = [(n, route.key) for n, route in enumerate(side.routes) if route.ships]
    houses = [
        (n, f"{key} {place + 1}", f"house-{key}-{place + 1}")
        for n, (key, place) in enumerate(
            (route.key, place) for route in side.routes for place in range(len(route.houses))
        )
    ]
    cities = [(n, city.key) for n, city in enumerate(side.cities)]
    printed = [(n, city.key) for n, city in enumerate(side.cities) if city.offices]
    green = [(n, city.key) for n, city in enumerate(side.cities) if not city.offices]
    faces: list[Face] = []
    for s, piece in enumerate(SHAPES):
        faces += [
            (PLACE, n, s, f"place {piece} {key}", (f"supply-{piece}", f"route-{key}")) for n, key in routes
        ]
    faces += [
        (PLACE, n, 2, f"place merchant {key} ship", ("supply-merchant", f"ship-{key}")) for n, key in sea
    ]
    faces += [(TO, n, 0, f"to {key}", (f"route-{key}",)) for n, key in routes]
    faces += [(TO, n, 2, f"to {key} ship", (f"ship-{key}",)) for n, key in sea]
    for s, piece in enumerate(SHAPES):
        faces += [
            (DISPLACE, n, s, f"displace {said} with {piece}", (f"supply-{piece}", part))
            for n, said, part in houses
        ]
    faces += [(TAKE, n, 0, f"take {said}", (part,)) for n, said, part in houses]
    faces += [(ESTABLISH, n, 0, f"establish {key}", ("establish", f"route-{key}")) for n, key in routes]
    faces += [(LAY, n, 0, f"lay {key}", ("plate", f"route-{key}")) for n, key in routes]
    faces += [(CLAIM_OFFICE, n, 0, f"office {key}", (f"city-{key}",)) for n, key in printed]
    for s, piece in enumerate(SHAPES):
        faces += [
            (CLAIM_EXTRA, n, s, f"extra {key} {piece}", ("marker-office", f"city-{key}", f"piece-{piece}"))
            for n, key in cities
        ]
    for s, piece in enumerate(SHAPES):
        faces += [
            (GREEN, n, s, f"green {key} {piece}", (f"supply-{piece}", f"city-{key}")) for n, key in green
        ]
    for n, city in enumerate(side.cities):
        for left in range(len(city.offices)):
            for right in range(left + 1, len(city.offices)):
                offices = f"office-{city.key}-{left + 1}", f"office-{city.key}-{right + 1}"
                said = f"exchange {city.key} {left + 1}-{right + 1}"
                faces.append((EXCHANGE, n, left * 8 + right, said, ("marker-exchange", *offices)))
    for n, province in enumerate(side.provinces):
        faces.append((PAWN, n, 0, f"pawn {province.name}", ("pawn", f"province-{province.name}")))
    return faces


FACES: Final[list[list[Face]]] = [_everywhere() + _on_board(side) for side in BOARD_SIDES]
"""Every action of every board, by number; `docs/notation.md` explains the words."""

ROW: Final = 1536
"""The tables below have a row of so many for each board."""
_ALL: Final = [face for faces in FACES for face in faces + [(0, 0, 0, "", ())] * (ROW - len(faces))]

VERB: Final[Ints] = ints([face[0] for face in _ALL])
THING: Final[Ints] = ints([face[1] for face in _ALL])
SHAPE: Final[Ints] = ints([face[2] for face in _ALL])
"""The shape of the piece, or 2 for a merchant aboard a ship; the merchants of an income; both offices."""

for _board, _faces in zip(BOARDS, FACES, strict=True):
    if _board.actions != len(_faces) or len(_faces) > ROW:
        raise ValueError("the actions are not numbered as the tables say")

"""Every decision a player can take: its number, its words and its parts.

Cards are named by the number on them, goods by their kind, everything on the board by where it is. What may
be done at any time (buying, selling, upgrading, trade commodities, roof tiles, helpers) begins with a part of
its own, so that it never gets mixed up with the decision that is being asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from burgher.games.granja.components import (
    CARDS,
    DONKEYS,
    GOODS,
    HARVEST,
    KINDS,
    PAYABLE,
    RESOURCES,
    STALL_NAMES,
    TRADES,
)
from burgher.kernel.ints import ints

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints

# The numbers. Actions that can be legal together lie close, so that one word can hold them as a set.
FIELD: Final = 0  # + card
BARROW: Final = 66  # + card
EXTENSION: Final = 132  # + card
HELPER: Final = 198  # + card
DISCARD: Final = 264  # + card
DISMISS: Final = 330  # + card
USE: Final = 396  # + card: a helper's action
DELIVER: Final = 462  # + target * 8 + kind
DIE: Final = 686  # + its number less one * 6 + the space it is used on less one
BUY: Final = 722  # + resource
SELL: Final = 726  # + resource
UPGRADE: Final = 730  # + resource
TRADE: Final = 734  # + what the trade commodity becomes
ROOF: Final = 740  # + place
DONE: Final = 745
SKIP: Final = 746
GAIN: Final = 747  # + kind
PAIR: Final = 755  # + pair of harvest goods
IMPROVE: Final = 758  # + resource: an upgrade for nothing
REST: Final = 762
SILVER: Final = 763
DRAW: Final = 764
CLEAR: Final = 765  # + place of a barrow
PAY: Final = 769  # + farm good
STALL: Final = 778  # + stall place
GUARD: Final = 802  # + stall place
TILE: Final = 826  # + place of the display
MARK: Final = 830  # + revenue space
REROLL: Final = 836  # + number less one
DONKEY: Final = 842  # + donkeys less one
FETCH: Final = 846  # + donkeys less one
SWAP: Final = 850  # + one harvest good for another
UNLOAD: Final = 856  # + place of a barrow * 8 + kind
CRAFT: Final = 888  # + building
TURN: Final = 894  # + place of a roof tile

BARROWS: Final = 4
"""The most market barrows anybody can have: targets 0 to 3 of a delivery. Then come the rows."""
TARGETS: Final = 28
"""Barrows, then four rows of each craft building."""

PAIRS: Final = ((0, 1), (0, 2), (1, 2))
"""Two different harvest goods."""
SWAPS: Final = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
"""One harvest good for another."""

Face = tuple[int, int, str, tuple[str, ...]]
"""Verb, the thing it is done with or to, words, parts."""


def target_name(target: int) -> str:
    """Where a delivery goes: `barrow-2`, or `row-3b` for the second row of craft building 3."""
    if target < BARROWS:
        return f"barrow-{target + 1}"
    return f"row-{(target - BARROWS) // 4 + 1}{'abcd'[target % 4]}"


def _with_cards() -> list[Face]:
    faces: list[Face] = []
    for verb, side in ((FIELD, "field"), (BARROW, "barrow"), (EXTENSION, "extension"), (HELPER, "helper")):
        faces += [(verb, card - 1, f"{side} {card}", (f"card-{card}", side)) for card in range(1, CARDS + 1)]
    for verb, said, touched in (
        (DISCARD, "discard", ("card-", "discard")),
        (DISMISS, "dismiss", ("helper-", "dismiss")),
        (USE, "use", ("helper-",)),
    ):
        for card in range(1, CARDS + 1):
            faces.append((verb, card - 1, f"{said} {card}", (f"{touched[0]}{card}", *touched[1:])))
    return faces


def _die(number: int, space: int) -> Face:
    thing = number * 6 + space
    parts = (f"die-{number + 1}", f"space-{space + 1}")
    said = f"die {number + 1}" + ("" if space == number else f" as {space + 1}")
    return (DIE, thing, said, parts)


def _others() -> list[Face]:
    return [
        *[
            (
                DELIVER,
                target * 8 + kind,
                f"deliver {name} {target_name(target)}",
                (f"good-{name}", target_name(target)),
            )
            for target in range(TARGETS)
            for kind, name in enumerate(KINDS)
        ],
        *[_die(number, space) for number in range(6) for space in range(6)],
        *[(BUY, kind, f"buy {name}", ("buy", f"good-{name}")) for kind, name in enumerate(RESOURCES)],
        *[(SELL, kind, f"sell {name}", ("sell", f"good-{name}")) for kind, name in enumerate(RESOURCES)],
        *[
            (UPGRADE, kind, f"upgrade {name}", ("upgrade", f"good-{name}"))
            for kind, name in enumerate(RESOURCES)
        ],
        *[(TRADE, n, f"trade {name}", ("trade", f"trade-{name}")) for n, name in enumerate(TRADES)],
        *[(ROOF, place, f"roof {place + 1}", (f"roof-{place + 1}",)) for place in range(5)],
        (DONE, 0, "done", ("done",)),
        (SKIP, 0, "skip", ("skip",)),
        *[(GAIN, kind, f"gain {name}", ("gain", f"good-{name}")) for kind, name in enumerate(KINDS)],
        *[
            (
                PAIR,
                n,
                f"gain {HARVEST[one]} and {HARVEST[other]}",
                ("gain", f"good-{HARVEST[one]}", f"good-{HARVEST[other]}"),
            )
            for n, (one, other) in enumerate(PAIRS)
        ],
        *[
            (IMPROVE, kind, f"improve {name}", ("improve", f"good-{name}"))
            for kind, name in enumerate(RESOURCES)
        ],
        (REST, 0, "rest", ("siesta",)),
        (SILVER, 0, "silver", ("silver",)),
        (DRAW, 0, "draw", ("deck",)),
        *[
            (CLEAR, slot, f"clear barrow-{slot + 1}", ("discard", f"barrow-{slot + 1}"))
            for slot in range(BARROWS)
        ],
        *[
            (PAY, n, f"pay {name}", ("pay", name if name not in GOODS else f"good-{name}"))
            for n, name in enumerate(PAYABLE)
        ],
        *[(STALL, space, f"stall {name}", (f"stall-{name}",)) for space, name in enumerate(STALL_NAMES)],
        *[
            (GUARD, space, f"guard {name}", ("guard", f"stall-{name}"))
            for space, name in enumerate(STALL_NAMES)
        ],
        *[(TILE, place, f"tile {place + 1}", (f"tile-{place + 1}",)) for place in range(4)],
        *[(MARK, space, f"mark {space + 1}", ("mark", f"space-{space + 1}")) for space in range(6)],
        *[(REROLL, die, f"reroll {die + 1}", ("reroll", f"die-{die + 1}")) for die in range(6)],
        *[(DONKEY, n, f"donkey {donkeys}", (f"donkey-{donkeys}",)) for n, donkeys in enumerate(DONKEYS)],
        *[
            (FETCH, n, f"fetch {donkeys}", ("fetch", f"donkey-{donkeys}"))
            for n, donkeys in enumerate(DONKEYS)
        ],
        *[
            (
                SWAP,
                n,
                f"{HARVEST[one]} for {HARVEST[other]}",
                ("exchange", f"good-{HARVEST[one]}", f"good-{HARVEST[other]}"),
            )
            for n, (one, other) in enumerate(SWAPS)
        ],
        *[
            (
                UNLOAD,
                slot * 8 + kind,
                f"unload {name} barrow-{slot + 1}",
                (f"barrow-{slot + 1}", f"good-{name}"),
            )
            for slot in range(BARROWS)
            for kind, name in enumerate(KINDS)
        ],
        *[(CRAFT, n, f"craft {n + 1}", (f"craft-{n + 1}",)) for n in range(6)],
        *[(TURN, place, f"turn {place + 1}", ("turn", f"roof-{place + 1}")) for place in range(5)],
    ]


FROM_DEN: Final = ("from den", ("from-den",))
"""Words and parts of the action whose number comes after those of all modules (`Lookups.from_den`), so that
no other has moved: the next good is taken from its den, though one of its kind lies on a field."""

FACES: Final[list[Face]] = _with_cards() + _others()
"""Every action by number; `docs/notation.md` explains the words."""

COUNT: Final = 899
"""How many there are; after them come those of the modules in play, and `FROM_DEN`."""

VERB: Final[Ints] = ints([face[0] for face in FACES])
THING: Final[Ints] = ints([face[1] for face in FACES])
PAIR_FIRST: Final[Ints] = ints([one for one, _ in PAIRS])
PAIR_SECOND: Final[Ints] = ints([other for _, other in PAIRS])
SWAP_FROM: Final[Ints] = ints([one for one, _ in SWAPS])
SWAP_TO: Final[Ints] = ints([other for _, other in SWAPS])

assert len(FACES) == COUNT, "the actions of the rules are numbered without a gap"

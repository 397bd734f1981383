"""What the journal of a game can say: its events, and the sources of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData
    from burgher.kernel.ints import SharedInts

# Events, with their details. 0 is `burgher.kernel.journal.SCORED`.
STARTS: Final = 1
"""This seat rolled highest and starts: the die."""
PHASE: Final = 2
"""A phase begins: phase."""
ROUND: Final = 3
"""A round begins, its goods tile goes to a depot: phase, round, good, depot."""
ROLLED: Final = 4
"""Dice: first, second."""
TOOK: Final = 5
"""A tile from a numbered depot: kind, spot, die (0 without one), workers paid."""
BOUGHT: Final = 6
"""A tile with silverlings: kind, spot (from 24: black), silverlings, workers paid."""
DISCARDED: Final = 7
"""A tile out of the storage: kind, slot."""
PLACED: Final = 8
"""A tile into the estate: kind, space, die (0 without one), workers paid."""
SOLD: Final = 9
"""Goods: type, tiles, silverlings gained, workers gained, die (0 without one), workers paid."""
HIRED: Final = 10
"""Workers taken with a die: workers, silverlings gained, die (0 for a castle's action)."""
LOADED: Final = 11
"""Goods onto a ship: depot, type, tiles."""
LEFT_BEHIND: Final = 12
"""Goods that could not be stored: depot, type, tiles."""
SAILED: Final = 13
"""A step on the turn order track: spaces from the start."""
GAINED: Final = 14
"""From the supply: silverlings, workers, the kind of tile that gives them."""
DECLINED: Final = 15
"""An advantage not used: which pending decision."""
CLAIMED: Final = 16
"""A bonus tile: colour, 1 for the large one."""
CHOSE_SIDE: Final = 17
"""A side of the player board: estate."""
CHOSE_CASTLE: Final = 18
"""The starting castle's space: estate, space."""
OVER: Final = 19
"""The game ends; this seat wins."""
STARTED_WITH: Final = 20
"""What a player has at the start: workers, silverlings, goods as a number of two bits for each type."""
DEPOTS_FILLED: Final = 21
"""Tiles in the numbered depots at the start of a phase: their kinds, as `packed` makes numbers of them."""
BLACK_FILLED: Final = 22
"""The same of the black depot."""
GOODS_LAID_OUT: Final = 23
"""The goods of a phase's five rounds: their types, three bits each."""

# Sources of points.
REGION: Final = 1
"""A completed region, by size: colour, space."""
PHASE_BONUS: Final = 2
"""A completed region, by phase: colour, phase."""
LARGE_BONUS: Final = 3
SMALL_BONUS: Final = 4
"""A completed colour: colour."""
ANIMALS: Final = 5
"""Animal tiles: kind, tiles scored."""
WATCHTOWER: Final = 6
SALE: Final = 7
"""Goods sold: type, tiles."""
GOODS_LEFT: Final = 8
SILVERLINGS_LEFT: Final = 9
WORKERS_LEFT: Final = 10
"""What is left at the end: how many."""
KNOWLEDGE: Final = 100
"""`KNOWLEDGE + n` is knowledge tile n: how many things it counted."""


def packed(kinds: SharedInts, spot: i64) -> i64:
    """The kinds of tiles on six spots from a certain one on, eight bits each; 0 where there is none."""
    tiles: i64 = 0
    end: i64 = spot + 6
    if end > len(kinds):
        end = len(kinds)
    place: i64 = end - 1
    while place >= spot:
        tiles = tiles << 8 | kinds[place]
        place -= 1
    return tiles


def note(state: BurgundyData, seat: i64, event: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
    """Write what a seat did, or what happened to it, into the journal, if there is one."""
    if state.journal is not None:
        state.journal.write(seat, event, a, b, c, d)


def score(state: BurgundyData, seat: i64, points: i64, source: i64, a: i64 = 0, b: i64 = 0) -> None:
    """Give a seat points from a source."""
    state.players[seat].points += points
    if state.journal is not None and points:
        state.journal.score(seat, points, source, a, b)

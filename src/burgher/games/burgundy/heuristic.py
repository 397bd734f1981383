"""Cheap judgement of a position, for the agents: what a careful beginner would think of it.

It adds up what lies on one's own board: points, what is left to spend, how far regions have come, what
knowledge will bring, and the tiles waiting in store. The weights are in `heuristic.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.burgundy.components import BOARD
from burgher.games.burgundy.lookups import (
    ANIMAL,
    BUILDING,
    COLOUR_SPACES,
    EMPTY,
    END_POINTS,
    GOOD_TYPES,
    KNOWLEDGE,
    MINE,
    NO_COLOUR,
    PHASE_POINTS,
    REGION,
    SALE_POINTS,
    SOLD_TYPES,
    SPACE_COUNT,
    TILE_ANIMALS,
    TILE_COLOUR,
    TILE_VARIETY,
)
from burgher.games.burgundy.pending import NOTHING, SHIP_LOADS_MORE
from burgher.games.burgundy.scoring import counted_by
from burgher.games.burgundy.stack import top
from burgher.kernel.ints import ints, only, size
from burgher.kernel.weights import weights_beside

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Player
    from burgher.kernel.ints import Ints

# Where each weight of `heuristic.toml` is found; the file names them in this order.
SILVERLING: Final = 0
WORKER: Final = 1
SPARE_WORKER: Final = 2  # beyond the fourth
GOOD: Final = 3  # for each point its sale will score
PROGRESS: Final = 4  # per cent of a begun region's reward
STEP: Final = 5  # on the turn order track
OPEN_COLOUR: Final = 6  # a colour that can be built on
DIE: Final = 7  # still to be used
FITTING: Final = 8  # per cent of what a stored tile will bring
WAITING: Final = 9  # per cent, while it fits nowhere
HERD: Final = 10  # per cent of the animals that a stored tile would score again
LATER_BONUS: Final = 11  # per cent of the phase bonus counted for a region begun
ASKED: Final = 11  # + pending decision (1 to 8): what it is worth to be asked
PLACING: Final = 20  # + colour: what placing a tile brings beside its points
BUILT: Final = 26  # + building
KNOWN: Final = 33  # + knowledge tile: what it brings (1 to 14) or will count more (15 to 26) each round left


_WEIGHTS: Final = weights_beside(__package__)
NAMES: Final = list(_WEIGHTS)
WEIGHTS: Final[Ints] = ints(list(_WEIGHTS.values()))

REWARD: Final[Ints] = ints([0, *BOARD["points"]["regions"]])


def evaluate(state: BurgundyData, seat: i64) -> i64:
    """How good the position looks to a seat, in hundredths of a point."""
    player = state.players[seat]
    value: i64 = player.points * 100
    if state.is_over:
        return value
    rounds: i64 = 25 - state.phase * 5 - state.round
    value += belongings(player, state.seats)
    value += progress(player, state.phase)
    value += knowledge(player, state.edition, rounds)
    value += player.mines * (5 - state.phase) * WEIGHTS[SILVERLING]
    value += player.steps * WEIGHTS[STEP]
    slot: i64 = 0
    while slot < 3:
        value += promise(player, slot, state, rounds)
        slot += 1
    if state.seat == seat:
        value += size(state.unused) * WEIGHTS[DIE]
        asked = top(state)
        if NOTHING < asked <= SHIP_LOADS_MORE:
            value += WEIGHTS[ASKED + asked]
    return value


def belongings(player: Player, seats: i64) -> i64:
    """Silverlings, workers and goods."""
    value = player.silverlings * WEIGHTS[SILVERLING]
    if player.workers > 4:
        value += 4 * WEIGHTS[WORKER] + (player.workers - 4) * WEIGHTS[SPARE_WORKER]
    else:
        value += player.workers * WEIGHTS[WORKER]
    goods: i64 = 0
    good: i64 = 0
    while good < GOOD_TYPES:
        goods += player.goods[good]
        good += 1
    return value + goods * SALE_POINTS[seats] * WEIGHTS[GOOD]


def progress(player: Player, phase: i64) -> i64:
    """A share of what begun regions will score, growing with the square of what is covered."""
    value: i64 = 0
    reach: i64 = 0
    colour: i64 = 0
    while colour < NO_COLOUR:
        if player.frontier & COLOUR_SPACES[player.estate * 7 + colour]:
            reach += 1
        colour += 1
    bonus = PHASE_POINTS[phase] * WEIGHTS[LATER_BONUS]
    first: i64 = player.estate * SPACE_COUNT
    rest = player.covered
    while rest:
        region = REGION[first + only(rest & -rest)]
        rest &= ~region
        missing = region & ~player.covered
        if missing:
            spaces = size(region)
            covered = spaces - size(missing)
            value += (REWARD[spaces] * 100 + bonus) * covered * covered // (spaces * spaces)
    return value * WEIGHTS[PROGRESS] // 100 + reach * WEIGHTS[OPEN_COLOUR]


def knowledge(player: Player, edition: i64, rounds: i64) -> i64:
    """What the knowledge tiles in the estate will still bring."""
    value: i64 = 0
    known = player.knows
    while known:
        lowest: i64 = known & -known
        value += lesson(player, only(lowest), edition, rounds)
        known ^= lowest
    return value


def lesson(player: Player, number: i64, edition: i64, rounds: i64) -> i64:
    """What one knowledge tile will bring: per round left, or the points it would score now and later."""
    if number < SOLD_TYPES:
        return WEIGHTS[KNOWN + number] * rounds
    counted = counted_by(player, number) * 100 + WEIGHTS[KNOWN + number] * rounds
    return counted * END_POINTS[edition * 27 + number]


def promise(player: Player, slot: i64, state: BurgundyData, rounds: i64) -> i64:
    """What the tile in a place of the storage will bring, by whether it can be placed."""
    tile = player.storage[slot]
    if tile == EMPTY:
        return 0
    colour = TILE_COLOUR[tile]
    variety = TILE_VARIETY[tile]
    value: i64 = WEIGHTS[PLACING + colour]
    if colour == MINE:
        value += (5 - state.phase) * WEIGHTS[SILVERLING]
    elif colour == ANIMAL:
        value += TILE_ANIMALS[tile] * 100 + grazing(player, variety) * WEIGHTS[HERD]
    elif colour == BUILDING:
        value += WEIGHTS[BUILT + variety]
    elif colour == KNOWLEDGE:
        value += lesson(player, variety, state.edition, rounds)
    if player.fits[slot]:
        return value * WEIGHTS[FITTING] // 100
    return value * WEIGHTS[WAITING] // 100


def grazing(player: Player, animal: i64) -> i64:
    """How many animals of a type are in the estate."""
    animals: i64 = 0
    pastures = player.covered & COLOUR_SPACES[player.estate * 7 + ANIMAL]
    while pastures:
        lowest: i64 = pastures & -pastures
        tile = player.tiles[only(lowest)]
        if TILE_VARIETY[tile] == animal:
            animals += TILE_ANIMALS[tile]
        pastures ^= lowest
    return animals

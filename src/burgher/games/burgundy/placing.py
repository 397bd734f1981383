"""Adding a tile to one's estate (p. 5), and completing regions and colours with it (p. 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy import events
from burgher.games.burgundy.effects import take_effect
from burgher.games.burgundy.events import CLAIMED, PLACED, note, score
from burgher.games.burgundy.fitting import refit_all
from burgher.games.burgundy.lookups import (
    COLOUR_SPACES,
    EMPTY,
    LARGE_BONUS,
    NEIGHBOURS,
    PHASE_POINTS,
    REGION,
    REGION_POINTS,
    SMALL_BONUS,
    SPACE_COUNT,
    TILE_COLOUR,
)
from burgher.kernel.ints import BIT, replaced

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Player


def place(state: BurgundyData, slot: i64, space: i64, die: i64, workers: i64) -> None:
    """Move a tile from the storage onto a space; everything it brings follows at once."""
    me = state.me
    tile = me.storage[slot]
    me.storage[slot] = EMPTY
    cover(me, space, tile)
    note(state, state.seat, PLACED, tile, space, die, workers)
    region = REGION[me.estate * SPACE_COUNT + space]
    if me.covered & region == region:
        complete_region(state, TILE_COLOUR[tile], space)
    take_effect(state, tile, space)
    refit_all(me)


def cover(player: Player, space: i64, tile: i64) -> None:
    """Lay a tile on a space: the empty spaces beside it can be built on from now on."""
    player.tiles = replaced(player.tiles, space, tile)
    player.covered |= BIT[space]
    player.frontier = (player.frontier | NEIGHBOURS[space]) & ~player.covered


def complete_region(state: BurgundyData, colour: i64, space: i64) -> None:
    """Score a region for its size and for the phase; perhaps its colour is complete too."""
    me = state.me
    score(state, state.seat, REGION_POINTS[me.estate * SPACE_COUNT + space], events.REGION, colour, space)
    score(state, state.seat, PHASE_POINTS[state.phase], events.PHASE_BONUS, colour, state.phase)
    spaces = COLOUR_SPACES[me.estate * 7 + colour]
    if me.covered & spaces == spaces:
        complete_colour(state, colour)


def complete_colour(state: BurgundyData, colour: i64) -> None:
    """The first to cover all spaces of a colour takes the large bonus tile, the second the small one."""
    if state.large_bonuses & BIT[colour]:
        state.large_bonuses ^= BIT[colour]
        state.me.bonuses += 1
        note(state, state.seat, CLAIMED, colour, 1)
        score(state, state.seat, LARGE_BONUS[state.seats], events.LARGE_BONUS, colour)
    elif state.small_bonuses & BIT[colour]:
        state.small_bonuses ^= BIT[colour]
        state.me.bonuses += 1
        note(state, state.seat, CLAIMED, colour, 0)
        score(state, state.seat, SMALL_BONUS[state.seats], events.SMALL_BONUS, colour)

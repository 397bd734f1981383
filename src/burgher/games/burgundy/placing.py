"""Adding a tile to one's estate (p. 5), and completing regions and colours with it (p. 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy import events
from burgher.games.burgundy.effects import take_effect
from burgher.games.burgundy.events import CLAIMED, PLACED, note, score
from burgher.games.burgundy.fitting import refit_all
from burgher.games.burgundy.tables import (
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
from burgher.kernel.words import BIT, replaced

if TYPE_CHECKING:
    from burgher.games.burgundy.state import Burgundy, Player


def place(table: Burgundy, slot: i64, space: i64, die: i64, workers: i64) -> None:
    """Move a tile from the storage onto a space; everything it brings follows at once."""
    me = table.me
    tile = me.storage[slot]
    me.storage[slot] = EMPTY
    cover(me, space, tile)
    note(table, table.seat, PLACED, tile, space, die, workers)
    region = REGION[me.estate * SPACE_COUNT + space]
    if me.covered & region == region:
        complete_region(table, TILE_COLOUR[tile], space)
    take_effect(table, tile, space)
    refit_all(me)


def cover(player: Player, space: i64, tile: i64) -> None:
    """Lay a tile on a space: the empty spaces beside it can be built on from now on."""
    player.tiles = replaced(player.tiles, space, tile)
    player.covered |= BIT[space]
    player.frontier = (player.frontier | NEIGHBOURS[space]) & ~player.covered


def complete_region(table: Burgundy, colour: i64, space: i64) -> None:
    """Score a region for its size and for the phase; perhaps its colour is complete too."""
    me = table.me
    score(table, table.seat, REGION_POINTS[me.estate * SPACE_COUNT + space], events.REGION, colour, space)
    score(table, table.seat, PHASE_POINTS[table.phase], events.PHASE_BONUS, colour, table.phase)
    spaces = COLOUR_SPACES[me.estate * 7 + colour]
    if me.covered & spaces == spaces:
        complete_colour(table, colour)


def complete_colour(table: Burgundy, colour: i64) -> None:
    """The first to cover all spaces of a colour takes the large bonus tile, the second the small one."""
    if table.large_bonuses & BIT[colour]:
        table.large_bonuses ^= BIT[colour]
        table.me.bonuses += 1
        note(table, table.seat, CLAIMED, colour, 1)
        score(table, table.seat, LARGE_BONUS[table.seats], events.LARGE_BONUS, colour)
    elif table.small_bonuses & BIT[colour]:
        table.small_bonuses ^= BIT[colour]
        table.me.bonuses += 1
        note(table, table.seat, CLAIMED, colour, 0)
        score(table, table.seat, SMALL_BONUS[table.seats], events.SMALL_BONUS, colour)

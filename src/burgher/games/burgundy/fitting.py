"""Where a tile may go: colour, number, neighbours, and one building of a type in a city (p. 5-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.lookups import (
    COLOUR_SPACES,
    SAME_BUILDINGS,
    TILE_BUILDING,
    TILE_COLOUR,
)

if TYPE_CHECKING:
    from burgher.games.burgundy.data import Player


def spaces_for(player: Player, slot: i64) -> i64:
    """The spaces the tile in a place of the storage may go to, numbers aside; none without a tile."""
    tile = player.storage[slot]
    spaces = player.frontier & COLOUR_SPACES[player.estate * 7 + TILE_COLOUR[tile]]
    if player.knows & SAME_BUILDINGS:
        return spaces
    return spaces & ~player.barred[TILE_BUILDING[tile]]


def refit(player: Player, slot: i64) -> None:
    """Note where the tile in a place of the storage fits: it, or the estate, has just changed."""
    player.fits[slot] = spaces_for(player, slot)


def refit_all(player: Player) -> None:
    """Note where every stored tile fits."""
    refit(player, 0)
    refit(player, 1)
    refit(player, 2)


def can_place(player: Player) -> bool:
    """Whether any stored tile fits anywhere, numbers aside."""
    return spaces_for(player, 0) | spaces_for(player, 1) | spaces_for(player, 2) != 0

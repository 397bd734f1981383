"""What a tile does when it is added to an estate: by colour (p. 5-6) and by building (p. 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy import events
from burgher.games.burgundy.events import GAINED, note, score
from burgher.games.burgundy.fitting import can_place
from burgher.games.burgundy.lookups import (
    ANIMAL,
    ANIMAL_POINT,
    BANK,
    BOARDING_HOUSE,
    BUILDING,
    CARPENTER,
    CARPENTER_SPOTS,
    CASTLE,
    CHURCH,
    CHURCH_SPOTS,
    CITY_HALL,
    KNOWLEDGE,
    MARKET,
    MARKET_SPOTS,
    MINE,
    REGION,
    SHIP,
    SPACE_COUNT,
    TILE_ANIMALS,
    TILE_COLOUR,
    TILE_VARIETY,
    WAREHOUSE,
    WATCHTOWER,
    WATCHTOWER_POINTS,
)
from burgher.games.burgundy.pending import (
    CARPENTER_TAKES,
    CASTLE_ACTION,
    CHURCH_TAKES,
    CITY_HALL_PLACES,
    MARKET_TAKES,
    WAREHOUSE_SALE,
)
from burgher.games.burgundy.ships import start_loading
from burgher.games.burgundy.stack import push
from burgher.games.burgundy.taking import can_buy
from burgher.kernel.ints import BIT, only, replaced

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Player


def take_effect(state: BurgundyData, tile: i64, space: i64) -> None:
    """Carry out what a tile just placed brings, or ask for the decision it offers."""
    colour = TILE_COLOUR[tile]
    if colour == BUILDING:
        open_building(state, tile, space)
    elif colour == ANIMAL:
        score_animals(state, tile, space)
    elif colour == SHIP:
        start_loading(state)
    elif colour == KNOWLEDGE:
        state.me.knows |= BIT[TILE_VARIETY[tile]]
    elif colour == CASTLE:
        push(state, CASTLE_ACTION)
    elif colour == MINE:
        state.me.mines += 1


def score_animals(state: BurgundyData, tile: i64, space: i64) -> None:
    """Score the new animal tile and, again, those of the same animal in this pasture (p. 6)."""
    me = state.me
    animal = TILE_VARIETY[tile]
    animals: i64 = 0
    tiles: i64 = 0
    pasture = REGION[me.estate * SPACE_COUNT + space] & me.covered
    while pasture:
        lowest: i64 = pasture & -pasture
        grazing = me.tiles[only(lowest)]
        if TILE_VARIETY[grazing] == animal:
            animals += TILE_ANIMALS[grazing]
            tiles += 1
        pasture ^= lowest
    score(state, state.seat, animals, events.ANIMALS, tile, tiles)
    if me.knows & ANIMAL_POINT:
        score(state, state.seat, tiles, events.KNOWLEDGE + 7, tiles)


def note_building(player: Player, tile: i64, space: i64) -> None:
    """From now on this city has a building of this type (p. 6)."""
    variety = TILE_VARIETY[tile]
    spaces = player.barred[variety] | REGION[player.estate * SPACE_COUNT + space]
    player.barred = replaced(player.barred, variety, spaces)


def open_building(state: BurgundyData, tile: i64, space: i64) -> None:
    """Note the building in its city, and give or offer its advantage; an impossible one is lost (p. 8)."""
    me = state.me
    note_building(me, tile, space)
    building = TILE_VARIETY[tile]
    if building == WAREHOUSE:
        if me.goods_held:
            push(state, WAREHOUSE_SALE)
    elif building == WATCHTOWER:
        score(state, state.seat, WATCHTOWER_POINTS, events.WATCHTOWER)
    elif building == CARPENTER:
        if state.stocked & CARPENTER_SPOTS:
            push(state, CARPENTER_TAKES)
    elif building == CHURCH:
        if state.stocked & CHURCH_SPOTS:
            push(state, CHURCH_TAKES)
    elif building == MARKET:
        if state.stocked & MARKET_SPOTS:
            push(state, MARKET_TAKES)
    elif building == BOARDING_HOUSE:
        me.workers += 4
        note(state, state.seat, GAINED, 0, 4, tile)
    elif building == BANK:
        me.silverlings += 2
        note(state, state.seat, GAINED, 2, 0, tile)
    elif building == CITY_HALL:
        if can_place(me) or (state.edition == 1 and can_buy(state)):
            push(state, CITY_HALL_PLACES)

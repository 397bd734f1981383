"""The end of the game: final scoring (p. 9, knowledge tiles p. 11) and ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy import events
from burgher.games.burgundy.events import OVER, note, score
from burgher.games.burgundy.lookups import (
    ANIMAL,
    ANIMAL_TYPES,
    BONUS_TILES,
    BUILDING,
    BUILDING_TILES,
    COLOUR_SPACES,
    END_POINTS,
    GOOD_TYPES,
    SOLD_TILES,
    SOLD_TYPES,
    SPACE_COUNT,
    TILE_VARIETY,
)
from burgher.kernel.ints import BIT, only, size

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Player


def score_end(state: BurgundyData) -> None:
    """Score what is left and what is known, for every player; then the game is over."""
    for seat in range(state.seats):
        score_leftovers(state, seat)
        score_knowledge(state, seat)
    state.is_over = True
    if state.journal is not None:
        note(state, places(state).index(1), OVER)


def score_leftovers(state: BurgundyData, seat: i64) -> None:
    """A point for each unsold goods tile, each silverling and every two workers."""
    player = state.players[seat]
    goods: i64 = 0
    good: i64 = 0
    while good < GOOD_TYPES:
        goods += player.goods[good]
        good += 1
    score(state, seat, goods, events.GOODS_LEFT, goods)
    score(state, seat, player.silverlings, events.SILVERLINGS_LEFT, player.silverlings)
    score(state, seat, player.workers >> 1, events.WORKERS_LEFT, player.workers)


def score_knowledge(state: BurgundyData, seat: i64) -> None:
    """Knowledge tiles 15 to 26 score for each of the things they count."""
    player = state.players[seat]
    number: i64 = SOLD_TYPES
    while number <= BONUS_TILES:
        if player.knows & BIT[number]:
            count = counted_by(player, number)
            score(
                state, seat, count * END_POINTS[state.edition * 27 + number], events.KNOWLEDGE + number, count
            )
        number += 1


def counted_by(player: Player, number: i64) -> i64:
    """How many of the things a knowledge tile scores for a player has."""
    if number == SOLD_TYPES:
        return size(types_sold(player))
    if number == SOLD_TILES:
        return tiles_sold(player)
    if number == ANIMAL_TYPES:
        return size(animal_types(player))
    if number == BONUS_TILES:
        return player.bonuses
    return buildings(player, number - BUILDING_TILES)


def types_sold(player: Player) -> i64:
    """The types of goods sold at least once."""
    types: i64 = 0
    good: i64 = 0
    while good < GOOD_TYPES:
        if player.sold[good]:
            types |= BIT[good]
        good += 1
    return types


def tiles_sold(player: Player) -> i64:
    """How many goods tiles were sold."""
    tiles: i64 = 0
    good: i64 = 0
    while good < GOOD_TYPES:
        tiles += player.sold[good]
        good += 1
    return tiles


def animal_types(player: Player) -> i64:
    """The types of animals in the estate."""
    types: i64 = 0
    pastures = player.covered & COLOUR_SPACES[player.estate * 7 + ANIMAL]
    while pastures:
        lowest: i64 = pastures & -pastures
        types |= BIT[TILE_VARIETY[player.tiles[only(lowest)]]]
        pastures ^= lowest
    return types


def buildings(player: Player, building: i64) -> i64:
    """How many buildings of a type are in the estate."""
    count: i64 = 0
    cities = player.covered & COLOUR_SPACES[player.estate * 7 + BUILDING]
    while cities:
        lowest: i64 = cities & -cities
        if TILE_VARIETY[player.tiles[only(lowest)]] == building:
            count += 1
        cities ^= lowest
    return count


def places(state: BurgundyData) -> list[int]:
    """Each seat's place: by points, then empty spaces, then who went later in turn order (p. 9)."""
    order = [state.order[place] for place in range(state.seats)]
    sign = -1 if state.most_empty_wins else 1

    def standing(seat: int) -> tuple[int, int, int]:
        player = state.players[seat]
        empty = SPACE_COUNT - size(player.covered)
        return -player.points, sign * empty, -order.index(seat)

    ranking = sorted(range(state.seats), key=standing)
    return [ranking.index(seat) + 1 for seat in range(state.seats)]

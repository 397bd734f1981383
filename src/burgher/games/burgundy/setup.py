"""Setting up the game (p. 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.choices import ask_next_chooser, deal_boards, lay_starting_castle
from burgher.games.burgundy.components import CENTRE
from burgher.games.burgundy.events import STARTED_WITH, STARTS, note
from burgher.games.burgundy.lookups import (
    CASTLE,
    COLOUR_SPACES,
    GOOD_TYPES,
    START_GOODS,
    START_SILVERLINGS,
    START_WORKERS,
)
from burgher.games.burgundy.supply import draw_good, draw_tile
from burgher.kernel.chance import roll
from burgher.kernel.ints import BIT, only

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData


def set_up(state: BurgundyData, estates: list[int], castle_in_centre: bool) -> None:
    """Lay out a new game, up to its first decision.

    `estates` holds one for each seat, or none when boards are dealt at random (p. 12).
    """
    state.large_bonuses = 63
    state.small_bonuses = 63
    for player in state.players:
        draw_tile(state, CASTLE)  # the starting castle, laid below
        for _ in range(START_GOODS):
            good = draw_good(state)
            player.goods[good] += 1
            player.goods_held |= BIT[good]
        player.silverlings = START_SILVERLINGS
    settle_start_player(state)
    if estates:
        for seat, estate in enumerate(estates):
            state.players[seat].estate = estate
    else:
        deal_boards(state)
    if castle_in_centre:
        for player in state.players:
            if COLOUR_SPACES[player.estate * 7 + CASTLE] & BIT[CENTRE]:
                lay_starting_castle(player, CENTRE)
    ask_next_chooser(state)


def settle_start_player(state: BurgundyData) -> None:
    """Roll for the start player; the others follow clockwise, each with a worker more."""
    rolling: i64 = BIT[state.seats] - 1
    highest: i64 = 0
    while rolling & (rolling - 1):  # more than one: the highest roll again
        highest = 0
        leading: i64 = 0
        for seat in range(state.seats):
            if rolling & BIT[seat]:
                die = roll(state)
                if die > highest:
                    highest = die
                    leading = 0
                if die == highest:
                    leading |= BIT[seat]
        rolling = leading
    state.seat = only(rolling)
    note(state, state.seat, STARTS, highest)
    for place in range(state.seats):
        seat = (state.seat + place) % state.seats
        player = state.players[seat]
        player.workers = START_WORKERS[place]
        state.order[place] = seat
        goods: i64 = 0
        good: i64 = GOOD_TYPES - 1
        while good >= 0:
            goods = goods * 4 + player.goods[good]
            good -= 1
        note(state, seat, STARTED_WITH, player.workers, player.silverlings, goods)
        state.track[place] = seat

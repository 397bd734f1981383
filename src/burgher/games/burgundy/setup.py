"""Setting up the game (p. 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.choices import ask_next_chooser, deal_boards, lay_starting_castle
from burgher.games.burgundy.components import CENTRE
from burgher.games.burgundy.events import STARTS, note
from burgher.games.burgundy.supply import draw_good, draw_tile
from burgher.games.burgundy.tables import (
    CASTLE,
    COLOUR_SPACES,
    START_GOODS,
    START_SILVERLINGS,
    START_WORKERS,
)
from burgher.kernel.chance import roll
from burgher.kernel.words import BIT, only

if TYPE_CHECKING:
    from burgher.games.burgundy.state import Burgundy


def set_up(table: Burgundy, estates: list[int], castle_in_centre: bool) -> None:
    """Lay out a new game, up to its first decision.

    `estates` holds one for each seat, or none when boards are dealt at random (p. 12).
    """
    table.large_bonuses = 63
    table.small_bonuses = 63
    for player in table.players:
        draw_tile(table, CASTLE)  # the starting castle, laid below
        for _ in range(START_GOODS):
            good = draw_good(table)
            player.goods[good] += 1
            player.goods_held |= BIT[good]
        player.silverlings = START_SILVERLINGS
    settle_start_player(table)
    if estates:
        for seat, estate in enumerate(estates):
            table.players[seat].estate = estate
    else:
        deal_boards(table)
    if castle_in_centre:
        for player in table.players:
            if COLOUR_SPACES[player.estate * 7 + CASTLE] & BIT[CENTRE]:
                lay_starting_castle(player, CENTRE)
    ask_next_chooser(table)


def settle_start_player(table: Burgundy) -> None:
    """Roll for the start player; the others follow clockwise, each with a worker more."""
    rolling: i64 = BIT[table.seats] - 1
    highest: i64 = 0
    while rolling & (rolling - 1):  # more than one: the highest roll again
        highest = 0
        leading: i64 = 0
        for seat in range(table.seats):
            if rolling & BIT[seat]:
                die = roll(table)
                if die > highest:
                    highest = die
                    leading = 0
                if die == highest:
                    leading |= BIT[seat]
        rolling = leading
    table.seat = only(rolling)
    note(table, table.seat, STARTS, highest)
    for place in range(table.seats):
        seat = (table.seat + place) % table.seats
        table.players[seat].workers = START_WORKERS[place]
        table.order[place] = seat
        table.track[place] = seat

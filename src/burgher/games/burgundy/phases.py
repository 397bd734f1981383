"""Phases and rounds: setting up a phase (p. 3), the five rounds (p. 4), the end of a phase (p. 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.events import GAINED, PHASE, ROLLED, ROUND, note
from burgher.games.burgundy.scoring import score_end
from burgher.games.burgundy.supply import draw_good, draw_tile
from burgher.games.burgundy.tables import (
    BLACK,
    BLACK_PLAYERS,
    BLACK_SPOTS,
    EMPTY,
    EXCEPTION_COLOUR,
    EXCEPTION_PHASES,
    EXCEPTION_SPOT,
    GOOD_TYPES,
    MINE_TILE,
    MINE_WORKERS,
    SPOT_COLOUR,
    SPOT_PLAYERS,
    SPOTS,
)
from burgher.kernel.chance import roll, roll_two
from burgher.kernel.words import BIT, replaced, zeros

if TYPE_CHECKING:
    from burgher.games.burgundy.state import Burgundy


def start_game(table: Burgundy) -> None:
    """Begin phase A."""
    table.phase = 0
    set_up_phase(table)
    table.round = 0
    start_round(table)


# -- set-up for each phase (p. 3) ------------------------------------------------------------------


def set_up_phase(table: Burgundy) -> None:
    """Replace the tiles of all depots; goods lying there stay. Lay out the goods of five rounds."""
    note(table, table.order[0], PHASE, table.phase)
    fill_depots(table)
    fill_black_depot(table)
    goods = zeros(5)
    round: i64 = 0
    while round < 5:
        goods[round] = draw_good(table)
        round += 1
    table.round_goods = goods


def fill_depots(table: Burgundy) -> None:
    """Remove what is left and draw a tile of its colour for each spot this number of players uses."""
    table.stocked = 0
    spot: i64 = 0
    while spot < SPOTS:
        table.depots[spot] = EMPTY
        if SPOT_PLAYERS[spot] <= table.seats:
            colour = SPOT_COLOUR[spot]
            if spot == EXCEPTION_SPOT and table.seats == 3 and EXCEPTION_PHASES & BIT[table.phase]:
                colour = EXCEPTION_COLOUR
            table.depots[spot] = draw_tile(table, colour)
            table.stocked |= BIT[spot]
        spot += 1


def fill_black_depot(table: Burgundy) -> None:
    """Remove what is left and draw 4, 6 or 8 tiles with black backs."""
    table.black_stocked = 0
    black = zeros(BLACK_SPOTS)
    spot: i64 = 0
    while spot < BLACK_SPOTS:
        black[spot] = EMPTY
        if BLACK_PLAYERS[spot] <= table.seats:
            black[spot] = draw_tile(table, BLACK)
            table.black_stocked |= BIT[spot]
        spot += 1
    table.black = black


# -- the five rounds (p. 4) ------------------------------------------------------------------------


def start_round(table: Burgundy) -> None:
    """All roll their dice; the start player brings the round's goods tile to its depot and begins."""
    table.order = table.track[:]
    place: i64 = 0
    while place < table.seats:
        seat = table.order[place]
        rolled = roll_two(table)
        table.dice[seat * 2] = rolled // 6 + 1
        table.dice[seat * 2 + 1] = rolled % 6 + 1
        note(table, seat, ROLLED, table.dice[seat * 2], table.dice[seat * 2 + 1])
        place += 1
    table.white = roll(table)
    depot = table.white - 1
    good = table.round_goods[table.round]
    pile: i64 = depot * GOOD_TYPES + good
    table.depot_goods = replaced(table.depot_goods, pile, table.depot_goods[pile] + 1)
    table.depots_with_goods |= BIT[depot]
    note(table, table.order[0], ROUND, table.phase, table.round, good, depot)
    table.turn = 0
    start_turn(table)


def start_turn(table: Burgundy) -> None:
    """The next player in turn order has both dice and a purchase."""
    table.seat = table.order[table.turn]
    table.me = table.players[table.seat]
    table.unused = 3
    table.bought = False


def end_turn(table: Burgundy) -> None:
    """Go on to the next turn, round, phase or the end of the game."""
    table.unused = 0
    table.turn += 1
    if table.turn < table.seats:
        start_turn(table)
        return
    table.round += 1
    if table.round < 5:
        start_round(table)
        return
    end_phase(table)
    table.phase += 1
    if table.phase < 5:
        set_up_phase(table)
        table.round = 0
        start_round(table)
    else:
        score_end(table)


# -- the end of a phase (p. 9) ---------------------------------------------------------------------


def end_phase(table: Burgundy) -> None:
    """Mines bring silverlings, and workers with knowledge tile 2."""
    place: i64 = 0
    while place < table.seats:
        seat = table.order[place]
        player = table.players[seat]
        if player.mines:
            workers: i64 = 0
            if player.knows & MINE_WORKERS:
                workers = player.mines
            player.silverlings += player.mines
            player.workers += workers
            note(table, seat, GAINED, player.mines, workers, MINE_TILE)
        place += 1

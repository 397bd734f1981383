"""Phases and rounds: setting up a phase (p. 3), the five rounds (p. 4), the end of a phase (p. 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.events import (
    BLACK_FILLED,
    DEPOTS_FILLED,
    GAINED,
    GOODS_LAID_OUT,
    PHASE,
    ROLLED,
    ROUND,
    note,
    packed,
)
from burgher.games.burgundy.lookups import (
    BLACK,
    EXCEPTION_COLOUR,
    EXCEPTION_PHASES,
    EXCEPTION_SPOT,
    GOOD_TYPES,
    MINE_TILE,
    MINE_WORKERS,
    SPOT_COLOUR,
    USED_BLACK_SPOTS,
    USED_SPOTS,
)
from burgher.games.burgundy.scoring import score_end
from burgher.games.burgundy.supply import draw_good, draw_tile
from burgher.kernel.chance import roll, roll_two
from burgher.kernel.ints import BIT, only, replaced, same

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData


def start_game(state: BurgundyData) -> None:
    """Begin phase A."""
    state.phase = 0
    set_up_phase(state)
    state.round = 0
    start_round(state)


# -- set-up for each phase (p. 3) ------------------------------------------------------------------


def set_up_phase(state: BurgundyData) -> None:
    """Replace the tiles of all depots; goods lying there stay. Lay out the goods of five rounds."""
    note(state, state.order[0], PHASE, state.phase)
    fill_depots(state)
    fill_black_depot(state)
    round: i64 = 0
    while round < 5:
        good = draw_good(state)
        state.round_goods = replaced(state.round_goods, round, good)
        round += 1
    if state.journal is not None:
        tell_of_phase(state)


def tell_of_phase(state: BurgundyData) -> None:
    """Write into the journal what has been laid out."""
    depots = state.depots
    note(
        state,
        state.order[0],
        DEPOTS_FILLED,
        packed(depots, 0),
        packed(depots, 6),
        packed(depots, 12),
        packed(depots, 18),
    )
    note(state, state.order[0], BLACK_FILLED, packed(state.black, 0), packed(state.black, 6))
    goods: i64 = 0
    round: i64 = 4
    while round >= 0:
        goods = goods << 3 | state.round_goods[round]
        round -= 1
    note(state, state.order[0], GOODS_LAID_OUT, goods)


def fill_depots(state: BurgundyData) -> None:
    """Remove what is left and draw a tile of its colour for each spot this number of players uses."""
    spots = USED_SPOTS[state.seats]
    state.stocked = spots
    while spots:
        lowest: i64 = spots & -spots
        spot = only(lowest)
        colour = SPOT_COLOUR[spot]
        if spot == EXCEPTION_SPOT and state.seats == 3 and EXCEPTION_PHASES & BIT[state.phase]:
            colour = EXCEPTION_COLOUR
        state.depots[spot] = draw_tile(state, colour)
        spots ^= lowest


def fill_black_depot(state: BurgundyData) -> None:
    """Remove what is left and draw 4, 6 or 8 tiles with black backs."""
    spots = USED_BLACK_SPOTS[state.seats]
    state.black_stocked = spots
    while spots:
        lowest: i64 = spots & -spots
        spot = only(lowest)
        tile = draw_tile(state, BLACK)
        state.black = replaced(state.black, spot, tile)
        spots ^= lowest


# -- the five rounds (p. 4) ------------------------------------------------------------------------


def start_round(state: BurgundyData) -> None:
    """All roll their dice; the start player brings the round's goods tile to its depot and begins."""
    if not same(state.order, state.track):
        state.order = state.track[:]
    place: i64 = 0
    while place < state.seats:
        seat = state.order[place]
        rolled = roll_two(state)
        state.dice[seat * 2] = rolled // 6 + 1
        state.dice[seat * 2 + 1] = rolled % 6 + 1
        note(state, seat, ROLLED, state.dice[seat * 2], state.dice[seat * 2 + 1])
        place += 1
    state.white = roll(state)
    depot = state.white - 1
    good = state.round_goods[state.round]
    pile: i64 = depot * GOOD_TYPES + good
    tiles: i64 = state.depot_goods[pile] + 1
    state.depot_goods = replaced(state.depot_goods, pile, tiles)
    state.depots_with_goods |= BIT[depot]
    note(state, state.order[0], ROUND, state.phase, state.round, good, depot)
    state.turn = 0
    start_turn(state)


def start_turn(state: BurgundyData) -> None:
    """The next player in turn order has both dice and a purchase."""
    state.seat = state.order[state.turn]
    state.me = state.players[state.seat]
    state.unused = 3
    state.bought = False


def end_turn(state: BurgundyData) -> None:
    """Go on to the next turn, round, phase or the end of the game."""
    state.unused = 0
    state.turn += 1
    if state.turn < state.seats:
        start_turn(state)
        return
    state.round += 1
    if state.round < 5:
        start_round(state)
        return
    end_phase(state)
    state.phase += 1
    if state.phase < 5:
        set_up_phase(state)
        state.round = 0
        start_round(state)
    else:
        score_end(state)


# -- the end of a phase (p. 9) ---------------------------------------------------------------------


def end_phase(state: BurgundyData) -> None:
    """Mines bring silverlings, and workers with knowledge tile 2."""
    place: i64 = 0
    while place < state.seats:
        seat = state.order[place]
        player = state.players[seat]
        if player.mines:
            workers: i64 = 0
            if player.knows & MINE_WORKERS:
                workers = player.mines
            player.silverlings += player.mines
            player.workers += workers
            note(state, seat, GAINED, player.mines, workers, MINE_TILE)
        place += 1

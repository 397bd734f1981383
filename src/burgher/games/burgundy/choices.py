"""Those who know the game well (p. 12): random boards, and a choice of side and castle space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.components import BOARD_SIDES
from burgher.games.burgundy.events import CHOSE_CASTLE
from burgher.games.burgundy.lookups import CASTLE, CASTLE_TILE, COLOUR_SPACES
from burgher.games.burgundy.pending import CASTLE_TO_CHOOSE, SIDE_TO_CHOOSE
from burgher.games.burgundy.phases import start_game
from burgher.games.burgundy.placing import cover
from burgher.games.burgundy.stack import push, top
from burgher.kernel.chance import below, pick
from burgher.kernel.ints import BIT

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Player


def deal_boards(state: BurgundyData) -> None:
    """Give each player a random player board, in turn order."""
    left: i64 = BIT[len(BOARD_SIDES)] - 1
    for place in range(state.seats):
        player = state.players[state.order[place]]
        player.board = pick(state, left)
        player.estate = BOARD_SIDES[player.board][0]
        left ^= BIT[player.board]


def ask_next_chooser(state: BurgundyData) -> None:
    """Ask the next player in turn order who has something to choose; after the last, begin."""
    place: i64 = 0
    while place < state.seats:
        state.seat = state.order[place]
        state.me = state.players[state.seat]
        if state.me.castle < 0:
            push(state, CASTLE_TO_CHOOSE)
            if state.me.board >= 0:
                push(state, SIDE_TO_CHOOSE)
            return
        place += 1
    if state.secret_choices:
        reveal_choices(state)
    start_game(state)


def reveal_choices(state: BurgundyData) -> None:
    """Lay the castles chosen secretly, all at the same time."""
    state.reveals += 1
    for seat in range(state.seats):
        player = state.players[seat]
        if player.covered == 0:
            lay_starting_castle(player, player.castle)
            if state.journal is not None:
                state.journal.disclose(seat, CHOSE_CASTLE, player.estate, player.castle)


def lay_starting_castle(player: Player, space: i64) -> None:
    """Put the starting castle on its space; it brings neither an action nor points."""
    player.castle = space
    cover(player, space, CASTLE_TILE)


def choose_again(state: BurgundyData, seat: i64) -> None:
    """Exchange what others have secretly chosen and `seat` cannot know for random choices."""
    deciding = top(state)
    if deciding != SIDE_TO_CHOOSE and deciding != CASTLE_TO_CHOOSE:
        return
    for other in range(state.seats):
        player = state.players[other]
        if other != seat and player.covered == 0:
            has_side = player.castle >= 0 or (other == state.seat and deciding == CASTLE_TO_CHOOSE)
            if has_side and player.board >= 0:
                player.estate = BOARD_SIDES[player.board][below(state, 2)]
            if player.castle >= 0:
                player.castle = pick(state, COLOUR_SPACES[player.estate * 7 + CASTLE])

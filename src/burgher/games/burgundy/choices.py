"""Those who know the game well (p. 12): random boards, and a choice of side and castle space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.components import BOARD_SIDES
from burgher.games.burgundy.events import CHOSE_CASTLE, CHOSE_SIDE, note
from burgher.games.burgundy.pending import CASTLE_TO_CHOOSE, SIDE_TO_CHOOSE, pop, push, top
from burgher.games.burgundy.phases import start_game
from burgher.games.burgundy.placing import cover
from burgher.games.burgundy.tables import CASTLE, CASTLE_TILE, COLOUR_SPACES
from burgher.kernel.chance import below, pick
from burgher.kernel.words import BIT

if TYPE_CHECKING:
    from burgher.games.burgundy.state import Burgundy, Player


def deal_boards(table: Burgundy) -> None:
    """Give each player a random player board, in turn order."""
    left: i64 = BIT[len(BOARD_SIDES)] - 1
    for place in range(table.seats):
        player = table.players[table.order[place]]
        player.board = pick(table, left)
        player.estate = BOARD_SIDES[player.board][0]
        left ^= BIT[player.board]


def ask_next_chooser(table: Burgundy) -> None:
    """Ask the next player in turn order who has something to choose; after the last, begin."""
    place: i64 = 0
    while place < table.seats:
        table.seat = table.order[place]
        table.me = table.players[table.seat]
        if table.me.castle < 0:
            push(table, CASTLE_TO_CHOOSE)
            if table.me.board >= 0:
                push(table, SIDE_TO_CHOOSE)
            return
        place += 1
    if table.secret_choices:
        reveal_choices(table)
    start_game(table)


def choose_side(table: Burgundy, side: i64) -> None:
    """Turn the board to its front or back."""
    pop(table)
    table.me.estate = BOARD_SIDES[table.me.board][side]
    if table.secret_choices:
        if table.journal is not None:
            table.journal.confide(table.seat, CHOSE_SIDE, table.me.estate)
    else:
        note(table, table.seat, CHOSE_SIDE, table.me.estate)


def choose_castle(table: Burgundy, space: i64) -> None:
    """Decide where the starting castle lies; a secret choice waits until all have chosen."""
    pop(table)
    if table.secret_choices:
        table.me.castle = space
        if table.journal is not None:
            table.journal.confide(table.seat, CHOSE_CASTLE, table.me.estate, space)
    else:
        lay_starting_castle(table.me, space)
        note(table, table.seat, CHOSE_CASTLE, table.me.estate, space)
    ask_next_chooser(table)


def reveal_choices(table: Burgundy) -> None:
    """Lay the castles chosen secretly, all at the same time."""
    table.reveals += 1
    for seat in range(table.seats):
        player = table.players[seat]
        if player.covered == 0:
            lay_starting_castle(player, player.castle)
            if table.journal is not None:
                table.journal.disclose(seat, CHOSE_CASTLE, player.estate, player.castle)


def lay_starting_castle(player: Player, space: i64) -> None:
    """Put the starting castle on its space; it brings neither an action nor points."""
    player.castle = space
    cover(player, space, CASTLE_TILE)


def choose_again(table: Burgundy, seat: i64) -> None:
    """Exchange what others have secretly chosen and `seat` cannot know for random choices."""
    deciding = top(table)
    if deciding != SIDE_TO_CHOOSE and deciding != CASTLE_TO_CHOOSE:
        return
    for other in range(table.seats):
        player = table.players[other]
        if other != seat and player.covered == 0:
            has_side = player.castle >= 0 or (other == table.seat and deciding == CASTLE_TO_CHOOSE)
            if has_side and player.board >= 0:
                player.estate = BOARD_SIDES[player.board][below(table, 2)]
            if player.castle >= 0:
                player.castle = pick(table, COLOUR_SPACES[player.estate * 7 + CASTLE])

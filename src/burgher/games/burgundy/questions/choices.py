"""The choices of those who know the game well (p. 12): a side of the board, and a space for the castle."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.burgundy.actions import CHOOSE_CASTLE, SIDE
from burgher.games.burgundy.choices import ask_next_chooser, lay_starting_castle
from burgher.games.burgundy.components import BOARD_SIDES
from burgher.games.burgundy.data import Question
from burgher.games.burgundy.events import CHOSE_CASTLE, CHOSE_SIDE, note
from burgher.games.burgundy.lookups import CASTLE, COLOUR_SPACES
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData
    from burgher.kernel.ints import Ints


class SideToChoose(Question):
    """Whether to play the front or the back of the board."""

    name: ClassVar[str] = "side to choose"
    section: ClassVar[int] = 12

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        return offer(into, 0, SIDE, 3)

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        state.me.estate = BOARD_SIDES[state.me.board][thing]
        if state.secret_choices:
            if state.journal is not None:
                state.journal.confide(state.seat, CHOSE_SIDE, state.me.estate)
        else:
            note(state, state.seat, CHOSE_SIDE, state.me.estate)


class CastleToChoose(Question):
    """Where the starting castle lies; a secret choice waits until all have chosen."""

    name: ClassVar[str] = "castle to choose"
    section: ClassVar[int] = 12

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        return offer(into, 0, CHOOSE_CASTLE, COLOUR_SPACES[state.me.estate * 7 + CASTLE])

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        if state.secret_choices:
            state.me.castle = thing
            if state.journal is not None:
                state.journal.confide(state.seat, CHOSE_CASTLE, state.me.estate, thing)
        else:
            lay_starting_castle(state.me, thing)
            note(state, state.seat, CHOSE_CASTLE, state.me.estate, thing)
        ask_next_chooser(state)

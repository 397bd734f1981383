"""Two players: where the pawn starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.hansa.data import Question
from burgher.games.hansa.events import PAWN, note
from burgher.games.hansa.pending import NOTHING
from burgher.games.hansa.sections import TWO
from burgher.games.hansa.turn import begin_turn
from burgher.kernel.ints import BIT
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.ints import Ints


class PawnStart(Question):
    """The second player chooses the pawn's first province, before the first turn."""

    name: ClassVar[str] = "pawn start"
    section: ClassVar[str] = TWO
    for_others: ClassVar[bool] = True

    def answers(self, state: HansaData, into: Ints) -> i64:
        return offer(into, 0, state.board.pawn, BIT[state.board.provinces] - 1)

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        state.pawn = thing
        state.pending = NOTHING
        note(state, state.seat, PAWN, thing)
        begin_turn(state)

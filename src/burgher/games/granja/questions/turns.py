"""What is never asked of anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.granja.data import Question
from burgher.games.granja.stack import give_turn, pop
from burgher.kernel.observing import seats_after

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


class Nothing(Question):
    """Below all questions: the step itself goes on."""

    name: ClassVar = "nothing"


class Back(Question):
    """Not asked: the decision goes back to a seat when everything above is done. Its detail: the seat."""

    name: ClassVar = "back"

    def settle(self, state: GranjaData, what: i64) -> bool:
        pop(state)
        give_turn(state, what)
        return True

    def is_waiting(self, what: i64) -> bool:
        return True

    def check(self, state: GranjaData, what: i64) -> None:
        raise AssertionError("the decision goes back without a question")

    def observed(self, state: GranjaData, what: i64, seat: i64) -> i64:
        return seats_after(what, seat, state.seats)

"""What is never asked of anybody, and what modules ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.granja.data import Question
from burgher.games.granja.stack import give_turn, pop
from burgher.kernel.observing import seats_after

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints


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


class OfModule(Question):
    """The question of the module in a place among those in play, which answers for it."""

    def __init__(self, place: i64) -> None:
        self.place: i64 = place

    def settle(self, state: GranjaData, what: i64) -> bool:
        return state.modules[self.place].settle(state, what)

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return state.modules[self.place].answers(state, into, what)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        state.modules[self.place].answer(state, what, verb, thing)

    def decline(self, state: GranjaData, what: i64) -> None:
        state.modules[self.place].decline(state, what)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return state.modules[self.place].lets_act(state, what)

    def is_waiting(self, what: i64) -> bool:
        return True

    def observed(self, state: GranjaData, what: i64, seat: i64) -> i64:
        return state.modules[self.place].observed_detail(state, what, seat)

"""The storage and paying for a tile, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.burgundy import actions as act
from burgher.games.burgundy.naming import described, the, together
from burgher.games.burgundy.questions import storage as questions
from burgher.games.burgundy.taking import PRICE
from burgher.games.burgundy.wording.base import Answer, QuestionWording
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData


def _to_clear(state: BurgundyData, action: int) -> str:
    return f"Discard {described(state.me.storage[act.THING[action]])}"


class StorageToClear(QuestionWording):
    """Which tile makes room."""

    rules = questions.StorageToClear()

    def __init__(self) -> None:
        why = "Tiles are discarded only for a new one when the storage is full"
        self.answers = {act.CLEAR: Answer(_to_clear, unasked=("no-discard", why, 5))}

    def question(self, state: BurgundyData) -> str:
        return f"Your storage is full: which tile do you discard for {described(state.in_hand)}?"

    def refused(self, state: BurgundyData) -> IllegalAction:
        why = f"Your storage is full: first discard a tile for {the(state.in_hand)}"
        return IllegalAction("storage-full", why, self.rules.section)


def _to_pay(state: BurgundyData, action: int) -> str:
    workers = act.THING[action]
    return f"Pay {together(PRICE - workers, workers)}"


def _not_to_pay(state: BurgundyData, action: int) -> IllegalAction:
    me, workers = state.me, act.THING[action]
    return IllegalAction(
        "cannot-pay",
        f"That takes {together(PRICE - workers, workers)}, "
        f"and you have {together(me.silverlings, me.workers)}",
        10,
    )


class Payment(QuestionWording):
    """Workers or silverlings."""

    rules = questions.Payment()
    asked = "How many workers do you pay, the rest being silverlings?"
    first = "First pay for the tile that you buy"

    def __init__(self) -> None:
        unasked = ("nothing-to-pay", "There is nothing to pay for now", 9)
        self.answers = {act.PAY: Answer(_to_pay, _not_to_pay, unasked)}

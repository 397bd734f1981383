"""A turn, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.burgundy import actions as act
from burgher.games.burgundy.naming import several
from burgher.games.burgundy.questions import turn as questions
from burgher.games.burgundy.taking import can_buy
from burgher.games.burgundy.wording import actions
from burgher.games.burgundy.wording.base import Answer, QuestionWording
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData


def _not_to_end(state: BurgundyData, _: int) -> IllegalAction:
    left = several(len(members_of(state.unused)), "die")
    return IllegalAction("dice-left", f"A turn has exactly two actions: you have {left} left", 4)


class Turn(QuestionWording):
    """What to do next."""

    rules = questions.Turn()

    def __init__(self) -> None:
        self.answers = {
            act.PLACE: actions.PLACE,
            act.TAKE: actions.TAKE,
            act.SELL: actions.SELL,
            act.HIRE: actions.HIRE,
            act.BUY: actions.BUY,
            act.END: Answer(lambda *_: "End your turn", _not_to_end),
        }

    def question(self, state: BurgundyData) -> str:
        if state.unused == 0:
            return "Your dice are used: buy a tile, or end your turn."
        return "Use a die, or buy a tile." if can_buy(state) else "Use a die."

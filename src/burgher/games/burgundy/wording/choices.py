"""The choices before the game, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.burgundy import actions as act
from burgher.games.burgundy.components import BOARD_SIDES, ESTATES, NUMBERS
from burgher.games.burgundy.questions import choices as questions
from burgher.games.burgundy.wording.base import Answer, QuestionWording, Unasked
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData

NOT_SET_UP: Unasked = ("not-set-up", "Boards and castles are chosen before the game begins", 12)


def _to_choose_side(state: BurgundyData, action: int) -> str:
    estate = ESTATES[BOARD_SIDES[state.me.board][act.THING[action]]]
    return f"Play estate {estate.name}, with {len(estate.regions)} regions"


class SideToChoose(QuestionWording):
    """Front or back."""

    rules = questions.SideToChoose()
    asked = "Which side of your board do you play?"
    first = "First choose the side of your board that you play"

    def __init__(self) -> None:
        self.answers = {act.SIDE: Answer(_to_choose_side, unasked=NOT_SET_UP)}


def _to_choose_castle(state: BurgundyData, action: int) -> str:
    space = act.THING[action]
    return f"Place your starting castle on space {space + 1}, which has a {NUMBERS[space]}"


def _not_to_choose_castle(state: BurgundyData, _: int) -> IllegalAction:
    estate = ESTATES[state.me.estate]
    places = ", ".join(str(space + 1) for space in estate.castles)
    return IllegalAction(
        "wrong-colour", f"A starting castle needs a dark green space; estate {estate.name} has {places}", 12
    )


class CastleToChoose(QuestionWording):
    """The starting castle's space."""

    rules = questions.CastleToChoose()
    asked = "On which dark green space do you place your starting castle?"
    first = "First place your starting castle on a dark green space"

    def __init__(self) -> None:
        self.answers = {act.CHOOSE_CASTLE: Answer(_to_choose_castle, _not_to_choose_castle, NOT_SET_UP)}

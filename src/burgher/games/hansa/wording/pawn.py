"""The pawn of two players, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa.naming import province_name, side_of
from burgher.games.hansa.questions import pawn as questions
from burgher.games.hansa.sections import TWO
from burgher.games.hansa.wording.base import Answer, QuestionWording, Stories
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def _to_step(state: HansaData, province: int, _: int) -> str:
    free = state.pawn_steps > 0 and (not state.begun or state.actions == 0)
    name = province_name(side_of(state), province)
    return f"Move the pawn to {name}, {'for free' if free else 'for an action'}"


def _not_to_step(state: HansaData, province: int, _: int) -> IllegalAction:
    if state.pawn < 0:
        return IllegalAction("not-in-play", "The pawn is for two players", TWO)
    side = side_of(state)
    here, there = province_name(side, state.pawn), province_name(side, province)
    if province == state.pawn:
        return IllegalAction("no-border", f"The pawn is in {here} already", TWO)
    if not state.board.borders[state.pawn] & 2**province:
        return IllegalAction("no-border", f"{there[0].upper()}{there[1:]} does not border {here}", TWO)
    return IllegalAction("no-steps", "The pawn has no free step left, and you have no action", TWO)


STEP = Answer(_to_step, _not_to_step)


def _to_start(state: HansaData, province: int, _: int) -> str:
    return f"Let the pawn start in {province_name(side_of(state), province)}"


class PawnStart(QuestionWording):
    """Where the pawn starts."""

    rules = questions.PawnStart()

    def __init__(self) -> None:
        self.answers = {act.PAWN: Answer(_to_start)}

    def first(self, state: HansaData) -> str:
        return "First choose the province in which the pawn starts"

    def question(self, state: HansaData) -> str:
        return "In which province does the pawn start?"


STORIES: Stories = {
    ev.PAWN: lambda told: (
        f"{told.who} moves the pawn to {province_name(told.side, told.a)}{' for an action' if told.b else ''}"
    ),
}

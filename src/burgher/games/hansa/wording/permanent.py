"""Permanent markers, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa.components import SHAPES
from burgher.games.hansa.houses import shape_of
from burgher.games.hansa.naming import house_route, several, side_of
from burgher.games.hansa.questions import permanent as questions
from burgher.games.hansa.sections import EAST
from burgher.games.hansa.wording.base import NOTHING_TO_DECLINE, Answer, QuestionWording, Stories
from burgher.games.hansa.wording.common import crowded, joining, no_piece, to_develop
from burgher.games.hansa.wording.pieces import (
    PiecesWording,
    came_from,
    comes_from,
    not_from_routes,
    to_place_anew,
)
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


class PlacingPieces(PiecesWording):
    """What both questions say that put pieces on houses."""

    rules: ClassVar[questions.PlacingPieces]

    def where_to(self, state: HansaData) -> str:
        come = comes_from(self.rules.source(state)) if state.hand_from < 0 else ""
        return f"Where do you place your {SHAPES[shape_of(state.hand)]}{come}?"


class Reusing(PlacingPieces):
    """Two pieces of the established route, onto any houses."""

    rules = questions.Reusing()
    stopping = "Place no more pieces: the rest of the route goes to your stock"

    def __init__(self) -> None:
        super().__init__()
        self.answers = {act.NEXT: self.next, act.DONE: self.stop}
        self.with_hand = {act.TO: self.put, act.DONE: self.stop}

    def first_piece(self, state: HansaData) -> str:
        return "First choose a piece of the route to be used again, or stop"

    def which(self, state: HansaData) -> str:
        return f"The route's marker uses {several(state.left, 'more piece')} of it again: which one?"

    def to_choose(self, state: HansaData, _: int, shape: int) -> str:
        return f"Use a {SHAPES[shape]} of the route again"


class PlacingBeyond(PlacingPieces):
    """Two pieces into Wales or Scotland."""

    rules = questions.PlacingBeyond()
    stopping = "Place no more pieces beyond England"

    def __init__(self) -> None:
        super().__init__()
        self.answers = {act.NEXT: self.next, act.TAKE: self.take, act.DONE: self.stop}
        self.with_hand = {act.TO: self.put, act.DONE: self.stop}

    def first_piece(self, state: HansaData) -> str:
        return "First choose a piece to be placed beyond England, or stop"

    def which(self, state: HansaData) -> str:
        return f"The route's marker places {several(state.left, 'more piece')} beyond England: which one?"

    def to_take(self, state: HansaData, house: int, _: int) -> str:
        return to_place_anew(state, house, _)

    def to_choose(self, state: HansaData, _: int, shape: int) -> str:
        return f"Place a {SHAPES[shape]}{comes_from(self.rules.source(state))}"

    def not_this_piece(self, state: HansaData, house: int, section: str) -> IllegalAction:
        return not_from_routes(state, house, self.rules.source(state), section)

    def not_there(self, state: HansaData, route: int) -> IllegalAction:
        what = "The route's marker places pieces beyond England only"
        return IllegalAction("only-beyond", what, self.section(state))


def _to_go_green(state: HansaData, city: int, shape: int) -> str:
    where = f"to the right of all offices in {side_of(state).cities[city].name}"
    return f"Put a {SHAPES[shape]} from your supply {where}{joining(state, city)}"


def _not_to_go_green(state: HansaData, city: int, shape: int) -> IllegalAction:
    found = no_piece(state, shape, EAST) or crowded(state, city)
    assert found is not None
    return found


class GreenCity(QuestionWording):
    """A piece from the supply into a green city."""

    rules = questions.GreenCity()
    declined = "puts no piece into a green city"

    def __init__(self) -> None:
        self.answers = {
            act.GREEN: Answer(
                _to_go_green,
                _not_to_go_green,
                ("no-green-office", "Only a permanent marker opens an office in a green city", EAST),
            ),
            act.LEAVE: Answer(lambda *_: "Put no piece into a green city", unasked=NOTHING_TO_DECLINE),
        }

    def first(self, state: HansaData) -> str:
        return "First put a piece from your supply into a green city, or decline"

    def question(self, state: HansaData) -> str:
        return "The route's marker lets you put a piece from your supply into a green city: do you?"


def _only_privilege(state: HansaData, *_: int) -> IllegalAction:
    return IllegalAction("not-developed-here", "The route's marker develops privilege only", EAST)


class FreePrivilege(QuestionWording):
    """A step of the privilege."""

    rules = questions.FreePrivilege()
    declined = "does not develop privilege"

    def __init__(self) -> None:
        self.answers = {
            act.DEVELOP: Answer(to_develop, _only_privilege),
            act.LEAVE: Answer(lambda *_: "Leave your privilege as it is", unasked=NOTHING_TO_DECLINE),
        }

    def first(self, state: HansaData) -> str:
        return "First develop your privilege, or decline"

    def question(self, state: HansaData) -> str:
        return "The route's marker lets you develop your privilege: do you?"


STORIES: Stories = {
    ev.REUSED: lambda told: (
        f"{told.who} places a {SHAPES[told.a]}{' of the route again' if told.c == ev.OFF_BOARD else ''}"
        f"{came_from(told.c, told.d, told.side)} on {house_route(told.side, told.b)}"
    ),
}

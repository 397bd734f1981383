"""Moving and removing pieces, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa.components import SHAPES
from burgher.games.hansa.houses import owner_at, owner_of, shape_at, shape_of
from burgher.games.hansa.lookups import BOOK, BOOK_VALUE, TRADER
from burgher.games.hansa.naming import at_house, house_name, house_route, in_hand, several, side_of
from burgher.games.hansa.questions import moving as questions
from burgher.games.hansa.sections import BRITANNIA, MOVE
from burgher.games.hansa.wording.base import Answer, Stories
from burgher.games.hansa.wording.common import needs_merchant
from burgher.games.hansa.wording.pieces import PiecesWording, abroad
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def _to_move(state: HansaData, *_: int) -> str:
    return f"Move up to {several(BOOK_VALUE[state.me.desk[BOOK]], 'piece')} of yours to free houses"


def _not_to_move(state: HansaData, *_: int) -> IllegalAction:
    return IllegalAction("nothing-to-move", "None of your pieces is on a route", MOVE)


MOVE_ACTION = Answer(_to_move, _not_to_move)


class MovingPieces(PiecesWording):
    """What all questions say that move pieces from house to house."""

    rules: ClassVar[questions.MovingPieces]
    stopping = "Move no more pieces"
    asked: ClassVar[str]
    """What is asked, with the number of pieces left out."""
    moved: ClassVar[str] = "moves"
    """What becomes of a piece."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = {act.TAKE: self.take, act.DONE: self.stop}
        self.with_hand = {act.TO: self.put, act.TAKE: self.take}

    def first_piece(self, state: HansaData) -> str:
        stop = ", or stop" if self.rules.may_stop(state) else ""
        return f"First choose a piece that {self.moved}{stop}"

    def which(self, state: HansaData) -> str:
        return self.asked.format(several(state.left, "more piece"))

    def where_to(self, state: HansaData) -> str:
        return f"Where does {in_hand(state)} from {house_name(side_of(state), state.hand_from)} go?"

    def to_take(self, state: HansaData, house: int, _: int) -> str:
        where, what = house_name(side_of(state), house), at_house(state, house)
        if state.hand:
            return f"Let {in_hand(state)} change places with {what} on {where}, for 2 moves"
        return f"Move {what} from {where}"

    def not_there(self, state: HansaData, route: int) -> IllegalAction:
        return abroad(state, state.board.house_route[state.hand_from], may_leave=False)

    def not_to_swap(self, state: HansaData, house: int, section: str) -> IllegalAction:
        """Why the piece in hand cannot change places with another."""
        board = state.board
        owner, shape = owner_at(state, house), shape_at(state, house)
        if state.left < 2:
            return IllegalAction("no-swap", "Changing places takes 2 moves, and you have 1", section)
        if owner == owner_of(state.hand) and shape == shape_of(state.hand):
            return IllegalAction("no-swap", f"Both are {SHAPES[shape]}s: nothing would change", section)
        if (board.is_ship[house] and shape_of(state.hand) == TRADER) or (
            board.is_ship[state.hand_from] and shape == TRADER
        ):
            return needs_merchant(state, "A trader would go aboard")
        return IllegalAction("other-country", "Pieces in different countries do not change places", BRITANNIA)


class MovingOwn(MovingPieces):
    """The action Move."""

    rules = questions.MovingOwn()
    asked = "You may move {}: which one of yours?"

    def not_this_piece(self, state: HansaData, house: int, section: str) -> IllegalAction:
        if owner_at(state, house) != state.seat:
            return IllegalAction("not-your-piece", f"It is {at_house(state, house)}", section)
        return self.not_to_swap(state, house, section)

    def not_there(self, state: HansaData, route: int) -> IllegalAction:
        return abroad(state, state.board.house_route[state.hand_from], may_leave=True)

    def not_to_stop(self, state: HansaData, *_: int) -> IllegalAction:
        return IllegalAction("must-move", "The action Move moves one piece at least", MOVE)


class MovingTheirs(MovingPieces):
    """The marker for three pieces, in the box of 2020."""

    rules = questions.MovingTheirs()
    asked = "Your marker moves {} of your opponents: which one?"

    def not_this_piece(self, state: HansaData, house: int, section: str) -> IllegalAction:
        if state.hand:
            return IllegalAction("no-swap", "Your marker moves pieces to free houses only", section)
        return IllegalAction("own-piece", "Your marker moves your opponents' pieces only", section)


class MovingAny(MovingPieces):
    """A permanent marker of the East."""

    rules = questions.MovingAny()
    asked = "The route's marker moves {} of any player: which one?"

    def not_this_piece(self, state: HansaData, house: int, section: str) -> IllegalAction:
        return self.not_to_swap(state, house, section)


class Removing(MovingPieces):
    """The marker for three pieces of 2009."""

    rules = questions.Removing()
    asked = "Your marker takes {} off the routes: which one?"
    stopping = "Remove no more pieces"
    moved = "goes off its route"

    def to_take(self, state: HansaData, house: int, _: int) -> str:
        where = house_name(side_of(state), house)
        return f"Take {at_house(state, house)} off {where}, to its owner's supply"


STORIES: Stories = {
    ev.MOVED: lambda told: (
        f"{told.who} moves {told.whose(told.d)} {SHAPES[told.a]} from {house_route(told.side, told.b)} "
        f"to {house_route(told.side, told.c)}"
    ),
    ev.SWAPPED: lambda told: (
        f"{told.who} lets {told.whose(owner_of(told.c))} {SHAPES[shape_of(told.c)]} on "
        f"{house_route(told.side, told.a)} and {told.whose(owner_of(told.d))} {SHAPES[shape_of(told.d)]} on "
        f"{house_route(told.side, told.b)} change places"
    ),
    ev.REMOVED: lambda told: (
        f"{told.who} takes {told.whose(told.c)} {SHAPES[told.a]} off {house_route(told.side, told.b)}, "
        "to its owner's supply"
    ),
}

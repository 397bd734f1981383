"""Pieces on their way: what the questions say that take pieces up and put them somewhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from burgher.games.hansa import events as ev
from burgher.games.hansa.components import SHAPES, BoardSide
from burgher.games.hansa.houses import owner_at, shape_at, shape_of
from burgher.games.hansa.lookups import TRADER
from burgher.games.hansa.naming import at_house, house_name, house_route, in_hand, route_name, side_of
from burgher.games.hansa.sections import BRITANNIA, DISPLACE, MOVE
from burgher.games.hansa.wording.base import NOTHING_TO_STOP, Answer, QuestionWording
from burgher.games.hansa.wording.common import fills, needs_merchant, no_house, nobody_there
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData

NOT_TO = ("nothing-in-hand", "No piece is in hand: take one up first, with the action Move", MOVE)
NOT_TAKEN = ("nothing-in-hand", "Pieces are taken up within the action Move, or by a marker", MOVE)
NOT_NEXT = ("not-displaced", "Nobody has displaced a piece of yours", DISPLACE)


class PiecesWording(QuestionWording):
    """A question with two halves: which piece and, once it is in hand, where it goes."""

    stopping: ClassVar[str]
    """What it means to stop."""
    with_hand: Mapping[int, Answer]
    """What answers the second half."""

    def __init__(self) -> None:
        self.take = Answer(self.to_take, self.not_to_take, NOT_TAKEN)
        self.next = Answer(self.to_choose, self.not_to_choose, NOT_NEXT)
        self.put = Answer(self.to_put, self.not_to_put, NOT_TO)
        self.stop = Answer(self.to_stop, self.not_to_stop, NOTHING_TO_STOP)

    def answers_now(self, state: HansaData) -> Mapping[int, Answer]:
        return self.with_hand if state.hand else self.answers

    def every_answer(self) -> Mapping[int, Answer]:
        return {**self.answers, **self.with_hand}

    def question(self, state: HansaData) -> str:
        return self.where_to(state) if state.hand else self.which(state)

    def first(self, state: HansaData) -> str:
        return f"First put {in_hand(state)} on a route" if state.hand else self.first_piece(state)

    def first_piece(self, state: HansaData) -> str:
        """What has to be done first while no piece is in hand."""
        raise NotImplementedError

    def which(self, state: HansaData) -> str:
        """The first half."""
        raise NotImplementedError

    def where_to(self, state: HansaData) -> str:
        """The second half."""
        raise NotImplementedError

    # What each answer would do.

    def to_take(self, state: HansaData, house: int, _: int) -> str:
        """A piece on a house is taken up."""
        raise NotImplementedError

    def to_choose(self, state: HansaData, _: int, shape: int) -> str:
        """A piece from elsewhere is taken up."""
        raise NotImplementedError

    def to_put(self, state: HansaData, route: int, shape: int) -> str:
        """The piece in hand goes to a route."""
        name = route_name(side_of(state), route)
        what = in_hand(state)
        where = f"aboard a ship of {name}" if shape == 2 else f"on {name}"
        return f"Put {what} {where}{fills(state, route) if what.startswith('your') else ''}"

    def to_stop(self, state: HansaData, *_: int) -> str:
        """No more pieces."""
        return self.stopping

    # Why it cannot be.

    def not_to_take(self, state: HansaData, house: int, _: int) -> IllegalAction:
        """Why a piece on a house cannot be taken up, or change places with the one in hand."""
        section = self.section(state)
        return nobody_there(state, house, section) or self.not_this_piece(state, house, section)

    def not_this_piece(self, state: HansaData, house: int, section: str) -> IllegalAction:
        """The same, of a house with a piece."""
        raise NotImplementedError

    def not_to_choose(self, state: HansaData, _: int, shape: int) -> IllegalAction:
        """Why no piece of a shape is next: where there is one shape only, its pieces are taken up unasked."""
        what = f"You have no {SHAPES[shape]} left but those on routes"
        return IllegalAction("no-piece", what, self.section(state))

    def not_to_put(self, state: HansaData, route: int, ship: int) -> IllegalAction:
        """Why the piece in hand cannot go to a route."""
        shape = shape_of(state.hand)
        if ship and shape == TRADER:
            return needs_merchant(state, f"In hand is {in_hand(state)}")
        found = no_house(state, route, shape, ship == 2, self.section(state))
        return found or self.not_there(state, route)

    def not_there(self, state: HansaData, route: int) -> IllegalAction:
        """The same, of a route that has room for it."""
        raise NotImplementedError

    def not_to_stop(self, state: HansaData, *_: int) -> IllegalAction:
        """Why another piece must follow: here because one from a route is in hand."""
        return IllegalAction("must-place", "The piece in hand must be placed first", self.section(state))


def not_from_routes(state: HansaData, house: int, come_from: int, section: str) -> IllegalAction:
    """Why a piece that lies on a route cannot be placed anew."""
    if owner_at(state, house) != state.seat:
        return IllegalAction("not-your-piece", f"It is {at_house(state, house)}", section)
    if state.displaced:
        return IllegalAction("must-place", "The displaced piece must be placed first", section)
    if come_from != ev.FROM_ROUTE:
        return IllegalAction("routes-last", "Pieces on routes may go only when no others are left", section)
    board = state.board
    if state.placed[board.house_word[house]] & board.house_bit[house]:
        name = house_name(side_of(state), house)
        return IllegalAction(
            "just-placed",
            f"{name[0].upper()}{name[1:]} has just been filled: only others of your pieces may follow",
            section,
        )
    return IllegalAction(
        "no-room", f"No house that you may use is free for a {SHAPES[shape_at(state, house)]}", section
    )


def to_place_anew(state: HansaData, house: int, _: int) -> str:
    """What becomes of a piece that is placed anew."""
    return f"Place {at_house(state, house)} anew that lies on {house_name(side_of(state), house)}"


def abroad(state: HansaData, origin: int, may_leave: bool) -> IllegalAction:
    """On Britannia, one may leave Wales and Scotland for England; markers move no piece across a border."""
    land = side_of(state).regions[state.board.region[origin]]
    if may_leave and land != "England":
        may = f"From {land}, a piece may go to England but to no other country"
    else:
        may = f"The piece stays in {land}"
    return IllegalAction("other-country", may, BRITANNIA)


def comes_from(where: int) -> str:
    """Where a piece comes from, as its owner is asked."""
    return {ev.FROM_STOCK: " from your stock", ev.FROM_SUPPLY: " from your supply"}.get(where, "")


def came_from(where: int, house: int, side: BoardSide) -> str:
    """Where a piece came from, as it is told."""
    if where == ev.FROM_ROUTE:
        return f" from {house_route(side, house)}"
    return {ev.FROM_STOCK: " from the stock", ev.FROM_SUPPLY: " from the supply"}.get(where, "")

"""Displacing, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa.components import SHAPES
from burgher.games.hansa.displacing import reach, source
from burgher.games.hansa.houses import owner_at, shape_at, shape_of
from burgher.games.hansa.naming import (
    at_house,
    house_name,
    house_route,
    listed,
    pieces,
    route_name,
    route_of,
    several,
    side_of,
)
from burgher.games.hansa.questions import displacing as questions
from burgher.games.hansa.sections import DISPLACE
from burgher.games.hansa.wording.base import Answer, QuestionWording, Stories
from burgher.games.hansa.wording.common import fills, leave_taken, needs_merchant, no_piece, out_of_bounds
from burgher.games.hansa.wording.pieces import (
    PiecesWording,
    abroad,
    came_from,
    comes_from,
    not_from_routes,
    to_place_anew,
)
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


# -- the action -------------------------------------------------------------------------------------


def _to_displace(state: HansaData, house: int, shape: int) -> str:
    price = 1 + shape_at(state, house)
    route, _ = route_of(side_of(state), house)
    where = house_name(side_of(state), house)
    what = f"Displace {at_house(state, house)} on {where} with a {SHAPES[shape]}{leave_taken(state, route)}"
    return f"{what}, paying {several(price, 'more piece')}{fills(state, route)}"


def _not_to_displace(state: HansaData, house: int, shape: int) -> IllegalAction:
    me, side = state.me, side_of(state)
    name = house_name(side, house)
    owner = owner_at(state, house)
    if owner < 0:
        return IllegalAction("no-piece-there", f"Nobody is on {name}: place a piece there", DISPLACE)
    theirs = SHAPES[shape_at(state, house)]
    if owner == state.seat:
        return IllegalAction("own-piece", f"The {theirs} on {name} is yours", DISPLACE)
    if found := out_of_bounds(state, route_of(side, house)[0]):
        return found
    needed, have = 2 + shape_at(state, house), me.supply_traders + me.supply_merchants
    if have < needed:
        return IllegalAction(
            "too-few-pieces",
            f"Displacing a {theirs} takes {needed} pieces of your supply, {needed - 1} of them to pay; "
            f"you have {have}",
            DISPLACE,
        )
    return no_piece(state, shape, DISPLACE) or needs_merchant(state, f"A trader cannot board {name}")


DISPLACE_ACTION = Answer(_to_displace, _not_to_displace)


# -- the payment ------------------------------------------------------------------------------------


def _to_pay(state: HansaData, _: int, shape: int) -> str:
    return f"Pay a {SHAPES[shape]}: it goes from your supply to your stock"


class Payment(QuestionWording):
    """Which piece to pay next."""

    rules = questions.Payment()

    def __init__(self) -> None:
        self.answers = {
            act.PAY: Answer(_to_pay, unasked=("nothing-to-pay", "There is nothing to pay for now", DISPLACE))
        }

    def first(self, state: HansaData) -> str:
        return f"First pay {several(state.left, 'more piece')} for displacing"

    def question(self, state: HansaData) -> str:
        return f"You pay {several(state.left, 'more piece')} for displacing: which one is next?"


# -- the displaced player's pieces ------------------------------------------------------------------


class Displaced(PiecesWording):
    """Which piece the displaced player places next, and where."""

    rules: ClassVar[questions.Displaced] = questions.Displaced()
    stopping = "Place no more pieces"

    def __init__(self) -> None:
        super().__init__()
        self.answers = {act.NEXT: self.next, act.TAKE: self.take, act.DONE: self.stop}
        self.with_hand = {act.TO: self.put, act.DONE: self.stop}

    def which(self, state: HansaData) -> str:
        there = route_name(side_of(state), state.route)
        if state.displaced and state.left:
            return f"You were displaced on {there}: which piece do you place first?"
        if state.displaced:
            return f"You were displaced on {there}: place your piece."
        may = "may " if self.rules.may_stop(state) else ""
        return f"You were displaced on {there} and {may}place {several(state.left, 'more piece')}: which one?"

    def where_to(self, state: HansaData) -> str:
        what = "displaced " if state.hand == state.displaced else ""
        come = comes_from(source(state)) if not what and state.hand_from < 0 else ""
        return f"Where do you place your {what}{SHAPES[shape_of(state.hand)]}{come}?"

    def first_piece(self, state: HansaData) -> str:
        there = route_name(side_of(state), state.route)
        if state.displaced:
            return f"You were displaced on {there}: first place your pieces"
        stop = ", or stop" if self.rules.may_stop(state) else ""
        return f"You were displaced on {there}: first place {several(state.left, 'more piece')}{stop}"

    def to_take(self, state: HansaData, house: int, _: int) -> str:
        return to_place_anew(state, house, _)

    def to_choose(self, state: HansaData, _: int, shape: int) -> str:
        if state.displaced and shape_of(state.displaced) == shape:
            return f"Place the displaced {SHAPES[shape]}"
        return f"Place a {SHAPES[shape]}{comes_from(source(state))}"

    def not_this_piece(self, state: HansaData, house: int, section: str) -> IllegalAction:
        return not_from_routes(state, house, source(state), section)

    def not_there(self, state: HansaData, route: int) -> IllegalAction:
        side = side_of(state)
        if route == state.route:
            return IllegalAction("too-near", f"The displaced leave {route_name(side, route)}", DISPLACE)
        if not state.board.may_move[state.route] & 2**route:
            return abroad(state, state.route, may_leave=True)
        near = [route_name(side, n) for n in members_of(reach(state, shape_of(state.hand)))]
        return IllegalAction("too-far", f"Nearer routes have room: {listed(near, 'or')}", DISPLACE)

    def not_to_stop(self, state: HansaData, *_: int) -> IllegalAction:
        if state.displaced:
            return IllegalAction("must-place", "The displaced piece must be placed", DISPLACE)
        if state.hand_from >= 0:
            return super().not_to_stop(state)
        return IllegalAction("must-place", "As long as your stock has pieces, they must be placed", DISPLACE)


STORIES: Stories = {
    ev.DISPLACED: lambda told: (
        f"{told.who} displaces {told.names[told.b]}'s {SHAPES[told.c]} on {house_route(told.side, told.a)} "
        f"with a {SHAPES[told.d]}"
    ),
    ev.PAID: lambda told: f"{told.who} pays {pieces(told.a, told.b)} into the stock",
    ev.REPLACED: lambda told: (
        f"{told.who} places {'the displaced' if told.c == ev.OFF_BOARD else 'another'} {SHAPES[told.a]}"
        f"{came_from(told.c, told.d, told.side)} on {house_route(told.side, told.b)}"
    ),
    ev.STOPPED: lambda told: f"{told.who} does without {several(told.a, 'more piece')}",
    ev.STRANDED: lambda told: f"{told.who}'s displaced {SHAPES[told.a]} finds no house and goes to the stock",
}

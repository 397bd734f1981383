"""A turn, in words: the actions Income and Place, and all that others tell of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa.components import MISSIONS, SHAPES
from burgher.games.hansa.lookups import BAG_VALUE, BAGS, MERCHANT, TRADER
from burgher.games.hansa.markers import exchanges, uses
from burgher.games.hansa.naming import (
    favour_name,
    house_route,
    listed,
    marker_name,
    pieces,
    route_name,
    several,
    side_of,
)
from burgher.games.hansa.questions import turn as questions
from burgher.games.hansa.sections import INCOME, PLACE
from burgher.games.hansa.turn import keeps_pawn
from burgher.games.hansa.wording.base import Answer, QuestionWording, Stories
from burgher.games.hansa.wording.common import fills, leave_taken, no_house, no_piece, out_of_bounds
from burgher.games.hansa.wording.displacing import DISPLACE_ACTION
from burgher.games.hansa.wording.favours import BUY_FAVOUR
from burgher.games.hansa.wording.markers import USE_DEVELOPMENT, USE_EXCHANGE, USE_MARKER
from burgher.games.hansa.wording.moving import MOVE_ACTION
from burgher.games.hansa.wording.pawn import STEP
from burgher.games.hansa.wording.route import ESTABLISH_ACTION
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData

FIVE_ACTIONS = (act.INCOME, act.PLACE, act.DISPLACE, act.MOVE, act.ESTABLISH)
"""What takes one of the actions that a turn has."""


def _to_place(state: HansaData, route: int, shape: int) -> str:
    name = route_name(side_of(state), route)
    what = f"Place a merchant aboard a ship of {name}" if shape == 2 else f"Place a {SHAPES[shape]} on {name}"
    return what + leave_taken(state, route) + fills(state, route)


def _not_to_place(state: HansaData, route: int, shape: int) -> IllegalAction:
    piece = TRADER if shape == TRADER else MERCHANT
    found = no_piece(state, piece, PLACE) or no_house(state, route, piece, shape == 2, PLACE)
    found = found or out_of_bounds(state, route)
    assert found is not None
    return found


def _to_take_income(state: HansaData, traders: int, merchants: int) -> str:
    return f"Take {pieces(traders, merchants)} from your stock into your supply"


def _not_to_take_income(state: HansaData, traders: int, merchants: int) -> IllegalAction:
    me = state.me
    stock, bags = me.stock_traders + me.stock_merchants, BAG_VALUE[me.desk[BAGS]]
    if traders > me.stock_traders or merchants > me.stock_merchants:
        held = pieces(me.stock_traders, me.stock_merchants)
        return IllegalAction("not-in-stock", f"Your stock has {held}", INCOME)
    if traders + merchants > bags:
        return IllegalAction("over-bags", f"Your bags take {bags} pieces at a time", INCOME)
    whole = min(stock, bags)
    return IllegalAction("under-bags", f"Income takes {several(whole, 'piece')} here, no fewer", INCOME)


def _to_end(state: HansaData, *_: int) -> str:
    if state.actions == 0:
        return "End your turn"
    given_up = f"give up {several(state.actions, 'action')}"
    if keeps_pawn(state):
        return f"{given_up[0].upper()}{given_up[1:]}: the pawn may still move"
    return f"End your turn and {given_up}"


class Turn(QuestionWording):
    """What to do next."""

    rules = questions.Turn()

    def __init__(self) -> None:
        self.answers = {
            act.INCOME: Answer(_to_take_income, _not_to_take_income),
            act.PLACE: Answer(_to_place, _not_to_place),
            act.DISPLACE: DISPLACE_ACTION,
            act.MOVE: MOVE_ACTION,
            act.ESTABLISH: ESTABLISH_ACTION,
            act.USE: USE_MARKER,
            act.USE_DEVELOP: USE_DEVELOPMENT,
            act.EXCHANGE: USE_EXCHANGE,
            act.FAVOUR: BUY_FAVOUR,
            act.PAWN: STEP,
            act.END: Answer(_to_end),
        }

    def question(self, state: HansaData) -> str:
        if state.actions == 0:
            marker = uses(state) or exchanges(state, 0) or exchanges(state, 1)
            choices = ["use a marker"] if marker else []
            choices += ["move the pawn"] if state.pawn >= 0 and state.pawn_steps else []
            return f"You have no action left: {listed([*choices, 'end your turn'], 'or')}."
        return f"You have {several(state.actions, 'action')} left: what do you do?"


_TRIGGERS = (
    "{who} has reached the points that end the game",
    "Enough cities are complete: the game ends",
    "No marker is left to draw: the game ends",
    "The last turn has been played: the game ends",
)

STORIES: Stories = {
    ev.STARTS: lambda told: f"{told.who} is the start player",
    ev.TURN: lambda told: f"Turn {told.a}: {told.who} has {several(told.b, 'action')}",
    ev.INCOME: lambda told: f"{told.who} takes {pieces(told.a, told.b)} from the stock",
    ev.PLACED: lambda told: f"{told.who} places a {SHAPES[told.a]} on {house_route(told.side, told.b)}",
    ev.GAVE_UP: lambda told: f"{told.who} gives up {several(told.a, 'action')}",
    ev.TRIGGER: lambda told: _TRIGGERS[told.a - 1].format(who=told.who),
    ev.MISSION: lambda told: f"{told.who}'s mission is {listed(MISSIONS[told.a])}",
    ev.OVER: lambda told: f"The game is over: {told.who} {'shares the victory' if told.a else 'wins'}",
    ev.STARTED_WITH: lambda told: (
        f"{told.who} starts with {pieces(told.a, told.b)} in the supply and {pieces(told.c, 0)} in stock"
    ),
    ev.FIRST_MARKER: lambda told: (
        f"The marker “{marker_name(told.a)}” lies at {route_name(told.side, told.b)}"
    ),
    ev.SHOWN_FAVOUR: lambda told: f"The {favour_name(told.a)} is on display",
}

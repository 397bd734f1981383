"""Bonus markers, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa.components import MARKER_TABLE, SHAPES
from burgher.games.hansa.houses import owner_of, shape_of
from burgher.games.hansa.lookups import DEVELOP, EXCHANGE, PIECES, PLUS_3, PLUS_4, TRACK_LENGTH
from burgher.games.hansa.naming import effect_of, listed, marker_name, route_name, side_of, whose
from burgher.games.hansa.questions import markers as questions
from burgher.games.hansa.sections import BRITANNIA, CLAIM, PLATES
from burgher.games.hansa.wording.base import Answer, QuestionWording, Stories, expansion
from burgher.games.hansa.wording.common import actions_over, no_marker, to_develop, track_full
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


# -- using them -------------------------------------------------------------------------------------


def _to_use(state: HansaData, kind: int, _: int) -> str:
    box = "2020" if state.variant.box_of_2020 else "2009"
    effect = effect_of(MARKER_TABLE[kind], side_of(state), box).rstrip(".")
    return f"Use your marker: {effect[0].lower()}{effect[1:]}"


def _not_to_use(state: HansaData, kind: int, _: int) -> IllegalAction:
    if found := no_marker(state, kind):
        return found
    if kind in (PLUS_3, PLUS_4):
        found = actions_over(state)
        assert found is not None
        return found
    assert kind == PIECES
    whose_ = "of an opponent " if state.variant.box_of_2020 else ""
    return IllegalAction("nothing-to-handle", f"No piece {whose_}is on a route", PLATES)


def _to_use_develop(state: HansaData, track: int, _: int) -> str:
    said = to_develop(state, track, 0)
    return f"Use your marker: {said[0].lower()}{said[1:]}"


def _not_to_use_develop(state: HansaData, track: int, _: int) -> IllegalAction:
    found = no_marker(state, DEVELOP)
    if found is None and state.me.desk[track] < TRACK_LENGTH[track]:
        found = actions_over(state)
    return found or track_full(track)


def _to_exchange(state: HansaData, city: int, both: int) -> str:
    left, right = both >> 3, both & 7
    held = [state.offices[city] >> (4 * place) & 15 for place in (left, right)]
    owned = [f"{whose(state, owner_of(one))} {SHAPES[shape_of(one)]}" for one in held]
    said = f"{owned[0]} in office {left + 1} and {owned[1]} in office {right + 1} change places"
    return f"Use your marker: in {side_of(state).cities[city].name} {said}"


def _not_to_exchange(state: HansaData, city: int, both: int) -> IllegalAction:
    if found := no_marker(state, EXCHANGE):
        return found
    left, right = both >> 3, both & 7
    name = side_of(state).cities[city].name
    if right >= state.filled[city]:
        which = right if left < state.filled[city] else left
        return IllegalAction("office-free", f"Office {which + 1} in {name} is still free", PLATES)
    if right != left + 1:
        return IllegalAction("not-neighbours", "Only offices side by side are exchanged", PLATES)
    return IllegalAction("not-your-piece", f"One of the two offices in {name} must be yours", PLATES)


USE_MARKER = Answer(_to_use, _not_to_use)
USE_DEVELOPMENT = Answer(_to_use_develop, _not_to_use_develop)
USE_EXCHANGE = Answer(_to_exchange, _not_to_exchange)


# -- replacing them ---------------------------------------------------------------------------------


def _next_marker(state: HansaData) -> str:
    return f"“{marker_name((state.me.waiting & 15) - 1)}”"


def _to_lay(state: HansaData, route: int, _: int) -> str:
    return f"Lay the marker {_next_marker(state)} at {route_name(side_of(state), route)}"


def _not_to_lay(state: HansaData, route: int, _: int) -> IllegalAction:
    board, side = state.board, side_of(state)
    name = route_name(side, route)
    if state.plates[route]:
        return IllegalAction("has-marker", f"{name} already has a marker", CLAIM)
    if board.permanent[route]:
        return IllegalAction("has-marker", f"{name} has a permanent marker", expansion(state))
    if board.region[route]:
        return IllegalAction("never-beyond", "Markers are laid in England only", BRITANNIA)
    if state.taken[board.route_word[route]] & board.route_houses[route]:
        return IllegalAction("route-not-empty", f"Pieces are on {name}: the route must be empty", CLAIM)
    ends = listed([side.cities[end].name for end in side.routes[route].ends])
    return IllegalAction("no-free-office", f"Neither of {ends} has a free office", CLAIM)


class Laying(QuestionWording):
    """Where the next replacement goes."""

    rules = questions.Laying()

    def __init__(self) -> None:
        self.answers = {
            act.LAY: Answer(
                _to_lay,
                _not_to_lay,
                (
                    "no-marker-to-lay",
                    "A new marker is laid at the end of the turn in which it was drawn",
                    CLAIM,
                ),
            )
        }

    def first(self, state: HansaData) -> str:
        return f"Before your turn ends, first lay the new marker, {_next_marker(state)}"

    def question(self, state: HansaData) -> str:
        return f"Before your turn ends: where do you lay the new marker, {_next_marker(state)}?"


STORIES: Stories = {
    ev.WON_MARKER: lambda told: f"{told.who} wins the marker “{marker_name(told.a)}”",
    ev.DREW_MARKER: lambda told: (
        f"{told.who} draws a new marker, “{marker_name(told.a)}”, to be laid at the end of the turn"
    ),
    ev.NO_MARKER: lambda told: "No marker is left to replace it: the game ends with this action",
    ev.USED_MARKER: lambda told: f"{told.who} uses the marker “{marker_name(told.a)}”",
    ev.EXCHANGED: lambda told: (
        f"{told.who} exchanges offices {told.b + 1} and {told.c + 1} in {told.side.cities[told.a].name}"
    ),
    ev.LAID: lambda told: (
        f"{told.who} lays the marker “{marker_name(told.a)}” at {route_name(told.side, told.b)}"
    ),
    ev.KEPT_MARKER: lambda told: (
        f"{told.who} finds no route for the marker “{marker_name(told.a)}” and keeps it for later"
    ),
}

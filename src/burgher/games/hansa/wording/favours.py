"""The Emperor's Favour, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa.components import FAVOUR_TABLE, SHAPES
from burgher.games.hansa.favours import unused_markers
from burgher.games.hansa.lookups import FAVOUR_PRICE
from burgher.games.hansa.naming import favour_name, marker_name, several
from burgher.games.hansa.questions import favours as questions
from burgher.games.hansa.sections import FAVOUR
from burgher.games.hansa.wording.base import NOTHING_TO_DECLINE, Answer, QuestionWording, Stories
from burgher.games.hansa.wording.common import no_marker
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def _to_buy(state: HansaData, tile: int, _: int) -> str:
    effect = str(FAVOUR_TABLE[tile]["effect"]).rstrip(".")
    price = f"{FAVOUR_PRICE} markers and all actions of this turn"
    return f"Buy the {favour_name(tile)} for {price}: {effect[0].lower()}{effect[1:]}"


def _not_to_buy(state: HansaData, tile: int, _: int) -> IllegalAction:
    if not state.variant.favour:
        return IllegalAction("not-in-play", "The Emperor's Favour is not played here", FAVOUR)
    if not state.favours & 2**tile:
        taken = any(player.favours & 2**tile for player in state.players)
        gone = "has been bought" if taken else "is not among those of this game"
        return IllegalAction("not-on-display", f"That favour {gone}", FAVOUR)
    if state.begun:
        return IllegalAction("turn-begun", "A favour is bought at the very start of a turn", FAVOUR)
    have = unused_markers(state.me)
    return IllegalAction(
        "too-few-markers", f"A favour costs {FAVOUR_PRICE} unused markers, and you have {have}", FAVOUR
    )


BUY_FAVOUR = Answer(_to_buy, _not_to_buy)


def _to_share(state: HansaData, _: int, shape: int) -> str:
    return f"Take a {SHAPES[shape]} from your stock into your supply"


def _not_to_share(state: HansaData, _: int, shape: int) -> IllegalAction:
    return IllegalAction("not-in-stock", f"Your stock has no {SHAPES[shape]}", FAVOUR)


class Sharing(QuestionWording):
    """A piece for another's income."""

    rules = questions.Sharing()
    declined = "takes no share of the income"

    def __init__(self) -> None:
        self.answers = {
            act.SHARE: Answer(
                _to_share,
                _not_to_share,
                ("no-income-to-share", "Only the favour for it takes a share of others' income", FAVOUR),
            ),
            act.LEAVE: Answer(lambda *_: "Take no piece", unasked=NOTHING_TO_DECLINE),
        }

    def first(self, state: HansaData) -> str:
        return "First take a piece from your stock for the other player's income, or decline"

    def question(self, state: HansaData) -> str:
        return "Another player takes income: do you take a piece from your stock as well?"


def _to_turn_down(state: HansaData, kind: int, _: int) -> str:
    return f"Turn your marker “{marker_name(kind)}” face down: it still scores"


def _not_to_turn_down(state: HansaData, kind: int, _: int) -> IllegalAction:
    found = no_marker(state, kind)
    assert found is not None
    return found


class Turning(QuestionWording):
    """Markers face down for a tile."""

    rules = questions.Turning()

    def __init__(self) -> None:
        self.answers = {
            act.TURN_DOWN: Answer(
                _to_turn_down,
                _not_to_turn_down,
                ("no-favour-to-pay", "Markers are turned face down only to buy a favour", FAVOUR),
            )
        }

    def first(self, state: HansaData) -> str:
        return f"First turn {several(state.left, 'more marker')} face down for the favour"

    def question(self, state: HansaData) -> str:
        return f"The favour costs {several(state.left, 'more marker')}: which one do you turn face down?"


STORIES: Stories = {
    ev.SHARED: lambda told: f"{told.who} takes a {SHAPES[told.a]} from the stock as well",
    ev.BOUGHT_FAVOUR: lambda told: f"{told.who} gives up all actions and buys the {favour_name(told.a)}",
    ev.TURNED: lambda told: f"{told.who} turns the marker “{marker_name(told.a)}” face down",
}

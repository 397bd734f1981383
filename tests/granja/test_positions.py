"""Positions: written, restored, and refused where the rules could not reach them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from burgher import BadPosition, Table
from granja.kit import NAMES, deal, lay_out, load, play, random_game, state_of


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_moment_of_a_game_can_be_restored(players: int) -> None:
    table = deal(players, seed=players)
    for number, _ in enumerate(random_game(table, players)):
        if number % 5 == 0:
            state = json.loads(json.dumps(state_of(table)))
            again = Table.restored(load(players), state, NAMES[:players])
            assert state_of(again) == state
            assert again.actions() == table.actions()


def _set(*path: Any) -> Callable[[Any], None]:
    """A change: everything but the last says where, the last is what is put there."""

    def change(state: Any) -> None:
        *way, key, value = path
        for step in way:
            state = state[step]
        state[key] = value

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (_set("round", 7), "'round' should be a whole number from 1 to 6"),
        (_set("order", [0, 0]), "'order' should name each seat once"),
        (_set("step", "siesta"), "'step' cannot be 'siesta'"),
        (_set("phase", "farm"), "every step belongs to its phase"),
        (_set("seat", 1), "the decision is the seat's whose turn it is"),
        (_set("dice", [1, 1, 1, 1, 1, 1]), "dice are taken one by one"),
        (_set("questions", [["weather", 0]]), "'questions' cannot have"),
        (_set("questions", [["one good", 0]]), "cannot have 'one good' with 0"),
        (_set("questions", [["disguised", 1]]), "disguises a good that is not being delivered"),
        (_set("playing", 9), "card 9 2 times"),
        (_set("deck", []), "0 times"),
        (_set("market", {"9-9": 0}), "has no stall place '9-9'"),
        (_set("market", {"1-1": 0}), "closed stall places stay empty"),
        (_set("order markers", [1, 1, 2]), "should be at three buildings"),
        (_set("blocked", [4]), "only those can be blocked"),
        (_set("tokens", [1]), "the first to complete a building takes its token"),
        (_set("roofs", ["2a", None, None, None]), "only tiles of the round are for sale"),
        (_set("players", 0, "silver", -1), "player 1: 'silver' should be a whole number"),
        (_set("players", 0, "goods", {"maize": 1}), "player 1: 'goods' cannot have 'maize'"),
        (_set("players", 0, "goods", {"pig": 2}), "every pig has its stall"),
        (_set("players", 0, "ripe", {"grape": 2}), "a field has one good at most"),
        (_set("players", 0, "hand size", 5), "should be the number of cards in the hand"),
        (_set("players", 0, "siesta", 3), "who is further is ahead"),
        (_set("players", 1, "crafts", [9]), "'crafts' should be a whole number from 1 to 6"),
        (_set("players", 1, "ongoing", [2]), "only markers that one has are turned"),
        (_set("players", 1, "donkeys", []), "donkeys last for three rounds"),
        (_set("players", 1, "donkey", 2), "a donkey tile is used up"),
        (_set("players", 1, "rows", {"2": {"row": "c", "met": [1]}}), "the row is in use"),
        (_set("players", [{}, {}]), "player 1: 'points' is missing"),
        (_set("chance", 0), "'chance' should be"),
    ],
)
def test_what_cannot_be_is_refused(change: Callable[[Any], None], complaint: str) -> None:
    state = copy.deepcopy(state_of(lay_out(hand=[9], fields=[1], order=[0, 1], track=[1, 0])))
    change(state)
    with pytest.raises(BadPosition) as refused:
        Table.restored(load(), state)
    assert complaint in str(refused.value)


def test_an_extension_being_paid_for_is_restored_and_goes_on() -> None:
    table = lay_out(step="play", hand=[3], extensions=[1], silver=1, points=1, goods={"food": 1})
    play(table, "extension 3", "pay food")
    again = Table.restored(load(), state_of(table))
    play(again, "pay points")
    assert state_of(again)["players"][0]["extensions"] == [1, 3]


def test_a_finished_game_is_restored() -> None:
    table = lay_out(step="purchased deliveries", round=6, turn=2)
    play(table, "done")
    again = Table.restored(load(), state_of(table))
    assert again.is_over
    assert again.ranks() == table.ranks()


def test_a_position_from_before_goods_were_sold_freely_is_read() -> None:
    """Until rules version 2, a position said what had been bought, and nothing of dens."""
    table = lay_out(step="draft", goods={"grain": 1}, silver=3)
    older = {name: value for name, value in state_of(table).items() if name not in ("sold", "from den")}
    again = table.game.restore({**older, "bought": ["grain"]})
    assert again.legal_actions() == table.state.legal_actions()

"""Why a part cannot be used: what people are told before the click, in any game."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import cast

import pytest

import burgher
from burgher import Table
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.view.reasons import NOTHING_NOW, Why, why
from burgundy.kit import lay_out


def seen_at(table: Table) -> LoadedTable:
    """A table as `why` looks at it."""
    return cast(LoadedTable, SimpleNamespace(table=table, game=table.game))


def test_a_part_is_refused_for_itself_and_no_place_that_nobody_chose() -> None:
    """A stored tile that fits nowhere is not refused for a space, nor a depot in the words of a terminal."""
    depots = {"4a": "ship", "black-2": "bank"}
    table = lay_out(dice=(4, 1), storage=["chicken-2"], silverlings=2, depots=depots)
    loaded = seen_at(table)
    animals = "There is no space for the 2 chickens yet: no free animal space lies beside your tiles"
    assert why(loaded, 0, "store-1") == Why(animals, 5)
    table.play("1 workers")
    table.play("2 workers")
    assert why(loaded, 0, "depot-4a") == Why("Both of your dice are used, and an action needs one", 5)
    assert why(loaded, 0, "black-2") == Why(None)
    assert why(loaded, 0, "store-1", ["black-2"]) == Why(
        "This does not go together with what you have touched"
    )


@pytest.mark.parametrize("name", ["burgundy", "granja", "hansa"])
def test_every_part_has_a_reason_that_is_a_sentence(name: str) -> None:
    game = burgher.load(name, players=2)
    parts = sorted({part for action in game.actions for part in action.parts})
    chance = random.Random(4)
    table = Table(game, 4)
    loaded = seen_at(table)
    for _ in range(120):
        if table.is_over:
            break
        legal = table.state.legal_actions()
        usable = {part for action in legal for part in game.parts(action)}
        for part in chance.sample(parts, 15):
            said = why(loaded, table.seat, part)
            assert (said.reason is None) == (part in usable)
            if said.reason is not None:
                assert said.reason[0].isupper()
                assert said.page is not None or said.reason == NOTHING_NOW
        table.play(chance.choice(legal))

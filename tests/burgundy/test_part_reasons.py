"""Why nothing can be done with a thing: about what was touched, and nothing else."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from burgher import Table
from burgundy.kit import deal, lay_out, legal, play


def why(table: Table, *parts: str) -> str:
    """What is said of the last of some parts, the others having been touched."""
    found = table.game.part_refusal(table.state, parts)
    assert found is not None
    return str(found)


@pytest.mark.parametrize(
    ("parts", "given", "said"),
    [
        (["store-1"], {"storage": []}, "Place 1 of your storage is empty (p. 5)"),
        (
            ["store-1"],
            {"storage": ["pig-2"], "tiles": {}},
            "There is no space for the 2 pigs yet: no free animal space lies beside your tiles (p. 5)",
        ),
        (
            ["store-1"],
            {"dice": (1, 1), "storage": ["ship"], "tiles": {}},
            "The ship can be placed with a 2 or 5: with your 1 that takes 1 worker, and you have 0 (p. 4)",
        ),
        (
            ["die-2", "store-1"],
            {"dice": (2, 6), "storage": ["ship"], "tiles": {}},
            "The ship can be placed with a 2 or 5: with your 6 that takes 1 worker, and you have 0 (p. 4)",
        ),
        (
            ["space-18"],
            {"storage": ["pig-2"]},
            "Space 18 is a ship space: you have no such tile stored (p. 5)",
        ),
        (["space-19"], {}, "Space 19 is already covered: tiles are never moved (p. 8)"),
        (["space-1"], {"storage": ["pig-2"]}, "Space 1 lies beside none of your tiles (p. 5)"),
        (["depot-3b"], {}, "There is no tile on spot 3b (p. 5)"),
        (
            ["depot-4a"],
            {"dice": (1, 2), "depots": {"4a": "ship"}},
            "Depot 4 asks for a 4: your 2 would take 2 workers, and you have 0 (p. 4)",
        ),
        (
            ["goods-red"],
            {"dice": (1, 2)},
            "You have no red goods (p. 9)",
        ),
        (["silverlings"], {"silverlings": 1}, "A tile costs 2 silverlings, and you have 1 silverling (p. 9)"),
        (["black-3"], {"silverlings": 2}, "There is no tile in that place of the black depot (p. 9)"),
    ],
)
def test_a_thing_is_refused_for_what_it_is(parts: list[str], given: dict[str, Any], said: str) -> None:
    table = lay_out(**{"depots": {"black-2": "mine"}} | given)
    assert why(table, *parts) == said


@pytest.mark.parametrize("part", ["depot-4a", "store-1", "space-18", "goods-red"])
def test_with_both_dice_used_a_thing_needs_a_die(part: str) -> None:
    table = lay_out(
        dice=(4, 1),
        silverlings=2,
        storage=["ship"],
        goods={"red": 1},
        depots={"4a": "ship", "black-2": "mine"},
    )
    play(table, "1 workers", "2 workers")
    assert why(table, part) == "Both of your dice are used, and an action needs one (p. 5)"


def test_while_something_is_asked_that_comes_first() -> None:
    table = lay_out(dice=(3, 1), storage=["warehouse", "ship"], goods={"red": 1})
    play(table, "1 place 1-26")
    assert why(table, "store-2") == "First sell goods with your warehouse, or skip (p. 7)"
    table = lay_out(dice=(3, 1), storage=["city-hall", "knowledge-1", "pig-2"])
    play(table, "1 place 1-26")
    assert legal(table) == {"place 2-13", "place 2-31", "skip"}
    assert why(table, "store-3").startswith("There is no space for the 2 pigs yet")
    assert why(table, "store-1") == "Place 1 of your storage is empty (p. 5)"
    assert why(table, "space-14") == "Space 14 is a building space: you have no such tile stored (p. 5)"


def test_each_city_may_have_the_building_already() -> None:
    table = lay_out(dice=(3, 1), storage=["church"], tiles={26: "church", 12: "church"})
    assert legal(table, "1 place") == set()
    assert why(table, "store-1") == (
        "There is no space for the church: each city that lies beside your tiles has a church already (p. 6)"
    )
    assert why(table, "space-27") == "The city of space 27 already has a church (p. 6)"


def test_what_is_said_of_a_part_names_no_other_place() -> None:
    """Over whole games: no stored tile is refused for a space, no space for a place of the storage."""
    random = Random(3)
    said = set()
    for seed in range(3):
        table = deal(3, seed)
        parts = {part for action in table.game.actions for part in action.parts}
        while not table.is_over:
            choices = table.state.legal_actions()
            usable = {part for action in choices for part in table.game.parts(action)}
            for part in random.sample(sorted(parts - usable), 12):
                found = table.game.part_refusal(table.state, [part])
                if found is None:
                    continue
                said.add(found.kind)
                number = part.rpartition("-")[2]
                if part.startswith("store-"):
                    assert not re.search(r"pace \d", found.reason)
                elif part.startswith("space-"):
                    assert "Place" not in found.reason
                    assert set(re.findall(r"pace (\d+)", found.reason)) <= {number}
            table.play(random.choice(choices))
    assert {"no-space", "too-few-workers", "wrong-colour", "not-adjacent", "dice-used"} <= said

"""What differs in the edition of 2019, which is an option."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import Table
from burgher.games.burgundy.components import ESTATE_NUMBER, ESTATES
from burgundy.kit import (
    Given,
    asked,
    board,
    deal,
    end_of_game,
    lay_out,
    legal,
    play,
    play_out,
    refused,
    state_of,
    told,
)

DEPOTS = {"black-2": "ship", "black-4": "bank", "1a": "church", "4a": "ship", "5a": "mine"}


def in_2019(**given: Any) -> Table:
    """One who knows tile 6 and could buy, in the edition of 2019."""
    table: Given = {"edition": "2019", "tiles": {13: "knowledge-6"}, "depots": DEPOTS}
    return lay_out(**table | given)


def test_the_given_rules_are_those_of_2011() -> None:
    assert deal().game.options["edition"] == "2011"


# -- tiles 15 and 26 -------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "points"), [("2011", 9), ("2019", 6)])
def test_tile_15_scores_2_points_for_each_type_sold_instead_of_3(edition: str, points: int) -> None:
    table = end_of_game(edition=edition, tiles={13: "knowledge-15"}, sold={"red": 2, "pink": 1, "brown": 1})
    assert table.breakdown()[0] == {"knowledge tile 15, types of goods sold": points}


@pytest.mark.parametrize(("edition", "points"), [("2011", 2), ("2019", 3)])
def test_tile_26_scores_3_points_for_each_bonus_tile_instead_of_2(edition: str, points: int) -> None:
    table = end_of_game(
        edition=edition,
        tiles={13: "knowledge-26", 7: "castle", 2: "castle", 3: "castle"},
        bonuses=1,
        large_bonuses=["mine", "ship", "animal", "building", "knowledge"],
    )
    assert table.breakdown()[0] == {"knowledge tile 26, bonus tiles": points}


@pytest.mark.parametrize("number", [16, 24, 25])
def test_other_tiles_score_alike(number: int) -> None:
    tiles = {13: f"knowledge-{number}", 12: "warehouse", 11: "cow-2"}
    old, new = (end_of_game(edition=edition, tiles=tiles, sold={"red": 2}) for edition in ("2011", "2019"))
    assert old.breakdown() == new.breakdown()


# -- tile 6 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_tile_6_lets_one_pay_with_workers_in_any_mix(workers: int) -> None:
    table = in_2019(silverlings=2, workers=2)
    play(table, "buy 4a")
    assert table.question() == "How many workers do you pay, the rest being silverlings?"
    assert legal(table) == {"pay 0", "pay 1", "pay 2"}
    play(table, f"pay {workers}")
    assert (board(table).silverlings, board(table).workers) == (workers, 2 - workers)
    assert board(table).storage == ["ship", None, None]


def test_only_what_one_has_can_be_paid() -> None:
    table = in_2019(silverlings=1, workers=1)
    play(table, "buy black-2")
    assert legal(table) == {"pay 1"}
    assert refused(table, "pay 2") == ("That takes 2 workers, and you have 1 silverling and 1 worker (p. 10)")


def test_with_workers_only_nothing_is_asked() -> None:
    table = in_2019(workers=3)
    assert told(table, "buy 5a") == ["Anna buys the mine from depot 5 for 2 workers."]
    assert board(table).workers == 1


def test_without_workers_nothing_is_asked() -> None:
    table = in_2019(silverlings=3)
    assert told(table, "buy 5a") == ["Anna buys the mine from depot 5 for 2 silverlings."]


def test_with_too_little_of_both_nothing_is_bought() -> None:
    table = in_2019(workers=1)
    assert refused(table, "buy 5a") == ("A tile costs 2 silverlings, and you have 1 worker (p. 9)")


def test_without_tile_6_silverlings_are_needed_and_the_black_depot() -> None:
    table = in_2019(tiles={}, workers=3, silverlings=2)
    assert legal(table, "buy") == {"buy black-2", "buy black-4"}
    play(table, "buy black-2")
    assert (board(table).silverlings, board(table).workers) == (0, 3)


def test_in_2011_workers_are_no_money() -> None:
    table = in_2019(edition="2011", silverlings=2, workers=2)
    play(table, "buy 4a")
    assert (board(table).silverlings, board(table).workers) == (0, 2)


# -- purchases in the middle of an action ----------------------------------------------------------


def test_one_may_buy_before_a_castles_action_and_place_the_tile_with_it() -> None:
    table = in_2019(dice=(6, 1), tiles={12: "church"}, storage=["castle"], silverlings=2)
    play(table, "1 place 1-7", "buy black-4", "place 1-26")
    assert board(table).tiles["26"] == "bank"
    assert board(table).silverlings == 2
    assert state_of(table)["unused"] == [2]


def test_one_may_buy_for_a_city_hall_that_had_nothing_to_place() -> None:
    table = in_2019(dice=(3, 1), tiles={}, storage=["city-hall"], silverlings=2)
    play(table, "1 place 1-26")
    assert legal(table) == {"skip", "buy black-2", "buy black-4"}
    play(table, "buy black-2", "place 1-18")
    assert board(table).tiles["18"] == "ship"


def test_there_is_still_only_one_purchase_in_a_turn() -> None:
    table = in_2019(dice=(6, 1), tiles={12: "church"}, storage=["castle"], silverlings=6)
    play(table, "buy black-4", "1 place 1-7")
    assert refused(table, "buy black-2") == "You have already bought a tile this turn (p. 9)"


BRINGS = {"carpenter": "take 1a", "church": "take 5a", "market": "take 4a", "warehouse": "sell red"}


@pytest.mark.parametrize("building", BRINGS)
def test_before_what_other_buildings_give_nothing_is_bought_but_after_it(building: str) -> None:
    """It makes no difference: the tile bought cannot be placed in between."""
    table = in_2019(dice=(3, 1), tiles={}, storage=[building], silverlings=2, goods={"red": 1})
    play(table, "1 place 1-26")
    assert legal(table, "buy") == set()
    assert refused(table, "buy black-4").startswith("First")
    play(table, BRINGS[building], "buy black-4")
    assert "bank" in board(table).storage


@pytest.mark.parametrize("building", ["carpenter", "church", "market"])
def test_with_a_full_storage_the_same_tiles_can_be_kept_either_way(building: str) -> None:
    spot, tile = {"carpenter": ("1a", "church"), "church": ("5a", "mine"), "market": ("4a", "ship")}[building]
    table = in_2019(dice=(3, 1), tiles={}, storage=[building, "pig-2", "cow-2"], silverlings=2)
    play(table, "1 place 1-26", f"take {spot}", "buy black-4", "discard 2")
    assert board(table).storage == [tile, "bank", "cow-2"]
    assert state_of(table)["unused"] == [2]


def test_a_purchase_for_a_full_storage_leads_back_to_what_was_pending() -> None:
    """Tile 6, a castle's action, a full storage: payment and discard are decided in between."""
    depots = DEPOTS | {"3a": "sheep-2"}
    table = in_2019(
        dice=(6, 1), storage=["castle", "pig-2", "cow-2"], silverlings=2, workers=2, depots=depots
    )
    play(table, "1 place 1-7", "buy 3a", "pay 1")
    assert board(table).storage == ["sheep-2", "pig-2", "cow-2"]
    assert asked(table) == ["castle action"]
    play(table, "take 5a", "discard 1")
    assert board(table).storage == ["mine", "pig-2", "cow-2"]
    assert asked(table) == []


def test_nothing_is_bought_while_a_ship_loads() -> None:
    table = in_2019(dice=(2, 1), storage=["ship"], silverlings=2, goods_at={1: {"red": 1}, 2: {"red": 1}})
    play(table, "1 place 1-18")
    assert legal(table) == {"load 1", "load 2", "skip"}
    assert refused(table, "buy black-2") == "First choose the depot whose goods your ship takes (p. 5)"


# -- estates ---------------------------------------------------------------------------------------

NEW = [estate.name for estate in ESTATES if estate.box == "2019"]


def test_these_estates_came_in_2019() -> None:
    assert NEW == ["2-2019", "11a", "11b", "11c", "11d", "11e", "11f"]


@pytest.mark.parametrize("name", NEW)
def test_they_can_be_played_in_either_edition(name: str) -> None:
    assert play_out(deal(2, estates=name, castles="open", edition="2011")).is_over
    assert play_out(deal(2, estates=(name, "1"), castles="secret", edition="2019")).is_over


def test_no_random_board_has_one_of_them() -> None:
    for seed in range(20):
        for player in state_of(deal(4, seed, estates="random"))["players"]:
            assert ESTATES[ESTATE_NUMBER[player["estate"]]].box == "2011"

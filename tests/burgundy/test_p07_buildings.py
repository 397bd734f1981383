"""The buildings and their advantages (p. 7), and what holds for all of them (p. 8)."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import Table
from burgundy.kit import Given, asked, board, earned, lay_out, legal, play, refused, state_of, told

DEPOTS = {
    "1a": "bank",
    "1b": "ship",
    "2a": "knowledge-1",
    "2b": "castle",
    "3a": "cow-2",
    "4a": "ship",
    "4b": "market",
    "5a": "mine",
    "6b": "pig-3",
    "black-2": "church",
    "black-4": "ship",
    "black-5": "mine",
}


def built(building: str, **given: Any) -> Table:
    """A building in the storage, to be placed with the 3 on space 26."""
    table: Given = {"dice": (3, 1), "storage": [building]}
    return lay_out(**table | given)


PLACE = "1 place 1-26"

# -- the advantages --------------------------------------------------------------------------------


@pytest.mark.parametrize("good", ["violet", "pink", "orange"])
def test_a_warehouse_may_sell_one_type_of_goods_of_ones_choice(good: str) -> None:
    goods = {"violet": 1, "pink": 3, "orange": 1}
    table = built("warehouse", goods=goods)
    play(table, PLACE)
    assert legal(table) == {"sell violet", "sell pink", "sell orange", "skip"}
    assert earned(table, f"sell {good}") == {"goods sold": 2 * goods[good]}
    assert board(table).sold == {good: goods[good]}
    assert board(table).silverlings == 1
    assert state_of(table)["unused"] == [2]


def test_a_warehouse_sells_one_type_only() -> None:
    table = built("warehouse", goods={"violet": 1, "pink": 3})
    play(table, PLACE, "sell violet")
    assert "sell pink" not in legal(table)


def test_a_carpenters_workshop_may_take_a_building_from_any_numbered_depot() -> None:
    table = built("carpenter", depots=DEPOTS)
    play(table, PLACE)
    assert legal(table) == {"take 1a", "take 4b", "skip"}
    play(table, "take 4b")
    assert board(table).storage == ["market", None, None]


@pytest.mark.parametrize(("spot", "tile"), [("2a", "knowledge-1"), ("2b", "castle"), ("5a", "mine")])
def test_a_church_may_take_a_mine_knowledge_or_castle_from_any_numbered_depot(spot: str, tile: str) -> None:
    table = built("church", depots=DEPOTS)
    play(table, PLACE)
    assert legal(table) == {"take 2a", "take 2b", "take 5a", "skip"}
    play(table, f"take {spot}")
    assert board(table).storage == [tile, None, None]


@pytest.mark.parametrize(("spot", "tile"), [("1b", "ship"), ("3a", "cow-2"), ("4a", "ship"), ("6b", "pig-3")])
def test_a_market_may_take_a_ship_or_animal_from_any_numbered_depot(spot: str, tile: str) -> None:
    table = built("market", depots=DEPOTS)
    play(table, PLACE)
    assert legal(table) == {"take 1b", "take 3a", "take 4a", "take 6b", "skip"}
    play(table, f"take {spot}")
    assert board(table).storage == [tile, None, None]


def test_with_three_players_a_church_finds_the_mine_in_the_castles_place() -> None:
    table = built("church", depots={"6c": "mine"}, players=3, phase="B")
    play(table, PLACE, "take 6c")
    assert board(table).storage == ["mine", None, None]


@pytest.mark.parametrize(
    ("building", "spot", "sentence"),
    [
        ("carpenter", "1b", "Your carpenter's workshop brings only buildings, not the ship (p. 7)"),
        ("church", "1a", "Your church brings only mines, knowledge tiles and castles, not the bank (p. 7)"),
        ("market", "2a", "Your market brings only ships and animals, not knowledge tile 1 (p. 7)"),
    ],
)
def test_they_bring_nothing_else(building: str, spot: str, sentence: str) -> None:
    table = built(building, depots=DEPOTS)
    play(table, PLACE)
    assert refused(table, f"take {spot}") == sentence


@pytest.mark.parametrize("building", ["carpenter", "church", "market"])
def test_they_do_not_take_from_the_black_depot(building: str) -> None:
    table = built(building, depots={"black-2": "bank", "black-4": "mine", "black-5": "ship"})
    play(table, PLACE)
    assert asked(table) == []


@pytest.mark.parametrize(("building", "spot"), [("carpenter", "1a"), ("church", "5a"), ("market", "3a")])
def test_the_building_itself_has_made_room_for_the_tile_it_brings(building: str, spot: str) -> None:
    table = built(building, storage=[building, "sheep-2", "sheep-3"], depots=DEPOTS)
    play(table, PLACE, f"take {spot}")
    assert board(table).storage == [DEPOTS[spot], "sheep-2", "sheep-3"]


def test_a_boarding_house_brings_4_workers() -> None:
    table = built("boarding-house", workers=1)
    assert told(table, PLACE)[1:] == ["Anna gains 4 workers from the boarding house."]
    assert board(table).workers == 5


def test_a_bank_brings_2_silverlings() -> None:
    table = built("bank", silverlings=1)
    assert told(table, PLACE)[1:] == ["Anna gains 2 silverlings from the bank."]
    assert board(table).silverlings == 3


def test_a_watchtower_brings_4_points() -> None:
    table = built("watchtower", points=10)
    assert earned(table, PLACE) == {"watchtowers": 4}
    assert table.scores() == [14, 0]


# -- the city hall ---------------------------------------------------------------------------------


def test_a_city_hall_may_add_a_second_tile_whatever_its_number() -> None:
    table = built("city-hall", storage=["city-hall", "mine", "ship"])
    play(table, PLACE)
    assert legal(table) == {"place 2-25", "place 3-18", "place 3-20", "skip"}
    play(table, "place 2-25")
    assert board(table).tiles == {"19": "castle", "26": "city-hall", "25": "mine"}
    assert state_of(table)["unused"] == [2]


@pytest.mark.parametrize(
    ("tile", "space"),
    [("castle", 7), ("mine", 25), ("ship", 18), ("cow-3", 11), ("bank", 14), ("knowledge-2", 13)],
)
def test_a_city_hall_adds_tiles_of_every_colour(tile: str, space: int) -> None:
    others = {12: "church"} if space != 14 else {13: "knowledge-3"}
    table = built("city-hall", storage=["city-hall", tile], tiles=others)
    play(table, PLACE, f"place 2-{space}")
    assert board(table).tiles[str(space)] == tile


def test_the_second_tile_has_all_of_its_effects() -> None:
    table = built("city-hall", storage=["city-hall", "cow-4"], tiles={12: "bank"})
    play(table, PLACE)
    assert earned(table, "place 2-11") == {"animals": 4}
    table = built("city-hall", storage=["city-hall", "ship"], goods_at={6: {"red": 2}})
    play(table, PLACE, "place 2-18", "load 6")
    assert board(table).goods == {"red": 2}
    assert board(table).steps == 1


def test_a_second_city_hall_in_another_city_adds_a_third_tile() -> None:
    table = built("city-hall", storage=["city-hall", "city-hall", "mine"])
    play(table, PLACE, "place 2-12", "place 3-25")
    assert set(board(table).tiles) == {"12", "19", "25", "26"}


def test_a_castle_added_by_a_city_hall_gives_its_action() -> None:
    table = built("city-hall", storage=["city-hall", "castle"], tiles={12: "bank"})
    play(table, PLACE, "place 2-7", "workers")
    assert board(table).workers == 2
    assert state_of(table)["unused"] == [2]


def test_colour_and_neighbours_still_count_for_the_second_tile() -> None:
    table = built("city-hall", storage=["city-hall", "mine"])
    play(table, PLACE)
    assert refused(table, "place 2-30") == "Space 30 lies beside none of your tiles (p. 5)"
    assert refused(table, "place 2-20") == "Space 20 is a ship space: the mine cannot go there (p. 5)"


def test_the_second_tile_comes_from_the_storage_only() -> None:
    table = built("city-hall", storage=["city-hall", "mine"], depots=DEPOTS)
    play(table, PLACE)
    assert not legal(table, "take")
    assert refused(table, "take 5a") == "First place a tile with your city hall, or skip (p. 7)"


# -- p. 8: fundamentally ---------------------------------------------------------------------------


@pytest.mark.parametrize("building", ["warehouse", "carpenter", "church", "market", "city-hall"])
def test_an_advantage_may_be_declined(building: str) -> None:
    table = built(building, storage=[building, "mine"], goods={"red": 1}, depots=DEPOTS)
    play(table, PLACE)
    before = board(table)
    (said,) = told(table, "skip")
    assert said.startswith("Anna ")
    assert "nothing with the " in said
    assert board(table) == before
    assert legal(table, "2") == {"2 workers", "2 take 1a", "2 take 1b"}


@pytest.mark.parametrize("building", ["warehouse", "carpenter", "church", "market", "city-hall"])
def test_an_advantage_that_cannot_be_used_is_lost_and_the_building_still_added(building: str) -> None:
    table = built(building)
    play(table, PLACE)
    assert board(table).tiles["26"] == building
    assert asked(table) == []
    assert "2 workers" in legal(table)


def test_a_market_is_lost_when_no_ship_or_animal_is_left_in_the_numbered_depots() -> None:
    others = {spot: tile for spot, tile in DEPOTS.items() if spot not in ("1b", "3a", "4a", "6b")}
    table = built("market", depots=others)
    play(table, PLACE)
    assert asked(table) == []


@pytest.mark.parametrize("building", ["warehouse", "carpenter", "church", "market", "city-hall"])
def test_advantages_need_no_die(building: str) -> None:
    table = built(building, storage=[building, "mine"], goods={"red": 1}, depots=DEPOTS)
    play(table, PLACE)
    play(table, min(legal(table) - {"skip"}))
    assert state_of(table)["unused"] == [2]
    assert board(table).workers == 0


def test_an_advantage_comes_before_the_next_action() -> None:
    table = built("market", depots=DEPOTS)
    play(table, PLACE)
    assert refused(table, "2 workers") == ("First take a ship or animal with your market, or skip (p. 7)")


def test_workers_and_silverlings_never_run_out() -> None:
    table = built("boarding-house", workers=30, benno={"workers": 30, "silverlings": 20})
    play(table, PLACE)
    assert board(table).workers == 34

"""The 26 knowledge tiles (p. 10-11), one by one and together."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import Table
from burgher.games.burgundy.components import BUILDINGS
from burgundy.arbiter import knowledge_source
from burgundy.kit import (
    Given,
    asked,
    board,
    earned,
    end_of_game,
    last_in_phase,
    lay_out,
    legal,
    play,
    refused,
    state_of,
    told,
)

# Knowledge tiles lie on space 13 of estate 1, beside the castle, and a second one on space 8.


def know(*numbers: int, **tiles: str) -> dict[int, str]:
    """An estate with some knowledge tiles; other tiles are named by their space: `s12="bank"`."""
    estate = dict(zip((13, 8, 4), (f"knowledge-{number}" for number in numbers), strict=False))
    return estate | {int(space[1:]): tile for space, tile in tiles.items()}


def scored(**given: Any) -> dict[str, int]:
    """What Anna gets in the final scoring, by source."""
    return end_of_game(**given).breakdown()[0]


# -- 1: several buildings of a type in a city ------------------------------------------------------


def test_1_a_city_may_have_as_many_buildings_of_a_type_as_one_likes() -> None:
    table = lay_out(dice=(1, 6), storage=["bank", "bank"], tiles=know(1, s26="bank"))
    play(table, "1 place 1-27", "2 place 2-33")
    assert [board(table).tiles[space] for space in ("26", "27", "33")] == ["bank"] * 3


def test_1_counts_from_its_own_placement_on() -> None:
    table = lay_out(dice=(1, 1), storage=["knowledge-1", "bank"], tiles={26: "bank"})
    assert refused(table, "1 place 2-27") == "The city of space 27 already has a bank (p. 6)"
    play(table, "1 place 1-13", "2 place 2-27")
    assert board(table).tiles["27"] == "bank"


def test_1_holds_for_castles_and_city_halls_too() -> None:
    table = lay_out(dice=(3, 1), storage=["city-hall", "bank"], tiles=know(1, s14="bank"))
    play(table, "1 place 1-26")
    assert {"place 2-9", "place 2-15", "place 2-12", "place 2-27"} <= legal(table)


# -- 2: workers from mines -------------------------------------------------------------------------


@pytest.mark.parametrize("mines", range(4))
def test_2_each_mine_also_brings_a_worker_at_the_end_of_each_phase(mines: int) -> None:
    table = last_in_phase(tiles=know(2) | dict.fromkeys([25, 30, 34][:mines], "mine"))
    play(table, "end")
    assert (board(table).silverlings, board(table).workers) == (mines, mines)


# -- 3 and 4: sales --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["die", "warehouse", "castle"])
@pytest.mark.parametrize(
    ("tiles", "silverlings", "workers"), [((), 1, 0), ((3,), 2, 0), ((4,), 1, 1), ((3, 4), 2, 1)]
)
def test_3_brings_2_silverlings_and_4_a_worker_for_each_sale_of_goods(
    way: str, tiles: tuple[int, ...], silverlings: int, workers: int
) -> None:
    """For the sale, not for each tile; with the die's action and with a warehouse."""
    estate = know(*(tiles or (2,)))
    table = lay_out(dice=(3, 6), goods={"pink": 4}, storage=["warehouse", "castle"], tiles=estate)
    actions = {
        "die": ["1 sell pink"],
        "warehouse": ["1 place 1-12", "sell pink"],
        "castle": ["2 place 2-7", "sell pink"],
    }
    play(table, *actions[way])
    assert board(table).sold == {"pink": 4}
    assert (board(table).silverlings, board(table).workers) == (silverlings, workers)


# -- 5: two neighbouring depots --------------------------------------------------------------------


def landed(**given: Any) -> Table:
    """A ship to be placed on space 18 with the 2, by one who has tile 5."""
    return lay_out(dice=(2, 1), storage=["ship"], tiles=know(5), **given)


@pytest.mark.parametrize("depot", range(1, 7))
def test_5_a_ship_takes_goods_from_two_neighbouring_depots_of_the_ring(depot: int) -> None:
    before, after = (depot - 2) % 6 + 1, depot % 6 + 1
    table = landed(goods_at={n: {"red": 1} for n in range(1, 7)})
    play(table, "1 place 1-18", f"load {depot}")
    assert legal(table) == {f"load {before}", f"load {after}", "skip"}
    play(table, f"load {after}")
    assert board(table).goods == {"red": 2}
    assert [n for n in range(1, 7) if not state_of(table)["depot goods"][n - 1]] == sorted([depot, after])
    assert board(table).steps == 1


def test_5_other_depots_are_refused() -> None:
    table = landed(goods_at={1: {"red": 1}, 2: {"red": 1}, 3: {"red": 1}})
    play(table, "1 place 1-18", "load 1")
    assert refused(table, "load 3") == "Depot 3 is not beside depot 1: tile 5 takes neighbours (p. 10)"
    assert refused(table, "load 6") == "There are no goods at depot 6 (p. 5)"


def test_5_the_second_depot_may_be_declined() -> None:
    table = landed(goods_at={1: {"red": 1}, 2: {"pink": 1}})
    play(table, "1 place 1-18", "load 1", "skip")
    assert board(table).goods == {"red": 1}
    assert state_of(table)["depot goods"][1] == {"pink": 1}


def test_5_without_goods_beside_the_first_depot_nothing_is_asked() -> None:
    table = landed(goods_at={1: {"red": 1}, 3: {"pink": 1}})
    play(table, "1 place 1-18", "load 1")
    assert asked(table) == []
    assert board(table).goods == {"red": 1}


def test_5_three_types_are_the_limit_over_both_depots() -> None:
    table = landed(
        goods={"red": 1, "pink": 1},
        goods_at={1: {"red": 1, "brown": 1}, 2: {"pink": 2, "violet": 1, "brown": 1}},
    )
    play(table, "1 place 1-18", "load 1", "load 2")
    assert board(table).goods == {"red": 2, "pink": 3}
    assert legal(table) == {"keep brown", "keep violet"}
    play(table, "keep brown")
    assert board(table).goods == {"red": 2, "pink": 3, "brown": 2}
    assert state_of(table)["depot goods"][:2] == [{}, {"violet": 1}]


def test_5_with_three_types_already_only_those_are_taken_from_both() -> None:
    table = landed(
        goods={"red": 1, "pink": 1, "violet": 1},
        goods_at={6: {"red": 1, "brown": 1}, 1: {"violet": 2, "turquoise": 1}},
    )
    play(table, "1 place 1-18", "load 6", "load 1")
    assert board(table).goods == {"violet": 3, "pink": 1, "red": 2}
    assert state_of(table)["depot goods"][0] == {"turquoise": 1}
    assert state_of(table)["depot goods"][5] == {"brown": 1}


# -- 6: buying anywhere ----------------------------------------------------------------------------

EVERYWHERE = {
    "1a": "bank",
    "2a": "knowledge-1",
    "3a": "cow-2",
    "4a": "ship",
    "5a": "mine",
    "6a": "church",
    "black-2": "pig-4",
}


def test_6_a_tile_may_be_bought_from_all_seven_depots() -> None:
    table = lay_out(silverlings=3, tiles=know(6), depots=EVERYWHERE)
    assert legal(table, "buy") == {f"buy {spot}" for spot in EVERYWHERE}
    play(table, "buy 3a")
    assert board(table).storage == ["cow-2", None, None]
    assert board(table).silverlings == 1
    assert state_of(table)["unused"] == [1, 2]


def test_6_there_is_still_only_one_purchase_in_a_turn() -> None:
    table = lay_out(silverlings=6, tiles=know(6), depots=EVERYWHERE)
    play(table, "buy 3a")
    for spot in ("4a", "black-2"):
        assert refused(table, f"buy {spot}") == "You have already bought a tile this turn (p. 9)"


def test_6_still_costs_2_silverlings_and_workers_do_not_count() -> None:
    table = lay_out(silverlings=1, workers=5, tiles=know(6), depots=EVERYWHERE)
    assert refused(table, "buy 1a") == "A tile costs 2 silverlings, and you have 1 silverling (p. 9)"


def test_6_a_turn_waits_for_a_purchase_from_a_numbered_depot() -> None:
    table = lay_out(silverlings=2, tiles=know(6), depots={"4a": "ship"})
    play(table, "1 workers", "2 workers")
    assert legal(table) == {"buy 4a", "end"}


def test_6_a_full_storage_is_cleared_for_the_tile_bought() -> None:
    table = lay_out(silverlings=2, tiles=know(6), depots=EVERYWHERE, storage=["pig-2", "cow-3", "sheep-2"])
    play(table, "buy 6a", "discard 1")
    assert board(table).storage == ["church", "cow-3", "sheep-2"]


# -- 7: animals ------------------------------------------------------------------------------------


def test_7_benno_scores_9_for_his_sheep_and_then_3_for_a_pig() -> None:
    """A tile more each, not an animal more: (3 + 1) + (4 + 1), then 2 + 1."""
    benno = lay_out(dice=(1, 5), storage=["sheep-3", "pig-2"], tiles=know(7, s12="bank", s11="sheep-4"))
    assert earned(benno, "1 place 1-6") == {"animals": 3 + 4, "knowledge tile 7, animal tiles": 1 + 1}
    assert benno.scores() == [9, 0]
    assert earned(benno, "2 place 2-10") == {"animals": 2, "knowledge tile 7, animal tiles": 1}
    assert benno.scores() == [12, 0]


def test_7_changes_nothing_that_was_scored_before() -> None:
    table = lay_out(dice=(1, 4), storage=["knowledge-7"], tiles={12: "bank", 11: "sheep-4"})
    assert earned(table, "1 place 1-13") == {}


# -- 8: two steps for each worker ------------------------------------------------------------------


def test_8_carla_makes_a_3_out_of_a_6_with_2_workers() -> None:
    carla = lay_out(dice=(6, 1), workers=2, tiles=know(8), depots={"3a": "cow-2"})
    play(carla, "1 take 3a")
    assert board(carla).workers == 0
    assert board(carla).storage == ["cow-2", None, None]


@pytest.mark.parametrize(("number", "workers"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 1), (6, 1)])
def test_8_each_worker_changes_a_die_by_up_to_2(number: int, workers: int) -> None:
    depots = dict(list(EVERYWHERE.items())[:6])
    table = lay_out(dice=(1, 1), workers=2, tiles=know(8), depots=depots)
    play(table, f"1 take {number}a")
    assert board(table).workers == 2 - workers


def test_8_one_worker_is_not_enough_for_three_steps() -> None:
    table = lay_out(dice=(6, 1), workers=1, tiles=know(8), depots={"3a": "cow-2"})
    assert refused(table, "1 take 3a") == (
        "Depot 3 asks for a 3: your 6 would take 2 workers, and you have 1 (p. 4)"
    )


# -- 9 to 12: dice changed for free ----------------------------------------------------------------

STEADS = {
    "building": ("bank", 14, 2),
    "ship": ("ship", 18, 2),
    "animal": ("cow-2", 11, 4),
    "castle": ("castle", 7, 6),
    "mine": ("mine", 25, 4),
    "knowledge": ("knowledge-2", 31, 2),
}
"""For each colour a tile and a space for it, with its number."""

EASED = {9: {"building"}, 10: {"ship", "animal"}, 11: {"castle", "mine", "knowledge"}, 12: set[str]()}


@pytest.mark.parametrize("steps", [-3, -2, -1, 0, 1, 2, 3])
@pytest.mark.parametrize("double", [False, True], ids=["", "with 8"])
@pytest.mark.parametrize("number", EASED)
def test_9_to_11_change_dice_that_place_tiles_of_their_colours_by_1_for_free(
    number: int, double: bool, steps: int
) -> None:
    """9: buildings. 10: ships and animals. 11: castles, mines and knowledge. Each time, with both dice.

    What is more than one step is paid with workers, each good for two steps with tile 8.
    """
    numbers = (number, 8) if double else (number,)
    for colour, (tile, space, asks) in STEADS.items():
        free = 1 if colour in EASED[number] else 0
        paid = -(-max(0, abs(steps) - free) // (2 if double else 1))
        die = (asks + steps - 1) % 6 + 1
        table = lay_out(
            dice=(1, die), workers=3, storage=[tile], tiles=know(*numbers, s12="church", s26="market")
        )
        play(table, f"2 place 1-{space}")
        assert 3 - board(table).workers == paid, colour


@pytest.mark.parametrize("number", [9, 10, 11])
def test_9_to_11_do_not_help_to_take_or_sell(number: int) -> None:
    table = lay_out(dice=(2, 2), tiles=know(number), goods={"turquoise": 1}, depots=EVERYWHERE)
    assert legal(table, "1 take") == {"1 take 2a"}
    assert legal(table, "1 sell") == set()


@pytest.mark.parametrize(("die", "depots"), [(1, "612"), (3, "234"), (6, "561")])
def test_12_changes_dice_that_take_tiles_by_1_for_free(die: int, depots: str) -> None:
    table = lay_out(dice=(die, 1), tiles=know(12), depots=EVERYWHERE)
    assert legal(table, "1 take") == {f"1 take {depot}a" for depot in depots}


def test_12_the_first_step_is_free_and_the_others_are_paid() -> None:
    for numbers, paid in (((12,), 2), ((12, 8), 1)):
        table = lay_out(dice=(6, 1), workers=3, tiles=know(*numbers), depots={"3a": "cow-2"})
        play(table, "1 take 3a")
        assert board(table).workers == 3 - paid


def test_12_does_not_help_to_sell() -> None:
    table = lay_out(dice=(3, 3), tiles=know(12), goods={"violet": 1, "red": 1})
    assert legal(table, "1 sell") == set()


def test_9_and_12_work_on_one_turn() -> None:
    table = lay_out(dice=(2, 4), tiles=know(9, 12), depots={"1a": "bank"})
    play(table, "1 take 1a", "2 place 1-26")
    assert board(table).tiles["26"] == "bank"
    assert board(table).workers == 0


# -- 13 and 14: taking workers ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "workers", "silverlings"), [((13,), 2, 1), ((14,), 4, 0), ((13, 14), 4, 1)]
)
def test_13_brings_a_silverling_and_14_4_workers_instead_of_2_when_taking_workers(
    tiles: tuple[int, ...], workers: int, silverlings: int
) -> None:
    for actions in (["1 workers"], ["2 place 1-7", "workers"]):  # with a die, and with a castle's action
        table = lay_out(dice=(1, 6), storage=["castle"], tiles=know(*tiles))
        play(table, *actions)
        assert (board(table).workers, board(table).silverlings) == (workers, silverlings)


def test_13_and_14_have_no_effect_on_a_boarding_house() -> None:
    table = lay_out(dice=(3, 1), storage=["boarding-house"], tiles=know(13, 14))
    play(table, "1 place 1-26")
    assert (board(table).workers, board(table).silverlings) == (4, 0)


# -- 15 to 26: at the end of the game (p. 11) ------------------------------------------------------

DARIOS_SALES = {"red": 4, "violet": 3, "pink": 3, "orange": 1}


def test_15_dario_has_sold_goods_of_4_types_and_receives_12_points() -> None:
    assert scored(tiles=know(15), sold=DARIOS_SALES) == {"knowledge tile 15, types of goods sold": 4 * 3}


def test_25_dario_has_sold_11_goods_and_receives_11_points() -> None:
    assert scored(tiles=know(15, 25), sold=DARIOS_SALES) == {
        "knowledge tile 15, types of goods sold": 12,
        "knowledge tile 25, goods tiles sold": 11,
    }


def test_15_and_25_ignore_unsold_goods() -> None:
    assert scored(tiles=know(15, 25), sold={"red": 1}, goods={"brown": 2, "red": 1}) == {
        "goods left": 3,
        "knowledge tile 15, types of goods sold": 3,
        "knowledge tile 25, goods tiles sold": 1,
    }


@pytest.mark.parametrize(("number", "building"), list(enumerate(BUILDINGS, start=16)))
def test_16_to_23_score_4_points_for_each_building_of_their_type(number: int, building: str) -> None:
    other = BUILDINGS[number - 17]
    estate = know(number, s12=building, s26=building, s27=other)
    assert scored(tiles=estate) == {knowledge_source(number): 8}
    assert scored(tiles=know(number, s12=other)) == {}


def test_16_to_23_are_for_these_buildings() -> None:
    assert BUILDINGS == [
        "warehouse",
        "watchtower",
        "carpenter",
        "church",
        "market",
        "boarding-house",
        "bank",
        "city-hall",
    ]


def test_17_and_22_benno_receives_24_points_for_2_watchtowers_and_4_banks() -> None:
    estate = know(17, 22, s12="bank", s14="bank", s15="watchtower", s26="bank", s27="watchtower")
    points = scored(tiles=estate | {18: "ship", 24: "bank"})
    assert points == {"knowledge tile 17, watchtowers": 2 * 4, "knowledge tile 22, banks": 4 * 4}
    assert sum(points.values()) == 24


def test_24_anna_has_3_types_of_animals_and_receives_12_points() -> None:
    """One cow, one chicken and three sheep tiles."""
    estate = know(24, s12="bank", s11="cow-3", s10="chicken-2", s6="sheep-2", s5="sheep-2", s1="sheep-4")
    assert scored(tiles=estate) == {"knowledge tile 24, types of animal": 3 * 4}


@pytest.mark.parametrize("types", range(5))
def test_24_scores_4_points_for_each_type_of_animal_however_many_there_are(types: int) -> None:
    herd = ["cow-2", "pig-2", "chicken-3", "sheep-3"][:types] + ["cow-4"] * min(types, 1)
    estate = know(24, s12="bank") | dict(zip([11, 10, 6, 5, 1], herd, strict=False))
    assert scored(tiles=estate).get("knowledge tile 24, types of animal", 0) == 4 * types


@pytest.mark.parametrize("bonuses", [1, 3])
def test_26_scores_2_points_for_each_bonus_tile_large_or_small(bonuses: int) -> None:
    colours = ["castle", "mine", "ship", "animal", "building", "knowledge"]
    estate = know(26) | {7: "castle", 2: "castle", 3: "castle"}
    if bonuses == 3:
        estate |= {25: "mine", 30: "mine", 34: "mine"} | dict.fromkeys([18, 17, 16, 20, 21, 22], "ship")
    points = scored(tiles=estate, bonuses=bonuses, large_bonuses=colours[bonuses:])
    assert points["knowledge tile 26, bonus tiles"] == 2 * bonuses


def test_26_counts_bonus_tiles_claimed_before_it_was_placed_and_after() -> None:
    table = last_in_phase(
        phase="E",
        unused=[1, 2],
        dice=(1, 3),
        storage=["knowledge-26", "mine"],
        tiles={25: "mine", 30: "mine", 12: "bank", 7: "castle", 2: "castle", 3: "castle"},
        bonuses=1,
        large_bonuses=["mine", "ship", "animal", "building", "knowledge"],
    )
    play(table, "1 place 1-13", "2 place 2-34")
    assert table.breakdown()[0]["knowledge tile 26, bonus tiles"] == 4


@pytest.mark.parametrize("number", range(15, 27))
def test_15_to_26_score_nothing_before_the_end(number: int) -> None:
    table = lay_out(dice=(1, 1), storage=[f"knowledge-{number}"], sold={"red": 3}, tiles={12: "bank"})
    assert earned(table, "1 place 1-13") == {}


# -- all of them -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 27))
def test_a_knowledge_tile_has_no_effect_when_it_is_placed(number: int) -> None:
    table = lay_out(dice=(1, 1), storage=[f"knowledge-{number}"])
    before = vars(board(table))
    assert told(table, "1 place 1-13") == [f"Anna places knowledge tile {number} on space 13 with a 1."]
    after = before | {"storage": [None] * 3, "tiles": {"13": f"knowledge-{number}", "19": "castle"}}
    assert vars(board(table)) == after


@pytest.mark.parametrize("place", ["in the storage", "in another's estate"])
def test_knowledge_counts_only_in_ones_own_estate(place: str) -> None:
    known = ["knowledge-6", "knowledge-8", "knowledge-12"]
    mine: Given = {"storage": known} if place == "in the storage" else {}
    theirs: Given = {} if mine else {"tiles": dict(zip((13, 8, 4), known, strict=True))}
    table = lay_out(dice=(1, 1), silverlings=2, workers=1, depots=EVERYWHERE, benno=theirs, **mine)
    assert legal(table, "buy") == {"buy black-2"}
    assert legal(table, "1 take") == {"1 take 6a", "1 take 1a", "1 take 2a"}


def test_knowledge_counts_from_the_moment_it_is_placed() -> None:
    table = lay_out(dice=(1, 2), storage=["knowledge-12"], depots=EVERYWHERE)
    assert "2 take 3a" not in legal(table)
    play(table, "1 place 1-13", "2 take 3a")
    assert board(table).storage == ["cow-2", None, None]

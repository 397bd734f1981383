"""Ships (p. 5): goods from a depot, and a step on the turn order track."""

from __future__ import annotations

from typing import Any

import pytest

from burgundy.kit import NAMES, board, earned, last_in_round, lay_out, legal, play, refused, state_of, told

# -- 1. goods --------------------------------------------------------------------------------------


def test_a_ship_takes_all_goods_of_one_depot() -> None:
    table = lay_out(dice=(2, 1), storage=["ship"], goods_at={3: {"pink": 2, "red": 1}, 4: {"brown": 1}})
    play(table, "1 place 1-18", "load 3")
    assert board(table).goods == {"pink": 2, "red": 1}
    assert state_of(table)["depot goods"] == [{}, {}, {}, {"brown": 1}, {}, {}]


@pytest.mark.parametrize("depot", range(1, 7))
def test_the_depot_is_chosen_freely_whatever_the_die(depot: int) -> None:
    table = lay_out(dice=(2, 1), storage=["ship"], goods_at={n: {"red": 1} for n in range(1, 7)})
    play(table, "1 place 1-18")
    assert legal(table) == {f"load {n}" for n in range(1, 7)}
    play(table, f"load {depot}")
    assert board(table).goods == {"red": 1}
    assert state_of(table)["depot goods"][depot - 1] == {}


def test_goods_of_the_same_colour_are_piled_on_each_other() -> None:
    table = lay_out(dice=(2, 1), storage=["ship"], goods={"pink": 2}, goods_at={3: {"pink": 1}})
    play(table, "1 place 1-18", "load 3")
    assert board(table).goods == {"pink": 3}


def test_at_most_three_types_are_stored_and_the_rest_is_left_behind() -> None:
    table = lay_out(
        dice=(2, 1),
        storage=["ship"],
        goods={"pink": 1, "red": 1, "violet": 1},
        goods_at={3: {"pink": 2, "brown": 2, "turquoise": 1}},
    )
    play(table, "1 place 1-18")
    assert told(table, "load 3") == [
        "Anna takes 2 pink goods from depot 3.",
        "Anna leaves 1 turquoise good at depot 3.",
        "Anna leaves 2 brown goods at depot 3.",
        "Anna moves to space 2 of the turn order track.",
    ]
    assert board(table).goods == {"violet": 1, "pink": 3, "red": 1}
    assert state_of(table)["depot goods"][2] == {"turquoise": 1, "brown": 2}


@pytest.mark.parametrize(("kept", "left"), [("pink", "brown"), ("brown", "pink")])
def test_carla_takes_the_turquoise_good_and_either_the_pink_or_the_brown_one(kept: str, left: str) -> None:
    """She has a turquoise good, one of another type, and an empty goods storage space."""
    carla = lay_out(
        dice=(2, 1),
        storage=["ship"],
        goods={"turquoise": 1, "violet": 1},
        goods_at={3: {"turquoise": 1, "pink": 1, "brown": 1}},
    )
    play(carla, "1 place 1-18", "load 3")
    assert board(carla).goods == {"turquoise": 2, "violet": 1}
    assert legal(carla) == {"keep pink", "keep brown"}
    play(carla, f"keep {kept}")
    assert board(carla).goods == {"turquoise": 2, "violet": 1, kept: 1}
    assert state_of(carla)["depot goods"][2] == {left: 1}


def test_with_room_for_two_of_three_new_types_both_are_chosen() -> None:
    table = lay_out(
        dice=(2, 1), storage=["ship"], goods={"red": 1}, goods_at={3: {"pink": 1, "brown": 2, "violet": 1}}
    )
    play(table, "1 place 1-18", "load 3", "keep brown")
    assert legal(table) == {"keep pink", "keep violet"}
    assert refused(table, "keep brown") == "You already store brown goods: choose a new type (p. 5)"
    assert refused(table, "keep orange") == "There are no orange goods to take (p. 5)"
    play(table, "keep violet")
    assert board(table).goods == {"violet": 1, "red": 1, "brown": 2}
    assert state_of(table)["depot goods"][2] == {"pink": 1}


def test_all_goods_that_can_be_stored_must_be_taken() -> None:
    table = lay_out(dice=(2, 1), storage=["ship"], goods={"red": 1}, goods_at={3: {"pink": 1, "brown": 2}})
    play(table, "1 place 1-18")
    play(table, "load 3")
    assert board(table).goods == {"pink": 1, "red": 1, "brown": 2}


def test_any_depot_may_be_one_without_goods() -> None:
    table = lay_out(dice=(2, 1), storage=["ship"], goods_at={3: {"pink": 1}})
    play(table, "1 place 1-18")
    assert legal(table) == {"load 3", "skip"}
    assert refused(table, "load 4") == "There are no goods at depot 4 (p. 5)"
    play(table, "skip")
    assert board(table).goods == {}
    assert board(table).steps == 1


def test_where_every_depot_has_goods_some_must_be_taken() -> None:
    table = lay_out(dice=(2, 1), storage=["ship"], goods_at={n: {"red": 1} for n in range(1, 7)})
    play(table, "1 place 1-18")
    assert refused(table, "skip") == "Every depot has goods, so your ship must take some (p. 5)"


def test_a_depot_once_emptied_has_nothing_for_the_next_ship() -> None:
    table = lay_out(dice=(2, 5), storage=["ship", "ship"], goods_at={3: {"pink": 1}, 4: {"red": 1}})
    play(table, "1 place 1-18", "load 3", "2 place 2-20")
    assert legal(table) == {"load 4", "skip"}


def test_without_goods_on_the_board_the_ship_just_sails() -> None:
    table = lay_out(dice=(2, 1), storage=["ship"])
    play(table, "1 place 1-18")
    assert board(table).steps == 1
    assert "2 workers" in legal(table)


def test_goods_are_loaded_before_the_turn_goes_on() -> None:
    table = lay_out(dice=(2, 1), storage=["ship"], goods_at={3: {"pink": 1}})
    play(table, "1 place 1-18")
    assert refused(table, "2 workers") == "First choose the depot whose goods your ship takes (p. 5)"


def test_goods_are_taken_only_when_a_ship_is_added() -> None:
    table = lay_out(goods_at={3: {"pink": 1}})
    for action in ("load 3", "keep pink"):
        assert refused(table, action) == "Goods are taken from depots when a ship is placed (p. 5)"


def test_goods_taken_bring_no_points_yet() -> None:
    table = lay_out(dice=(2, 1), storage=["ship"], goods_at={3: {"pink": 4}})
    assert earned(table, "1 place 1-18") == {}
    assert earned(table, "load 3") == {}


# -- 2. the turn order track -----------------------------------------------------------------------


def track_after_sailing(sailor: str, **ships: int) -> list[str]:
    """The turn order track, front first, when a player adds a ship to those that all have, front first."""
    seats = {name.lower(): seat for seat, name in enumerate(NAMES)}
    boards: dict[str, dict[str, Any]] = {
        name: {"tiles": dict.fromkeys([18, 17, 16, 20, 21][:count], "ship")} for name, count in ships.items()
    }
    boards[sailor] |= {"storage": ["ship"], "workers": 3}
    order = [seats[sailor], *(seats[name] for name in ships if name != sailor)]
    table = lay_out(
        len(ships),
        phase="E",
        order=order,
        track=[seats[name] for name in ships],
        **boards.pop("anna"),
        **boards,
    )
    play(table, min(legal(table, "1 place")))
    assert board(table, seats[sailor]).steps == ships[sailor] + 1
    assert state_of(table)["order"] == order
    return [NAMES[seat].lower() for seat in state_of(table)["track"]]


def test_a_piece_moves_one_space_to_the_right() -> None:
    assert track_after_sailing("carla", anna=0, benno=0, carla=0) == ["carla", "anna", "benno"]
    assert track_after_sailing("anna", anna=0, benno=0) == ["anna", "benno"]


def test_on_an_occupied_space_it_goes_on_top_of_the_other_pieces() -> None:
    assert track_after_sailing("carla", anna=1, benno=1, carla=0) == ["carla", "anna", "benno"]
    assert track_after_sailing("dario", anna=2, benno=1, carla=1, dario=0) == [
        "anna",
        "dario",
        "benno",
        "carla",
    ]


def test_those_further_to_the_right_stay_ahead() -> None:
    assert track_after_sailing("carla", anna=3, benno=2, carla=0) == ["anna", "benno", "carla"]
    assert track_after_sailing("benno", anna=2, benno=0, carla=0) == ["anna", "benno", "carla"]


def test_up_to_six_ships_can_be_added() -> None:
    assert track_after_sailing("benno", anna=5, benno=5) == ["benno", "anna"]


def test_the_new_order_counts_from_the_next_round() -> None:
    table = lay_out(3, dice=(2, 1), turn=3, order=[1, 2, 0], track=[1, 2, 0], storage=["ship"])
    play(table, "1 place 1-18")
    assert state_of(table)["track"] == [0, 1, 2]
    assert state_of(table)["order"] == [1, 2, 0]
    play(table, "2 workers")
    assert table.heading == "A2"
    assert state_of(table)["order"] == [0, 1, 2]
    assert table.seat == 0


def test_the_new_start_player_brings_the_next_goods_tile() -> None:
    table = last_in_round(track=[0, 1], tiles={18: "ship"}, round_goods=["red", "pink", "red", "red", "red"])
    rolls = told(table, "end")
    assert [line.split()[0] for line in rolls[:2]] == ["Anna", "Benno"]
    assert rolls[2].startswith("Round 2 of phase A: a pink good goes to depot ")

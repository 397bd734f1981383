"""Animals, castles and mines (p. 6)."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import Table
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

# -- animals: the pasture of estate 1 has spaces 1, 5, 6, 10 and 11; space 28 is a pasture of its own ------


@pytest.mark.parametrize("animal", ["cow", "sheep", "pig", "chicken"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_an_animal_tile_scores_its_animals_at_once(animal: str, count: int) -> None:
    table = lay_out(dice=(4, 1), storage=[f"{animal}-{count}"], tiles={12: "bank"})
    assert earned(table, "1 place 1-11") == {"animals": count}
    assert table.scores() == [count, 0]


def test_benno_scores_7_for_his_4_cows_and_11_for_the_next_4() -> None:
    benno = lay_out(dice=(1, 5), storage=["cow-4", "cow-4"], tiles={12: "bank", 11: "cow-3"})
    assert earned(benno, "1 place 1-6") == {"animals": 4 + 3}
    assert earned(benno, "2 place 2-10") == {"animals": 4 + 4 + 3}


def test_other_animals_in_the_pasture_are_not_scored_again() -> None:
    table = lay_out(dice=(1, 1), storage=["cow-2"], tiles={12: "bank", 11: "sheep-4", 10: "cow-3"})
    assert earned(table, "1 place 1-6") == {"animals": 2 + 3}


def test_animals_need_not_be_adjacent_only_in_the_same_pasture() -> None:
    table = lay_out(dice=(6, 1), storage=["cow-2"], tiles={12: "bank", 11: "cow-3", 6: "sheep-4"})
    assert earned(table, "1 place 1-1") == {"animals": 2 + 3}


def test_the_same_animals_on_other_pastures_are_not_scored() -> None:
    table = lay_out(dice=(4, 1), storage=["cow-2"], tiles={20: "ship", 21: "ship", 28: "cow-4", 12: "bank"})
    assert earned(table, "1 place 1-11") == {"animals": 2}


def test_the_same_animals_in_other_estates_are_not_scored() -> None:
    table = lay_out(
        dice=(4, 1), storage=["cow-2"], tiles={12: "bank"}, benno={"tiles": {12: "bank", 11: "cow-4"}}
    )
    assert earned(table, "1 place 1-11") == {"animals": 2}


def test_up_to_six_animal_tiles_can_be_added() -> None:
    """The sixth completes the pasture of 5 and, with the one on space 28, the colour."""
    table = lay_out(
        dice=(6, 1),
        storage=["pig-2"],
        tiles={12: "bank", 20: "ship", 21: "ship", 28: "pig-4"}
        | {5: "cow-2", 6: "cow-2", 10: "cow-3", 11: "pig-3"},
    )
    assert earned(table, "1 place 1-1") == {
        "animals": 2 + 3,
        "regions": 15,
        "phase bonus": 10,
        "large bonus tiles": 5,
    }


# -- castles ---------------------------------------------------------------------------------------


def with_castle(**given: Any) -> Table:
    """A castle in the storage and a bank, beside which it can go onto space 7 with the 6."""
    table: Given = {"dice": (6, 1), "storage": ["castle"], "tiles": {12: "bank"}}
    return lay_out(**table | given)


def test_a_castle_gives_an_additional_action_at_once_before_anything_else() -> None:
    table = with_castle()
    play(table, "1 place 1-7")
    assert table.question() == "Your castle gives you an action of your choice, as with a die of any number."
    assert state_of(table)["unused"] == [2]
    assert refused(table, "2 workers") == "First take the action that your castle gives you (p. 6)"
    play(table, "workers")
    assert board(table).workers == 2
    assert legal(table, "2") == {"2 workers"}


@pytest.mark.parametrize("depot", range(1, 7))
def test_the_action_can_take_a_tile_from_any_numbered_depot(depot: int) -> None:
    depots = {"1a": "bank", "2a": "knowledge-1", "3a": "cow-2", "4a": "ship", "5a": "mine", "6a": "church"}
    table = with_castle(depots=depots | {"black-2": "mine"})
    play(table, "1 place 1-7")
    assert legal(table, "take") == {f"take {n}a" for n in range(1, 7)}
    play(table, f"take {depot}a")
    assert board(table).storage == [depots[f"{depot}a"], None, None]


def test_the_action_can_place_any_stored_tile_whatever_the_number() -> None:
    table = with_castle(storage=["castle", "mine", "cow-4"])
    play(table, "1 place 1-7")
    assert legal(table, "place") == {"place 2-25", "place 3-6", "place 3-11"}
    assert earned(table, "place 3-11") == {"animals": 4}


def test_colour_and_neighbours_still_count() -> None:
    table = with_castle(storage=["castle", "mine"])
    play(table, "1 place 1-7")
    assert refused(table, "place 2-34") == "Space 34 lies beside none of your tiles (p. 5)"
    assert refused(table, "place 2-26") == "Space 26 is a building space: the mine cannot go there (p. 5)"


@pytest.mark.parametrize("good", ["turquoise", "red", "orange"])
def test_the_action_can_sell_any_type_of_goods(good: str) -> None:
    table = with_castle(goods={"turquoise": 1, "red": 2, "orange": 1})
    play(table, "1 place 1-7", f"sell {good}")
    assert board(table).sold == {good: 2 if good == "red" else 1}
    assert board(table).silverlings == 1


def test_the_action_needs_no_workers_and_no_die() -> None:
    table = with_castle(workers=1, depots={"3a": "cow-2"})
    play(table, "1 place 1-7", "take 3a")
    assert board(table).workers == 1
    assert state_of(table)["unused"] == [2]


def test_the_action_is_carried_out_never_skipped() -> None:
    table = with_castle()
    play(table, "1 place 1-7")
    assert legal(table) == {"workers"}
    assert "the action that your castle gives you" in refused(table, "skip")


def test_a_castle_placed_with_a_castles_action_gives_another() -> None:
    table = with_castle(storage=["castle", "castle", "mine"])
    play(table, "1 place 1-7", "place 2-2", "place 3-25")
    assert set(board(table).tiles) == {"2", "7", "12", "19", "25"}
    assert state_of(table)["unused"] == [2]


def test_the_starting_castle_gives_neither_action_nor_points() -> None:
    table = lay_out()
    assert table.scores() == [0, 0]
    assert asked(table) == []


def test_up_to_three_castles_can_be_added_and_they_complete_the_colour_with_the_first() -> None:
    table = with_castle(dice=(4, 1), tiles={12: "bank", 7: "castle", 2: "castle"})
    assert earned(table, "1 place 1-3") == {"regions": 6, "phase bonus": 10, "large bonus tiles": 5}


# -- mines -----------------------------------------------------------------------------------------


def test_a_mine_has_no_immediate_effect() -> None:
    table = lay_out(dice=(4, 1), storage=["mine"])
    before = vars(board(table))
    assert told(table, "1 place 1-25") == ["Anna places the mine on space 25 with a 4."]
    assert vars(board(table)) == before | {"storage": [None] * 3, "tiles": {"19": "castle", "25": "mine"}}


@pytest.mark.parametrize("phase", "ABCD")
@pytest.mark.parametrize("mines", range(4))
def test_each_mine_brings_a_silverling_at_the_end_of_each_phase(mines: int, phase: str) -> None:
    table = last_in_phase(phase=phase, silverlings=1, tiles=dict.fromkeys([25, 30, 34][:mines], "mine"))
    play(table, "end")
    assert board(table).silverlings == 1 + mines
    assert board(table, 1).silverlings == 0


def test_mines_bring_silverlings_at_the_end_of_phase_e_too() -> None:
    table = end_of_game(tiles={25: "mine", 30: "mine"})
    assert board(table).silverlings == 2
    assert table.breakdown()[0] == {"silverlings left": 2}


def test_mines_bring_nothing_at_the_end_of_other_rounds() -> None:
    table = last_in_phase(round=4, tiles={25: "mine"})
    play(table, "end")
    assert table.heading == "A5"
    assert board(table).silverlings == 0


def test_up_to_three_mines_can_be_added() -> None:
    table = lay_out(dice=(3, 1), storage=["mine"], tiles={25: "mine", 30: "mine"})
    assert earned(table, "1 place 1-34") == {"regions": 6, "phase bonus": 10, "large bonus tiles": 5}

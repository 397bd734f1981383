"""The action "Add six-sided tile to your estate" (p. 5), and where a tile may never go (p. 8)."""

from __future__ import annotations

import pytest

from burgher.games.burgundy.components import COLOURS, ESTATES, NUMBERS, TILE_BY_NAME
from burgundy.kit import board, lay_out, legal, play, refused, state_of, told

ONE_OF_EACH = {
    "C": "castle",
    "M": "mine",
    "S": "ship",
    "A": "cow-2",
    "B": "watchtower",
    "K": "knowledge-1",
}


def test_a_tile_moves_from_the_storage_onto_a_space() -> None:
    table = lay_out(dice=(4, 1), storage=["pig-2", "mine"])
    assert told(table, "1 place 2-25") == ["Anna places the mine on space 25 with a 4."]
    assert board(table).storage == ["pig-2", None, None]
    assert board(table).tiles == {"19": "castle", "25": "mine"}


@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_shows_which_spaces_the_tile_may_be_placed_on(die: int) -> None:
    """Around the starting castle lie a 3 (city), 1 (knowledge), 2 and 5 (rivers), 4 (mine), 3 (city)."""
    fits = {1: {"2-13"}, 2: {"3-18"}, 3: {"1-12", "1-26"}, 4: set(), 5: {"3-20"}, 6: set()}
    table = lay_out(dice=(die, die), storage=["bank", "knowledge-1", "ship"])
    assert legal(table, "1 place") == {f"1 place {place}" for place in fits[die]}


def test_the_wrong_number_is_refused_with_the_workers_it_would_take() -> None:
    table = lay_out(dice=(6, 1), workers=1, storage=["mine"])
    assert refused(table, "1 place 1-25") == (
        "Space 25 asks for a 4: your 6 would take 2 workers, and you have 1 (p. 4)"
    )


@pytest.mark.parametrize("colour", COLOURS)
def test_the_first_tile_goes_only_onto_the_six_spaces_around_the_starting_castle(colour: str) -> None:
    table = lay_out(dice=(1, 1), workers=3, storage=[ONE_OF_EACH[colour]])
    around = {12, 13, 18, 20, 25, 26}
    matching = {space for space in around if ESTATES[0].colours[space - 1] == colour}
    assert legal(table, "1 place") == {f"1 place 1-{space}" for space in matching}


@pytest.mark.parametrize("tile", TILE_BY_NAME)
def test_a_tiles_colour_always_matches_the_colour_of_its_space(tile: str) -> None:
    for space in (12, 13, 18, 20, 25, 26):
        table = lay_out(dice=(NUMBERS[space - 1], 1), storage=[tile])
        if COLOURS[TILE_BY_NAME[tile].colour] == ESTATES[0].colours[space - 1]:
            play(table, f"1 place 1-{space}")
            assert board(table).tiles[str(space)] == tile
        else:
            assert refused(table, f"1 place 1-{space}").startswith(f"Space {space} is a ")


def test_the_wrong_colour_is_refused() -> None:
    table = lay_out(dice=(4, 1), storage=["ship"])
    assert refused(table, "1 place 1-25") == "Space 25 is a mine space: the ship cannot go there (p. 5)"


def test_a_new_tile_always_lies_beside_a_tile_placed_before() -> None:
    table = lay_out(dice=(1, 1), storage=["mine", "ship"])
    assert refused(table, "1 place 1-30") == "Space 30 lies beside none of your tiles (p. 5)"
    table = lay_out(dice=(1, 1), storage=["mine", "ship"], tiles={25: "mine"})
    play(table, "1 place 1-30")
    assert board(table).tiles == {"19": "castle", "25": "mine", "30": "mine"}


def test_a_tile_may_lie_beside_one_of_another_colour() -> None:
    table = lay_out(dice=(4, 1), storage=["cow-2"], tiles={12: "bank"})
    play(table, "1 place 1-11")
    assert board(table).tiles["11"] == "cow-2"


def test_a_space_takes_one_tile_and_tiles_are_never_moved() -> None:
    table = lay_out(dice=(4, 1), storage=["mine"], tiles={25: "mine"})
    assert refused(table, "1 place 1-25") == "Space 25 is already covered: tiles are never moved (p. 8)"


def test_only_stored_tiles_are_placed() -> None:
    table = lay_out(dice=(4, 1), storage=["mine"], depots={"4a": "ship"})
    assert refused(table, "1 place 2-18") == "Place 2 of your storage is empty (p. 5)"


def test_a_tile_just_taken_can_be_placed_with_the_second_die() -> None:
    """It still goes through the storage (p. 8)."""
    table = lay_out(dice=(5, 4), depots={"5a": "mine"})
    play(table, "1 take 5a")
    assert board(table).storage == ["mine", None, None]
    play(table, "2 place 1-25")
    assert board(table).storage == [None, None, None]
    assert board(table).tiles["25"] == "mine"


def test_a_tile_placed_can_have_the_next_one_beside_it_at_once() -> None:
    table = lay_out(dice=(4, 1), storage=["mine", "mine"])
    assert "2 place 2-30" not in legal(table)
    play(table, "1 place 1-25", "2 place 2-30")
    assert set(board(table).tiles) == {"19", "25", "30"}


def test_placing_takes_a_die() -> None:
    table = lay_out(dice=(4, 1), storage=["mine"])
    assert refused(table, "place 1-25") == (
        "An action needs a die, unless a castle or building gives it: choose one of your dice first (p. 5)"
    )
    play(table, "1 place 1-25")
    assert state_of(table)["unused"] == [2]


def test_the_same_holds_on_other_estates() -> None:
    """Estate 3 has cities of 5 around its middle; its castle space 7 lies two steps away."""
    table = lay_out(estates="3", dice=(6, 3), workers=0, storage=["castle", "knowledge-3"])
    assert refused(table, "1 place 1-7") == "Space 7 lies beside none of your tiles (p. 5)"
    play(table, "2 place 2-12", "1 place 1-7")
    assert board(table).tiles["7"] == "castle"

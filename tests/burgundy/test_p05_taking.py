"""The action "Take six-sided tile from the game board" (p. 5)."""

from __future__ import annotations

import pytest

from burgher.games.burgundy.components import COLOUR_NAMES
from burgundy.kit import board, lay_out, legal, play, refused, state_of, tiles_lying, told

FULL = {"4a": "ship", "4b": "bank", "2a": "knowledge-1", "black-2": "mine"}


def test_a_tile_is_taken_from_the_depot_whose_number_the_die_shows() -> None:
    table = lay_out(dice=(4, 4), depots=FULL)
    assert legal(table, "1 take") == {"1 take 4a", "1 take 4b"}
    assert told(table, "1 take 4b") == ["Anna takes the bank from depot 4 with a 4."]
    assert state_of(table)["depots"][3] == ["ship", None, None, None]
    assert legal(table, "2 take") == {"2 take 4a"}


def test_the_tile_goes_to_an_empty_storage_space_never_into_the_estate() -> None:
    table = lay_out(dice=(4, 1), depots=FULL, storage=["pig-2"])
    before = board(table).tiles
    play(table, "1 take 4a")
    assert board(table).storage == ["pig-2", "ship", None]
    assert board(table).tiles == before


def test_a_gap_in_the_storage_is_filled() -> None:
    table = lay_out(dice=(4, 1), depots=FULL, storage=["pig-2", None, "mine"])
    play(table, "1 take 4a")
    assert board(table).storage == ["pig-2", "ship", "mine"]


def test_one_tile_is_taken_with_each_die() -> None:
    table = lay_out(dice=(4, 4), depots=FULL)
    play(table, "1 take 4a", "2 take 4b")
    assert board(table).storage == ["ship", "bank", None]


def test_a_tile_is_taken_only_from_a_spot_that_has_one() -> None:
    table = lay_out(dice=(4, 1), depots=FULL)
    assert refused(table, "1 take 4c") == "There is no tile on spot 4c (p. 5)"


def test_no_die_takes_from_the_black_depot() -> None:
    game = lay_out().game
    assert not any("take" in action.words and "black" in action.words for action in game.actions)


# -- a full storage --------------------------------------------------------------------------------


@pytest.mark.parametrize("slot", [1, 2, 3])
def test_when_all_storage_spaces_are_full_a_prior_tile_is_discarded_for_the_new_one(slot: int) -> None:
    storage = ["pig-2", "cow-2", "sheep-2"]
    table = lay_out(dice=(4, 1), depots=FULL, storage=storage)
    play(table, "1 take 4a")
    assert legal(table) == {"discard 1", "discard 2", "discard 3"}
    assert table.question() == "Your storage is full: which tile do you discard for the ship?"
    play(table, f"discard {slot}")
    assert board(table).storage == [*storage[: slot - 1], "ship", *storage[slot:]]


def test_a_discarded_tile_is_removed_from_the_game() -> None:
    table = lay_out(dice=(4, 1), depots=FULL, storage=["knowledge-9", "cow-2", "sheep-2"])
    play(table, "1 take 4a")
    assert told(table, "discard 1") == ["Anna discards knowledge tile 9."]
    state = state_of(table)
    assert "knowledge-9" not in tiles_lying(state)
    assert all("knowledge-9" not in state["supply"][pile] for pile in (*COLOUR_NAMES, "black"))


def test_nothing_else_is_done_before_the_storage_is_cleared() -> None:
    table = lay_out(dice=(4, 1), depots=FULL, storage=["pig-2", "cow-2", "sheep-2"])
    play(table, "1 take 4a")
    sentence = "Your storage is full: first discard a tile for the ship (p. 5)"
    assert refused(table, "2 workers") == sentence
    assert refused(table, "buy black-2") == sentence


def test_tiles_are_not_discarded_otherwise() -> None:
    table = lay_out(storage=["pig-2", "cow-2", "sheep-2"])
    assert refused(table, "discard 1") == (
        "Tiles are discarded only for a new one when the storage is full (p. 5)"
    )


def test_the_turn_goes_on_with_the_other_die_after_a_discard() -> None:
    table = lay_out(dice=(4, 1), depots=FULL, storage=["pig-2", "cow-2", "sheep-2"])
    play(table, "1 take 4a", "discard 2")
    assert state_of(table)["unused"] == [2]
    play(table, "2 workers")
    assert table.seat == 1

"""The action Move."""

from __future__ import annotations

import pytest

from hansa.kit import houses, lay_out, legal, play, side, state_of


def test_two_pieces_go_anywhere() -> None:
    table = lay_out(houses={"hamburg-luebeck": "abA", "hamburg-stade": "a.."})
    play(table, "move")
    assert legal(table) == {"take hamburg-luebeck 1", "take hamburg-luebeck 3", "take hamburg-stade 1"}
    play(table, "take hamburg-luebeck 1")
    assert legal(table, "to") == {f"to {route.key}" for route in side(table.game).routes}
    play(table, "to warburg-coellen")
    assert "done" in legal(table)
    play(table, "take hamburg-luebeck 3", "to warburg-coellen")
    assert houses(table, "warburg-coellen") == "aA.."
    assert houses(table, "hamburg-luebeck") == ".b."
    assert state_of(table)["actions"] == 4
    assert state_of(table)["pending"] is None


@pytest.mark.parametrize(("step", "moves"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_as_many_as_the_book_says(step: int, moves: int) -> None:
    table = lay_out(desk={"book": step}, houses={"warburg-coellen": "aaaa", "quedlinburg-halle": "aaaa"})
    play(table, "move")
    for n in range(moves):
        assert state_of(table)["pending"] == "move"
        play(
            table,
            f"take {'warburg-coellen' if n < 4 else 'quedlinburg-halle'} {n % 4 + 1}",
            "to hamburg-bremen" if n < 4 else "to hamburg-stade",
        )
    assert state_of(table)["pending"] is None


def test_one_may_stop_after_the_first() -> None:
    table = lay_out(houses={"hamburg-luebeck": "a.."})
    play(table, "move")
    assert legal(table) == {"take hamburg-luebeck 1"}
    play(table, "take hamburg-luebeck 1", "to hamburg-stade", "done")
    assert state_of(table)["actions"] == 4


def test_own_pieces_of_both_shapes_may_change_places_for_two_moves() -> None:
    table = lay_out(houses={"hamburg-luebeck": "abb", "hamburg-stade": "Abb"})
    play(table, "move", "take hamburg-luebeck 1")
    assert "take hamburg-stade 1" in legal(table)
    play(table, "take hamburg-stade 1")
    assert houses(table, "hamburg-luebeck") == "Abb"
    assert houses(table, "hamburg-stade") == "abb"
    assert state_of(table)["pending"] is None


def test_a_swap_needs_two_moves_left() -> None:
    table = lay_out(houses={"hamburg-luebeck": "abb", "hamburg-stade": "Abb", "kampen-osnabrueck": "a."})
    play(table, "move", "take kampen-osnabrueck 1", "to warburg-coellen", "take hamburg-luebeck 1")
    assert legal(table, "take") == set()


def test_nobody_is_displaced_and_nothing_moves_without_pieces() -> None:
    assert "move" not in legal(lay_out(houses={"hamburg-luebeck": "b.."}))
    table = lay_out(houses={"hamburg-luebeck": "a..", "hamburg-stade": "bbb"})
    play(table, "move", "take hamburg-luebeck 1")
    assert "to hamburg-stade" not in legal(table)
    assert legal(table, "take") == set()

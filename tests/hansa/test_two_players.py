"""Two players: the pawn and its provinces."""

from __future__ import annotations

from burgher import Table
from hansa.kit import lay_out, legal, load, play, side, state_of

WESER = {"bremen-hannover", "bremen-minden", "minden-hannover"}


def test_the_second_player_sets_the_pawn_first() -> None:
    table = Table(load(2), seed=3)
    start = state_of(table)["start"]
    assert table.seat == 1 - start
    assert legal(table) == {f"pawn {province.name}" for province in side(table.game).provinces}
    play(table, "pawn weser")
    assert table.seat == start
    assert state_of(table)["pawn"] == "weser"


def test_placing_displacing_and_establishing_is_bound_to_the_province() -> None:
    lying = {
        "bremen-minden": "b..",
        "hamburg-stade": "b..",
        "hamburg-luebeck": "aaa",
        "minden-hannover": "aaa",
    }
    table = lay_out(2, pawn="weser", supply=(3, 0), houses=lying)
    placed = {words.removeprefix("place trader ") for words in legal(table, "place trader")}
    assert placed == WESER - {"minden-hannover"}
    assert legal(table, "displace") == {"displace bremen-minden 1 with trader"}
    assert legal(table, "establish") == {"establish minden-hannover"}


def test_moving_is_free_of_it() -> None:
    table = lay_out(2, pawn="weser", houses={"hamburg-luebeck": "a.."})
    play(table, "move", "take hamburg-luebeck 1")
    assert "to warburg-coellen" in legal(table)


def test_two_free_steps_before_the_actions_then_each_costs_one() -> None:
    table = lay_out(2, pawn="weser", actions=2)
    assert legal(table, "pawn") == {"pawn heath", "pawn ems", "pawn altmark"}
    play(table, "pawn heath", "pawn coast")
    assert state_of(table)["actions"] == 2
    play(table, "pawn frisia")
    assert state_of(table)["actions"] == 1


def test_free_steps_come_before_or_after_but_not_both() -> None:
    table = lay_out(2, pawn="weser", actions=1, supply=(3, 0))
    play(table, "pawn heath", "place trader bremen-hannover")
    assert table.seat == 1  # nothing is left: the turn is over


def test_free_steps_may_come_after_the_actions() -> None:
    table = lay_out(2, pawn="weser", actions=1, supply=(3, 0))
    play(table, "place trader bremen-hannover")
    assert legal(table) == {"pawn heath", "pawn ems", "pawn altmark", "end"}
    play(table, "pawn heath", "end")
    assert table.seat == 1
    assert state_of(table)["pawn"] == "heath"


def test_who_gives_up_actions_may_still_move_the_pawn() -> None:
    table = lay_out(2, pawn="weser", actions=3, supply=(3, 0))
    play(table, "place trader bremen-hannover", "end")
    assert table.seat == 0
    assert legal(table) == {"pawn heath", "pawn ems", "pawn altmark", "end"}
    play(table, "end")
    assert table.seat == 1


def test_a_displaced_player_is_not_bound_by_the_pawn() -> None:
    table = lay_out(
        2,
        pawn="weser",
        supply=(2, 0),
        houses={"bremen-minden": "b.."},
        benno={"supply": (0, 1), "stock": (5, 0)},
    )
    play(table, "displace bremen-minden 1 with trader")
    assert "to hamburg-bremen" in legal(table)

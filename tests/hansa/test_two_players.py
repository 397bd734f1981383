"""Two players: the pawn and its provinces."""

from __future__ import annotations

import pytest

from burgher import Table
from hansa.kit import NAMES, lay_out, legal, load, play, refused, side, state_of

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


MARKERS_FOR_ACTIONS = {"plus-3": 1, "plus-4": 1, "develop": 1}


@pytest.mark.parametrize("rules", ["given", "2009"])
@pytest.mark.parametrize("ended", [(), ("end",)], ids=["all used", "some given up"])
def test_free_steps_after_the_actions_end_what_markers_may_give(rules: str, ended: tuple[str, ...]) -> None:
    table = lay_out(
        2, rules=rules, pawn="weser", actions=1 + len(ended), supply=(3, 0), unused=MARKERS_FOR_ACTIONS
    )
    play(table, "place trader bremen-hannover", *ended, "pawn altmark")
    others = {f"use develop {track}" for track in ("keys", "privilege", "book", "bags")}
    assert legal(table, "use") == others
    for word in ("use plus-3", "use plus-4", "use develop actions"):
        assert refused(table, word) == "actions-over"
    play(table, "use develop book", "pawn harz")
    assert table.seat == 1  # with what is left nothing more can be done


def test_before_they_follow_a_marker_may_still_give_actions() -> None:
    table = lay_out(2, pawn="weser", actions=1, supply=(3, 0), unused={"plus-3": 2})
    play(table, "place trader bremen-hannover", "use plus-3", "place trader bremen-minden", "end")
    play(table, "pawn altmark")
    assert refused(table, "use plus-3") == "actions-over"


def test_steps_ahead_of_the_actions_leave_the_markers_for_them() -> None:
    table = lay_out(2, pawn="weser", actions=1, supply=(3, 0), unused={"plus-3": 1})
    play(table, "pawn altmark", "pawn harz", "place trader goslar-magdeburg", "use plus-3")
    assert state_of(table)["actions"] == 3


def test_a_step_of_the_actions_that_gives_none_may_follow() -> None:
    table = lay_out(
        2, rules="2009", pawn="weser", actions=1, supply=(3, 0), unused={"develop": 1}, desk={"actions": 1}
    )
    play(table, "place trader bremen-hannover", "pawn altmark", "use develop actions")
    assert state_of(table)["actions"] == 0
    table = lay_out(2, pawn="weser", actions=1, supply=(3, 0), unused={"develop": 1}, desk={"actions": 1})
    play(table, "place trader bremen-hannover", "pawn altmark")
    assert refused(table, "use develop actions") == "actions-over"


def test_in_the_next_turn_markers_give_actions_again() -> None:
    table = lay_out(2, pawn="weser", actions=1, supply=(3, 0), unused={"plus-3": 1})
    play(table, "place trader bremen-hannover", "pawn altmark", "pawn harz", "end", "use plus-3")
    assert (table.seat, state_of(table)["actions"]) == (0, 5)


def test_every_turn_has_its_free_steps() -> None:
    table = lay_out(2, pawn="weser", actions=1, supply=(3, 0))
    play(table, "pawn heath", "pawn coast", "end", "pawn heath", "pawn weser")
    assert (table.seat, state_of(table)["actions"], state_of(table)["pawn steps"]) == (1, 2, 0)


def test_a_position_says_that_the_steps_have_followed() -> None:
    table = lay_out(2, pawn="weser", actions=1, supply=(3, 0), unused={"plus-3": 1})
    play(table, "place trader bremen-hannover")
    assert "actions over" not in state_of(table)
    play(table, "pawn altmark")
    position = table.game.position(table.state)
    assert position["actions over"] is True
    assert refused(Table.restored(table.game, position, NAMES[:2]), "use plus-3") == "actions-over"


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

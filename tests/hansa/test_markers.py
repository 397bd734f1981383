"""Bonus markers: winning, using, replacing."""

from __future__ import annotations

import pytest

from hansa.kit import (
    control,
    empty_pile,
    houses,
    lay_out,
    legal,
    offices,
    play,
    player,
    state_of,
)


def test_the_marker_of_an_established_route_is_won_and_another_drawn() -> None:
    table = lay_out(houses={"bremen-osnabrueck": "aaa"}, markers={"bremen-osnabrueck": "plus-3"}, actions=2)
    pile = sum(state_of(table)["pile"].values())
    play(table, "establish bremen-osnabrueck")
    assert player(table).unused == {"plus-3": 1}
    assert len(player(table).waiting) == 1
    assert sum(state_of(table)["pile"].values()) == pile - 1
    assert not table.can_take_back(0)


def test_a_marker_is_not_used_in_the_action_that_won_it() -> None:
    lying = {"hamburg-luebeck": "aaa", "hamburg-stade": "aaa"}
    table = lay_out(houses=lying, markers={"hamburg-luebeck": "office"}, offices={"hamburg": "b"})
    play(table, "establish hamburg-luebeck")
    assert legal(table, "extra") == set()
    play(table, "nothing", "establish hamburg-stade")
    assert legal(table, "extra") == {"extra hamburg trader"}


def test_an_older_marker_of_the_same_kind_may_be_used() -> None:
    table = lay_out(
        houses={"hamburg-luebeck": "aaa"},
        markers={"hamburg-luebeck": "office"},
        offices={"hamburg": "b"},
        unused={"office": 1},
    )
    play(table, "establish hamburg-luebeck", "extra hamburg trader")
    assert player(table).unused == {"office": 1}


@pytest.mark.parametrize(("kind", "more"), [("plus-3", 3), ("plus-4", 4)])
def test_more_actions(kind: str, more: int) -> None:
    table = lay_out(actions=1, unused={kind: 1})
    play(table, f"use {kind}")
    assert state_of(table)["actions"] == 1 + more
    assert player(table).used == {kind: 1}


def test_a_track_is_developed_keys_included() -> None:
    table = lay_out(unused={"develop": 1}, desk={"bags": 3})
    assert legal(table, "use") == {
        f"use develop {track}" for track in ("keys", "actions", "privilege", "book")
    }
    play(table, "use develop keys")
    assert player(table).desk["keys"] == 1
    assert state_of(table)["actions"] == 5


def test_developing_actions_gives_one_at_once() -> None:
    table = lay_out(actions=0, unused={"develop": 1})
    play(table, "use develop actions")
    assert state_of(table)["actions"] == 1


def test_three_pieces_go_back_to_their_owners_supplies() -> None:
    lying = {"hamburg-luebeck": "bCa", "hamburg-stade": "c.."}
    table = lay_out(houses=lying, unused={"pieces": 1})
    supplies = [player(table, seat).supply for seat in range(3)]
    play(table, "use pieces")
    assert legal(table) == {
        "take hamburg-luebeck 1",
        "take hamburg-luebeck 2",
        "take hamburg-luebeck 3",
        "take hamburg-stade 1",
        "done",
    }
    play(table, "take hamburg-luebeck 1", "take hamburg-luebeck 2", "take hamburg-luebeck 3")
    assert houses(table, "hamburg-luebeck") == "..."
    assert state_of(table)["pending"] is None
    assert player(table, 0).supply["trader"] == supplies[0]["trader"] + 1
    assert player(table, 1).supply["trader"] == supplies[1]["trader"] + 1
    assert player(table, 2).supply["merchant"] == supplies[2]["merchant"] + 1
    assert state_of(table)["actions"] == 5


def test_in_the_big_box_three_pieces_of_opponents_are_moved() -> None:
    table = lay_out(rules="big-box", houses={"hamburg-luebeck": "bCa"}, unused={"pieces": 1})
    play(table, "use pieces")
    assert legal(table) == {"take hamburg-luebeck 1", "take hamburg-luebeck 2", "done"}
    play(table, "take hamburg-luebeck 2")
    assert legal(table, "take") == set()
    play(table, "to warburg-coellen", "take warburg-coellen 1", "to hamburg-luebeck", "done")
    assert houses(table, "hamburg-luebeck") == "bCa"


def test_any_two_offices_are_exchanged_by_the_given_rules() -> None:
    table = lay_out(offices={"minden": "bcb", "hamburg": "a"}, unused={"exchange": 1})
    assert legal(table, "exchange") == {"exchange minden 1-2", "exchange minden 1-3", "exchange minden 2-3"}
    assert control(table, "minden") == "Benno"
    play(table, "exchange minden 1-2")
    assert offices(table, "minden") == "cbb"
    assert player(table).used == {"exchange": 1}


def test_neighbouring_offices_one_of_them_own_are_exchanged_by_the_official_rules() -> None:
    table = lay_out(rules="2009", offices={"minden": "abc", "hamburg": "bc"}, unused={"exchange": 1})
    assert legal(table, "exchange") == {"exchange minden 1-2"}
    table = lay_out(rules="big-box", offices={"arnheim": "aB", "coellen": "ab"}, unused={"exchange": 1})
    play(table, "exchange coellen 1-2")
    assert offices(table, "coellen") == "ba"
    assert control(table, "coellen") == "Anna"
    assert table.scores() == [0, 0, 0]  # no coin by exchange


def test_replacements_are_laid_at_the_end_of_the_turn() -> None:
    table = lay_out(
        actions=1,
        houses={"bremen-osnabrueck": "aaa", "hamburg-stade": "b.."},
        markers={"bremen-osnabrueck": "office", "hamburg-luebeck": "plus-3"},
        offices={"duisburg": "b", "arnheim": "bbbb", "dortmund": "cc"},
    )
    play(table, "establish bremen-osnabrueck", "nothing")
    assert state_of(table)["pending"] == "lay"
    routes = legal(table)
    assert "lay bremen-osnabrueck" in routes  # empty again
    assert "lay hamburg-luebeck" not in routes  # has a marker
    assert "lay hamburg-stade" not in routes  # has a piece
    assert "lay arnheim-duisburg" not in routes  # no free office at either end
    assert "lay duisburg-dortmund" not in routes
    drawn = player(table).waiting[0]
    play(table, "lay emden-groningen")
    assert state_of(table)["markers"] == {"hamburg-luebeck": "plus-3", "emden-groningen": drawn}
    assert player(table).waiting == []
    assert table.seat == 1


def test_one_free_end_is_enough_for_a_marker() -> None:
    table = lay_out(waiting=["plus-3"], actions=1, offices={"duisburg": "b", "arnheim": "bBcc"})
    play(table, "end")
    assert "lay arnheim-duisburg" not in legal(table)
    assert {"lay duisburg-dortmund", "lay arnheim-muenster"} <= legal(table)


def test_several_replacements_are_laid_in_the_order_they_were_drawn() -> None:
    table = lay_out(waiting=["plus-3", "exchange"], actions=1)
    play(table, "end", "lay hamburg-luebeck")
    assert "lay hamburg-luebeck" not in legal(table)
    play(table, "lay hamburg-stade")
    assert state_of(table)["markers"] == {"hamburg-luebeck": "plus-3", "hamburg-stade": "exchange"}


def test_without_a_marker_to_draw_the_game_ends() -> None:
    unused = empty_pile(["plus-4"])
    table = lay_out(
        houses={"bremen-osnabrueck": "aaa"},
        markers={"bremen-osnabrueck": "plus-4"},
        benno={"used": unused},
    )
    assert state_of(table)["pile"] == {}
    play(table, "establish bremen-osnabrueck", "office osnabrueck")  # the action is still finished
    assert table.is_over
    assert player(table).unused == {"plus-4": 1}
    assert offices(table, "osnabrueck") == "a"

"""Two players, worked through: what the pawn binds and what it does not."""

from __future__ import annotations

import pytest

from hansa.kit import houses, lay_out, legal, play, player, state_of

WESER = {"bremen-minden", "bremen-hannover", "minden-hannover"}
"""The routes around the province between Bremen, Hannover and Minden."""


def routes(words: set[str]) -> set[str]:
    """The routes that some actions name."""
    return {said.split()[2 if said.startswith("place") else 1] for said in words}


@pytest.mark.parametrize("rules", ["given", "2009"])
def test_more_actions_are_bound_like_any(rules: str) -> None:
    table = lay_out(2, rules=rules, pawn="weser", supply=(3, 1), unused={"plus-3": 1}, actions=1)
    play(table, "use plus-3")
    assert routes(legal(table, "place")) == WESER


def test_only_routes_beside_the_pawn_are_established() -> None:
    table = lay_out(2, pawn="weser", houses={"bremen-hannover": "aaa", "duisburg-dortmund": "aa"})
    assert legal(table, "establish") == {"establish bremen-hannover"}
    table = lay_out(2, pawn="rim", houses={"bremen-hannover": "aaa", "duisburg-dortmund": "aa"})
    assert legal(table, "establish") == {"establish duisburg-dortmund"}


def test_an_additional_office_is_bound_by_its_route() -> None:
    table = lay_out(
        2, pawn="weser", houses={"minden-hannover": "aaa"}, offices={"minden": "b"}, unused={"office": 1}
    )
    play(table, "establish minden-hannover")
    assert "extra minden trader" in legal(table)


def test_markers_for_pieces_and_moves_are_free_of_it() -> None:
    lying = {"warburg-coellen": "ab..", "emden-groningen": "b.."}
    table = lay_out(2, pawn="weser", houses=lying, unused={"pieces": 1}, actions=2)
    play(
        table,
        "use pieces",
        "take emden-groningen 1",
        "done",
        "move",
        "take warburg-coellen 1",
        "to hamburg-luebeck",
    )
    assert houses(table, "hamburg-luebeck") == "a.."


def test_markers_are_laid_anywhere() -> None:
    table = lay_out(2, pawn="weser", waiting=["plus-3"], actions=1)
    play(table, "end")
    assert "lay warburg-coellen" in legal(table)


def test_a_paid_step_lets_one_act_elsewhere() -> None:
    table = lay_out(2, pawn="weser", supply=(3, 0), actions=3)
    play(table, "place trader bremen-minden", "pawn ems")
    assert state_of(table)["actions"] == 1
    assert "arnheim-kampen" in routes(legal(table, "place"))
    assert "bremen-hannover" not in routes(legal(table, "place"))


def test_a_step_after_the_actions_binds_the_other_player() -> None:
    table = lay_out(2, pawn="weser", supply=(1, 0), actions=1, benno={"supply": (3, 0)})
    play(table, "place trader bremen-minden", "pawn altmark", "pawn harz")
    assert table.seat == 1  # both free steps are used, and nothing else can be done
    assert state_of(table)["pawn"] == "harz"
    assert "goslar-magdeburg" in routes(legal(table, "place"))
    assert "bremen-minden" not in routes(legal(table, "place"))


def test_a_soldier_is_a_border_and_a_corner_is_none() -> None:
    table = lay_out(2, pawn="frisia")
    assert "pawn rim" in legal(table)  # past the soldier between Groningen and Kampen, too
    assert "pawn weser" not in legal(table)
    table = lay_out(2, pawn="coast")
    assert "pawn weser" not in legal(table)  # they touch at Bremen only


def test_income_is_free_of_it() -> None:
    table = lay_out(2, pawn="weser", stock=(3, 0))
    play(table, "income 3 traders")
    assert player(table).stock["trader"] == 0

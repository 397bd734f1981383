"""The marker that exchanges offices: what it changes, and what it leaves alone."""

from __future__ import annotations

import pytest

from hansa.kit import control, lay_out, legal, offices, play, player, state_of

ALL_RULES = ["given", "2009", "big-box"]


@pytest.mark.parametrize("rules", ALL_RULES)
def test_control_changes_before_the_route_is_established(rules: str) -> None:
    table = lay_out(
        rules=rules, houses={"minden-muenster": "aaa"}, offices={"minden": "ab"}, unused={"exchange": 1}
    )
    assert control(table, "minden") == "Benno"
    play(table, "exchange minden 1-2")
    assert offices(table, "minden") == "ba"
    assert control(table, "minden") == "Anna"
    play(table, "establish minden-muenster")
    assert table.scores() == [1, 0, 0]


@pytest.mark.parametrize("rules", ALL_RULES)
def test_shapes_and_colours_do_not_matter(rules: str) -> None:
    """Stendal's second office is round, its third orange: Anna has no privilege for it."""
    table = lay_out(rules=rules, offices={"stendal": "bAc"}, unused={"exchange": 1})
    play(table, "exchange stendal 2-3")
    assert offices(table, "stendal") == "bcA"
    assert control(table, "stendal") == "Anna"


@pytest.mark.parametrize("rules", ALL_RULES)
def test_a_free_office_is_not_exchanged(rules: str) -> None:
    table = lay_out(rules=rules, offices={"minden": "a", "arnheim": "bB"}, unused={"exchange": 1})
    expected = {"exchange arnheim 1-2"} if rules == "given" else set()
    assert legal(table, "exchange") == expected


@pytest.mark.parametrize(
    ("rules", "pairs"),
    [
        ("given", {"1-2", "1-3", "1-4", "2-3", "2-4", "3-4"}),
        ("2009", {"2-3", "3-4"}),
        ("big-box", {"2-3", "3-4"}),
    ],
)
def test_which_pairs_of_four(rules: str, pairs: set[str]) -> None:
    table = lay_out(rules=rules, offices={"minden": "bcab"}, unused={"exchange": 1})
    assert legal(table, "exchange") == {f"exchange minden {pair}" for pair in pairs}


def test_the_special_table_is_left_alone() -> None:
    table = lay_out(special="AB..", offices={"coellen": "a"}, unused={"exchange": 1})
    assert legal(table, "exchange") == set()


def test_green_cities_are_left_alone() -> None:
    table = lay_out(map="east", extras={"waren": "ab"}, unused={"exchange": 1})
    assert legal(table, "exchange") == set()


def test_it_costs_no_action_and_each_marker_is_used_once() -> None:
    table = lay_out(offices={"minden": "ab"}, unused={"exchange": 2}, actions=1)
    play(table, "exchange minden 1-2", "exchange minden 1-2")
    assert (player(table).unused, player(table).used) == ({}, {"exchange": 2})
    assert legal(table, "exchange") == set()
    assert state_of(table)["actions"] == 1


def test_after_the_last_action_it_may_still_be_used() -> None:
    table = lay_out(offices={"minden": "ab"}, unused={"exchange": 1}, actions=1, supply=(1, 0))
    play(table, "place trader hamburg-luebeck")
    assert legal(table) == {"exchange minden 1-2", "end"}
    play(table, "exchange minden 1-2")
    assert table.seat == 1  # nothing is left to do


def test_it_completes_and_joins_nothing() -> None:
    table = lay_out(offices={"arnheim": "aB", "stendal": "ba"}, unused={"exchange": 1})
    play(table, "exchange stendal 1-2")
    assert table.scores() == [0, 0, 0]
    assert not player(table).joined


def test_leave_for_wales_goes_with_the_rightmost_office() -> None:
    table = lay_out(map="britannia", offices={"cardiff": "ab"}, unused={"exchange": 1}, supply=(2, 0))
    assert "place trader montgomery-cardiff" not in legal(table)
    play(table, "exchange cardiff 1-2")
    assert "place trader montgomery-cardiff" in legal(table)

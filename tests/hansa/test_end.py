"""The end of the game: what brings it, the final scoring, and ties."""

from __future__ import annotations

from typing import Any

import pytest

from burgher.games.hansa.scoring import network_points
from burgher.games.hansa.state import Hansa
from hansa.kit import lay_out, legal, offices, play, player, points, state_of

READY = {"hamburg-luebeck": "aaa"}


def test_twenty_points_end_the_game_once_the_action_is_finished() -> None:
    table = lay_out(points=19, houses=READY, offices={"hamburg": "a"})
    play(table, "establish hamburg-luebeck")
    assert not table.is_over
    play(table, "office luebeck")
    assert table.is_over
    assert offices(table, "luebeck") == "a"


def test_an_opponents_points_end_it_too() -> None:
    table = lay_out(houses=READY, offices={"hamburg": "b"}, benno={"points": 19})
    play(table, "establish hamburg-luebeck", "nothing")
    assert table.is_over


def test_nineteen_points_do_not() -> None:
    table = lay_out(points=18, houses=READY, offices={"hamburg": "a"})
    play(table, "establish hamburg-luebeck", "nothing")
    assert not table.is_over


NINE = {
    "bremen": "b",
    "brunswiek": "b",
    "goslar": "b",
    "lueneburg": "b",
    "stade": "b",
    "emden": "cc",
    "groningen": "cc",
    "coellen": "cc",
    "dortmund": "cc",
}
"""Nine completed cities."""


def test_the_tenth_completed_city_ends_the_game() -> None:
    table = lay_out(houses={"duisburg-dortmund": "aa"}, offices=NINE)
    assert table.view(None)["completed"] == 9
    play(table, "establish duisburg-dortmund", "office duisburg")
    assert table.is_over


def test_a_replacement_on_hand_counts_for_nobody() -> None:
    table = lay_out(points=19, houses=READY, offices={"hamburg": "a"}, waiting=["plus-3"])
    play(table, "establish hamburg-luebeck", "nothing")
    assert table.is_over
    assert "markers" not in points(table)


def test_a_limit_ends_the_game_after_everybodys_last_turn() -> None:
    table = lay_out(limit="40", round=40, active=2, seat=2, actions=1)
    play(table, "end")
    assert table.is_over
    table = lay_out(limit="40", round=40, active=1, seat=1, actions=1)
    play(table, "end")
    assert not table.is_over


# -- the final scoring -------------------------------------------------------------------------------


def ended(**given: Any) -> dict[str, int]:
    """Where Anna's points come from when Benno's twentieth point ends the game by her doing nothing."""
    cities = {"hamburg": "b"} | given.pop("offices", {})
    table = lay_out(houses=READY, offices=cities, benno={"points": 19}, **given)
    play(table, "establish hamburg-luebeck", "nothing")
    assert table.is_over
    return points(table)


@pytest.mark.parametrize(("rules", "scored"), [("given", 20), ("2009", 16), ("big-box", 16)])
def test_full_tracks(rules: str, scored: int) -> None:
    desk = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bags": 3}
    assert ended(rules=rules, desk=desk)["full tracks"] == scored
    assert "full tracks" not in ended(rules=rules, desk={"actions": 4, "privilege": 2})


@pytest.mark.parametrize(("rules", "scored"), [("given", 4), ("2009", 0), ("big-box", 0)])
def test_the_track_of_keys_full_or_a_step_short(rules: str, scored: int) -> None:
    """By the aid it is a track like the others; by the official rules its keys are all that it gives."""
    one_city = {"emden": "a"}
    full = ended(rules=rules, desk={"keys": 4}, offices=one_city)
    assert (full.get("full tracks", 0), full["network"]) == (scored, 4)
    short = ended(rules=rules, desk={"keys": 3}, offices=one_city)
    assert (short.get("full tracks", 0), short["network"]) == (0, 3)
    others = {"actions": 5, "privilege": 3, "book": 3, "bags": 3}
    assert ended(rules=rules, desk=others | {"keys": 3})["full tracks"] == 16
    assert ended(rules=rules, desk=others | {"keys": 4})["full tracks"] == 16 + scored


ALL_OF_2009 = {"office": 5, "exchange": 2, "pieces": 2, "develop": 3, "plus-3": 2, "plus-4": 2}


@pytest.mark.parametrize("left", [3, 4, 5, 6, 7])
def test_ten_markers_and_all_there_are_score_alike(left: int) -> None:
    """Of sixteen markers three lie on the board and Anna has the rest, or as few as nine."""
    lying = {"hamburg-stade": "office", "emden-osnabrueck": "exchange", "kampen-osnabrueck": "pieces"}
    held = ALL_OF_2009 | {"office": 4, "exchange": 1, "pieces": 1}
    pile = {}
    for kind in ["develop", "plus-3", "plus-4", "office"][: left - 3]:
        held[kind] -= 1
        pile[kind] = 1
    used = {kind: count for kind, count in held.items() if kind in ("office", "plus-4")}
    unused = {kind: count for kind, count in held.items() if kind not in used}
    assert sum(held.values()) == 16 - left
    assert ended(markers=lying, used=used, unused=unused)["markers"] == (21 if left <= 6 else 15)


def test_the_marker_won_by_the_last_action_may_be_the_tenth() -> None:
    nine = {"office": 5, "develop": 3, "plus-3": 1}
    table = lay_out(
        houses=READY,
        offices={"hamburg": "b"},
        benno={"points": 19},
        used=nine,
        markers={"hamburg-luebeck": "plus-4"},
    )
    play(table, "establish hamburg-luebeck", "nothing")
    assert table.is_over
    assert points(table)["markers"] == 21


@pytest.mark.parametrize(
    ("count", "scored"),
    [(1, 1), (2, 3), (3, 3), (4, 6), (5, 6), (6, 10), (7, 10), (8, 15), (9, 15), (10, 21), (12, 21)],
)
def test_markers_used_and_unused(count: int, scored: int) -> None:
    all_of = ["office"] * 5 + ["develop"] * 3 + ["plus-3"] * 2 + ["plus-4"] * 2
    held = all_of[:count]
    unused = {kind: held.count(kind) for kind in held[: count // 2] if held.count(kind)}
    used = {kind: held.count(kind) for kind in held if kind not in unused}
    assert ended(unused=unused, used=used)["markers"] == scored


def test_the_special_table() -> None:
    assert ended(special="a.Ab", desk={"privilege": 3})["special table"] == 7 + 9


def test_two_points_for_each_city_controlled() -> None:
    assert ended(offices={"luebeck": "ba", "minden": "aab", "goslar": "b"})["cities"] == 4


@pytest.mark.parametrize(("step", "keys"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 4)])
def test_the_network_times_the_keys(step: int, keys: int) -> None:
    cities = {"arnheim": "a", "muenster": "a", "minden": "a", "goslar": "a"}
    assert ended(offices=cities, desk={"keys": step})["network"] == 3 * keys


# -- ties -----------------------------------------------------------------------------------------------


def test_a_tie_goes_to_the_less_developed_actions_then_to_the_network_then_is_shared() -> None:
    table = lay_out(
        houses=READY, points=18, offices={"hamburg": "a", "luebeck": "a"}, benno={"points": 23 - 4}
    )
    play(table, "establish hamburg-luebeck", "nothing")
    mine, theirs = table.scores()[:2]
    assert table.is_over
    assert isinstance(table.state, Hansa)
    even = table.state.clone()
    assert isinstance(even, Hansa)
    even.players[1].points = mine
    assert theirs != mine
    assert network_points(even, 0) > network_points(even, 1)
    assert even.ranks() == [1, 2, 3]
    even.players[0].desk[1] = 1
    assert even.ranks() == [2, 1, 3]
    even.players[0].desk[1] = 0
    even.players[0].present = 0
    assert even.ranks() == [1, 1, 3]


def test_nothing_can_be_done_after_the_end() -> None:
    table = lay_out(points=19, houses=READY, offices={"hamburg": "a"})
    play(table, "establish hamburg-luebeck", "nothing")
    assert legal(table) == set()
    assert state_of(table)["actions"] == 0
    assert player(table).points == table.scores()[0]

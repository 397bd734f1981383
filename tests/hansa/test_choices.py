"""What is played where no rule says it: the smaller choices that `docs/rules/hansa.md` names."""

from __future__ import annotations

import pytest

import burgher
from hansa.kit import extras, houses, lay_out, legal, play, player, side, state_of

ALL_RULES = ["given", "2009", "big-box"]


def test_a_lifted_piece_may_be_put_back_which_uses_up_a_move() -> None:
    table = lay_out(houses={"hamburg-luebeck": "abb", "hamburg-stade": "a.."})
    play(table, "move", "take hamburg-luebeck 1", "to hamburg-luebeck")
    assert houses(table, "hamburg-luebeck") == "abb"
    assert state_of(table)["left"] == 1
    play(table, "take hamburg-stade 1", "to hamburg-stade")
    assert state_of(table)["pending"] is None
    assert state_of(table)["actions"] == 4


def test_in_the_big_box_an_opponents_piece_may_be_put_back_too() -> None:
    table = lay_out(rules="big-box", houses={"hamburg-luebeck": "b.."}, unused={"pieces": 1})
    play(table, "use pieces", *["take hamburg-luebeck 1", "to hamburg-luebeck"] * 3)
    assert houses(table, "hamburg-luebeck") == "b.."
    assert state_of(table)["pending"] is None


@pytest.mark.parametrize("rules", ALL_RULES)
def test_additional_offices_are_exchanged_by_no_rules(rules: str) -> None:
    table = lay_out(rules=rules, offices={"minden": "ab"}, extras={"minden": "ba"}, unused={"exchange": 1})
    assert legal(table, "exchange") == {"exchange minden 1-2"}
    play(table, "exchange minden 1-2")
    assert extras(table, "minden") == "ba"


@pytest.mark.parametrize(("marker", "actions"), [("plus-3", 3), ("plus-4", 4)])
def test_after_buying_a_favour_markers_may_still_give_actions(marker: str, actions: int) -> None:
    table = lay_out(
        modules="favour",
        favours=["relocation", "action", "income"],
        unused={"office": 2, marker: 1},
        supply=(2, 0),
    )
    play(table, "favour relocation", "turn office", "turn office")
    assert state_of(table)["actions"] == 0
    assert legal(table) == {f"use {marker}", "end"}
    play(table, f"use {marker}")
    assert state_of(table)["actions"] == actions
    assert legal(table, "favour") == set()
    play(table, "place trader hamburg-luebeck")
    assert houses(table, "hamburg-luebeck") == "a.."


@pytest.mark.parametrize("rules", ["2009", "big-box"])
def test_an_own_piece_lifted_from_any_country_goes_where_the_displaced_one_may_go(rules: str) -> None:
    """Benno has nothing in stock or supply. His piece from Wales follows the one displaced in Scotland."""
    england = {"london-oxford": "bbbb", "london-cambridge": "bbb", "coventry-nottingham": "bbB"}
    table = lay_out(
        4,
        map="britannia",
        rules=rules,
        supply=(5, 0),
        houses={"carlisle-falkirk": "b.", "montgomery-cardiff": "b.."} | england,
        offices={"carlisle": "a"},
    )
    assert player(table, 1).supply == player(table, 1).stock == {"trader": 0, "merchant": 0}
    play(table, "displace carlisle-falkirk 1 with trader")
    nearest = legal(table, "to")
    countries = {route.key: route.region for route in side(table.game).routes}
    assert {countries[words.split()[1]] for words in nearest} == {0, 2}  # England and Scotland
    play(table, "to durham-carlisle", "take montgomery-cardiff 1")
    assert legal(table, "to") == nearest
    play(table, "to glasgow-falkirk")
    assert (houses(table, "montgomery-cardiff"), houses(table, "glasgow-falkirk")[0]) == ("...", "b")


def test_a_displaced_piece_that_finds_no_free_house_goes_to_its_owners_stock() -> None:
    routes = side(lay_out(4).game).routes
    pieces = iter("b" * 26 + "c" * 26 + "d" * 26 + "BBBBCCCCDDDD" + "a" * 17)
    full = {route.key: "".join(next(pieces) for _ in route.houses) for route in routes}
    assert next(pieces, None) is None
    desk = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bags": 3}
    table = lay_out(
        4,
        houses=full,
        supply=(2, 0),
        desk=desk,
        benno={"desk": desk},
        carla={"desk": desk},
        dario={"desk": desk},
    )
    assert player(table, 1).stock == {"trader": 0, "merchant": 0}
    play(table, f"displace {routes[0].key} 1 with trader")
    assert player(table, 1).stock == {"trader": 1, "merchant": 0}
    assert (table.seat, state_of(table)["pending"]) == (0, None)


def test_everybody_sees_the_marker_that_was_drawn() -> None:
    table = lay_out(houses={"bremen-osnabrueck": "aaa"}, markers={"bremen-osnabrueck": "plus-3"})
    play(table, "establish bremen-osnabrueck")
    drawn = player(table).waiting
    assert len(drawn) == 1
    assert table.view(1)["players"][0]["waiting"] == table.view(None)["players"][0]["waiting"] == drawn


@pytest.mark.parametrize(("count", "possible"), [(14, True), (15, False)])
def test_a_city_has_fifteen_additional_offices_at_most(count: int, possible: bool) -> None:
    table = lay_out(
        houses={"hamburg-luebeck": "aaa"},
        offices={"hamburg": "b"},
        extras={"hamburg": ("abc" * 5)[:count]},
        unused={"office": 1},
    )
    play(table, "establish hamburg-luebeck")
    assert ("extra hamburg trader" in legal(table)) == possible


@pytest.mark.parametrize(
    ("players", "options", "since"),
    [
        (3, {}, 1),
        (3, {"map": "east"}, 1),
        (3, {"rules": "2009"}, 2),
        (3, {"rules": "big-box"}, 2),
        (3, {"map": "britannia"}, 2),
        (2, {}, 3),
        (2, {"rules": "2009"}, 3),
    ],
)
def test_a_version_counts_for_the_options_that_it_changes(
    players: int, options: dict[str, str], since: int
) -> None:
    """Version 2: nobody lifts again what was just placed; by the given ones with Britannia's marker.

    Version 3: after the pawn's free steps at the end of a turn no marker gives actions.
    """
    assert burgher.load("hansa", players, **options).plays_as_since() == since

"""The action Establish a route."""

from __future__ import annotations

import pytest

from burgher import Table
from hansa.kit import control, houses, lay_out, legal, offices, play, player, points, refused, state_of


def test_all_houses_must_be_ones_own() -> None:
    table = lay_out(houses={"hamburg-luebeck": "aaA", "hamburg-stade": "aab", "kampen-osnabrueck": "a."})
    assert legal(table, "establish") == {"establish hamburg-luebeck"}
    assert refused(table, "establish hamburg-stade")


def test_filling_a_route_does_nothing_by_itself() -> None:
    table = lay_out(supply=(1, 0), houses={"hamburg-luebeck": "aa."})
    play(table, "place trader hamburg-luebeck")
    assert houses(table, "hamburg-luebeck") == "aaa"
    assert state_of(table)["pending"] is None


def test_the_controllers_of_both_ends_score_before_anything_else() -> None:
    table = lay_out(
        houses={"hamburg-luebeck": "aaa"}, offices={"hamburg": "b", "luebeck": "a"}, desk={"privilege": 3}
    )
    play(table, "establish hamburg-luebeck")
    assert points(table, 0) == {"control": 1}
    assert points(table, 1) == {"control": 1}
    play(table, "office hamburg")
    assert points(table, 0) == {"control": 1}
    assert control(table, "hamburg") == "Anna"


def test_one_player_may_score_for_both() -> None:
    table = lay_out(houses={"hamburg-luebeck": "aaa"}, offices={"hamburg": "b", "luebeck": "b"})
    play(table, "establish hamburg-luebeck")
    assert points(table, 1) == {"control": 2}


def test_an_office_takes_a_piece_and_the_others_go_to_the_stock() -> None:
    table = lay_out(houses={"hamburg-luebeck": "aaa"}, stock=(2, 0))
    play(table, "establish hamburg-luebeck")
    assert legal(table) == {"office hamburg", "office luebeck", "develop bags", "nothing"}
    play(table, "office hamburg")
    assert offices(table, "hamburg") == "a"
    assert houses(table, "hamburg-luebeck") == "..."
    assert player(table).stock == {"trader": 4, "merchant": 0}


def test_the_leftmost_free_office_only_with_its_privilege() -> None:
    table = lay_out(houses={"hamburg-luebeck": "aaa"}, offices={"hamburg": "b"})
    play(table, "establish hamburg-luebeck")
    assert "office hamburg" not in legal(table)
    table = lay_out(houses={"hamburg-luebeck": "aaa"}, offices={"hamburg": "b"}, desk={"privilege": 1})
    play(table, "establish hamburg-luebeck", "office hamburg")
    assert offices(table, "hamburg") == "ba"


@pytest.mark.parametrize(("pieces", "possible"), [("aaa", False), ("aAa", True)])
def test_a_round_office_takes_a_merchant(pieces: str, possible: bool) -> None:
    table = lay_out(houses={"hamburg-stade": pieces})
    play(table, "establish hamburg-stade")
    assert ("office stade" in legal(table)) == possible


def test_a_square_office_takes_no_merchant() -> None:
    table = lay_out(desk={"book": 3}, houses={"hamburg-luebeck": "AAA"})
    play(table, "establish hamburg-luebeck")
    assert legal(table) == {"develop bags", "nothing"}


def test_of_both_shapes_a_square_office_takes_the_trader_and_says_so() -> None:
    """`office hamburg` means one shape only: that of the leftmost free office."""
    table = lay_out(desk={"book": 3}, houses={"hamburg-luebeck": "AaA"}, stock=(0, 0))
    play(table, "establish hamburg-luebeck")
    assert told(table, "office hamburg") == "Establish an office in Hamburg with a trader"
    play(table, "office hamburg")
    assert offices(table, "hamburg") == "a"
    assert player(table).stock["merchant"] == 2


def test_of_both_shapes_a_round_office_takes_the_merchant_and_says_so() -> None:
    table = lay_out(houses={"hamburg-stade": "aAa"}, stock=(0, 0))
    play(table, "establish hamburg-stade")
    assert told(table, "office stade").startswith("Establish an office in Stade with a merchant")
    play(table, "office stade")
    assert offices(table, "stade") == "A"
    assert player(table).stock["trader"] == 2


def test_with_merchants_only_a_square_office_is_refused_for_its_shape() -> None:
    table = lay_out(desk={"book": 3}, houses={"hamburg-luebeck": "AAA"})
    play(table, "establish hamburg-luebeck")
    assert refused(table, "office hamburg") == "wrong-shape"


def told(table: Table, words: str) -> str:
    """What an action would do."""
    return table.game.sentence(table.state, table.game.number(words))


def test_a_coin_is_won_at_once() -> None:
    table = lay_out(houses={"hamburg-luebeck": "aaa"})
    play(table, "establish hamburg-luebeck", "office luebeck")
    assert points(table) == {"coins": 1}


@pytest.mark.parametrize(
    ("route", "track", "shape"),
    [
        ("hamburg-luebeck", "bags", "trader"),
        ("hamburg-stade", "privilege", "trader"),
        ("emden-groningen", "book", "merchant"),
        ("quedlinburg-goettingen", "actions", "trader"),
        ("quedlinburg-halle", "keys", "trader"),
    ],
)
def test_a_city_with_a_banner_develops_a_track(route: str, track: str, shape: str) -> None:
    table = lay_out(houses={route: "aaaa" if route.endswith("halle") else "aaa"})
    play(table, f"establish {route}")
    supply = player(table).supply[shape]
    play(table, f"develop {track}")
    assert player(table).desk[track] == 1
    assert player(table).supply[shape] == supply + 1
    assert all(piece == "." for piece in houses(table, route))


@pytest.mark.parametrize(
    ("rules", "step", "gains"),
    [
        ("given", 0, True),
        ("given", 1, True),
        ("given", 2, True),
        ("given", 3, True),
        ("given", 4, True),
        ("2009", 0, True),
        ("2009", 1, False),
        ("2009", 2, True),
        ("2009", 3, False),
        ("big-box", 4, True),
    ],
)
def test_a_step_of_the_actions_may_give_an_action_at_once(rules: str, step: int, gains: bool) -> None:
    table = lay_out(rules=rules, desk={"actions": step}, houses={"quedlinburg-goettingen": "aaa"}, actions=3)
    play(table, "establish quedlinburg-goettingen", "develop actions")
    assert state_of(table)["actions"] == 2 + gains


def test_a_full_track_is_not_developed() -> None:
    table = lay_out(desk={"bags": 3}, houses={"hamburg-luebeck": "aaa"})
    play(table, "establish hamburg-luebeck")
    assert "develop bags" not in legal(table)


def test_a_route_without_any_use_is_established_all_the_same() -> None:
    table = lay_out(houses={"bremen-hannover": "AAA"}, desk={"book": 3}, supply=(0, 1))
    play(table, "establish bremen-hannover")
    assert state_of(table)["pending"] is None
    assert player(table).stock["merchant"] == 3


def test_the_special_table_takes_any_free_colour_within_the_privilege() -> None:
    table = lay_out(houses={"warburg-coellen": "aaAa"}, desk={"privilege": 2}, special=".b..", rules="2009")
    play(table, "establish warburg-coellen")
    assert legal(table, "special") == {"special white merchant", "special pink merchant"}
    play(table, "special pink merchant")
    assert state_of(table)["special"][2] == {"seat": 0, "shape": "merchant"}


def test_by_the_given_rules_a_trader_may_go_onto_the_special_table() -> None:
    table = lay_out(houses={"warburg-coellen": "aaaa"})
    play(table, "establish warburg-coellen")
    assert legal(table, "special") == {"special white trader"}
    table = lay_out(houses={"warburg-coellen": "aaaa"}, rules="big-box")
    play(table, "establish warburg-coellen")
    assert legal(table, "special") == set()

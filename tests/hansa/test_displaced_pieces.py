"""What a displaced player does, worked through: which pieces come along, from where, and how far they go."""

from __future__ import annotations

import pytest

from hansa.kit import houses, lay_out, legal, play, player, refused, state_of

WHERE = "warburg-coellen"
BESIDE = "paderborn-warburg"  # the only route that shares a city with it
NEXT = {"minden-paderborn", "paderborn-dortmund", "paderborn-hildesheim"}


def test_it_does_not_go_back_to_the_same_route() -> None:
    table = lay_out(supply=(5, 0), houses={WHERE: "b..."}, benno={"stock": (4, 0)})
    play(table, f"displace {WHERE} 1 with trader")
    assert legal(table) == {f"to {BESIDE}"}


def test_each_piece_looks_for_the_nearest_free_house_anew() -> None:
    table = lay_out(
        supply=(5, 0), houses={WHERE: "b...", BESIDE: "cc."}, benno={"stock": (4, 0), "supply": (0, 0)}
    )
    play(table, f"displace {WHERE} 1 with trader")
    assert legal(table) == {f"to {BESIDE}"}
    play(table, f"to {BESIDE}")
    assert legal(table) == {f"to {route}" for route in NEXT}
    play(table, "to paderborn-dortmund")
    assert houses(table, BESIDE) == "ccb"
    assert houses(table, "paderborn-dortmund") == "b.."


def test_pieces_may_go_to_different_routes() -> None:
    table = lay_out(supply=(5, 0), houses={"paderborn-dortmund": "B.."}, benno={"stock": (9, 0)})
    play(table, "displace paderborn-dortmund 1 with trader")
    play(table, "next trader", "to paderborn-warburg", "next merchant", "to duisburg-dortmund")
    play(table, "to minden-paderborn")
    assert [
        houses(table, route) for route in ("paderborn-warburg", "duisburg-dortmund", "minden-paderborn")
    ] == [
        "b..",
        "B.",
        "b..",
    ]
    assert table.seat == 0  # Anna goes on
    assert state_of(table)["actions"] == 4


@pytest.mark.parametrize("rules", ["given", "2009", "big-box"])
def test_the_supply_only_when_the_stock_is_empty(rules: str) -> None:
    """A merchant brings two: one is in stock, for the second there is only the supply."""
    table = lay_out(rules=rules, supply=(5, 0), houses={WHERE: "B..."}, benno={"stock": (1, 0)})
    before = player(table, 1).supply["trader"]
    play(table, f"displace {WHERE} 1 with trader", "next merchant", f"to {BESIDE}")
    assert ("done" in legal(table)) == (rules != "given")  # by the given rules what is in stock comes along
    play(table, f"to {BESIDE}")
    assert player(table, 1).stock == {"trader": 0, "merchant": 0}
    assert player(table, 1).supply["trader"] == before
    assert "done" in legal(table)
    play(table, *(["next trader"] if "next trader" in legal(table) else []), f"to {BESIDE}")
    assert player(table, 1).supply["trader"] == before - 1
    assert table.seat == 0


def test_a_merchant_of_the_stock_may_come_along_with_a_trader() -> None:
    table = lay_out(supply=(5, 0), houses={WHERE: "b..."}, benno={"desk": {"book": 1}, "stock": (3, 1)})
    play(table, f"displace {WHERE} 1 with trader", "next merchant", f"to {BESIDE}", f"to {BESIDE}")
    assert houses(table, BESIDE) == "Bb."
    assert player(table, 1).stock == {"trader": 3, "merchant": 0}


@pytest.mark.parametrize(
    ("stock", "supply", "possible"),
    [((1, 0), (0, 0), False), ((0, 0), (1, 0), False), ((0, 0), (0, 0), True)],
)
def test_own_pieces_on_routes_only_when_there_is_nothing_else(
    stock: tuple[int, int], supply: tuple[int, int], possible: bool
) -> None:
    """All of Benno's pieces but one stand in cities and on routes, or all of them."""
    table = lay_out(
        rules="2009",
        supply=(5, 0),
        houses={WHERE: "b...", "emden-groningen": "B.."},
        offices={"minden": "bbbb" if possible else "bbb", "hamburg": "bbb", "osnabrueck": "bbb"},
        benno={"stock": stock},
    )
    assert player(table, 1).supply == {"trader": sum(supply), "merchant": 0}
    play(table, f"displace {WHERE} 1 with trader", f"to {BESIDE}")
    assert bool(legal(table, "take")) == possible
    assert "done" in legal(table)
    if possible:
        play(table, "take emden-groningen 1", f"to {BESIDE}")
        assert houses(table, BESIDE) == "bB."
    else:
        play(table, f"to {BESIDE}")
        assert houses(table, BESIDE) == "bb."
    assert table.seat == 0


# Benno's pieces all stand in cities and on routes: further ones can only come from routes.
FULL = {"minden": "bbbb", "hamburg": "bbb", "osnabrueck": "bbb"}
LESS = FULL | {"minden": "bbb"}


@pytest.mark.parametrize("rules", ["2009", "big-box"])
def test_the_displaced_piece_itself_is_not_placed_again(rules: str) -> None:
    """It is placed; what comes along are others of one's own."""
    lying = {WHERE: "b...", "emden-groningen": "B.."}
    table = lay_out(rules=rules, supply=(5, 0), houses=lying, offices=FULL)
    play(table, f"displace {WHERE} 1 with trader", f"to {BESIDE}")
    assert legal(table) == {"take emden-groningen 1", "done"}
    assert refused(table, f"take {BESIDE} 1") == "just-placed"


def test_who_has_no_other_piece_on_routes_places_the_displaced_one_alone() -> None:
    table = lay_out(rules="2009", supply=(5, 0), houses={WHERE: "b..."}, offices=FULL, special="B...")
    play(table, f"displace {WHERE} 1 with trader", f"to {BESIDE}")
    assert table.seat == 0  # Anna goes on
    assert houses(table, BESIDE) == "b.."


def test_of_two_further_pieces_the_first_does_not_count_as_the_second() -> None:
    """A merchant brings two: one of them from the stock, which then is empty like the supply."""
    lying = {WHERE: "B...", "emden-groningen": "b.."}
    table = lay_out(rules="2009", supply=(5, 0), houses=lying, offices=LESS, benno={"stock": (1, 0)})
    play(table, f"displace {WHERE} 1 with trader", "next merchant", f"to {BESIDE}", f"to {BESIDE}")
    assert houses(table, BESIDE) == "Bb."
    assert legal(table) == {"take emden-groningen 1", "done"}
    play(table, "take emden-groningen 1", f"to {BESIDE}")
    assert houses(table, BESIDE) == "Bbb"
    assert table.seat == 0


def test_a_piece_that_was_moved_is_not_moved_again() -> None:
    """Two pieces come from routes; a house that one has left can be filled and is free again."""
    lying = {WHERE: "B...", "emden-groningen": "b..", "hamburg-stade": "b.."}
    table = lay_out(rules="2009", supply=(5, 0), houses=lying, offices=LESS)
    play(table, f"displace {WHERE} 1 with trader", f"to {BESIDE}", "take emden-groningen 1", f"to {BESIDE}")
    assert legal(table) == {"take hamburg-stade 1", "done"}
    copy = table.game.restore(table.game.position(table.state))
    assert {table.game.words(action) for action in copy.legal_actions()} == legal(table)


def test_a_displaced_trader_passes_a_free_ship_where_a_merchant_may_stay() -> None:
    """East: around Malmö–Visby lie two sea routes; when only ships are free there, traders go further."""
    table = lay_out(
        map="east",
        supply=(5, 0),
        houses={"malmoe-visby": "b..", "danzig-malmoe": "ccc.", "stralsund-malmoe": "c.."},
        benno={"desk": {"book": 1}, "stock": (0, 1)},
        rules="given",
    )
    play(table, "displace malmoe-visby 1 with trader")
    assert {"next trader", "next merchant"} == legal(table)
    play(table, "next merchant")
    assert legal(table) == {"to danzig-malmoe ship", "to stralsund-malmoe ship"}
    play(table, "to danzig-malmoe ship")
    assert legal(table) == {
        "to braunsberg-danzig",
        "to danzig-koenigsberg",
        "to danzig-belgard",
        "to wismar-stralsund",
    }

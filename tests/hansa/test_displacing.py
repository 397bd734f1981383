"""The action Displace, and where displaced pieces go."""

from __future__ import annotations

import pytest

from hansa.kit import houses, lay_out, legal, play, player, refused, state_of

FIRST_RING = {"to hamburg-lueneburg", "to hamburg-bremen", "to hamburg-stade"}
"""Around Hamburg–Lübeck."""


def test_a_trader_costs_one_piece_besides_the_one_that_takes_its_house() -> None:
    table = lay_out(supply=(2, 0), houses={"hamburg-luebeck": "b.."})
    stock = player(table).stock["trader"]
    play(table, "displace hamburg-luebeck 1 with trader")
    assert houses(table, "hamburg-luebeck") == "a.."
    assert player(table).supply["trader"] == 0
    assert player(table).stock["trader"] == stock + 1
    assert table.seat == 1


@pytest.mark.parametrize(
    ("supply", "possible"), [((1, 0), False), ((2, 0), True), ((1, 1), True), ((0, 1), False)]
)
def test_two_pieces_are_needed_for_a_trader(supply: tuple[int, int], possible: bool) -> None:
    table = lay_out(supply=supply, houses={"hamburg-luebeck": "b.."})
    assert bool(legal(table, "displace")) == possible


@pytest.mark.parametrize(
    ("supply", "possible"), [((2, 0), False), ((3, 0), True), ((2, 1), True), ((1, 1), False)]
)
def test_three_pieces_are_needed_for_a_merchant(supply: tuple[int, int], possible: bool) -> None:
    table = lay_out(supply=supply, houses={"hamburg-luebeck": "B.."})
    assert bool(legal(table, "displace")) == possible


def test_only_opponents_are_displaced() -> None:
    table = lay_out(supply=(5, 0), houses={"hamburg-luebeck": "ab."})
    assert legal(table, "displace") == {"displace hamburg-luebeck 2 with trader"}
    assert refused(table, "displace hamburg-luebeck 1 with trader")


def test_the_payment_goes_to_the_stock() -> None:
    table = lay_out(
        supply=(4, 0), houses={"hamburg-luebeck": "B.."}, benno={"stock": (4, 0), "supply": (0, 0)}
    )
    before = player(table).stock["trader"]
    play(table, "displace hamburg-luebeck 1 with trader")
    assert player(table).supply == {"trader": 1, "merchant": 0}
    assert player(table).stock["trader"] == before + 2


def test_who_has_both_shapes_chooses_what_to_pay() -> None:
    table = lay_out(supply=(3, 2), desk={"book": 2}, houses={"hamburg-luebeck": "B.."})
    play(table, "displace hamburg-luebeck 1 with trader")
    assert table.seat == 0
    assert legal(table) == {"pay trader", "pay merchant"}
    play(table, "pay merchant")
    assert legal(table) == {"pay trader", "pay merchant"}
    play(table, "pay trader")
    assert player(table).supply == {"trader": 1, "merchant": 1}
    assert table.seat == 1


def test_what_must_be_paid_anyway_is_not_asked() -> None:
    table = lay_out(supply=(3, 1), houses={"hamburg-luebeck": "B.."})
    play(table, "displace hamburg-luebeck 1 with trader", "pay merchant")
    assert table.seat == 1  # the second piece could only be a trader
    assert player(table).supply == {"trader": 1, "merchant": 0}


def test_the_displaced_piece_and_one_from_the_stock_go_to_routes_beside() -> None:
    table = lay_out(supply=(2, 0), houses={"hamburg-luebeck": "b.."}, benno={"stock": (3, 0)})
    play(table, "displace hamburg-luebeck 1 with trader")
    assert legal(table) == FIRST_RING
    play(table, "to hamburg-stade")
    assert legal(table) == FIRST_RING  # by the given rules a piece in stock must be placed
    play(table, "to hamburg-lueneburg")
    assert houses(table, "hamburg-stade") == "b.."
    assert houses(table, "hamburg-lueneburg") == "b..."
    assert player(table, 1).stock["trader"] == 2
    assert table.seat == 0
    assert state_of(table)["actions"] == 4


def test_a_merchant_brings_two_more() -> None:
    table = lay_out(supply=(3, 0), houses={"hamburg-luebeck": "B.."}, benno={"stock": (3, 0)})
    play(table, "displace hamburg-luebeck 1 with trader")
    assert legal(table) == {"next trader", "next merchant"}
    play(table, "next trader", "to hamburg-stade", "next merchant", "to hamburg-stade", "to hamburg-stade")
    assert houses(table, "hamburg-stade") == "bBb"
    assert table.seat == 0


def test_further_rings_only_when_the_nearer_are_full() -> None:
    full = {"hamburg-lueneburg": "cccc", "hamburg-bremen": "cccc", "hamburg-stade": "cc."}
    table = lay_out(supply=(2, 0), houses={"hamburg-luebeck": "b..", **full}, benno={"stock": (3, 0)})
    play(table, "displace hamburg-luebeck 1 with trader")
    assert legal(table) == {"to hamburg-stade"}
    play(table, "to hamburg-stade")
    assert legal(table) == {
        "to lueneburg-hannover",
        "to lueneburg-perleberg",
        "to bremen-osnabrueck",
        "to bremen-minden",
        "to bremen-hannover",
    }


def test_without_stock_a_piece_of_the_supply_may_come_along() -> None:
    benno = {"stock": (0, 0), "supply": (0, 0)}
    table = lay_out(supply=(2, 0), houses={"hamburg-luebeck": "b.."}, benno=benno)
    supply = player(table, 1).supply["trader"]
    play(table, "displace hamburg-luebeck 1 with trader", "next trader", "to hamburg-stade")
    assert "done" in legal(table)
    play(table, "next trader", "to hamburg-stade")
    assert player(table, 1).supply["trader"] == supply - 1


def _everything_on_routes(letter: str) -> dict[str, str]:
    """All eleven traders and the merchant of a player on routes far away."""
    return {
        "warburg-coellen": letter * 4,
        "quedlinburg-halle": letter * 4,
        "goslar-magdeburg": letter * 2,
        "quedlinburg-goettingen": letter.upper() + "..",
    }


def test_by_the_given_rules_nothing_comes_along_from_routes() -> None:
    table = lay_out(supply=(2, 0), houses={"hamburg-luebeck": "b..", **_everything_on_routes("b")})
    play(table, "displace hamburg-luebeck 1 with trader", "to hamburg-stade")
    assert table.seat == 0


def test_by_the_official_rules_own_pieces_on_routes_may_come_along() -> None:
    lying = {"hamburg-luebeck": "b..", **_everything_on_routes("b")}
    table = lay_out(rules="2009", supply=(2, 0), houses=lying)
    play(table, "displace hamburg-luebeck 1 with trader", "to hamburg-stade")
    assert table.seat == 1
    assert {"take warburg-coellen 1", "take quedlinburg-goettingen 1", "done"} <= legal(table)
    play(table, "take warburg-coellen 1")
    assert legal(table) == FIRST_RING
    play(table, "to hamburg-stade")
    assert houses(table, "hamburg-stade") == "bb."
    assert houses(table, "warburg-coellen") == ".bbb"
    assert table.seat == 0


def test_by_the_official_rules_nothing_has_to_come_along() -> None:
    table = lay_out(rules="2009", supply=(2, 0), houses={"hamburg-luebeck": "b.."}, benno={"stock": (3, 0)})
    play(table, "displace hamburg-luebeck 1 with trader")
    assert "done" not in legal(table)
    play(table, "to hamburg-stade", "done")
    assert player(table, 1).stock["trader"] == 3
    assert table.seat == 0

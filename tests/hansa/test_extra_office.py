"""The marker for an additional office: where it may go, what it counts for, and what it does not."""

from __future__ import annotations

import pytest

from hansa.kit import control, extras, lay_out, legal, offices, play, player, points, state_of

ROUTE = "arnheim-muenster"


@pytest.mark.parametrize(
    ("taken", "possible"),
    [
        ({}, set()),
        ({"arnheim": "b"}, {"arnheim"}),
        ({"arnheim": "bB", "muenster": "C"}, {"arnheim", "muenster"}),
        ({"muenster": "Ca"}, {"muenster"}),  # full
    ],
)
def test_the_leftmost_office_must_be_taken_by_anybody_and_the_city_may_be_full(
    taken: dict[str, str], possible: set[str]
) -> None:
    table = lay_out(houses={ROUTE: "aaa"}, offices=taken, unused={"office": 1})
    play(table, f"establish {ROUTE}")
    assert legal(table, "extra") == {f"extra {city} trader" for city in possible}


def test_any_piece_of_the_route_will_do_and_no_privilege_is_needed() -> None:
    table = lay_out(
        houses={ROUTE: "aAa"},
        offices={"arnheim": "bB", "muenster": "Cb"},
        unused={"office": 1},
    )
    play(table, f"establish {ROUTE}")
    assert legal(table) == {
        "extra arnheim trader",
        "extra arnheim merchant",
        "extra muenster trader",
        "extra muenster merchant",
        "nothing",
    }  # the next office of Arnheim is orange
    play(table, "extra muenster merchant")
    assert extras(table, "muenster") == "A"
    assert offices(table, "muenster") == "Cb"
    assert (player(table).unused, player(table).used) == ({}, {"office": 1})


def test_the_only_shape_on_the_route_is_the_only_choice() -> None:
    table = lay_out(
        houses={"duisburg-dortmund": "AA"}, offices={"duisburg": "b"}, unused={"office": 1}, desk={"book": 1}
    )
    play(table, "establish duisburg-dortmund")
    assert legal(table, "extra") == {"extra duisburg merchant"}


def test_it_is_instead_of_an_office_and_the_rest_goes_to_the_stock() -> None:
    table = lay_out(houses={ROUTE: "aaa"}, offices={"arnheim": "b"}, unused={"office": 2}, stock=(0, 0))
    play(table, f"establish {ROUTE}", "extra arnheim trader")
    assert state_of(table)["pending"] is None
    assert player(table).stock == {"trader": 2, "merchant": 0}
    assert player(table).unused == {"office": 1}


def test_each_goes_to_the_left_of_those_before() -> None:
    table = lay_out(
        houses={ROUTE: "aaa", "arnheim-kampen": "Aaa"}, offices={"arnheim": "b"}, unused={"office": 2}
    )
    play(table, f"establish {ROUTE}", "extra arnheim trader")
    play(table, "establish arnheim-kampen", "extra arnheim merchant")
    assert extras(table, "arnheim") == "Aa"


def test_it_wins_no_coin_and_completes_no_city() -> None:
    table = lay_out(houses={"emden-groningen": "aaa"}, offices={"groningen": "b"}, unused={"office": 1})
    play(table, "establish emden-groningen", "extra groningen trader")
    assert table.scores() == [0, 1, 0]  # Benno controlled Groningen before
    assert not table.view(None)["cities"]["groningen"]["complete"]
    assert "office groningen" not in legal(table)


def test_it_counts_for_control_but_loses_ties_to_printed_offices() -> None:
    table = lay_out(houses={ROUTE: "aaa"}, offices={"arnheim": "b"}, unused={"office": 1})
    play(table, f"establish {ROUTE}", "extra arnheim trader")
    assert control(table, "arnheim") == "Benno"  # one each, his further right
    table = lay_out(houses={ROUTE: "aaa"}, offices={"arnheim": "aB"}, unused={"office": 1})
    play(table, f"establish {ROUTE}", "extra arnheim trader")
    assert control(table, "arnheim") == "Anna"


def test_it_is_never_exchanged() -> None:
    table = lay_out(offices={"arnheim": "b"}, extras={"arnheim": "aa"}, unused={"exchange": 1})
    assert legal(table, "exchange") == set()


@pytest.mark.parametrize(("rules", "size"), [("given", 2), ("2009", 4), ("big-box", 4)])
def test_in_the_network_it_is_an_office_like_any_other(rules: str, size: int) -> None:
    table = lay_out(
        rules=rules,
        points=19,
        houses={"hamburg-luebeck": "aaa"},
        offices={"arnheim": "ab", "muenster": "A", "hamburg": "aa"},
        extras={"arnheim": "aa"},
        desk={"privilege": 1},
    )
    play(table, "establish hamburg-luebeck", "nothing")
    assert table.is_over
    assert points(table)["network"] == size

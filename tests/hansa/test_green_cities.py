"""The East's cities without printed offices, worked through: both ways in, control, chains, markers."""

from __future__ import annotations

from hansa.kit import control, extras, lay_out, legal, play, player, points, state_of

VISBY = {"malmoe-visby": "aAa"}
"""The route with the permanent marker for a green city."""


def test_there_is_no_ordinary_office() -> None:
    table = lay_out(map="east", houses={"danzig-belgard": "aaaa"}, desk={"privilege": 3})
    play(table, "establish danzig-belgard")
    assert legal(table) == {"office danzig", "nothing"}


def test_from_a_route_to_the_left_by_the_permanent_marker_to_the_right() -> None:
    """So a tie goes to whoever came by the permanent marker last."""
    table = lay_out(map="east", houses={"kulm-belgard": "aaa"}, extras={"belgard": "b"}, unused={"office": 1})
    play(table, "establish kulm-belgard", "extra belgard trader")
    assert extras(table, "belgard") == "ab"
    assert control(table, "belgard") == "Benno"
    table = lay_out(map="east", houses=VISBY, extras={"belgard": "b"}, supply=(1, 0))
    play(table, "establish malmoe-visby", "nothing", "green belgard trader")
    assert extras(table, "belgard") == "ba"
    assert control(table, "belgard") == "Anna"


def test_whoever_controls_a_green_city_scores_for_its_routes() -> None:
    table = lay_out(map="east", houses={"kulm-belgard": "aaa"}, extras={"belgard": "ab"})
    play(table, "establish kulm-belgard", "nothing")
    assert table.scores() == [0, 1, 0]


def test_the_permanent_marker_needs_a_piece_in_the_supply_and_may_be_declined() -> None:
    table = lay_out(map="east", houses=VISBY, actions=2)
    play(table, "establish malmoe-visby", "nothing")
    assert state_of(table)["pending"] is None
    table = lay_out(map="east", houses=VISBY, supply=(1, 0), actions=2)
    play(table, "establish malmoe-visby", "nothing")
    assert state_of(table)["pending"] == "green city"
    play(table, "nothing")
    assert state_of(table)["pending"] is None
    assert player(table).supply == {"trader": 1, "merchant": 0}


def test_the_permanent_marker_works_every_time_and_is_never_won() -> None:
    table = lay_out(map="east", houses=VISBY, supply=(5, 0), desk={"book": 1}, stock=(0, 0))
    play(table, "establish malmoe-visby", "nothing", "green waren trader")
    play(table, "income 2 traders 1 merchant")
    for words in (
        "place trader malmoe-visby",
        "place merchant malmoe-visby ship",
        "place trader malmoe-visby",
    ):
        play(table, words)
    assert (player(table).unused, player(table).used, player(table).waiting) == ({}, {}, [])
    table = lay_out(map="east", houses=VISBY, supply=(5, 0), extras={"waren": "a"})
    play(table, "establish malmoe-visby", "nothing", "green waren trader")
    assert extras(table, "waren") == "aa"


def test_a_chain_may_be_closed_in_a_green_city() -> None:
    """Lübeck, Wismar, Waren, Stettin, Kulm, Belgard, Danzig: only Waren is missing."""
    chain = {"luebeck": "a", "wismar": "a", "stettin": "a", "kulm": "a", "danzig": "a"}
    table = lay_out(map="east", houses=VISBY, offices=chain, extras={"belgard": "a"}, supply=(1, 0))
    play(table, "establish malmoe-visby", "nothing", "green waren trader")
    assert points(table) == {"cities joined": 7}


def test_a_green_city_has_no_free_office_for_a_marker() -> None:
    table = lay_out(map="east", offices={"kulm": "bb"}, waiting=["plus-3"], actions=1)
    play(table, "end")
    assert "lay kulm-belgard" not in legal(table)
    assert "lay belgard-anklam" in legal(table)


def test_it_counts_as_completed_only_once() -> None:
    table = lay_out(map="east", extras={"waren": "abab", "dresden": "c"})
    assert table.view(None)["completed"] == 2

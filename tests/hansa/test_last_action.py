"""The end in the middle of a turn: the action that brings it is carried out whole, and nothing follows."""

from __future__ import annotations

import pytest

from hansa.kit import empty_pile, extras, lay_out, legal, offices, play, player, points, state_of

READY = {"hamburg-luebeck": "aaa"}


def test_actions_left_are_lost() -> None:
    table = lay_out(points=19, actions=4, houses=READY, offices={"hamburg": "a"}, supply=(5, 0))
    play(table, "establish hamburg-luebeck", "office luebeck")
    assert table.is_over
    assert state_of(table)["actions"] == 0
    assert legal(table) == set()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_twentieth_point_may_be_anybodys_for_control(seat: int) -> None:
    others = [{"points": 19} if other == seat else {} for other in range(3)]
    table = lay_out(
        houses=READY, offices={"hamburg": "abc"[seat]}, benno=others[1], carla=others[2], **others[0]
    )
    play(table, "establish hamburg-luebeck", "develop bags")
    assert table.is_over
    assert player(table).desk["bags"] == 1  # developed all the same


def test_a_coin_may_be_the_twentieth_point() -> None:
    table = lay_out(points=19, houses=READY)
    play(table, "establish hamburg-luebeck", "office luebeck")
    assert table.is_over
    assert points(table)["coins"] == 1


def test_joining_the_end_cities_may_bring_it() -> None:
    chain = {"arnheim": "a", "muenster": "A", "minden": "a", "brunswiek": "a"}
    table = lay_out(points=13, houses={"stendal-brunswiek": "aaaa"}, offices=chain)
    play(table, "establish stendal-brunswiek", "office stendal")
    assert table.is_over  # 13, one for Brunswiek, seven
    assert points(table)["cities joined"] == 7


def test_the_marker_won_last_scores_but_is_not_used() -> None:
    held = {"used": empty_pile(["plus-4"])}
    table = lay_out(houses=READY, markers={"hamburg-luebeck": "plus-4"}, actions=2, benno=held)
    play(table, "establish hamburg-luebeck", "nothing")
    assert table.is_over
    assert points(table)["markers"] == 1
    assert player(table).waiting == []


def test_the_last_marker_of_the_pile_does_not_end_it_but_the_one_that_is_missing() -> None:
    left = ["plus-4", "plus-3", "plus-3"]
    table = lay_out(
        houses=READY | {"hamburg-stade": "aaa"},
        markers={"hamburg-luebeck": "plus-4", "hamburg-stade": "plus-3"},
        benno={"used": empty_pile(left)},
    )
    assert state_of(table)["pile"] == {"plus-3": 1}
    play(table, "establish hamburg-luebeck", "nothing")
    assert not table.is_over
    assert player(table).waiting == ["plus-3"]
    play(table, "establish hamburg-stade", "nothing")
    assert table.is_over
    assert points(table)["markers"] == 3  # two won; the one laid aside is nobody's


def test_routes_without_a_marker_need_none() -> None:
    table = lay_out(houses=READY, benno={"used": empty_pile()})
    play(table, "establish hamburg-luebeck", "nothing")
    assert not table.is_over


NINE = {
    "bremen": "b",
    "brunswiek": "b",
    "goslar": "b",
    "lueneburg": "B",
    "stade": "C",
    "emden": "cc",
    "groningen": "ca",
    "coellen": "cc",
    "dortmund": "cc",
}


def test_an_additional_office_completes_no_tenth_city() -> None:
    table = lay_out(houses={"arnheim-duisburg": "aaa"}, offices=NINE | {"arnheim": "b"}, unused={"office": 1})
    play(table, "establish arnheim-duisburg", "extra arnheim trader")
    assert not table.is_over
    assert table.view(None)["completed"] == 9


def test_the_tenth_city_of_the_east_may_be_green_and_by_a_permanent_marker() -> None:
    nine = {
        "berlin-coelln": "b",
        "perleberg": "b",
        "tangermuende": "b",
        "wittenberg": "b",
        "visby": "B",
        "allenstein": "cc",
        "anklam": "cc",
        "kulm": "cc",
        "elbing": "cc",
    }
    table = lay_out(
        map="east", houses={"malmoe-visby": "aAa"}, offices=nine, supply=(2, 0), desk={"book": 1}, actions=3
    )
    assert table.view(None)["completed"] == 9
    play(table, "establish malmoe-visby", "nothing")
    assert not table.is_over
    play(table, "green waren trader")
    assert table.is_over
    assert extras(table, "waren") == "a"


def test_a_second_office_in_a_green_city_completes_nothing_more() -> None:
    table = lay_out(map="east", houses={"malmoe-visby": "aAa"}, extras={"waren": "b"}, supply=(2, 0))
    assert table.view(None)["completed"] == 1
    play(table, "establish malmoe-visby", "nothing", "green waren trader")
    assert table.view(None)["completed"] == 1
    assert extras(table, "waren") == "ba"


def test_a_full_track_of_actions_gained_in_the_last_action_counts() -> None:
    table = lay_out(
        points=19, houses={"quedlinburg-goettingen": "aaa"}, offices={"goettingen": "a"}, desk={"actions": 4}
    )
    play(table, "establish quedlinburg-goettingen", "develop actions")
    assert table.is_over
    assert points(table)["full tracks"] == 4
    assert offices(table, "goettingen") == "a"

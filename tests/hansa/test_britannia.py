"""Britannia: leave for Wales and Scotland, movement between countries, the scoring of regions."""

from __future__ import annotations

import pytest

from hansa.kit import houses, lay_out, legal, play, points, side, state_of


def beyond(players: int, region: int) -> set[str]:
    """The routes of a country."""
    game = lay_out(players, map="britannia").game
    return {route.key for route in side(game).routes if route.region == region}


def placeable(offices: dict[str, str], players: int = 4) -> set[str]:
    """Where Anna may place."""
    table = lay_out(players, map="britannia", supply=(5, 0), offices=offices)
    return {words.removeprefix("place trader ") for words in legal(table, "place trader")}


def test_england_is_free_and_the_rest_needs_leave() -> None:
    assert not placeable({}) & (beyond(4, 1) | beyond(4, 2))
    assert "london-oxford" in placeable({})


@pytest.mark.parametrize(
    ("offices", "wales", "scotland"),
    [
        ({"cardiff": "ba"}, True, False),
        ({"cardiff": "ab"}, False, False),
        ({"cardiff": "aab"}, False, False),
        ({"carlisle": "a"}, False, True),
        ({"london": "ba"}, True, True),
    ],
)
def test_the_rightmost_office_gives_leave(offices: dict[str, str], wales: bool, scotland: bool) -> None:
    found = placeable(offices)
    assert bool(found & beyond(4, 1)) == wales
    assert bool(found & beyond(4, 2)) == scotland


def test_each_leave_is_for_one_piece_a_turn() -> None:
    table = lay_out(4, map="britannia", supply=(5, 0), offices={"cardiff": "a", "london": "a"})
    play(table, "place trader montgomery-cardiff")
    assert "place trader carlisle-falkirk" in legal(table)  # London's leave is still there
    play(table, "place trader montgomery-cardiff")
    assert not legal(table, "place trader carlisle-falkirk")
    assert not legal(table, "place trader montgomery-cardiff")


def test_the_next_turn_has_its_leave_again() -> None:
    table = lay_out(3, map="britannia", supply=(5, 0), offices={"cardiff": "a"}, actions=2)
    play(table, "place trader montgomery-cardiff")
    assert not legal(table, "place trader montgomery-cardiff")
    play(table, "end", "end", "end")
    assert table.seat == 0
    assert "place trader montgomery-cardiff" in legal(table)


def test_displacing_needs_leave_too() -> None:
    lying = {"montgomery-cardiff": "b..", "london-oxford": "b..."}
    table = lay_out(4, map="britannia", supply=(5, 0), houses=lying)
    assert legal(table, "displace") == {"displace london-oxford 1 with trader"}
    table = lay_out(4, map="britannia", supply=(5, 0), houses=lying, offices={"cardiff": "a"})
    assert "displace montgomery-cardiff 1 with trader" in legal(table)


def test_pieces_may_leave_a_country_for_england_but_not_enter_one() -> None:
    table = lay_out(4, map="britannia", houses={"montgomery-cardiff": "a..", "london-oxford": "a..."})
    play(table, "move", "take london-oxford 1")
    assert not legal(table, "to montgomery-cardiff")
    play(table, "to london-cambridge", "take montgomery-cardiff 1")
    assert legal(table, "to montgomery-pembroke")
    assert legal(table, "to london-oxford")
    assert not legal(table, "to carlisle-falkirk")


def test_displaced_pieces_stay_in_their_country_or_go_to_england() -> None:
    table = lay_out(
        4,
        map="britannia",
        supply=(5, 0),
        houses={"carlisle-falkirk": "b."},
        offices={"carlisle": "a"},
        benno={"supply": (0, 1), "stock": (5, 0)},
    )
    play(table, "displace carlisle-falkirk 1 with trader")
    assert legal(table) == {
        "to carlisle-isle-of-man",
        "to durham-carlisle",
        "to richmond-carlisle",
        "to chester-carlisle",
        "to glasgow-falkirk",
    }


def test_a_piece_displaced_in_england_stays_there() -> None:
    """Though routes of Wales begin in Cardiff, too."""
    table = lay_out(
        4, map="britannia", supply=(5, 0), houses={"oxford-cardiff": "b..."}, benno={"stock": (5, 0)}
    )
    play(table, "displace oxford-cardiff 1 with trader")
    for _ in range(2):  # the displaced piece, and the one that comes along
        found = {words.split()[1] for words in legal(table, "to")}
        assert found
        assert not found & beyond(4, 1)
        play(table, "to london-oxford")


def test_two_pieces_into_wales_or_scotland() -> None:
    table = lay_out(4, map="britannia", houses={"calais-southampton": "aAA"}, desk={"book": 1}, stock=(2, 0))
    play(table, "establish calais-southampton", "nothing", "next trader", "to dunbar-edinburgh")
    play(table, "next trader", "to montgomery-cardiff")
    assert houses(table, "dunbar-edinburgh") == "a."
    assert houses(table, "montgomery-cardiff") == "a.."
    assert state_of(table)["pending"] is None


def test_the_eighth_completed_city_ends_the_game() -> None:
    one = {"bristol": "b", "durham": "b", "ipswich": "b", "lancaster": "b", "richmond": "b"}
    two = {"cambridge": "cc", "canterbury": "cc"}
    table = lay_out(
        map="britannia",
        houses={"coventry-nottingham": "aaa"},
        offices={**one, **two, "coventry": "c"},
        desk={"privilege": 3},
    )
    assert table.view(None)["completed"] == 7
    play(table, "establish coventry-nottingham", "office coventry")
    assert table.is_over


@pytest.mark.parametrize(
    ("offices", "scored"),
    [
        ({"conway": "a", "montgomery": "b", "pembroke": "b"}, [4, 7, 0]),
        ({"conway": "ab", "montgomery": "b"}, [2 + 2, 7, 0]),
        ({"conway": "a", "montgomery": "b"}, [5, 5, 0]),
        ({"conway": "a", "montgomery": "b", "pembroke": "c"}, [4, 4, 4]),
        ({"conway": "aa"}, [7, 0, 0]),
    ],
)
def test_wales_scores_seven_four_and_two(offices: dict[str, str], scored: list[int]) -> None:
    table = lay_out(
        map="britannia", points=19, houses={"london-cambridge": "aaa"}, offices={**offices, "cambridge": "a"}
    )
    play(table, "establish london-cambridge", "nothing")
    assert table.is_over
    assert [points(table, seat).get("countries", 0) for seat in range(3)] == scored

"""Britannia, worked through: coins, markers, moves and swaps at the borders, leave, places, and countries."""

from __future__ import annotations

import pytest

from hansa.kit import houses, lay_out, legal, play, player, points, side, state_of


def test_a_coin_is_worth_two() -> None:
    table = lay_out(map="britannia", houses={"cambridge-ipswich": "aaaa"}, desk={"privilege": 1})
    play(table, "establish cambridge-ipswich", "office ipswich")
    assert points(table) == {"coins": 2}


def test_oxford_and_york_are_joined() -> None:
    chain = {"oxford": "A", "london": "a", "cambridge": "c", "norwich": "a", "nottingham": "a"}
    table = lay_out(
        map="britannia",
        houses={"nottingham-york": "aaa"},
        offices=chain,
        extras={"cambridge": "a"},
    )
    play(table, "establish nottingham-york", "office york")
    assert points(table) == {"control": 1, "cities joined": 7}


def test_plymouth_has_the_special_table() -> None:
    table = lay_out(map="britannia", houses={"salisbury-plymouth": "aaaA"}, desk={"privilege": 1})
    play(table, "establish salisbury-plymouth")
    assert legal(table, "special") == {
        f"special {colour} {shape}" for colour in ("white", "orange") for shape in ("trader", "merchant")
    }


@pytest.mark.parametrize("players", [3, 4, 5])
def test_markers_are_laid_in_england_and_not_at_permanent_ones(players: int) -> None:
    table = lay_out(players, map="britannia", waiting=["plus-3"], actions=1)
    play(table, "end")
    assert legal(table) == {
        f"lay {route.key}"
        for route in side(table.game).routes
        if route.region == 0 and route.permanent is None
    }


def test_a_swap_may_not_bring_a_piece_into_another_country() -> None:
    lying = {
        "montgomery-cardiff": "a..",
        "london-oxford": "A...",
        "cardiff-pembroke": "A..",
        "dunbar-edinburgh": "A.",
    }
    table = lay_out(4, map="britannia", houses=lying, desk={"book": 3})
    play(table, "move", "take montgomery-cardiff 1")
    assert legal(table, "take") == {"take cardiff-pembroke 1"}


def test_three_pieces_stay_in_their_country() -> None:
    lying = {"montgomery-cardiff": "b..", "london-oxford": "b..."}
    table = lay_out(4, map="britannia", rules="big-box", houses=lying, unused={"pieces": 1})
    countries = {route.key: route.region for route in side(table.game).routes}
    for house, country in (("montgomery-cardiff 1", 1), ("london-oxford 1", 0)):
        play(table, *([] if state_of(table)["pending"] else ["use pieces"]), f"take {house}")
        assert {countries[words.split()[1]] for words in legal(table, "to")} == {country}
        play(table, min(legal(table, "to")))


def test_the_permanent_marker_moves_pieces_within_their_country_too() -> None:
    lying = {"canterbury-calais": "aAa", "montgomery-cardiff": "b..", "london-oxford": "b..."}
    table = lay_out(4, map="britannia", houses=lying)
    play(table, "establish canterbury-calais", "nothing", "take montgomery-cardiff 1")
    assert legal(table, "take") == set()  # no swap with England
    assert "to london-oxford" not in legal(table)
    assert "to cardiff-pembroke" in legal(table)


def test_establishing_needs_no_leave() -> None:
    table = lay_out(4, map="britannia", houses={"carlisle-falkirk": "aa"})
    play(table, "establish carlisle-falkirk", "office falkirk")
    assert table.view(None)["cities"]["falkirk"]["control"] == 0


@pytest.mark.parametrize(
    ("stock", "supply", "words"),
    [
        ((1, 0), (4, 0), "next trader"),  # the stock has the route's other pieces too
        ((0, 0), (0, 0), "next trader"),
    ],
)
def test_two_pieces_beyond_england_come_from_the_stock_first(
    stock: tuple[int, int], supply: tuple[int, int], words: str
) -> None:
    table = lay_out(
        4, map="britannia", houses={"calais-southampton": "aAA"}, desk={"book": 1}, stock=stock, supply=supply
    )
    before = player(table).supply
    play(table, "establish calais-southampton", "nothing")
    assert legal(table) == {words, "next merchant", "done"}
    play(table, "next merchant")
    countries = {route.key: route.region for route in side(table.game).routes}
    assert {countries[said.split()[1]] for said in legal(table, "to")} == {1, 2}
    play(table, "to conway-isle-of-man ship", "done")
    assert houses(table, "conway-isle-of-man") == "A.."
    assert player(table).supply == before


def test_the_piece_in_hand_need_not_go_beyond_england() -> None:
    table = lay_out(4, map="britannia", houses={"calais-southampton": "aAA"}, desk={"book": 1}, stock=(1, 0))
    play(table, "establish calais-southampton", "nothing", "next merchant")
    assert "to conway-isle-of-man ship" in legal(table)
    play(table, "done")
    assert player(table).stock == {"trader": 2, "merchant": 2}
    assert not any(one for row in state_of(table)["houses"].values() for one in row)
    assert (table.seat, state_of(table)["pending"]) == (0, None)


def test_two_pieces_beyond_england_are_two_pieces() -> None:
    """With nothing in stock and supply they come from other routes, and neither is taken up twice."""
    table = lay_out(
        4,
        map="britannia",
        pending="place beyond",
        establishing=True,
        route="calais-southampton",
        left=2,
        houses={"london-cambridge": "aA."},
        offices={"london": "a"},
        extras={"london": "aaaaaaaaa"},
    )
    assert player(table).supply == player(table).stock == {"trader": 0, "merchant": 0}
    play(table, "take london-cambridge 1", "to montgomery-conway")
    assert legal(table) == {"take london-cambridge 2", "done"}
    assert table.view(None)["placed"] == ["montgomery-conway 1"]
    play(table, "take london-cambridge 2", "to montgomery-conway")
    assert houses(table, "montgomery-conway") == "aA."
    assert "placed" not in table.view(None)


def ended(players: int, offices: dict[str, str], extras: dict[str, str] | None = None) -> list[int]:
    """Everybody's points for countries when Anna ends the game."""
    table = lay_out(
        players,
        map="britannia",
        points=19,
        houses={"london-cambridge": "aaa"},
        offices={**offices, "cambridge": "A"},
        extras=extras or {},
    )
    play(table, "establish london-cambridge", "nothing")
    assert table.is_over
    return [points(table, seat).get("countries", 0) for seat in range(players)]


@pytest.mark.parametrize(
    ("players", "offices", "scored"),
    [
        # The Isle of Man counts for both countries, where both are played.
        (4, {"isle-of-man": "B"}, [0, 14, 0, 0]),
        (3, {"isle-of-man": "b"}, [0, 7, 0]),
        # Carlisle is Scottish for four and English for three.
        (4, {"carlisle": "a"}, [7, 0, 0, 0]),
        (3, {"carlisle": "a"}, [0, 0, 0]),
        # Cities first, then offices: Benno has two cities, Anna one, Carla none but an office.
        (4, {"cardiff": "aaca", "conway": "b", "montgomery": "b"}, [4, 7, 2, 0]),
        # Equal cities: offices decide.
        (4, {"cardiff": "aaab", "conway": "b"}, [7, 4, 0, 0]),
        # Three tie for the second place: they share 4 and 2. Two tie for the third: they share 2.
        (5, {"conway": "ba", "montgomery": "ca", "pembroke": "da"}, [7, 2, 2, 2, 0]),
        (5, {"conway": "ca", "montgomery": "da", "pembroke": "b"}, [7, 4, 1, 1, 0]),
        # Two tie for the first: 11 points, rounded down, and the next is third. Three take all there is.
        (5, {"conway": "ea", "montgomery": "b"}, [5, 5, 0, 0, 2]),
        (5, {"conway": "a", "montgomery": "b", "pembroke": "dc"}, [4, 4, 4, 0, 0]),
        # Nobody without an office scores.
        (5, {}, [0, 0, 0, 0, 0]),
    ],
)
def test_countries(players: int, offices: dict[str, str], scored: list[int]) -> None:
    assert ended(players, offices) == scored


def test_additional_offices_count_among_those_of_a_country() -> None:
    offices = {"conway": "a", "montgomery": "b"}
    assert ended(4, offices) == [5, 5, 0, 0]
    assert ended(4, offices, {"conway": "a"}) == [7, 4, 0, 0]

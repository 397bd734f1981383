"""Control, completed cities, the chain from east to west, networks."""

from __future__ import annotations

import pytest

from burgher.games.hansa.offices import network
from burgher.games.hansa.state import Hansa
from hansa.kit import control, extras, lay_out, legal, offices, play, player, points, side


@pytest.mark.parametrize(
    ("taken", "added", "who"),
    [
        ("", "", None),
        ("a", "", "Anna"),
        ("ab", "", "Benno"),
        ("aab", "", "Anna"),
        ("aabb", "", "Benno"),
        ("abc", "", "Carla"),
        ("abb", "a", "Benno"),
        ("ab", "a", "Anna"),
        ("c", "ab", "Carla"),
        ("c", "abab", "Benno"),
        ("c", "baba", "Anna"),
    ],
)
def test_most_offices_control_and_the_rightmost_breaks_ties(taken: str, added: str, who: str | None) -> None:
    assert control(lay_out(offices={"minden": taken}, extras={"minden": added}), "minden") == who


def test_a_city_is_complete_with_its_last_printed_office() -> None:
    table = lay_out(houses={"duisburg-dortmund": "aa"})
    play(table, "establish duisburg-dortmund", "office duisburg")
    assert table.view(0)["cities"]["duisburg"]["complete"]
    assert table.view(0)["completed"] == 1


# The shortest way on the board for three: Arnheim, Münster, Minden, Brunswiek, Stendal.
CHAIN = {"arnheim": "a", "muenster": "a", "minden": "a", "brunswiek": "a", "stendal": "c"}


@pytest.mark.parametrize(("faster", "scored"), [("", 7), ("b", 4), ("bc", 2)])
def test_joining_the_end_cities_scores_seven_four_and_two(faster: str, scored: int) -> None:
    table = lay_out(
        offices=CHAIN,
        extras=dict.fromkeys(CHAIN, faster),
        houses={"stendal-perleberg": "aAa"},
        benno={"joined": "b" in faster},
        carla={"joined": "c" in faster},
    )
    play(table, "establish stendal-perleberg", "office stendal")
    assert points(table)["cities joined"] == scored
    assert player(table).joined


def test_a_gap_joins_nothing() -> None:
    table = lay_out(offices=CHAIN | {"brunswiek": "b"}, houses={"stendal-perleberg": "aAa"})
    play(table, "establish stendal-perleberg", "office stendal")
    assert "cities joined" not in points(table)


def test_an_additional_office_may_close_the_chain() -> None:
    table = lay_out(
        offices=CHAIN | {"brunswiek": "b", "stendal": "a"},
        houses={"stendal-brunswiek": "aaaa"},
        unused={"office": 1},
    )
    play(table, "establish stendal-brunswiek", "extra brunswiek trader")
    assert points(table)["cities joined"] == 7


@pytest.mark.parametrize(("rules", "size"), [("given", 3), ("2009", 6), ("big-box", 6)])
def test_the_largest_network_in_cities_or_offices(rules: str, size: int) -> None:
    table = lay_out(
        rules=rules,
        offices={"arnheim": "aa", "muenster": "aa", "minden": "ba", "hamburg": "aa", "luebeck": "a"},
        extras={"minden": "a"},
    )
    assert isinstance(table.state, Hansa)
    assert network(table.state, 0) == size
    assert network(table.state, 1) == 1


def test_an_additional_office_goes_to_the_left_of_all() -> None:
    table = lay_out(
        houses={"hamburg-luebeck": "aAa"},
        offices={"hamburg": "bb"},
        extras={"hamburg": "c"},
        unused={"office": 1},
    )
    play(table, "establish hamburg-luebeck")
    assert legal(table, "extra") == {"extra hamburg trader", "extra hamburg merchant"}  # none in Lübeck yet
    play(table, "extra hamburg merchant")
    assert extras(table, "hamburg") == "Ac"
    assert offices(table, "hamburg") == "bb"
    assert player(table).used == {"office": 1}


def test_every_city_can_be_completed() -> None:
    for city in side(lay_out().game).cities:
        table = lay_out(offices={city.key: "b" * len(city.offices)})
        assert table.view(None)["cities"][city.key]["complete"]

"""A whole game's end, added up by hand, under each of the rules; and ties as they come about."""

from __future__ import annotations

import pytest

from burgher import Table
from hansa.kit import lay_out, play, points

OFFICES = {
    "hamburg": "abb",  # Benno's: two against one
    "luebeck": "a",
    "bremen": "c",
    "osnabrueck": "cac",  # Carla's
    "minden": "ab",  # Benno's, further right
    "muenster": "Aa",
    "arnheim": "bBa",
    "stendal": "c",
}
EXTRAS = {"minden": "c", "luebeck": "aa"}


def ended(rules: str) -> Table:
    """Anna's control of Lübeck brings her to twenty points."""
    table = lay_out(
        rules=rules,
        points=19,
        houses={"hamburg-luebeck": "aaa"},
        offices=OFFICES,
        extras=EXTRAS,
        special="CA..",
        unused={"develop": 1},
        used={"plus-3": 2, "plus-4": 1},
        desk={"keys": 4, "bags": 3, "privilege": 1, "book": 1},
        benno={
            "points": 6,
            "desk": {"actions": 5, "keys": 1, "privilege": 2, "book": 1},
            "unused": {"office": 1},
        },
        carla={"points": 3, "desk": {"keys": 3, "privilege": 1, "book": 1}, "waiting": ["exchange"]},
    )
    play(table, "establish hamburg-luebeck")  # with which nothing can be done
    assert table.is_over
    return table


@pytest.mark.parametrize("rules", ["given", "2009", "big-box"])
def test_a_game_added_up(rules: str) -> None:
    table = ended(rules)
    given = rules == "given"
    # Anna: Lübeck, Münster. Arnheim is Benno's, with two offices against one.
    assert points(table, 0) == {
        "control": 1,
        "full tracks": 8 if given else 4,  # bags; by the given rules the keys too
        "markers": 6,  # four of them, used or not
        "special table": 8,
        "cities": 2 * 2,  # Lübeck, Münster
        # Hamburg–Lübeck: two cities, with four offices; Osnabrück alone;
        # Minden–Münster–Arnheim: three cities, with four offices. Times four.
        "network": (3 if given else 4) * 4,
    }
    # Benno: Hamburg, Minden, Arnheim.
    assert points(table, 1) == {
        "control": 1,
        "full tracks": 4,
        "markers": 1,
        "cities": 3 * 2,
        # Hamburg: two offices in one city; Minden and Arnheim are not neighbours. Times two.
        "network": (1 if given else 2) * 2,
    }
    # Carla: Bremen, Osnabrück, Stendal. The marker she has not laid is nobody's.
    assert points(table, 2) == {
        "special table": 7,
        "cities": 3 * 2,
        # Osnabrück–Bremen–Minden: three cities, with four offices. Times three.
        "network": (3 if given else 4) * 3,
    }


def tied(*, actions: tuple[int, int], network: tuple[str, str], points_before: tuple[int, int]) -> Table:
    """Anna and Benno with so many steps of actions; each has offices in a city that stands alone."""
    cities = {"goslar": network[0], "emden": network[1], "hamburg": "c"}
    table = lay_out(
        houses={"hamburg-luebeck": "aaa"},
        offices={city: taken for city, taken in cities.items() if taken},
        points=points_before[0],
        desk={"actions": actions[0]},
        benno={"points": points_before[1], "desk": {"actions": actions[1]}},
        carla={"points": 19},
    )
    play(table, "establish hamburg-luebeck", "nothing")
    assert table.is_over
    assert table.scores()[0] == table.scores()[1]
    return table


@pytest.mark.parametrize(
    ("actions", "ranks"), [((0, 1), [2, 3, 1]), ((2, 1), [3, 2, 1]), ((1, 2), [2, 3, 1])]
)
def test_a_tie_goes_to_the_less_developed_actions(actions: tuple[int, int], ranks: list[int]) -> None:
    """The second 3 of the track is further developed than the first."""
    assert tied(actions=actions, network=("", ""), points_before=(5, 5)).ranks() == ranks


def test_then_to_the_better_network() -> None:
    table = tied(actions=(1, 1), network=("", "B"), points_before=(8, 5))
    assert points(table, 1)["network"] == 1
    assert table.ranks() == [3, 2, 1]


def test_then_it_is_shared() -> None:
    assert tied(actions=(1, 1), network=("a", "B"), points_before=(5, 5)).ranks() == [2, 2, 1]

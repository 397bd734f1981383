"""III Market barrows: their rewards, stall places, and who has to leave them.

The market by rows: the value of each place, and the players it needs where that is more than two.

    1      3/4  6    4    2/4
    2    6/3  4    3    5    3/3
    3  2/3  3    5    2    4    5/3
    4    4/3  2    3    5    6/3
    5      5/4  6    2    4/4
"""

from __future__ import annotations

from typing import Any

from burgher import Table
from granja.kit import earned, farm, goods, lay_out, legal, market, play, silver, state_of


def completing(value: int = 2, players: int = 2, **given: Any) -> Table:
    """A table where `deliver grain barrow-1` completes a barrow of a value."""
    card, met = {2: (18, [1]), 3: (39, [2, 3]), 4: (56, [2, 3, 4]), 5: (19, [2, 3, 4]), 6: (6, [2, 3, 4, 5])}[
        value
    ]
    given = {"goods": {"grain": 1}, "barrows": [(card, met)], "crafts": [1, 2, 3, 4, 5, 6]} | given
    return lay_out(players, step="free deliveries", left=2, **given)


DONE = "deliver grain barrow-1"


def test_a_completed_barrow_scores_and_gives_a_trade_commodity_and_is_discarded() -> None:
    table = completing(4)
    assert earned(table, DONE) == {"market barrows": 4}
    assert goods(table) == {"trade": 1}
    assert farm(table).barrows == [None] * 4
    assert state_of(table)["discards"] == [56]


def test_a_marker_goes_to_any_empty_place_of_the_value() -> None:
    table = play(completing(2), DONE)
    assert legal(table) == {"stall 3-4", "stall 4-2", "stall 5-3"}
    play(table, "stall 4-2")
    assert market(table) == {"4-2": 0}


def test_more_places_are_open_with_more_players() -> None:
    assert len(legal(play(completing(2, players=3), DONE), "stall")) == 4
    assert len(legal(play(completing(2, players=4), DONE), "stall")) == 5


def test_lower_neighbours_of_others_have_to_leave_for_a_point_each() -> None:
    table = completing(5, market=["4-2"], benno={"market": ["3-4", "2-3", "3-3"]}, order=[0, 1])
    table = play(table, DONE)
    assert legal(table) == {"stall 2-4", "stall 4-4"}
    assert earned(table, "stall 2-4") == {"markers driven away": 2}
    assert market(table) == {"4-2": 0, "2-4": 0, "3-3": 1}


def test_equal_and_higher_neighbours_and_ones_own_stay() -> None:
    table = completing(3, market=["3-4"], benno={"market": ["1-2", "2-2", "3-3"]})
    play(table, DONE)
    assert earned(table, "stall 2-3") == {}
    assert market(table) == {"3-4": 0, "2-3": 0, "1-2": 1, "2-2": 1, "3-3": 1}


def test_where_no_place_is_empty_an_opponents_marker_is_replaced_for_a_point() -> None:
    table = play(completing(2, market=["3-4"], benno={"market": ["4-2", "5-3"]}), DONE)
    assert legal(table) == {"stall 4-2", "stall 5-3"}
    assert earned(table, "stall 5-3") == {"markers replaced": 1}
    assert market(table) == {"3-4": 0, "4-2": 1, "5-3": 0}


def test_who_owns_all_places_of_the_value_replaces_an_own_marker_for_a_point() -> None:
    table = play(completing(2, market=["3-4", "4-2", "5-3"]), DONE)
    assert legal(table) == {"stall 3-4", "stall 4-2", "stall 5-3"}
    assert earned(table, "stall 4-2") == {"markers replaced": 1}
    assert market(table) == {"3-4": 0, "4-2": 0, "5-3": 0}


def test_a_replacing_marker_drives_lower_neighbours_away_too() -> None:
    table = play(completing(6, benno={"market": ["1-2", "5-2", "2-2", "2-3"]}), DONE)
    assert legal(table) == {"stall 1-2", "stall 5-2"}
    assert earned(table, "stall 1-2") == {"markers replaced": 1, "markers driven away": 2}
    assert market(table) == {"1-2": 0, "5-2": 1}


def test_the_butchers_marker_adds_a_point_to_each_barrow_but_not_to_its_place() -> None:
    table = completing(2, ongoing=[6])
    assert earned(table, DONE) == {"market barrows": 2, "craft markers": 1}
    assert legal(table) == {"stall 3-4", "stall 4-2", "stall 5-3"}


def test_the_rest_of_the_deliveries_follows_the_marker() -> None:
    table = completing(2)
    play(table, DONE, "stall 4-2")
    assert (table.seat, state_of(table)["left"], silver(table)) == (0, 1, 0)

"""III Craft buildings: rows, completing them, unblocking, markers."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import Table
from granja.kit import earned, farm, goods, lay_out, legal, play, silver, state_of

# The last good of the first row of each building.
LAST = {1: ("trade", 4), 2: ("food", 4), 3: ("meat", 4), 4: ("grape", 4), 5: ("pig", 4), 6: ("meat", 4)}


def completing(building: int, players: int = 2, **given: Any) -> tuple[Table, str]:
    """A table where one delivery completes the first row of a building, and that delivery."""
    good, place = LAST[building]
    mine = {good: 1} | given.pop("goods", {})
    rows = {building: ("a", [n for n in (1, 2, 3, 4) if n != place])}
    given = {"step": "free deliveries", "left": 2} | given
    table = lay_out(players, goods=mine, rows=rows, **given)
    return table, f"deliver {good} row-{building}a"


def test_the_first_good_claims_a_row_for_its_player() -> None:
    table = lay_out(step="free deliveries", left=3, goods={"pig": 1, "olive": 1, "grain": 2})
    assert legal(table, "deliver grain row-2") == {"deliver grain row-2a", "deliver grain row-2b"}
    play(table, "deliver grain row-2b")
    assert farm(table).rows == {"2": {"row": "b", "met": [1]}}
    assert legal(table, "deliver grain row-2") == set()
    assert legal(table, "deliver pig row-2") == {"deliver pig row-2b"}


def test_a_row_is_one_players_alone() -> None:
    table = lay_out(step="free deliveries", goods={"grain": 1}, benno={"rows": {2: ("b", [1])}})
    assert legal(table, "deliver grain row-2") == {"deliver grain row-2a"}


@pytest.mark.parametrize(("players", "rows"), [(2, "ab"), (3, "abd"), (4, "abd")])
def test_two_rows_are_used_with_two_players_and_four_with_more(players: int, rows: str) -> None:
    table = lay_out(players, step="free deliveries", goods={"grain": 1})
    assert legal(table, "deliver grain row-2") == {f"deliver grain row-2{row}" for row in rows}


def test_nobody_delivers_to_a_blocked_building_or_to_one_completed() -> None:
    table = lay_out(step="free deliveries", goods={"grain": 1}, blocked=[2], crafts=[4])
    assert legal(table, "deliver grain row-2") == legal(table, "deliver grain row-4") == set()
    assert legal(table, "deliver grain row-5") == {"deliver grain row-5a"}


def test_rows_may_ask_for_trade_commodities() -> None:
    table, last = completing(1)
    assert last in legal(table)
    play(table, last)
    assert goods(table) == {}


@pytest.mark.parametrize("round", [1, 4, 6])
def test_a_completed_row_scores_the_round_and_the_first_one_a_token(round: int) -> None:
    table, last = completing(1, round=round)
    assert earned(table, last) == {"craft buildings": round, "first at craft buildings": 1}
    assert (farm(table).crafts, farm(table).rows) == ([1], {})
    table, last = completing(1, round=round, benno={"crafts": [1]})
    assert earned(table, last) == {"craft buildings": round}


def test_a_completed_row_is_free_for_others() -> None:
    table, last = completing(4, left=1, benno={"goods": {"grain": 1}})
    play(table, last, "gain olive")
    assert table.seat == 1
    assert "deliver grain row-4a" in legal(table)


def test_the_first_row_of_a_building_unblocks_the_next_building_for_a_point() -> None:
    table, last = completing(1, order_markers=[5, 3, 2], blocked=[2, 3])
    assert earned(table, last) == {
        "craft buildings": 1, "first at craft buildings": 1, "craft buildings unblocked": 1,
    }  # fmt: skip
    assert state_of(table)["blocked"] == [2]


def test_the_second_row_of_a_building_unblocks_nothing() -> None:
    table, last = completing(1, order_markers=[5, 3, 2], blocked=[2, 3], benno={"crafts": [1]})
    play(table, last)
    assert state_of(table)["blocked"] == [2, 3]


# -- markers ---------------------------------------------------------------------------------------


def test_merchant_house_gives_3_silver() -> None:
    table, last = completing(1)
    assert silver(play(table, last)) == 3


def test_wainwright_gives_a_delivery_and_then_scores_the_siesta_track() -> None:
    table, last = completing(2, siesta=5, goods={"grain": 1}, barrows=[18])
    play(table, last)
    assert {"deliver grain barrow-1", "skip"} <= legal(table)
    assert earned(table, "deliver grain barrow-1") == {"siesta track": 2}
    assert state_of(table)["left"] == 1
    table, last = completing(2, siesta=5, goods={"grain": 1}, barrows=[18])
    play(table, last)
    assert earned(table, "skip") == {"siesta track": 2}


def test_wainwrights_delivery_may_complete_something_before_the_track_is_scored() -> None:
    table, last = completing(2, siesta=3, goods={"grain": 1}, barrows=[(18, [1])])
    play(table, last)
    assert earned(table, "deliver grain barrow-1") == {"market barrows": 2}
    assert earned(table, "stall 4-2") == {"siesta track": 1}


def test_wainwrights_delivery_waits_for_a_good_that_a_roof_tile_can_bring() -> None:
    table, last = completing(2, siesta=5, barrows=[9], tiles=["1a"])
    play(table, last, "roof 1")
    assert earned(table, "deliver olive barrow-1") == {"siesta track": 2}


def test_deli_gives_a_trade_commodity() -> None:
    table, last = completing(3)
    assert goods(play(table, last)) == {"trade": 1}


def test_greengrocer_gives_any_resource() -> None:
    table, last = completing(4)
    play(table, last)
    assert legal(table) == {"gain olive", "gain grain", "gain grape", "gain pig"}
    assert goods(play(table, "gain grape")) == {"grape": 1}


def test_village_store_gives_2_points_and_later_2_with_each_marker() -> None:
    table, last = completing(5)
    assert earned(table, last)["craft markers"] == 2
    table, last = completing(1, crafts=[5], ongoing=[5])
    assert earned(table, last)["craft markers"] == 2


def test_butcher_gives_a_point_for_each_barrow() -> None:
    table, last = completing(6, barrows=[18, 5, 9])
    assert earned(table, last)["craft markers"] == 3
    table, last = completing(6)
    assert "craft markers" not in earned(table, last)


@pytest.mark.parametrize("round", range(1, 7))
def test_markers_are_turned_at_the_end_of_the_round_but_not_of_the_last(round: int) -> None:
    given: Any = {"step": "purchased deliveries", "turn": 2, "round": round}
    table = play(lay_out(**given, crafts=[1, 4], ongoing=[4], benno={"crafts": [1]}), "done")
    assert table.is_over == (round == 6)
    turned = ([4], []) if table.is_over else ([1, 4], [1])
    assert (farm(table).ongoing, farm(table, 1).ongoing) == turned


@pytest.mark.parametrize(("again", "points"), [(1, 0), (3, 0), (5, 2), (6, 1)])
def test_an_effect_that_comes_up_within_the_wainwrights_delivery_leaves_it_as_it_is(
    again: int, points: int
) -> None:
    """Immediately carry out 1 free Delivery, then score the Siesta Track."""
    given: Any = {"silver": 2, "siesta": 5, "goods": {"grain": 1}, "barrows": [18], "helpers": ["Journeyman"]}
    table, last = completing(2, crafts=[again], **given)
    play(table, last)
    more = earned(table, "use 51", f"craft {again}")
    assert sum(more.values()) == points
    assert earned(table, "skip") == {"siesta track": 2}


def test_the_journeymans_wainwright_delivers_and_the_one_that_waits_still_scores() -> None:
    given: Any = {"silver": 2, "siesta": 5, "goods": {"grain": 2}, "barrows": [18], "helpers": ["Journeyman"]}
    table, last = completing(2, **given)
    play(table, last, "use 51", "craft 2")
    assert earned(table, "deliver grain barrow-1") == {}
    assert earned(table, "skip") == {"siesta track": 2}

"""What the steps of a round leave to be understood: the smaller rules that `docs/rules/granja.md` names."""

from __future__ import annotations

from typing import Any

import pytest

from granja.kit import earned, farm, goods, lay_out, legal, market, play, silver, state_of


def test_goods_wait_on_barrows_and_rows_over_the_rounds() -> None:
    table = lay_out(
        step="purchased deliveries", turn=2, order=[1, 0], barrows=[(39, [1])], rows={2: ("a", [1, 3])}
    )
    play(table, "done")
    assert state_of(table)["round"] == 2
    assert farm(table).barrows[0]["met"] == [1]
    assert farm(table).rows == {"2": {"row": "a", "met": [1, 3]}}


def test_the_demands_of_a_row_are_met_in_any_order() -> None:
    table = lay_out(step="free deliveries", left=4, goods={"food": 1, "pig": 1, "olive": 1, "grain": 1})
    play(table, "deliver food row-2a", "deliver olive row-2a", "deliver pig row-2a")
    assert farm(table).rows["2"]["met"] == [2, 3, 4]


def test_completed_buildings_do_not_count_in_the_market() -> None:
    table = lay_out(step="purchased deliveries", turn=2, order=[1, 0], market=["3-4"], crafts=[1, 2, 3])
    assert earned(table, "done") == {"market": 1}


def test_in_the_last_round_no_marker_is_turned_and_no_roof_tile_laid_out() -> None:
    table = lay_out(
        step="purchased deliveries", round=6, turn=2, order=[1, 0], crafts=[1, 4], ongoing=[4], roofs=["6a"]
    )
    play(table, "done")
    assert table.is_over
    assert (farm(table).ongoing, state_of(table)["roofs"]) == ([4], ["6a", None, None, None])


def test_an_extension_played_while_deliveries_are_bought_adds_none_in_that_step() -> None:
    table = lay_out(
        step="purchased deliveries", left=1, silver=3, goods={"trade": 1, "grain": 1}, hand=[1], barrows=[18]
    )
    play(table, "trade play", "extension 1")
    while legal(table, "pay"):
        play(table, "pay silver")
    assert farm(table).extensions == [1]
    assert state_of(table)["left"] == 1
    play(table, "deliver grain barrow-1")
    assert state_of(table)["round"] == 2  # nobody else has any to buy


def test_deliveries_are_made_in_the_new_turn_order() -> None:
    table = lay_out(3, step="donkeys", goods={"grain": 1}, barrows=[18])
    play(table, "donkey 4", "donkey 1", "donkey 2")
    seats = []
    while state_of(table)["step"] == "free deliveries":
        seats.append(table.seat)
        play(table, "done")
    assert seats == [1, 2, 0]


def test_the_points_of_a_barrow_are_its_value_whatever_else_it_brings() -> None:
    table = lay_out(step="free deliveries", goods={"grain": 1}, barrows=[(18, [1])], crafts=[6], ongoing=[6])
    assert earned(table, "deliver grain barrow-1") == {"market barrows": 2, "craft markers": 1}
    assert goods(table) == {"trade": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_takes_two_dice_and_one_is_left(players: int) -> None:
    table = lay_out(players, dice="4" * (2 * players + 1))
    for _ in range(2 * players):
        play(table, "die 4")
    assert (state_of(table)["step"], sum(state_of(table)["dice"])) == ("leftover", 1)
    assert [silver(table, seat) for seat in range(players)] == [8] * players


# -- helpers and the market --------------------------------------------------------------------------

REPLACING: dict[str, Any] = {
    "step": "free deliveries",
    "goods": {"grain": 1},
    "barrows": [(18, [1])],
    "market": ["3-4"],
}
"""`deliver grain barrow-1` completes a barrow of value 2; one of the three places is Anna's."""


def test_a_marker_replaced_counts_for_the_negotiator_and_the_bailiff() -> None:
    benno = {"market": ["4-2", "5-3"], "helpers": ["Negotiator"]}
    table = play(lay_out(**REPLACING, helpers=["Bailiff"], benno=benno), "deliver grain barrow-1")
    assert earned(table, "stall 4-2", seat=1) == {"Negotiator": 1}
    assert silver(table) == 1


def test_the_market_guard_does_not_keep_a_marker_that_is_replaced() -> None:
    benno = {"market": ["4-2", "5-3"], "helpers": ["Market Guard"], "silver": 1}
    table = play(lay_out(**REPLACING, benno=benno), "deliver grain barrow-1", "stall 4-2")
    assert market(table) == {"3-4": 0, "4-2": 0, "5-3": 1}
    assert silver(table, 1) == 1


def test_a_porter_who_leaves_gives_no_second_option() -> None:
    table = lay_out(dice="2", hand=[50], helpers=["Porter", 18, 9])
    play(table, "die 2", "helper 50", "dismiss 3")
    assert table.seat == 1


def test_the_instant_side_of_a_craft_marker_works_at_once_or_never() -> None:
    table = lay_out(step="free deliveries", left=2, goods={"food": 1, "grain": 1}, rows={2: ("a", [1, 2, 3])},
                    barrows=[18])  # fmt: skip
    play(table, "deliver food row-2a", "skip")
    assert state_of(table)["left"] == 1  # of the donkeys' deliveries; the wainwright's is gone
    play(table, "deliver grain barrow-1")
    assert table.seat == 1

"""Long Distance Trade: three resources for a place on another board."""

from __future__ import annotations

import pytest

from burgher import BadPosition, Table
from granja.kit import deal, earned, farm, goods, lay_out, legal, module, play, refusal, silver, state_of

NAME = "long-distance-trade"


def journeys(*owners: int | None) -> dict[str, dict[str, list[int | None]]]:
    """The board with some owners from the first space on."""
    return {NAME: {"journeys": [*owners, *[None] * 8][:8]}}


def scoring(**given: object) -> Table:
    """A round that is about to be scored: Anna and Benno have no deliveries left to buy."""
    modules = given.pop("modules", journeys())
    table = lay_out(step="purchased deliveries", modules=modules, **given)  # type: ignore[arg-type]
    while state_of(table)["step"] == "purchased deliveries" and not table.is_over:
        table.play("done")
    return table


def test_the_board_is_empty_at_first() -> None:
    assert module(deal(modules=(NAME,)), NAME) == {"journeys": [None] * 8}


def test_after_ones_points_a_set_of_three_resources_may_be_returned() -> None:
    table = scoring(goods={"grain": 2, "olive": 1}, siesta=3, market=["2-2"])
    assert table.seat == 0
    assert farm(table).points == 2, "the market and the siesta track are scored first"
    assert legal(table, "journey") == {"journey 1"}
    play(table, "journey 1")
    assert module(table, NAME)["journeys"][0] == 0
    assert goods(table) == {}
    assert silver(table) == 4, "its reward"


def test_what_is_lacking_may_be_bought_first_a_second_of_a_kind_too() -> None:
    table = scoring(goods={"grain": 1}, silver=4)
    assert legal(table, "journey") == set()
    play(table, "buy grain", "buy olive", "journey 1")
    assert (goods(table), silver(table)) == ({}, 4)
    poor = scoring(goods={"grain": 1}, silver=2)
    assert state_of(poor)["round"] == 2, "nobody is asked for what is out of reach"


def test_a_trade_commodity_may_bring_what_is_lacking() -> None:
    table = scoring(goods={"grain": 1, "trade": 1})
    play(table, "trade harvest", "gain olive and grape", "journey 4")
    assert module(table, NAME)["journeys"][3] == 0


def test_other_goods_may_be_sold_for_what_is_lacking() -> None:
    table = scoring(goods={"grain": 1, "olive": 1, "pig": 1})
    play(table, "sell pig", "buy grape", "journey 4")
    assert goods(table) == {"trade": 1}


def test_what_the_siesta_track_brings_comes_first() -> None:
    # The sixth lady gives a harvest good for a siesta point.
    lady = {"ladies": {"ladies": [6, 4]}}
    table = scoring(goods={"grain": 1, "olive": 1}, siesta=3, modules=journeys() | lady)
    play(table, "gain grape", "journey 4")
    assert module(table, NAME)["journeys"][3] == 0


def test_every_player_may_in_turn_order() -> None:
    table = scoring(goods={"grain": 2, "olive": 1}, benno={"goods": {"olive": 2, "grape": 1}})
    play(table, "journey 1")
    assert table.seat == 1
    play(table, "journey 2")
    assert module(table, NAME)["journeys"][:2] == [0, 1]
    assert state_of(table)["round"] == 2


def test_nobody_has_to_and_it_is_one_set_a_round() -> None:
    table = scoring(goods={"grain": 4, "olive": 4, "grape": 4})
    assert legal(table, "journey") == {"journey 1", "journey 2", "journey 3", "journey 4"}
    play(table, "journey 4")
    assert state_of(table)["round"] == 2
    again = scoring(goods={"grain": 4, "olive": 4, "grape": 4})
    play(again, "skip")
    assert state_of(again)["round"] == 2
    assert module(again, NAME)["journeys"] == [None] * 8


def test_an_occupied_space_is_not_to_be_had() -> None:
    table = scoring(goods={"grain": 4, "olive": 4, "grape": 4}, modules=journeys(1))
    assert "journey 1" not in legal(table)
    assert refusal(table, "journey 1").kind == "occupied"
    assert refusal(table, "journey 8").kind == "no-goods"


def test_resources_on_fields_count_and_go_first() -> None:
    table = scoring(fields=[2], ripe={"grain": 1}, goods={"grain": 1, "olive": 1})
    play(table, "journey 1")
    assert goods(table).get("grain", 0) == 0


def test_rewards_are_silver_trade_commodities_and_points() -> None:
    table = scoring(goods={"grape": 1, "pig": 2}, extensions=[1])
    assert earned(table, "journey 8") == {"long distance trade": 3}
    trade = scoring(goods={"grain": 1, "olive": 1, "grape": 1})
    play(trade, "journey 4")
    assert goods(trade) == {"trade": 1}


def test_at_the_end_a_good_beside_each_marker_scores_by_its_row() -> None:
    table = lay_out(
        round=6,
        step="purchased deliveries",
        goods={"grain": 1, "wine": 1, "food": 1, "meat": 1},
        modules=journeys(0, 0, 1, 0, 0, 0),
    )
    points = earned(table, "done", "skip")
    assert table.is_over
    # Grain for 1, the one food for the marker with 2 points, wine for 2; olive and grape are not there.
    assert points == {"long distance trade at the end": 5}
    assert goods(table) == {"meat": 1}


def test_before_it_one_may_still_come_by_what_markers_ask_for() -> None:
    modules = journeys(None, None, None, None, None, None, 0)
    table = scoring(round=6, goods={"trade": 1}, modules=modules)
    assert legal(table) >= {"trade pig", "skip"}
    play(table, "trade pig")
    assert table.is_over
    assert farm(table).points == 2


def test_it_comes_before_goods_are_turned_into_silver() -> None:
    modules = journeys(None, None, None, None, None, None, 0)
    table = scoring(round=6, goods={"pig": 1}, extensions=[1], modules=modules)
    assert table.is_over
    assert silver(table) == 0, "the pig was not sold"
    assert farm(table).points == 2


def test_positions_with_strangers_are_refused() -> None:
    with pytest.raises(BadPosition):
        lay_out(step="draft", modules=journeys(2))


def test_a_second_betwixt_reward_counts_before_the_final_scoring() -> None:
    card = {"card": 1, "near": 3, "far": 4, "waiting": 0}
    modules = journeys(None, None, None, None, None, None, 0)
    table = scoring(round=6, modules=modules | {"betwixt": {"cards": [card, None], "due": []}})
    assert legal(table) >= {"claim betwixt-1", "skip"}
    play(table, "claim betwixt-1", "trade pig")
    assert table.is_over
    assert farm(table).points == 3 + 2

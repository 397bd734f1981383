"""III Transportation phase: donkeys, hats, turn order, deliveries."""

from __future__ import annotations

import pytest

from granja.kit import farm, goods, lay_out, legal, play, silver, state_of

# -- donkeys and hats ------------------------------------------------------------------------------


def test_donkeys_are_chosen_secretly_and_shown_all_at_once() -> None:
    table = lay_out(3, step="donkeys", goods={"grain": 1})
    assert legal(table) == {"donkey 1", "donkey 2", "donkey 3", "donkey 4"}
    play(table, "donkey 4")
    assert table.view(0)["players"][0]["donkey"] == 4
    assert table.view(1)["players"][0]["donkey"] is None
    assert table.view(None)["players"][0]["donkey"] is None
    assert "(secret)" in str(table.record_for(1))
    assert "donkey 4" not in str(table.record_for(1))
    assert "donkey 4" in str(table.record_for(0))
    assert not any("donkey" in line for line in table.log(1))
    play(table, "donkey 1", "donkey 1")
    assert table.view(1)["players"][0]["donkey"] == 4
    assert farm(table).donkeys == [1, 2, 3]


def test_a_tile_is_used_once() -> None:
    table = lay_out(step="donkeys", donkeys=[2, 4])
    assert legal(table) == {"donkey 2", "donkey 4"}


def test_all_tiles_come_back_at_the_start_of_round_4() -> None:
    table = lay_out(
        step="purchased deliveries",
        round=3,
        turn=2,
        donkeys=[4],
        donkey=3,
        benno={"donkeys": [1], "donkey": 2},
    )
    play(table, "done")
    assert state_of(table)["round"] == 4
    assert farm(table).donkeys == farm(table, 1).donkeys == [1, 2, 3, 4]
    table = lay_out(
        step="purchased deliveries",
        round=2,
        turn=2,
        donkeys=[3, 4],
        donkey=2,
        benno={"donkeys": [1, 4], "donkey": 2},
    )
    play(table, "done")
    assert (farm(table).donkeys, farm(table, 1).donkeys) == ([3, 4], [1, 4])


def test_hats_move_discs_and_the_furthest_is_first_in_turn_order() -> None:
    table = play(lay_out(3, step="donkeys"), "donkey 3", "donkey 2", "donkey 1")
    assert [farm(table, seat).siesta for seat in range(3)] == [1, 2, 3]
    assert state_of(table)["order"] == [2, 1, 0]
    assert table.seat == 2


def test_who_arrives_later_lies_on_top_and_is_further() -> None:
    table = play(lay_out(3, step="donkeys"), "donkey 2", "donkey 2", "donkey 2")
    assert state_of(table)["order"] == [2, 1, 0]


def test_who_does_not_move_stays_as_the_stack_was() -> None:
    table = play(lay_out(3, step="donkeys", order=[1, 2, 0]), "donkey 4", "donkey 4", "donkey 4")
    assert state_of(table)["order"] == [1, 2, 0]


def test_nobody_goes_beyond_the_top_of_the_track() -> None:
    table = lay_out(step="donkeys", siesta=7, benno={"siesta": 8})
    play(table, "donkey 1", "donkey 1")
    assert [farm(table, seat).siesta for seat in range(2)] == [8, 8]
    assert state_of(table)["order"] == [0, 1]


def test_the_wainwright_adds_a_hat_and_a_donkey() -> None:
    table = lay_out(step="donkeys", crafts=[2], ongoing=[2])
    play(table, "donkey 3", "donkey 4")
    assert farm(table).siesta == 2
    assert (table.seat, state_of(table)["left"]) == (0, 4)


# -- deliveries ------------------------------------------------------------------------------------


@pytest.mark.parametrize("donkey", [1, 2, 3, 4])
def test_there_is_a_free_delivery_for_each_donkey(donkey: int) -> None:
    table = play(lay_out(step="donkeys", siesta=4), f"donkey {donkey}", "donkey 1")
    assert (table.seat, state_of(table)["left"]) == (0, donkey)


def test_goods_go_where_they_are_asked_for() -> None:
    table = lay_out(
        step="free deliveries",
        goods={"grain": 1, "wine": 1},
        barrows=[18, 34],  # grain grain; grain olive wine wine
        rows={4: ("a", [1, 2])},  # grain grain olive grape
        blocked=[1, 2, 3],
        crafts=[5, 6],
    )
    assert legal(table, "deliver") == {
        "deliver grain barrow-1", "deliver grain barrow-2", "deliver wine barrow-2",
    }  # fmt: skip


def test_each_demand_is_met_once() -> None:
    table = lay_out(step="free deliveries", left=3, goods={"grain": 3}, barrows=[39], crafts=[1, 2, 4, 5, 6])
    play(table, "deliver grain barrow-1", "deliver grain barrow-1")  # grain grain olive
    assert farm(table).barrows[0]["met"] == [1, 2]
    assert legal(table, "deliver grain barrow") == set()


def test_a_good_is_taken_from_a_field_first() -> None:
    table = lay_out(
        step="free deliveries", left=2, goods={"grain": 1}, fields=[5], ripe={"grain": 1}, barrows=[18]
    )
    play(table, "deliver grain barrow-1")
    assert (farm(table).ripe, goods(table)) == ({}, {"grain": 1})


def test_deliveries_may_be_left_undone() -> None:
    table = lay_out(step="free deliveries", left=2, goods={"grain": 1}, barrows=[18])
    play(table, "done")
    assert table.seat == 1


def test_purchased_deliveries_cost_a_silver_each_when_they_are_made() -> None:
    table = lay_out(
        step="purchased deliveries", left=2, silver=1, goods={"grain": 1, "olive": 1}, barrows=[18, 9]
    )
    play(table, "deliver grain barrow-1")
    assert silver(table) == 0
    assert legal(table, "deliver") == set()
    play(table, "sell olive")
    assert legal(table, "deliver") == set()  # there is silver now, but the olive is gone
    assert silver(table) == 1


def test_there_are_as_many_purchased_deliveries_as_extensions_say() -> None:
    table = lay_out(step="free deliveries", turn=2, extensions=[1, 3, 6], silver=3, goods={"grain": 1})
    play(table, "done")
    assert (state_of(table)["step"], table.seat, state_of(table)["left"]) == ("purchased deliveries", 0, 3)


def test_who_has_no_deliveries_to_buy_is_passed_over() -> None:
    table = lay_out(step="free deliveries", turn=2, benno={"extensions": [1], "silver": 2})
    play(table, "done")
    assert (state_of(table)["step"], table.seat) == ("purchased deliveries", 1)


def test_who_could_buy_a_delivery_and_has_nothing_at_all_is_passed_over() -> None:
    table = lay_out(step="free deliveries", turn=2, extensions=[1], silver=1)
    assert state_of(play(table, "done"))["step"] != "purchased deliveries"

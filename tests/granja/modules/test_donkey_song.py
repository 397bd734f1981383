"""Donkey Song: coloured donkey tiles, bought by where one is on the siesta track."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import BadPosition, Table
from granja.kit import (
    NAMES,
    deal,
    earned,
    farm,
    goods,
    lay_out,
    legal,
    load,
    module,
    play,
    refusal,
    silver,
    state_of,
)

NAME = "donkey-song"
ALL = list(range(1, 13))
SONG: dict[str, Any] = {NAME: {}}


def without(*tiles: int) -> dict[str, Any]:
    """The display without some tiles."""
    return {NAME: {"display": [tile for tile in ALL if tile not in tiles]}}


def scoring(**given: Any) -> Table:
    """A round that has been scored for Anna."""
    given.setdefault("modules", SONG)
    table = lay_out(step="purchased deliveries", **given)
    while state_of(table)["step"] == "purchased deliveries":
        table.play("done")
    return table


def using(tile: int, **given: Any) -> Table:
    """Anna has chosen a coloured tile and is to deliver; her other tiles are still there."""
    given = {"donkeys": [1, 3, 4], **given}
    # The tile counts as the 4 + tile-th; she chooses it last.
    table = lay_out(
        step="donkeys",
        turn=2,
        order=[1, 0],
        modules=without(tile),
        benno={"donkey": 1},
        **given | {"donkeys": [*given["donkeys"], 4 + tile]},
    )
    play(table, f"donkey song {tile}")
    while state_of(table)["step"] == "free deliveries" and table.seat == 1:
        table.play("done")
    return table


def deliver(table: Table, good: str) -> str:
    """Some delivery of a good that is possible."""
    return min(legal(table, f"deliver {good}"))


def test_all_twelve_tiles_are_on_the_display() -> None:
    assert module(deal(modules=(NAME,)), NAME)["display"] == ALL


@pytest.mark.parametrize(
    ("siesta", "tiles"), [(2, set()), (3, {1, 4, 7, 10}), (5, {2, 5, 8, 11}), (8, {3, 6, 9, 12})]
)
def test_when_the_siesta_track_is_scored_one_tile_of_ones_colour_may_be_bought(
    siesta: int, tiles: set[int]
) -> None:
    table = scoring(siesta=siesta, silver=3)
    assert legal(table, "take") == {f"take song {tile}" for tile in tiles}


def test_a_tile_costs_a_silver_and_joins_ones_own() -> None:
    table = scoring(siesta=3, silver=3)
    play(table, "take song 7")
    assert silver(table) == 2
    assert farm(table).donkeys == [1, 3, 4, 11]
    assert 7 not in module(table, NAME)["display"]
    assert state_of(table)["round"] == 2, "one tile a round"


def test_nobody_has_to_buy_and_who_has_no_silver_may_sell_first() -> None:
    table = scoring(siesta=3, goods={"grain": 1})
    assert legal(table, "take") == set()
    assert refusal(table, "take song 1").kind == "no-silver"
    play(table, "sell grain")
    assert "take song 1" in legal(table)
    play(table, "skip")
    assert module(table, NAME)["display"] == ALL


def test_after_the_last_round_there_is_no_use_for_one() -> None:
    table = lay_out(round=6, step="purchased deliveries", siesta=3, silver=3, modules=SONG)
    play(table, "done")
    assert table.is_over


def test_players_buy_in_turn_order() -> None:
    table = scoring(siesta=3, silver=3, benno={"siesta": 4, "silver": 3}, order=[1, 0], track=[1, 0])
    assert table.seat == 1
    play(table, "take song 1")
    assert table.seat == 0
    assert refusal(table, "take song 1").kind == "gone"


def test_only_when_ones_colour_is_gone_may_one_buy_from_the_next_below() -> None:
    table = scoring(siesta=5, silver=3)
    assert refusal(table, "take song 1").kind == "wrong-colour"
    gone = scoring(siesta=5, silver=3, modules=without(2, 5, 8, 11))
    assert legal(gone, "take") == {f"take song {tile}" for tile in (1, 4, 7, 10)}
    two = scoring(siesta=8, silver=3, modules=without(2, 5, 8, 11, 3, 6, 9, 12))
    assert legal(two, "take") == set(), "not from two below"


def test_a_tile_is_used_once_instead_of_a_normal_one() -> None:
    table = using(10)
    assert farm(table).donkeys == [1, 3, 4], "it is gone, and the others are still there"
    assert 10 not in module(table, NAME)["display"]
    assert farm(table).siesta == 4, "four steps"
    assert state_of(table)["left"] == 2, "two deliveries"


def test_it_is_chosen_in_secret() -> None:
    table = lay_out(step="donkeys", donkeys=[1, 14], modules=without(10))
    assert legal(table) == {"donkey 1", "donkey song 10"}
    play(table, "donkey song 10")
    assert table.view(1)["players"][0]["donkey"] is None
    imagined = {
        table.game.position(table.state.imagine(1, seed))["players"][0]["donkey"] for seed in range(40)
    }
    assert imagined == {1, 14}


def test_coloured_tiles_do_not_come_back_in_the_middle_of_the_game() -> None:
    table = lay_out(
        round=3,
        step="purchased deliveries",
        donkeys=[2, 16],
        donkey=1,
        modules=without(12),
        benno={"donkeys": [1, 3]},
    )
    while state_of(table)["round"] == 3:
        play(table, "done" if "done" in legal(table) else "skip")
    assert farm(table).donkeys == [1, 2, 3, 4, 16]
    assert farm(table, 1).donkeys == [1, 2, 3, 4]


def test_tiles_1_and_5_upgrade_as_well() -> None:
    table = using(5, goods={"grain": 1, "olive": 1})
    assert legal(table, "improve") == {"improve grain", "improve olive"}
    play(table, "improve grain", "improve olive")
    assert goods(table) == {"food": 2}
    assert state_of(table)["left"] == 2
    one = using(1, goods={"grain": 1, "olive": 1})
    play(one, "improve grain")
    assert legal(one, "improve") == set()


def test_tile_2_gives_a_point_for_each_free_delivery_and_two_purchased_ones() -> None:
    table = using(2, silver=2, goods={"grain": 4})
    assert state_of(table)["left"] == 4
    for _ in range(2):
        assert earned(table, deliver(table, "grain")) == {"deliveries with a coloured donkey tile": 1}
    assert silver(table) == 2, "those were free"
    assert earned(table, deliver(table, "grain")) == {}
    assert silver(table) == 1, "this one was bought"
    assert state_of(table)["step"] == "free deliveries", "apart from the purchased ones of the farm"


def test_purchased_deliveries_of_a_tile_need_silver() -> None:
    table = using(9, goods={"grain": 5})
    play(table, "draw")
    assert (silver(table), state_of(table)["left"]) == (3, 4)
    for _ in range(3):
        play(table, deliver(table, "grain"))
    assert (silver(table), state_of(table)["left"]) == (0, 1)
    assert legal(table, "deliver") == set()


def test_tile_4_gives_silver_and_a_step_and_only_purchased_deliveries() -> None:
    table = using(4, goods={"grain": 1})
    assert (silver(table), farm(table).siesta, state_of(table)["left"]) == (3, 1, 4)
    play(table, deliver(table, "grain"))
    assert silver(table) == 2


def test_tile_6_lets_one_pay_for_three_more_steps_before_the_new_order() -> None:
    table = using(6, silver=2)
    assert state_of(table)["step"] == "hats"
    assert legal(table) >= {"more hats", "skip"}
    play(table, "more hats")
    assert (silver(table), farm(table).siesta) == (0, 4)
    assert state_of(table)["order"] == [0, 1], "four steps against Benno's three"
    declined = play(using(6, silver=2), "skip")
    assert farm(declined).siesta == 1
    assert state_of(declined)["order"] == [1, 0]


def test_the_steps_of_a_player_are_one_advance_in_turn_order() -> None:
    """Anna's four steps come before Benno's: he arrives at the same space later, and lies on top."""
    table = lay_out(
        step="donkeys", silver=2, donkeys=[1, 2, 3, 4, 10], modules=without(6), benno={"siesta": 1}
    )
    play(table, "donkey song 6", "donkey 1")
    assert (farm(table).siesta, farm(table, 1).siesta) == (1, 1), "Benno's hats have not counted yet"
    play(table, "more hats")
    assert (farm(table).siesta, farm(table, 1).siesta) == (4, 4)
    assert state_of(table)["order"] == [1, 0]


def test_tiles_7_and_12_deliver_different_goods() -> None:
    table = using(12, goods={"grain": 3, "olive": 1})
    play(table, deliver(table, "grain"))
    assert legal(table, "deliver grain") == set()
    assert legal(table, "deliver olive")
    play(table, deliver(table, "olive"))
    assert legal(table, "deliver") == set()


def test_other_donkeys_deliver_what_a_tile_for_different_goods_does_not() -> None:
    table = using(7, goods={"grain": 3}, crafts=[2], ongoing=[2])
    assert state_of(table)["left"] == 4, "three and the wainwright's"
    play(table, deliver(table, "grain"))
    play(table, deliver(table, "grain"))
    assert legal(table, "deliver grain") == set()


def test_tiles_9_and_11_play_or_draw_a_card() -> None:
    table = using(11, hand=[5])
    assert legal(table) >= {"draw", "field 5"}
    play(table, "draw")
    assert farm(table).hand_size == 2
    assert state_of(table)["left"] == 3


def test_tile_8_gives_silver_at_once() -> None:
    table = using(8)
    assert (silver(table), farm(table).siesta, state_of(table)["left"]) == (2, 4, 2)


def test_positions_with_a_tile_twice_are_refused() -> None:
    with pytest.raises(BadPosition):
        lay_out(step="draft", donkeys=[1, 2, 3, 4, 5], modules=SONG)
    game = load(2)
    position = game.position(game.deal(1))
    position["players"][0]["donkeys"] = [1, 2, 3, 4, 5]
    with pytest.raises(BadPosition):
        Table.restored(game, position, NAMES[:2])


def test_a_disguised_delivery_has_to_be_paid_for_too() -> None:
    table = lay_out(
        step="free deliveries",
        left=1,
        modules={NAME: {**without(4)[NAME], "free": 0, "purchased": 1}},
        donkeys=[1, 2, 3],
        donkey=8,
        helpers=["Packer"],
        goods={"grain": 2, "olive": 1},
        barrows=[1],
    )
    assert "use 47" not in legal(table)
    assert legal(table, "deliver") == set()


def test_upgrades_of_a_tile_wait_for_what_can_be_bought() -> None:
    table = using(1, silver=2)
    assert legal(table) >= {"buy grain", "skip"}
    play(table, "buy grain", "improve grain")
    assert goods(table) == {"food": 1}
    assert "skip" not in legal(using(1, silver=1)), "nobody is asked who could not have a resource"


def test_the_sixth_ladys_good_may_pay_for_a_tile() -> None:
    table = scoring(siesta=3, modules=SONG | {"ladies": {"ladies": [6, 4]}})
    play(table, "gain grain", "sell grain", "take song 1")
    assert silver(table) == 0
    assert state_of(table)["round"] == 2


def test_who_could_come_by_silver_is_asked_for_steps_and_tiles() -> None:
    table = using(6, tiles=["2b"])
    assert state_of(table)["step"] == "hats"
    play(table, "roof 1", "more hats")
    assert (silver(table), farm(table).siesta) == (0, 4)
    table = scoring(siesta=3, helpers=["Moneylender"])
    play(table, "use 17", "take song 1")
    assert 1 not in module(table, NAME)["display"]

"""Colchonera: deliveries by how far one is on the siesta track, and points for them at the end."""

from __future__ import annotations

from typing import Any

from burgher import Table
from granja.kit import earned, goods, lay_out, legal, module, play, refusal, silver, state_of

ALL_GOODS = {"olive": 1, "grain": 1, "grape": 1, "pig": 1, "food": 1, "wine": 1, "meat": 1, "trade": 1}
BOARD = " colchonera"


def delivering(siesta: int = 0, markers: list[list[int]] | None = None, **given: Any) -> Table:
    """Free deliveries of somebody on a space of the siesta track."""
    board = {"markers": markers or [[0, 0]] * 4}
    step = {"step": "free deliveries", "left": 3, "siesta": siesta}
    return lay_out(modules={"colchonera": board}, **{**step, **given})


def taken(table: Table) -> set[str]:
    """What may be delivered to the board."""
    return {words.split()[1] for words in legal(table, "deliver") if words.endswith(BOARD)}


def test_the_siesta_track_opens_the_rows() -> None:
    assert taken(delivering(siesta=0, goods=ALL_GOODS, silver=1)) == {"silver"}
    one = {"silver", "olive", "grain", "grape"}
    assert taken(delivering(siesta=3, goods=ALL_GOODS, silver=1)) == one
    two = one | {"pig", "food", "wine"}
    assert taken(delivering(siesta=5, goods=ALL_GOODS, silver=1)) == two
    assert taken(delivering(siesta=7, goods=ALL_GOODS, silver=1)) == two | {"meat", "trade"}
    assert refusal(delivering(goods=ALL_GOODS), "deliver food colchonera").kind == "not-far-enough"


def test_silver_can_be_delivered_once_for_nothing() -> None:
    table = play(delivering(silver=2), "deliver silver colchonera")
    assert silver(table) == 1
    assert module(table, "colchonera")["markers"][0] == [1, 0]
    assert taken(table) == set()
    assert refusal(table, "deliver silver colchonera").kind == "only-once"


def test_a_purchased_delivery_of_silver_costs_its_price_too() -> None:
    poor = lay_out(step="purchased deliveries", silver=1, extensions=[1], modules={"colchonera": {}})
    assert "deliver silver colchonera" not in legal(poor)
    rich = lay_out(step="purchased deliveries", silver=2, extensions=[1], modules={"colchonera": {}})
    assert silver(play(rich, "deliver silver colchonera")) == 0


def test_silver_delivered_with_a_bought_delivery_of_a_coloured_donkey_tile_costs_two() -> None:
    # Blue tile 4 has purchased deliveries alone, though they are made among the free ones.
    song = {"display": [1, 2, 3, *range(5, 13)], "free": 0, "purchased": 1}
    modules = {"colchonera": {}, "donkey-song": song}
    step: dict[str, Any] = {"step": "free deliveries", "left": 1, "donkeys": [1, 2, 3], "donkey": 8}
    poor = lay_out(silver=1, modules=modules, **step)
    assert "deliver silver colchonera" not in legal(poor)
    assert refusal(poor, "deliver silver colchonera").kind == "too-little-silver"
    assert silver(play(lay_out(silver=2, modules=modules, **step), "deliver silver colchonera")) == 0


def test_harvest_goods_bring_silver() -> None:
    table = play(
        delivering(siesta=3, goods={"olive": 2}), "deliver olive colchonera", "deliver olive colchonera"
    )
    assert silver(table) == 2
    assert module(table, "colchonera")["markers"][1] == [2, 0]


def test_food_pigs_and_wine_bring_a_harvest_good() -> None:
    table = play(delivering(siesta=5, goods={"pig": 1}, extensions=[1]), "deliver pig colchonera")
    assert legal(table) == {"gain olive", "gain grain", "gain grape"}
    assert goods(play(table, "gain grape")) == {"grape": 1}


def test_cured_meat_or_a_trade_commodity_brings_food_a_pig_or_wine() -> None:
    for given in ("meat", "trade"):
        table = play(delivering(siesta=8, goods={given: 1}), f"deliver {given} colchonera")
        assert legal(table) == {"gain pig", "gain food", "gain wine"}
        assert goods(play(table, "gain wine")) == {"wine": 1}


def test_a_delivery_that_a_die_gives_may_go_there() -> None:
    table = lay_out(step="draft", dice="6", siesta=3, goods={"grain": 1}, modules={"colchonera": {}})
    assert goods(play(table, "die 6", "deliver grain colchonera")) == {}


def test_the_packer_delivers_one_harvest_good_as_another_there() -> None:
    table = delivering(siesta=3, goods={"grain": 1}, helpers=["Packer"])
    play(table, "use 47", "grain for olive", "deliver olive colchonera")
    assert goods(table) == {}


def test_a_trade_commodity_brings_siesta_steps_upgrades_or_one_of_each() -> None:
    table = lay_out(goods={"trade": 1, "grain": 1}, modules={"colchonera": {}})
    play(table, "trade siesta", "rest", "improve grain")
    assert goods(table) == {"food": 1}
    assert state_of(table)["players"][0]["siesta"] == 1
    assert refusal(lay_out(modules={"colchonera": {}}), "trade siesta").kind == "no-such-good"
    useless = lay_out(goods={"trade": 1}, siesta=8, modules={"colchonera": {}})
    assert refusal(useless, "trade siesta").kind == "of-no-use"


def test_markers_score_at_the_end() -> None:
    for count, points in ((0, 0), (1, 1), (2, 3), (3, 6), (4, 9), (6, 15)):
        table = delivering(markers=[[0, 0], [count, 0], [0, 0], [0, 0]], round=6, left=1, silver=0)
        found = earned(table, "done", *["done"] * (table.seat == 0 and state_of(table)["step"] != "the end"))
        assert found.get("Colchonera", 0) == points
        assert table.is_over


def test_what_is_refused_says_why() -> None:
    table = delivering(siesta=8)
    assert refusal(table, "deliver grain colchonera").kind == "no-such-good"
    assert refusal(table, "deliver silver colchonera").kind == "too-little-silver"
    assert refusal(lay_out(modules={"colchonera": {}}), "deliver grain colchonera").kind == "no-delivery"


def test_before_the_scoring_there_is_a_pause_for_siesta_steps_that_score() -> None:
    table = play(delivering(siesta=1, goods={"trade": 1}), "done", "done")
    assert state_of(table)["step"] == "purchased deliveries"
    assert "trade siesta" in legal(table)
    table = play(delivering(siesta=0, goods={"trade": 1}), "done", "done")
    assert state_of(table)["round"] == 2, "two steps would score nothing"


def test_several_trade_commodities_are_several_steps_before_the_scoring() -> None:
    table = play(delivering(siesta=0, goods={"trade": 2}), "done", "done")
    assert state_of(table)["step"] == "purchased deliveries"
    assert "trade siesta" in legal(table)


def test_a_trade_commodity_just_gained_may_become_steps_before_others_move() -> None:
    table = lay_out(
        step="leftover",
        pick=2,
        dice="6",
        goods={"grain": 1},
        barrows=[(18, [1])],
        modules={"colchonera": {}},
    )
    play(table, "die 6", "deliver grain barrow-1", "stall 3-4")
    assert (table.seat, legal(table, "trade siesta")) == (0, {"trade siesta"})
    assert table.seat == 0
    assert play(table, "done").seat == 1


def choosing(**given: Any) -> Table:
    """Both choose the tile with 3 donkeys and a hat: Anna is first in turn order, Benno moves last."""
    benno = {"hand": [], "goods": {}} | given.pop("benno", {})
    modules = {"colchonera": {}} | given.pop("modules", {})
    return play(lay_out(step="donkeys", modules=modules, benno=benno, **given), "donkey 3", "donkey 3")


def test_with_ones_hats_a_trade_commodity_may_become_steps_before_the_new_turn_order() -> None:
    table = choosing(goods={"trade": 1})
    assert (table.seat, state_of(table)["step"], legal(table, "done")) == (0, "hats", {"done"})
    play(table, "trade siesta", "rest", "rest")
    assert state_of(table)["track"] == [0, 1]
    assert (state_of(table)["order"], state_of(table)["step"]) == ([0, 1], "free deliveries")
    assert state_of(play(choosing(goods={"trade": 1}), "done"))["order"] == [1, 0]


def test_who_has_no_trade_commodity_is_not_asked_then() -> None:
    assert state_of(choosing())["step"] == "free deliveries"
    at_the_top = choosing(benno={"goods": {"trade": 1}, "siesta": 7})
    assert state_of(at_the_top)["step"] == "free deliveries"

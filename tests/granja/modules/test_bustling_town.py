"""Bustling Town: other revenue spaces, and buildings in the market place."""

from __future__ import annotations

from typing import Any

import pytest

import burgher
from burgher import BadPosition, Table
from burgher.games.granja.components import STALL_NAMES
from burgher.games.granja.modules.bustling_town import POINTS
from granja.kit import deal, earned, farm, goods, lay_out, legal, module, play, refusal, silver, state_of

A, B = "bustling-town", "bustling-town-b"
DISPLAY = [1, 2, 3]


def point(*stalls: str) -> int:
    """The point where some stall places meet."""
    return POINTS.index(tuple(sorted(STALL_NAMES.index(stall) for stall in stalls))) + 1


def town(
    name: str = A, built: dict[int, tuple[int, int]] | None = None, display: list[int] | None = None
) -> Any:
    """The town with some buildings: craft building, card and point."""
    laid = [
        {"building": card, "craft": craft, "point": at} for craft, (card, at) in sorted((built or {}).items())
    ]
    shown = DISPLAY if display is None else display
    there = {*shown, *(one["building"] for one in laid)}
    return {
        name: {"display": shown, "built": laid, "deck": [card for card in range(1, 11) if card not in there]}
    }


def drafting(die: int, name: str = A, **given: Any) -> Table:
    """Anna has taken a die."""
    given.setdefault("modules", town(name))
    step = given.pop("step", "draft")
    return play(lay_out(step=step, dice=str(die), **given), f"die {die}")


MIDDLE = point("3-3", "3-4", "4-3")


# -- set-up ------------------------------------------------------------------------------------------


def test_three_of_ten_buildings_are_displayed() -> None:
    laid = module(deal(modules=(A,)), A)
    assert len(laid["display"]) == 3
    assert sorted([*laid["display"], *laid["deck"]]) == list(range(1, 11))


def test_the_deck_is_not_to_be_seen() -> None:
    assert deal(modules=(A,)).view(0)["modules"][A]["deck"] == 7


# -- side A ------------------------------------------------------------------------------------------


def test_a1_a_free_delivery_or_a_pig() -> None:
    table = drafting(1, goods={"grain": 1})
    assert legal(table, "option") == {"option 1", "option 2"}
    assert goods(play(table, "option 2")) == {"grain": 1, "pig": 1}
    table = play(drafting(1, goods={"grain": 1}), "option 1")
    play(table, min(legal(table, "deliver")))
    assert goods(table) == {}


def test_a2_three_steps_or_a_card() -> None:
    assert farm(play(drafting(2), "option 1")).siesta == 3
    table = play(drafting(2, hand=[5]), "option 2")
    assert {"draw", "field 5"} <= legal(table)


def test_a3_a_harvest_good_or_a_building_action() -> None:
    table = play(drafting(3), "option 1", "gain grape")
    assert goods(table) == {"grape": 1}
    assert legal(play(drafting(3), "option 2"), "build") == {"build 1", "build 2", "build 3"}


def test_a4_silver_or_two_steps() -> None:
    assert silver(play(drafting(4), "option 1")) == 4
    assert farm(play(drafting(4), "option 2")).siesta == 2


def test_a5_two_upgrades_or_a_good_and_an_upgrade_or_two_goods() -> None:
    table = play(drafting(5, goods={"grain": 2}), "option 1", "improve grain", "improve grain")
    assert goods(table) == {"food": 2}
    table = play(drafting(5, goods={"grain": 1}), "option 2", "gain olive", "improve olive")
    assert goods(table) == {"grain": 1, "food": 1}
    table = play(drafting(5), "option 3", "gain olive and grape")
    assert goods(table) == {"olive": 1, "grape": 1}


def test_a6_a_resource_for_each_of_two_different_empty_dens_or_stalls() -> None:
    table = drafting(6, goods={"olive": 1})
    assert legal(table, "fill") == {"fill grain", "fill grape", "fill pig"}
    play(table, "fill pig")
    assert legal(table) == {"fill grain", "fill grape", "skip"}, "there was one stall"
    play(table, "fill grape")
    assert goods(table) == {"olive": 1, "grape": 1, "pig": 1}
    assert table.seat == 1
    two = play(drafting(6, extensions=[1]), "fill pig", "fill pig")
    assert goods(two) == {"pig": 2}, "two stalls are different ones"
    one = play(drafting(6), "fill olive", "skip")
    assert goods(one) == {"olive": 1}, "up to two"


# -- side B ------------------------------------------------------------------------------------------


def test_b1_a_pig_or_a_building_action() -> None:
    assert goods(play(drafting(1, B), "option 1")) == {"pig": 1}
    assert legal(play(drafting(1, B), "option 2"), "build")


def test_b2_a_delivery_and_another_for_two_silver_or_a_card() -> None:
    table = play(drafting(2, B, silver=2, goods={"grain": 2}), "option 1")
    play(table, min(legal(table, "deliver")))
    assert legal(table) >= {"accept", "skip"}
    play(table, "accept")
    play(table, min(legal(table, "deliver")))
    assert (goods(table), silver(table)) == ({}, 0)
    poor = play(drafting(2, B, silver=1, goods={"grain": 1}), "option 1")
    play(poor, min(legal(poor, "deliver")))
    assert poor.seat == 1
    assert "draw" in legal(play(drafting(2, B), "option 2"))


def test_b3_two_goods_or_three_steps_for_a_harvest_good() -> None:
    table = play(drafting(3, B), "option 1", "gain olive and grain")
    assert goods(table) == {"olive": 1, "grain": 1}
    table = play(drafting(3, B, goods={"olive": 1, "grain": 1, "food": 1}), "option 2")
    assert legal(table, "pay") == {"pay olive", "pay grain"}
    play(table, "pay grain")
    assert (farm(table).siesta, goods(table)) == (3, {"olive": 1, "food": 1})
    assert "option 2" not in legal(drafting(3, B, goods={"food": 1}))


def test_b4_two_upgrades_or_one_and_silver_or_silver() -> None:
    table = play(drafting(4, B, goods={"grain": 2}), "option 1", "improve grain", "improve grain")
    assert (goods(table), silver(table)) == ({"food": 2}, 0)
    table = play(drafting(4, B, goods={"grain": 2}), "option 2", "improve grain")
    assert (goods(table), silver(table)) == ({"grain": 1, "food": 1}, 2)
    assert silver(play(drafting(4, B), "option 3")) == 4


def test_b5_three_upgrades_for_two_silver_or_silver() -> None:
    table = play(drafting(5, B, silver=2, goods={"grain": 3}), "option 1")
    play(table, "improve grain", "improve grain", "improve grain")
    assert (goods(table), silver(table)) == ({"food": 3}, 0)
    assert silver(play(drafting(5, B), "option 2")) == 4
    assert legal(drafting(5, B, silver=1, goods={"grain": 3}), "option") == {"option 2"}


def test_b6_a_pig_or_a_trade_commodity_with_two_points() -> None:
    assert goods(play(drafting(6, B), "option 1")) == {"pig": 1}
    table = play(drafting(6, B, goods={"trade": 1}), "option 2")
    assert legal(table, "convert") == {f"convert {name}" for name in ("silver", "harvest", "draw", "pig")}
    assert earned(table, "convert silver") == {"bustling town": 2}
    assert (silver(table), goods(table)) == (4, {})
    assert legal(drafting(6, B), "option") == {"option 1"}


def test_tiles_change_the_spaces_for_the_leftover_die_too_but_for_building_actions() -> None:
    table = drafting(4, step="leftover")
    assert legal(table, "option") == {"option 1", "option 2"}
    assert legal(drafting(3, step="leftover"), "option") == {"option 1"}
    assert legal(drafting(1, B, step="leftover"), "option") == {"option 1"}


def test_the_porter_takes_another_option_of_space_2() -> None:
    table = play(drafting(2, helpers=["Porter"]), "option 1")
    assert legal(table) >= {"option 2", "skip"}
    assert "option 1" not in legal(table)
    play(table, "option 2", "draw")
    assert farm(table).helpers[0]["exhausted"]
    assert farm(table).hand_size == 1


def test_the_merchant_uses_the_tile_of_the_round() -> None:
    table = lay_out(step="draft", dice="4", round=4, points=1, helpers=["Merchant"], modules=town())
    play(table, "die 4", "option 1")
    play(table, *legal(table, "use"), "option 2")
    assert (silver(table), farm(table).siesta) == (4, 2)


# -- building --------------------------------------------------------------------------------------------


def building(name: str = A, **given: Any) -> Table:
    """Anna takes a building action."""
    return play(drafting(3, name, **given), "option 2")


def test_to_build_is_to_place_a_marker_use_the_ability_and_house_the_card() -> None:
    table = building()
    play(table, "build 3", f"point {MIDDLE}")
    assert silver(table) == 4, "the Toll House"
    assert legal(table) == {f"house {n}" for n in range(1, 7)}
    play(table, "house 5")
    assert module(table, A)["built"] == [{"building": 3, "craft": 5, "point": MIDDLE}]
    assert module(table, A)["display"] == [1, 2]


def test_points_lie_between_three_stall_places_or_two_and_the_edge() -> None:
    two = play(building(), "build 1")
    edge = point("1-2", "1-3")
    assert f"point {edge}" in legal(two)
    assert f"point {MIDDLE}" in legal(two)
    three = play(building(players=3), "build 1")
    assert f"point {point('1-2', '1-3')}" in legal(three)
    four = play(building(players=4), "build 1")
    assert f"point {point('1-2', '1-3')}" not in legal(four)
    assert f"point {MIDDLE}" in legal(four)
    assert len(legal(four, "point")) == 32


def test_closed_stall_places_are_beyond_the_edge() -> None:
    # With two players the ends of the rows are closed: of these three only 2-2 and 3-2 are open.
    table = play(building(), "build 1")
    view = table.view(0)["modules"][A]
    assert sorted(view["points"][str(point("2-1", "2-2", "3-2"))]) == ["2-2", "3-2"]
    assert all(2 <= len(stalls) <= 3 for stalls in view["points"].values())


def test_buildings_share_no_stall_place() -> None:
    table = play(building(modules=town(built={1: (4, MIDDLE)})), "build 1")
    near = point("3-4", "3-5", "4-4")
    assert refusal(table, f"point {near}").kind == "shared"
    assert f"point {point('1-2', '1-3', '2-3')}" in legal(table)


def test_a_card_goes_to_any_craft_building_without_one_open_or_closed() -> None:
    table = building(modules=town(built={1: (4, MIDDLE)}), blocked=[1, 2, 3])
    play(table, "build 3", f"point {point('1-2', '1-3', '2-3')}")
    assert legal(table) == {f"house {n}" for n in range(2, 7)}


def test_a_building_action_may_use_an_existing_building() -> None:
    table = building(modules=town(built={1: (3, MIDDLE)}, display=[1, 2]))
    assert legal(table) == {"build 1", "build 2", "visit 3"}
    play(table, "visit 3")
    assert silver(table) == 4
    assert table.seat == 1


def test_an_ability_that_costs_silver_may_be_declined() -> None:
    table = building(modules=town(display=[6]), silver=1, goods={"grain": 1})
    play(table, "build 6", f"point {MIDDLE}")
    assert legal(table) >= {"accept", "skip"}
    play(table, "skip", "house 1")
    assert silver(table) == 1


def test_something_may_be_sold_for_an_ability_that_costs_silver() -> None:
    table = scoring({1: (6, MIDDLE)}, market=["3-3"], goods={"grain": 2}, barrows=[3])
    play(table, "done")
    assert table.seat == 0
    assert "accept" not in legal(table)
    play(table, "sell grain", "accept", "deliver grain barrow-1")
    assert (silver(table), goods(table)) == (0, {})


def test_a_trade_commodity_pays_for_the_second_delivery_of_b2() -> None:
    # Card 9 asks for two olives and brings a trade commodity.
    table = drafting(2, B, goods={"olive": 1, "grain": 1}, barrows=[(9, (1,)), 3])
    play(table, "option 1", "deliver olive barrow-1", "stall 3-4")
    assert "accept" not in legal(table)
    play(table, "trade silver", "accept", "deliver grain barrow-2")
    assert silver(table) == 2


# -- scoring (IV) ------------------------------------------------------------------------------------------


def scoring(built: dict[int, tuple[int, int]], **given: Any) -> Table:
    """A round that is about to be scored."""
    return lay_out(step="purchased deliveries", modules=town(built=built, display=[]), **given)


def test_presence_is_for_everybody_beside_the_marker() -> None:
    table = scoring({1: (10, MIDDLE)}, market=["3-3", "3-4"], benno={"market": ["4-3"]})
    play(table, "done")
    assert (silver(table, 0), silver(table, 1)) == (1, 1)
    away = scoring({1: (10, MIDDLE)}, market=["1-2"], benno={"market": ["4-3"]})
    play(away, "done")
    assert (silver(away, 0), silver(away, 1)) == (0, 1)


def test_what_a_building_brings_may_become_steps_before_the_siesta_track_is_scored() -> None:
    """The Tavern gives a trade commodity, which Colchonera turns into two steps."""
    given: Any = {"market": ["3-3"], "siesta": 2}
    modules = town(built={1: (7, MIDDLE)}, display=[]) | {"colchonera": {}}
    table = play(lay_out(step="purchased deliveries", modules=modules, silver=1, **given), "done")
    assert legal(table) >= {"trade siesta", "skip"}
    found = earned(table, "trade siesta", "rest", "rest")
    assert found["siesta track"] == 1
    declined = play(lay_out(step="purchased deliveries", modules=modules, silver=1, **given), "done")
    assert "siesta track" not in earned(declined, "skip")
    alone = play(scoring({1: (7, MIDDLE)}, silver=1, **given), "done")
    assert state_of(alone)["round"] == 2, "without Colchonera nobody is asked"


def test_domination_is_for_the_single_player_with_most_markers_there() -> None:
    table = scoring({1: (4, MIDDLE)}, market=["3-3", "3-4"], benno={"market": ["4-3"]})
    assert earned(table, "done")["bustling town"] == 2
    assert farm(table, 1).points == 1, "only the market"
    tie = scoring({1: (4, MIDDLE)}, market=["3-3"], benno={"market": ["4-3"]})
    assert "bustling town" not in earned(tie, "done")


def test_buildings_work_in_the_order_of_the_craft_buildings_before_anything_is_scored() -> None:
    # The Chapel's step makes the siesta track score; the Well asks for a good, first for Anna.
    other = point("1-2", "1-3", "2-3")
    table = scoring(
        {2: (1, MIDDLE), 1: (2, other)}, siesta=2, market=["3-3", "1-2"], benno={"market": ["1-3"]}
    )
    play(table, "done")
    assert (table.seat, farm(table).siesta) == (0, 2)
    play(table, "gain olive")
    assert table.seat == 1
    points = earned(table, "gain grape", seat=0)
    assert points == {"market": 2, "siesta track": 1}


def test_each_round_another_card_is_displayed() -> None:
    table = lay_out(step="purchased deliveries", modules=town())
    play(table, "done")
    assert len(module(table, A)["display"]) == 4


def test_none_is_when_all_craft_buildings_have_one() -> None:
    points = lay_out(players=4, modules=town()).view(0)["modules"][A]["points"]
    chosen: list[int] = []
    taken: set[str] = set()
    for at, stalls in points.items():
        if not taken & set(stalls) and len(chosen) < 6:
            chosen.append(int(at))
            taken |= set(stalls)
    full = town(built={n: (n + 3, at) for n, at in enumerate(chosen, start=1)})
    table = lay_out(players=4, step="purchased deliveries", modules=full)
    play(table, "done")
    assert len(chosen) == 6
    assert len(module(table, A)["display"]) == 3


def test_both_sides_are_not_played_together() -> None:
    with pytest.raises(burgher.BadOptions, match="not played together"):
        burgher.load("granja", modules=(A, B))


@pytest.mark.parametrize(
    "wrong",
    [
        town(built={1: (4, MIDDLE), 2: (5, MIDDLE)}),
        {A: {"display": [1], "deck": [1, *range(2, 11)], "built": []}},
        {A: {"display": [1], "deck": [2], "built": []}},
    ],
)
def test_positions_that_could_not_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        lay_out(step="draft", modules=wrong)


def test_the_porter_takes_another_option_with_the_green_die() -> None:
    ana = {"ladies": {"ladies": [1, 4], "green": 2}}
    table = lay_out(step="leftover", dice="4", pick=2, helpers=["Porter"], modules=town() | ana)
    play(table, "green 2", "option 1")
    assert legal(table) >= {"option 2", "skip"}
    leftover = lay_out(step="leftover", dice="2", pick=2, helpers=["Porter"], modules=town())
    play(leftover, "die 2", "option 1")
    assert "option 2" not in legal(leftover)


def test_the_merchant_is_there_for_a_tile_of_which_something_comes() -> None:
    given: dict[str, Any] = {"dice": "4", "round": 6, "points": 1, "helpers": ["Merchant"], "silver": 1}
    full = {"olive": 1, "grain": 1, "grape": 1, "pig": 1}
    table = play(lay_out(step="draft", goods=full, modules=town(), **given), "die 4", "option 1")
    assert "use 6" not in legal(table), "space A6 fills empty dens, and there are none"
    assert play(lay_out(step="draft", modules=town(), **given), "die 4", "option 1").seat == 0


def test_what_can_be_bought_is_upgraded_in_the_bakery() -> None:
    table = scoring({1: (5, MIDDLE)}, market=["3-3"], silver=2)
    play(table, "done")
    assert table.seat == 0
    play(table, "buy grain", "improve grain")
    assert goods(table) == {"food": 1}

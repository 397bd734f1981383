"""I Farm phase: cards to the four sides, hand, income, harvest, breeding, roof tiles."""

from __future__ import annotations

from typing import Any

import pytest

from granja.kit import deal, earned, farm, goods, lay_out, legal, play, silver, state_of

# -- playing cards ---------------------------------------------------------------------------------


def test_two_cards_are_played_in_the_first_round_and_one_in_the_others() -> None:
    table = deal(2)
    first = table.seat
    hand = farm(table, first).hand
    play(table, f"field {hand[0]}")
    assert table.seat == first
    play(table, f"field {hand[1]}")
    assert not legal(table, "field")
    play(table, "done")  # the trade commodity could have played a card before the income
    assert table.seat != first
    table = lay_out(step="play", round=2, hand=[1, 2], benno={"hand": [3]})
    play(table, "field 1")
    assert table.seat == 1


def test_every_card_can_go_to_every_side() -> None:
    table = lay_out(step="play", hand=[7, 40], silver=1)
    assert legal(table) - {"sell", "done"} == {
        f"{side} {card}" for card in (7, 40) for side in ("field", "barrow", "extension", "helper")
    }


def test_a_field_enters_play_empty_and_grows_its_good_in_the_harvest() -> None:
    table = lay_out(step="play", left=2, hand=[1, 2, 3, 4])
    play(table, "field 1")
    assert (farm(table).fields, farm(table).ripe) == ([1], {})
    play(table, "field 4")
    assert farm(table).ripe == {"grape": 2}


def test_fields_have_no_limit() -> None:
    many = list(range(1, 61, 3))
    table = lay_out(step="play", hand=[61], fields=many)
    play(table, "field 61")
    assert len(farm(table).fields) == 21
    assert farm(table).ripe == {"grape": 21}


def test_a_barrow_goes_to_the_first_free_place() -> None:
    table = lay_out(step="play", hand=[1], barrows=[5])
    play(table, "barrow 1")
    assert [barrow and barrow["card"] for barrow in farm(table).barrows] == [5, 1, None, None]


def test_a_fourth_barrow_costs_one_of_the_three_with_its_goods() -> None:
    table = lay_out(step="play", hand=[1], barrows=[5, (18, [1]), 9])
    play(table, "barrow 1")
    assert legal(table) == {"clear barrow-1", "clear barrow-2", "clear barrow-3"}
    play(table, "clear barrow-2")
    assert [barrow and barrow["card"] for barrow in farm(table).barrows] == [5, 1, 9, None]
    assert farm(table).barrows[1]["met"] == []
    assert state_of(table)["discards"] == [18]
    assert goods(table) == {}


def test_a_fourth_helper_costs_one_of_the_three() -> None:
    table = lay_out(step="play", hand=[50], helpers=[5, 18, 9])
    play(table, "helper 50")
    assert legal(table) == {"dismiss 5", "dismiss 18", "dismiss 9"}
    play(table, "dismiss 18")
    assert [helper and helper["card"] for helper in farm(table).helpers] == [5, 50, 9, None]
    assert state_of(table)["discards"] == [18]


# -- extensions ------------------------------------------------------------------------------------


def test_the_first_extension_costs_one_good_the_third_three_different_ones() -> None:
    table = lay_out(step="play", hand=[1])
    assert "extension 1" not in legal(table)
    table = lay_out(step="play", hand=[1], goods={"food": 1})
    play(table, "extension 1")  # nothing to choose: it is paid at once
    assert farm(table).extensions == [1]
    assert goods(table) == {}
    table = lay_out(step="play", hand=[3], extensions=[1, 2], goods={"food": 5}, silver=9)
    assert "extension 3" not in legal(table)
    table = lay_out(step="play", hand=[3], extensions=[1, 2], goods={"food": 5}, silver=9, points=1)
    assert "extension 3" in legal(table)


def test_what_is_paid_is_chosen_one_by_one_each_another_farm_good() -> None:
    table = lay_out(
        step="play",
        hand=[3],
        extensions=[1],
        goods={"food": 2, "pig": 1},
        ripe={"olive": 1},
        fields=[9],
        points=3,
    )
    play(table, "extension 3")
    assert legal(table) == {"pay olive", "pay pig", "pay food", "pay points"}
    play(table, "pay food")
    assert legal(table) == {"pay olive", "pay pig", "pay points"}
    assert earned(table, "pay points") == {"paid": -1}
    assert farm(table).points == 2
    assert goods(table) == {"food": 1, "pig": 1}
    assert farm(table).extensions == [1, 3]


def test_silver_and_points_are_farm_goods() -> None:
    table = lay_out(step="play", hand=[3], extensions=[1], silver=1, points=1)
    play(table, "extension 3")
    assert (farm(table).points, farm(table).extensions) == (0, [1, 3])


def test_trade_commodities_do_not_pay_for_extensions() -> None:
    table = lay_out(step="play", hand=[3], goods={"trade": 1})
    assert "extension 3" not in legal(table)


def test_a_good_on_a_field_pays_before_one_in_the_den() -> None:
    table = lay_out(step="play", left=2, hand=[3, 5], fields=[9], ripe={"olive": 1}, goods={"olive": 1})
    play(table, "extension 3", "pay olive")
    assert (farm(table).ripe, goods(table)) == ({}, {"olive": 1})


def test_unless_its_player_says_from_the_den_for_each_good_of_an_extension() -> None:
    both = {"olive": 1, "grain": 1}
    given: Any = {"fields": [9, 5], "ripe": both, "goods": both, "extensions": [1]}
    table = play(lay_out(step="play", left=2, hand=[3, 7], **given), "extension 3")
    assert legal(table) == {"pay olive", "pay grain", "from den"}
    play(table, "from den", "pay grain")
    assert legal(table) == {"pay olive", "from den"}
    play(table, "from den", "pay olive")
    assert (farm(table).ripe, goods(table), farm(table).extensions) == (both, {}, [1, 3])
    table = play(lay_out(step="play", left=2, hand=[3, 7], **given), "from den", "extension 3")
    play(table, "pay olive", "pay grain")
    assert (farm(table).ripe, goods(table)) == ({"olive": 1}, {"grain": 1})


def test_extensions_bring_stalls_hand_limit_income_and_deliveries() -> None:
    view = lay_out(extensions=[1, 2, 3, 4]).view(0)["players"][0]
    assert (view["stalls"], view["hand limit"], view["income"], view["deliveries"]) == (3, 5, 2, 2)


# -- hand ------------------------------------------------------------------------------------------


def test_the_hand_is_filled_up_to_its_limit() -> None:
    table = lay_out(step="play", hand=[1])
    play(table, "field 1")
    assert farm(table).hand_size == 3
    table = lay_out(step="play", hand=[1], extensions=[2, 4])
    play(table, "field 1")
    assert farm(table).hand_size == 5


def test_who_has_too_many_cards_discards_down_to_the_limit_face_up() -> None:
    table = lay_out(step="play", hand=[1, 2, 3, 4, 5, 6])
    play(table, "field 1")
    assert legal(table) == {f"discard {card}" for card in (2, 3, 4, 5, 6)}
    play(table, "discard 3", "discard 6")
    assert farm(table).hand == [2, 4, 5]
    assert state_of(table)["discards"] == [3, 6]
    assert table.seat == 0 or table.heading.startswith("R")


def test_an_empty_deck_is_made_of_the_discarded_cards() -> None:
    everywhere = [card for card in range(1, 67) if card not in (1, 50, 51)]
    table = lay_out(step="play", hand=[1], discards=[50, 51], benno={"fields": everywhere})
    play(table, "field 1")
    assert farm(table).hand == [50, 51]
    assert (state_of(table)["discards"], state_of(table)["shuffles"]) == ([], 1)


# -- income, harvest, breeding ---------------------------------------------------------------------


def test_income_is_a_silver_for_each_extension_that_says_so() -> None:
    table = lay_out(step="play", hand=[1], extensions=[2, 3])
    play(table, "field 1")
    assert silver(table) == 2


def test_craft_markers_bring_silver_and_trade_commodities_with_income() -> None:
    table = lay_out(step="play", hand=[1], crafts=[1, 3], ongoing=[1, 3])
    play(table, "field 1")
    assert (silver(table), goods(table)) == (3, {"trade": 1})


def test_the_greengrocer_brings_any_resource_with_income() -> None:
    table = lay_out(step="play", hand=[1], crafts=[4], ongoing=[4])
    play(table, "field 1")
    assert legal(table) == {"gain olive", "gain grain", "gain grape", "gain pig"}
    play(table, "gain pig")
    assert goods(table) == {"pig": 1}


def test_something_else_may_be_done_before_the_greengrocers_good_is_chosen() -> None:
    table = lay_out(step="play", hand=[1], crafts=[4], ongoing=[4], goods={"pig": 1})
    play(table, "field 1")
    said = table.game.sentence(table.state, table.game.number("gain pig"))
    assert said == "Take a pig, which is sold at once for 2 silver: no stall is free"
    play(table, "sell pig", "gain pig")
    assert (goods(table), silver(table)) == ({"pig": 1}, 2)


def test_markers_not_yet_turned_bring_nothing() -> None:
    table = lay_out(step="play", hand=[1], crafts=[1, 3, 4])
    play(table, "field 1")
    assert (silver(table), goods(table)) == (0, {})


@pytest.mark.parametrize(("extensions", "pigs"), [([], 2), ([1], 3)])
def test_pigs_breed_only_with_space_on_farm_extension_cards(extensions: list[int], pigs: int) -> None:
    """If the player has at least 2 Pigs and space for another on Farm Extension Cards."""
    table = lay_out(step="play", hand=[65], goods={"pig": 2}, helpers=["Swineherd"], extensions=extensions)
    assert goods(play(table, "barrow 65")) == {"pig": pigs}


def test_only_empty_fields_grow() -> None:
    table = lay_out(step="play", hand=[2], fields=[1, 4, 5], ripe={"grape": 1})
    play(table, "helper 2")
    assert farm(table).ripe == {"grape": 2, "grain": 1}


@pytest.mark.parametrize(
    ("pigs", "extensions", "after"),
    [(1, [1, 4], 1), (2, [1, 4], 3), (3, [1, 4], 3), (2, [1], 2), (0, [1, 4], 0)],
)
def test_two_pigs_have_a_third_if_there_is_a_stall(pigs: int, extensions: list[int], after: int) -> None:
    table = lay_out(step="play", hand=[2], goods={"pig": pigs} if pigs else {}, extensions=extensions)
    play(table, "helper 2")
    assert goods(table).get("pig", 0) == after


def test_all_play_in_turn_order() -> None:
    table = lay_out(3, step="play", order=[2, 0, 1], hand=[1], benno={"hand": [2]}, carla={"hand": [3]})
    assert table.seat == 2
    play(table, "field 3")
    assert table.seat == 0
    play(table, "field 1")
    assert table.seat == 1


# -- roof tiles ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("round", "first"), [(1, 1), (2, 0)])
def test_roof_tiles_are_bought_in_reverse_order_in_round_1_and_in_turn_order_later(
    round: int, first: int
) -> None:
    table = lay_out(
        step="play",
        round=round,
        turn=2,
        roofs=[f"{round}a"],
        silver=2,
        benno={"hand": [1], "silver": 2},
    )
    play(table, "field 1")
    assert (state_of(table)["step"], table.seat) == ("roofs", first)


def test_a_roof_tile_goes_to_the_left_most_free_place_for_the_points_below_it() -> None:
    table = lay_out(step="roofs", round=3, roofs=["3a", "3b"], silver=3, tiles=["1a", "2a"])
    assert legal(table, "tile") == {"tile 1", "tile 2"}
    assert earned(table, "tile 2") == {"roof": 1}
    assert farm(table).roofs[2] == {"tile": "3b", "up": True}
    assert silver(table) == 0
    assert state_of(table)["roofs"] == ["3a", None, None, None]


def test_who_cannot_pay_cannot_buy_but_may_sell_first() -> None:
    table = lay_out(step="roofs", round=2, roofs=["2a"], silver=1, goods={"grain": 1})
    assert legal(table, "tile") == set()
    play(table, "sell grain")
    assert legal(table, "tile") == {"tile 1"}


def test_there_is_room_for_five_roof_tiles() -> None:
    table = lay_out(
        step="roofs", round=6, turn=1, roofs=["6a"], silver=9, tiles=["1a", "2a", "3a", "4a", "5a"],
        benno={"silver": 9},
    )  # fmt: skip
    assert legal(table, "tile") == set()


def test_nobody_has_to_buy_and_each_may_buy_one() -> None:
    table = lay_out(step="roofs", round=2, roofs=["2a", "2b"], silver=9, benno={"silver": 9})
    play(table, "tile 1")
    assert table.seat == 1
    play(table, "done")
    assert state_of(table)["step"] == "draft"


@pytest.mark.parametrize(("owned", "points"), [([], 0), (["1a"], 1), (["1a", "2a", "3a", "4a"], 3)])
def test_places_of_the_roof_score(owned: list[str], points: int) -> None:
    table = lay_out(step="roofs", round=5, roofs=["5b"], silver=9, tiles=owned)
    assert sum(earned(table, "tile 1").values()) == points


def test_who_has_nothing_may_have_a_tile_that_costs_nothing() -> None:
    given: dict[str, Any] = {
        "step": "play",
        "round": 1,
        "turn": 2,
        "roofs": ["1a", "1b"],
        "benno": {"hand": [1]},
    }
    table = play(lay_out(helpers=["Roofer"], **given), "field 1")
    assert (table.seat, state_of(table)["step"]) == (0, "roofs")
    assert legal(table) == {"tile 1", "tile 2", "done"}
    other = play(lay_out(**given), "field 1")
    assert state_of(other)["phase"] == "revenue", "who cannot pay is not asked"


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ({"silver": 2}, True),
        ({"silver": 1}, False),
        ({"silver": 1, "goods": {"grain": 1}}, True),
        ({"goods": {"food": 3}}, False),
        ({"goods": {"trade": 1}}, True),
        ({"tiles": ["2b"]}, True),
        ({"helpers": ["Moneylender"]}, True),
        ({"helpers": ["Idler"]}, False),
    ],
)
def test_who_could_not_pay_for_a_roof_tile_is_not_asked(given: dict[str, Any], asked: bool) -> None:
    table = lay_out(step="play", round=2, turn=2, roofs=["2a", "2c"], benno={"hand": [1]}, **given)
    play(table, "field 1")
    assert ((state_of(table)["step"], table.seat) == ("roofs", 0)) == asked

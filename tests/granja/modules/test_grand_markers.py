"""Grand Markers: over two demands at once, and hard to remove from the market."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import BadPosition, Table
from granja.kit import (
    deal,
    earned,
    farm,
    goods,
    lay_out,
    legal,
    market,
    module,
    play,
    refusal,
    silver,
    state_of,
)

NAME = "grand-markers"
NONE: list[int | None] = [None] * 4


def grand(
    supply: tuple[int, ...] = (2, 2),
    barrows: list[int | None] | None = None,
    crafts: dict[int, tuple[int, int]] | None = None,
    stalls: tuple[str, ...] = (),
    cards: list[int | None] | None = None,
) -> dict[str, Any]:
    """Where the grand markers are: those of barrows are Anna's."""
    on = {building: {"seat": seat, "pair": pair} for building, (seat, pair) in (crafts or {}).items()}
    return {
        NAME: {
            "supply": list(supply),
            "barrows": [barrows or NONE, *[NONE for _ in supply[1:]]],
            "crafts": [on.get(building) for building in range(1, 7)],
            "cards": cards or NONE,
            "stalls": list(stalls),
        }
    }


def two(goods_: dict[str, int], **given: Any) -> Table:
    """Anna has two free deliveries."""
    given.setdefault("modules", grand())
    return lay_out(step="free deliveries", goods=goods_, **{"left": 2, **given})


# -- set-up ------------------------------------------------------------------------------------------


def test_the_first_marker_in_the_market_is_a_grand_one_and_one_is_left() -> None:
    table = deal(3, modules=(NAME,))
    laid = module(table, NAME)
    assert laid["supply"] == [1, 1, 1]
    assert set(laid["stalls"]) == set(market(table))


# -- two deliveries at once ------------------------------------------------------------------------------


def test_two_deliveries_to_neighbouring_demands_of_a_barrow_may_be_covered() -> None:
    # Card 3: grain, olive, food.
    table = two({"grain": 1, "olive": 1, "food": 1}, barrows=[3])
    assert legal(table, "grand barrow") == {"grand barrow-1 1", "grand barrow-1 2"}
    play(table, "grand barrow-1 1")
    assert farm(table).barrows[0]["met"] == [1, 2]
    assert goods(table) == {"food": 1}
    assert module(table, NAME)["supply"][0] == 1
    assert module(table, NAME)["barrows"][0][0] == 1


def test_both_demands_must_be_open_and_both_goods_there() -> None:
    table = two({"grain": 1, "olive": 1, "food": 1}, barrows=[(3, (1,))])
    assert legal(table, "grand barrow") == {"grand barrow-1 2"}
    lacking = two({"grain": 1, "food": 1}, barrows=[3])
    assert legal(lacking, "grand barrow") == set()
    assert refusal(lacking, "grand barrow-1 1").kind == "wrong-goods"


def test_two_of_a_kind_take_two_goods() -> None:
    # Card 9: olive, olive.
    assert legal(two({"olive": 1}, barrows=[9]), "grand barrow") == set()
    table = two({"olive": 2}, barrows=[9])
    assert legal(table, "grand barrow") == {"grand barrow-1 1"}


def test_a_second_one_of_a_kind_may_be_bought_for_it() -> None:
    table = two({"olive": 1}, barrows=[9], silver=2)
    play(table, "buy olive")
    assert legal(table, "grand barrow") == {"grand barrow-1 1"}


def test_it_takes_two_deliveries_of_one_step() -> None:
    one = two({"grain": 1, "olive": 1}, barrows=[3], left=1)
    assert legal(one, "grand") == set()
    assert refusal(one, "grand barrow-1 1").kind == "no-deliveries"
    # The last free delivery and the first purchased one are not simultaneous.
    last = two({"grain": 1, "olive": 1}, barrows=[3], left=1, silver=5, extensions=[1])
    assert legal(last, "grand") == set()


def test_two_purchased_deliveries_are_simultaneous() -> None:
    table = lay_out(
        step="purchased deliveries",
        left=2,
        silver=2,
        goods={"grain": 1, "olive": 1},
        barrows=[3],
        modules=grand(),
    )
    play(table, "grand barrow-1 1")
    assert silver(table) == 0
    poor = lay_out(
        step="purchased deliveries",
        left=2,
        silver=1,
        goods={"grain": 1, "olive": 1},
        barrows=[3],
        modules=grand(),
    )
    assert legal(poor, "grand") == set()


def test_a_free_and_a_purchased_delivery_of_a_coloured_tile_are_simultaneous() -> None:
    """Both are made in the same step: only those bought at the end of the phase come later."""
    song = {"donkey-song": {"free": 1, "purchased": 2}}
    given: Any = {"step": "free deliveries", "left": 3, "goods": {"grain": 1, "olive": 1}, "barrows": [3]}
    given |= {"donkey": 6, "donkeys": [1, 2, 3, 4], "modules": grand() | song}
    display = [tile for tile in range(1, 13) if tile != 2]
    song["donkey-song"]["display"] = display  # type: ignore[assignment]
    table = play(lay_out(silver=1, **given), "grand barrow-1 1")
    assert silver(table) == 0
    assert legal(lay_out(**given), "grand") == set(), "the second one costs a silver"


def test_rows_of_craft_buildings_are_covered_too() -> None:
    # Row 1a: grain, grape, wine, trade commodity.
    table = two({"grain": 1, "grape": 1})
    assert "grand row-1a 1" in legal(table)
    play(table, "grand row-1a 1")
    assert farm(table).rows["1"] == {"row": "a", "met": [1, 2]}
    assert module(table, NAME)["crafts"][0] == {"seat": 0, "pair": 1}


def test_the_apprentice_lets_no_pair_into_a_blocked_building() -> None:
    table = two({"grain": 1, "grape": 1}, blocked=[1, 2, 3], helpers=["Apprentice"])
    assert "deliver grain row-1a" in legal(table)
    assert not {said for said in legal(table, "grand") if "row-1" in said}


def test_a_barrow_or_craft_building_holds_one_at_a_time() -> None:
    full = two(
        {"wine": 1, "meat": 1, "food": 1},
        barrows=[(6, (1, 2))],
        modules=grand((1, 2), barrows=[1, None, None, None]),
    )
    assert legal(full, "grand barrow") == set()
    assert refusal(full, "grand barrow-1 4").kind == "taken"
    other = two(
        {"grain": 2, "grape": 2},
        modules=grand((2, 1), crafts={1: (1, 1)}),
        benno={"rows": {1: ("b", (1, 2))}},
    )
    assert not {said for said in legal(other, "grand") if "row-1" in said}
    assert refusal(other, "grand row-1a 1").kind == "taken"


def test_one_needs_a_grand_marker() -> None:
    table = two(
        {"grain": 1, "olive": 1},
        barrows=[3],
        modules=grand((0, 2), stalls=("3-2", "3-3")),
        market=["3-2", "3-3"],
    )
    assert refusal(table, "grand barrow-1 1").kind == "no-marker"


def test_what_it_covers_cannot_be_moved_by_the_loader() -> None:
    table = lay_out(
        step="free deliveries",
        left=2,
        barrows=[(3, (1, 2)), 16],
        helpers=["Loader"],
        modules=grand((1, 2), barrows=[1, None, None, None]),
    )
    assert legal(table, "use") == set()


def test_a_discarded_barrow_gives_it_back() -> None:
    table = lay_out(
        step="play",
        hand=[10],
        barrows=[(3, (1, 2)), 1, 5],
        modules=grand((1, 2), barrows=[1, None, None, None]),
    )
    play(table, "barrow 10", "clear barrow-1")
    assert module(table, NAME)["supply"][0] == 2


# -- craft buildings -----------------------------------------------------------------------------------


def crafting(**given: Any) -> Table:
    """Anna's row 4a lacks a grape; a grand marker lies on its first two demands."""
    given = {"modules": grand((1, 2), crafts={4: (0, 1)}), "goods": {"grape": 1}, **given}
    return lay_out(step="free deliveries", left=2, rows={4: ("a", (1, 2, 3))}, **given)


def test_a_craft_building_completed_with_one_scores_a_point_more() -> None:
    table = crafting()
    points = earned(table, "deliver grape row-4a")
    assert points["grand markers on craft buildings"] == 1
    assert module(table, NAME)["supply"][0] == 2, "it goes back"
    assert module(table, NAME)["crafts"][3] is None


def test_the_instant_side_of_a_neighbour_may_be_used_instead() -> None:
    table = play(crafting(), "deliver grape row-4a")
    assert legal(table, "instant") == {"instant 3", "instant 4", "instant 5"}
    assert refusal(table, "instant 1").kind == "not-beside"
    own = play(crafting(), "deliver grape row-4a", "instant 4")
    assert legal(own, "gain") == {"gain olive", "gain grain", "gain grape", "gain pig"}
    assert farm(own).ongoing == []
    play(table, "instant 3")
    assert goods(table) == {"trade": 1}, "the deli's, which nobody has completed"
    assert farm(table).ongoing == [4], "the marker just gained is turned at once"


def test_a_neighbour_counts_though_it_is_blocked_and_6_is_beside_1() -> None:
    table = crafting(blocked=[3, 5], order_markers=[3, 5, 6])
    play(table, "deliver grape row-4a")
    assert legal(table, "instant") == {"instant 3", "instant 4", "instant 5"}
    ring = lay_out(
        step="free deliveries",
        left=2,
        goods={"trade": 1},
        rows={1: ("a", (1, 2, 3))},
        modules=grand((1, 2), crafts={1: (0, 1)}),
    )
    play(ring, "deliver trade row-1a")
    assert legal(ring, "instant") == {"instant 6", "instant 1", "instant 2"}


def test_what_it_covers_cannot_be_given_up_to_an_outlaw() -> None:
    outlaws = {"outlaws": {"gray": [0, 0, 0, 0, 0, 3]}}
    for covered, penalty in ((None, {"gray 6"}), ({1: (0, 1)}, set[str]())):
        table = lay_out(
            step="draft",
            dice="66612",
            silver=1,
            rows={1: ("a", (1, 2))},
            modules=grand((2, 2) if covered is None else (1, 2), crafts=covered) | outlaws,
        )
        assert legal(table, "gray") == penalty


# -- the market ----------------------------------------------------------------------------------------


def completing(value: int = 2, **given: Any) -> Table:
    """Anna completes a barrow with a grand marker on it: card 1 for 2 points, card 6 for 6."""
    card, met, good = {2: (1, (), None), 6: (6, (1, 2, 3, 4), "meat")}[value]
    supply = given.pop("supply", (1, 2))
    stalls = given.pop("stalls", ())
    if good is None:
        modules = grand((supply[0] + 1, *supply[1:]), stalls=stalls)
        table = lay_out(
            step="free deliveries",
            left=3,
            goods={"olive": 1, "grape": 1},
            barrows=[card],
            modules=modules,
            **given,
        )
        return play(table, "grand barrow-1 1")
    modules = grand(supply, barrows=[1, None, None, None], stalls=stalls)
    table = lay_out(
        step="free deliveries", left=3, goods={good: 1}, barrows=[(card, met)], modules=modules, **given
    )
    return play(table, f"deliver {good} barrow-1")


def test_from_a_completed_barrow_it_may_go_to_the_market_instead_of_a_plain_marker() -> None:
    table = completing()
    assert legal(table) == {"grand marker", "plain marker"}
    play(table, "grand marker", "stall 3-4")
    assert module(table, NAME)["stalls"] == ["3-4"]
    assert module(table, NAME)["supply"][0] == 1
    plain = play(completing(), "plain marker", "stall 3-4")
    assert module(plain, NAME)["stalls"] == []
    assert module(plain, NAME)["supply"][0] == 2
    assert market(plain) == {"3-4": 0}


def test_a_grand_marker_gets_two_points_for_each_marker_it_removes() -> None:
    # 1-2 is worth 6; its neighbours 1-3 (4), 2-2 (4) and 2-3 (3) are lower.
    benno = {"market": ["2-2", "2-3"]}
    table = completing(6, benno=benno)
    assert earned(table, "grand marker", "stall 1-2") == {"markers driven away": 4}
    plain = completing(6, benno=benno)
    assert earned(plain, "plain marker", "stall 1-2") == {"markers driven away": 2}


def test_replacing_an_opponents_marker_is_removing_it() -> None:
    table = completing(6, benno={"market": ["1-2", "5-2"]})
    assert earned(table, "grand marker", "stall 5-2") == {"markers replaced": 2}
    assert market(table)["5-2"] == 0


def test_only_a_grand_marker_removes_a_grand_one() -> None:
    given: dict[str, Any] = {"benno": {"market": ["2-2", "2-3"]}, "supply": (1, 1), "stalls": ("2-2",)}
    plain = completing(6, **given)
    assert earned(plain, "plain marker", "stall 1-2") == {"markers driven away": 1}
    assert market(plain)["2-2"] == 1
    table = completing(6, **given)
    play(table, "grand marker", "stall 1-2")
    assert "2-2" not in market(table)
    assert module(table, NAME)["supply"][1] == 2, "it goes back to Benno"


def test_where_all_places_are_grand_markers_a_plain_one_goes_lower() -> None:
    given: dict[str, Any] = {"benno": {"market": ["1-2", "5-2"]}, "supply": (1, 0), "stalls": ("1-2", "5-2")}
    plain = play(completing(6, **given), "plain marker")
    assert not {"stall 1-2", "stall 5-2"} & legal(plain)
    assert {"stall 2-4", "stall 1-3", "stall 3-4"} <= legal(plain), "any lower value"
    before = farm(plain).points
    play(plain, "stall 2-4")
    assert farm(plain).points == before, "the points printed on the card are scored already"
    table = play(completing(6, **given), "grand marker")
    assert legal(table, "stall") == {"stall 1-2", "stall 5-2"}


def test_where_there_is_no_lower_place_no_marker_is_placed() -> None:
    places = ("3-4", "4-2", "5-3")  # all of value 2 that two players have
    given: dict[str, Any] = {"benno": {"market": list(places[:2])}, "supply": (0, 0), "stalls": places}
    table = completing(2, market=[places[2]], **given)
    play(table, "plain marker")
    assert state_of(table)["questions"] == []
    assert market(table) == {"3-4": 1, "4-2": 1, "5-3": 0}


def test_they_score_two_points_a_round_in_the_market() -> None:
    table = lay_out(
        step="purchased deliveries", market=["3-2", "3-3"], modules=grand((1, 2), stalls=("3-2",))
    )
    assert earned(table, "done") == {"market": 2, "grand markers in the market": 1}


# -- with other modules ----------------------------------------------------------------------------------


def test_they_cover_two_goods_of_a_betwixt_card() -> None:
    card = {"betwixt": {"cards": [{"card": 1, "near": 0, "far": 0, "waiting": None}, None]}}
    table = two({"grain": 1, "olive": 1}, modules=grand() | card)
    play(table, "grand betwixt-1")
    assert module(table, "betwixt")["cards"][0]["near"] == 2
    assert module(table, NAME)["cards"][0] == 0


def test_a_betwixt_card_sends_them_to_the_market_as_a_barrow_does() -> None:
    card = {"betwixt": {"cards": [{"card": 1, "near": 3, "far": 3, "waiting": None}, None]}}
    given: dict[str, Any] = {"modules": grand((1, 2), cards=[0, None, None, None]) | card}
    table = two({"pig": 1}, **given)
    play(table, "deliver pig betwixt-1")
    assert legal(table) == {"grand marker", "plain marker"}
    play(table, "grand marker")
    assert legal(table, "stall") == {"stall 2-4", "stall 3-3", "stall 4-4"}, "places of the reward's 5 points"
    back = play(two({"pig": 1}, **given), "deliver pig betwixt-1", "plain marker")
    assert market(back) == {}
    assert module(back, NAME)["supply"][0] == 2


def test_two_cards_that_are_due_at_once_ask_one_after_the_other() -> None:
    cards = [{"card": n, "near": 3 + n % 2, "far": 4 - n % 2, "waiting": 0} for n in (2, 1)]
    table = lay_out(
        step="free deliveries",
        goods={"grain": 1},
        barrows=[3],
        modules=grand((0, 2), cards=[0, 0, None, None]) | {"betwixt": {"cards": cards, "due": [1, 2]}},
    )
    play(table, "done", "plain marker", "plain marker")
    assert module(table, NAME)["supply"][0] == 2
    assert farm(table).points == 6


def test_they_are_not_for_colchonera_nor_long_distance_trade() -> None:
    table = two({"grain": 1, "olive": 1}, modules=grand() | {"colchonera": {}, "long-distance-trade": {}})
    words = {said for said in (action.words for action in table.game.actions) if said.startswith("grand ")}
    assert not any("colchonera" in said or "journey" in said for said in words)


@pytest.mark.parametrize(
    "wrong",
    [
        grand((3, 2)),
        grand((1, 2)),
        grand((1, 2), stalls=("3-2",)),
        grand((1, 2), barrows=[1, None, None, None]),
        grand((1, 2), crafts={1: (0, 1)}),
    ],
)
def test_positions_that_could_not_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        lay_out(step="draft", modules=wrong)


def test_a_position_in_another_order_is_refused_with_the_right_one() -> None:
    with pytest.raises(BadPosition, match=r"'stalls' should be \[\"3-2\", \"3-3\"\]"):
        lay_out(modules=grand((0, 2), stalls=("3-3", "3-2")), market=["3-2", "3-3"])

"""Ladies of La Granja: one for everybody, each with an ability."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import Table
from granja.kit import (
    Given,
    deal,
    earned,
    farm,
    goods,
    lay_out,
    legal,
    module,
    play,
    refusal,
    silver,
    state_of,
)

NAME = "ladies"
ANA, FELIPA, ROSA, REINA, NINA, SOL = 1, 2, 3, 4, 5, 6


def with_lady(lady: int, green: int | None = None, exhausted: bool = False, **given: Any) -> Table:
    """A table of two, at which Anna has a lady and Benno another."""
    other = NINA if lady != NINA else REINA
    ladies = {"ladies": [lady, other], "green": green, "exhausted": [exhausted, False]}
    more = given.pop("modules", {})
    return lay_out(modules={NAME: ladies, **more}, **given)


# -- choosing ----------------------------------------------------------------------------------------


def test_one_more_than_there_are_players_is_laid_out_and_chosen_from_in_reverse_order() -> None:
    for players in (2, 3, 4):
        table = deal(players, 5, (NAME,))
        order = state_of(table)["order"]
        assert len(module(table, NAME)["choice"]) == players + 1
        chosen = {}
        for seat in reversed(order):
            assert table.seat == seat
            words = min(legal(table))
            assert words.startswith("lady ")
            chosen[seat] = int(words.split()[1])
            play(table, words)
        assert module(table, NAME)["ladies"] == [chosen[seat] for seat in range(players)]
        assert module(table, NAME)["choice"] == [], "the last one is discarded"
        assert state_of(table)["step"] == "play"
        assert table.seat == order[0]


def test_only_those_laid_out_can_be_chosen() -> None:
    table = deal(2, 5, (NAME,))
    missing = next(lady for lady in range(1, 7) if lady not in module(table, NAME)["choice"])
    assert refusal(table, f"lady {missing}").kind == "not-among-them"
    assert refusal(with_lady(ANA), "lady 2").kind == "wrong-phase"


# -- Ana ---------------------------------------------------------------------------------------------


def test_the_green_die_is_one_more_action_for_ana_alone() -> None:
    table = with_lady(ANA, green=4, dice="33333")
    assert legal(table, "green") == {"green 4"}
    play(table, "green 4")
    assert silver(table) == 4
    assert module(table, NAME)["green"] is None, "on Ana's card again"
    assert legal(table, "die") == {"die 3"}, "the turn goes on"
    other = with_lady(ANA, green=4, dice="3333", turn=2)
    assert other.seat == 1
    assert refusal(other, "green 4").kind == "not-your-lady"


def test_the_green_die_is_rolled_with_the_others_and_not_among_them() -> None:
    table = with_lady(ANA, step="roofs", round=2)
    while state_of(table)["step"] != "draft":
        table.play(min(legal(table)))
    assert module(table, NAME)["green"] in range(1, 7)
    assert sum(state_of(table)["dice"]) == 5


def test_the_green_die_can_be_used_before_the_leftover_die_or_after_it() -> None:
    table = with_lady(ANA, green=1, step="leftover", dice="4", pick=2)
    assert "green 1" in legal(table)
    play(table, "die 4")
    assert "green 1" in legal(table)
    play(table, "green 1")
    assert goods(table) == {"pig": 1}
    assert table.seat == 1


def test_the_green_die_is_gone_with_the_revenue_phase() -> None:
    table = with_lady(ANA, green=1, step="leftover", dice="4", pick=2)
    play(table, "die 4", "done")
    while state_of(table)["phase"] == "revenue":
        table.play(min(legal(table)))
    assert module(table, NAME)["green"] is None


def test_the_green_die_can_build_where_the_leftover_die_cannot() -> None:
    town: dict[str, Any] = {"bustling-town": {"display": [1, 2, 3], "deck": [4, 5, 6, 7, 8, 9, 10]}}
    table = with_lady(ANA, green=3, step="leftover", dice="3", pick=2, modules=town)
    play(table, "green 3")
    assert "option 2" in legal(table)
    table = with_lady(ANA, green=3, step="leftover", dice="3", pick=2, modules=town)
    play(table, "die 3")
    assert "option 2" not in legal(table)


def test_the_siesta_reward_comes_before_long_distance_trade() -> None:
    journeys: dict[str, Any] = {"long-distance-trade": {}}
    table = with_lady(
        SOL, step="free deliveries", turn=2, siesta=3, goods={"grain": 1, "olive": 1}, modules=journeys
    )
    while state_of(table)["phase"] != "scoring":
        table.play("done")
    assert "gain grape" in legal(table)
    play(table, "gain grape")
    assert "journey 4" in legal(table)


def test_what_changes_a_die_that_is_taken_changes_the_green_one() -> None:
    table = with_lady(ANA, green=3, dice="11111", tiles=["1d"])
    play(table, "roof 1")
    assert legal(table, "green") == {"green 3 as 2", "green 3 as 4"}
    play(table, "green 3 as 4")
    assert legal(table, "die") == {"die 1"}, "only one die is changed"


def test_helpers_of_others_do_not_touch_the_green_die() -> None:
    table = with_lady(ANA, green=3, dice="3333", turn=2, benno={"helpers": ["Fortune Teller"]})
    play(table, "use 25", "reroll 3", "skip")
    assert module(table, NAME)["green"] == 3


# -- Felipa ------------------------------------------------------------------------------------------


def test_felipa_has_room_for_a_fourth_helper() -> None:
    table = with_lady(FELIPA, step="play", hand=[1, 2], helpers=[3, 4, 5])
    play(table, "helper 1")
    assert [helper["card"] for helper in farm(table).helpers] == [3, 4, 5, 1]
    other = with_lady(REINA, step="play", hand=[1, 2], helpers=[3, 4, 5])
    play(other, "helper 1")
    assert legal(other) == {"dismiss 3", "dismiss 4", "dismiss 5"}


def test_felipa_brings_a_silver_or_a_delivery_once_a_round() -> None:
    table = play(with_lady(FELIPA), "lady silver")
    assert silver(table) == 1
    assert refusal(table, "lady silver").kind == "lady-exhausted"
    table = with_lady(FELIPA, goods={"grain": 1}, barrows=[18])
    play(table, "lady delivery", "deliver grain barrow-1")
    assert goods(table) == {}
    assert module(table, NAME)["exhausted"] == [True, False]


def test_felipa_helps_only_with_fewer_than_four_helpers() -> None:
    table = with_lady(FELIPA, helpers=[3, 4, 5, 6])
    assert refusal(table, "lady silver").kind == "full-house"


def test_felipa_delivers_in_any_phase() -> None:
    """Roof tiles say in which phases they deliver; she does not."""
    table = with_lady(FELIPA, step="play", hand=[1, 2], goods={"grain": 1}, barrows=[18])
    assert legal(table, "lady") == {"lady silver", "lady delivery"}
    play(table, "lady delivery", "deliver grain barrow-1")
    assert farm(table).barrows[0]["met"] == [1]
    assert refusal(with_lady(FELIPA, step="play", hand=[1]), "lady delivery").kind == "of-no-use"


# -- Rosa --------------------------------------------------------------------------------------------


def test_rosas_roof_tiles_cost_a_silver_less() -> None:
    table = with_lady(ROSA, round=2, step="roofs", silver=1, roofs=["2a", "2b"])
    assert silver(play(table, "tile 1")) == 0


def test_rosa_needs_no_silver_for_a_tile_that_costs_nothing() -> None:
    table = with_lady(ROSA, round=2, step="roofs", roofs=["2a", "2b"], helpers=["Roofer"])
    play(table, "tile 1", "tile 2")
    assert [roof["tile"] for roof in farm(table).roofs if roof] == ["2a", "2b"]


def test_rosa_buys_another_tile_that_is_left_at_the_end_of_the_farm_phase() -> None:
    table = with_lady(ROSA, round=2, step="roofs", silver=2, roofs=["2a", "2b"])
    play(table, "tile 1")
    assert state_of(table)["step"] == "roof tiles left"
    assert legal(table, "tile") == {"tile 2"}
    play(table, "tile 2")
    assert [roof["tile"] for roof in farm(table).roofs if roof] == ["2a", "2b"]
    assert state_of(table)["phase"] == "revenue"


def test_rosa_need_not_buy_and_gets_only_what_others_leave() -> None:
    table = with_lady(ROSA, round=2, step="roofs", silver=2, roofs=["2a", "2b"], benno={"silver": 2})
    play(table, "tile 1", "tile 2")
    assert state_of(table)["phase"] == "revenue", "nothing is left"
    table = with_lady(ROSA, round=2, step="roofs", silver=2, roofs=["2a", "2b"])
    play(table, "done", "skip")
    assert farm(table).roofs[0] is None


def test_rosa_buys_a_broken_roof_that_is_left() -> None:
    broken = {"broken-roofs": {"left": 4, "for sale": True}}
    table = with_lady(ROSA, round=2, step="roofs", silver=9, roofs=["2a"], modules=broken)
    play(table, "tile 1")
    assert legal(table, "tile") == {"tile broken"}
    play(table, "tile broken")
    assert silver(table) == 7
    assert farm(table).roofs[1] == {"tile": "broken", "up": False}


def test_rosa_has_room_for_a_sixth_and_a_seventh_tile() -> None:
    five = [("1a", False), ("1b", False), ("1c", False), ("2a", False), ("2b", False)]
    table = with_lady(ROSA, round=2, step="roofs", silver=9, tiles=five, roofs=["2c", "2d"])
    play(table, "tile 1", "done", "tile 2")  # the step that it brings could be made at once
    assert [roof["tile"] for roof in farm(table).roofs] == ["1a", "1b", "1c", "2a", "2b", "2c", "2d"]
    assert legal(with_lady(ROSA, round=3, tiles=[*five, "2c", "1d"]), "roof") == {"roof 6", "roof 7"}
    other = with_lady(REINA, round=2, step="roofs", silver=9, tiles=five, roofs=["2c", "2d"])
    assert "tile 1" not in legal(other)


def test_tiles_of_the_two_places_more_are_used_and_turned_like_others() -> None:
    five = [("1a", False), ("1b", False), ("1c", False), ("2a", False), ("2b", False)]
    table = with_lady(ROSA, round=5, tiles=[*five, ("3a", False), "5c"])
    play(table, "roof 7")
    assert "turn 6" in legal(table)
    play(table, "turn 6", "roof 6")
    assert goods(table) == {"pig": 1}
    assert refusal(table, "roof 6").kind == "roof-used"


# -- Reina -------------------------------------------------------------------------------------------


def test_reina_has_an_income_of_a_silver() -> None:
    table = with_lady(REINA, step="play", hand=[1])
    play(table, "field 1")
    while table.seat == 0 and state_of(table)["phase"] == "farm":
        table.play("done")
    assert silver(table) == 1


def test_reina_gives_four_silver_for_a_point_once_a_round() -> None:
    table = with_lady(REINA, points=2)
    assert earned(table, "lady point") == {"ladies": -1}
    assert silver(table) == 4
    assert refusal(table, "lady point").kind == "lady-exhausted"
    assert refusal(with_lady(REINA), "lady point").kind == "of-no-use"


# -- Nina --------------------------------------------------------------------------------------------


def test_nina_sells_upgraded_goods() -> None:
    table = with_lady(NINA, goods={"food": 1, "wine": 1, "meat": 1})
    play(table, "sell food", "sell wine", "sell meat")
    assert silver(table) == 3 + 4 + 5
    assert goods(table) == {}
    assert refusal(with_lady(REINA, goods={"food": 1}), "sell food").kind == "not-your-lady"


def test_nina_upgrades_for_nothing_once_a_round() -> None:
    table = play(with_lady(NINA, goods={"pig": 1}), "lady upgrade", "improve pig")
    assert goods(table) == {"meat": 1}
    assert refusal(table, "lady upgrade").kind == "lady-exhausted"
    assert refusal(with_lady(NINA), "lady upgrade").kind == "of-no-use"


def test_nina_sells_what_was_upgraded_for_silver() -> None:
    table = with_lady(NINA, goods={"grain": 1}, silver=2)
    play(table, "upgrade grain", "sell food")
    assert (goods(table), silver(table)) == ({}, 3)


def test_nina_does_not_sell_in_the_same_turn_what_was_bought_and_upgraded_for_silver() -> None:
    """With helpers that make it cheaper it would bring silver without end."""
    table = with_lady(NINA, silver=2, helpers=["Chef", "Seed Dealer"])
    play(table, "buy grain", "upgrade grain")
    assert legal(table, "sell food") == set()
    assert refusal(table, "sell food").kind == "just-made"
    old = with_lady(NINA, goods={"grain": 1}, silver=2, helpers=["Chef", "Seed Dealer"])
    play(old, "buy grain", "upgrade grain")
    assert legal(old, "sell food") == {"sell food"}, "it may be the one that was there"
    free = play(with_lady(NINA, silver=2), "buy grain", "lady upgrade", "improve grain")
    assert legal(free, "sell food") == {"sell food"}


# -- Sol ---------------------------------------------------------------------------------------------


def scored(siesta: int) -> Table:
    """The scoring phase of somebody with Sol, on a space of the siesta track."""
    table = with_lady(SOL, step="free deliveries", turn=2, siesta=siesta, order=[0, 1])
    while state_of(table)["round"] == 1 and state_of(table)["phase"] != "scoring":
        table.play("done")
    return table


def test_sol_rewards_a_siesta_point_with_a_harvest_good() -> None:
    table = scored(3)
    assert legal(table) == {"gain olive", "gain grain", "gain grape"}
    play(table, "gain olive")
    assert goods(table) == {"olive": 1}


def test_sol_rewards_more_siesta_points_with_a_trade_commodity() -> None:
    assert goods(scored(5)) == {"trade": 1}
    assert goods(scored(7)) == {"trade": 1}
    assert goods(scored(0)) == {}


# -- all of them -------------------------------------------------------------------------------------


def test_ladies_are_refreshed_when_the_round_is_scored() -> None:
    table = with_lady(REINA, exhausted=True, step="free deliveries", turn=2)
    while state_of(table)["round"] == 1:
        table.play("done")
    assert module(table, NAME)["exhausted"] == [False, False]


def test_refusals() -> None:
    assert refusal(with_lady(ANA, green=4), "lady silver").kind == "not-your-lady"
    assert refusal(with_lady(ANA, green=4, dice="33333"), "green 5").kind == "no-such-die"
    assert refusal(with_lady(ANA, green=4, dice="33333"), "green 4 as 5").kind == "cannot-change"
    assert refusal(with_lady(ANA, dice="33333"), "green 4").kind == "no-green-die"
    assert refusal(with_lady(ROSA), "roof 6").kind == "no-tile-there"
    assert refusal(with_lady(ROSA), "turn 6").kind == "no-tile-there"


def test_nina_sells_what_is_left_at_the_end() -> None:
    table = with_lady(NINA, round=6, step="free deliveries", turn=2, goods={"food": 1, "wine": 1, "meat": 1})
    while not table.is_over:
        table.play("done")
    assert farm(table).points == 12 // 5
    assert silver(table) == 12 % 5


def test_before_the_scoring_there_is_a_pause_for_what_is_refreshed_then() -> None:
    for lady, words in ((FELIPA, "lady silver"), (NINA, "lady upgrade")):
        table = with_lady(lady, step="free deliveries", goods={"grain": 1})
        play(table, "done", "done")
        assert state_of(table)["step"] == "purchased deliveries"
        assert words in legal(table)
        table = with_lady(lady, exhausted=True, step="free deliveries")
        play(table, "done", "done")
        assert state_of(table)["round"] == 2


# -- what else they are good for -----------------------------------------------------------------------


def test_anas_own_fortune_teller_may_roll_the_green_die_again() -> None:
    table = with_lady(ANA, green=3, dice="11111", helpers=["Fortune Teller"])
    play(table, "use 25")
    assert legal(table) == {"reroll 1", "reroll green 3"}
    play(table, "reroll green 3")
    assert legal(table) == {"reroll 1", "skip"}
    assert refusal(table, "reroll green 3").kind == "no-green-die"
    told = [table.game.tell(entry, table.names) for entry in table.play("skip")]
    green = module(table, NAME)["green"]
    assert told[-1] == f"Anna's green die shows {green}."
    assert state_of(table)["dice"] == [5, 0, 0, 0, 0, 0], "no other die was rolled"
    both = with_lady(ANA, green=3, dice="11111", helpers=["Fortune Teller"])
    play(both, "use 25", "reroll 1")
    assert legal(both) == {"reroll 1", "reroll green 3", "skip"}
    play(both, "reroll green 3")
    assert sum(state_of(both)["dice"]) == 5
    assert legal(both, "green"), "and used afterwards"
    other = with_lady(ANA, green=3, dice="1111", turn=2, benno={"helpers": ["Fortune Teller"]})
    assert refusal(play(other, "use 25"), "reroll green 3").kind == "not-your-lady"
    assert refusal(with_lady(ANA, green=3, dice="11111"), "reroll green 3").kind == "needs-effect"
    assert refusal(play(table, "die 1"), "reroll green 3").kind == "not-your-lady"


def test_rosa_has_a_broken_roof_for_nothing_with_the_roofer() -> None:
    broken = {"broken-roofs": {"left": 4, "for sale": True}}
    table = with_lady(
        ROSA,
        round=2,
        step="roofs",
        turn=1,
        order=[1, 0],
        helpers=["Roofer"],
        benno={"silver": 1},
        modules=broken,
    )
    play(table, "done")
    assert table.seat == 0, "though she has nothing"
    play(table, "tile broken")
    assert farm(table).roofs[0] == {"tile": "broken", "up": False}


def test_what_ladies_give_pays_for_what_is_asked() -> None:
    song: dict[str, Any] = {"donkey-song": {}}
    reina = with_lady(REINA, step="purchased deliveries", points=1, siesta=3, modules=song)
    play(reina, "done", "lady point", "take song 1")
    assert silver(reina) == 4 - 1 + 1, "and her income"
    nina = with_lady(
        NINA, exhausted=True, step="purchased deliveries", goods={"food": 1}, siesta=3, modules=song
    )
    play(nina, "done", "sell food", "take song 1")
    assert silver(nina) == 2


@pytest.mark.parametrize(
    "given",
    [
        {"goods": {"pig": 1}},
        {"goods": {"grape": 1}, "exhausted": True, "tiles": ["3b"]},
        {"fields": [4], "ripe": {"grape": 1}, "exhausted": True, "helpers": ["Farm Servant"]},
        {"goods": {"olive": 1}, "exhausted": True, "silver": 2, "helpers": ["Oil Presser"]},
    ],
    ids=["nina", "tile", "helper", "paid"],
)
def test_what_nina_sells_may_first_be_upgraded_for_a_roof_tile(given: Given) -> None:
    """Nobody else could pay 4 silver with these."""
    table = with_lady(
        NINA, step="play", turn=2, order=[1, 0], round=4, roofs=["4a"], hand=[1], benno={}, **given
    )
    play(table, "field 1")
    while state_of(table)["step"] in ("play", "hand", "income", "harvest"):
        play(table, "done")
    assert (state_of(table)["step"], table.seat) == ("roofs", 0)


def test_felipa_delivers_what_has_just_come_in_before_others_have_their_turns() -> None:
    drafted = with_lady(FELIPA, dice="33344", barrows=[(18, [1])])
    left = with_lady(FELIPA, step="leftover", pick=2, dice="3", barrows=[(18, [1])])
    for table in (drafted, left):
        play(table, "die 3", "gain grain and grape")
        assert table.seat == 0
        assert "lady delivery" in legal(table)
        assert play(table, "done").seat == 1
    table = with_lady(FELIPA, step="free deliveries", left=1, goods={"grain": 2}, barrows=[18])
    play(table, "deliver grain barrow-1")
    assert "lady delivery" in legal(table)
    used = with_lady(FELIPA, exhausted=True, dice="33344", barrows=[(18, [1])])
    assert play(used, "die 3", "gain grain and grape").seat == 1


# -- a turn waits ------------------------------------------------------------------------------------


def test_before_reinas_income_one_may_still_be_without_silver() -> None:
    """The Moneylender gives two silver to who has none."""
    table = play(with_lady(REINA, step="play", hand=[17, 7]), "helper 17")
    assert state_of(table)["step"] == "hand"
    play(table, "use 17")
    assert silver(table) == 2 + 1, "and then her income"


def test_reinas_income_may_pay_for_a_farm_extension_before_the_harvest() -> None:
    table = play(with_lady(REINA, step="play", hand=[1, 2], goods={"trade": 1}), "field 1")
    while state_of(table)["step"] in ("play", "hand"):
        play(table, "done")
    assert state_of(table)["step"] == "income"
    assert legal(play(table, "trade play"), "extension")


def test_reinas_income_counts_with_a_tile_for_an_income() -> None:
    """Who drives Benno's marker away leaves him time to pay his Market Guard with it."""
    benno: Given = {"helpers": ["Market Guard"], "market": ["3-4"], "tiles": ["5d"]}
    ladies = {NAME: {"ladies": [ANA, REINA]}}
    given: Given = {"step": "free deliveries", "goods": {"grain": 1}, "barrows": [(19, [2, 3, 4])]}
    table = play(lay_out(modules=ladies, benno=benno, **given), "deliver grain barrow-1", "stall 2-4")
    assert table.seat == 1
    play(table, "roof 1", "guard 3-4")
    assert silver(table, 1) == 0


@pytest.mark.parametrize(
    ("lady", "given", "way"),
    [
        (REINA, {"points": 1}, "lady point"),
        (FELIPA, {}, "lady silver"),
        (NINA, {"goods": {"food": 1}}, "sell food"),
    ],
    ids=["reina", "felipa", "nina"],
)
def test_what_a_lady_gives_pays_the_market_guard(lady: int, given: Given, way: str) -> None:
    benno: Given = {"helpers": ["Market Guard"], "market": ["3-4"]} | given
    ladies = {NAME: {"ladies": [ANA, lady]}}
    laid: Given = {"step": "free deliveries", "goods": {"grain": 1}, "barrows": [(19, [2, 3, 4])]}
    table = play(lay_out(modules=ladies, benno=benno, **laid), "deliver grain barrow-1", "stall 2-4")
    assert table.seat == 1
    assert way in legal(table)
    play(table, way, "guard 3-4")
    assert table.seat == 1, "his deliveries follow"
    assert "3-4" in state_of(table)["market"]


@pytest.mark.parametrize(
    ("lady", "given", "way"),
    [
        (REINA, {"points": 1}, "lady point"),
        (FELIPA, {"silver": 1}, "lady silver"),
        (NINA, {"goods": {"food": 1}}, "sell food"),
    ],
    ids=["reina", "felipa", "nina"],
)
def test_within_another_effect_a_lady_gives_what_asks_nothing(lady: int, given: Given, way: str) -> None:
    """The second of two free upgrades within a delivery waits for the silver that buys a resource."""
    have = given.get("goods", {}) | {"trade": 1, "grape": 1}
    table = with_lady(lady, dice="6", **given | {"goods": have})
    play(table, "die 6", "trade upgrades", "improve grape")
    assert way in legal(table)
    assert not {"lady delivery", "lady upgrade"} & legal(table)
    play(table, way, "buy olive", "improve olive")
    assert "food" in goods(table)


def test_a_tile_that_was_left_may_be_used_before_the_farm_phase_ends() -> None:
    """An income brings the Vine Dresser's grape in the farm phase only."""
    given: Given = {"round": 5, "step": "roofs", "turn": 2, "order": [1, 0], "roofs": ["5d", "5b"]}
    table = with_lady(ROSA, silver=12, helpers=["Vine Dresser"], **given)
    play(table, "done", "tile 1")
    assert (state_of(table)["step"], table.seat) == ("roof tiles left", 0)
    assert legal(table, "tile") == set(), "one is enough"
    assert refusal(table, "tile 2").kind == "roof-bought"
    play(table, "roof 1")
    assert goods(table) == {"grape": 1}
    assert state_of(table)["phase"] == "revenue"


def test_reina_may_still_give_silver_before_the_scoring() -> None:
    given: Given = {"step": "free deliveries", "turn": 2, "order": [1, 0], "left": 1}
    row: Given = {"goods": {"grain": 1}, "barrows": [(19, [2, 3, 4])]}
    table = play(with_lady(REINA, **given, **row), "deliver grain barrow-1", "stall 2-4")
    while table.seat != 0:
        play(table, "done")
    assert "lady point" in legal(table)
    used = play(with_lady(REINA, exhausted=True, **given, **row), "deliver grain barrow-1", "stall 2-4")
    assert state_of(used)["round"] == state_of(table)["round"] + 1

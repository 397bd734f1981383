"""Pauses: a finished step stays open for what would come too late afterwards, and for nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from burgher import Table
from burgher.games.granja.pauses import own_leads
from burgher.games.granja.state import Granja
from granja.kit import Given, earned, farm, goods, lay_out, legal, load, play, refusal, silver, state_of


def pausing(table: Table) -> bool:
    """Whether Anna may do something first, and need not."""
    return table.seat == 0 and "done" in legal(table)


def is_past_the_farm(table: Table) -> bool:
    """Whether Anna's farm phase went by; Benno has no card to play."""
    return step(table) == "draft"


def step(table: Table) -> str:
    found: str = state_of(table)["step"]
    return found


# -- before a card is played, and before drawing up -------------------------------------------------


def test_who_has_no_card_to_play_may_draw_one() -> None:
    table = lay_out(step="play", goods={"trade": 1})
    assert legal(table, "trade") == {"trade silver", "trade harvest", "trade draw", "trade pig"}
    play(table, "trade draw")
    (card,) = farm(table).hand
    assert "done" not in legal(table)  # a card in hand is played
    play(table, f"field {card}")
    assert farm(table).fields == [card]


@pytest.mark.parametrize("given", [{"tiles": ["3c"]}, {"helpers": ["Recruiter"], "goods": {"grain": 1}}])
def test_other_things_draw_a_card_too(given: Given) -> None:
    assert pausing(lay_out(step="play", **given))


def test_who_has_no_card_and_draws_none_goes_on() -> None:
    table = play(lay_out(step="play", goods={"trade": 1}), "done")
    assert (farm(table).fields, farm(table).hand_size) == ([], 3)


def test_no_card_is_waited_for_when_there_is_none_to_draw() -> None:
    given: Any = {"step": "play", "order": [1, 0], "goods": {"trade": 1}, "barrows": [2]}
    taken = [card for card in range(1, 67) if card not in (1, 2)]
    table = play(lay_out(**given, benno={"hand": [1], "fields": taken}), "field 1")
    assert is_past_the_farm(table)
    table = play(lay_out(**given, benno={"hand": [1], "fields": taken[4:]}), "field 1")
    assert not is_past_the_farm(table)


def test_a_helper_just_played_may_discard_a_card_before_drawing_up() -> None:
    table = lay_out(step="play", hand=[60, 9, 12])
    play(table, "helper 60")
    assert (step(table), legal(table)) == ("play", {"use 60", "done"})
    play(table, "use 60", "discard 9")
    assert (silver(table), farm(table).hand_size) == (2, 3)


def test_or_play_one() -> None:
    table = lay_out(step="play", hand=[4, 9, 12], points=1)
    play(table, "helper 4", "use 4", "field 9")
    assert (farm(table).fields, farm(table).hand_size) == ([9], 3)


# -- before the income ------------------------------------------------------------------------------


def test_a_card_drawn_up_may_be_played_before_the_income() -> None:
    table = lay_out(step="play", hand=[9, 7, 12], goods={"trade": 1})
    play(table, "field 9")
    assert step(table) == "hand"
    play(table, "trade play", "helper 7")  # the Olive Picker
    assert goods(table) == {"olive": 1}


@pytest.mark.parametrize("given", [{"tiles": ["3c"]}, {"helpers": ["Farm Worker"], "points": 1}])
def test_other_things_play_a_card_too(given: Given) -> None:
    table = play(lay_out(step="play", hand=[9], **given), "field 9")
    assert (step(table), pausing(table)) == ("hand", True)


def test_nobody_is_asked_before_the_income_who_cannot_play() -> None:
    table = play(lay_out(step="play", hand=[9], goods={"grain": 1}, silver=5, tiles=["2b"]), "field 9")
    assert is_past_the_farm(table)


# -- before the harvest -----------------------------------------------------------------------------


def test_the_income_may_clear_a_field_before_the_harvest() -> None:
    table = lay_out(step="play", hand=[65], fields=[9], ripe={"olive": 1}, extensions=[18, 28])
    play(table, "barrow 65")
    assert (step(table), silver(table)) == ("income", 2)
    play(table, "upgrade olive")
    assert (goods(table), farm(table).ripe) == ({"food": 1}, {"olive": 1})


WAITING: dict[str, Given] = {
    "an upgrade that can be paid": {"silver": 2},
    "or paid by selling": {"goods": {"grain": 2}},
    "an upgrade for nothing": {"helpers": ["Farm Servant"]},
    "of a tile": {"tiles": ["3b"]},
    "of a trade commodity": {"goods": {"trade": 1}},
    "a good discarded": {"helpers": ["Smuggler"]},
    "or exchanged": {"helpers": ["Gardener"]},
}


@pytest.mark.parametrize("name", WAITING)
def test_a_good_on_a_field_waits_for_whatever_could_use_it(name: str) -> None:
    given: Any = {"step": "play", "hand": [65], **WAITING[name]}
    table = play(lay_out(fields=[9], ripe={"olive": 1}, **given), "barrow 65")
    while step(table) in ("play", "hand"):  # a trade commodity could play a card, too
        play(table, "done")
    assert (step(table), pausing(table)) == ("income", True)
    table = play(lay_out(fields=[9], **given), "barrow 65")
    while step(table) in ("play", "hand"):
        play(table, "done")
    assert is_past_the_farm(table)


def test_a_second_pig_may_be_bought_before_breeding() -> None:
    given: Any = {"step": "play", "hand": [65], "extensions": [1, 4], "goods": {"pig": 1}}
    table = play(lay_out(**given, silver=4), "barrow 65")
    assert pausing(table)
    play(table, "buy pig")
    assert goods(table)["pig"] == 3
    assert is_past_the_farm(play(lay_out(**given, silver=1), "barrow 65"))  # the pig itself sells for 2
    table = play(lay_out(**given, tiles=["3a"]), "barrow 65", "roof 1")
    assert goods(table)["pig"] == 3


def test_a_pig_may_be_sold_for_which_another_is_born() -> None:
    given: Any = {"step": "play", "hand": [65], "extensions": [1, 4], "silver": 9}
    table = play(lay_out(**given, goods={"pig": 3}), "barrow 65")
    assert pausing(table)
    play(table, "sell pig")
    assert (goods(table)["pig"], silver(table)) == (3, 11)
    assert is_past_the_farm(play(lay_out(**given, goods={"pig": 2}), "barrow 65"))


def test_a_trade_commodity_that_comes_with_the_income_may_play_a_field() -> None:
    table = lay_out(step="play", hand=[65, 9], crafts=[3], ongoing=[3])
    play(table, "barrow 65")
    assert step(table) == "income"
    play(table, "trade play", "field 9")
    assert farm(table).ripe == {"olive": 1}


def test_who_declined_to_play_before_the_income_is_not_asked_again_without_a_new_card() -> None:
    table = play(lay_out(step="play", hand=[65, 9], goods={"trade": 1}), "barrow 65", "done")
    assert is_past_the_farm(table)


# -- after the leftover die -------------------------------------------------------------------------


def test_the_silver_of_the_leftover_die_may_pay_the_messenger() -> None:
    given: Any = {"step": "leftover", "pick": 2, "dice": "4", "helpers": ["Messenger"], "barrows": [18]}
    table = play(lay_out(**given, fields=[5], ripe={"grain": 1}), "die 4")
    assert (step(table), pausing(table)) == ("leftover", True)
    play(table, "use 36", "deliver grain barrow-1")
    assert (farm(table).barrows[0]["met"], table.seat) == ([1], 1)


@pytest.mark.parametrize("given", [{"helpers": ["Idler"]}, {"tiles": ["2c"]}, {"tiles": ["3d"]}])
def test_what_does_not_work_with_donkeys_may_be_used(given: Given) -> None:
    leftover: Any = {"step": "leftover", "pick": 2, "dice": "4"}
    assert pausing(play(lay_out(**leftover, **given), "die 4"))
    assert play(lay_out(**leftover, siesta=8, **given), "die 4").seat == 1


def test_a_trade_commodity_of_the_leftover_die_may_play_a_card() -> None:
    given: Any = {"step": "leftover", "pick": 2, "dice": "6", "hand": [30], "goods": {"grain": 1}}
    table = play(lay_out(**given, barrows=[(18, [1])]), "die 6", "deliver grain barrow-1", "stall 3-4")
    assert pausing(table)
    play(table, "trade play", "helper 30")
    assert table.seat == 1


def test_a_trade_commodity_from_before_does_not_wait() -> None:
    given: Any = {"step": "leftover", "pick": 2, "dice": "4", "hand": [30], "goods": {"trade": 1}}
    table = play(lay_out(**given), "die 4", "die 4")
    assert step(table) == "donkeys"


# -- after the free deliveries ----------------------------------------------------------------------


def test_the_muleteer_may_be_paid_by_the_last_free_delivery() -> None:
    table = lay_out(
        step="free deliveries",
        goods={"food": 1, "grain": 1, "trade": 1},
        rows={1: ("a", [1, 2, 3])},
        barrows=[18],
        helpers=["Muleteer"],
    )
    (last,) = (words for words in legal(table, "deliver") if words.endswith("row-1a"))
    play(table, last)
    assert (step(table), silver(table), pausing(table)) == ("free deliveries", 3, True)
    assert legal(table, "deliver") == set()
    play(table, "use 35", "deliver grain barrow-1")
    assert table.seat == 1


def test_a_helper_that_adds_a_delivery_adds_it_at_once() -> None:
    given: Any = {"hand": [34, 37], "goods": {"trade": 1, "grain": 1}, "barrows": [18], "silver": 1}
    table = lay_out(step="free deliveries", **given)
    play(table, "trade play", "helper 34")  # the Donkey Driver, with a tile of 2 donkeys
    assert state_of(table)["left"] == 2
    table = lay_out(step="free deliveries", **given, donkey=3, donkeys=[1, 2, 4])
    play(table, "trade play", "helper 34")
    assert state_of(table)["left"] == 1
    table = lay_out(step="purchased deliveries", left=0, fresh=True, **given)
    play(table, "trade play", "helper 37")  # the Carter
    assert state_of(table)["left"] == 1
    assert "deliver grain barrow-1" in legal(table)


def test_and_takes_it_along_when_it_leaves() -> None:
    table = lay_out(
        step="free deliveries", left=2, hand=[9], goods={"trade": 1}, helpers=["Donkey Driver", 10, 11]
    )
    play(table, "trade play", "helper 9", "dismiss 34")
    assert state_of(table)["left"] == 1


# -- before the scoring -----------------------------------------------------------------------------


def test_what_the_last_delivery_brought_may_count_in_the_scoring() -> None:
    given: Any = {"step": "free deliveries", "turn": 2, "order": [1, 0], "hand": [41], "goods": {"grain": 1}}
    table = lay_out(**given, barrows=[(18, [1])], market=["2-3", "2-4"])
    play(table, "deliver grain barrow-1", "stall 4-2")
    assert (step(table), pausing(table)) == ("free deliveries", True)
    assert earned(table, "trade play", "helper 41") == {"market": 3, "Stall Keeper": 1}


SCORING: dict[str, Given] = {
    "a helper that has not worked": {"helpers": ["Moneylender"]},
    "a helper that selling would pay": {"helpers": ["Recruiter"], "goods": {"grain": 1}},
    "a good bought for the Smuggler": {"helpers": ["Smuggler"], "silver": 2},
    "silver that may play a card": {"helpers": ["Shipping Agent"], "silver": 4, "hand": [9]},
    "a tile that delivers": {"tiles": ["4b"], "goods": {"grain": 1}, "barrows": [18]},
    "a tile that places a marker": {"tiles": ["6c"]},
    "any tile in the last round": {"tiles": ["1a"], "round": 6},
    "a card and a trade commodity that plays it when others have delivered": {
        "goods": {"trade": 1},
        "hand": [41],
    },
    "a tile that plays it then": {"tiles": ["3c"], "hand": [41]},
}
NOT_SCORING: dict[str, Given] = {
    "nothing": {},
    "an exhausted helper": {"helpers": [("Moneylender", True)]},
    "a helper of another phase": {"helpers": ["Idler"]},
    "a helper that nothing would pay": {"helpers": ["Recruiter"]},
    "a trade commodity alone": {"goods": {"trade": 1}},
    "a tile for later": {"tiles": ["1a"], "round": 5},
    "a used tile": {"tiles": [("1a", False)], "round": 6},
    "silver and goods": {"silver": 9, "goods": {"grain": 2}, "round": 6},
}


@pytest.mark.parametrize("name", [*SCORING, *NOT_SCORING])
def test_who_has_something_left_is_asked_before_the_scoring(name: str) -> None:
    given: Any = {"step": "free deliveries", "turn": 2, "order": [1, 0], **(SCORING | NOT_SCORING)[name]}
    table = play(lay_out(**given), "done")
    assert (step(table) == "purchased deliveries" and not table.is_over) == (name in SCORING)


# -- helpers of others' turns and of moments --------------------------------------------------------

DRIVEN: Given = {"step": "free deliveries", "goods": {"olive": 1}, "barrows": [(3, [1, 3])]}
"""Anna's marker on 2-3 will drive Benno's on 3-4 away."""


def test_the_market_guard_may_be_paid_by_selling() -> None:
    benno = {"helpers": ["Market Guard"], "goods": {"grain": 1, "trade": 1}, "market": ["3-4"]}
    table = play(lay_out(**DRIVEN, benno=benno), "deliver olive barrow-1", "stall 2-3")
    assert (table.seat, legal(table)) == (1, {"sell grain", "trade silver", "skip"})
    play(table, "sell grain")
    assert legal(table) == {"guard 3-4", "skip"}
    play(table, "guard 3-4")
    assert (silver(table, 1), state_of(table)["market"]["3-4"]) == (0, 1)


def test_or_by_a_trade_commodity_and_not_by_nothing() -> None:
    benno: Any = {"helpers": ["Market Guard"], "market": ["3-4"]}
    table = play(
        lay_out(**DRIVEN, benno=benno | {"goods": {"trade": 1}}),
        *("deliver olive barrow-1", "stall 2-3", "trade silver", "skip"),
    )
    assert (silver(table, 1), "3-4" in state_of(table)["market"]) == (4, False)
    table = play(lay_out(**DRIVEN, benno=benno), "deliver olive barrow-1", "stall 2-3")
    assert "3-4" not in state_of(table)["market"]


def test_the_stable_boy_may_be_paid_by_selling() -> None:
    given: Any = {"step": "leftover", "pick": 2, "dice": "1", "turn": 2, "order": [1, 0]}
    table = lay_out(**given, helpers=["Stable Boy"], donkeys=[4], benno={"donkeys": [1, 2, 3, 4]})
    play(table, "die 1")
    assert (step(table), legal(table)) == ("before the donkeys", {"sell pig", "skip"})
    play(table, "sell pig", "use 38", "fetch 2")
    assert (farm(table).donkeys, silver(table)) == ([2, 4], 0)


# -- what is not begun ------------------------------------------------------------------------------


def test_a_good_may_be_bought_for_a_delivery_while_the_porters_option_waits() -> None:
    table = lay_out(
        dice="6", helpers=["Porter"], silver=2, goods={"food": 1}, rows={2: ("a", [1, 2, 3])}, barrows=[18]
    )
    play(table, "die 6", "deliver food row-2a")  # the wainwright gives another
    assert {"buy grain", "skip"} <= legal(table)
    play(table, "buy grain", "deliver grain barrow-1", "silver")
    assert (silver(table), farm(table).barrows[0]["met"]) == (2, [1])


def test_going_on_is_not_written_down() -> None:
    table = play(lay_out(step="play", hand=[9], goods={"trade": 1}), "field 9")
    assert not [entry for entry in table.play("done") if entry.event == 50]


@pytest.mark.parametrize("paid", [{"silver": 3}, {"goods": {"grape": 1, "trade": 1}}])
def test_a_good_may_be_upgraded_for_a_roof_tile_that_delivers(paid: dict[str, Any]) -> None:
    # Card 64 asks for grain, an olive and wine; nothing else is open to anything that can be had.
    given: dict[str, Any] = {"goods": {"grape": 1}, "tiles": ["4b"], "barrows": [(64, (1, 2))], **paid}
    table = lay_out(step="free deliveries", crafts=[1, 2, 3, 4, 5, 6], **given)
    play(table, "done", "done")
    assert (table.seat, state_of(table)["step"]) == (0, "purchased deliveries")


# -- before others have their turns -----------------------------------------------------------------


def test_a_trade_commodity_just_earned_may_play_the_negotiator_before_others_deliver() -> None:
    """At any time a player may convert Trade Commodities: play 1 card."""
    given: Any = {"step": "free deliveries", "hand": [2], "goods": {"grain": 1}, "barrows": [(18, [1])]}
    benno = {"goods": {"olive": 1}, "barrows": [(3, [1, 3])]}
    table = play(lay_out(**given, market=["3-4"], benno=benno), "deliver grain barrow-1", "stall 4-2")
    assert (step(table), pausing(table)) == ("free deliveries", True)
    assert table.question() == "Your free deliveries are made: do you do anything first?"
    play(table, "trade play", "helper 2", "deliver olive barrow-1")
    assert earned(table, "stall 2-3", seat=0) == {"Negotiator": 1}


def test_a_tile_may_be_placed_on_a_stall_just_vacated() -> None:
    """At any time a player may activate faceup Roof Tiles."""
    given: Any = {"step": "free deliveries", "tiles": ["6c"], "goods": {"olive": 1}, "barrows": [(3, [1, 3])]}
    table = lay_out(**given, benno={"market": ["3-4"]})
    play(table, "deliver olive barrow-1", "stall 2-3")
    assert (table.seat, "3-4" in state_of(table)["market"]) == (0, False)
    play(table, "roof 1", "stall 3-4")
    assert (state_of(table)["market"]["3-4"], table.seat) == (0, 1)


AFTER_A_DIE: dict[str, Given] = {
    "a trade commodity just earned": {
        "hand": [2],
        "goods": {"grain": 1},
        "barrows": [(18, [1])],
        "dice": "6",
    },
    "silver that may play a card": {"helpers": ["Shipping Agent"], "hand": [2]},
    "a tile that delivers": {"tiles": ["4b"], "goods": {"grain": 1}, "barrows": [18]},
    "silver for the Messenger": {"helpers": ["Messenger"], "goods": {"grain": 1}, "barrows": [18]},
    "steps on the siesta track": {"helpers": ["Idler"]},
    "a card to draw and to play": {"goods": {"trade": 2, "grain": 1}, "barrows": [(18, [1])], "dice": "6"},
}
NOT_AFTER_A_DIE: dict[str, Given] = {
    "nothing": {},
    "goods and silver": {"goods": {"grain": 2, "pig": 1}, "silver": 9},
    "a trade commodity alone": {"goods": {"trade": 1}},
    "a card that could have been played": {"hand": [2, 43], "goods": {"trade": 1}},
    "a tile that can wait": {"tiles": ["1a", "2b"]},
    "the Idler at the top": {"helpers": ["Idler"], "siesta": 8},
    "the Journeyman without a wainwright": {"helpers": ["Journeyman"], "crafts": [1], "silver": 9},
}


@pytest.mark.parametrize("name", [*AFTER_A_DIE, *NOT_AFTER_A_DIE])
def test_a_turn_waits_after_a_die_where_something_could_matter_before_the_next(name: str) -> None:
    given: Any = {"dice": "4"} | (AFTER_A_DIE | NOT_AFTER_A_DIE)[name]
    table = lay_out(**given)
    if given["dice"] == "6":
        play(table, "die 6", "deliver grain barrow-1", "stall 4-2")
    else:
        play(table, "die 4")
    assert pausing(table) == (name in AFTER_A_DIE)
    if pausing(table):
        assert step(table) == "after a die"
        done = next(action for action in table.actions() if action.words == "done")
        assert table.game.sentence(table.state, done.number) == "End your turn"
        assert play(table, "done").seat == 1


def test_a_roof_tile_just_bought_may_play_the_early_riser_before_the_revenue_phase() -> None:
    table = lay_out(step="roofs", round=3, roofs=["3c", "3a"], silver=3, hand=[27], order=[0, 1])
    play(table, "tile 1")
    assert (step(table), pausing(table)) == ("roofs", True)
    play(table, "roof 1", "helper 27")
    assert (silver(table), step(table)) == (1, "draft")  # Benno has nothing to buy a tile with


def test_an_income_tile_just_bought_may_set_off_who_works_in_the_farm_phase_only() -> None:
    given: Any = {"step": "roofs", "round": 5, "roofs": ["5d"], "silver": 5, "helpers": ["Vine Dresser"]}
    table = play(lay_out(**given), "tile 1")
    assert pausing(table)
    assert goods(play(table, "roof 1")) == {"grape": 1}
    given["helpers"] = ["Chef"]
    assert is_past_the_farm(play(lay_out(**given), "tile 1"))


def test_an_income_tile_just_bought_may_bring_a_trade_commodity_that_plays_a_card() -> None:
    given: Any = {"step": "roofs", "round": 5, "roofs": ["5d"], "silver": 5, "hand": [27], "crafts": [3]}
    table = play(lay_out(**given, ongoing=[3]), "tile 1")
    assert pausing(table)
    play(table, "roof 1", "trade play", "helper 27")  # the Early Riser, before the revenue phase
    assert silver(table) == 1
    assert is_past_the_farm(play(lay_out(**given | {"crafts": [1]}, ongoing=[1]), "tile 1"))


def test_the_gardener_makes_a_good_on_a_field_one_that_can_be_sold_for_a_roof_tile() -> None:
    given: Any = {"step": "play", "turn": 2, "order": [1, 0], "round": 1, "roofs": ["1a"], "hand": [1]}
    given |= {"fields": [2], "ripe": {"grain": 1}, "left": 1}
    table = play(lay_out(**given, helpers=["Gardener"]), "field 1")
    if step(table) != "roofs":
        play(table, "done")
    assert (step(table), table.seat) == ("roofs", 0)
    play(table, "use 56", "grain for olive", "sell olive", "tile 1")


def test_what_has_just_grown_may_be_delivered_by_the_journeyman_before_others_play() -> None:
    given: Any = {"step": "play", "hand": [5], "crafts": [2], "silver": 2, "helpers": ["Journeyman"]}
    table = play(lay_out(**given, barrows=[18], benno={"hand": [1]}), "field 5")
    while step(table) != "harvest":
        play(table, "done")
    play(table, "use 51", "craft 2", "deliver grain barrow-1")
    assert (farm(table).barrows[0]["met"], table.seat) == ([1], 1)


# -- what could pay --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"helpers": ["Innkeeper"], "goods": {"food": 1, "trade": 0}},
        {"helpers": ["Wine Merchant"], "goods": {"wine": 1}},
        {"helpers": ["Steward"], "hand": [9]},
        {"tiles": ["2b"]},
    ],
)
def test_a_free_upgrade_waits_for_whatever_could_pay_for_a_resource(given: Given) -> None:
    given = given | {"goods": {kind: n for kind, n in given.get("goods", {}).items() if n}}
    table = play(lay_out(dice="5", siesta=8, **given), "die 5")
    assert table.question().startswith("You may upgrade a resource")
    assert "skip" in legal(table)


@pytest.mark.parametrize(
    ("benno", "way"),
    [
        ({"tiles": ["2b"]}, "roof 1"),
        ({"tiles": ["5d"], "extensions": [2]}, "roof 1"),
        ({"helpers": ["Market Guard", "Moneylender"]}, "use 17"),
        ({"helpers": ["Market Guard", "Innkeeper"], "goods": {"food": 1}}, "use 20"),
    ],
)
def test_the_market_guard_is_asked_whatever_brings_the_silver(benno: Given, way: str) -> None:
    benno = {"helpers": ["Market Guard"], "market": ["3-4"]} | benno
    table = lay_out(round=5, **DRIVEN, benno=benno)
    play(table, "deliver olive barrow-1", "stall 2-3")
    assert (table.seat, legal(table)) == (1, {way, "skip"})
    play(table, way, "guard 3-4")
    assert state_of(table)["market"]["3-4"] == 1


@pytest.mark.parametrize(
    ("benno", "ways"),
    [
        ({"tiles": ["1a"]}, ("roof 1", "sell olive")),
        ({"tiles": ["3a"]}, ("roof 1", "sell pig")),
        ({"tiles": ["5d"], "crafts": [3], "ongoing": [3]}, ("roof 1", "trade silver")),
    ],
)
def test_or_a_good_that_can_be_sold(benno: Given, ways: tuple[str, str]) -> None:
    benno = {"helpers": ["Market Guard"], "market": ["3-4"]} | benno
    table = lay_out(round=5, **DRIVEN, benno=benno)
    play(table, "deliver olive barrow-1", "stall 2-3")
    for way in ways:
        assert legal(table) == {way, "skip"}
        play(table, way)
    play(table, "guard 3-4")
    assert state_of(table)["market"]["3-4"] == 1


def test_a_tile_that_asks_for_a_good_does_not_pay_the_market_guard() -> None:
    benno = {"helpers": ["Market Guard"], "market": ["3-4"], "tiles": ["1c", "2a", "4a"]}
    table = play(lay_out(round=5, **DRIVEN, benno=benno), "deliver olive barrow-1", "stall 2-3")
    assert "3-4" not in state_of(table)["market"]


def test_the_stewards_card_may_pay_the_market_guard() -> None:
    benno = {"helpers": ["Market Guard", "Steward"], "hand": [9, 12], "market": ["3-4"]}
    table = play(lay_out(**DRIVEN, benno=benno), "deliver olive barrow-1", "stall 2-3", "use 60")
    assert (table.seat, legal(table)) == (1, {"discard 9", "discard 12"})
    again = Table.restored(table.game, state_of(table), ["Anna", "Benno"])
    for one in (table, again):
        play(one, "discard 9", "guard 3-4")
        assert (silver(one, 1), state_of(one)["market"]["3-4"]) == (1, 1)


def test_the_stable_boy_may_be_paid_by_selling_what_was_just_bought() -> None:
    given: Any = {"step": "before the donkeys", "helpers": ["Stable Boy"], "donkeys": [4], "silver": 3}
    table = play(lay_out(**given), "buy grain")
    assert step(table) == "before the donkeys"
    play(table, "sell grain", "use 38", "fetch 2")
    assert (farm(table).donkeys, silver(table)) == ([2, 4], 0)


# -- what has only just become possible --------------------------------------------------------------


def test_a_farm_extension_that_a_free_delivery_pays_for_may_be_played_before_deliveries_are_bought() -> None:
    given: Any = {"rows": {1: ("a", [1, 2, 3])}, "goods": {"trade": 2}, "hand": [1]}
    table = lay_out(step="free deliveries", round=2, **given)
    assert "trade play" in legal(table)
    play(table, "deliver trade row-1a")
    assert (step(table), pausing(table)) == ("free deliveries", True)
    play(table, "trade play", "extension 1", "pay points", "done")
    while table.seat != 0:
        play(table, "done")
    assert (step(table), state_of(table)["left"]) == ("purchased deliveries", 1)


def test_a_row_without_anything_that_plays_a_card_does_not_wait() -> None:
    given: Any = {"rows": {1: ("a", [1, 2, 3])}, "goods": {"trade": 1}, "hand": [1]}
    table = play(lay_out(step="free deliveries", round=2, **given), "deliver trade row-1a")
    assert table.seat == 1


def test_the_surveyors_good_may_pay_for_a_farm_extension_before_drawing_up() -> None:
    given: Any = {"step": "play", "hand": [9, 1], "goods": {"trade": 1}, "points": 0}
    table = play(lay_out(helpers=["Surveyor"], **given), "field 9")
    assert (step(table), pausing(table)) == ("play", True)
    play(table, "trade play", "extension 1")
    assert (farm(table).extensions, farm(table).hand_size) == ([1], 3)
    assert step(play(lay_out(**given), "field 9")) != "play"


def test_the_master_builder_just_played_may_make_a_farm_extension_cheaper_before_drawing_up() -> None:
    given: Any = {"step": "play", "hand": [53, 1], "goods": {"trade": 1, "grain": 1}, "extensions": [4]}
    table = play(lay_out(**given), "helper 53")
    assert (step(table), pausing(table)) == ("play", True)
    play(table, "trade play", "extension 1")
    assert (farm(table).extensions, farm(table).hand_size) == ([1, 4], 4)


def test_the_recruiter_just_played_may_draw_what_a_trade_commodity_plays_before_drawing_up() -> None:
    table = play(lay_out(step="play", hand=[59], silver=1, goods={"trade": 1}), "helper 59")
    assert (step(table), pausing(table)) == ("play", True)
    play(table, "use 59", "trade play")
    (card,) = farm(table).hand
    play(table, f"field {card}")
    assert (farm(table).fields, farm(table).hand_size) == ([card], 3)


def test_who_has_no_card_may_pay_the_recruiter_with_the_silver_of_a_die_and_play_what_is_drawn() -> None:
    given: Any = {"dice": "4", "helpers": ["Recruiter"]}
    assert pausing(play(lay_out(goods={"trade": 1}, **given), "die 4"))
    assert not pausing(play(lay_out(**given), "die 4"))


def test_steps_of_others_with_the_leftover_die_may_be_answered_before_the_donkeys() -> None:
    given: Any = {"step": "leftover", "pick": 2, "dice": "5", "turn": 2, "goods": {"trade": 1}, "hand": [30]}
    table = play(lay_out(**given), "die 5", "rest", "rest")
    assert (table.seat, step(table), pausing(table)) == (0, "before the donkeys", True)
    play(table, "trade play", "helper 30")
    assert farm(table).helpers[0]["card"] == 30
    table = play(lay_out(**given, benno={"goods": {"grain": 2}}), "die 5", "improve grain", "improve grain")
    assert step(table) == "donkeys"


# -- within another effect ---------------------------------------------------------------------------


def test_a_free_upgrade_within_a_delivery_waits_for_a_tile_that_brings_silver() -> None:
    given: Any = {"dice": "6", "goods": {"trade": 1, "grape": 1}}
    table = play(lay_out(tiles=["2b"], **given), "die 6", "trade upgrades", "improve grape")
    assert legal(table) == {"roof 1", "skip"}
    play(table, "roof 1", "buy olive", "improve olive")
    assert goods(table) == {"wine": 1, "food": 1}
    table = play(lay_out(tiles=["3c"], **given), "die 6", "trade upgrades", "improve grape")
    assert "silver" in legal(table), "nothing could bring a resource"


@pytest.mark.parametrize(
    ("given", "way"),
    [
        ({"helpers": ["Innkeeper"], "goods": {"trade": 1, "grape": 1, "food": 1}}, ("use 20",)),
        ({"helpers": ["Steward"], "hand": [9]}, ("use 60", "discard 9")),
        ({"goods": {"trade": 2, "grape": 1}}, ("trade silver",)),
        ({"goods": {"trade": 2, "grape": 1}}, ("trade pig",)),
        ({"tiles": ["1a"]}, ("roof 1",)),
    ],
)
def test_or_for_anything_else_that_asks_nothing(given: Given, way: tuple[str, ...]) -> None:
    laid: Any = {"goods": {"trade": 1, "grape": 1}} | given
    table = play(lay_out(dice="6", **laid), "die 6", "trade upgrades", "improve grape")
    assert way[0] in legal(table)
    play(table, *way)
    if not legal(table, "improve"):
        play(table, "buy grain")
    assert legal(table, "improve")


def test_what_asks_something_waits_until_the_other_effect_goes_on() -> None:
    given: Any = {"dice": "6", "goods": {"trade": 2, "grape": 2}, "tiles": ["3b"]}
    table = play(lay_out(**given), "die 6", "trade upgrades")
    assert not {"roof 1", "trade harvest"} & legal(table)
    for words in ("roof 1", "trade harvest"):
        assert refusal(table, words).kind == "decide-first"
    play(table, "skip")
    assert {"roof 1", "trade harvest"} <= legal(table)


# -- what something leads to ------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [(), ("ladies", "outlaws")])
def test_nothing_leads_further_than_it_may(modules: tuple[str, ...]) -> None:
    random, leading = Random(1), 0
    for seed in range(4):
        state = load(2, modules).deal(seed)
        assert isinstance(state, Granja)
        may_lead = list(state.lookups.may_lead)
        while not state.is_over:
            state.apply(random.choice(state.legal_actions()))
            if random.random() < 0.1:
                for effect, most in enumerate(may_lead):
                    assert own_leads(state, effect) & ~most == 0
                    leading += own_leads(state, effect) != state.lookups.leads[effect]
    assert leading > 0

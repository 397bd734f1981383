"""What modules ask, offer, refuse and tell, word for word: gray dice, Grand Markers, Bustling Town."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import Table
from granja.kit import deal, lay_out, legal, module, play, refusal, state_of
from granja.modules.test_bustling_town import MIDDLE, A, B, building, point, scoring, town
from granja.modules.test_bustling_town import drafting as die_taken
from granja.modules.test_counsellors import drafting as counselled
from granja.modules.test_grand_markers import completing, crafting, grand, two
from granja.modules.test_outlaws import drafting as outlawed


def offered(table: Table, *beginnings: str) -> dict[str, str]:
    """The sentences of all actions, or of those that begin so, by their words."""
    return {
        action.words: table.game.sentence(table.state, action.number)
        for action in table.actions()
        if action.words.startswith(beginnings or "")
    }


def told(table: Table, action: str) -> list[str]:
    """What everybody is told of an action."""
    return table.tell(table.play(action), None)


def refused(table: Table, action: str, kind: str, sentence: str) -> None:
    found = refusal(table, action)
    assert (found.kind, str(found)) == (kind, sentence)


# -- gray dice ---------------------------------------------------------------------------------------

COUNSEL = "for 1 silver or a point also"
TWO_GOODS = "two different harvest goods"


def gray(*numbers: int) -> dict[str, Any]:
    """Counsellors, with gray dice of these numbers."""
    return {"counsellors": {"gray": [numbers.count(number) for number in range(1, 7)], "marked": [[], []]}}


def test_gray_dice_are_offered_with_what_comes_of_them() -> None:
    table = counselled("33", "45")
    assert table.question() == "Which die do you take?"
    assert offered(table, "gray") == {
        "gray 3": f"Take a gray 3: {TWO_GOODS}; {COUNSEL} a step on the siesta track"
    }
    assert told(table, "gray 3") == ["Anna takes a gray 3."]


def test_gray_dice_that_are_changed_are_told_as_both() -> None:
    table = lay_out(dice="33444", shift=1, modules=gray(3))
    assert table.question() == "Which die do you take, changing it by 1?"
    assert offered(table, "gray") == {
        "gray 3 as 2": "Take a gray 3 as a 2: play a card, or draw a card, or gain any harvest good; "
        f"{COUNSEL} draw a card",
        "gray 3 as 4": f"Take a gray 3 as a 4: 4 silver; {COUNSEL} any harvest good",
    }
    refused(table, "gray 3", "must-change", "This die must be changed (Counsellors)")
    refused(table, "gray 3 as 6", "cannot-change", "The die cannot be changed by 3 (Counsellors)")
    refused(table, "gray 3 as 1", "cannot-change", "The die cannot be changed by 2 (Counsellors)")
    assert told(table, "gray 3 as 4")[0] == "Anna takes a gray 3 and uses it as a 4."


def test_gray_dice_that_are_not_there_are_refused_by_their_number() -> None:
    table = counselled("33", "45", silver=3)
    refused(table, "gray 4", "no-such-die", "No gray die shows 4 (Counsellors)")
    refused(table, "gray 1 as 3", "no-such-die", "No gray die shows 1 (Counsellors)")
    play(table, "gray 3")
    refused(table, "gray 3", "wrong-phase", "Gray dice are drafted in the revenue phase (Counsellors)")


def test_the_last_die_of_a_number_may_be_kept_though_it_is_gray() -> None:
    table = lay_out(dice="1411", turn=2, order=[1, 0], marked=4, marker=1, modules=gray(1, 4))
    assert legal(table, "gray") == {"gray 1"}
    refused(table, "gray 4", "die-kept", "The last 4 is kept for another (Counsellors)")


def test_a_penalty_that_cannot_be_paid_is_said_to_be_one() -> None:
    refused(
        outlawed("666"),
        "gray 6",
        "no-penalty",
        "You could not pay its penalty, and there are white dice (Outlaws)",
    )


def test_gray_dice_are_rolled_again_in_words() -> None:
    table = counselled("33", "6", helpers=["Fortune Teller"])
    refused(table, "reroll gray 3", "needs-effect", "A helper is needed to roll dice again (Counsellors)")
    play(table, "use 25")
    assert table.question() == "Which die do you roll again?"
    assert offered(table, "reroll gray") == {"reroll gray 3": "Roll a gray 3 again"}
    refused(table, "reroll gray 5", "no-such-die", "No gray die shows 5 (Counsellors)")
    assert told(table, "reroll gray 3") == ["Anna picks a gray 3.", "Anna takes a 3 to roll it again."]


def test_gray_dice_are_told_with_what_they_show_also_when_two_show_the_same() -> None:
    alike = 0
    for chance in range(1, 16):
        table = counselled("33", "6", helpers=["Fortune Teller"], chance=chance)
        play(table, "use 25", "reroll gray 3")
        rolled, among = told(table, "reroll gray 3")[2:]
        counts = module(table, "counsellors")["gray"]
        shown = ", ".join(str(number) for number, count in enumerate(counts, 1) for _ in range(count))
        assert (rolled, among) == (f"Anna rolls 2 dice again: {shown}.", f"Gray among the dice: {shown}.")
        alike += max(counts) == 2
    assert alike


def test_which_dice_are_gray_is_told_when_they_are_rolled() -> None:
    table = deal(2, 3, ("counsellors",))
    last: list[str] = []
    while state_of(table)["step"] != "draft":
        last = told(table, min(legal(table)))
    gray_ones = module(table, "counsellors")["gray"]
    shown = ", ".join(str(number) for number, count in enumerate(gray_ones, 1) for _ in range(count))
    assert last[-1] == f"Gray among the dice: {shown}."


# -- Grand Markers -----------------------------------------------------------------------------------


def test_grand_markers_name_both_goods_and_what_they_cost() -> None:
    table = two({"grain": 1, "olive": 1, "food": 1}, barrows=[3])
    assert offered(table, "grand barrow") == {
        "grand barrow-1 1": "Deliver grain and an olive to barrow 1 under a grand marker",
        "grand barrow-1 2": "Deliver an olive and food to barrow 1 under a grand marker",
    }
    row = "Deliver grain and food to row a of the village store under a grand marker"
    assert offered(table, "grand row-5a") == {"grand row-5a 1": row}
    assert told(table, "grand row-5a 1") == [row.replace("Deliver", "Anna delivers") + "."]
    bought = lay_out(
        step="purchased deliveries",
        left=2,
        silver=4,
        goods={"grain": 1, "olive": 1},
        barrows=[3],
        modules=grand(),
    )
    assert offered(bought, "grand barrow") == {
        "grand barrow-1 1": "Deliver grain and an olive to barrow 1 under a grand marker for 2 silver"
    }
    paid = told(bought, "grand barrow-1 1")
    assert "Anna delivers grain and an olive to barrow 1 under a grand marker." in paid


@pytest.mark.parametrize(
    ("given", "action", "kind", "sentence"),
    [
        (
            {"barrows": [3]},
            "grand barrow-1 3",
            "wrong-goods",
            "no two demands beside each other for goods you have",
        ),
        ({}, "grand betwixt-1", "no-card", "There are no Betwixt cards in this game"),
        ({}, "instant 1", "no-marker", "No craft building was completed so"),
        ({}, "grand marker", "no-marker", "No grand marker is to be placed"),
        ({}, "plain marker", "no-marker", "No grand marker is to be placed"),
        (
            {"barrows": [3], "left": 1},
            "grand barrow-1 1",
            "no-deliveries",
            "A grand marker takes two deliveries",
        ),
        (
            {
                "barrows": [3],
                "modules": grand((0, 2), stalls=("3-2", "3-3")),
                "market": ["3-2", "3-3"],
            },
            "grand barrow-1 1",
            "no-marker",
            "You have no grand marker left",
        ),
        (
            {"barrows": [(6, (1, 2))], "modules": grand((1, 2), barrows=[1, None, None, None])},
            "grand barrow-1 4",
            "taken",
            "That barrow has a grand marker already",
        ),
        (
            {"modules": grand((2, 1), crafts={1: (1, 1)}), "benno": {"rows": {1: ("b", (1, 2))}}},
            "grand row-1a 1",
            "taken",
            "That craft building has a grand marker already",
        ),
    ],
)
def test_grand_markers_are_refused_for_the_right_reason(
    given: dict[str, Any], action: str, kind: str, sentence: str
) -> None:
    found = refusal(two({"grain": 1, "olive": 1}, **given), action)
    assert (found.kind, found.page) == (kind, "Grand Markers")
    assert sentence in found.reason


def test_grand_markers_wait_for_deliveries() -> None:
    table = lay_out(step="play", hand=[10], modules=grand())
    refused(
        table, "grand barrow-1 1", "wrong-phase", "Grand markers take two deliveries at once (Grand Markers)"
    )


def test_the_grand_marker_of_a_barrow_is_asked_for() -> None:
    table = completing()
    assert table.question() == "Does the grand marker of the barrow go to the market, or a plain one?"
    assert offered(table) == {
        "grand marker": "Put the grand marker into the market",
        "plain marker": "Take the grand marker back and put a plain one into the market",
    }
    assert told(table, "grand marker") == ["Anna sends the grand marker to the market."]
    assert told(completing(), "plain marker") == ["A grand marker goes back to Anna."]


def test_the_grand_marker_of_a_betwixt_card_is_asked_for() -> None:
    card = {"betwixt": {"cards": [{"card": 1, "near": 3, "far": 3, "waiting": None}, None]}}
    table = two({"pig": 1}, modules=grand((1, 2), cards=[0, None, None, None]) | card)
    refused(table, "grand betwixt-1", "taken", "That card has a grand marker already (Grand Markers)")
    play(table, "deliver pig betwixt-1")
    assert table.question() == "Does the grand marker of the Betwixt card go to the market?"
    assert offered(table) == {
        "grand marker": "Put the grand marker into the market",
        "plain marker": "Take the grand marker back",
    }


def test_the_reward_of_a_neighbour_is_asked_for() -> None:
    table = crafting()
    assert told(table, "deliver grape row-4a")[-2:] == [
        "A grand marker goes back to Anna.",
        "Anna scores 1 point: the grand marker on the greengrocer.",
    ]
    assert table.question() == (
        "Whose instant reward do you use: that of the craft building completed, or a neighbour's?"
    )
    turned = "instead; the marker just gained is turned at once"
    assert offered(table) == {
        "instant 3": f"Use the instant side of the deli {turned}",
        "instant 4": "Use the marker of the greengrocer",
        "instant 5": f"Use the instant side of the village store {turned}",
    }
    refused(table, "instant 1", "not-beside", "That craft building is not beside it (Grand Markers)")
    assert told(table, "instant 3")[0] == (
        "Anna uses the instant side of the deli instead,"
        " and turns the marker of the greengrocer to its ongoing side."
    )


def test_grand_markers_in_the_market_are_told() -> None:
    table = completing(6, benno={"market": ["2-2", "2-3"]}, supply=(1, 1), stalls=("2-2",))
    play(table, "grand marker")
    assert "A grand marker goes back to Benno." in told(table, "stall 1-2")
    scored = lay_out(
        step="purchased deliveries", market=["3-2", "3-3"], modules=grand((1, 2), stalls=("3-2",))
    )
    assert "Anna scores 1 point: 1 grand marker in the market." in told(scored, "done")


# -- Bustling Town -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "die", "given", "options"),
    [
        (A, 1, {"goods": {"grain": 1}}, ["a free delivery", "1 pig"]),
        (A, 2, {"hand": [5]}, ["3 steps on the siesta track", "play or draw a card"]),
        (A, 3, {}, ["any harvest good", "a building action"]),
        (A, 4, {}, ["4 silver", "2 steps on the siesta track"]),
        (
            A,
            5,
            {"goods": {"grain": 2}},
            ["up to 2 free upgrades", "any harvest good and a free upgrade", TWO_GOODS],
        ),
        (B, 1, {}, ["1 pig", "a building action"]),
        (
            B,
            2,
            {"silver": 2, "goods": {"grain": 2}},
            ["a free delivery and a free delivery for 2 silver", "play or draw a card"],
        ),
        (B, 3, {"goods": {"olive": 1}}, [TWO_GOODS, "3 steps on the siesta track for a harvest good"]),
        (
            B,
            4,
            {"goods": {"grain": 2}},
            ["up to 2 free upgrades", "a free upgrade and 2 silver", "4 silver"],
        ),
        (B, 5, {"silver": 2, "goods": {"grain": 3}}, ["up to 3 free upgrades for 2 silver", "4 silver"]),
        (
            B,
            6,
            {"goods": {"trade": 1}},
            ["1 pig", "turn a trade commodity into something else, for 2 points"],
        ),
    ],
)
def test_each_revenue_space_of_the_town_names_its_options(
    side: str, die: int, given: dict[str, Any], options: list[str]
) -> None:
    table = die_taken(die, side, **given)
    assert table.question() == f"Which option of revenue space {die} do you take?"
    named = {f"option {number}": f"Take {what}" for number, what in enumerate(options, 1)}
    assert offered(table, "option") == named
    missing = f"option {len(options) + 1}"
    if missing in {action.words for action in table.game.actions}:
        said = f"Revenue space {die} has no option {len(options) + 1} (Bustling Town)"
        refused(table, missing, "no-option", said)
    assert told(table, f"option {len(options)}")[0] == f"Anna chooses {options[-1]}."


def test_filling_dens_and_stalls_is_asked_one_by_one() -> None:
    table = die_taken(6, goods={"olive": 1})
    assert table.question() == "Which empty den or stall gets a resource?"
    gains = {"fill grain": "Gain grain", "fill grape": "Gain a grape", "fill pig": "Gain a pig"}
    assert offered(table, "fill", "skip") == {**gains, "skip": "Gain no more"}
    refused(table, "fill olive", "not-empty", "Your den is not empty (Bustling Town)")
    assert told(table, "fill pig") == ["Anna gains 1 pig."]
    assert offered(table, "skip") == {"skip": "Gain no more"}
    refused(table, "fill pig", "not-empty", "Your stalls are not empty (Bustling Town)")


def test_what_a_trade_commodity_becomes_is_asked() -> None:
    table = die_taken(6, B, goods={"trade": 1})
    play(table, "option 2")
    assert table.question() == "What does the trade commodity become?"
    given_up = "Give up a trade commodity:"
    assert offered(table, "convert") == {
        "convert silver": f"{given_up} 4 silver",
        "convert harvest": f"{given_up} {TWO_GOODS}",
        "convert draw": f"{given_up} draw a card",
        "convert pig": f"{given_up} 1 pig",
    }
    refused(table, "convert upgrades", "of-no-use", "Nothing would come of that now (Bustling Town)")
    assert told(table, "convert silver") == [
        "Anna scores 2 points: bustling town.",
        "Anna gives up a trade commodity: 4 silver.",
        "Anna gains 4 silver.",
    ]


def test_what_costs_silver_is_asked_with_its_price() -> None:
    table = die_taken(2, B, silver=2, goods={"grain": 2})
    play(table, "option 1")
    play(table, min(legal(table, "deliver")))
    assert table.question() == "Do you pay for the other part?"
    assert offered(table, "accept", "skip") == {
        "accept": "Pay 2 silver: a delivery",
        "skip": "Do without",
    }
    assert told(table, "accept") == []
    assert told(table, min(legal(table, "deliver")))[0] == "Anna pays 2 silver for a delivery."
    used = building(modules=town(display=[6]), silver=1, goods={"grain": 1})
    play(used, "build 6", f"point {MIDDLE}")
    assert used.question() == "Do you pay for what the building does?"
    assert offered(used, "accept", "skip") == {
        "accept": "Pay 1 silver: a delivery",
        "skip": "Do without",
    }


def test_building_is_asked_offered_and_told_step_by_step() -> None:
    table = building()
    assert table.question() == "Which building do you build, or use?"
    assert offered(table, "build") == {
        "build 1": "Build the Chapel (presence): a step on the siesta track",
        "build 2": "Build the Well (presence): any harvest good",
        "build 3": "Build the Toll House (domination): 4 silver",
    }
    no_point = "You are not putting a building into the market (Bustling Town)"
    no_card = "You have no building card to put into a craft building (Bustling Town)"
    no_trade = "No revenue space is turning a trade commodity into more now (Bustling Town)"
    for action, kind, sentence in (
        ("build 4", "not-displayed", "Building 4 is not displayed (Bustling Town)"),
        ("visit 1", "not-built", "Building 1 is not on the board (Bustling Town)"),
        (f"point {MIDDLE}", "no-point", no_point),
        ("house 1", "no-card", no_card),
        ("convert silver", "not-offered", no_trade),
        ("accept", "not-offered", "Nothing is offered for silver now (Bustling Town)"),
    ):
        refused(table, action, kind, sentence)
    assert told(table, "build 3") == []
    assert table.question() == "On which point of the market does the building stand?"
    points = offered(table, "point")
    assert points[f"point {MIDDLE}"] == "Between stalls 3-3, 3-4 and 4-3"
    assert points[f"point {point('1-2', '1-3')}"] == "Between stalls 1-2 and 1-3"
    assert told(table, f"point {MIDDLE}") == [
        "Anna builds the Toll House beside 3-3, 3-4 and 4-3: 4 silver.",
        "Anna gains 4 silver.",
    ]
    assert table.question() == "Into which craft building does its card go?"
    assert list(offered(table, "house").values()) == [
        f"Put the card into the {name}"
        for name in ("merchant house", "wainwright", "deli", "greengrocer", "village store", "butcher")
    ]
    assert told(table, "house 5")[0] == "The Toll House goes into the village store."


def test_what_stands_in_the_town_is_used_and_works_in_words() -> None:
    table = building(modules=town(built={1: (3, MIDDLE)}, display=[1, 2]))
    assert offered(table, "visit") == {"visit 3": "Use the Toll House (domination): 4 silver"}
    assert told(table, "visit 3")[0] == "Anna uses the Toll House: 4 silver."
    shared = scoring({1: (10, MIDDLE)}, market=["3-3", "3-4"], benno={"market": ["4-3"]})
    lines = told(shared, "done")
    assert [line for line in lines if "Fountain" in line] == [
        "The Fountain works for Anna: 1 silver.",
        "The Fountain works for Benno: 1 silver.",
    ]
    newest = lay_out(step="purchased deliveries", modules=town())
    lines = told(newest, "done")
    (card,) = {*module(newest, A)["display"]} - {1, 2, 3}
    to_build = offered(building(modules=town(display=[card])), "build")[f"build {card}"]
    assert any(to_build.startswith(f"Build t{line[1:].split(' can be built')[0]} (") for line in lines)


# -- the deck ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 5])
def test_it_is_told_how_many_discarded_cards_become_the_deck(count: int) -> None:
    discards = list(range(50, 50 + count))
    rest = [card for card in range(1, 67) if card not in (1, *discards)]
    table = lay_out(step="play", hand=[1], discards=discards, benno={"fields": rest})
    become = "The discarded card becomes" if count == 1 else f"{count} discarded cards become"
    lines = told(table, "field 1")
    assert [line for line in lines if "the deck" in line] == [f"{become} the deck."]
    assert f"{become} the deck." in table.log(1)

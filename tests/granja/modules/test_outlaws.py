"""Outlaws: penalties that come with gray dice, and what their markers are good for."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from burgher import Table
from burgher.kernel.packed import at
from granja.kit import (
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

NAME = "outlaws"


def drafting(gray: str, white: str = "", **given: Any) -> Table:
    """The draft, with gray dice and white ones; all further white dice show 4."""
    dice = (gray + white).ljust(5, "4")
    counts = [gray.count(str(number)) for number in range(1, 7)]
    marked = given.pop("marked", [[], []])
    return lay_out(**{"dice": dice, "modules": {NAME: {"gray": counts, "marked": marked}}, **given})


def marked(table: Table) -> list[int]:
    found: list[int] = module(table, NAME)["marked"][0]
    return found


@pytest.mark.parametrize(("players", "gray"), [(2, 3), (3, 4), (4, 5)])
def test_so_many_dice_are_gray(players: int, gray: int) -> None:
    table = deal(players, 3, (NAME,))
    while state_of(table)["step"] != "draft":
        table.play(min(legal(table)))
    assert sum(module(table, NAME)["gray"]) == gray


def test_first_the_revenue_then_the_penalty_then_the_marker() -> None:
    table = play(drafting("444", points=1), "gray 4")
    assert silver(table) == 4, "the revenue has come"
    assert legal(table, "outlaw") == {"outlaw point", "outlaw penalty"}
    assert marked(table) == []
    play(table, "outlaw penalty")
    assert silver(table) == 2
    assert marked(table) == [4]
    assert state_of(table)["seat"] == 1


def test_one_may_lose_a_point_instead() -> None:
    table = play(drafting("444", points=3), "gray 4")
    assert earned(table, "outlaw point") == {"outlaws": -1}
    assert silver(table) == 4
    assert marked(table) == [4]


def test_where_a_marker_is_the_die_costs_nothing_more() -> None:
    table = play(drafting("444", points=1, marked=[[4], []]), "gray 4")
    assert silver(table) == 4
    assert state_of(table)["seat"] == 1
    assert marked(table) == [4], "markers stay"


def test_nobody_takes_a_gray_die_without_paying_as_long_as_there_are_white_ones() -> None:
    table = drafting("666")
    assert legal(table, "gray") == set(), "there is nothing on a barrow or in a row to give up"
    assert refusal(table, "gray 6").kind == "no-penalty"
    assert legal(drafting("666", silver=1, barrows=[(18, [1])]), "gray") == {"gray 6"}
    assert legal(drafting("666", marked=[[6], []]), "gray") == {"gray 6"}
    assert legal(drafting("666", points=1), "gray") == {"gray 6"}


def test_what_the_revenue_brings_pays_and_so_does_what_can_be_sold() -> None:
    assert legal(drafting("134"), "gray") == {"gray 1", "gray 3", "gray 4"}
    assert legal(drafting("225"), "gray") == {"gray 2", "gray 5"}, "a card drawn, steps taken"
    assert legal(drafting("666", silver=1, goods={"grain": 1}), "gray") == {"gray 6"}, "a good delivered"
    table = play(drafting("134"), "gray 4")
    assert silver(play(table, "outlaw penalty")) == 2
    assert legal(drafting("666", goods={"grain": 1}, barrows=[(18, [1])]), "gray") == {"gray 6"}


def test_without_white_dice_it_costs_nothing() -> None:
    table = lay_out(dice="222", pick=1, points=3, hand=[7], modules={NAME: {"gray": [0, 3, 0, 0, 0, 0]}})
    play(table, "gray 2", "gain olive")
    assert state_of(table)["seat"] == 1
    assert (farm(table).points, farm(table).hand) == (3, [7])
    assert marked(table) == [2], "the marker is put all the same"


def test_all_penalties() -> None:
    table = play(drafting("111", silver=2, extensions=[1]), "gray 1")
    assert legal(table, "outlaw") == {"outlaw penalty", "outlaw other penalty"}
    assert goods(play(table, "outlaw penalty")) == {}
    table = play(drafting("111", silver=2, extensions=[1]), "gray 1", "outlaw other penalty")
    assert (silver(table), goods(table)) == (0, {"pig": 1})
    table = play(drafting("222", hand=[7, 40]), "gray 2", "gain olive", "outlaw penalty")
    assert legal(table) == {"outlaw card 7", "outlaw card 40"}
    play(table, "outlaw card 40")
    assert (farm(table).hand, state_of(table)["discards"]) == ([7], [40])
    table = play(drafting("333", goods={"olive": 1}), "gray 3", "gain grain and grape", "outlaw penalty")
    assert legal(table) == {"outlaw olive", "outlaw grain", "outlaw grape"}
    assert goods(play(table, "outlaw grain")) == {"olive": 1, "grape": 1}
    table = drafting("555", siesta=3, goods={"grain": 1}, benno={"siesta": 2})
    play(table, "gray 5", "skip", "outlaw penalty")
    assert farm(table).siesta == 2
    assert state_of(table)["track"] == [0, 1], "on top of the other disc"
    loaded = drafting("666", silver=1, barrows=[(18, [1])], rows={3: ("a", [1])})
    play(loaded, "gray 6", "silver", "outlaw penalty")
    assert len(legal(loaded, "outlaw")) == 2
    play(loaded, next(words for words in legal(loaded) if words.endswith("building-3")))
    assert farm(loaded).rows == {}, "the last good of a row gone, it is free again"
    assert silver(loaded) == 2
    assert marked(loaded) == [6]


def test_the_leftover_die_brings_no_outlaw() -> None:
    table = lay_out(step="leftover", pick=2, dice="4", points=5, modules={NAME: {"gray": [0, 0, 0, 1, 0, 0]}})
    play(table, "die 4")
    assert state_of(table)["seat"] == 1


def test_three_neighbouring_markers_become_a_trade_commodity_at_any_time() -> None:
    table = lay_out(modules={NAME: {"marked": [[1, 2, 3, 5, 6], []]}})
    assert legal(table, "ransom") == {"ransom 1", "ransom 5", "ransom 6"}, "6 and 1 are neighbours"
    play(table, "ransom 5")
    assert goods(table) == {"trade": 1}
    assert marked(table) == [2, 3]
    assert refusal(table, "ransom 1").kind == "no-markers"


def test_markers_stay_from_round_to_round() -> None:
    table = lay_out(step="leftover", turn=2, pick=2, dice="4", modules={NAME: {"marked": [[1, 2], [3]]}})
    play(table, "die 4")
    assert module(table, NAME)["marked"] == [[1, 2], [3]]


def test_refusals() -> None:
    table = drafting("333", points=1)
    assert refusal(table, "outlaw point").kind == "no-outlaw"
    play(table, "gray 3", "gain olive and grain")
    assert refusal(table, "outlaw other penalty").kind == "no-penalty"
    assert refusal(table, "outlaw olive").kind == "decide-first"
    poor = play(drafting("444", "3", points=1, silver=0), "gray 4", "outlaw point")
    assert farm(poor).points == 0


def test_three_neighbouring_markers_left_at_the_end_are_the_silver_of_a_trade_commodity() -> None:
    marks = {"marked": [[1, 2, 3, 4, 5, 6], [1, 2, 4, 5]]}
    table = lay_out(step="free deliveries", round=6, turn=2, modules={NAME: marks})
    while not table.is_over:
        table.play("done")
    assert (farm(table).points, silver(table)) == (1, 3)
    assert (farm(table, 1).points, silver(table, 1)) == (0, 0)


def test_three_markers_pay_a_penalty() -> None:
    table = drafting("444", marked=[[1, 2, 3], []])
    play(table, "gray 4", "outlaw penalty")
    assert silver(table) == 2
    six = drafting("666", barrows=[(18, [1])], marked=[[1, 2, 3], []])
    assert legal(six, "gray") == {"gray 6"}
    play(six, "gray 6", "silver", "outlaw penalty")


# -- who takes a gray die pays ------------------------------------------------------------------------


def test_what_pays_is_not_spent_before_the_penalty() -> None:
    """Two silver pay the outlaw of 4: nothing is bought or upgraded after which they would not be there."""
    table = play(drafting("444"), "gray 4", "buy grain")
    assert silver(table) == 2
    assert legal(table) == {"outlaw penalty", "sell grain"}
    reason = refusal(table, "buy olive")
    assert reason.kind == "outlaw-waits"
    assert str(reason) == "After that you could not pay the outlaw of 4: 2 silver, or a point (Outlaws)"
    play(table, "outlaw penalty")
    assert (silver(table), marked(table)) == (0, [4])


def test_a_point_pays_whatever_is_spent() -> None:
    table = play(drafting("444", points=1), "gray 4", "buy grain", "buy olive")
    assert (silver(table), legal(table, "outlaw")) == (0, {"outlaw point"})
    assert earned(table, "outlaw point") == {"outlaws": -1}


def test_what_pays_is_sold_for_before_the_die_is_taken() -> None:
    """A silver and a good off a barrow: the silver comes by selling first, or with the die."""
    town = {NAME: {"gray": [0, 0, 0, 0, 0, 3]}, "bustling-town": {}}
    table = lay_out(dice="66644", goods={"grain": 1}, barrows=[(18, [1])], modules=town)
    assert legal(table, "gray") == set()
    assert refusal(table, "gray 6").kind == "no-penalty"
    play(table, "sell grain")
    assert legal(table, "gray") == {"gray 6"}


def test_what_the_outlaw_wants_is_not_sold() -> None:
    table = play(drafting("333"), "gray 3", "gain grain and grape", "sell grain")
    assert legal(table) == {"outlaw penalty"}
    play(table, "outlaw penalty", "outlaw grape")
    assert (silver(table), marked(table)) == (1, [3])


def test_the_last_point_does_not_pay_for_an_extension() -> None:
    table = play(drafting("222", points=1, hand=[7]), "gray 2")
    assert legal(table, "extension") == set(), "a point is all there is to pay with"
    reason = refusal(table, "extension 7")
    assert reason.kind == "outlaw-waits"
    assert "Your last point is kept" in str(reason)
    table = play(drafting("222", points=1, silver=1, goods={"grain": 1}, hand=[7]), "gray 2", "extension 7")
    assert legal(table) == {"pay grain", "pay silver"}
    play(table, "pay grain")
    assert legal(table, "outlaw") == {"outlaw point"}


def test_the_only_card_is_not_played_that_the_outlaw_wants() -> None:
    table = play(drafting("222", hand=[7]), "gray 2")
    assert legal(table, "field") == legal(table, "barrow") == set()
    assert legal(table) >= {"draw", "gain olive"}
    assert refusal(table, "field 7").kind == "outlaw-waits"
    two = play(drafting("222", hand=[7, 40]), "gray 2")
    assert legal(two, "field") == {"field 7", "field 40"}
    assert legal(play(drafting("222", hand=[7], points=2), "gray 2"), "field") == {"field 7"}, "a point pays"


def test_a_step_that_the_outlaw_wants_is_taken() -> None:
    table = play(drafting("555", goods={"grain": 2}), "gray 5")
    assert legal(table, "improve") == {"improve grain"}
    assert "skip" not in legal(table)
    play(table, "improve grain")
    assert {"improve grain", "skip"} & legal(table) == set()
    play(table, "rest", "outlaw penalty")
    assert farm(table).siesta == 0


def test_reinas_last_point_is_kept_for_the_outlaw() -> None:
    both = {NAME: {"gray": [0, 0, 0, 0, 3, 0]}, "ladies": {"ladies": [4, 1]}}
    table = play(lay_out(dice="55544", points=1, modules=both), "gray 5", "skip")
    assert legal(table, "lady") == set()
    assert legal(table, "outlaw") == {"outlaw point"}
    richer = lay_out(dice="55544", points=2, modules=both)
    assert legal(play(richer, "gray 5", "skip"), "lady") == {"lady point"}


def test_reinas_last_point_is_spent_where_the_penalty_is_there() -> None:
    both = {NAME: {"gray": [0, 0, 0, 3, 0, 0]}, "ladies": {"ladies": [4, 1]}}
    table = play(lay_out(dice="44455", points=1, modules=both), "gray 4", "lady point")
    assert (farm(table).points, silver(table)) == (0, 8)
    play(table, "buy pig", "buy grain")
    assert silver(table) == 2
    assert legal(table, "buy") == set()
    assert legal(table, "outlaw") == {"outlaw penalty"}


def test_a_helpers_last_point_is_kept_for_the_outlaw() -> None:
    """The Farm Worker plays a card for a point; nobody who stands at 0 can fall back."""
    table = play(drafting("555", points=1, hand=[7], helpers=["Farm Worker"]), "gray 5", "skip")
    assert legal(table) == {"outlaw point"}
    reason = refusal(table, "use 4")
    assert reason.kind == "outlaw-waits"
    assert "Your last point is kept" in str(reason)
    play(table, "outlaw point")
    assert marked(table) == [5]
    richer = play(drafting("555", points=2, hand=[7], helpers=["Farm Worker"]), "gray 5", "skip")
    assert legal(richer, "use") == {"use 4"}
    rested = drafting("555", points=1, siesta=1, hand=[7], helpers=["Farm Worker"])
    assert legal(play(rested, "gray 5", "skip"), "use") == {"use 4"}, "a step back pays"


def test_the_last_point_pays_for_an_extension_where_another_card_is_left() -> None:
    table = play(drafting("222", points=1, hand=[7, 40]), "gray 2", "extension 7")
    assert (farm(table).points, farm(table).extensions) == (0, [7])
    assert legal(table) == {"outlaw penalty"}
    play(table, "outlaw penalty", "outlaw card 40")
    assert marked(table) == [2]


def test_white_dice_are_counted_before_the_gray_one_is_taken() -> None:
    """Two fours, one of them white: who takes the gray one leaves a four that only its marker may take."""
    table = lay_out(
        dice="144", pick=1, marked=4, marker=1, points=1, modules={NAME: {"gray": [1, 0, 0, 1, 0, 0]}}
    )
    assert legal(table, "die") == {"die 4"}
    play(table, "gray 4")
    assert legal(table, "outlaw") == {"outlaw point", "outlaw penalty"}


@pytest.mark.parametrize("side", ["bustling-town", "bustling-town-b"])
def test_with_other_revenue_spaces_one_must_be_able_to_pay_too(side: str) -> None:
    table = lay_out(dice="66644", modules={NAME: {"gray": [0, 0, 0, 0, 0, 3]}, side: {}})
    assert legal(table, "gray") == set(), "a good off a barrow is what nobody has"
    loaded = lay_out(
        dice="66644", silver=1, barrows=[(18, [1])], modules={NAME: {"gray": [0, 0, 0, 0, 0, 3]}, side: {}}
    )
    assert legal(loaded, "gray") == {"gray 6"}


def test_what_can_be_bought_pays() -> None:
    """The outlaw of 3 wants a harvest good; on side B its space brings two, or steps for one of them."""
    town = {NAME: {"gray": [0, 0, 3, 0, 0, 0]}, "bustling-town-b": {}}
    table = play(lay_out(dice="33344", goods={"grain": 1}, modules=town), "gray 3")
    assert legal(table, "option") == {"option 1"}, "nothing would be left for the outlaw"
    table = play(lay_out(dice="33344", silver=3, goods={"grain": 1}, modules=town), "gray 3")
    assert legal(table, "option") == {"option 1"}, "what pays is there before anything is given away"
    play(table, "buy grape", "option 2", "pay grain", "outlaw penalty", "outlaw grape")
    assert marked(table) == [3]


def test_nobody_gets_away_in_whole_games() -> None:
    game = load(2, ("bustling-town-b", "ladies", NAME))
    random = Random(3)
    for seed in range(3):
        state = game.deal(seed)
        for _ in range(150):
            if state.is_over:
                break
            state.apply(random.choice(state.legal_actions()))
            outlaws = next(one for one in state.modules if one.name == NAME)  # type: ignore[attr-defined]
            assert not outlaws.got_away


def test_three_markers_are_there_within_another_effect_but_not_in_the_turn_of_others() -> None:
    marks: dict[str, Any] = {NAME: {"marked": [[1, 2, 3], [1, 2, 3]]}}
    table = lay_out(dice="6", goods={"trade": 1, "grape": 1}, modules=marks)
    play(table, "die 6", "trade upgrades", "improve grape", "ransom 1", "trade silver", "buy olive")
    assert "improve olive" in legal(table)
    guard = {"helpers": ["Market Guard"], "market": ["3-4"]}
    laid: dict[str, Any] = {"step": "free deliveries", "goods": {"grain": 1}, "barrows": [(19, [2, 3, 4])]}
    other = play(lay_out(benno=guard, modules=marks, **laid), "deliver grain barrow-1", "stall 2-4")
    assert state_of(other)["market"] == {"2-4": 0}, "nothing could pay the guard"


def test_what_is_seen_to_leave_the_penalty_is_not_tried_otherwise() -> None:
    """What is seen without trying it comes out as it does when it is tried."""
    game = load(2, ("bustling-town", "ladies", NAME, "trade-boards"))
    random, seen = Random(5), 0
    for seed in range(12):
        state: Any = game.deal(seed)
        while not state.is_over:
            outlaws = next(one for one in state.modules if one.name == NAME)
            space = outlaws.penalty_due(state)
            legal_now = state.legal_actions()
            if space >= 0 and state.me.points == 0 and state.asked[state.depth] & 63 < 25:
                for action in legal_now:
                    if outlaws.takes_nothing_needed(state, action, space):
                        assert outlaws.begin_trial(state).succeeds(state, action), game.words(action)
                        seen += 1
            poor = [action for action in legal_now if game.words(action) == "lady point"]
            state.apply(random.choice(poor or legal_now))
    assert seen > 20


@pytest.mark.parametrize("town", ["betwixt", "bustling-town", "bustling-town-b"])
def test_nothing_is_left_untried_that_could_pay(town: str) -> None:
    """With all that a revenue space could bring, each penalty can be paid that is when it is tried."""
    game = load(2, (town, NAME))
    random, paid = Random(8), 0
    for seed in range(8):
        state: Any = game.deal(seed)
        while not state.is_over:
            if state.depth == 0 and game.position(state)["step"] == "draft":
                poor: Any = state.clone()
                poor.me.points = poor.me.silver = 0
                if random.random() < 0.5:
                    poor.me.steps = 0
                outlaws = next(one for one in poor.modules if one.name == NAME)
                outlaws.marked[poor.seat] = 0
                white = max(range(6), key=partial(at, poor.dice))
                for number in range(6):
                    outlaws.gray[number] = 0 if number == white else at(poor.dice, number)
                for number in range(6):
                    if outlaws.gray[number] and not outlaws.can_pay_now(poor, number):
                        action = outlaws.first + number * 7  # used on its own space
                        if outlaws.begin_trial(poor).succeeds(poor, action):
                            assert outlaws.could_pay(poor, number), number + 1
                            paid += 1
            state.apply(random.choice(state.legal_actions()))
    assert paid > 40

"""Counsellors: rewards that may be bought with gray dice."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import BadOptions, Table
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

NAME = "counsellors"


def drafting(gray: str, white: str = "", **given: Any) -> Table:
    """The draft, with gray dice and white ones; all further white dice show 4."""
    dice = (gray + white).ljust(5, "4")
    counts = [gray.count(str(number)) for number in range(1, 7)]
    marked = given.pop("marked", [[], []])
    return lay_out(**{"dice": dice, "modules": {NAME: {"gray": counts, "marked": marked}}, **given})


@pytest.mark.parametrize(("players", "gray"), [(2, 2), (3, 3), (4, 4)])
def test_so_many_dice_are_gray(players: int, gray: int) -> None:
    table = deal(players, 3, (NAME,))
    while state_of(table)["step"] != "draft":
        table.play(min(legal(table)))
    dice = state_of(table)["dice"]
    assert sum(dice) == 2 * players + 1
    shown = module(table, NAME)["gray"]
    assert sum(shown) == gray
    assert all(some <= all_ for some, all_ in zip(shown, dice, strict=True))


def test_counsellors_and_outlaws_are_two_sides() -> None:
    with pytest.raises(BadOptions, match="not played together"):
        load(2, ("counsellors", "outlaws"))


def test_white_and_gray_dice_are_told_apart() -> None:
    table = drafting("33", "4", silver=1)
    assert legal(table, "die") == {"die 4"}
    assert legal(table, "gray") == {"gray 3"}
    assert refusal(table, "gray 4").kind == "no-such-die"
    assert refusal(table, "die 3").kind


def test_the_reward_may_come_before_the_revenue_or_after_it() -> None:
    table = play(drafting("44", silver=1), "gray 4")
    assert legal(table, "counsel") | legal(table, "revenue") == {"counsel for silver", "revenue first"}
    play(table, "counsel for silver", "gain olive")
    assert silver(table) == 4, "the revenue came by itself"
    assert goods(table) == {"olive": 1}
    table = play(drafting("44"), "gray 4")
    assert silver(table) == 4, "without silver the revenue comes first"
    play(table, "counsel for silver", "gain grape")
    assert silver(table) == 3


def test_it_costs_a_silver_or_a_point() -> None:
    table = play(drafting("55", points=2), "gray 5", "revenue first", "skip")
    assert earned(table, "counsel for points") == {"Counsellors": -1}
    assert silver(table) == 3
    assert farm(table).points == 1


def test_each_reward_comes_once_in_a_revenue_phase() -> None:
    table = drafting("44", silver=9, marked=[[4], []])
    play(table, "gray 4")
    assert silver(table) == 13
    assert state_of(table)["seat"] == 1, "there was nothing to ask"
    table = play(drafting("14", silver=9), "gray 4", "counsel for silver", "gain olive")
    assert module(table, NAME)["marked"] == [[4], []]


def test_the_boards_are_empty_when_the_revenue_phase_is_over() -> None:
    table = lay_out(step="leftover", turn=2, pick=2, dice="4", modules={NAME: {"marked": [[1, 2], [3]]}})
    play(table, "die 4")
    assert state_of(table)["step"] in ("before the donkeys", "donkeys")
    assert module(table, NAME)["marked"] == [[], []]


def test_one_may_do_without() -> None:
    table = play(drafting("44", silver=1), "gray 4", "revenue first", "skip")
    assert state_of(table)["seat"] == 1
    assert module(table, NAME)["marked"] == [[], []]


def test_the_leftover_die_brings_no_reward() -> None:
    gray = {"gray": [0, 0, 0, 1, 0, 0]}
    table = lay_out(step="leftover", pick=2, dice="4", silver=5, modules={NAME: gray})
    play(table, "die 4")
    assert silver(table) == 9
    assert state_of(table)["seat"] == 1


def test_all_six_rewards() -> None:
    table = play(drafting("11", silver=1, goods={"olive": 1}, extensions=[1]), "gray 1")
    assert goods(play(table, "counsel for silver", "improve olive")) == {"food": 1, "pig": 1}
    table = play(drafting("22", silver=1), "gray 2", "counsel for silver")
    assert farm(table).hand_size == 1
    table = play(drafting("33", silver=1), "gray 3", "counsel for silver")
    assert farm(table).siesta == 1
    table = play(drafting("66", silver=2, goods={"grain": 1}, barrows=[18]), "gray 6", "counsel for silver")
    assert state_of(table)["questions"][-1][0] == "delivery"
    assert silver(play(table, "deliver grain barrow-1")) == 0, "the delivery is a purchased one"


def test_the_fortune_teller_rolls_gray_dice_again() -> None:
    table = drafting("33", helpers=["Fortune Teller"])
    play(table, "use 25", "reroll gray 3")
    assert module(table, NAME)["aside"] == 1
    play(table, "reroll 4")
    assert sum(module(table, NAME)["gray"]) == 2
    assert sum(state_of(table)["dice"]) == 5
    assert refusal(table, "reroll gray 3").kind == "needs-effect"


def test_refusals() -> None:
    assert refusal(drafting("33"), "counsel for silver").kind == "no-counsellor"
    table = play(drafting("33", points=1), "gray 3", "revenue first", "gain olive and grain")
    assert refusal(table, "revenue first").kind == "revenue-had"
    assert refusal(table, "counsel for silver").kind == "cannot-pay"
    late = lay_out(step="leftover", pick=2, dice="4", modules={NAME: {}})
    assert refusal(late, "gray 4").kind == "wrong-phase"


def test_what_can_be_sold_pays_for_a_reward() -> None:
    table = play(drafting("33", goods={"grain": 1}), "gray 3")
    assert legal(table, "counsel") == set()
    play(table, "sell grain", "counsel for silver")
    assert farm(table).siesta == 1


def test_a_reward_waits_for_what_can_be_bought_or_sold() -> None:
    upgrade = play(drafting("11", silver=3), "gray 1")
    assert legal(upgrade, "counsel") == set(), "there is nothing to upgrade yet"
    play(upgrade, "buy grain", "counsel for silver", "improve grain")
    assert goods(upgrade) == {"food": 1, "pig": 1}
    delivery = drafting("66", points=1, goods={"grain": 2, "olive": 1}, barrows=[18])
    play(delivery, "gray 6", "revenue first", "deliver grain barrow-1")
    assert legal(delivery, "counsel") == set(), "its delivery costs a silver"
    play(delivery, "sell olive", "counsel for points")
    assert legal(delivery, "deliver grain")

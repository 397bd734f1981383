"""II Revenue phase: drafting dice, and what each space does."""

from __future__ import annotations

import pytest

from granja.kit import deal, farm, goods, lay_out, legal, play, silver, state_of


def test_dice_are_drafted_twice_in_turn_order_and_the_leftover_die_is_for_all() -> None:
    table = lay_out(3, dice="4444444", order=[1, 2, 0])
    seats = []
    while state_of(table)["phase"] == "revenue":
        seats.append(table.seat)
        play(table, "die 4")
    assert seats == [1, 2, 0, 1, 2, 0, 1, 2, 0]
    assert [silver(table, seat) for seat in range(3)] == [12, 12, 12]


def test_only_numbers_that_were_rolled_can_be_taken() -> None:
    table = lay_out(dice="11355")
    assert legal(table, "die") == {"die 1", "die 3", "die 5"}
    play(table, "die 3", "gain olive and grape")
    assert legal(table, "die") == {"die 1", "die 5"}


def test_all_dice_are_rolled_when_the_phase_begins() -> None:
    for players, count in ((2, 5), (3, 7), (4, 9)):
        table = deal(players)
        while state_of(table)["phase"] == "farm":
            play(table, min(legal(table, "field") | legal(table, "done") | legal(table, "discard")))
        assert sum(state_of(table)["dice"]) == count


# -- the spaces ------------------------------------------------------------------------------------


def test_space_1_gives_a_pig() -> None:
    assert goods(play(lay_out(dice="1"), "die 1")) == {"pig": 1}


def test_a_pig_without_a_stall_is_sold_at_once() -> None:
    table = play(lay_out(dice="1", goods={"pig": 1}), "die 1")
    assert (goods(table), silver(table)) == ({"pig": 1}, 2)


def test_space_2_plays_a_card_or_draws_one_or_gives_a_harvest_good() -> None:
    table = play(lay_out(dice="2", hand=[9]), "die 2")
    assert legal(table) == {
        "field 9", "barrow 9", "helper 9", "draw", "gain olive", "gain grain", "gain grape",
    }  # fmt: skip
    play(table, "draw")
    assert farm(table).hand_size == 2
    assert table.seat == 1


def test_a_field_played_in_the_revenue_phase_waits_for_the_harvest() -> None:
    table = play(lay_out(dice="2", hand=[9]), "die 2", "field 9")
    assert (farm(table).fields, farm(table).ripe, farm(table).hand_size) == ([9], {}, 0)


def test_space_2_without_cards() -> None:
    table = play(lay_out(dice="2"), "die 2")
    assert legal(table) == {"draw", "gain olive", "gain grain", "gain grape"}
    play(table, "gain grain")
    assert goods(table) == {"grain": 1}


def test_space_3_gives_two_different_harvest_goods() -> None:
    table = play(lay_out(dice="3"), "die 3")
    assert legal(table) == {"gain olive and grain", "gain olive and grape", "gain grain and grape"}
    play(table, "gain grain and grape")
    assert goods(table) == {"grain": 1, "grape": 1}


def test_space_4_gives_4_silver() -> None:
    assert silver(play(lay_out(dice="4"), "die 4")) == 4


@pytest.mark.parametrize(
    ("answers", "after", "siesta"),
    [
        (("improve grain", "improve pig"), {"food": 1, "meat": 1}, 0),
        (("improve grain", "rest"), {"pig": 1, "food": 1}, 1),
        (("rest", "improve pig"), {"grain": 1, "meat": 1}, 1),
        (("rest", "rest"), {"grain": 1, "pig": 1}, 2),
        (("skip",), {"grain": 1, "pig": 1}, 0),
    ],
)
def test_space_5_gives_upgrades_and_siesta_steps_in_any_mixture(
    answers: tuple[str, ...], after: dict[str, int], siesta: int
) -> None:
    table = play(lay_out(dice="5", goods={"grain": 1, "pig": 1}), "die 5", *answers)
    assert (goods(table), farm(table).siesta, table.seat) == (after, siesta, 1)


def test_a_good_on_a_field_can_be_upgraded() -> None:
    table = play(lay_out(dice="5", fields=[1], ripe={"grape": 1}), "die 5", "improve grape")
    assert (farm(table).ripe, goods(table)) == ({}, {"wine": 1})


def test_space_6_gives_a_delivery_or_2_silver() -> None:
    table = play(lay_out(dice="6", goods={"grain": 1}, barrows=[18]), "die 6")
    assert {"deliver grain barrow-1", "silver"} <= legal(table)
    assert "skip" not in legal(table)
    play(table, "silver")
    assert (silver(table), table.seat) == (2, 1)
    table = play(lay_out(dice="6", goods={"grain": 1}, barrows=[18]), "die 6", "deliver grain barrow-1")
    assert (farm(table).barrows[0]["met"], goods(table), table.seat) == ([1], {}, 1)


def test_the_leftover_die_is_used_by_all_and_stays() -> None:
    table = lay_out(step="leftover", dice="1", pick=2)
    assert legal(table) == {"die 1"}
    play(table, "die 1", "die 1")
    assert (goods(table, 0), goods(table, 1)) == ({"pig": 1}, {"pig": 1})
    assert state_of(table)["step"] == "donkeys"


def test_an_upgrade_waits_as_long_as_something_could_be_bought_for_it() -> None:
    table = lay_out(step="draft", dice="5", goods={"grape": 1}, silver=2, siesta=8)
    play(table, "die 5", "improve grape")
    assert legal(table) >= {"buy grape", "skip"}
    play(table, "buy grape", "improve grape")
    assert goods(table) == {"wine": 2}
    poor = lay_out(step="draft", dice="5", goods={"grape": 1}, silver=1, siesta=8)
    assert play(poor, "die 5", "improve grape").seat == 1

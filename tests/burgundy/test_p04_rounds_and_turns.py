"""The five game rounds and a player's turn, with its workers (p. 4)."""

from __future__ import annotations

from collections import Counter

import pytest

from burgundy.kit import board, deal, last_in_round, lay_out, legal, play, refused, state_of, told

# -- rounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_all_players_roll_their_two_dice_openly(players: int) -> None:
    for seed in range(8):
        table = deal(players, seed)
        dice = state_of(table)["dice"]
        assert [len(pair) for pair in dice] == [2] * players
        assert all(1 <= die <= 6 for pair in dice for die in pair)
        assert all(table.view(viewer)["dice"] == dice for viewer in (None, *range(players)))


def test_dice_are_fair() -> None:
    rolled: Counter[tuple[int, int]] = Counter()
    white: Counter[int] = Counter()
    for seed in range(400):
        state = state_of(deal(2, seed))
        rolled.update(map(tuple, state["dice"]))
        white[state["white"]] += 1
    assert len(rolled) == 36
    assert max(rolled.values()) < 3 * 800 / 36
    assert len(white) == 6
    assert max(white.values()) < 2 * 400 / 6


def test_all_dice_are_rolled_again_for_each_round() -> None:
    table = last_in_round(dice=[(1, 1), (1, 1)])
    rolls = [line for line in told(table, "end") if " rolls " in line]
    assert [line.split()[0] for line in rolls] == ["Benno", "Anna"]
    assert state_of(table)["unused"] == [1, 2]


def test_the_rounds_goods_tile_goes_to_the_depot_of_the_white_die() -> None:
    depots = set()
    for seed in range(60):
        state = state_of(deal(2, seed))
        goods = {depot: goods for depot, goods in enumerate(state["depot goods"], start=1) if goods}
        assert goods == {state["white"]: {state["round goods"][0]: 1}}
        depots.add(state["white"])
    assert depots == {1, 2, 3, 4, 5, 6}


def test_each_round_brings_the_next_goods_tile_beside_those_already_there() -> None:
    goods = ["red", "violet", "pink", "brown", "brown"]
    table = last_in_round(round=2, round_goods=goods, goods_at={depot: {"pink": 1} for depot in range(1, 7)})
    play(table, "end")
    state = state_of(table)
    assert table.heading == "A3"
    expected = [{"pink": 1} for _ in range(6)]
    expected[state["white"] - 1] = {"pink": 2}
    assert state["depot goods"] == expected


def test_the_white_die_is_no_die_to_act_with() -> None:
    parts = {part for action in deal().game.actions for part in action.parts if part.startswith("die")}
    assert parts == {"die-1", "die-2"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_the_turn_of_the_next_player_in_turn_order_until_each_has_had_one(players: int) -> None:
    order = [1, 0, 3, 2][:players] if players != 3 else [1, 0, 2]
    table = lay_out(players, order=order, track=order)
    turns = []
    for _ in range(players):
        assert table.heading == "A1"
        turns.append(table.seat)
        play(table, "1 workers", "2 workers")
    assert turns == order
    assert table.heading == "A2"
    assert table.seat == order[0]


# -- a turn ----------------------------------------------------------------------------------------


def test_a_turn_is_exactly_two_actions_one_for_each_die() -> None:
    table = lay_out(dice=(3, 4))
    play(table, "1 workers")
    assert table.seat == 0
    assert state_of(table)["unused"] == [2]
    assert refused(table, "1 workers") == "That die has been used: each die is for one action (p. 4)"
    assert refused(table, "end") == "A turn has exactly two actions: you have 1 die left (p. 4)"
    play(table, "2 workers")
    assert table.seat == 1


def test_the_dice_may_be_used_in_any_order() -> None:
    table = lay_out(dice=(3, 4))
    play(table, "2 workers", "1 workers")
    assert table.seat == 1


def test_a_turn_cannot_be_ended_before_both_dice_are_used() -> None:
    assert refused(lay_out(), "end") == "A turn has exactly two actions: you have 2 dice left (p. 4)"
    assert refused(lay_out(), "skip") == "There is nothing to skip: a turn has exactly two actions (p. 4)"


@pytest.mark.parametrize("first", ["1 take 2a", "1 place 1-18", "1 sell violet", "1 workers"])
@pytest.mark.parametrize("second", ["2 take 3a", "2 place 2-26", "2 sell pink", "2 workers"])
def test_the_two_actions_may_be_any_combination_in_any_order(first: str, second: str) -> None:
    for actions in ((first, second), (second, first)):
        table = lay_out(
            dice=(2, 3),
            storage=["ship" if "18" in first else None, "bank"],
            goods={"violet": 1, "pink": 1},
            depots={"2a": "knowledge-1", "3a": "cow-2"},
        )
        play(table, *actions)
        assert table.seat == 1


# -- workers ---------------------------------------------------------------------------------------


def steps_between(die: int, number: int) -> int:
    """How often a die must be turned up or down by 1, where 1 and 6 are neighbours."""
    way_up = (number - die) % 6
    return min(way_up, 6 - way_up)


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("number", range(1, 7))
def test_each_worker_adjusts_a_die_by_one_also_from_1_to_6_and_from_6_to_1(die: int, number: int) -> None:
    needed = steps_between(die, number)
    depots = {f"{number}a": ["bank", "knowledge-1", "cow-2", "ship", "mine", "bank"][number - 1]}
    table = lay_out(dice=(die, 1), workers=3, depots=depots)
    play(table, f"1 take {number}a")
    assert board(table).workers == 3 - needed
    if needed:
        table = lay_out(dice=(die, 1), workers=needed - 1, depots=depots)
        assert f"your {die} would take {needed} worker" in refused(table, f"1 take {number}a")


def test_anna_turns_a_2_into_a_6_with_2_workers_and_takes_a_tile_from_depot_6() -> None:
    anna = lay_out(dice=(2, 1), workers=2, depots={"6a": "bank"})
    play(anna, "1 take 6a")
    assert board(anna).workers == 0
    assert board(anna).storage == ["bank", None, None]


def test_with_only_1_worker_she_is_told_how_many_it_takes() -> None:
    anna = lay_out(dice=(2, 1), workers=1, depots={"6a": "bank"})
    assert refused(anna, "1 take 6a") == (
        "Depot 6 asks for a 6: your 2 would take 2 workers, and you have 1 (p. 4)"
    )


def test_workers_adjust_dice_for_placing_and_selling_too() -> None:
    table = lay_out(dice=(1, 6), workers=3, storage=["ship"], goods={"red": 1})
    play(table, "1 place 1-18")
    assert board(table).workers == 2
    play(table, "2 sell red")
    assert board(table).workers == 0
    assert board(table).sold == {"red": 1}


def test_workers_can_adjust_both_dice_of_a_turn() -> None:
    table = lay_out(dice=(6, 3), workers=2, depots={"1a": "bank", "2a": "knowledge-1"})
    play(table, "1 take 1a", "2 take 2a")
    assert board(table).workers == 0


def test_only_the_workers_that_are_needed_are_paid() -> None:
    table = lay_out(dice=(5, 1), workers=9, depots={"5a": "mine"})
    play(table, "1 take 5a")
    assert board(table).workers == 9


def test_without_workers_a_die_is_what_it_shows() -> None:
    full = {
        f"{depot}a": tile
        for depot, tile in enumerate(["bank", "knowledge-1", "pig-2", "ship", "mine", "church"], 1)
    }
    assert legal(lay_out(dice=(4, 2), depots=full), "1 take") == {"1 take 4a"}
    assert legal(lay_out(dice=(4, 2), depots=full, workers=1), "1 take") == {
        "1 take 3a",
        "1 take 4a",
        "1 take 5a",
    }
    assert len(legal(lay_out(dice=(4, 2), depots=full, workers=3), "1 take")) == 6

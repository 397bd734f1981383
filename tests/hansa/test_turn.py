"""Game Play: how many actions a turn has, that any may be repeated or given up, and who is next."""

from __future__ import annotations

import pytest

from hansa.kit import houses, lay_out, legal, play, state_of


@pytest.mark.parametrize(("step", "actions"), [(0, 2), (1, 3), (2, 3), (3, 4), (4, 4), (5, 5)])
def test_a_turn_has_as_many_actions_as_the_track_says(step: int, actions: int) -> None:
    table = lay_out(actions=1, benno={"desk": {"actions": step}})
    play(table, "end")
    assert (table.seat, state_of(table)["actions"]) == (1, actions)


def test_the_same_action_may_be_taken_again_and_again() -> None:
    table = lay_out(actions=3, supply=(4, 0))
    play(table, *["place trader hamburg-luebeck"] * 3)
    assert houses(table, "hamburg-luebeck") == "aaa"
    assert table.seat == 1  # nothing is left to do


def test_actions_may_be_given_up() -> None:
    table = lay_out(actions=3, supply=(4, 0))
    play(table, "place trader hamburg-luebeck")
    assert "end" in legal(table)
    play(table, "end")
    assert table.seat == 1


def test_turns_go_round_in_the_order_of_seats() -> None:
    table = lay_out(4, start=2, active=2, seat=2)
    seats = []
    for _ in range(5):
        seats.append(table.seat)
        play(table, "end")
    assert seats == [2, 3, 0, 1, 2]


def test_an_action_is_finished_before_the_next() -> None:
    table = lay_out(houses={"hamburg-luebeck": "aa."}, supply=(4, 0))
    play(table, "move", "take hamburg-luebeck 1", "to hamburg-stade")
    assert legal(table, "place") == set()
    play(table, "done")
    assert legal(table, "place")

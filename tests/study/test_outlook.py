"""Chances in a position: what they add up to, how sure they are, and what they may know."""

from __future__ import annotations

from math import isclose

import pytest

import burgher
from burgher import Game, Record, State, Table
from burgher.kernel.chance import step
from burgher.kernel.fair import Draws
from burgher.kernel.playout import best_of_some
from burgher.study.known import Link
from burgher.study.outlook import Outlook, certain


def test_chances_add_up_and_more_lines_make_them_surer(pebbles: Game) -> None:
    state = pebbles.deal(7)
    outlook = Outlook(pebbles, state)
    some, more = (outlook.chances(state, simulations, 1) for simulations in (20, 320))
    for chances in (some, more):
        assert isclose(sum(chances.shares), 1)
        assert all(0 <= share <= 1 for share in chances.shares)
    assert sum(more.errors) < sum(some.errors) / 2
    assert outlook.chances(state, 20, 1) == some
    assert outlook.chances(state, 20, 2) != some


def test_the_end_is_certain(finished: Record) -> None:
    end = finished.replay()
    chances = Outlook(end.game, end.state).chances(end.state, 5, 1)
    assert chances == certain(end.state)
    assert sum(chances.shares) == 1
    assert chances.errors == (0, 0)
    assert [share > 0 for share in chances.shares] == [rank == 1 for rank in end.ranks()]


def test_nothing_hidden_is_used_with_somebodys_eyes(pebbles: Game) -> None:
    # The first player has closed a fist; the second cannot know what is in it.
    few, many = (pebbles.deal(7) for _ in range(2))
    few.apply(pebbles.number("hide 0"))
    many.apply(pebbles.number("hide 3"))
    outlook = Outlook(pebbles, few)
    action = pebbles.number("hide 1")
    assert outlook.chances(few, 60, 1, eyes=1, action=action) == outlook.chances(
        many, 60, 1, eyes=1, action=action
    )
    assert outlook.chances(few, 60, 1, action=action) != outlook.chances(many, 60, 1, action=action)


@pytest.mark.parametrize("eyes", [None, 0])
def test_a_table_s_secret_says_nothing_about_what_may_come(pebbles: Game, eyes: int | None) -> None:
    table = Table(pebbles, secret="5" * 64)
    other = table.state.clone()
    other.draws = Draws("6" * 64)
    outlook = Outlook(pebbles, table.state)
    chances = [outlook.chances(state, 30, 1, eyes=eyes) for state in (table.state, other)]
    assert chances[0] == chances[1]


def test_a_line_ends_with_a_round() -> None:
    game = burgher.load("burgundy")
    state = game.deal(3)
    before = game.position(state)
    outlook = Outlook(game, state)
    for number, heading in enumerate(["A2", "A3", "A4", "A5", "B2", "B4"]):
        for action in state.legal_actions()[:2]:
            assert game.heading(outlook.simulate(state, number, 5, action=action)) == heading
    assert game.position(state) == before


def test_players_of_a_line_do_not_choose_by_what_the_dice_come_from(
    pebbles: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    lots: list[int] = []

    def noting(state: State, trial: State, tries: int, lot: int) -> int:
        lots.append(lot)
        assert lot not in (state.chance, step(state.chance))
        return best_of_some(state, trial, tries, lot)

    monkeypatch.setattr("burgher.study.outlook.best_of_some", noting)
    state = pebbles.deal(7)
    Outlook(pebbles, state).chances(state, 4, 1)
    assert len(set(lots)) == len(lots) > 12, "and for no two decisions by the same"


def test_the_link_gives_more_for_a_lead_and_more_for_it_later() -> None:
    link = Link(0.01, 0.1)
    assert link.at(0) == pytest.approx(0.01)
    assert link.at(1) == pytest.approx(0.1)
    early, late = link.shares([20, 10], 0.1), link.shares([20, 10], 0.9)
    assert 0.5 < early[0] < late[0] < 1
    assert sum(late) == pytest.approx(1)
    assert link.shares([5, 5, 5], 0.5) == pytest.approx((1 / 3, 1 / 3, 1 / 3))

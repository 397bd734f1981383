"""Chances in a position: what they add up to, how sure they are, and what they may know."""

from __future__ import annotations

from math import isclose
from typing import Any

import pytest

import burgher
from burgher import Game, Record, State, Table
from burgher.kernel.chance import step
from burgher.kernel.fair import Draws
from burgher.kernel.playout import best_at_sight, best_of_some
from burgher.study.known import Link
from burgher.study.outlook import ROUNDS, SOON, Future, Outlook, certain, futures


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
    outlook, ahead = Outlook(pebbles, few), futures(1, 60)
    action = pebbles.number("hide 1")
    known, all_known = (
        [outlook.outcomes(state, ahead, eyes=eyes, action=action) for state in (few, many)]
        for eyes in (1, None)
    )
    assert known[0] == known[1]
    assert all_known[0] != all_known[1]


@pytest.mark.parametrize("eyes", [None, 0])
def test_a_table_s_secret_says_nothing_about_what_may_come(pebbles: Game, eyes: int | None) -> None:
    table = Table(pebbles, secret="5" * 64)
    other = table.state.clone()
    other.draws = Draws("6" * 64)
    outlook = Outlook(pebbles, table.state)
    found = [outlook.outcomes(state, futures(1, 30), eyes=eyes) for state in (table.state, other)]
    assert found[0] == found[1]


def test_a_simulation_ends_with_a_round() -> None:
    game = burgher.load("burgundy")
    state = game.deal(3)
    before = game.position(state)
    outlook = Outlook(game, state)
    clock = outlook.clock(state)
    for future, heading in zip(futures(5, 4), ["A3", "A4", "A5", "B2"], strict=True):
        for action in state.legal_actions()[:2]:
            end = outlook.simulate(state, future, clock + future.rounds, action=action)
            assert game.heading(end) == heading
    assert game.position(state) == before


def test_what_is_compared_ends_in_the_same_rounds_wherever_it_starts() -> None:
    """The dice of a round are thrown when the one before it is over: still, both looks end together."""
    game = burgher.load("burgundy")
    state = game.deal(3)
    outlook = Outlook(game, state)
    while True:
        after = state.clone()
        after.apply(action := state.legal_actions()[0])
        if after.chance != state.chance:
            break
        state = after
    assert outlook.clock(after) == outlook.clock(state) + 1

    def headings(start: State, action: int | None) -> list[str]:
        clock = outlook.clock(state)
        return [
            game.heading(outlook.simulate(start, one, clock + one.rounds, action=action))
            for one in futures(5, 8)
        ]

    assert headings(after, None) == headings(state, action)
    ends: list[tuple[int, int]] = []
    simulate = outlook.simulate

    def noting(start: State, future: Future, until: int, *more: Any) -> State:
        ends.append((until - future.rounds, start.chance))
        return simulate(start, future, until, *more)

    outlook.simulate = noting  # type: ignore[assignment, method-assign]
    outlook.luck(state, action, after, 6, 1)
    assert {start for start, _ in ends} == {outlook.clock(state)}
    assert {chance for _, chance in ends} == {state.chance, after.chance}


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


def test_where_a_network_judges_simulations_are_short_and_careful(monkeypatch: pytest.MonkeyPatch) -> None:
    game = burgher.load("burgundy", 2)
    state, link = game.deal(3), Link(0.1, 0.1)
    by_heuristic, by_network = Outlook(game, state, link), Outlook(game, state, link, game.network)
    assert game.network is not None
    assert {one.rounds for one in by_heuristic.futures(5, 24)} == set(ROUNDS)
    assert {one.rounds for one in by_network.futures(5, 24)} == set(SOON)
    assert max(SOON) <= min(ROUNDS) + 1
    tried: list[str] = []
    for name, player in (("best_of_some", best_of_some), ("best_at_sight", best_at_sight)):

        def noting(*args: Any, name: str = name, player: Any = player) -> int:
            tried.append(name)
            return int(player(*args))

        monkeypatch.setattr(f"burgher.study.outlook.{name}", noting)
    for outlook, expected in ((by_heuristic, "best_of_some"), (by_network, "best_at_sight")):
        tried.clear()
        outlook.outcomes(state, outlook.futures(5, 3))
        assert set(tried) == {expected}


def test_the_link_gives_more_for_a_lead_and_more_for_it_later() -> None:
    link = Link(0.01, 0.1)
    assert link.at(0) == pytest.approx(0.01)
    assert link.at(1) == pytest.approx(0.1)
    early, late = link.shares([20, 10], 0.1), link.shares([20, 10], 0.9)
    assert 0.5 < early[0] < late[0] < 1
    assert sum(late) == pytest.approx(1)
    assert link.shares([5, 5, 5], 0.5) == pytest.approx((1 / 3, 1 / 3, 1 / 3))

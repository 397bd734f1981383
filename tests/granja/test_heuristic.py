"""How well one plays by the heuristic, and what agents do not look at."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from burgher import COMPILED, Table, agents
from burgher.kernel.offers import action_buffer
from granja.kit import deal, lay_out, load, play

GAMES = 60 if COMPILED else 4
"""Plain source takes a second for each."""
EXPECTED = 30 if COMPILED else 24


def test_greedy_players_score_as_people_do() -> None:
    game = load(3)
    points = 0
    for seed in range(GAMES):
        state = game.deal(seed)
        players = [agents.create("greedy", seed * 3 + seat) for seat in range(3)]
        while not state.is_over:
            state.apply(players[state.seat].choose(state))
        points += sum(state.scores())
    assert points / GAMES / 3 > EXPECTED


def test_more_of_anything_looks_no_worse() -> None:
    game = load(2)
    state = game.deal(1)
    before = state.evaluate(0)
    position = game.position(state)
    for change in ({"points": 5}, {"silver": 9}, {"goods": {"trade": 1, "food": 1}}):
        position["players"][0] |= change
        better = game.restore(position).evaluate(0)
        assert better > before
        before = better


# -- what agents do not look at ----------------------------------------------------------------------


def words_of(table: Table, *, sensible: bool) -> set[str]:
    """What may be done, or what agents look at of it."""
    buffer = action_buffer()
    count = table.state.sensible(buffer) if sensible else table.state.legal(buffer)
    return {table.game.words(buffer[n]) for n in range(count)}


def test_agents_leave_out_what_is_never_better() -> None:
    given: Any = {"silver": 9, "goods": {"grain": 1}, "fields": [5], "ripe": {"grain": 1}}
    table = lay_out(**given)
    left_out = words_of(table, sensible=False) - words_of(table, sensible=True)
    assert left_out == {"buy grain", "sell grain", "from den"}


def test_but_not_a_second_good_for_an_upgrade_nor_what_is_cheap() -> None:
    table = play(lay_out(dice="5", silver=9, goods={"grain": 1}), "die 5")
    assert "buy grain" in words_of(table, sensible=True)
    table = lay_out(silver=3, goods={"grain": 1}, helpers=["Seed Dealer"])
    assert {"buy grain", "sell grain"} <= words_of(table, sensible=True)
    play(table, "sell grain")
    assert "buy grain" not in words_of(table, sensible=True)


@pytest.mark.parametrize("seed", range(3))
def test_what_they_look_at_is_legal_and_never_nothing(seed: int) -> None:
    table, random = deal(2 + seed, seed), Random(seed)
    while not table.is_over:
        legal, sensible = (words_of(table, sensible=one) for one in (False, True))
        assert sensible
        assert sensible <= legal
        table.play(random.choice(sorted(legal)))


def test_a_greedy_player_does_not_buy_back_what_it_has_just_sold() -> None:
    table = deal(2, 3)
    players = [agents.create("greedy", seat) for seat in range(2)]
    sold: set[str] = set()
    while not table.is_over:
        verb, _, what = table.game.words(players[table.seat].choose(table.state)).partition(" ")
        assert not (verb == "buy" and what in sold)
        sold = sold | {what} if verb == "sell" else sold if verb == "buy" else set()
        table.play(f"{verb} {what}".strip())

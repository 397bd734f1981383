"""How well one plays by the heuristic."""

from __future__ import annotations

from burgher import COMPILED, agents
from granja.kit import load

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

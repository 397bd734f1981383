"""How one plays by the heuristic."""

from __future__ import annotations

from itertools import pairwise

import pytest

import burgher
from burgher import agents
from burgher.games.hansa.state import Hansa


@pytest.mark.parametrize("seed", [55, 100] if burgher.COMPILED else [55])
def test_two_greedy_players_keep_the_pieces_that_the_end_needs(seed: int) -> None:
    """In these deals both once put nearly every piece into offices, and could never fill a route again."""
    state = burgher.load("hansa", 2).deal(seed)
    players = [agents.create("greedy", seed * 2 + seat) for seat in range(2)]
    decisions = 0
    while not state.is_over and decisions < 1500:
        state.apply(players[state.seat].choose(state))
        decisions += 1
    assert state.is_over


def test_the_last_pieces_are_worth_most() -> None:
    state = burgher.load("hansa", 2).deal(1)
    assert isinstance(state, Hansa)
    worth = []
    for traders in range(7):
        player = state.players[0]
        player.supply_traders, player.stock_traders = traders, 0
        worth.append(state.evaluate(0))
    gains = [more - less for less, more in pairwise(worth)]
    assert all(gain > 0 for gain in gains)
    assert gains[2] > 2 * gains[5]

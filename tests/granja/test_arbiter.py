"""Whole games, followed by somebody who reads the rules for himself: `arbiter/`.

BURGHER_ARBITER=20 follows twenty times as many.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from burgher import Game, State
from granja.arbiter import Arbiter, plain
from granja.kit import load

TIMES = int(os.environ.get("BURGHER_ARBITER", "1"))

FIRST = ("buy", "sell", "upgrade", "trade", "roof", "use")
"""What is done at any time: not chosen so often, or there would be little else."""


def choose(game: Game, state: State, random: Random) -> int:
    """Something legal; deliveries rather than not, and helpers rather than fields."""
    legal = state.legal_actions()
    verbs = {action: game.words(action).split()[0] for action in legal}
    weight = {"deliver": 12, "helper": 4, "barrow": 3, "use": 2, "done": 0.3, "buy": 0.4, "sell": 0.3, "upgrade": 0.4}
    return random.choices(legal, [weight.get(verbs[action], 1) for action in legal])[0]


def follow(players: int, seed: int) -> Counter[str]:
    """Play a game and let the arbiter follow; return what was done how often."""
    game = load(players)
    state = game.deal(seed)
    random = Random(seed)
    done: Counter[str] = Counter()
    arbiter = Arbiter(players, game.position(state))
    while True:
        assert arbiter.look() == plain(game.position(state))
        assert arbiter.allowed == {game.words(action) for action in state.legal_actions()}
        if state.is_over:
            break
        assert arbiter.seat == state.seat
        action = choose(game, state, random)
        words = game.words(action)
        done[words if words.startswith("use") else words.split()[0]] += 1
        state.apply(action)
        arbiter.follow(words, game.position(state))
    assert arbiter.over
    assert state.ranks() == arbiter.ranks()
    return done


@pytest.mark.parametrize("number", range(12 * TIMES))
def test_the_rules_play_every_game_as_the_arbiter_does(number: int) -> None:
    follow(2 + number % 3, number)

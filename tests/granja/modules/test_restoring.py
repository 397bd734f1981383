"""Whatever a module asks, the position can be put away and taken up again, and a wrong detail is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from burgher import Game
from burgher.games.granja.modules.shelf import EXCLUSIVE, NAMES
from burgher.kernel.errors import BadPosition
from granja.kit import load

ASKING = {
    "bustling-town": 16,
    "bustling-town-b": 16,
    "counsellors": 8,
    "donkey-song": 4,
    "grand-markers": 4,
    "hired-hands": 4,
    "ladies": 4,
    "long-distance-trade": 4,
    "outlaws": 64,
}
"""The modules that ask, and what the last bits of their details tell apart."""
SIDES = (("counsellors", "bustling-town"), ("outlaws", "bustling-town-b"))


def with_sides(sides: tuple[str, ...]) -> Game:
    """A game with all modules, as far as they go together."""
    others = {side for pair in EXCLUSIVE for side in pair if side not in sides}
    return load(3, tuple(name for name in NAMES if name not in others))


def asked(game: Game, seeds: range) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Positions of random games in which a module asks something that has not been asked so before."""
    seen: set[tuple[str, int]] = set()
    for seed in seeds:
        state, random = game.deal(seed), Random(seed)
        while not state.is_over:
            position = game.position(state)
            for name, what in position["questions"]:
                key = (name, what % ASKING.get(name, 1))
                if name in ASKING and key not in seen:
                    seen.add(key)
                    yield state, position
            state.apply(random.choice(state.legal_actions()))
    missing = set(ASKING) & set(game.options["modules"]) - {name for name, _ in seen}
    assert not missing, "these games are too few"


@pytest.mark.parametrize("sides", SIDES, ids=lambda sides: sides[0])
def test_at_every_question_of_every_module(sides: tuple[str, ...]) -> None:
    game = with_sides(sides)
    for state, position in asked(game, range(4)):
        again = game.restore(json.loads(json.dumps(position)))
        assert game.position(again) == position
        assert again.legal_actions() == state.legal_actions()
        assert game.question(again) == game.question(state)


@pytest.mark.parametrize("sides", SIDES, ids=lambda sides: sides[0])
def test_a_detail_that_means_nothing_is_refused(sides: tuple[str, ...]) -> None:
    game = with_sides(sides)
    for _, position in asked(game, range(4)):
        for n, (name, _what) in enumerate(position["questions"]):
            if name in ASKING:
                wrong = json.loads(json.dumps(position))
                wrong["questions"][n][1] = 2**39
                with pytest.raises(BadPosition, match="questions"):
                    game.restore(wrong)

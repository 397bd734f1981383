"""What improves the instincts is itself to be trusted."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

import burgher
from burgher import games
from burgher.arena.pool import Alone
from burgher.games.burgundy import instinct
from tools.tune import Climber, duel, rewritten

GAME = burgher.load("burgundy", 2)


@pytest.fixture(autouse=True)
def _weights_as_they_were() -> Any:
    before = [int(instinct.WEIGHTS[i]) for i in range(len(instinct.NAMES))]
    yield
    for i, weight in enumerate(before):
        instinct.WEIGHTS[i] = weight


def test_equal_weights_win_an_even_share() -> None:
    weights = Climber([GAME], 1, Alone()).weights
    assert duel(GAME, weights, weights, 1, range(2)) == [0, 0]


def test_good_weights_win_against_bad_ones() -> None:
    climber = Climber([GAME], 1, Alone())
    bad = tuple(0 for _ in climber.weights)
    assert sum(duel(GAME, climber.weights, bad, 1, range(3))) > 0
    assert sum(duel(GAME, bad, climber.weights, 1, range(3))) < 0


def test_steps_follow_from_the_seed() -> None:
    one, again, other = (Climber([GAME], seed, Alone()) for seed in (1, 1, 2))
    steps = [[climber.changed() for _ in range(20)] for climber in (one, again, other)]
    assert steps[0] == steps[1] != steps[2]
    assert any(step != one.weights for step in steps[0])


@pytest.mark.parametrize("name", games.names())
def test_weights_are_written_into_the_file_as_it_is(name: str) -> None:
    text = (files("burgher.games") / name / "instinct.toml").read_text(encoding="utf-8")
    climber = Climber([burgher.load(name)], 1, Alone())
    assert rewritten(text, climber.names, climber.weights) == text
    other = tuple(range(-5, len(climber.weights) - 5))
    changed = rewritten(text, climber.names, other)

    def flat(table: dict[str, Any]) -> list[int]:
        return [
            weight
            for value in table.values()
            for weight in (flat(value) if isinstance(value, dict) else [value])
        ]

    assert flat(tomllib.loads(changed)) == list(other)
    assert [line.partition("#")[2] for line in changed.splitlines()] == [
        line.partition("#")[2] for line in text.splitlines()
    ]

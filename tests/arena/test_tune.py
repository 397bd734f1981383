"""What improves the heuristics is itself to be trusted."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import pytest

import burgher
from burgher import games
from burgher.arena.pool import SingleProcess
from burgher.games.burgundy import heuristic
from burgher.kernel.weights import change_weights
from tools.tune import Climber, Weights, duel, main, rewritten

GAME = burgher.load("burgundy", 2)


@pytest.fixture(autouse=True)
def _weights_as_they_were() -> Any:
    before = [int(heuristic.WEIGHTS[i]) for i in range(len(heuristic.NAMES))]
    yield
    change_weights(heuristic.WEIGHTS, before)


def test_equal_weights_come_out_even() -> None:
    weights = Climber([GAME], 1, SingleProcess()).weights
    assert duel(GAME, weights, weights, 1, range(2)) == [0, 0]


def test_good_weights_win_against_bad_ones() -> None:
    climber = Climber([GAME], 1, SingleProcess())
    bad = tuple(0 for _ in climber.weights)
    assert duel(GAME, climber.weights, bad, 1, range(3)) == [0.5, 0.5, 0.5]
    assert duel(GAME, bad, climber.weights, 1, range(3)) == [-0.5, -0.5, -0.5]


def test_steps_follow_from_the_seed() -> None:
    one, again, other = (Climber([GAME], seed, SingleProcess()) for seed in (1, 1, 2))
    moves = [[climber.tried() for _ in range(3)] for climber in (one, again, other)]
    assert moves[0] == moves[1] != moves[2]
    assert all(move for some in moves for step in some for move in step)


def test_weights_go_to_where_the_victories_are(monkeypatch: pytest.MonkeyPatch) -> None:
    climber = Climber([GAME], 1, SingleProcess())
    wanted = climber.names.index("die")

    def won(
        _game: object, mine: Weights, theirs: Weights, _seed: object, deals: Sequence[int]
    ) -> list[float]:
        """Whoever thinks more of dice wins."""
        return [0.5 if mine[wanted] > theirs[wanted] else -0.5 for _ in deals]

    monkeypatch.setattr("tools.tune.duel", won)
    assert list(climber.climb(100)) == list(range(100))
    assert climber.weights[wanted] > 2 * climber.first[wanted]


def test_what_is_better_is_proved_on_fresh_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = set()

    def even(_game: object, _mine: object, _theirs: object, seed: int, deals: Sequence[int]) -> list[float]:
        seeds.add(seed)
        return [0.0 for _ in deals]

    monkeypatch.setattr("tools.tune.duel", even)
    climber = Climber([GAME], 1, SingleProcess())
    list(climber.climb(5))
    assert len(seeds) == 5
    assert list(climber.proof()) == [(2, 0.0, 0.0)]
    assert len(seeds) == 6
    assert climber.weights == climber.first


@pytest.mark.parametrize("name", games.names())
def test_weights_are_written_into_the_file_as_it_is(name: str) -> None:
    text = (files("burgher.games") / name / "heuristic.toml").read_text(encoding="utf-8")
    climber = Climber([burgher.load(name)], 1, SingleProcess())
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


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "error: there is no game 'chess'"),
        (["burgundy", "--players", "7"], "is for 2 to 4 players, not 7"),
        (["granja", "--players", "1"], "tune with two players or more"),
    ],
)
def test_what_cannot_be_tuned_is_told(
    arguments: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tune", *arguments])
    with pytest.raises(SystemExit):
        main()
    assert told in capsys.readouterr().err

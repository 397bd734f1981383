"""Gymnasium's own check, and what it does not ask."""

from __future__ import annotations

import contextlib
import copy
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import burgher
from burgher.envs import returns
from burgher.envs.gymnasium import SeatEnv

IDS = ["burgher/Burgundy-v0", "burgher/LaGranja-v0", "burgher/HansaTeutonica-v0"]


def finish(env: Any, info: dict[str, Any], seed: int = 1) -> tuple[float, int, dict[str, Any]]:
    """Play at random to the end: what it brought, in how many decisions, and what is said then."""
    random, total = np.random.default_rng(seed), 0.0
    for n in range(10_000):
        action = random.choice(np.flatnonzero(info["action_mask"]))
        _, reward, ended, truncated, info = env.step(action)
        total += reward
        assert not truncated
        if ended:
            return total, n + 1, info
    raise AssertionError("without end")


@pytest.mark.parametrize("name", IDS)
def test_the_environments_are_what_gymnasium_expects(name: str) -> None:
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):  # noqa: PTH123
        check_env(gymnasium.make(name).unwrapped)


def test_they_are_made_as_the_document_says() -> None:
    text = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"`(gymnasium\.make\(.*?\))`", text)
    _, _, first = IDS[0].partition("/")
    assert first in example
    for name in IDS:
        made = example.replace(first, name.partition("/")[2])
        # In a process of its own: here the names are known already.
        command = [sys.executable, "-c", f"import gymnasium; print({made}.spec.id)"]
        source = {**os.environ, "PYTHONPATH": str(Path(burgher.__file__).parent.parent)}
        ended = subprocess.run(command, env=source, capture_output=True, text=True, check=False)
        assert ended.stdout == f"{name}\n", ended.stderr


@pytest.mark.parametrize("name", IDS)
def test_a_game_against_others(name: str) -> None:
    env = gymnasium.make(name, seat=1)
    _, info = env.reset(seed=3)
    assert info["seat"] == 1
    total, _, info = finish(env, info)
    state = env.unwrapped.state  # type: ignore[attr-defined]
    assert state.is_over
    assert total == pytest.approx(returns(state)[1])
    assert info["scores"] == state.scores()
    assert info["ranks"] == state.ranks()


def test_only_the_seats_own_decisions_are_asked_for() -> None:
    env = SeatEnv("burgundy", 3, seat=2, opponents=("random", "greedy"))
    seen, info = env.reset(seed=4)
    for _ in range(30):
        assert env.state.seat == 2
        assert np.flatnonzero(info["action_mask"]).tolist() == sorted(env.state.legal_actions())
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        assert seen.tolist() == env.game.observation.of(env.state, 2).tolist()
        seen, _, _, _, info = env.step(np.int64(env.state.legal_actions()[0]))


def test_opponents_sit_in_the_order_of_the_table() -> None:
    env = SeatEnv("burgundy", 3, seat=1, opponents=("random", "greedy"))
    env.reset(seed=1)
    seats: dict[str, set[int]] = {"random": set(), "greedy": set()}
    for chooser in env._choosers:
        asked = chooser.choose

        def choose(state: burgher.State, name: str = chooser.name, asked: Any = asked) -> int:
            seats[name].add(state.seat)
            return int(asked(state))

        chooser.choose = choose  # type: ignore[method-assign]
    for _ in range(10):
        env.step(np.int64(env.state.legal_actions()[0]))
    assert seats == {"random": {2}, "greedy": {0}}


def test_seats_are_drawn_where_none_is_said() -> None:
    env = SeatEnv("granja", 3)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1, 2}


def test_the_same_seed_is_the_same_game() -> None:
    ends = []
    for _ in range(2):
        env = SeatEnv("granja", opponents="greedy")
        _, info = env.reset(seed=6)
        ends.append((finish(env, info)[:2], env.state.scores()))
    assert ends[0] == ends[1]


def test_an_illegal_action_loses() -> None:
    env = SeatEnv("burgundy")
    env.reset(seed=1)
    skip = env.game.number("skip")
    _, reward, ended, truncated, info = env.step(np.int64(skip))
    assert (reward, ended, truncated) == (-1.0, True, False)
    assert "(p. " in info["illegal"]


@pytest.mark.parametrize(
    ("action", "said"),
    [(-1, "-1"), (517, "517"), (np.int64(100_000), "100000"), (None, "None"), (1.5, "1.5")],
)
def test_an_action_that_there_is_not_loses_too(action: Any, said: str) -> None:
    env = SeatEnv("burgundy")
    env.reset(seed=1)
    _, reward, ended, truncated, info = env.step(action)
    assert (reward, ended, truncated) == (-1.0, True, False)
    assert info["illegal"] == f"The Castles of Burgundy has actions 0 to 516, not {said}"


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(burgher.BurgherError, match="has to be reset before its first step"):
        SeatEnv("burgundy").step(0)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponents", ["random", "greedy", "search:10"])
@pytest.mark.parametrize("name", IDS)
def test_a_copy_goes_on_by_itself(name: str, opponents: str, copied: Any) -> None:
    env: Any = gymnasium.make(name, opponents=opponents)
    _, info = env.reset(seed=7)
    for _ in range(4):
        *_, info = env.step(np.flatnonzero(info["action_mask"])[0])
    other, seen = copied(env.unwrapped), []
    for each in (other, env.unwrapped):
        more = info
        for _ in range(6):
            features, *_, more = each.step(np.flatnonzero(more["action_mask"])[-1])
            seen.append(features)
        seen.append(each.reset()[0])  # its generator goes on by itself, too
    assert np.array_equal(seen[:7], seen[7:])
    assert not np.array_equal(seen[0], seen[5])


def test_a_copy_of_a_wrapped_environment_goes_on_by_itself() -> None:
    env: Any = gymnasium.make("burgher/Burgundy-v0")
    _, info = env.reset(seed=7)
    before = env.unwrapped.game.position(env.unwrapped.state)
    other = copy.deepcopy(env)
    other.step(np.flatnonzero(info["action_mask"])[0])
    assert other.unwrapped.game is env.unwrapped.game
    assert env.unwrapped.game.position(env.unwrapped.state) == before


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="there are 2 opponents, not 1"):
        SeatEnv("burgundy", 3, opponents=["random"])
    with pytest.raises(ValueError, match="seats are 0 to 1, not 2"):
        SeatEnv("burgundy", 2, seat=2)
    with pytest.raises(burgher.BadOptions, match="no agent 'nobody'"):
        SeatEnv("burgundy", opponents="nobody")


def test_it_draws_itself() -> None:
    env = gymnasium.make("burgher/Burgundy-v0", render_mode="ansi", opponents="greedy")
    env.reset(seed=1)
    drawn = env.render()
    assert isinstance(drawn, str)
    assert "learner" in drawn
    assert "greedy" in drawn

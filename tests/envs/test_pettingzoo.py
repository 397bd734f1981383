"""PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

import contextlib
import os
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import burgher
from burgher.envs import pettingzoo, returns
from envs.cases import CASES, ELEVEN, NAMES, USUAL

THEIRS: Any = import_module("pettingzoo.test")


def made(*arguments: Any, **options: Any) -> Any:
    """An environment, whatever PettingZoo's types say of it."""
    return pettingzoo.env(*arguments, **options)


pytestmark = [
    # What is observed is a dictionary, with the mask beside the vector, as in PettingZoo's own games.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize("named", [False, True], ids=["flat", "named"])
@pytest.mark.parametrize("name", USUAL)
def test_the_api(name: str, named: bool) -> None:
    with contextlib.redirect_stdout(None):
        THEIRS.api_test(made(name, named=named), num_cycles=30)


def test_the_api_with_all_modules() -> None:
    with contextlib.redirect_stdout(None):
        THEIRS.api_test(made("granja", modules=ELEVEN), num_cycles=30)


@pytest.mark.parametrize("name", USUAL)
def test_seeds(name: str) -> None:
    THEIRS.seed_test(partial(made, name), num_cycles=15)


@pytest.mark.parametrize("name", USUAL)
def test_rendering(name: str) -> None:
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):  # noqa: PTH123
        THEIRS.render_test(partial(made, name))


@pytest.mark.parametrize(("name", "players", "options"), CASES, ids=NAMES)
def test_every_number_of_players_and_every_option(name: str, players: int, options: dict[str, str]) -> None:
    env = made(name, players, **options)
    env.reset(seed=3)
    assert env.possible_agents == [f"player_{seat}" for seat in range(players)]
    for _ in range(20):
        seen = env.observe(env.agent_selection)
        assert env.observation_space(env.agent_selection).contains(seen)
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_a_whole_game_and_what_it_brings() -> None:
    env = made("burgundy", players=3)
    env.reset(seed=5)
    game = burgher.load("burgundy", players=3)
    state = game.deal(5)
    random, brought = np.random.default_rng(5), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, truncated, info = env.last()
        brought[agent] += reward
        assert not truncated
        if ended:
            assert info == {"score": state.scores()[int(agent[-1])], "rank": state.ranks()[int(agent[-1])]}
            env.step(None)
            continue
        assert agent == f"player_{state.seat}"
        assert seen["observation"].tolist() == game.observation.of(state, state.seat).tolist()
        action = int(random.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)
        state.apply(action)
    assert state.is_over
    assert list(brought.values()) == pytest.approx(returns(state))


def test_named_observations_are_the_flat_ones_in_pieces() -> None:
    flat, named = (made("granja", named=named) for named in (False, True))
    for env in (flat, named):
        env.reset(seed=2)
    vector, fields = (env.observe("player_0")["observation"] for env in (flat, named))
    assert np.array_equal(np.concatenate(list(fields.values())), vector)
    assert (
        fields["hand 1"].sum() + fields["hand 2"].sum() == flat.unwrapped.state_of_game.players[0].hand_size
    )


def test_an_illegal_action_is_refused_with_its_reason() -> None:
    env = made("burgundy")
    env.reset(seed=1)
    skip = burgher.load("burgundy").number("skip")
    with pytest.raises(burgher.IllegalAction, match=r"\(p\. "):
        env.step(skip)


def test_games_without_a_seed_are_different() -> None:
    env = made("burgundy")
    seen = []
    for _ in range(2):
        env.reset()
        seen.append(env.observe("player_0")["observation"])
    assert not np.array_equal(*seen)


def test_random_play_ends_in_every_game() -> None:
    assert pettingzoo.raw_env("hansa").game.options["limit"] == "40"
    assert pettingzoo.raw_env("hansa", limit="none").game.options["limit"] == "none"

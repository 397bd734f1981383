"""PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

import contextlib
import copy
import os
import pickle
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


@pytest.mark.parametrize(
    ("action", "said"), [(-1, "-1"), (np.int64(517), "517"), (None, "None"), (2.0, "2.0")]
)
def test_an_action_that_there_is_not_is_refused(action: Any, said: str) -> None:
    env = pettingzoo.raw_env("burgundy")
    env.reset(seed=1)
    with pytest.raises(burgher.UnreadableAction) as refused:
        env.step(action)
    assert str(refused.value) == f"The Castles of Burgundy has actions 0 to 516, not {said}"


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(burgher.BurgherError, match="has to be reset before its first step"):
        pettingzoo.raw_env("burgundy").step(0)


def test_seeds_may_be_numpys() -> None:
    one, other = made("burgundy"), made("burgundy")
    one.reset(seed=5)
    other.reset(seed=np.int64(5))
    for _ in range(2):
        first, second = (env.observe("player_0")["observation"] for env in (one, other))
        assert np.array_equal(first, second)
        one.reset()
        other.reset()
    with pytest.raises(burgher.BadOptions, match="a seed is a whole number, not 'x'"):
        other.reset(seed="x")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("name", USUAL)
def test_a_copy_goes_on_by_itself(name: str, copied: Any) -> None:
    env = made(name)
    env.reset(seed=5)
    env.action_space("player_0").seed(1)
    other, seen = copied(env), []
    for each in (other, env):
        for n in range(12):
            mask = each.observe(each.agent_selection)["action_mask"]
            each.step(np.flatnonzero(mask)[-1])
            seen.append(each.observe(f"player_{n % 2}")["observation"])
        seen.append(each.action_space("player_0").sample(mask))
        each.reset()
        seen.append(each.observe("player_0")["observation"])
    half = len(seen) // 2
    assert all(map(np.array_equal, seen[:half], seen[half:]))
    assert not np.array_equal(seen[0], seen[10])


def test_a_copy_can_be_made_before_the_first_reset() -> None:
    env = copy.copy(pettingzoo.raw_env("burgundy"))
    env.reset(seed=1)
    assert env.observe(env.agent_selection)["action_mask"].any()


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

"""Many games stepped together are the games that they would be alone."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import burgher
from burgher.envs import Batch, SharedBatch, finite_game, returns
from burgher.envs.arrays import Arrays
from burgher.kernel.ints import ints
from burgher.kernel.offers import is_offered
from envs.cases import CASES, ELEVEN, NAMES, USUAL, game_of

LANES = 3


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [*((name, None, {}) for name in USUAL), ("granja", None, {"modules": ELEVEN}), ("granja", 1, {})],
    ids=[*USUAL, "granja-modules", "granja-alone"],
)
def test_a_lane_plays_the_games_of_its_seeds(name: str, players: int | None, options: dict[str, str]) -> None:
    """Every array is what a game played by hand gives, also where one ends and another begins."""
    game = finite_game(name, players, **options)
    batch = Batch(game, LANES, seed=4)
    seeds = [4, 5, 6]
    states = [game.deal(seed) for seed in seeds]
    ended = more = 0
    for step in range(100_000):
        for lane, state in enumerate(states):
            assert batch.seats[lane] == state.seat
            assert batch.seed(lane) == seeds[lane]
            assert np.flatnonzero(batch.masks[lane]).tolist() == sorted(state.legal_actions())
            if step % 16 == lane:
                seen = game.observation.of(state, state.seat)
                assert np.array_equal(batch.observations[lane], np.frombuffer(seen, np.float32))
        more += ended > 0
        if more == 4:  # what the end has brought is not brought again
            break
        actions = batch.sample()
        batch.step(actions)
        for lane, state in enumerate(states):
            state.apply(int(actions[lane]))
            assert batch.dones[lane] == state.is_over
            assert batch.rewards[lane].tolist() == pytest.approx(returns(state))
            if state.is_over:
                ended += 1
                assert batch.scores[lane].tolist() == state.scores()
                seeds[lane] += LANES
                states[lane] = game.deal(seeds[lane])
    assert ended


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_rows_say_what_a_fresh_observer_says(case: tuple[str, int, dict[str, str]]) -> None:
    """Nothing of an earlier decision, of another seat or lane stays behind, nor of a game that has ended."""
    game, lanes = game_of(case), 11
    batch, ended = Batch(game, lanes, seed=1), 0
    features, mask = np.zeros(game.observation.length, np.float32), np.zeros(game.num_actions, np.bool_)
    for step in range(100_000):
        for lane in range(lanes) if step % 50 == 0 or batch.dones.any() else (step % lanes,):
            state = batch.state(lane)
            features[:], mask[:] = 7, True
            game.observation.observer(features, mask).look(state, state.seat)
            assert np.array_equal(batch.observations[lane], features)
            assert np.array_equal(batch.masks[lane], mask)
        ended += int(batch.dones.sum())
        if ended >= lanes and step >= 300:
            break
        batch.step(batch.sample())


def test_sampled_actions_follow_the_seed() -> None:
    one, other, third = (Batch("burgundy", 4, seed) for seed in (1, 1, 2))
    drawn = [batch.sample().tolist() for batch in (one, other, third)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    batch = Batch("burgundy", LANES)
    before = batch.observations.copy()
    actions = batch.sample().copy()
    actions[2] = 10_000
    with pytest.raises(burgher.IllegalAction, match="Lane 2 has no action 10000 now"):
        batch.step(actions)
    actions[2] = -1
    with pytest.raises(burgher.IllegalAction, match="Lane 2"):
        batch.step(actions)
    with pytest.raises(ValueError, match="3 lanes, and 2 actions"):
        batch.step(actions[:2])
    assert np.array_equal(batch.observations, before)
    assert not batch.dones.any()


def test_a_batch_begins_anew() -> None:
    batch, fresh = Batch("granja", LANES, seed=1), Batch("granja", LANES, seed=9)
    for _ in range(40):
        batch.step(batch.sample())
    batch.reset(seed=9)
    assert [batch.seed(lane) for lane in range(LANES)] == [9, 10, 11]
    for name, _, _ in Arrays.shapes(batch.game, LANES):
        if name != "scores":
            assert np.array_equal(getattr(batch.arrays, name), getattr(fresh.arrays, name)), name
    assert np.array_equal(batch.sample(), fresh.sample())


def test_beginning_anew_no_game_has_just_ended() -> None:
    batch = Batch("burgundy", LANES, seed=1)
    while not batch.dones.any():
        batch.step(batch.sample())
    assert batch.rewards.any()
    batch.reset(seed=2)
    assert not batch.dones.any()
    assert not batch.rewards.any()


def test_every_one_of_many_lanes_is_written() -> None:
    """They are written some at a time, whose number does not divide how many there are."""
    batch = Batch("burgundy", 35, seed=1)
    for _ in range(3):
        batch.step(batch.sample())
    for lane in range(35):
        state = batch.state(lane)
        seen = batch.game.observation.of(state, state.seat)
        assert np.array_equal(batch.observations[lane], np.frombuffer(seen, np.float32))
        assert np.flatnonzero(batch.masks[lane]).tolist() == sorted(state.legal_actions())


def test_the_last_action_of_an_offer_may_be_chosen() -> None:
    offers = ints([0, 10, 1 | 1 << 61])
    assert [action for action in range(90) if is_offered(offers, 3, action)] == [10, 71]
    assert not is_offered(offers, 0, 10)


def test_it_writes_into_arrays_handed_in() -> None:
    game = finite_game("burgundy")
    big = Arrays.make(game, 5)
    batch = Batch(game, 3, seed=2, arrays=big.rows(slice(1, 4)))
    batch.step(batch.sample())
    assert np.array_equal(big.observations[1:4], Batch(game, 3, seed=2).observations) is False
    assert not big.observations[[0, 4]].any()
    assert big.masks[1:4].any(axis=1).all()
    assert not big.masks[[0, 4]].any()


@pytest.mark.parametrize("name", [name for name, _, _ in Arrays.shapes(finite_game("burgundy"), 1)])
def test_arrays_that_will_not_do_are_refused(name: str) -> None:
    game = finite_game("burgundy")
    for wrong in (np.zeros(3, np.int8), np.zeros((2, 2), np.float64)):
        arrays = Arrays.make(game, 2)
        setattr(arrays, name, wrong)
        with pytest.raises(ValueError, match=f"{name} should be"):
            Batch(game, 2, arrays=arrays)


def test_no_lanes_are_refused() -> None:
    for kind in (Batch, SharedBatch):
        with pytest.raises(ValueError, match="one lane at least"):
            kind("burgundy", 0)


def test_arrays_outlive_their_batch() -> None:
    batch = Batch("burgundy", 2)
    seen = batch.observations
    kept = seen.copy()
    del batch
    gc.collect()
    assert np.array_equal(seen, kept)


def test_several_processes_play_the_same_games() -> None:
    alone = Batch("burgundy", 5, seed=3)
    with SharedBatch("burgundy", 5, processes=2, seed=3) as shared:
        for _ in range(60):
            actions = alone.sample()
            alone.step(actions)
            shared.step(actions)
            for name, _, _ in Arrays.shapes(alone.game, 5):
                assert np.array_equal(getattr(shared, name), getattr(alone, name)), name
        drawn = shared.sample()
        assert shared.masks[np.arange(5), drawn].all()
        with pytest.raises(burgher.IllegalAction, match="Lane 4 has no action -1 now"):
            shared.step(np.where(np.arange(5) == 4, -1, drawn))
        alone.reset(seed=8)
        shared.reset(seed=8)
        assert np.array_equal(shared.observations, alone.observations)
    assert np.array_equal(shared.observations, alone.observations)
    with pytest.raises(burgher.BurgherError, match="has been closed"):
        shared.sample()


def test_a_loaded_game_is_taken_as_it_is() -> None:
    game = burgher.load("hansa", limit="80")
    assert Batch(game, 1).game is game
    assert Batch("hansa", 1).game.options["limit"] == "40"
    with pytest.raises(burgher.BurgherError, match="has its players and options already"):
        finite_game(game, players=3)

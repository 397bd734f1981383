"""Many games stepped together are the games that they would be alone."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from threading import Timer
from typing import Any

import numpy as np
import pytest

import burgher
from burgher.envs import Batch, SharedBatch, finite_game, returns
from burgher.envs.arrays import Arrays
from burgher.kernel.ints import ints
from burgher.kernel.offers import is_offered
from envs.cases import CASES, ELEVEN, NAMES, USUAL, game_of

LANES = 3


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[Batch, SharedBatch]]:
    """A batch of each kind, for what does not depend on how far their games have come."""
    with SharedBatch("burgundy", LANES, processes=1) as shared:
        yield Batch("burgundy", LANES), shared


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
    assert np.array_equal(batch.observations, before)
    assert not batch.dones.any()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda drawn: drawn + 0.7, r"not an array of float64, shaped \(3,\)"),
        (lambda drawn: np.full(3, np.nan), "not an array of float64"),
        (lambda drawn: drawn > 0, "not an array of bool"),
        (lambda drawn: drawn.astype(object), "not an array of object"),
        (lambda drawn: drawn[:2], r"not an array of int64, shaped \(2,\)"),
        (lambda drawn: drawn.reshape(3, 1), r"not an array of int64, shaped \(3, 1\)"),
        (lambda drawn: drawn[0], r"not an array of int64, shaped \(\)"),
        (lambda drawn: None, "not an array of object"),
    ],
)
def test_actions_that_cannot_be_any_are_refused(
    wrong: Callable[[Any], Any], said: str, both: tuple[Batch, SharedBatch]
) -> None:
    for batch in both:
        before = batch.observations.copy()
        message = f"actions are whole numbers, one for each of 3 lanes: {said}"
        with pytest.raises(burgher.BurgherError, match=message):
            batch.step(wrong(batch.sample().copy()))
        assert np.array_equal(batch.observations, before)


def test_actions_may_be_integers_of_any_kind(both: tuple[Batch, SharedBatch]) -> None:
    for batch in both:
        for kind in (np.int32, np.uint16, np.int64, np.dtype(">i8")):
            batch.step(batch.sample().astype(kind))
        batch.step(batch.sample().tolist())
        batch.step(np.repeat(batch.sample(), 2)[::2])


def test_seeds_and_numbers_of_lanes_may_be_numpys() -> None:
    batch = Batch("burgundy", np.int64(LANES), seed=np.int64(3))  # type: ignore[arg-type]
    alone = Batch("burgundy", LANES, seed=3)
    assert np.array_equal(batch.observations, alone.observations)
    assert np.array_equal(batch.sample(), alone.sample())
    for each, seed in ((batch, np.int64(5)), (alone, 5)):
        each.reset(seed)
        each.step(each.sample())
    assert np.array_equal(batch.observations, alone.observations)
    assert [batch.seed(lane) for lane in range(LANES)] == [5, 6, 7]


@pytest.mark.parametrize("seed", ["x", None, 1.5])
def test_other_seeds_are_refused(seed: Any, both: tuple[Batch, SharedBatch]) -> None:
    for kind in (Batch, SharedBatch):
        with pytest.raises(burgher.BadOptions, match=f"a seed is a whole number, not {seed!r}"):
            kind("burgundy", 2, seed=seed)
    for batch in both:
        with pytest.raises(burgher.BadOptions, match=f"a seed is a whole number, not {seed!r}"):
            batch.reset(seed)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_batches_are_not_copied(copied: Callable[[Any], Any], both: tuple[Batch, SharedBatch]) -> None:
    for batch in both:
        with pytest.raises(burgher.BurgherError, match="neither copied nor pickled"):
            copied(batch)


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


@pytest.mark.parametrize("processes", [0, -1])
def test_too_few_processes_are_refused(processes: int) -> None:
    with pytest.raises(burgher.BurgherError, match=f"one process at least, not by {processes}"):
        SharedBatch("burgundy", 4, processes=processes)


@pytest.mark.parametrize("order", ["step", "sample", "reset"])
def test_a_process_that_was_killed_is_missed(order: str) -> None:
    with SharedBatch("burgundy", 4, processes=2, seed=1) as batch:
        actions = batch.sample().copy()
        process = batch._crew[0][0]
        process.kill()
        process.join()
        asked: dict[str, Callable[[], object]] = {
            "step": lambda: batch.step(actions),
            "sample": batch.sample,
            "reset": lambda: batch.reset(1),
        }
        with pytest.raises(burgher.BurgherError, match=f"process {process.pid}, .* has died"):
            asked[order]()
        with pytest.raises(burgher.BurgherError, match="has been closed"):
            asked[order]()


def test_a_process_that_dies_at_its_work_is_missed() -> None:
    """Then it has read what it was told, and nobody answers."""
    with SharedBatch("burgundy", 4, processes=2, seed=1) as batch:
        process = batch._crew[0][0]
        assert process.pid is not None
        os.kill(process.pid, signal.SIGSTOP)
        killer = Timer(0.2, process.kill)
        killer.start()
        with pytest.raises(burgher.BurgherError, match=f"process {process.pid}, .* has died"):
            batch.sample()
        killer.join()


def test_a_batch_that_was_closed_says_so() -> None:
    with SharedBatch("burgundy", 2, processes=1) as batch:
        pass
    for asked in (lambda: batch.step([0, 0]), lambda: batch.step("x"), batch.sample, lambda: batch.reset(1)):
        with pytest.raises(burgher.BurgherError, match="this batch has been closed"):
            asked()


def test_a_loaded_game_is_taken_as_it_is() -> None:
    game = burgher.load("hansa", limit="80")
    assert Batch(game, 1).game is game
    assert Batch("hansa", 1).game.options["limit"] == "40"
    with pytest.raises(burgher.BurgherError, match="has its players and options already"):
        finite_game(game, players=3)

"""How fast a game runs, compiled and as plain source.

Each manner runs in a process of its own, and the two take turns within every round of measurements, so
that whatever else the machine does meets both. A figure is the best of its rounds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from types import TracebackType

import burgher
from burgher import agents, games
from burgher.contract import MOST_DECISIONS
from burgher.kernel.chance import seeded, step
from burgher.kernel.errors import BurgherError
from burgher.kernel.game import Game
from burgher.kernel.playout import play_randomly
from burgher.kernel.search import Tree
from burgher.kernel.state import State
from burgher.study.looking import depth_of, go_through
from burgher.table import Table

ROUNDS = 5
LANES = 64
STATES_HELD = 500
SIMULATIONS = 2000
"""A search is begun anew after so many simulations, which is what it usually works with."""


@dataclass(frozen=True)
class Figure:
    """Something measured."""

    key: str
    words: str
    more_is_better: bool = True

    def better(self, one: float, other: float) -> float:
        """The better of two measurements."""
        return max(one, other) if self.more_is_better else min(one, other)

    def ratio(self, compiled: float, interpreted: float) -> float:
        """How many times better compiled is."""
        return compiled / interpreted if self.more_is_better else interpreted / compiled


FIGURES = (
    Figure("playouts_per_s", "random games a second"),
    Figure("decisions_per_s", "… their decisions a second"),
    Figure("loop_decisions_per_s", "decisions a second, from a Python loop"),
    Figure("batch_steps_per_s", f"steps a second, in a batch of {LANES} with all that is observed"),
    Figure("env_steps_per_s", "steps a second of one PettingZoo environment"),
    Figure("greedy_games_per_s", "greedy games a second"),
    Figure("guided_playouts_per_s", "guided games a second"),
    Figure("simulations_per_s", "simulations a second of a search, from the opening"),
    Figure("lines_in_middle_per_s", "… from the middle of a game"),
    Figure("clone_ns", "nanoseconds to clone a state", more_is_better=False),
    Figure("copy_ns", "nanoseconds to copy over a state", more_is_better=False),
    Figure("state_bytes", "bytes for a state", more_is_better=False),
)

Figures = dict[str, float]
"""Measurements by the keys of their figures."""
Options = dict[str, str]
"""Options of a game, as they are given on the command line."""


# -- what is measured ------------------------------------------------------------------------------


def measure_playouts(game: Game, seconds: float) -> Figures:
    """Random games from the first decision to the end, all inside the kernel."""
    first, chance = game.deal(1), seeded(1)
    state = first.clone()
    count = decisions = 0
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds or count == 0:
        chance = step(chance)
        state.copy_from(first)
        state.redeal_hidden(state.seat, chance)
        decisions += play_randomly(state, chance)
        count += 1
    return {"playouts_per_s": count / taken, "decisions_per_s": decisions / taken}


def measure_loop(game: Game, seconds: float) -> Figures:
    """Random games driven decision by decision from plain Python, as a learner would."""
    random, seed, decisions = Random(1).random, 0, 0
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds or decisions == 0:
        seed += 1
        state = game.deal(seed)
        while not state.is_over:
            actions = state.legal_actions()
            state.apply(actions[int(random() * len(actions))])
            decisions += 1
    return {"loop_decisions_per_s": decisions / taken}


def measure_batch(game: Game, seconds: float) -> Figures:
    """Random games in a batch, everything written for a learner; nothing where NumPy is not installed."""
    try:
        from burgher.envs.batch import Batch
    except BurgherError:
        return {}
    batch, steps = Batch(game, LANES, seed=1), 0
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds or steps == 0:
        batch.step(batch.sample())
        steps += LANES
    return {"batch_steps_per_s": steps / taken}


def measure_environment(game: Game, seconds: float) -> Figures:
    """Random games in one environment, driven as PettingZoo's are; nothing where that is not installed."""
    try:
        from burgher.envs.pettingzoo import raw_env
    except BurgherError:
        return {}
    env, random, steps = raw_env(game), Random(1).random, 0
    env.reset(seed=1)
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds or steps == 0:
        seen, _, ended, _, _ = env.last()
        if ended:
            env.reset()
            continue
        assert seen is not None
        (legal,) = seen["action_mask"].nonzero()
        env.step(int(legal[int(random() * len(legal))]))
        steps += 1
    return {"env_steps_per_s": steps / taken}


def measure_greedy(game: Game, seconds: float) -> Figures:
    """Games of greedy agents."""
    count = 0
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds or count == 0:
        count += 1
        state = game.deal(count)
        choosers = [agents.create("greedy", seat).choose for seat in range(game.players)]
        while not state.is_over:
            state.apply(choosers[state.seat](state))
    return {"greedy_games_per_s": count / taken}


def measure_guided(game: Game, seconds: float) -> Figures:
    """Games played to the end by the quick player of the search, all inside the kernel."""
    first, chance = game.deal(1), seeded(1)
    settings = game.search_settings.replaced({"rollout_depth": MOST_DECISIONS})
    tree = Tree(first, game.players, settings)
    count = 0
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds or count == 0:
        chance = step(chance)
        tree.chance = chance
        tree.now.copy_from(first)
        tree.now.redeal_hidden(first.seat, chance)
        tree.rollout()
        count += 1
    return {"guided_playouts_per_s": count / taken}


def measure_search(game: Game, seconds: float) -> Figures:
    """Lines that a search follows, with all that belongs to them."""
    return {
        "simulations_per_s": _simulations_per_s(game, game.deal(1), seconds / 2),
        "lines_in_middle_per_s": _simulations_per_s(game, in_the_middle(game), seconds / 2),
    }


def _simulations_per_s(game: Game, state: State, seconds: float) -> float:
    tree, chance, count = Tree(state, game.players, game.search_settings), seeded(1), 0
    tree.begin(state, chance)
    tree.run(1)  # the first one takes the measure of the game
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds or count == 0:
        if tree.simulations >= SIMULATIONS:
            chance = step(chance)
            tree.begin(state, chance)
        tree.run(1)
        count += 1
    return count / taken


def measure_copies(game: Game, seconds: float) -> Figures:
    """Copies of a state, afresh and into another."""
    state = in_the_middle(game)
    other = state.clone()
    return {
        "clone_ns": _nanoseconds(state.clone, seconds / 2),
        "copy_ns": _nanoseconds(lambda: other.copy_from(state), seconds / 2),
    }


def measure_memory(game: Game, seconds: float) -> Figures:
    """What Python's allocators give out for each state that is kept, arrays included; time is no matter."""
    state = in_the_middle(game)
    kept: list[State | None] = [None] * STATES_HELD
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for n in range(STATES_HELD):
        kept[n] = state.clone()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {"state_bytes": (after - before) / STATES_HELD}


MEASURES: dict[str, Callable[[Game, float], Figures]] = {
    "playouts": measure_playouts,
    "loop": measure_loop,
    "batch": measure_batch,
    "environment": measure_environment,
    "greedy": measure_greedy,
    "guided": measure_guided,
    "search": measure_search,
    "copies": measure_copies,
    "memory": measure_memory,
}


def in_the_middle(game: Game) -> State:
    """A state from about half way through a random game."""
    path = [game.deal(1)]
    random = Random(1)
    while not path[-1].is_over:
        path.append(path[-1].clone())
        path[-1].apply(random.choice(path[-1].legal_actions()))
    return path[len(path) // 2]


def _nanoseconds(call: Callable[[], object], seconds: float) -> float:
    """How long a call takes, the loop around it included."""
    calls = 100
    while True:
        start = perf_counter()
        for _ in range(calls):
            call()
        taken = perf_counter() - start
        if taken >= seconds:
            return taken / calls * 1e9
        calls = max(2 * calls, int(calls * seconds / max(taken, 1e-9) * 1.1))


# -- two processes that take turns -----------------------------------------------------------------


class Runner:
    """A process that measures when it is asked to, compiled where it can be or as plain source."""

    def __init__(self, source: bool) -> None:
        environment = {key: value for key, value in os.environ.items() if key != "BURGHER_SOURCE"}
        if source:
            environment["BURGHER_SOURCE"] = "1"
        # The same Burgher as this one, wherever it was found.
        paths = [str(Path(burgher.__file__).parent.parent), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.compiled = bool(self._answer()["compiled"])

    def measure(self, measure: str, game: str, players: int, options: Options, seconds: float) -> Figures:
        """Have something measured."""
        assert self._process.stdin is not None
        print(json.dumps([measure, game, players, options, seconds]), file=self._process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> Figures:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise BurgherError("the process that measures has died; what it said stands above")
        answer: Figures = json.loads(line)
        return answer

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()


def serve() -> None:
    """Measure what is asked for on standard input, line by line."""
    print(json.dumps({"compiled": burgher.COMPILED}), flush=True)
    for line in sys.stdin:
        measure, game, players, options, seconds = json.loads(line)
        rules = games.rules(game)
        print(json.dumps(MEASURES[measure](rules(players, **rules.finite, **options), seconds)), flush=True)


@dataclass(frozen=True)
class Result:
    """What was measured of one game with one number of players."""

    game: str
    players: int
    compiled: Figures | None
    """None where there is nothing compiled."""
    interpreted: Figures
    options: Options = field(default_factory=dict)
    """What was chosen of the game."""

    @property
    def ratio(self) -> Figures | None:
        """How many times better compiled is, by figure."""
        if self.compiled is None:
            return None
        return {
            f.key: f.ratio(self.compiled[f.key], self.interpreted[f.key])
            for f in FIGURES
            if f.key in self.interpreted
        }


def bench(
    cases: list[tuple[str, int]],
    seconds: float,
    report: Callable[[int], None],
    options: Options | None = None,
) -> Iterator[Result]:
    """Measure games with numbers of players, each figure for so long in each manner.

    With options, every game is measured with them and without, taking turns as the manners do. `report` is
    told how many of the `count(cases, options)` measurements more have been made.
    """
    chosen: list[Options] = [{}, options] if options else [{}]
    with ExitStack() as stack:
        runners = [stack.enter_context(Runner(source)) for source in (False, True)]
        if not runners[0].compiled:
            del runners[0]
        for game, players in cases:
            best: list[list[Figures]] = [[{} for _ in runners] for _ in chosen]
            for _ in range(ROUNDS):
                for measure in MEASURES:
                    for some, found in zip(chosen, best, strict=True):
                        for figures, runner in zip(found, runners, strict=True):
                            new = runner.measure(measure, game, players, some, seconds / ROUNDS)
                            _keep_better(figures, new)
                        report(1)
            for some, found in zip(chosen, best, strict=True):
                yield Result(game, players, found[0] if len(runners) == 2 else None, found[-1], some)


@dataclass(frozen=True)
class Studied:
    """How long it took to study a game that greedy agents had played, on one processor."""

    game: str
    players: int
    decisions: int
    seconds: float


def time_studies(
    cases: list[tuple[str, int]], depth: str, report: Callable[[int], None]
) -> Iterator[Studied]:
    """Study a game of each kind with each number of players, in this process; `report` as for `bench`."""
    for name, players in cases:
        rules = games.rules(name)
        table = Table(rules(players, **rules.finite), seed=1)
        choosers = [agents.create("greedy", seat).choose for seat in range(players)]
        while not table.is_over:
            table.play(choosers[table.seat](table.state))
        start = perf_counter()
        findings = go_through(table.record, depth_of(depth))
        yield Studied(name, players, len(findings), perf_counter() - start)
        report(1)


def count(cases: list[tuple[str, int]], options: Options | None = None) -> int:
    """How many measurements there are to make, each in both manners."""
    return len(cases) * ROUNDS * len(MEASURES) * (2 if options else 1)


def _keep_better(best: Figures, new: Figures) -> None:
    for figure in FIGURES:
        if figure.key in new:
            value = new[figure.key]
            best[figure.key] = figure.better(best.get(figure.key, value), value)


if __name__ == "__main__":
    serve()

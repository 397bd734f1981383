"""How many instructions a game takes, counted by valgrind: figures that a busy machine does not change.

A process of each game and number of players runs under `valgrind --tool=callgrind`. It calls `os.getsid`,
which nothing else does, before and after each sample, and there callgrind writes down what it has counted and
begins anew. So neither the start of Python nor the building of tables is in a figure.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import burgher
from burgher import games
from burgher.bench.speed import LANES
from burgher.kernel.chance import seeded, step
from burgher.kernel.errors import BurgherError
from burgher.kernel.game import Game
from burgher.kernel.playout import play_randomly
from burgher.kernel.search import Tree
from burgher.kernel.state import State

GAMES = 120
"""Random games played, and half as many from a Python loop."""
POSITIONS = 4
"""Decisions that a search begins at: the opening and others, evenly spread over a random game."""
FEW, MANY = 25, 100
"""Simulations before and after which instructions are counted: the first ones make the tree."""
STEPS = 100
"""Steps of a batch."""
GROWTH = 0.03
"""A figure that has grown by more than this is named."""

Counts = dict[str, float]
"""Instructions by the keys of `KINDS`."""


@dataclass(frozen=True)
class Counted:
    """How many instructions one game with one number of players takes."""

    game: str
    players: int
    counts: Counts


# -- what is counted, in a process of its own ------------------------------------------------------


def mark() -> None:
    """Have callgrind, where it watches, write down what it has counted, and begin anew."""
    os.getsid(0)


def count_play(game: Game, share: float) -> int:
    """Random games inside the kernel: their decisions."""
    first, chance, decisions = game.deal(1), seeded(1), 0
    state = first.clone()
    play_randomly(state, chance)
    mark()
    for _ in range(max(1, int(GAMES * share))):
        chance = step(chance)
        state.copy_from(first)
        state.redeal_hidden(state.seat, chance)
        decisions += play_randomly(state, chance)
    mark()
    return decisions


def count_loop(game: Game, share: float) -> int:
    """Random games driven from plain Python: their decisions."""
    random, decisions = Random(1).random, 0
    states = [game.deal(seed) for seed in range(max(1, int(GAMES * share / 2)))]
    mark()
    for state in states:
        while not state.is_over:
            actions = state.legal_actions()
            state.apply(actions[int(random() * len(actions))])
            decisions += 1
    mark()
    return decisions


def count_batch(game: Game, share: float) -> int:
    """A batch with observations and masks: the steps of all its lanes; none where NumPy is not installed."""
    try:
        from burgher.envs.batch import Batch
    except BurgherError:
        mark()
        mark()
        return 0
    batch, steps = Batch(game, LANES, seed=1), max(1, int(STEPS * share))
    batch.step(batch.sample())
    mark()
    for _ in range(steps):
        batch.step(batch.sample())
    mark()
    return steps * LANES


def count_search(game: Game, share: float) -> int:
    """Simulations of a search by the heuristic."""
    states = positions(game)
    return _simulations([Tree(state, game.players, game.search_settings) for state in states], states, share)


def count_judged(game: Game, share: float) -> int:
    """Simulations of a search that the game's network judges for; none where there is none."""
    found = game.network
    if found is None:
        mark()
        mark()
        return 0
    states = positions(game)
    trees = [Tree(state, game.players, game.network_settings) for state in states]
    for tree in trees:
        tree.ask_network(game.observation.width, game.network_plan, found.shape, found.weights)
    return _simulations(trees, states, share)


def _simulations(trees: list[Tree], states: list[State], share: float) -> int:
    for tree, state in zip(trees, states, strict=True):
        tree.begin(state, seeded(1))
        tree.run(FEW)
    more = max(1, int((MANY - FEW) * share))
    mark()
    for tree in trees:
        tree.run(more)
    mark()
    return more * len(trees)


def positions(game: Game) -> list[State]:
    """Decisions of a random game with more than one legal action, from its opening on."""
    random, state, found = Random(1), game.deal(1), []
    while not state.is_over:
        actions = state.legal_actions()
        if len(actions) > 1:
            found.append(state.clone())
        state.apply(random.choice(actions))
    return found[:: max(1, len(found) // POSITIONS)][:POSITIONS]


@dataclass(frozen=True)
class Kind:
    """Something of which instructions are counted."""

    words: str
    count: Callable[[Game, float], int]


KINDS = {
    "play": Kind("a decision of random play", count_play),
    "search": Kind("a simulation of a search, judged by the heuristic", count_search),
    "judged": Kind("… by the game's network", count_judged),
    "batch": Kind(f"a step in a batch of {LANES} with all that is observed", count_batch),
    "loop": Kind("a decision from a Python loop", count_loop),
}


def serve(name: str, players: int, share: float) -> None:
    """Run all samples of a game; print how often each did what it is about."""
    rules = games.rules(name)
    game = rules(players, **rules.finite)
    print(json.dumps({key: kind.count(game, share) for key, kind in KINDS.items()}))


# -- counting --------------------------------------------------------------------------------------


def instructions(
    cases: list[tuple[str, int]], report: Callable[[int], None], share: float = 1
) -> Iterator[Counted]:
    """Count the instructions of games with numbers of players, several side by side.

    `report` is told of each that is done; a `share` of 0.1 takes samples a tenth as large.
    """
    if shutil.which("valgrind") is None:
        raise BurgherError(
            "valgrind, which counts instructions, is not on this machine (Debian: apt install valgrind)"
        )
    ours = getattr(os, "sched_getaffinity", None)
    with ThreadPoolExecutor(len(ours(0)) if ours else os.cpu_count()) as pool:
        for counted in pool.map(lambda case: _count(case[0], case[1], share), cases):
            report(1)
            yield counted


def _count(name: str, players: int, share: float) -> Counted:
    # The same Burgher as this one, wherever it was found; and nothing that differs from run to run.
    paths = [str(Path(burgher.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    same = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **same}
    with TemporaryDirectory(prefix="burgher-instructions-") as folder:
        out = Path(folder) / "counted"
        ran = subprocess.run(
            [
                "valgrind",
                "--quiet",
                "--tool=callgrind",
                "--dump-before=getsid",
                f"--callgrind-out-file={out}",
                *(sys.executable, "-m", __name__, name, str(players), str(share)),
            ],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        if ran.returncode:
            raise BurgherError(f"counting instructions failed:\n{ran.stderr[-2000:]}")
        done: dict[str, int] = json.loads(ran.stdout.splitlines()[-1])
        counts = {}
        for n, key in enumerate(KINDS):
            if done[key]:
                counts[key] = round(_counted(out.with_name(f"{out.name}.{2 * n + 2}")) / done[key], 1)
    return Counted(name, players, counts)


def _counted(path: Path) -> int:
    """The instructions between two marks, from what callgrind wrote of them."""
    found = re.search(r"^totals: (\d+)", path.read_text() if path.exists() else "", re.MULTILINE)
    if found is None:
        raise BurgherError("valgrind did not see the marks between the samples, so nothing was counted")
    return int(found[1])


# -- comparing -------------------------------------------------------------------------------------


def line_of(one: Counted) -> dict[str, object]:
    """What was counted, as it is kept in bench/instructions.jsonl."""
    return {"game": one.game, "players": one.players, **one.counts}


def read(path: Path) -> dict[tuple[str, int], Counts]:
    """What was counted before; raises `BurgherError` where that is not what the file holds."""
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        figures = {
            (line["game"], line["players"]): {key: float(line[key]) for key in KINDS if key in line}
            for line in lines
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BurgherError(f"{path} holds no counted instructions: {error!r}") from error
    if not figures:
        raise BurgherError(f"{path} holds no counted instructions")
    return figures


def grown(now: Iterable[Counted], before: dict[tuple[str, int], Counts]) -> Iterator[str]:
    """Name all that takes clearly more instructions than before."""
    for one in now:
        old = before.get((one.game, one.players), {})
        for key, count in one.counts.items():
            if key in old and count > old[key] * (1 + GROWTH):
                title = f"{games.rules(one.game).title}, {one.players} players"
                more = f"{old[key]:,.0f} → {count:,.0f} (+{100 * (count / old[key] - 1):.1f} %)"
                yield f"{title}: {KINDS[key].words}: {more}"


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))

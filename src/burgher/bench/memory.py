"""What a large search takes: memory for a node, and how much longer a simulation is than in a small one.

Each search runs in a process of its own and grows until it has so many nodes. What the process holds in
memory besides is counted before. Then simulations of the large tree and of a small one take turns, and the
quickest of each are compared: so whatever else the machine does matters little.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import burgher
from burgher import games
from burgher.bench.speed import in_the_middle
from burgher.kernel.chance import seeded, step
from burgher.kernel.errors import BadOptions, BurgherError
from burgher.kernel.game import Game
from burgher.kernel.search import MOST_NODES, Tree

FIRST, BLOCK, TURNS = 200, 200, 20
"""Simulations of a small search before it is timed, those timed at once, and how often."""
MOST_A_NODE = 10
"""So many simulations for each node end a search that grows no more, as it has seen all of a small game."""
STATM = Path("/proc/self/statm")


@dataclass(frozen=True)
class Grown:
    """What a search had come to take when it had many nodes."""

    game: str
    players: int
    nodes: int
    simulations: int
    node_bytes: float
    times_as_long: float
    """How many times as long a simulation was as one of a small search."""


def held() -> int:
    """How many bytes of memory this process holds."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError as error:
        raise BurgherError("only Linux tells how much memory a process holds") from error


def grow(game: Game, nodes: int) -> Grown:
    """Let a search grow, from the middle of a game, with the network where there is one."""
    state, found = in_the_middle(game), game.network

    def tree() -> Tree:
        made = Tree(state, game.players, game.search_settings if found is None else game.network_settings)
        if found is not None:
            made.ask_network(game.observation.width, game.network_plan, found.shape, found.weights)
        made.begin(state, seeded(1))
        made.run(1)
        return made

    small, large = tree(), tree()
    before = held()
    while large.size < nodes and large.simulations < MOST_A_NODE * nodes:
        large.run(1)
    node_bytes = (held() - before) / large.size
    simulations, size, chance = large.simulations, large.size, seeded(1)
    quickest = {"small": float("inf"), "large": float("inf")}
    for _ in range(TURNS):
        chance = step(chance)
        small.begin(state, chance)
        small.run(FIRST)
        for name, timed in (("small", small), ("large", large)):
            start = process_time()
            timed.run(BLOCK)
            quickest[name] = min(quickest[name], process_time() - start)
    times = quickest["large"] / quickest["small"]
    return Grown(game.name, game.players, size, simulations, node_bytes, times)


def measure_nodes(cases: list[tuple[str, int]], nodes: int, report: Callable[[int], None]) -> Iterator[Grown]:
    """Let a search of each game and number of players grow, one after the other."""
    if not 1 < nodes <= MOST_NODES:
        raise BadOptions(f"a search has 2 to {MOST_NODES:,} nodes, not {nodes:,}")
    held()
    paths = [str(Path(burgher.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    for name, players in cases:
        command = [sys.executable, "-m", __name__, name, str(players), str(nodes)]
        ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if ran.returncode:
            raise BurgherError(f"measuring a search failed:\n{ran.stderr[-2000:]}")
        yield Grown(**json.loads(ran.stdout.splitlines()[-1]))
        report(1)


def serve(name: str, players: int, nodes: int) -> None:
    """Measure one search and print what it took."""
    rules = games.rules(name)
    print(json.dumps(vars(grow(rules(players, **rules.finite), nodes))))


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

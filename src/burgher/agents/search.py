"""Tree search: tries out what may follow each move, again and again, within a budget."""

from __future__ import annotations

import json
import os
import re
import signal
from functools import cache
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

from burgher.agents import Agent
from burgher.agents.neural import network
from burgher.kernel.chance import seeded, step
from burgher.kernel.errors import BadOptions
from burgher.kernel.network_file import NetworkFile, read_network
from burgher.kernel.search import ONE, Tree
from burgher.kernel.search_settings import BOUNDS, SearchSettings, checked

if TYPE_CHECKING:
    from burgher.kernel.state import State

PORTION = 25
"""Simulations run between two looks at the clock; careful ones count for several (`budget_cost`)."""
MOST = 10**7
"""Simulations run where only time is a limit."""


class SearchAgent(Agent):
    """Tries out what may follow each move, promising ones most often, and takes what stood the test."""

    takes = (
        "how many simulations to run (400; careful ones count for several), for how long (1s, 200ms), "
        "or both (400,1s), on how many processors (1s,cores=4), by other settings than the game's "
        f"(400,rollout_depth=40; also {', '.join(name for name in BOUNDS if name != 'rollout_depth')}; "
        "aim=points seeks points and not a lead), "
        "judged by the network that comes with the game, by none or by another (400,network=off, on or "
        "FILE), and by which network for moves too (400,net=FILE)"
    )

    def __init__(self, seed: int, argument: str = "") -> None:
        super().__init__(seed)
        budget, *files = re.split(r"(?:^|,)net=", argument, maxsplit=1)
        parts = budget.split(",")
        asked = [part.partition("=")[2].strip() for part in parts if _NETWORK.match(part)]
        rest = ",".join(part for part in parts if not _NETWORK.match(part))
        self.simulations, self.seconds, self.cores, self.changes = _read(rest or "400")
        self.network = network(files[0]) if files and files[0] else None
        self.learned = self.network.learned if self.network else ""
        self.wants_network = self.network is None
        """Whether the game's own network is asked, where there is one."""
        self.judge: NetworkFile | None = None
        """The network that is asked instead."""
        if asked:
            self.wants_network = asked[-1] == "on"
            if asked[-1] not in ("on", "off"):
                self.judge = _judge(Path(asked[-1]))
                self.learned += self.judge.learned
        self._tree: Tree | None = None
        self._found: list[tuple[int, int, int]] = []
        self._foreseen: State | None = None
        self._taken = 0

    def choose(self, state: State) -> int:
        actions = state.legal_actions()
        self.chance = step(self.chance)
        if len(actions) == 1:
            return actions[0]
        tree, until = self._tree_for(state), perf_counter() + self.seconds
        if self.cores == 1:
            self._run(tree, self._lines_left(tree), until)
            self._found = tree.findings()
        else:
            self._found = self._grow_together(tree, until)
        # Stable: of equals, the one that the tree has first.
        self._found.sort(key=lambda each: (-each[1], -each[2]))
        self._foresee(state, self._found[0][0])
        return self._taken

    def findings(self) -> list[tuple[int, int, float]]:
        return [(action, visits, value / ONE) for action, visits, value in self._found]

    def __getstate__(self) -> dict[str, Any]:
        # A copy thinks anew: the tree is only kept within a turn, to come to the next choice sooner.
        return {**vars(self), "_tree": None, "_foreseen": None}

    def _lines_left(self, tree: Tree) -> int:
        """How many more simulations the budget allows, those of a tree that was kept being in it."""
        return max(1, self.simulations // tree.budget_cost) - tree.simulations

    def _run(self, tree: Tree, simulations: int, until: float) -> None:
        """Run so many more simulations, if time allows; fewer if the rest could not change the choice.

        However little time there is, something is tried.
        """
        start, done = perf_counter(), 0
        while (now := perf_counter()) < until or not done:
            left = simulations - done
            if done and until < inf:  # as fast as up to now, no more than so many will fit
                left = min(left, int(done * (until - now) / max(now - start, 1e-9)))
            if not left or tree.lead() > left:
                break
            more = min(max(1, PORTION // tree.budget_cost), left)
            tree.run(more)
            done += more

    def _grow_together(self, tree: Tree, until: float) -> list[tuple[int, int, int]]:
        """Share the simulations out to several processes, each with a copy of the tree; what all have found.

        The tree that is kept for the rest of the turn is that of this process.
        """
        before = {action: (visits, value) for action, visits, value in tree.findings()}
        share, more = divmod(max(0, self._lines_left(tree)), self.cores)
        helpers = [self._fork(tree, n, share, until) for n in range(1, self.cores)]
        self._run(tree, share + more, until)
        totals = {action: (visits, visits * value) for action, visits, value in tree.findings()}
        for pid, pipe in helpers:
            with os.fdopen(pipe, "rb") as answer:
                found = answer.read()
            os.waitpid(pid, 0)
            for action, visits, value in json.loads(found or "[]"):
                had, worth = before.get(action, (0, 0))
                mine, total = totals.get(action, (0, 0))
                totals[action] = mine + visits - had, total + visits * value - had * worth
        return [(action, n, total // n if n else 0) for action, (n, total) in totals.items()]

    def _fork(self, tree: Tree, number: int, simulations: int, until: float) -> tuple[int, int]:
        """Start a process that runs simulations of its own: its id, and where its findings will come from."""
        answer, ask = os.pipe()
        pid = os.fork()
        if pid:
            os.close(ask)
            return pid, answer
        try:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            tree.chance = seeded(self.chance + number)
            self._run(tree, simulations, until)
            with os.fdopen(ask, "wb") as pipe:
                pipe.write(json.dumps(tree.findings()).encode())
        finally:
            os._exit(0)  # nothing of what the other process wanted done at its end is this one's business

    def _tree_for(self, state: State) -> Tree:
        """The tree for a decision: what is left of the last one if nothing unforeseen has happened."""
        if self._tree is None:
            if self.network is not None:
                self.network.fit(state)
            judge = self._judge_for(state)
            settings = settings_for(state, judge is not None).replaced(self.changes)
            self._tree = Tree(state, len(state.scores()), settings, self.network)
            if judge is not None:
                game = state.game
                plan = game.network_plan if judge is game.network else judge.plan(game)
                self._tree.ask_network(game.observation.width, plan, judge.shape, judge.weights)
        if not (self._is_foreseen(state) and self._tree.go_on(state, self._taken)):
            self._tree.begin(state, self.chance)
        return self._tree

    def _judge_for(self, state: State) -> NetworkFile | None:
        """The network that corrects the heuristic in a state's game, if one does; raises `BadOptions`."""
        if self.judge is not None:
            why = "nobody dealt this game" if state.game is None else self.judge.misfit(state.game)
            if why:
                raise BadOptions(f"the network cannot judge here: {why}")
            return self.judge
        if not self.wants_network or state.game is None:
            return None
        return cast("NetworkFile | None", state.game.network)

    def _foresee(self, state: State, action: int) -> None:
        """Remember what should come of an action, where neither chance nor anybody else has a hand in it."""
        self._taken = action
        after = state.imagine(state.seat, 0)
        before = after.chance
        after.apply(action)
        kept = after.chance == before and after.seat == state.seat and not after.is_over
        self._foreseen = after if kept else None

    def _is_foreseen(self, state: State) -> bool:
        after = self._foreseen
        return (
            after is not None
            and after.seat == state.seat
            and after.scores() == state.scores()
            and after.legal_actions() == state.legal_actions()
        )


def settings_for(state: State, by_network: bool = False) -> SearchSettings:
    """How a search thinks about a state: as its game says, or by the defaults where nobody dealt it."""
    if state.game is None:
        return SearchSettings()
    found = state.game.network_settings if by_network else state.game.search_settings
    return cast(SearchSettings, found)


_NETWORK = re.compile(r"\s*network\s*=")


def _judge(path: Path) -> NetworkFile:
    """The network in a file, read once; raises `BadOptions`."""
    try:
        return _read_judge(path.resolve(), path.stat().st_mtime_ns)
    except OSError as error:
        raise BadOptions(f"the network {path} cannot be read: {error.strerror}") from error


@cache
def _read_judge(path: Path, changed: int) -> NetworkFile:
    return read_network(path.read_bytes(), str(path))


def _read(argument: str) -> tuple[int, float, int, dict[str, int]]:
    """How many simulations, how many seconds, on how many processors, by which settings of its own."""
    simulations, seconds, cores = 0, inf, 1
    changes: dict[str, int] = {}
    for part in argument.split(","):
        name, equals, value = (each.strip() for each in part.partition("="))
        if equals and name != "cores":
            changes[name] = checked(name, int(value) if re.fullmatch(r"[0-9]{1,9}", value) else value)
            continue
        found = re.fullmatch(r"(cores=)?(\d+(?:\.\d+)?)(ms|s|)", part.strip())
        if found is None or not float(found[2]):
            raise BadOptions(f"the agent 'search' takes {SearchAgent.takes}, not {argument!r}")
        match found.groups():
            case None, number, "":
                simulations = int(float(number))
            case None, number, unit:
                seconds = float(number) / (1000 if unit == "ms" else 1)
            case _, number, "" if number.isdecimal():
                cores = int(number)
            case _:
                raise BadOptions(f"a number of processors is whole, not {part.strip()!r}")
    if cores > 1 and not hasattr(os, "fork"):
        raise BadOptions("this system cannot divide a search between processors: leave out cores=…")
    if not simulations:
        simulations = 400 if seconds == inf else MOST
    return simulations, seconds, cores, changes


AGENT = SearchAgent

"""Tree search: tries out what may follow each move, again and again, within a budget."""

from __future__ import annotations

import re
from time import perf_counter
from typing import TYPE_CHECKING

from burgher.agents import Agent
from burgher.agents.neural import network
from burgher.kernel.chance import step
from burgher.kernel.errors import BadOptions
from burgher.kernel.search import ONE, Tree

if TYPE_CHECKING:
    from burgher.kernel.state import State

PORTION = 25
"""Lines followed between two looks at the clock."""
SAMPLED, DEPTH, BOLDNESS = 3, 24, 512
"""How the tree grows (`burgher.kernel.search.Tree`), found by trying in all games."""
BOLDNESS_JUDGED = 1024
"""… and when a network judges."""


class SearchAgent(Agent):
    """Tries out what may follow each move, promising ones most often, and takes what stood the test."""

    takes = (
        "how many lines to follow (400), for how long (1s, 200ms), or both (400,1s), "
        "and a trained network to judge by (400,net=FILE)"
    )

    def __init__(self, seed: int, argument: str = "") -> None:
        super().__init__(seed)
        budget, _, file = argument.partition("net=")
        self.lines, self.seconds = _budget(budget.removesuffix(",") or "400")
        self.network = network(file) if file else None
        self._tree: Tree | None = None
        self._foreseen: State | None = None
        self._taken = 0

    def choose(self, state: State) -> int:
        actions = state.legal_actions()
        self.chance = step(self.chance)
        if len(actions) == 1:
            return actions[0]
        tree = self._tree_for(state)
        until = perf_counter() + self.seconds
        while tree.lead() <= (left := self.lines - tree.iterations) and left and perf_counter() < until:
            tree.grow(min(PORTION, left))
        self._foresee(state, tree.best())
        return self._taken

    def findings(self) -> list[tuple[int, int, float]]:
        if self._tree is None:
            return []
        found = sorted(self._tree.findings(), key=lambda each: (-each[1], -each[2]))
        return [(action, visits, value / ONE) for action, visits, value in found]

    def _tree_for(self, state: State) -> Tree:
        """The tree for a decision: what is left of the last one if nothing unforeseen has happened."""
        if self._tree is None:
            if self.network is not None:
                self.network.fit(state)
            boldness = BOLDNESS if self.network is None else BOLDNESS_JUDGED
            self._tree = Tree(state, len(state.scores()), SAMPLED, DEPTH, boldness, self.network)
        if not (self._is_foreseen(state) and self._tree.go_on(state, self._taken)):
            self._tree.begin(state, self.chance)
        return self._tree

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


def _budget(argument: str) -> tuple[int, float]:
    lines, seconds = 10**7, float("inf")
    for part in argument.split(","):
        found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|)", part.strip())
        if found is None or not float(found[1]):
            raise BadOptions(f"the agent 'search' takes {SearchAgent.takes}, not {argument!r}")
        if found[2]:
            seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
        else:
            lines = int(float(found[1]))
    return lines, seconds


AGENT = SearchAgent

"""One look ahead: the action after which the position looks best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.agents import Agent
from burgher.kernel.chance import step
from burgher.kernel.errors import BadOptions
from burgher.kernel.playout import best_at_sight, best_of_some

if TYPE_CHECKING:
    from burgher.kernel.state import State


class GreedyAgent(Agent):
    """Takes the action after which the game's own heuristic likes the position best."""

    takes = "how many moves, chosen at random, it looks at"

    def __init__(self, seed: int, argument: str = "") -> None:
        super().__init__(seed)
        if argument and not (argument.isdecimal() and 0 < int(argument) < 1000):
            raise BadOptions(f"the agent 'greedy' takes {self.takes}, not {argument!r}")
        self.tries = int(argument or 0)

    def choose(self, state: State) -> int:
        self.chance = step(self.chance)
        if self.tries:
            return best_of_some(state, state.clone(), self.tries, self.chance)
        return best_at_sight(state, state.clone(), self.chance)


AGENT = GreedyAgent

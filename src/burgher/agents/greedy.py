"""One look ahead: the action after which the position looks best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.agents import Agent, Level
from burgher.kernel.chance import step
from burgher.kernel.playout import best_at_sight

if TYPE_CHECKING:
    from burgher.kernel.state import State


class GreedyAgent(Agent):
    """Takes the action after which the game's own instinct likes the position best."""

    levels = (Level("greedy", "Looks one action ahead, and takes what looks best then.", 20),)

    def choose(self, state: State) -> int:
        self.chance = step(self.chance)
        return best_at_sight(state, state.clone(), self.chance)


AGENT = GreedyAgent

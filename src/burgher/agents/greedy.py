"""One look ahead: the action after which the position looks best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.agents import Agent
from burgher.kernel.chance import step
from burgher.kernel.playout import best_at_sight

if TYPE_CHECKING:
    from burgher.kernel.state import State


class GreedyAgent(Agent):
    """Takes the action after which the game's own instinct likes the position best."""

    def choose(self, state: State) -> int:
        self.chance = step(self.chance)
        return best_at_sight(state, state.clone(), self.chance)


AGENT = GreedyAgent

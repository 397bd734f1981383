"""One look ahead: the action after which the position looks best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.agents import Agent
from burgher.kernel.chance import step
from burgher.kernel.offers import action_buffer
from burgher.kernel.playout import best_at_sight

if TYPE_CHECKING:
    from burgher.kernel.state import State


class GreedyAgent(Agent):
    """Takes the action after which the game's own instinct likes the position best."""

    def __init__(self, seed: int, argument: str = "") -> None:
        super().__init__(seed, argument)
        self._buffer = action_buffer()

    def choose(self, state: State) -> int:
        self.chance = step(self.chance)
        return best_at_sight(state, state.clone(), self.chance, self._buffer)


AGENT = GreedyAgent

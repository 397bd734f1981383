"""Any legal action, all of them equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.agents import Agent
from burgher.kernel.chance import drawn, step

if TYPE_CHECKING:
    from burgher.kernel.state import State


class RandomAgent(Agent):
    """Plays whatever is legal: the measure of what it means to know nothing."""

    def choose(self, state: State) -> int:
        actions = state.legal_actions()
        self.chance = step(self.chance)
        return actions[drawn(self.chance, len(actions))]


AGENT = RandomAgent

"""Any legal action, all of them equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.agents import Agent
from burgher.kernel.chance import drawn, sown, step

if TYPE_CHECKING:
    from burgher.kernel.state import State


class RandomAgent(Agent):
    """Plays whatever is legal: the measure of what it means to know nothing."""

    def __init__(self, seed: int, argument: str = "") -> None:
        super().__init__(seed, argument)
        self._chance = sown(seed)

    def choose(self, state: State) -> int:
        actions = state.legal_actions()
        self._chance = step(self._chance)
        return actions[drawn(self._chance, len(actions))]


AGENT = RandomAgent

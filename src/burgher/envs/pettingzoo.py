"""The games as PettingZoo sees them: `burgher.envs.pettingzoo.env("burgundy", players=2)`.

Agents are `player_0`, `player_1`, … by seat. What one observes is a dictionary: `observation`, the vector
that `Game.observation` explains (or, with `named=True`, its fields by name), and `action_mask`. Rewards come
with the end of a game (`burgher.envs.returns`); then each agent's info has its `score` and `rank`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, SupportsIndex

from burgher.envs import finite_game, missing, returns
from burgher.kernel.chance import seed_number

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing(str(error.name)) from error

from burgher.envs.spaces import RENDER_MODES, OneGame, observation_space, render

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from burgher.kernel.game import Game


def env(
    game: Game | str,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    named: bool = False,
    **options: object,
) -> AECEnv[str, Any, int | None]:
    """A game in which the agents take turns; it says when it is not used as PettingZoo means it."""
    raw = raw_env(game, players, render_mode=render_mode, named=named, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


class raw_env(OneGame, AECEnv[str, Any, int | None]):  # noqa: N801  PettingZoo's name for it
    """The same without those checks."""

    metadata: dict[str, Any] = {  # noqa: RUF012  as its base class says
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        named: bool = False,
        **options: object,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.game: Game = finite_game(game, players, **options)
        self.metadata = {**self.metadata, "name": f"{self.game.name}_v0"}
        self.render_mode = render_mode
        self.named = named
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents = self.possible_agents[:]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._begin_to_observe()
        self._slices = self.game.observation.slices()
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(self.game, named),
                    "action_mask": spaces.Box(0, 1, self._mask.shape, np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents
        }
        self._random = Random()
        self.state_of_game = self.game.deal(self._random.getrandbits(32))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can observe."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The game's actions, by number."""
        return self._action_spaces[agent]

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: that of the seed, or one drawn after the last seed."""
        if seed is None:
            number = self._random.getrandbits(32)
        else:
            number = seed_number(seed)
            self._random = Random(number)
        self.state_of_game = self.game.deal(number)
        self._has_begun = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_of_game.seat]
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know now; its mask is empty unless it is the one to move."""
        self._observer.look(self.state_of_game, self._seats[agent])
        seen: NDArray[np.float32] | dict[str, NDArray[np.float32]] = self._features.copy()
        if self.named:
            seen = {name: self._features[where].copy() for name, where in self._slices.items()}
        return {"observation": seen, "action_mask": self._mask.copy()}

    def step(self, action: int | None) -> None:
        """Play an action for the agent to move.

        `IllegalAction` says why it may not be played, `UnreadableAction` that there is none such.
        """
        self._check_begun()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        state, mover = self.state_of_game, self.agent_selection
        number = self.game.checked(action)
        if number not in state.legal_actions():
            raise self.game.refusal(state, number)
        state.apply(number)
        self._cumulative_rewards[mover] = 0.0
        self._clear_rewards()
        self.agent_selection = self.possible_agents[state.seat]
        if state.is_over:
            self._end()
        self._accumulate_rewards()
        self._show()

    def _end(self) -> None:
        state = self.state_of_game
        ends = zip(self.possible_agents, returns(state), state.scores(), state.ranks(), strict=True)
        for agent, reward, score, rank in ends:
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = {"score": score, "rank": rank}

    def render(self) -> str | None:
        """The table as the agent to move sees it: drawn on the terminal, or returned as text."""
        seat = self._seats[self.agent_selection]
        return render(self.game, self.state_of_game, seat, self.possible_agents, self.render_mode)

    def close(self) -> None:
        """Nothing is held that would need closing."""

    def _for_good(self) -> list[object]:
        return [*super()._for_good(), self._spaces, self._slices, self._seats]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

"""The games as Gymnasium sees them: one seat learns, the others are played by agents of Burgher.

    import gymnasium
    import burgher.envs.gymnasium                       # registers burgher/Burgundy-v0 and the others

    env = gymnasium.make("burgher/Burgundy-v0", players=3, opponents=("greedy", "search:20"))

What is observed is the vector that `Game.observation` explains; which actions are legal, the info's
`action_mask` and `action_masks()` say. The reward comes with the end of a game (`burgher.envs.returns`). An
action that is not legal ends the game too, and counts as the last place: the info's `illegal` says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from burgher import agents, games
from burgher.envs import finite_game, missing, returns
from burgher.kernel.errors import IllegalAction, UnreadableAction

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise missing(str(error.name)) from error

from burgher.envs.spaces import RENDER_MODES, OneGame, observation_space, render

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from burgher.kernel.game import Game

Seen = np.ndarray[Any, np.dtype[np.float32]]


class SeatEnv(OneGame, gymnasium.Env[Seen, np.int64]):
    """A game seen from one seat."""

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012  as its base class says

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        *,
        seat: int | None = None,
        opponents: str | Sequence[str] = "random",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Play a seat, or one drawn at each reset, against one agent or those of the seats after it."""
        self.game: Game = finite_game(game, players, **options)
        others = self.game.players - 1
        self.opponents = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != others:
            raise ValueError(f"there are {others} opponents, not {len(self.opponents)}")
        if seat is not None and seat not in range(self.game.players):
            raise ValueError(f"seats are 0 to {others}, not {seat}")
        for opponent in self.opponents:
            agents.create(opponent, 0)  # it says what is wrong with the name
        self.render_mode = render_mode
        self._wanted_seat = seat
        self.seat = 0 if seat is None else seat
        """The seat that learns in this game."""
        self._begin_to_observe()
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self.state = self.game.deal(0)
        self._choosers: list[agents.Agent] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game, and let the others play up to the first decision of the seat."""
        super().reset(seed=seed)
        game_seed, agent_seed = (int(one) for one in self.np_random.integers(2**32, size=2))
        drawn = int(self.np_random.integers(self.game.players))
        self.seat = drawn if self._wanted_seat is None else self._wanted_seat
        self.state = self.game.deal(game_seed)
        self._choosers = [agents.create(name, agent_seed + n) for n, name in enumerate(self.opponents)]
        self._has_begun = True
        self._let_others_play()
        return self._look(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action and let the others play, up to the seat's next decision or the end of the game."""
        self._check_begun()
        try:
            number = self.game.checked(action)
            if number not in self.state.legal_actions():
                raise self.game.refusal(self.state, number)
        except (IllegalAction, UnreadableAction) as refusal:
            return self._look(), -1.0, True, False, {**self._info(), "illegal": str(refusal)}
        self.state.apply(number)
        self._let_others_play()
        return self._look(), returns(self.state)[self.seat], self.state.is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as those libraries ask for it that know of masks."""
        return self._mask.astype(np.bool_)

    def render(self) -> Any:
        """The table as the seat sees it: drawn on the terminal, or returned as text."""
        around = ["learner", *self.opponents]
        people = [around[(seat - self.seat) % len(around)] for seat in range(len(around))]
        return render(self.game, self.state, self.seat, people, self.render_mode)

    def _let_others_play(self) -> None:
        state = self.state
        while not state.is_over and state.seat != self.seat:
            steps = (state.seat - self.seat) % self.game.players
            state.apply(self._choosers[steps - 1].choose(state))
        self._observer.look(state, self.seat)
        if self.render_mode == "human":
            self.render()

    def _for_good(self) -> list[object]:
        return [*super()._for_good(), self.observation_space]

    def _look(self) -> Seen:
        return self._features.copy()

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask.copy(), "seat": self.seat}
        if self.state.is_over:
            info |= {"scores": self.state.scores(), "ranks": self.state.ranks()}
        return info


def _register() -> None:
    for name in games.names():
        title = games.rules(name).__name__.removesuffix("Game")
        gymnasium.register(f"burgher/{title}-v0", f"{__name__}:SeatEnv", kwargs={"game": name})


_register()

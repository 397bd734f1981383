"""Many games stepped together: compiled code plays them and writes what learners need into NumPy arrays.

    batch = Batch("burgundy", lanes=256, seed=1)
    while learning:
        actions = policy(batch.observations, batch.masks)     # one legal action for each lane
        batch.step(actions)
        learn(batch.rewards, batch.dones, batch.seats)

Each lane plays one game after the other: when one ends, the next has been dealt before `step` returns, and
what is observed is its first decision. The arrays are the same ones for ever, and may be handed in, to lie in
shared memory for one. They are to be read: the batch writes what has changed and trusts the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from burgher.envs import missing, reward_unit
from burgher.envs.arrays import AnyBatch, Arrays
from burgher.kernel.array_export import Spreading
from burgher.kernel.batch import GameBatch
from burgher.kernel.chance import seed_number, seeded

try:
    import numpy as np
except ImportError as error:
    raise missing("numpy") from error

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from burgher.kernel.game import Game
    from burgher.kernel.state import State


class Batch(AnyBatch):
    """Many games of one kind, played side by side in this process."""

    def __init__(
        self,
        game: Game | str,
        lanes: int,
        seed: SupportsIndex = 0,
        *,
        arrays: Arrays | None = None,
        stride: int | None = None,
    ) -> None:
        """Deal the first games: lane n plays the seeds `seed` + n, then `stride` more each time.

        The stride is the number of lanes, unless several batches share one sequence of seeds.
        """
        super().__init__(game, lanes)
        first, lanes = seed_number(seed), self.lanes
        self.arrays = Arrays.make(self.game, lanes) if arrays is None else arrays
        self.arrays.check(self.game, lanes)
        observation = self.game.observation
        self._games = GameBatch(
            self.game.deal,
            [*range(first, first + lanes)],
            stride or lanes,
            self.game.players,
            observation.width,
        )
        self._games.export_to(observation.plan, observation.of_seat, self.observations, self.masks)
        self._chance = seeded(first)
        self._actions = np.zeros(lanes, np.int64)
        games = self._games
        self._drawn = Spreading([(games.actions, self._actions, 1.0)])
        self._said = Spreading(
            [
                (games.movers, self.arrays.seats, 1.0),
                (games.rewards, self.arrays.rewards, reward_unit(self.game.players)),
                (games.dones, self.arrays.dones, 1.0),
                (games.scores, self.arrays.scores, 1.0),
            ]
        )

    def step(self, actions: ArrayLike) -> None:
        self._games.take(self._chosen(actions))
        self._games.step()
        self._said.write()

    def sample(self) -> NDArray[np.int64]:
        self._chance = self._games.draw(self._chance)
        self._drawn.write()
        return self._actions

    def reset(self, seed: SupportsIndex) -> None:
        first = seed_number(seed)
        self._games.deal([*range(first, first + self.lanes)])
        self._chance = seeded(first)
        self._said.write()

    def state(self, lane: int) -> State:
        """The game that a lane is playing: to look at, not to play on."""
        return self._games.state(lane)

    def seed(self, lane: int) -> int:
        """Its seed: `game.deal(seed)` and the same actions lead to the same state."""
        return self._games.seed(lane)

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

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from burgher.envs import finite_game, missing, reward_unit
from burgher.kernel.chance import sown
from burgher.kernel.lanes import Lanes
from burgher.kernel.pouring import spread

try:
    import numpy as np
except ImportError as error:
    raise missing("numpy", "envs") from error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from burgher.kernel.game import Game
    from burgher.kernel.state import State


@dataclass
class Arrays:
    """What is written at every step, a row for each lane."""

    observations: NDArray[np.float32]
    """What the seat to move observes: `Game.observation` says what each feature means."""
    masks: NDArray[np.bool_]
    """Which actions it may choose."""
    seats: NDArray[np.int64]
    """Whose decision it is."""
    rewards: NDArray[np.float32]
    """By seat: 0, or what the game that has just ended has brought (`burgher.envs.returns`)."""
    dones: NDArray[np.bool_]
    """Whether the last step ended a game: what is observed is the next one's beginning."""
    scores: NDArray[np.int64]
    """By seat: the points of the last game that has ended in the lane; 0 before."""

    @staticmethod
    def shapes(game: Game, lanes: int) -> Iterator[tuple[str, tuple[int, ...], np.dtype[Any]]]:
        """The name, the shape and the type of each array."""
        yield "observations", (lanes, game.observation.length), np.dtype(np.float32)
        yield "masks", (lanes, game.num_actions), np.dtype(np.bool_)
        yield "seats", (lanes,), np.dtype(np.int64)
        yield "rewards", (lanes, game.players), np.dtype(np.float32)
        yield "dones", (lanes,), np.dtype(np.bool_)
        yield "scores", (lanes, game.players), np.dtype(np.int64)

    @classmethod
    def make(cls, game: Game, lanes: int) -> Arrays:
        """Arrays of zeros."""
        made: dict[str, Any] = {name: np.zeros(shape, kind) for name, shape, kind in cls.shapes(game, lanes)}
        return cls(**made)

    def check(self, game: Game, lanes: int) -> None:
        """Raise `ValueError` unless they are what this game and so many lanes need."""
        for name, shape, kind in self.shapes(game, lanes):
            array = getattr(self, name)
            if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous:
                raise ValueError(f"{name} should be a contiguous array of {kind}, shaped {shape}")


class Batch:
    """Many games of one kind, played side by side."""

    def __init__(
        self,
        game: Game | str,
        lanes: int,
        seed: int = 0,
        *,
        arrays: Arrays | None = None,
        stride: int | None = None,
    ) -> None:
        """Deal the first games: lane n plays the seeds `seed` + n, then `stride` more each time.

        The stride is the number of lanes, unless several batches share one sequence of seeds.
        """
        if lanes < 1:
            raise ValueError("a batch has one lane at least")
        self.game = finite_game(game)
        self.lanes = lanes
        self.arrays = Arrays.make(self.game, lanes) if arrays is None else arrays
        self.arrays.check(self.game, lanes)
        observation = self.game.observation
        self._lanes = Lanes(
            self.game.deal,
            [*range(seed, seed + lanes)],
            stride or lanes,
            self.game.players,
            observation.width,
        )
        self._lanes.pour_into(observation.plan, self.observations, self.masks)
        self._chance = sown(seed)
        self._actions = np.zeros(lanes, np.int64)
        self._write()

    @property
    def observations(self) -> NDArray[np.float32]:
        """What the seat to move observes, by lane."""
        return self.arrays.observations

    @property
    def masks(self) -> NDArray[np.bool_]:
        """Which actions it may choose, by lane."""
        return self.arrays.masks

    @property
    def seats(self) -> NDArray[np.int64]:
        """Whose decision it is, by lane."""
        return self.arrays.seats

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the game that has just ended in a lane has brought each seat; 0 where none has."""
        return self.arrays.rewards

    @property
    def dones(self) -> NDArray[np.bool_]:
        """Whether the last step ended a game, by lane."""
        return self.arrays.dones

    @property
    def scores(self) -> NDArray[np.int64]:
        """Each seat's points in the last game that has ended in a lane."""
        return self.arrays.scores

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play an action in every lane; raises `IllegalAction`, and plays none, if one is not legal."""
        self._lanes.take(np.ascontiguousarray(actions, np.int64))
        self._lanes.step()
        self._write()

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every lane, in an array that the next call writes anew."""
        self._chance = self._lanes.draw(self._chance)
        spread(self._lanes.actions, self._actions, 1.0)
        return self._actions

    def reset(self, seed: int) -> None:
        """Leave all games where they are and deal new ones, as at the beginning."""
        self._lanes.deal([*range(seed, seed + self.lanes)])
        self._chance = sown(seed)
        self._write()

    def state(self, lane: int) -> State:
        """The game that a lane is playing: to look at, not to play on."""
        return self._lanes.state(lane)

    def seed(self, lane: int) -> int:
        """Its seed: `game.deal(seed)` and the same actions lead to the same state."""
        return self._lanes.seed(lane)

    def _write(self) -> None:
        lanes, arrays = self._lanes, self.arrays
        spread(lanes.movers, arrays.seats, 1.0)
        spread(lanes.rewards, arrays.rewards, reward_unit(self.game.players))
        spread(lanes.dones, arrays.dones, 1.0)
        spread(lanes.scores, arrays.scores, 1.0)

"""What every batch of games has in common, on however many cores it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from burgher.envs import finite_game, missing
from burgher.kernel.errors import BurgherError

try:
    import numpy as np
except ImportError as error:
    raise missing("numpy") from error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from burgher.kernel.game import Game

ACTIONS = np.dtype(np.int64)


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

    def rows(self, which: slice) -> Arrays:
        """Those of some lanes, in the same memory."""
        return Arrays(**{each.name: getattr(self, each.name)[which] for each in fields(self)})


class AnyBatch(ABC):
    """Many games of one kind, played side by side."""

    arrays: Arrays

    def __init__(self, game: Game | str, lanes: int) -> None:
        if lanes < 1:
            raise ValueError("a batch has one lane at least")
        self.game = finite_game(game)
        self.lanes = index(lanes)

    def __reduce__(self) -> tuple[Any, ...]:
        # Asked by copying, too: a copy that wrote into the same arrays would be none.
        raise BurgherError(
            "a batch can be neither copied nor pickled: another one with its seed, "
            "in which the same actions are played, comes to the same games"
        )

    @abstractmethod
    def step(self, actions: ArrayLike) -> None:
        """Play an action in every lane; raises `IllegalAction`, and plays none, if one is not legal."""

    def _chosen(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Actions as they are needed, one for each lane; raises `BurgherError` where they cannot be any."""
        chosen = np.asarray(actions, order="C")
        fits = chosen.dtype is ACTIONS  # asked at every step, and nearly always so
        if chosen.shape != (self.lanes,) or not (fits or chosen.dtype.kind in "iu"):
            raise BurgherError(
                f"actions are whole numbers, one for each of {self.lanes} lanes: "
                f"not an array of {chosen.dtype}, shaped {chosen.shape}"
            )
        return chosen if fits else chosen.astype(ACTIONS)

    @abstractmethod
    def sample(self) -> NDArray[np.int64]:
        """A random legal action for every lane, in an array that the next call writes anew."""

    @abstractmethod
    def reset(self, seed: SupportsIndex) -> None:
        """Leave all games where they are and deal new ones, as at the beginning."""

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

"""What environments for Gymnasium and PettingZoo have in common: what can be observed, drawings, copies."""

from __future__ import annotations

from copy import deepcopy
from io import StringIO
from typing import TYPE_CHECKING, Any, Self

from rich.console import Console

from burgher.envs import missing
from burgher.kernel.errors import BurgherError

try:
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise missing(str(error.name)) from error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from burgher.kernel.batch import Observer
    from burgher.kernel.game import Game
    from burgher.kernel.state import State

RENDER_MODES = ("human", "ansi")
WIDTH = 120
"""How many characters a drawing is wide."""


class OneGame:
    """An environment in which one game is played: it can be pickled, and copied by whoever plans ahead."""

    game: Game
    _has_begun = False
    _features: np.ndarray[Any, np.dtype[np.float32]]
    _mask: np.ndarray[Any, np.dtype[np.int8]]
    _observer: Observer

    def _begin_to_observe(self) -> None:
        """Make what is observed into, which no two environments can share."""
        self._features = np.zeros(self.game.observation.length, np.float32)
        self._mask = np.zeros(self.game.num_actions, np.int8)
        self._observer = self.game.observation.observer(self._features, self._mask)

    def _for_good(self) -> list[object]:
        """What never changes, and is shared by copies."""
        return [self.game]

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise BurgherError("an environment has to be reset before its first step")

    def __copy__(self) -> Self:
        return deepcopy(self)  # two that share a game in progress would be none

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        memo.update((id(one), one) for one in self._for_good())
        other = type(self).__new__(type(self))
        other.__setstate__(deepcopy(self.__getstate__(), memo))
        return other

    def __getstate__(self) -> dict[str, Any]:
        written = ("_features", "_mask", "_observer")
        return {name: value for name, value in vars(self).items() if name not in written}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._begin_to_observe()


def observation_space(game: Game, named: bool = False) -> spaces.Space[Any]:
    """What a seat of a game can observe, in one vector or by the names of its fields."""
    high = np.array([feature.high for feature in game.observation.features], np.float32)
    if not named:
        return spaces.Box(np.zeros_like(high), high)
    return spaces.Dict(
        {
            name: spaces.Box(np.zeros_like(high[where]), high[where])
            for name, where in game.observation.slices().items()
        }
    )


def render(game: Game, state: State, seat: int, names: Sequence[str], mode: str | None) -> str | None:
    """The table as a seat sees it, drawn on the terminal or returned as text."""
    if mode is None:
        return None
    paper = StringIO() if mode == "ansi" else None
    console = Console(file=paper, width=WIDTH, color_system="truecolor", force_terminal=mode == "ansi")
    console.print(game.draw(state, seat, names))
    return None if paper is None else paper.getvalue()

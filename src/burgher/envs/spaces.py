"""What can be observed, as Gymnasium and PettingZoo write it, and drawings for both."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any

from rich.console import Console

from burgher.envs import missing

try:
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise missing(str(error.name)) from error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from burgher.kernel.game import Game
    from burgher.kernel.state import State

RENDER_MODES = ("human", "ansi")
WIDTH = 120
"""How many characters a drawing is wide."""


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

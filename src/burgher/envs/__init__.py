"""The games as learners see them: in batches, and as PettingZoo, Gymnasium and OpenSpiel see games.

    from burgher.envs import Batch                                   # pip install '.[envs]'
    from burgher.envs import pettingzoo, gymnasium, openspiel

All of them agree: a game by its name takes the options with which even random play ends soon; a seat observes
`Game.observation`; actions are the game's own numbers; and what a game is worth, `returns` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgher import games
from burgher.kernel.errors import BurgherError
from burgher.kernel.game import Game
from burgher.kernel.state import State

if TYPE_CHECKING:
    from burgher.envs.batch import Batch
    from burgher.envs.shared import SharedBatch

__all__ = ["Batch", "SharedBatch", "finite_game", "returns"]


def finite_game(game: Game | str, players: int | None = None, **options: object) -> Game:
    """A game with the options chosen and, where nothing is said, those with which random play ends soon.

    A game that is one already is left as it is.
    """
    if isinstance(game, Game):
        if players is not None or options:
            raise BurgherError("a game that has been loaded has its players and options already")
        return game
    rules = games.rules(game)
    return rules(players, **{**rules.finite, **options})


def returns(state: State) -> list[float]:
    """What the game has brought each seat: 0 while it runs.

    In the end, how many others a seat has left behind less how many are ahead of it, for each of the others:
    from -1 for the last to 1 for a sole winner, and 0 in all. Whoever plays alone has the points instead, in
    hundreds.
    """
    ranks = state.ranks()
    if not state.is_over:
        return [0.0] * len(ranks)
    if len(ranks) == 1:
        return [state.scores()[0] * reward_unit(1)]
    return [sum((rank > mine) - (rank < mine) for rank in ranks) * reward_unit(len(ranks)) for mine in ranks]


def reward_unit(players: int) -> float:
    """What one player left behind counts in a return; alone, a point."""
    return 0.01 if players == 1 else 1.0 / (players - 1)


def missing(package: str) -> BurgherError:
    """What to say when an optional package is not installed."""
    return BurgherError(f"this needs the package {package}: pip install {package}")


def __getattr__(name: str) -> Any:
    # Imported when they are asked for: they need NumPy, and not everything here does.
    if name == "Batch":
        from burgher.envs.batch import Batch

        return Batch
    if name == "SharedBatch":
        from burgher.envs.shared import SharedBatch

        return SharedBatch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

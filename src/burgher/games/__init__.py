"""The games, one folder each. Adding a folder here adds a game; nothing else knows their names.

Games can also live elsewhere: the environment's `BURGHER_GAMES` names folders that hold more of them, as
`PATH` names folders of programs. `examples/pebbles` is such a game.
"""

from __future__ import annotations

import os
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from burgher.kernel.errors import BadOptions
from burgher.kernel.game import Game

__path__ += [folder for folder in os.environ.get("BURGHER_GAMES", "").split(os.pathsep) if folder]


def names() -> list[str]:
    """The names of the games that are there."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


def rules(name: str) -> type[Game]:
    """The rules of a game, for reading its title and options before choosing them."""
    if name not in names():
        raise BadOptions(f"there is no game {name!r}: there is {', '.join(names())}")
    return cast(type[Game], import_module(f"{__name__}.{name}").GAME)


def load(name: str, players: int | None = None, **options: object) -> Game:
    """A game with the options chosen.

    >>> game = load("burgundy", players=2)
    >>> state = game.deal(seed=7)
    >>> state.is_over
    False
    """
    return rules(name)(players, **options)

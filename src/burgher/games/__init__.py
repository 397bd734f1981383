"""The games, one folder each. Adding a folder here adds a game; nothing else knows their names.

Games can also live elsewhere: the environment's `BURGHER_GAMES` names folders that hold more of them, as
`PATH` names folders of programs. `examples/pebbles` is such a game. What a game brings stands in
`burgher.kernel.protocol`; all of it is loaded here.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import getdoc, signature
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, cast

from burgher.kernel.errors import BadOptions, BurgherError
from burgher.kernel.game import Game
from burgher.kernel.protocol import Favourites, Heuristic, Learning, Page, Study

_ELSEWHERE = [folder for folder in os.environ.get("BURGHER_GAMES", "").split(os.pathsep) if folder]
__path__ += _ELSEWHERE


def names() -> list[str]:
    """The names of the games that are there."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


def missing_folders() -> list[str]:
    """Folders that are to hold games and are not there. As with `PATH`, that alone is no trouble."""
    return [folder for folder in _ELSEWHERE if not Path(folder).is_dir()]


def rules(name: str) -> type[Game]:
    """The rules of a game, for reading its title and options before choosing them."""
    if name not in names():
        missing = "".join(
            f"; BURGHER_GAMES names {folder}, which is no folder" for folder in missing_folders()
        )
        raise BadOptions(f"there is no game {name!r}: there is {', '.join(names())}{missing}")
    found = getattr(import_module(f"{__name__}.{name}"), "GAME", None)
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise BurgherError(f"the folder of {name!r} brings no game: it needs GAME, a subclass of Game")
    return found


def load(name: str, players: int | None = None, **options: object) -> Game:
    """A game with the options chosen.

    >>> game = load("burgundy", players=2)
    >>> state = game.deal(seed=7)
    >>> state.is_over
    False
    """
    return rules(name)(players, **options)


@cache
def page(name: str) -> Page | None:
    """How a game is drawn in a browser, if it says; raises `BurgherError` where something is missing."""
    found = _module(name, "page", Page)
    if found is not None and not (page_folder(name) / "table.html").is_file():
        raise BurgherError(f"{found.__name__} has no template: table.html belongs beside its code")
    return cast("Page | None", found)


def page_folder(name: str) -> Path:
    """Where the templates and drawings of a game lie that brings some."""
    return Path(cast(str, import_module(f"{__name__}.{name}.page").__file__)).parent


@cache
def study(name: str) -> Study[Any, Any] | None:
    """What the studies of a game go by, if it says; raises `BurgherError` where something is missing."""
    return cast("Study[Any, Any] | None", _module(name, "study", Study))


@cache
def heuristic(name: str) -> Heuristic | None:
    """The weights of a game's heuristic, if it has any; raises `BurgherError` where something is missing."""
    return cast("Heuristic | None", _module(name, "heuristic", Heuristic))


@cache
def learning(name: str) -> Learning | None:
    """What a game brings to be learned with, if it does; raises `BurgherError` where something is missing."""
    return cast("Learning | None", _module(name, "learn", Learning))


@cache
def favourites(name: str) -> Favourites | None:
    """What its players may like best, if it says; raises `BurgherError` where something is missing."""
    return cast("Favourites | None", _module(name, "favourites", Favourites))


def _module(game: str, what: str, protocol: type) -> ModuleType | None:
    """A module that a game may bring, held to its protocol; None where it brings none."""
    rules(game)
    name = f"{__name__}.{game}.{what}"
    if find_spec(name) is None:
        return None
    module = import_module(name)
    for member, wanted in vars(protocol).items():
        if member.startswith("_"):
            continue
        meaning = (getdoc(wanted) or "").partition("\n")[0]
        there = f"({protocol.__module__}.{protocol.__name__})"
        if not hasattr(module, member):
            raise BurgherError(f"{name} lacks {member}. {meaning} {there}")
        if not isinstance(wanted, property) and not _takes(getattr(module, member), wanted):
            given = ", ".join([*signature(wanted).parameters][1:])
            raise BurgherError(f"{name}.{member} should be called with ({given}). {meaning} {there}")
    return module


def _takes(function: object, wanted: Any) -> bool:
    """Whether a function can be called with what one of a protocol is called with."""
    if not callable(function):
        return False
    try:
        signature(function).bind(*[...] * (len(signature(wanted).parameters) - 1))
    except TypeError:
        return False
    return True

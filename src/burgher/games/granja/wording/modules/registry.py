"""What there is to say about the modules in play: each in the file of its name, or added from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from burgher.games.granja.data import module_of
from burgher.games.granja.naming import several
from burgher.games.granja.stack import top

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData, Module
    from burgher.games.granja.wording.modules.base import ModuleQuestion, ModuleWording

_ADDED: dict[str, type[ModuleWording[Any]]] = {}


def add(name: str, wording: type[ModuleWording[Any]]) -> None:
    """Say what there is to say about a module from outside (`modules.shelf.add`)."""
    _ADDED[name] = wording


def wording_of_module(module: Module) -> ModuleWording[Any]:
    """What there is to say about a module: `WORDING` in the file of its name."""
    if module.name in _ADDED:
        return _ADDED[module.name](module)
    file = module.name.removesuffix("-b").replace("-", "_")
    wording: ModuleWording[Any] = import_module(f"{__package__}.{file}").WORDING(module)
    return wording


def own_action(modules: list[Module], action: int) -> tuple[ModuleWording[Any], int, int]:
    """Whose an action is that a module brings, its kind, and which of that kind it is."""
    module = module_of(modules, action)
    wording = wording_of_module(module)
    return wording, *wording.parted(action - module.first)


def asks(wording: ModuleWording[Any], state: GranjaData) -> bool:
    """Whether what is asked now is a question of a module."""
    first = wording.module.first_question
    return bool(state.depth) and first <= top(state) < first + len(wording.questions)


def wording_of_question(modules: Iterable[Module], question: int) -> ModuleQuestion[Any]:
    """What there is to say about a question of one of the modules in play."""
    asking = [module for module in modules if module.first_question <= question][-1]
    return wording_of_module(asking).questions[question - asking.first_question](asking)


def holder_names(modules: Iterable[Module]) -> list[str]:
    """The names of the players without a farm whom modules add."""
    return [name for module in modules for name in wording_of_module(module).holders]


def siesta_discs(view: Mapping[str, Any], modules: Iterable[Module]) -> list[tuple[int, int]]:
    """All siesta discs from the front to the back of the track, as owner and step."""
    discs = [(seat, view["players"][seat]["siesta"]) for seat in view["track"]]
    for module in modules:
        wording_of_module(module).add_discs(view, discs)
    return discs


def donkey_name(tile: int, components: Components, modules: Iterable[Module] = ()) -> str:
    """A donkey tile: `the tile with 3 donkeys and 1 hat`."""
    for module in modules:
        if (name := wording_of_module(module).donkey_name(tile, components)) is not None:
            return name
    hats = components.hats[tile]
    return f"the tile with {several(tile + 1, 'donkey')} and {several(hats, 'hat') if hats else 'no hat'}"


def donkey_label(tile: int, modules: Iterable[Module]) -> str:
    """The same in a word or two: its donkeys, or what its module calls it."""
    labels = (wording_of_module(module).donkey_label(tile) for module in modules)
    return next((label for label in labels if label is not None), str(tile + 1))


def space_text(space: int, components: Components, modules: Iterable[Module] = ()) -> str:
    """What a revenue space does."""
    for module in modules:
        if (text := wording_of_module(module).space_text(space, components)) is not None:
            return text
    return components.spaces[space].text

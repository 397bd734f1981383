"""What is never asked of anybody, and what modules ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja.actions import SKIP
from burgher.games.granja.wording.base import Wording

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Module


class Back(Wording):
    """The decision goes back to a seat."""

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what < state.seats


class OfModule(Wording):
    """The question of a module, which answers for it."""

    verbs = (SKIP,)

    def __init__(self, module: Module) -> None:
        self.module = module
        self.section = module.title

    def question(self, state: GranjaData, what: int) -> str:
        return self.module.question(state, what)

    def to_skip(self, state: GranjaData, what: int) -> str:
        return self.module.to_skip(state, what)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return self.module.knows(what, state)

"""Questions about revenue dice, as people meet them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja.actions import MARK, REROLL, SKIP
from burgher.games.granja.naming import lowered
from burgher.games.granja.refusing import REVENUE
from burgher.games.granja.wording.base import Wording
from burgher.games.granja.wording.modules.registry import space_text
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.errors import IllegalAction


class Rerolling(Wording):
    """Which die to roll again (Fortune Teller)."""

    decision = "which die you roll again"
    section = REVENUE
    verbs = (REROLL, SKIP)
    takes_more = True
    declined = "rolls no other die again"

    def question(self, state: GranjaData, what: int) -> str:
        if state.aside:
            return "Which other die do you roll again, if any?"
        return "Which die do you roll again?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Roll a {thing + 1} again"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Roll no other die again"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        return IllegalAction("no-such-die", f"No die shows {thing + 1}", REVENUE)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what in (1, 2)


class Marking(Wording):
    """Which revenue space to mark (Village Elder); none of its answers is ever refused."""

    decision = "which revenue space you mark"
    section = REVENUE
    verbs = (MARK,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which revenue space do you mark?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Mark revenue space {thing + 1}: {lowered(space_text(thing, components, state.modules))}"

"""Questions about tiles and markers that are used again, as people meet them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from burgher.games.granja.actions import CRAFT, FETCH, TURN
from burgher.games.granja.effects import turnable
from burgher.games.granja.naming import gains, listed, lowered, roof_tiles, several
from burgher.games.granja.refusing import ANYTIME, TRANSPORT
from burgher.games.granja.refusing import CRAFT as CRAFT_BUILDINGS
from burgher.games.granja.wording.base import Wording
from burgher.games.granja.wording.modules.registry import donkey_name
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.errors import IllegalAction


class RoofToTurn(Wording):
    """Which used roof tile to turn up."""

    decision = "which roof tile you turn up"
    section = ANYTIME
    verbs = (TURN,)
    takes_more = True

    def question(self, state: GranjaData, what: int) -> str:
        return "Which used roof tile do you turn face up?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        roof = roof_tiles(components, state.modules)[at(state.me.roofs, thing) - 1]
        return f"Turn roof tile {roof.name} face up again: {lowered(roof.text)}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        may = [str(which + 1) for which in members_of(turnable(state, what))]
        return IllegalAction("not-among-them", f"Roof tile {listed(may, 'or')} can be turned up", ANYTIME)

    def unanswerable(self, state: GranjaData, what: int) -> IllegalAction:
        return IllegalAction("no-used-roof", "No roof tile of yours could be used again", ANYTIME)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what <= 5


class CraftAgain(Wording):
    """Which craft marker to use again (Journeyman)."""

    decision = "which craft marker you use again"
    section = CRAFT_BUILDINGS
    verbs = (CRAFT,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which of your craft markers do you use again?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        building = components.buildings[thing]
        return f"Use your marker of the {building.name} again: {gains(replace(building.instant, then=None))}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        said = f"You have no marker of craft building {thing + 1}"
        return IllegalAction("no-craft-marker", said, CRAFT_BUILDINGS)

    def unanswerable(self, state: GranjaData, what: int) -> IllegalAction:
        return IllegalAction("no-craft-marker", "You have no craft marker", CRAFT_BUILDINGS)


class Fetching(Wording):
    """Which donkey tile to take back (Stable Boy)."""

    decision = "which donkey tile you take back"
    section = TRANSPORT
    verbs = (FETCH,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which donkey tile do you take back?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Take back {donkey_name(thing, components, state.modules)}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        tiles = several(thing + 1, "donkey")
        return IllegalAction("donkey-there", f"Your tile with {tiles} has not been used", TRANSPORT)

    def unanswerable(self, state: GranjaData, what: int) -> IllegalAction:
        return IllegalAction("donkey-there", "You have all your donkey tiles", TRANSPORT)

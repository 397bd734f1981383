"""Broken Roofs: each round a roof tile that nobody can use, but that fills a place of the roof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgher.games.granja.farm import roof_price
from burgher.games.granja.modules import broken_roofs as rules
from burgher.games.granja.naming import to_buy_roof
from burgher.games.granja.pending import LEFT_ROOFS, ROOFS
from burgher.games.granja.wording.modules.base import ModuleWording
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.reading import Reader


class BrokenRoofs(ModuleWording[rules.BrokenRoofs]):
    """The broken roof tiles beside the board, and the one that is for sale."""

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        return to_buy_roof(state, self.module.first_roof, components)

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if state.step not in (ROOFS, LEFT_ROOFS):
            return IllegalAction("wrong-phase", "Roof tiles are bought in the farm phase", self.title)
        if not self.module.for_sale:
            return IllegalAction("no-tile-there", "No broken roof tile is for sale", self.title)
        price, silver = roof_price(state, self.module.first_roof), state.me.silver
        return IllegalAction(
            "too-little-silver", f"The broken roof tile costs {price} silver; you have {silver}", self.title
        )

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {"left": self.module.left, "for sale": self.module.for_sale}

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        self.module.left = reader.number("left", 0, self.module.tiles)
        self.module.for_sale = reader.flag("for sale")

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic not in ("broken roof tile", "broken roof", "tile broken"):
            return None
        price = components.modules.broken_roofs.cost
        return f"Broken roof tile, for {price} silver: it lies face down at once and only scores its place."

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        mine, price = view["modules"][self.name], components.modules.broken_roofs.cost
        sale = f"tile broken: for {price} silver" if mine["for sale"] else "none for sale"
        return [f"{sale}; {mine['left']} more in the rounds to come"]


WORDING = BrokenRoofs

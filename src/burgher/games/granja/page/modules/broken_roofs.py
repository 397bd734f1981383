"""Broken Roofs: one more tile beside those of the round."""

from __future__ import annotations

from burgher.games.granja.components import Roof
from burgher.games.granja.modules.broken_roofs import broken_tile
from burgher.games.granja.page.modules import Look
from burgher.games.granja.page.words import Drawn


class BrokenRoofsLook(Look):
    """The broken tile lies after the others, with how many are still to come."""

    title = "Broken Roofs"
    symbol = "broken"

    def roofs(self) -> list[Roof]:
        return [broken_tile(self.drawing.components)]

    def display(self, tiles: list[Drawn]) -> None:
        left = f"{self.seen['left']} more are to come, one a round."
        tile = self.drawing.roof_tile("broken") if self.seen["for sale"] else None
        label = "No broken roof tile"
        if tile:
            label = f"Broken roof tile for {tile['cost']} silver: of no use, but it fills its place"
        told = "It lies face down at once and only brings the points of its place."
        tiles.append(
            {
                "part": "tile-broken",
                "tile": tile,
                "guess": self.guess(),
                "label": label,
                "tip": f"Broken roof tile\nCosts {self.facts.cost} silver. {told} {left}",
            }
        )


LOOK = BrokenRoofsLook

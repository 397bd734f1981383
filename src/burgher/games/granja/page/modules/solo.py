"""The solo game: the neutral player's place in turn order; its markers are drawn with all others."""

from __future__ import annotations

from burgher.games.granja.market import NEUTRAL
from burgher.games.granja.page.modules import Look
from burgher.games.granja.page.words import Drawn


class SoloLook(Look):
    """The neutral player is named as one of the others, before or after the player."""

    title = "Solo"
    symbol = "stall"
    brings = False

    def order(self, order: list[Drawn]) -> None:
        place = 0 if self.seen["neutral is first"] else len(order)
        order.insert(place, {"seat": NEUTRAL, "name": self.drawing.name_of(NEUTRAL), "to_move": False})


LOOK = SoloLook

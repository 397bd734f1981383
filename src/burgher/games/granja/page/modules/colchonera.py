"""Colchonera: the board with its four rows, and what else a trade commodity becomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgher.games.granja.naming import gains, several
from burgher.games.granja.page import words
from burgher.games.granja.page.modules import Look, cost
from burgher.games.granja.page.words import Drawn


class ColchoneraLook(Look):
    """One thing to touch: what is delivered says to which row."""

    title = "Colchonera"
    symbol = "mattress"
    final = ("Colchonera",)

    def board(self) -> Drawn:
        *fewer, most = self.facts.final
        told = ", ".join(map(str, (*fewer, most)))
        return {
            "part": "colchonera",
            "rows": [self.row(n) for n in range(len(self.facts.rows))],
            "final": [str(points) for points in self.facts.final],
            "more": self.facts.more,
            "changed": self.drawing.others_moved("colchonera"),
            "label": "Colchonera board: deliver to it, as far as you are on the siesta track",
            "tip": "Colchonera board\nA delivery may go here instead, to a row that your place on the siesta"
            f" track opens.\nAt the end of the game 1, 2, 3 markers bring {told} points, each more"
            f" {self.facts.more}.",
        }

    def row(self, n: int) -> Drawn:
        """A row: what it asks for and brings, and whose markers are there."""
        row, drawing = self.facts.rows[n], self.drawing
        reached = drawing.components.siesta[drawing.view["players"][drawing.centre]["siesta"]] >= row.points
        where = (
            f"from {several(row.points, 'point')} of the siesta track on" if row.points else "anywhere, once"
        )
        brings = "nothing at once" if row.reward.is_empty else gains(row.reward)
        names = " or ".join(words.NAMES.get(kind, kind) for kind in row.deliver)
        return {
            "points": row.points,
            "deliver": list(row.deliver),
            "reward": words.symbols(row.reward),
            "reached": reached,
            "markers": [
                {"seat": seat, "count": count} for seat, count in enumerate(self.seen["markers"][n]) if count
            ],
            "once": row.once,
            "tip": f"{names.capitalize()}, for {brings}\n{where.capitalize()}.",
        }

    def trades(self) -> list[Drawn]:
        return [
            {
                "part": "trade-siesta",
                "name": gains(self.facts.trade),
                "symbols": words.symbols(self.facts.trade),
            }
        ]

    def cost(self, action: Mapping[str, Any]) -> Drawn | None:
        if action["words"] != "deliver silver colchonera":
            return None
        price = 1 + (self.drawing.components.delivery_price if self.drawing.is_purchasing else 0)
        return cost("silver", price, f"{price} silver")


LOOK = ColchoneraLook

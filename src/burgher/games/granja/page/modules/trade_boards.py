"""Trade Boards: everybody's board, and the modifier markers on the farms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgher.games.granja.naming import several
from burgher.games.granja.page import words
from burgher.games.granja.page.modules import Look, cost, token
from burgher.games.granja.page.words import Drawn


class TradeBoardsLook(Look):
    """A row for each board; one's own comes last, for one cannot deliver to it."""

    title = "Trade Boards"
    symbol = "board"
    aside = ("modifier ",)

    def board(self) -> Drawn:
        centre = self.drawing.centre
        seats = [(centre + n) % self.drawing.seats for n in range(1, self.drawing.seats + 1)]
        return {
            "boards": [self.of(seat) for seat in seats],
            "traded": self.seen["players"][centre]["traded"],
        }

    def of(self, seat: int) -> Drawn:
        """A seat's board."""
        drawing, shown = self.drawing, self.seen["players"][seat]
        goods = self.facts.boards[shown["board"] - 1].goods
        filled = sum(trader is not None for trader in shown["traders"])
        part, name = f"board-{seat + 1}", drawing.names[seat]
        mine = seat == drawing.centre and drawing.owns
        next_ = "full"
        if filled < len(goods):
            wanted = " or ".join(words.NAMES[kind] for kind in goods[filled])
            next_ = f"{wanted} for {several(self.facts.points[filled], 'point')}"
        told = "Others deliver" if mine else "Once a round a delivery may go"
        return {
            "part": part,
            "seat": seat,
            "mine": mine,
            "places": [
                {
                    "goods": list(kinds),
                    "points": self.facts.points[n],
                    "trader": shown["traders"][n],
                    "next": n == filled,
                    "at": f"{part}-{n}",
                }
                for n, kinds in enumerate(goods)
            ],
            "changed": drawing.others_moved(part),
            "label": f"{name}’s trade board, next: {next_}",
            "tip": f"{name}’s trade board\nNext: {next_}. {told} here, to the left-most place that is free;"
            " the owner gets the modifier marker from it.",
        }

    def tokens(self, seat: int) -> list[Drawn]:
        count = self.seen["players"][seat]["modifiers"]
        change = f"a die changed by {self.facts.shift}"
        return [
            token(
                "modifier",
                several(count, "modifier marker"),
                f"Each is {self.facts.silver} silver, or {change} (II).",
                part="modifier",
                count=count,
                used=not count,
                choices=[
                    {
                        "part": "silver",
                        "symbol": "silver",
                        "name": str(self.facts.silver),
                        "label": "For silver",
                    },
                    {"part": "dice", "symbol": "shift", "name": "", "label": change.capitalize()},
                ],
            )
        ]

    def cost(self, action: Mapping[str, Any]) -> Drawn | None:
        if not action["words"].startswith("modifier "):
            return None
        return cost("modifier", 1, "1 modifier marker")


LOOK = TradeBoardsLook

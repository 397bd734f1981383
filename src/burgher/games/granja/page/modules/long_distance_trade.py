"""Long Distance Trade: the board with its journeys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgher.games.granja.components import Effect
from burgher.games.granja.naming import gains, several
from burgher.games.granja.page import words
from burgher.games.granja.page.modules import Look, cost
from burgher.games.granja.page.words import Drawn


class LongDistanceTradeLook(Look):
    """Three resources for each journey, its reward, and what is worth something at the end."""

    title = "Long Distance Trade"
    short = "Long trade"
    symbol = "journey"
    final = ("long distance trade at the end",)

    def board(self) -> Drawn:
        return {"journeys": [self.journey(shown) for shown in self.seen["journeys"]]}

    def journey(self, shown: Mapping[str, Any]) -> Drawn:
        """A space of the board."""
        seat, goods = shown["seat"], words.listed(shown["goods"])
        reward = Effect(gain=shown["gain"])
        part = f"journey-{shown['number']}"
        whose = "free" if seat is None else f"{self.drawing.names[seat]}’s"
        good, worth = words.NAMES[shown["good"]], several(shown["points"], "point")
        return {
            "part": part,
            "goods": shown["goods"],
            "gain": words.symbols(reward),
            "good": shown["good"],
            "points": shown["points"],
            "seat": seat,
            "changed": self.drawing.others_moved(part),
            "label": f"Journey {shown['number']}: {goods} for {gains(reward)}; {whose}",
            "tip": f"Journey {shown['number']}, {whose}\n{goods.capitalize()} for {gains(reward)}, when a"
            f" round has been scored (IV).\nAt the end its owner may discard 1 {good} for {worth}.",
        }

    def cost(self, action: Mapping[str, Any]) -> Drawn | None:
        if not action["words"].startswith("journey "):
            return None
        goods = self.seen["journeys"][int(action["words"].split()[1]) - 1]["goods"]
        return cost("any-good", len(goods), words.listed(goods))

    def thing(self, part: str) -> Drawn | None:
        return {"symbol": "journey", "name": part[8:]} if part.startswith("journey-") else None


LOOK = LongDistanceTradeLook

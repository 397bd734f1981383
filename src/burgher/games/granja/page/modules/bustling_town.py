"""Bustling Town: other revenue spaces, buildings for sale, and those that stand in the market."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import hypot
from typing import Any

from burgher.games.granja.components import TRADES
from burgher.games.granja.components.modules.things import TownBuilding
from burgher.games.granja.modules.bustling_town import POINTS
from burgher.games.granja.naming import listed
from burgher.games.granja.page import words
from burgher.games.granja.page.market import HEX, MARKET_SIZE, stall_at
from burgher.games.granja.page.modules import Look, cost
from burgher.games.granja.page.words import Drawn

MODES: Mapping[str, tuple[str, str]] = {
    "presence": ("presence", "For everybody with a marker beside it."),
    "domination": ("crown", "Only for who has the most markers beside it."),
}
"""For whom a building works: a drawing, and a sentence."""


def point_at(point: int) -> tuple[float, float]:
    """Where stall places meet in the drawing of the market; points are counted from 1."""
    places = [stall_at(space) for space in POINTS[point - 1]]
    x, y = (sum(numbers) / len(places) for numbers in zip(*places, strict=True))
    if len(places) == 3:
        return x, y
    # Two places and the outer edge: the end of the side between them that is further out.
    (ax, ay), (bx, by) = places
    apart, half = hypot(bx - ax, by - ay), HEX[1] / 2
    dx, dy = -(by - ay) / apart * half, (bx - ax) / apart * half
    ends = [(x + dx, y + dy), (x - dx, y - dy)]
    return max(ends, key=lambda end: hypot(end[0] - MARKET_SIZE[0] / 2, end[1] - MARKET_SIZE[1] / 2))


class BustlingTownLook(Look):
    """Cards of the display; a building in the market has its card in a craft building."""

    title = "Bustling Town"
    short = "Town"
    symbol = "town"
    buttons = ("option-1", "option-2", "option-3", "accept")
    deeds = (
        ("build", "Build", "town"),
        ("visit", "Use", "town"),
        ("house", "Its card goes to", "craft"),
        ("fill", "Fill", "den"),
        ("convert", "It becomes", "trade"),
    )

    def card(self, number: int) -> Drawn:
        """A building card."""
        building: TownBuilding = self.facts.buildings[number - 1]
        symbol, who = MODES[building.mode]
        return {
            "part": f"town-{number}",
            "name": building.name,
            "symbols": words.symbols(building.effect),
            "mode": symbol,
            "text": building.text,
            "label": f"{building.name}, {building.mode}: {building.text}",
            "tip": f"{building.name} ({building.mode})\n{building.text} {who}\nWhen it is built or used, and"
            " at the beginning of each scoring phase (II, IV).",
        }

    def board(self) -> Drawn:
        being_built = self.seen["building"]
        return {
            "cards": [self.card(number) for number in self.seen["display"]],
            "building": self.card(being_built) if being_built else None,
            "deck": self.seen["deck"],
        }

    def space(self, space: Drawn) -> None:
        side = 6 if self.name.endswith("-b") else 0
        tile = self.facts.spaces[side + space["number"] - 1]
        space["text"] = tile.text
        space["options"] = [
            [symbol for effect in option for symbol in words.symbols(effect)] for option in tile.options
        ]
        space["guess"] = self.guess() if space["number"] == len(self.drawing.components.spaces) else None

    def building(self, building: Drawn) -> None:
        building["part"] = f"building-{building['number']}"
        for shown in self.seen["built"]:
            if shown["craft"] == building["number"]:
                building["town"] = self.card(shown["building"])

    def points(self) -> list[Drawn]:
        built = {shown["point"]: shown["building"] for shown in self.seen["built"]}
        if self.seen["at"]:
            built[self.seen["at"]] = self.seen["building"]
        found = []
        for name, stalls in self.seen["points"].items():
            point = int(name)
            x, y = point_at(point)
            told = f"Between stalls {listed(stalls)}"
            number = built.get(point, 0)
            card = self.card(number) if number else None
            found.append(
                {
                    "part": f"point-{point}",
                    "x": round(x, 1),
                    "y": round(y, 1),
                    "building": number,
                    "label": f"{card['name']}, {told.lower()}" if card else told,
                    "tip": f"{card['tip']}\n{told}." if card else f"{told}\nA building may stand here.",
                }
            )
        return found

    def cost(self, action: Mapping[str, Any]) -> Drawn | None:
        if action["words"] == "accept" and (paid := re.search(r"Pay (\d+) silver", action["sentence"])):
            return cost("silver", int(paid[1]), f"{paid[1]} silver")
        if action["words"].startswith("convert "):
            return cost("trade", 1, "1 trade commodity")
        return None

    def thing(self, part: str) -> Drawn | None:
        kind, _, which = part.partition("-")
        if kind == "town":
            return {"symbol": "town", "name": self.facts.buildings[int(which) - 1].name}
        if kind == "building":
            return {"symbol": "craft", "name": self.drawing.components.buildings[int(which) - 1].name}
        if kind == "trade" and which in TRADES:
            return {"symbol": "", "name": words.TRADE_NAMES[which]}
        return None


LOOK = BustlingTownLook

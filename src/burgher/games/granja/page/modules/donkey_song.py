"""Donkey Song: the display of coloured donkey tiles, and those that somebody has bought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgher.games.granja.components import DONKEYS
from burgher.games.granja.components.modules.things import SongTile
from burgher.games.granja.page.modules import Look, cost
from burgher.games.granja.page.words import Drawn

PLAIN = len(DONKEYS)
"""Coloured tiles are counted after those that everybody has."""


class DonkeySongLook(Look):
    """The display, a row for each colour from the top; bought tiles lie with the other donkey tiles."""

    title = "Donkey Song"
    short = "Song"
    symbol = "song"
    buttons = ("more-hats",)

    def tile(self, number: int) -> SongTile:
        """A tile by its number."""
        tile: SongTile = self.facts.tiles[number - 1]
        return tile

    def text(self, number: int) -> str:
        """What is on a tile, in words."""
        return str(self.seen["tiles"][number - 1]["text"])

    def symbols(self, number: int) -> list[Drawn]:
        """What is on a tile, in drawings."""
        tile = self.tile(number)
        found = [
            ("different" if tile.different else "cart", tile.free),
            ("points", tile.bonus),
            ("hat", tile.hats),
            ("upgrade", tile.upgrades),
            ("card", int(tile.card)),
            ("silver", tile.silver),
            ("delivery", tile.purchased),
            ("more-hats", tile.more_hats),
        ]
        return [{"symbol": symbol, "count": count} for symbol, count in found if count]

    def board(self) -> Drawn:
        areas = list(zip(self.facts.colours, self.facts.points, strict=True))
        return {
            "areas": [
                {
                    "colour": colour,
                    "points": points,
                    "tiles": [
                        self.for_sale(tile.number) for tile in self.facts.tiles if tile.colour == colour
                    ],
                }
                for colour, points in reversed(areas)
            ],
            "price": self.facts.price,
        }

    def for_sale(self, number: int) -> Drawn:
        """A tile of the display, or its empty place."""
        there, text = number in self.seen["display"], self.text(number)
        colour = self.tile(number).colour
        state = "" if there else "\nIt is bought."
        return {
            "part": f"song-{number}",
            "number": number,
            "there": there,
            "symbols": self.symbols(number),
            "label": f"{colour.capitalize()} donkey tile: {text}" + ("" if there else ", bought"),
            "tip": f"{colour.capitalize()} donkey tile\n{text[0].upper()}{text[1:]}. For"
            f" {self.facts.price} silver when the siesta track is scored, used once (III, IV).{state}",
        }

    def farm(self, seat: int, player: Drawn) -> None:
        shown = self.drawing.view["players"][seat]
        chosen = shown["donkey"]
        numbers = set(self.seen["owned"][seat])
        if chosen is not None and chosen > PLAIN:
            numbers.add(chosen - PLAIN)
        for number in sorted(numbers):
            text, colour = self.text(number), self.tile(number).colour
            state = "chosen" if chosen == PLAIN + number else ""
            player["donkeys"].append(
                {
                    "part": f"donkey-song-{number}",
                    "short": "♪",
                    "style": "song-tile",
                    "tint": f"song-{colour}",
                    "symbols": self.symbols(number),
                    "state": state,
                    "label": f"{colour.capitalize()} donkey tile: {text}" + (f", {state}" if state else ""),
                    "tip": f"{colour.capitalize()} donkey tile\n{text[0].upper()}{text[1:]}, once (III).",
                }
            )

    def cost(self, action: Mapping[str, Any]) -> Drawn | None:
        if action["words"].startswith("take song"):
            return cost("silver", self.facts.price, f"{self.facts.price} silver")
        if action["words"].startswith("more hats"):
            chosen = self.drawing.view["players"][self.drawing.centre]["donkey"]
            price = self.tile(chosen - PLAIN).more_price
            return cost("silver", price, f"{price} silver")
        return None

    def thing(self, part: str) -> Drawn | None:
        return {"symbol": "donkey", "name": part.rpartition("-")[2]} if "song-" in part else None


LOOK = DonkeySongLook

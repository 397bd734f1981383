"""Grand Markers: in the supply, over two demands, and in the market."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgher.games.granja.naming import several
from burgher.games.granja.page.modules import Look, cost, piece, token
from burgher.games.granja.page.words import Drawn

PAIRS = ("1–2", "2–3", "3–4", "4–5")
"""Two demands beside each other, by the first of them."""


class GrandMarkersLook(Look):
    """They are drawn where they lie, with a crown."""

    title = "Grand Markers"
    symbol = "crown"
    buttons = ("grand-marker", "plain-marker", *(f"instant-{building}" for building in range(1, 7)))

    def tokens(self, seat: int) -> list[Drawn]:
        count = self.seen["supply"][seat]
        pairs = [
            {"part": f"pair-{n}", "symbol": "", "name": pair, "label": f"Over demands {pair}"}
            for n, pair in enumerate(PAIRS, start=1)
        ]
        return [
            token(
                "crown",
                several(count, "grand marker"),
                "Over two demands beside each other, with two deliveries of one step (III)."
                f" In the market it scores {self.facts.market} and gives way only to another one.",
                part="grand",
                count=count,
                used=not count,
                seat=seat,
                on_marker=True,
                choices=pairs,
            )
        ]

    def pieces(self, part: str, seat: int | None = None) -> list[Drawn]:
        """On a Betwixt card; elsewhere they cover demands that have their own drawing."""
        kind, _, place = part.partition("-")
        owner = self.seen["cards"][int(place) - 1] if kind == "betwixt" else None
        if owner is None or seat not in (None, owner):
            return []
        return [piece("crown", owner, part, on_marker=True)]

    def farm(self, seat: int, player: Drawn) -> None:
        for slot, first in enumerate(self.seen["barrows"][seat][: len(player["barrows"])]):
            if first and player["barrows"][slot]["card"]:
                _cover(player["barrows"][slot]["goods"], first)

    def building(self, building: Drawn) -> None:
        on = self.seen["crafts"][building["number"] - 1]
        for row in building["rows"] if on else ():
            if row["owner"] == on["seat"]:
                _cover(row["goods"], on["pair"])

    def stall(self, place: Drawn) -> None:
        if place["part"].removeprefix("stall-") in self.seen["stalls"]:
            place["cover"] = "crown"
            place["label"] += ", with a grand marker"
            place["tip"] += (
                f"\nA grand marker: {self.facts.market} points, and only another one drives it away."
            )

    def cost(self, action: Mapping[str, Any]) -> Drawn | None:
        if action["parts"][0] != "grand" or not self.drawing.is_purchasing:
            return None
        price = 2 * self.drawing.components.delivery_price
        return cost("silver", price, f"{price} silver")


def _cover(goods: list[Drawn], first: int) -> None:
    """Put a grand marker over two demands."""
    for n in (first - 1, first):
        goods[n]["cover"] = "crown"


LOOK = GrandMarkersLook

"""Hired Hands: workers at home and where they were sent, and the other donkey tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgher.games.granja.naming import several
from burgher.games.granja.page.modules import Look, cost, piece, token
from burgher.games.granja.page.words import Drawn

_VERBS = (("work", "Deliver with a worker"), ("lie-down", "Lie down"), ("recall", "Call back"))
"""What workers do besides being sent."""


class HiredHandsLook(Look):
    """Workers are drawn where they are, in their player's colour."""

    title = "Hired Hands"
    symbol = "worker"
    buttons = ("keep-marker",)

    def tokens(self, seat: int) -> list[Drawn]:
        count = self.seen["home"][seat]
        return [
            token(
                "worker",
                f"{several(count, 'worker')} at home",
                "With a die that is drafted one may be sent to a place of its value (II): to guard a stall,"
                " to bring a delivery more, or to open a craft building (III).",
                part="worker",
                count=count,
                used=not count,
                seat=seat,
                choices=[
                    {"part": part, "symbol": "worker", "name": name, "label": name} for part, name in _VERBS
                ],
            )
        ]

    def pieces(self, part: str, seat: int | None = None) -> list[Drawn]:
        return [
            piece("worker", one["seat"], part, lying=one["lying"])
            for one in self.seen["workers"]
            if one["at"] == part and seat in (None, one["seat"])
        ]

    def farm(self, seat: int, player: Drawn) -> None:
        """One of the donkey tiles is another."""
        tile = self.seen["donkey tile"]
        drawn = player["donkeys"][tile["replaces"] - 1]
        donkeys, hats = tile["donkeys"], tile["hats"]
        told = f"{several(donkeys, 'donkey') if donkeys else 'no donkey'}, {several(hats, 'hat')}"
        drawn |= {
            "part": f"donkey-{donkeys}",
            "donkeys": donkeys,
            "hats": hats,
            "label": f"Donkey tile: {told}" + (f", {drawn['state']}" if drawn["state"] else ""),
            "tip": f"{told.capitalize()}\n{drawn['tip'].partition(chr(10))[2]}",
        }

    def building(self, building: Drawn) -> None:
        building["part"] = f"building-{building['number']}"

    def cost(self, action: Mapping[str, Any]) -> Drawn | None:
        sends = action["words"].startswith("worker ")
        if not sends or f"for {self.facts.any_value} silver" not in action["sentence"]:
            return None
        return cost("silver", self.facts.any_value, f"{self.facts.any_value} silver")

    def thing(self, part: str) -> Drawn | None:
        kind, _, which = part.partition("-")
        if kind == "donkey" and which == str(self.seen["donkey tile"]["donkeys"]):
            return {"symbol": "hat", "name": str(self.seen["donkey tile"]["hats"])}
        return None


LOOK = HiredHandsLook

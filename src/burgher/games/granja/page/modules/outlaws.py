"""Outlaws: a penalty under each revenue space, for who takes a gray die."""

from __future__ import annotations

from burgher.games.granja.naming import listed
from burgher.games.granja.page import words
from burgher.games.granja.page.modules.gray_dice import GrayDiceLook
from burgher.games.granja.page.words import Drawn

_PAID = {"any-harvest": "harvest", "loaded": "swap"}
"""The drawings of what outlaws want, where they have another name."""
_TOLD = {
    "card": "a card",
    "any-harvest": "a harvest good",
    "siesta": "a step back",
    "loaded": "a good that is loaded",
}
"""What outlaws want, where it is not so much of something."""


class OutlawsLook(GrayDiceLook):
    """The harder side of the boards."""

    title = "Outlaws"
    symbol = "outlaw"
    aside = ("ransom ",)
    deeds = (("outlaw", "Give the outlaw", "outlaw"),)
    answers = ("penalty-1", "penalty-2")
    person = "Outlaw"

    def part(self, number: int) -> str:
        return f"outlaw-{number}"

    def symbols(self, number: int) -> list[Drawn]:
        """What can be paid, one way after the other."""
        return [
            {"symbol": _PAID.get(what, what), "count": count}
            for way in self.facts.penalties[number - 1].pay
            for what, count in way.items()
        ]

    def text(self, number: int) -> str:
        return str(self.facts.penalties[number - 1].text)

    def told(self, number: int) -> str:
        return (
            f"With a gray die, unless your marker is here: {self.text(number)} Or lose a point."
            f" {self.facts.markers} neighbouring markers become a trade commodity."
        )

    def building(self, building: Drawn) -> None:
        """A good may be taken off a craft row."""
        building["row_part"] = f"craft-{building['number']}"

    def anytime(self) -> list[Drawn]:
        count = self.facts.markers
        return [
            {
                "part": "ransom",
                "name": "Ransom",
                "symbol": "outlaw",
                "tip": f"Ransom\n{count} neighbouring markers of yours here become a trade commodity.",
            }
        ]

    def thing(self, part: str) -> Drawn | None:
        kind, _, which = part.partition("-")
        if kind == "penalty":
            space = self.drawing.view["questions"][-1][1] & 7
            way = self.facts.penalties[space].pay[int(which) - 1]
            wanted = [
                _TOLD.get(what, f"{count} {words.NAMES.get(what, what)}") for what, count in way.items()
            ]
            return {"symbol": _PAID.get(what := next(iter(way)), what), "name": listed(wanted)}
        if kind == "craft":
            return {"symbol": "craft", "name": self.drawing.components.buildings[int(which) - 1].name}
        if kind == "barrow":
            return {"symbol": "cart", "name": which}
        return super().thing(part)


LOOK = OutlawsLook

"""Outlaws: a penalty under each revenue space, for who takes a gray die."""

from __future__ import annotations

from burgher.games.granja.page.modules.gray_dice import GrayDiceLook
from burgher.games.granja.page.words import Drawn

_PAID = {"any-harvest": "harvest", "loaded": "swap"}
"""The drawings of what outlaws want, where they have another name."""


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
            return {"symbol": "outlaw", "name": "what it wants" if which == "1" else "the other"}
        if kind == "craft":
            return {"symbol": "craft", "name": self.drawing.box.buildings[int(which) - 1].name}
        if kind == "barrow":
            return {"symbol": "cart", "name": which}
        return super().thing(part)


LOOK = OutlawsLook

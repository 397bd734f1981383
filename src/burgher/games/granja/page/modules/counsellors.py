"""Counsellors: a reward under each revenue space, for who takes a gray die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgher.games.granja.naming import several
from burgher.games.granja.page import words
from burgher.games.granja.page.modules import cost
from burgher.games.granja.page.modules.gray_dice import GrayDiceLook
from burgher.games.granja.page.words import Drawn


class CounsellorsLook(GrayDiceLook):
    """The easier side of the boards."""

    title = "Counsellors"
    symbol = "counsellor"
    buttons = ("revenue",)
    deeds = (("counsellor", "Buy the reward", "counsellor"),)
    person = "Counsellor"

    def symbols(self, number: int) -> list[Drawn]:
        return words.symbols(self.facts.rewards[number - 1].effect)

    def text(self, number: int) -> str:
        return str(self.facts.rewards[number - 1].text)

    def told(self, number: int) -> str:
        price = f"{self.facts.silver} silver or {several(self.facts.points, 'point')}"
        return f"With a gray die, once a round for {price}: {self.text(number)}"

    def cost(self, action: Mapping[str, Any]) -> Drawn | None:
        match action["words"]:
            case "counsel for silver":
                return cost("silver", self.facts.silver, f"{self.facts.silver} silver")
            case "counsel for points":
                return cost("points", self.facts.points, several(self.facts.points, "point"))
        return None


LOOK = CounsellorsLook

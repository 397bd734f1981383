"""The gray dice of Counsellors and Outlaws, and a board with a cell under each revenue space."""

from __future__ import annotations

from burgher.games.granja.page.modules import Look
from burgher.games.granja.page.words import Drawn


class GrayDiceLook(Look):
    """What both sides of the boards have in common."""

    def space(self, space: Drawn) -> None:
        number = space["number"]
        gray = self.seen["gray"][number - 1]
        space["dice"] -= gray
        if gray:
            space["more_dice"].append(
                {
                    "part": f"gray-{number}",
                    "colour": "gray",
                    "count": gray,
                    "label": f"Gray dice showing {number}: {gray}",
                    "tip": f"Gray dice showing {number}: {gray}\n{self.told(number)}",
                }
            )
        marked = [seat for seat, numbers in enumerate(self.seen["marked"]) if number in numbers]
        names = [self.drawing.names[seat] for seat in marked]
        state = f" Markers: {', '.join(names)}." if names else ""
        space["cell"] = {
            "part": self.part(number),
            "symbol": self.symbol,
            "symbols": self.symbols(number),
            "marked": marked,
            "label": f"{self.person} {number}: {self.text(number)}{state}",
            "tip": f"{self.person} {number}\n{self.told(number)}{state}",
            "guess": self.guess() if number == len(self.seen["gray"]) else None,
        }

    person = ""

    def part(self, number: int) -> str:
        """The part of the cell of a number; empty if there is none to touch."""
        return ""

    def symbols(self, number: int) -> list[Drawn]:
        """What is on the cell of a number."""
        raise NotImplementedError

    def text(self, number: int) -> str:
        """What the board says for a number."""
        raise NotImplementedError

    def told(self, number: int) -> str:
        """What comes with a gray die of a number, as a sentence."""
        raise NotImplementedError

    def thing(self, part: str) -> Drawn | None:
        kind, _, which = part.partition("-")
        return {"symbol": f"die-{which}", "name": "gray"} if kind == "gray" else None

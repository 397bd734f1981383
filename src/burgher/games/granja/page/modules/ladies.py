"""Ladies of La Granja: those to choose from, and everybody's lady with what she can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgher.games.granja.components.modules.things import Lady
from burgher.games.granja.naming import several
from burgher.games.granja.page import words
from burgher.games.granja.page.modules import Look, cost, token
from burgher.games.granja.page.words import Drawn

_CHOICES: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "fourth helper": (("silver", "silver", "Silver"), ("delivery", "cart", "Delivery")),
}
"""What can be touched beside a lady, where her ability is one of several."""


class LadiesLook(Look):
    """The cards; one's own lady lies on the farm, and Ana's die with the others."""

    title = "Ladies of La Granja"
    short = "Ladies"
    symbol = "lady"
    aside = ("green ", "lady silver", "lady delivery", "lady point", "lady upgrade")

    def lady(self, number: int) -> Lady:
        """A lady by the number on her card."""
        lady: Lady = self.facts.cards[number - 1]
        return lady

    def card(self, number: int, seat: int | None = None) -> Drawn:
        """A card, and whose it is."""
        lady = self.lady(number)
        whose = "" if seat is None else f", {self.drawing.names[seat]}’s"
        guess = "\n≈ Her name is ours." if words.is_guess(lady.confidence) else ""
        return {
            "part": f"lady-{number}",
            "seat": seat,
            "name": lady.name,
            "text": lady.text,
            "guess": words.is_guess(lady.confidence),
            "label": f"{lady.name}{whose}: {lady.text}",
            "tip": f"{lady.name}{whose}\n{lady.text}{guess}",
        }

    def board(self) -> Drawn:
        mine = self.drawing.centre
        seats = [mine, *(seat for seat in range(self.drawing.seats) if seat != mine)]
        return {
            "choice": [self.card(number) for number in self.seen["choice"]],
            "chosen": [
                self.card(self.seen["ladies"][seat], seat) for seat in seats if self.seen["ladies"][seat]
            ],
        }

    def tokens(self, seat: int) -> list[Drawn]:
        number = self.seen["ladies"][seat]
        if not number:
            return []
        lady, used = self.lady(number), self.seen["exhausted"][seat]
        return [
            token(
                "lady",
                f"{lady.name}{', used this round' if used else ''}",
                lady.text,
                part="lady",
                name=lady.name,
                used=used,
                choices=[
                    {"part": part, "symbol": symbol, "name": name, "label": name}
                    for part, symbol, name in _CHOICES.get(lady.ability, ())
                ],
            )
        ]

    def space(self, space: Drawn) -> None:
        """Ana's green die."""
        if self.seen["green"] == space["number"]:
            ana = next(lady.number for lady in self.facts.cards if lady.ability == "green die")
            whose = self.drawing.names[self.seen["ladies"].index(ana)]
            label = f"The green die, showing {space['number']}"
            space["more_dice"].append(
                {
                    "part": f"green-{space['number']}",
                    "colour": "green",
                    "count": 1,
                    "label": label,
                    "tip": f"{label}\n{whose}’s, for one more action in the revenue phase.",
                }
            )

    def farm(self, seat: int, player: Drawn) -> None:
        """Room for a fourth helper; two more roof places."""
        number = self.seen["ladies"][seat]
        ability = self.lady(number).ability if number else ""
        if ability == "fourth helper" and len(player["helpers"]) < 4:
            player["helpers"].append(None)
        if ability == "roofs":
            roofs = len(self.drawing.view["players"][seat]["roofs"])
            player["roofs"] += [
                self.drawing.roof_place(seat, place) for place in range(len(player["roofs"]), roofs)
            ]

    def cost(self, action: Mapping[str, Any]) -> Drawn | None:
        if action["words"] != "lady point":
            return None
        points = self.lady(self.seen["ladies"][self.drawing.centre]).points
        return cost("points", points, several(points, "point"))

    def thing(self, part: str) -> Drawn | None:
        kind, _, which = part.partition("-")
        if kind == "green":
            return {"symbol": f"die-{which}", "name": "green"}
        if part in ("lady", "delivery"):
            return {"symbol": "lady" if part == "lady" else "cart", "name": part}
        return None


LOOK = LadiesLook

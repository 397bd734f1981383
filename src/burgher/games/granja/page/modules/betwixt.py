"""Betwixt: the cards between neighbours, each seen from one's own end where one is beside it."""

from __future__ import annotations

from typing import Any

from burgher.games.granja.components import Effect
from burgher.games.granja.naming import gains
from burgher.games.granja.page import words
from burgher.games.granja.page.modules import Look
from burgher.games.granja.page.words import Drawn


class BetwixtLook(Look):
    """A row for each card; those beside the viewer come first."""

    title = "Betwixt"
    symbol = "betwixt"
    aside = ("claim ",)

    def board(self) -> Drawn:
        cards = [self.card(place, shown) for place, shown in enumerate(self.seen["cards"]) if shown]
        return {
            "cards": sorted(cards, key=lambda card: not card["mine"]),
            "empty": "All cards are completed.",
        }

    def card(self, place: int, shown: dict[str, Any]) -> Drawn:
        """A card: its goods from the viewer's end, with the marker of who delivered them."""
        drawing, seats, goods = self.drawing, list(shown["seats"]), list(shown["goods"])
        by = [None] * len(goods)
        by[: shown["near"]] = [seats[0]] * shown["near"]
        by[len(goods) - shown["far"] :] = [seats[1]] * shown["far"]
        if drawing.owns and drawing.centre == seats[1]:
            seats, goods, by = seats[::-1], goods[::-1], by[::-1]
        names = [drawing.names[seat] for seat in seats]
        rewards = [Effect(gain=shown[which]) for which in ("first", "second")]
        keeper = shown["waiting"]
        state = f"{shown['near'] + shown['far']} of {len(goods)} delivered"
        if keeper is not None:
            state = f"kept by {drawing.names[keeper]}, who has its second reward in the next turn"
        part = f"betwixt-{place + 1}"
        asked = words.listed(goods)
        return {
            "part": part,
            "seats": seats,
            "goods": [
                {"kind": kind, "seat": seat, "at": f"{part}-{n}"}
                for n, (kind, seat) in enumerate(zip(goods, by, strict=True))
            ],
            "first": words.symbols(rewards[0]),
            "second": words.symbols(rewards[1]),
            "keeper": keeper,
            "mine": drawing.owns and drawing.centre in seats,
            "can_claim": drawing.owns and keeper == drawing.centre,
            "pieces": drawing.pieces(part),
            "changed": drawing.others_moved(part),
            "label": f"Card betwixt {names[0]} and {names[1]}: {asked}; {state}",
            "tip": f"Betwixt card {shown['card']}, between {names[0]} and {names[1]}\n"
            f"{asked.capitalize()}: each delivers from their own end. {state.capitalize()}.\n"
            f"With seven goods: {gains(rewards[0])} for who gave most, {gains(rewards[1])} for the other.",
        }

    def anytime(self) -> list[Drawn]:
        return [
            {
                "part": "claim",
                "name": "Second reward",
                "symbol": "betwixt",
                "tip": "Take a second reward\nOf a Betwixt card that you keep.",
            }
        ]

    def thing(self, part: str) -> Drawn | None:
        return {"symbol": "betwixt", "name": part[-1]} if part.startswith("betwixt-") else None


LOOK = BetwixtLook

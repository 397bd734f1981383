"""Betwixt: cards that lie between two neighbours, who fill them from both ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from burgher.games.granja.components import Effect
from burgher.games.granja.modules import betwixt as rules
from burgher.games.granja.modules.betwixt import (
    CLAIM,
    DELIVER,
    DELIVERED,
    KEPT,
    LAID_OUT,
    LENGTH,
    WON,
)
from burgher.games.granja.naming import gains, one
from burgher.games.granja.refusing import delivers_now
from burgher.games.granja.wording.modules.base import ModuleWording, no_delivery
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of, set_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


class Betwixt(ModuleWording[rules.Betwixt]):
    """The cards between the players."""

    verbs = (DELIVER, CLAIM)

    def is_aside(self, verb: int) -> bool:
        return verb == CLAIM

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        if verb == CLAIM:
            card = components.modules.betwixt.cards[self.module.card[thing] - 1]
            return f"Take the second reward of Betwixt card {card.number}: {gains(Effect(gain=card.second))}"
        place = thing >> 3
        filled = self.module.near[place] + self.module.far[place] + 1
        full = ", which completes it" if filled == LENGTH else f", good {filled} of {LENGTH}"
        return f"Deliver {one(thing & 7)} to the card in place {place + 1} betwixt{full}"

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if verb == CLAIM:
            return IllegalAction(
                "no-reward", "You have no second reward of that card to take now", self.title
            )
        place, kind = thing >> 3, thing & 7
        if not self.module.is_beside(state, state.seat, place):
            return IllegalAction("not-beside", f"Place {place + 1} betwixt is not beside you", self.title)
        if not self.module.is_open(place):
            return IllegalAction(
                "no-card", f"In place {place + 1} there is no card to deliver to", self.title
            )
        if not delivers_now(state):
            return no_delivery(self.title)
        wanted = self.module.demand(state, state.seat, place, 0)
        if wanted != kind:
            reason = f"The card in place {place + 1} is filled in order: it wants {one(wanted)} of you next"
            return IllegalAction("wrong-good", reason, self.title)
        if not state.me.has & set_of([kind]):
            return IllegalAction("no-goods", f"You do not have {one(kind)}", self.title)
        return IllegalAction("wrong-good", "Something else is to be delivered now", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        who = names[entry.seat]
        a, b = (*entry.details, 0, 0)[:2]
        if event == LAID_OUT:
            other = names[(entry.seat + 1) % len(names)]
            return f"Between {who} and {other} lies Betwixt card {a + 1}"
        if event == DELIVERED:
            return f"{who} delivers {one(a)} to the card in place {b + 1} betwixt"
        card = components.modules.betwixt.cards[a]
        if event == WON:
            return f"{who} contributed most to Betwixt card {a + 1}: {gains(Effect(gain=card.first))}"
        if event == KEPT:
            return f"{who} keeps Betwixt card {a + 1} until the next turn"
        return f"{who} takes the second reward of Betwixt card {a + 1}: {gains(Effect(gain=card.second))}"

    def source(self, source: int) -> str:
        return "cards betwixt"

    def reason(self, source: int, entry: Entry, components: Components) -> str:
        return f"Betwixt card {(*entry.details, 0)[0] + 1}"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "cards": [
                {
                    "card": self.module.card[place],
                    "near": self.module.near[place],
                    "far": self.module.far[place],
                    "waiting": self.module.waiting[place] - 1 if self.module.waiting[place] else None,
                }
                if self.module.card[place]
                else None
                for place in range(state.seats)
            ],
            "due": [place + 1 for place in members_of(self.module.due)],
        }

    def view(self, state: GranjaData, seat: int | None, components: Components) -> dict[str, Any]:
        data = self.write(state, components)
        for place, shown in enumerate(data["cards"]):
            if shown is not None:
                card = components.modules.betwixt.cards[shown["card"] - 1]
                shown |= {
                    "seats": [place, (place + 1) % state.seats],
                    "goods": list(card.goods),
                    "first": dict(card.first),
                    "second": dict(card.second),
                }
        return data

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        for place, data in enumerate(reader.items("cards", state.seats)):
            if data is not None:
                inner = type(reader)(data, f"{reader.where}: place {place + 1}")
                self.module.card[place] = inner.number("card", 1, 8)
                self.module.near[place] = inner.number("near", 0, LENGTH)
                self.module.far[place] = inner.number("far", 0, LENGTH)
                waiting = inner.optional_number("waiting", 0, state.seats - 1)
                self.module.waiting[place] = 0 if waiting is None else waiting + 1
        self.module.due = set_of([place - 1 for place in reader.numbers("due", 1, state.seats)])

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic in ("betwixt card", "betwixt cards", "claim"):
            return (
                "You may deliver to a card betwixt beside you instead of a barrow or row, in order from your "
                "end. When it has seven goods, who gave most gets the first reward at once, the other the "
                "second in their next turn; who gave all gets both."
            )
        match = re.fullmatch(r"betwixt ([1-4])", topic)
        if match is None or view is None:
            return None
        cards = view["modules"][self.name]["cards"]
        place = int(match[1])
        if place > len(cards) or (shown := cards[place - 1]) is None:
            return f"Place {place} betwixt has no card any more." if place <= len(cards) else None
        one_end, other_end = (f"player {seat + 1}" for seat in shown["seats"])
        return (
            f"Betwixt card {shown['card']} asks for {', '.join(shown['goods'])}: {one_end} delivers from the "
            f"first, {other_end} from the last. First reward: {gains(Effect(gain=shown['first']))}; second: "
            f"{gains(Effect(gain=shown['second']))}.{self.remark(components)}"
        )

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        lines: list[str] = []
        for place, shown in enumerate(view["modules"][self.name]["cards"], start=1):
            if shown is None:
                continue
            first, other = (names[seat] for seat in shown["seats"])
            end = LENGTH - shown["far"]
            goods = " ".join(
                good.upper() if n < shown["near"] or n >= end else good
                for n, good in enumerate(shown["goods"])
            )
            rewards = f"{gains(Effect(gain=shown['first']))} / {gains(Effect(gain=shown['second']))}"
            kept = "" if shown["waiting"] is None else f" – kept by {names[shown['waiting']]}"
            lines.append(f"{place} {first} > {goods} < {other}: {rewards}{kept}")
        return lines


WORDING = Betwixt

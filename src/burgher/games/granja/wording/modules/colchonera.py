"""Colchonera: a board of mattresses to deliver to, by how far one has come on the siesta track."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgher.games.granja.components import KINDS
from burgher.games.granja.deliveries import SILVER_ITSELF, price_of_delivery
from burgher.games.granja.lookups import TRADE_GOOD
from burgher.games.granja.modules import colchonera as rules
from burgher.games.granja.modules.colchonera import (
    DELIVER,
    ROWS,
    TRADE,
    TRADED,
)
from burgher.games.granja.naming import gains, listed, one, several
from burgher.games.granja.refusing import delivers_now
from burgher.games.granja.siesta import points_of
from burgher.games.granja.wording.modules.base import ModuleWording, no_delivery
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


class Colchonera(ModuleWording[rules.Colchonera]):
    """The board with the markers of all players."""

    verbs = (DELIVER, TRADE)

    def is_aside(self, verb: int) -> bool:
        return verb == TRADE

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        if verb == TRADE:
            return f"Give up a trade commodity: {gains(self.module.board.trade)}"
        row = self.module.board.rows[self.module.row_of[thing]]
        brings = f", for {gains(row.reward)}" if not row.reward.is_empty else ""
        price = price_of_delivery(state, thing)
        paid = f" for {price} silver" if price else ""
        return f"Deliver {_what(thing)} to the Colchonera board{paid}{brings}"

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        me = state.me
        if verb == TRADE:
            if not me.goods[TRADE_GOOD]:
                return IllegalAction("no-such-good", "You have no trade commodity", self.title)
            return IllegalAction("of-no-use", "There is nothing to upgrade and no step to take", self.title)
        if not delivers_now(state):
            return no_delivery(self.title)
        row = self.module.row_of[thing]
        if row < 0:
            return IllegalAction("not-asked-for", f"Nobody wants {_what(thing)} here", self.title)
        if points_of(state, state.seat) < self.module.row_points[row]:
            needed = several(self.module.row_points[row], "point")
            return IllegalAction(
                "not-far-enough", f"For that you have to be at {needed} on the siesta track", self.title
            )
        if self.module.row_once[row] and self.module.markers[row * 4 + state.seat]:
            return IllegalAction("only-once", f"You have delivered {_what(thing)} already", self.title)
        if thing == SILVER_ITSELF:
            return IllegalAction("too-little-silver", f"You have {me.silver} silver", self.title)
        if not me.has & 2**thing:
            return IllegalAction("no-such-good", f"You have no {_what(thing)}", self.title)
        return IllegalAction("wrong-good", "Something else is to be delivered now", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        who = names[entry.seat]
        if event == TRADED:
            return f"{who} gives up a trade commodity: {gains(self.module.board.trade)}"
        return f"{who} delivers {_what(entry.details[0])} to the Colchonera board"

    def reason(self, source: int, entry: Entry, components: Components) -> str:
        return f"{several(entry.details[0], 'marker')} on the Colchonera board"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "markers": [
                [self.module.markers[row * 4 + seat] for seat in range(state.seats)] for row in range(ROWS)
            ]
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        for row, counts in enumerate(reader.items("markers", ROWS)):
            inner = type(reader)({"markers": counts}, reader.where)
            for seat, count in enumerate(inner.numbers("markers", 0, 1000, state.seats)):
                self.module.markers[row * 4 + seat] = count

    def summary(self, components: Components) -> str:
        rows = []
        for row in self.module.board.rows:
            asks = listed([_what((*KINDS, "silver").index(kind)) for kind in row.deliver], "or")
            brings = gains(row.reward) if not row.reward.is_empty else "nothing"
            where = f"with {several(row.points, 'siesta point')} or more" if row.points else "once"
            rows.append(f"{asks} for {brings}, {where}")
        some = listed([str(self.module.points(count)) for count in (1, 2, 3)], "or")
        scores = f"Your markers there score {some} points at the end, and {self.module.more} for each more."
        return f"Deliver {'; '.join(rows)}. {scores}"

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic == "trade siesta":
            return f"For a trade commodity: {gains(self.module.board.trade)}."
        return None

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        lines = []
        for row, counts in zip(self.module.board.rows, view["modules"][self.name]["markers"], strict=True):
            asks = listed([_what((*KINDS, "silver").index(kind)) for kind in row.deliver], "or")
            brings = gains(row.reward) if not row.reward.is_empty else "nothing"
            where = f"with {several(row.points, 'siesta point')} or more" if row.points else "anywhere, once"
            there = ", ".join(f"{seat + 1}: {count}" for seat, count in enumerate(counts) if count)
            lines.append(f"{asks} for {brings}, {where}" + (f"   markers {there}" if there else ""))
        some = ", ".join(str(self.module.points(count)) for count in (1, 2, 3))
        scores = f"{some} and {self.module.more} for each more"
        return [*lines, f"markers score {scores}"]


def _what(what: int) -> str:
    return "1 silver" if what == SILVER_ITSELF else one(what)


WORDING = Colchonera

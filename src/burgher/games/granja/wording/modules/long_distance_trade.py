"""Long Distance Trade: three resources for a place on a board, and points for a good at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgher.games.granja.components import KINDS, Effect
from burgher.games.granja.modules import long_distance_trade as rules
from burgher.games.granja.modules.long_distance_trade import (
    JOURNEY,
    REWARD,
    SPACES,
)
from burgher.games.granja.naming import demands, gains, one
from burgher.games.granja.pending import SCORES
from burgher.games.granja.wording.modules.base import ModuleQuestion, ModuleWording
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


class Returning(ModuleQuestion[rules.LongDistanceTrade]):
    """Which set of resources to return for a place on the board."""

    decision = "which resources you return, if any"
    own = (JOURNEY,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which three resources do you return for a place on the Long Distance Trade board?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        space = components.modules.long_distance_trade.spaces[thing]
        return f"Return {demands(space.goods)} for journey {thing + 1}: {gains(Effect(gain=space.gain))}"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Return nothing"


class Arriving(ModuleQuestion[rules.LongDistanceTrade]):
    """Before the final scoring: whether something is still to be done for the goods that markers ask for."""

    decision = "whether you do anything more for your markers"

    def question(self, state: GranjaData, what: int) -> str:
        return "Is there something that you still want to do for your markers of Long Distance Trade?"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Go on to the final scoring"


class LongDistanceTrade(ModuleWording[rules.LongDistanceTrade]):
    """The board with the markers on it."""

    questions = (Returning, Arriving)

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if self.module.owner[thing]:
            return IllegalAction("occupied", f"Journey {thing + 1} has a marker already", self.title)
        if state.step != SCORES:
            return IllegalAction("wrong-phase", "Journeys begin when a round has been scored", self.title)
        return IllegalAction("no-goods", f"You have not all the resources of journey {thing + 1}", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        space = components.modules.long_distance_trade.spaces[(*entry.details, 0)[0]]
        return f"{names[entry.seat]} sends {demands(space.goods)} on journey {space.number}"

    def source(self, source: int) -> str:
        return "long distance trade" if source == REWARD else "long distance trade at the end"

    def reason(self, source: int, entry: Entry, components: Components) -> str:
        if source == REWARD:
            return "long distance trade"
        good = KINDS.index(components.modules.long_distance_trade.spaces[(*entry.details, 0)[0]].good)
        return f"{one(good)} for journey {(*entry.details, 0)[0] + 1}"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "journeys": [
                self.module.owner[space] - 1 if self.module.owner[space] else None for space in range(SPACES)
            ]
        }

    def view(self, state: GranjaData, seat: int | None, components: Components) -> dict[str, Any]:
        return {
            "journeys": [
                {
                    "number": space.number,
                    "goods": list(space.goods),
                    "gain": dict(space.gain),
                    "good": space.good,
                    "points": space.points,
                    "seat": self.module.owner[n] - 1 if self.module.owner[n] else None,
                }
                for n, space in enumerate(components.modules.long_distance_trade.spaces)
            ]
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        for space, seat in enumerate(reader.items("journeys", SPACES)):
            if seat is not None and (type(seat) is not int or not 0 <= seat < state.seats):
                raise reader.fail("journeys", f"cannot have {seat!r}")
            self.module.owner[space] = 0 if seat is None else seat + 1

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic in ("journey", "journeys", "long distance"):
            return (
                "When a round has been scored you may return three resources for a free space of this board "
                "and its reward. At the end each of your markers gives points for a good of the kind "
                "beside it."
            )
        for space in components.modules.long_distance_trade.spaces:
            if topic == f"journey {space.number}":
                kind = one(KINDS.index(space.good))
                return (
                    f"Journey {space.number}: return {demands(space.goods)} for "
                    f"{gains(Effect(gain=space.gain))}. At the end, {kind} brings its owner "
                    f"{space.points}.{self.remark(components)}"
                )
        return None

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        return [
            f"{space['number']} {demands(space['goods'])}: {gains(Effect(gain=space['gain']))}; at the end "
            f"{one(KINDS.index(space['good']))} for {space['points']}"
            + ("" if space["seat"] is None else f" – {names[space['seat']]}")
            for space in view["modules"][self.name]["journeys"]
        ]


WORDING = LongDistanceTrade

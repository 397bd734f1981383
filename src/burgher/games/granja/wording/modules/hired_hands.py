"""Hired Hands: workers who guard a stall or bring one more delivery."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgher.games.granja.actions import TARGETS
from burgher.games.granja.components import STALL_NAMES
from burgher.games.granja.modules import hired_hands as rules
from burgher.games.granja.modules.hired_hands import (
    ANY_VALUE,
    AT_BARROWS,
    AT_CARDS,
    AT_CRAFTS,
    BRING,
    DONKEY,
    FETCH,
    HOME,
    KEEP,
    LAY_DOWN,
    LIE,
    OTHER_TILE,
    SEND,
    SENT,
    SPOTS,
    WORK,
    WORKED,
    spot_name,
    spot_of,
)
from burgher.games.granja.naming import one, several, target_title
from burgher.games.granja.pending import FREE
from burgher.games.granja.wording.modules.base import ModuleQuestion, ModuleWording
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of, set_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


class Sending(ModuleQuestion[rules.HiredHands]):
    """Where to send a worker with a drafted die."""

    decision = "where you send a worker, if anywhere"
    own = (SEND,)

    def question(self, state: GranjaData, what: int) -> str:
        if what == ANY_VALUE:
            return f"Do you send a worker to building 1, or anywhere for {self.module.price} silver?"
        return f"Do you send a worker to a place of value {what}?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        fits = self.module.of_value(state, what) & set_of([thing])
        price = "" if fits else f" for {self.module.price} silver"
        return f"Send a worker to {spot_title(thing, components)}{price}"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Send nobody"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return 1 <= what <= 6


class Recalling(ModuleQuestion[rules.HiredHands]):
    """Which workers to call back."""

    decision = "which workers you call back, if any"
    own = (BRING,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which worker do you call back?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Call back the worker from {spot_title(thing, components)}"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Leave the workers where they are"


class Replaced(ModuleQuestion[rules.HiredHands]):
    """Whether a worker leaves instead of a marker that is replaced."""

    decision = "whether your worker leaves instead of your marker"
    own = (KEEP,)

    def question(self, state: GranjaData, what: int) -> str:
        return f"Does your worker leave stall {STALL_NAMES[what & 31]} instead of your marker?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return "Your worker goes home, your marker stays"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Let the marker go"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return 0 < what >> 8 < 32 and is_guarded(self.module, state, what & 255)


class Driven(Replaced):
    """The same for a marker that is driven away."""

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        if what >> 8 >= len(STALL_NAMES) or not self.module.to_ask & set_of([what & 31]):
            return False
        return is_guarded(self.module, state, what & 255)


class HiredHands(ModuleWording[rules.HiredHands]):
    """Workers at home and out there."""

    questions = (Sending, Recalling, Replaced, Driven)
    verbs = (SEND, BRING, WORK, LIE, KEEP, DONKEY, FETCH)

    def is_secret(self, verb: int) -> bool:
        return verb == DONKEY

    def donkey_name(self, tile: int, components: Components) -> str | None:
        if tile != OTHER_TILE:
            return None
        donkeys = several(self.module.tile_donkeys, "donkey") if self.module.tile_donkeys else "no donkey"
        return f"the tile with {donkeys} and {several(self.module.tile_hats, 'hat')}"

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        if verb == WORK:
            target, kind = thing >> 3, thing & 7
            where = (
                target_title(target, components)
                if target < TARGETS
                else spot_title(spot_of(target), components)
            )
            return f"Take the worker home for a delivery of {one(kind)} to {where}"
        if verb == LIE:
            building = components.buildings[thing].name
            return f"Lay the worker down: the {building} is open to you in this round"
        name = self.donkey_name(OTHER_TILE, components)
        return f"Choose {name}" if verb == DONKEY else f"Take back {name}"

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if verb == SEND:
            if self.module.home[state.seat] == 0:
                return IllegalAction("no-worker", "You have no worker at home", self.title)
            if not self.is_asked(state, SEND):
                said = "Workers are sent with a die when it is drafted"
                return IllegalAction("wrong-phase", said, self.title)
            return IllegalAction("wrong-value", "The value of the die sends no worker there", self.title)
        if verb == BRING:
            return IllegalAction("no-worker", "You have no worker to call back from there", self.title)
        if verb == WORK:
            if not self.module.out[state.seat] & set_of([spot_of(thing >> 3)]):
                return IllegalAction("no-worker", "You have no worker there", self.title)
            if state.step != FREE:
                return IllegalAction(
                    "wrong-phase", "Workers bring deliveries in the step of free deliveries", self.title
                )
            return IllegalAction("wrong-good", "Your worker cannot deliver that there", self.title)
        if verb == LIE:
            return IllegalAction(
                "no-worker",
                "You lay a worker down beside a blocked craft building, in the transportation phase",
                self.title,
            )
        if verb == KEEP:
            return IllegalAction("no-worker", "No marker of yours has to leave", self.title)
        if verb == FETCH:
            said = "A helper is needed to take back a donkey tile that you have used"
            return IllegalAction("needs-effect", said, self.title)
        if not state.me.donkeys & 2**OTHER_TILE:
            return IllegalAction("tile-used", "You have used that donkey tile", self.title)
        said = "Donkey tiles are chosen at the start of the transportation phase"
        return IllegalAction("wrong-phase", said, self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        who = names[entry.seat]
        a, b = (*entry.details, 0, 0)[:2]
        if event == SENT:
            return f"{who} sends a worker to {spot_title(a, components)}" + (f" for {b} silver" if b else "")
        if event == HOME:
            return f"{who}'s worker comes home from {spot_title(a, components)}"
        if event == WORKED:
            return f"{who} takes a worker home from {spot_title(a, components)}, for a delivery"
        if event == LAY_DOWN:
            return f"{who} lays a worker down beside the {components.buildings[a].name}"
        return f"{who}'s worker leaves stall {STALL_NAMES[a]} instead of the marker"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "home": [self.module.home[seat] for seat in range(state.seats)],
            "out": [
                [spot_name(spot) for spot in members_of(self.module.out[seat])] for seat in range(state.seats)
            ],
            "lying": [[n + 1 for n in members_of(self.module.lying[seat])] for seat in range(state.seats)],
            "under": [STALL_NAMES[space] for space in members_of(self.module.under)],
            "to ask": [STALL_NAMES[space] for space in members_of(self.module.to_ask)],
            "kept": [STALL_NAMES[space] for space in members_of(self.module.kept)],
        }

    def view(self, state: GranjaData, seat: int | None, components: Components) -> dict[str, Any]:
        tile = {
            "replaces": OTHER_TILE + 1,
            "donkeys": self.module.tile_donkeys,
            "hats": self.module.tile_hats,
        }
        workers = [
            {"seat": owner, "at": spot_name(spot), "lying": False}
            for owner in range(state.seats)
            for spot in members_of(self.module.out[owner])
        ] + [
            {"seat": owner, "at": spot_name(AT_CRAFTS + building), "lying": True}
            for owner in range(state.seats)
            for building in members_of(self.module.lying[owner])
        ]
        return {**self.write(state, components), "workers": workers, "donkey tile": tile}

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        spots = [spot_name(spot) for spot in range(SPOTS)]
        home = reader.numbers("home", 0, self.module.workers, state.seats)
        out = reader.items("out", state.seats)
        lying = reader.items("lying", state.seats)
        for seat in range(state.seats):
            inner = type(reader)({"out": out[seat], "lying": lying[seat]}, reader.where)
            self.module.home[seat] = home[seat]
            self.module.out[seat] = set_of([spots.index(spot) for spot in inner.choices("out", spots)])
            self.module.lying[seat] = set_of([n - 1 for n in inner.numbers("lying", 1, 6)])
        self.module.under = set_of([STALL_NAMES.index(name) for name in reader.choices("under", STALL_NAMES)])
        self.module.kept = set_of([STALL_NAMES.index(name) for name in reader.choices("kept", STALL_NAMES)])
        self.module.to_ask = set_of(
            [STALL_NAMES.index(name) for name in reader.choices("to ask", STALL_NAMES)]
        )

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic == f"donkey {self.module.tile_donkeys}":
            name = self.donkey_name(OTHER_TILE, components)
            return f"{str(name).capitalize()}: it is there instead of the one with four donkeys."
        if topic in ("worker", "workers", "work", "recall", "lie down", "keep marker"):
            return (
                "With a drafted die you may also send a worker to a place of its value: to guard one of your "
                "markers in the market, or to a barrow, a Betwixt card or a craft building, for one free "
                "delivery to it. Beside a blocked building it may lie down, which opens it to you for a "
                f"round. A 1 counts as any value for {self.module.price} silver."
            )
        return None

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        mine = view["modules"][self.name]
        lines: list[str] = []
        for seat, name in enumerate(names):
            where = [*mine["out"][seat], *(f"lying beside building-{n}" for n in mine["lying"][seat])]
            lines.append(f"{name}: {mine['home'][seat]} at home" + "".join(f", {spot}" for spot in where))
        return lines


def spot_title(spot: int, components: Components) -> str:
    """The same as people say it."""
    if spot < AT_BARROWS:
        return f"stall {STALL_NAMES[spot]}"
    if spot < AT_CARDS:
        return f"barrow {spot - AT_BARROWS + 1}"
    if spot < AT_CRAFTS:
        return f"the card in place {spot - AT_CARDS + 1} betwixt"
    return f"the {components.buildings[spot - AT_CRAFTS].name}"


def is_guarded(hands: rules.HiredHands, state: GranjaData, what: int) -> bool:
    """Whether a detail names a stall place with a worker of the seat to decide, and a seat."""
    space, seat = what & 31, what >> 5
    if space >= len(STALL_NAMES) or seat >= state.holders:
        return False
    return hands.out[state.seat] & set_of([space]) != 0


WORDING = HiredHands

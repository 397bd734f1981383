"""Grand Markers: two for each player, which cover two demands at once and hold their ground in the market."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgher.games.granja.actions import BARROWS
from burgher.games.granja.components import STALL_NAMES
from burgher.games.granja.fitting import filled_in_order
from burgher.games.granja.modules import grand_markers as rules
from burgher.games.granja.modules.grand_markers import (
    BACK,
    CARD,
    COVER,
    COVERED,
    IN_MARKET,
    INSTANT,
    MARKER,
    PLAIN,
    ROW,
    TO_MARKET,
)
from burgher.games.granja.naming import listed, one, several, target_title
from burgher.games.granja.pending import FREE, PURCHASED
from burgher.games.granja.wording.modules.base import ModuleQuestion, ModuleWording
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of, set_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


class FromBarrow(ModuleQuestion[rules.GrandMarkers]):
    """Whether the grand marker of a barrow goes to the market instead of a plain one."""

    decision = "whether the grand marker goes to the market"
    own = (MARKER, PLAIN)
    instead = " and put a plain one into the market"

    def question(self, state: GranjaData, what: int) -> str:
        return "Does the grand marker of the barrow go to the market, or a plain one?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        if verb == MARKER:
            return "Put the grand marker into the market"
        return f"Take the grand marker back{self.instead}"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what == 0 and self.module.holder > 0


class FromCard(FromBarrow):
    """Whether the grand marker of a card between two farms goes to the market; else none does."""

    instead = ""

    def question(self, state: GranjaData, what: int) -> str:
        return "Does the grand marker of the Betwixt card go to the market?"


class InstantSide(ModuleQuestion[rules.GrandMarkers]):
    """Whose instant side to use for a craft building completed with a grand marker."""

    decision = "whose instant reward you use"
    own = (INSTANT,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Whose instant reward do you use: that of the craft building completed, or a neighbour's?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        craft = components.buildings[thing]
        if thing == what:
            return f"Use the marker of the {craft.name}"
        return f"Use the instant side of the {craft.name} instead; the marker just gained is turned at once"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        return IllegalAction("not-beside", "That craft building is not beside it", self.section)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what < 6 and state.me.crafts & set_of([what]) != 0


class GrandMarkers(ModuleWording[rules.GrandMarkers]):
    """Where the grand markers are."""

    questions = (FromBarrow, FromCard, InstantSide)
    verbs = (COVER, MARKER, PLAIN, INSTANT)

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        kinds = [one(self.module.kind_of(state, thing, which)) for which in (0, 1)]
        price = f" for {2 * components.delivery_price} silver" if state.step == PURCHASED else ""
        where = place_title(thing, components)
        return f"Deliver {listed(kinds)} to {where} under a grand marker{price}"

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if verb == INSTANT:
            return IllegalAction("no-marker", "No craft building was completed so", self.title)
        if verb != COVER:
            return IllegalAction("no-marker", "No grand marker is to be placed", self.title)
        if state.depth or state.step not in (FREE, PURCHASED):
            return IllegalAction("wrong-phase", "Grand markers take two deliveries at once", self.title)
        if self.module.supply[state.seat] == 0:
            return IllegalAction("no-marker", "You have no grand marker left", self.title)
        if not self.module.can_cover(state):
            return IllegalAction("no-deliveries", "A grand marker takes two deliveries at once", self.title)
        if thing >= ROW:
            if self.module.on_crafts[(thing - ROW) // 12]:
                return IllegalAction("taken", "That craft building has a grand marker already", self.title)
        elif thing >= CARD:
            if filled_in_order(state) is None:
                return IllegalAction("no-card", "There are no Betwixt cards in this game", self.title)
            if self.module.on_cards[thing - CARD]:
                return IllegalAction("taken", "That card has a grand marker already", self.title)
        elif self.module.on_barrows[state.seat] >> (thing >> 2) * 4 & 15:
            return IllegalAction("taken", "That barrow has a grand marker already", self.title)
        return IllegalAction(
            "wrong-goods", "There are no two demands beside each other for goods you have", self.title
        )

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        who = names[entry.seat]
        a, b, c = (*entry.details, 0, 0, 0)[:3]
        if event == COVERED:
            where = place_title(c, components)
            return f"{who} delivers {listed([one(a), one(b)])} to {where} under a grand marker"
        if event == TO_MARKET:
            return f"{who} sends the grand marker to the market"
        if event == BACK:
            return f"A grand marker goes back to {who}"
        instead = f"{who} uses the instant side of the {components.buildings[a].name} instead"
        return f"{instead}, and turns the marker of the {components.buildings[b].name} to its ongoing side"

    def source(self, source: int) -> str:
        return "grand markers in the market" if source == IN_MARKET else "grand markers on craft buildings"

    def reason(self, source: int, entry: Entry, components: Components) -> str:
        a = (*entry.details, 0)[0]
        if source == IN_MARKET:
            return f"{several(a, 'grand marker')} in the market"
        return f"the grand marker on the {components.buildings[a].name}"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "supply": [self.module.supply[seat] for seat in range(state.seats)],
            "barrows": [
                [self.module.on_barrows[seat] >> (slot * 4) & 15 or None for slot in range(BARROWS)]
                for seat in range(state.seats)
            ],
            "crafts": [
                {"seat": (on - 1) >> 2, "pair": ((on - 1) & 3) + 1} if on else None
                for on in (self.module.on_crafts[building] for building in range(6))
            ],
            "cards": [on - 1 if on else None for on in (self.module.on_cards[place] for place in range(4))],
            "stalls": [STALL_NAMES[space] for space in members_of(self.module.stalls)],
            "holder": self.module.holder - 1 if self.module.holder else None,
            "placing": self.module.placing,
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        supply = reader.numbers("supply", 0, self.module.each, state.seats)
        for seat, barrows in enumerate(reader.items("barrows", state.seats)):
            self.module.supply[seat] = supply[seat]
            inner = type(reader)({"barrows": barrows}, reader.where)
            covered = 0
            for slot, pair in enumerate(inner.items("barrows", BARROWS)):
                if pair is not None:
                    at = type(reader)({"pair": pair}, reader.where)
                    covered += at.number("pair", 1, 4) * 16**slot
            self.module.on_barrows[seat] = covered
        for building, on in enumerate(reader.items("crafts", 6)):
            if on is not None:
                inner = type(reader)(on, f"{reader.where}: building {building + 1}")
                seat = inner.number("seat", 0, state.seats - 1)
                self.module.on_crafts[building] = seat * 4 + inner.number("pair", 1, 3)
        for place, owner in enumerate(reader.items("cards", 4)):
            if owner is not None:
                inner = type(reader)({"card": owner}, reader.where)
                self.module.on_cards[place] = inner.number("card", 0, state.seats - 1) + 1
        self.module.stalls = set_of(
            [STALL_NAMES.index(name) for name in reader.choices("stalls", STALL_NAMES)]
        )
        holder = reader.optional_number("holder", 0, state.seats - 1)
        self.module.holder = 0 if holder is None else holder + 1
        self.module.placing = reader.flag("placing")

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        topic = topic.rstrip(" 123456")
        if topic in ("grand marker", "grand", "plain marker", "instant", "pair"):
            return (
                "A grand marker covers two neighbouring demands that you meet with two deliveries at once. "
                f"It scores {self.module.craft_points} more with a craft building, whose neighbour's instant "
                "side you may use instead; from a barrow it may go to the market, where only a grand "
                f"marker removes it, it scores {self.module.in_market} points a round and "
                f"{self.module.removing} for "
                "each marker that it removes."
            )
        return None

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        mine = view["modules"][self.name]
        supply = ", ".join(f"{name} {left}" for name, left in zip(names, mine["supply"], strict=True))
        lines = [f"in supply: {supply}", f"on stall places: {' '.join(mine['stalls']) or 'none'}"]
        for name, barrows in zip(names, mine["barrows"], strict=True):
            lines += [
                f"{name}'s barrow {slot} from demand {pair}" for slot, pair in enumerate(barrows, 1) if pair
            ]
        for building, on in zip(components.buildings, mine["crafts"], strict=True):
            if on is not None:
                lines.append(f"{names[on['seat']]} at the {building.name} from demand {on['pair']}")
        lines += [
            f"{names[seat]} on Betwixt card {place}"
            for place, seat in enumerate(mine["cards"], 1)
            if seat is not None
        ]
        return lines


def place_title(action: int, components: Components) -> str:
    """Where a grand marker goes: `barrow 2`, `row b of the deli`, `the card in place 1 betwixt`."""
    if action >= ROW:
        return target_title(BARROWS + (action - ROW) // 3, components)
    if action >= CARD:
        return f"the card in place {action - CARD + 1} betwixt"
    return target_title(action >> 2, components)


WORDING = GrandMarkers

"""Bustling Town: other revenue spaces, and buildings in the market place for those who are beside them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from burgher.games.granja.components import STALL_NAMES, Effect
from burgher.games.granja.lookups import PIG
from burgher.games.granja.modules import bustling_town as rules
from burgher.games.granja.modules.bustling_town import (
    ACCEPT,
    BUILD,
    BUILDINGS,
    BUILT,
    CHOSE,
    CRAFTS,
    DISPLAYED,
    FILL,
    HOUSE,
    HOUSED,
    OPTION,
    OPTIONS,
    POINT,
    POINTS,
    SIDES,
    TRADE,
    VISIT,
    VISITED,
)
from burgher.games.granja.naming import gains, listed, lowered, one
from burgher.games.granja.stack import detail
from burgher.games.granja.wording.modules.base import ModuleQuestion, ModuleWording
from burgher.games.granja.wording.modules.registry import asks
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of, set_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.components.modules.things import TownSpace
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


NOT_ASKED = {
    OPTION: ("no-option", "Options are for the revenue space that you use"),
    BUILD: ("no-building-action", "It takes the building action of a revenue space to build"),
    VISIT: ("no-building-action", "It takes the building action of a revenue space to use a building"),
    POINT: ("no-point", "You are not putting a building into the market"),
    HOUSE: ("no-card", "You have no building card to put into a craft building"),
    FILL: ("nothing-to-fill", "No revenue space is filling your dens now"),
    TRADE: ("not-offered", "No revenue space is turning a trade commodity into more now"),
    ACCEPT: ("not-offered", "Nothing is offered for silver now"),
}
"""Why each kind of its actions is refused as long as nobody asks for it."""


class Choosing(ModuleQuestion[rules.BustlingTown]):
    """Which option of a revenue tile to take."""

    decision = "which option of the revenue space you take"
    own = (OPTION,)

    def question(self, state: GranjaData, what: int) -> str:
        more = "Which other option" if what >> 3 else "Which option"
        return f"{more} of revenue space {(what & 7) + 1} do you take?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        option = tile(self.module, what & 7, components).options[thing]
        return f"Take {listed([_part(part) for part in option])}"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what & 7 < 6 and what >> 3 <= OPTIONS


class SecondPart(ModuleQuestion[rules.BustlingTown]):
    """Whether to pay for the other part of an option."""

    decision = "whether you pay for the other part"
    own = (ACCEPT,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Do you pay for the other part?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return _to_pay(self.module.town.effects[what - self.module.first_effect])

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return 0 <= what - self.module.first_effect < self.module.town.first_building


class Acting(ModuleQuestion[rules.BustlingTown]):
    """Which building to build, or to use."""

    decision = "which building you build or use"
    own = (BUILD, VISIT)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which building do you build, or use?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        card = components.modules.bustling_town.buildings[thing]
        does = "Build" if verb == BUILD else "Use"
        return f"{does} the {card.name} ({card.mode}): {lowered(card.text)}"


class Placing(ModuleQuestion[rules.BustlingTown]):
    """On which point of the market the building stands."""

    decision = "where the building stands"
    own = (POINT,)

    def question(self, state: GranjaData, what: int) -> str:
        return "On which point of the market does the building stand?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        stalls = members_of(self.module.around(state, thing))
        return f"Between stalls {listed([STALL_NAMES[stall] for stall in stalls])}"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what == 0 and self.module.card > 0 and self.module.at < 0


class Housing(ModuleQuestion[rules.BustlingTown]):
    """Into which craft building its card goes."""

    decision = "into which craft building the card goes"
    own = (HOUSE,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Into which craft building does its card go?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Put the card into the {components.buildings[thing].name}"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what == 0 and self.module.card > 0 and self.module.at >= 0


class Filling(ModuleQuestion[rules.BustlingTown]):
    """Which empty den or stall gets a resource."""

    decision = "which empty den or stall gets a resource"
    own = (FILL,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which empty den or stall gets a resource?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Gain {one(thing)}"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Gain no more"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what & 3 >= 1 and what >> 2 < 16


class Converting(ModuleQuestion[rules.BustlingTown]):
    """What a trade commodity becomes."""

    decision = "what the trade commodity becomes"
    own = (TRADE,)

    def question(self, state: GranjaData, what: int) -> str:
        return "What does the trade commodity become?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Give up a trade commodity: {gains(components.trades[thing])}"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what <= 9


class Resolving(ModuleQuestion[rules.BustlingTown]):
    """Not asked: all buildings work, one after another."""

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what & 7 <= CRAFTS and what >> 3 <= state.seats


class Using(ModuleQuestion[rules.BustlingTown]):
    """Whether to pay for what a building does."""

    decision = "whether you pay for what the building does"
    own = (ACCEPT,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Do you pay for what the building does?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return _to_pay(components.modules.bustling_town.buildings[what].effect)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what < BUILDINGS


class Worked(ModuleQuestion[rules.BustlingTown]):
    """What to do before the siesta track is scored, with what a building has brought."""

    decision = "whether you do anything before the siesta track is scored"

    def question(self, state: GranjaData, what: int) -> str:
        return "Do you turn the trade commodity into steps before the siesta track is scored?"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Let the siesta track be scored"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what < 2**9


class BustlingTown(ModuleWording[rules.BustlingTown]):
    """Revenue tiles, building cards, and where they are."""

    questions = (
        Choosing,
        SecondPart,
        Acting,
        Placing,
        Housing,
        Filling,
        Converting,
        Resolving,
        Using,
        Worked,
    )
    verbs = (OPTION, BUILD, VISIT, POINT, HOUSE, FILL, TRADE, ACCEPT)

    def space_text(self, space: int, components: Components) -> str | None:
        return tile(self.module, space, components).text

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if not self.is_asked(state, verb):
            kind, said = NOT_ASKED[verb]
        elif verb == OPTION and thing >= self.module.town.options[detail(state) & 7]:
            kind, said = "no-option", f"Revenue space {(detail(state) & 7) + 1} has no option {thing + 1}"
        elif verb == OPTION:
            kind, said = "of-no-use", "Nothing would come of that option now"
        elif verb == BUILD and self.module.display & 2**thing:
            kind, said = "no-room", "There is no room for another building"
        elif verb == BUILD:
            kind, said = "not-displayed", f"Building {thing + 1} is not displayed"
        elif verb == VISIT and thing + 1 in self.module.built:
            kind, said = "of-no-use", f"Nothing would come of building {thing + 1} now"
        elif verb == VISIT:
            kind, said = "not-built", f"Building {thing + 1} is not on the board"
        elif verb == POINT and self.module.town.allowed[state.seats] & 2**thing:
            kind, said = "shared", "There it would share a stall place with another building"
        elif verb == POINT:
            kind, said = "no-point", "With so many players no building stands there"
        elif verb == HOUSE:
            kind, said = "taken", f"Craft building {thing + 1} has a building card already"
        elif verb == FILL:
            kind, said = "not-empty", f"Your {'stalls are' if thing == PIG else 'den is'} not empty"
        elif verb == TRADE:
            kind, said = "of-no-use", "Nothing would come of that now"
        else:
            kind, said = "too-little-silver", "You have not that much silver"
        return IllegalAction(kind, said, self.title)

    def part_refusal(self, state: GranjaData, part: str) -> IllegalAction | None:
        if part.startswith("town-") and not asks(self, state):
            said = "It takes the building action of a revenue space to build or to use a building"
            return IllegalAction("no-building-action", said, self.title)
        return None

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        who = names[entry.seat]
        a, b = (*entry.details, 0, 0)[:2]
        if event == CHOSE:
            option = tile(self.module, a, components).options[b]
            return f"{who} chooses {listed([_part(part) for part in option])}"
        card = components.modules.bustling_town.buildings[a]
        if event == DISPLAYED:
            return f"The {card.name} can be built"
        if event == BUILT:
            stalls = [STALL_NAMES[stall] for stall in POINTS[b]]
            return f"{who} builds the {card.name} beside {listed(stalls)}: {lowered(card.text)}"
        if event == HOUSED:
            return f"The {card.name} goes into the {components.buildings[b].name}"
        if event == VISITED:
            return f"{who} uses the {card.name}: {lowered(card.text)}"
        return f"The {card.name} works for {who}: {lowered(card.text)}"

    def source(self, source: int) -> str:
        return "bustling town"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "deck": [n + 1 for n in members_of(self.module.deck)],
            "display": [n + 1 for n in members_of(self.module.display)],
            "built": [
                {
                    "building": self.module.built[craft],
                    "craft": craft + 1,
                    "point": self.module.point[craft] + 1,
                }
                for craft in range(CRAFTS)
                if self.module.built[craft]
            ],
            "building": self.module.card or None,
            "at": self.module.at + 1 if self.module.at >= 0 else None,
        }

    def view(self, state: GranjaData, seat: int | None, components: Components) -> dict[str, Any]:
        data = self.write(state, components)
        data["deck"] = len(data["deck"])
        for shown in data["built"]:
            stalls = members_of(self.module.around(state, shown["point"] - 1))
            shown["stalls"] = [STALL_NAMES[stall] for stall in stalls]
        return {
            **data,
            "side": SIDES[self.module.side],
            "spaces": [tile(self.module, space, components).text for space in range(6)],
            "points": {
                str(point + 1): [STALL_NAMES[stall] for stall in members_of(self.module.around(state, point))]
                for point in members_of(self.module.town.allowed[state.seats])
            },
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        self.module.deck = set_of([n - 1 for n in reader.numbers("deck", 1, BUILDINGS)])
        self.module.display = set_of([n - 1 for n in reader.numbers("display", 1, BUILDINGS)])
        for data in reader.items("built"):
            inner = type(reader)(data, f"{reader.where}: a building")
            craft = inner.number("craft", 1, CRAFTS) - 1
            if self.module.built[craft]:
                raise inner.fail("craft", "has two buildings")
            self.module.built[craft] = inner.number("building", 1, BUILDINGS)
            self.module.point[craft] = inner.number("point", 1, len(POINTS)) - 1
        self.module.card = reader.optional_number("building", 1, BUILDINGS) or 0
        self.module.at = (reader.optional_number("at", 1, len(POINTS)) or 0) - 1

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        match = re.fullmatch(r"town ([1-9]|10)", topic)
        if match is not None:
            card = components.modules.bustling_town.buildings[int(match[1]) - 1]
            who = "everybody beside it" if card.mode == "presence" else "who has the most markers beside it"
            does = f"{card.name}: {lowered(card.text)}, when it is built or used, and each round for {who}."
            return f"{does}{self.remark(components)}"
        match = re.fullmatch(r"point ([1-9][0-9]?)", topic)
        if match is not None and view is not None:
            stalls = view["modules"][self.name]["points"].get(match[1])
            return None if stalls is None else f"A point of the market, between stalls {listed(stalls)}."
        if topic in ("fill", "convert", "accept") or re.fullmatch(r"option [1-9]", topic):
            return "A revenue tile offers several things: one of them is taken, with all that belongs to it."
        if topic in ("building action", "build", "visit", "house"):
            return (
                "A building action uses a building on the board, or builds one: its marker goes to a "
                "point between stall places, its card into a craft building. At the beginning of each "
                "scoring phase all of them work, in the order of the craft buildings."
            )
        return None

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        mine = view["modules"][self.name]
        cards = components.modules.bustling_town.buildings
        lines = [
            f"display {n}: {cards[n - 1].name} ({cards[n - 1].mode}): {lowered(cards[n - 1].text)}"
            for n in mine["display"]
        ]
        for built in mine["built"]:
            card = cards[built["building"] - 1]
            where = components.buildings[built["craft"] - 1].name
            lines.append(
                f"{built['building']} {card.name} ({card.mode}) beside {' '.join(built['stalls'])}, in the "
                f"{where}: {lowered(card.text)}"
            )
        return lines


def _part(part: Effect) -> str:
    """A part of an option: `2 silver`, `a building action`."""
    price = f" for {part.pay['silver']} silver" if "silver" in part.pay else ""
    if "any-harvest" in part.pay:
        price = " for a harvest good"
    if part.choose == "building":
        return "a building action"
    if part.choose == "empty dens":
        return f"a resource for each of up to {part.times} empty dens or stalls"
    if part.choose == "trade commodity":
        return f"turn a trade commodity into something else, for {gains(replace(part, choose=None))}"
    return f"{gains(part)}{price}"


def _to_pay(effect: Effect) -> str:
    """What it would be to pay for an effect."""
    brings = gains(effect).replace("a free delivery", "a delivery")
    return f"Pay {effect.pay.get('silver', 0)} silver: {brings}"


def tile(town: rules.BustlingTown, space: int, components: Components) -> TownSpace:
    """The revenue tile of a space."""
    return components.modules.bustling_town.spaces[town.side * 6 + space]


WORDING = BustlingTown

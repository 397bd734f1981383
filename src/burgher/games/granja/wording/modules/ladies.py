"""Ladies of La Granja: everybody chooses one, whose ability lasts for the whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgher.games.granja.components import KINDS
from burgher.games.granja.lookups import ROOF_ROOM
from burgher.games.granja.modules import ladies as rules
from burgher.games.granja.modules.ladies import (
    ANA,
    CHOOSE,
    CHOSE,
    COUNT,
    FELIPA,
    FELIPA_DELIVERY,
    FELIPA_SILVER,
    GREEN,
    GREEN_BACK,
    LAID_OUT,
    NINA,
    NINA_SELLS,
    NINA_UPGRADE,
    NO_TILE,
    REINA,
    REINA_SILVER,
    REROLL,
    ROLLED_GREEN,
    ROOF,
    ROSA,
    SOLD,
    SOLD_LAST,
    TOOK_GREEN,
    TURN,
    WORKED,
)
from burgher.games.granja.moments import may_act
from burgher.games.granja.naming import goods, listed, lowered, one, roof_tiles, several
from burgher.games.granja.pending import (
    DRAFT,
    LEFTOVER,
    REROLLING,
    ROOF_TO_TURN,
    SETTING_UP,
)
from burgher.games.granja.stack import top
from burgher.games.granja.wording.modules.base import ModuleQuestion, ModuleWording
from burgher.games.granja.wording.modules.registry import space_text
from burgher.kernel.errors import IllegalAction
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


NEEDED = {
    FELIPA_SILVER: FELIPA,
    FELIPA_DELIVERY: FELIPA,
    REINA_SILVER: REINA,
    NINA_UPGRADE: NINA,
    NINA_SELLS: NINA,
    ROOF: ROSA,
    TURN: ROSA,
}
"""The lady who is needed for an action."""

AT_A_WORD = {FELIPA: FELIPA_SILVER, REINA: REINA_SILVER, NINA: NINA_UPGRADE}
"""The ladies who do something when they are told to, and what."""


class Lady(ModuleQuestion[rules.Ladies]):
    """Which lady to choose, for the whole game."""

    decision = "which lady you choose"
    own = (CHOOSE,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which lady do you choose, for the whole game?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        lady = self.module.cards.cards[thing]
        return f"Choose {lady.name}: {lowered(lady.text)}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        return IllegalAction("not-among-them", "That lady is not there to be chosen", self.section)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what == 0 and state.step == SETTING_UP


class LeftRoof(ModuleQuestion[rules.Ladies]):
    """Which roof tile that nobody wanted Rosa buys besides."""

    decision = "which other roof tile you buy, if any"

    def question(self, state: GranjaData, what: int) -> str:
        rosa = name_of(self.module, state.seat)
        return f"{rosa} may buy another roof tile that is left: which one, if any?"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Buy no other roof tile"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what == 0 and state.step not in (SETTING_UP, DRAFT, LEFTOVER)


class GreenUsed(ModuleQuestion[rules.Ladies]):
    """Not asked: the green die is being used."""

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what == 0 and state.step in (DRAFT, LEFTOVER)


class Ladies(ModuleWording[rules.Ladies]):
    """The ladies of all players."""

    questions = (Lady, LeftRoof, GreenUsed)
    verbs = (
        CHOOSE,
        GREEN,
        FELIPA_SILVER,
        FELIPA_DELIVERY,
        REINA_SILVER,
        NINA_UPGRADE,
        NINA_SELLS,
        ROOF,
        TURN,
        REROLL,
    )

    def is_aside(self, verb: int) -> bool:
        return GREEN <= verb < TURN

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        if verb == GREEN:
            number, space = thing // 6, thing % 6
            changed = "" if number == space else f" as a {space + 1}"
            does = lowered(space_text(space, components, state.modules))
            return f"Use the green {number + 1}{changed}: {does}"
        if verb == REROLL:
            return f"Roll the green {thing + 1} again"
        who = name_of(self.module, state.seat)
        if verb == FELIPA_SILVER:
            return f"Let {who} bring {self.module.silver[FELIPA - 1]} silver"
        if verb == FELIPA_DELIVERY:
            return f"Let {who} make a free delivery"
        if verb == REINA_SILVER:
            price = several(self.module.points[REINA - 1], "point")
            return f"Let {who} give {self.module.silver[REINA - 1]} silver for {price}"
        if verb == NINA_UPGRADE:
            return f"Let {who} upgrade a resource for nothing"
        if verb == NINA_SELLS:
            kind = thing + 4
            return f"Sell {one(kind)} for {self.module.sells[kind]} silver"
        roof = roof_tiles(components, state.modules)[at(state.me.roofs, thing + ROOF_ROOM) - 1]
        if verb == ROOF:
            return f"Use roof tile {roof.name}: {lowered(roof.text)}"
        return f"Turn roof tile {roof.name} face up again: {lowered(roof.text)}"

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if verb == CHOOSE:
            return IllegalAction("wrong-phase", "Ladies are chosen before the first round", self.title)
        if verb == GREEN:
            return self._not_green(state, thing // 6, thing % 6)
        if verb == REROLL:
            return self._not_rerolled(state, thing)
        needed = NEEDED[verb]
        name = self.module.cards.cards[needed - 1].name
        if self.module.lady[state.seat] != needed:
            return IllegalAction("not-your-lady", f"For that you would need {name}", self.title)
        if verb < NINA_SELLS:
            if self.module.exhausted & 2**state.seat:
                return IllegalAction("lady-exhausted", f"{name} has worked in this round", self.title)
            if needed == FELIPA and not self.module.may_help(state):
                return IllegalAction("full-house", "All places for helpers are taken", self.title)
            if needed == REINA:
                return IllegalAction("of-no-use", f"You have no point that {name} could take", self.title)
            return IllegalAction("of-no-use", f"Nothing would come of {name}'s help now", self.title)
        if verb == NINA_SELLS:
            kind = thing + 4
            if not state.me.goods[kind]:
                return IllegalAction("no-such-good", f"You have no {one(kind)}", self.title)
            return IllegalAction(
                "just-made", f"What {one(kind)} is made of was bought in this turn", self.title
            )
        return self._not_roof(state, verb, thing + ROOF_ROOM)

    def part_refusal(self, state: GranjaData, part: str) -> IllegalAction | None:
        lady = self.module.lady[state.seat]
        if part != "lady" or not lady or not may_act(state):
            return None
        if lady in AT_A_WORD:
            return self.refusal(state, AT_A_WORD[lady], 0)
        name = self.module.cards.cards[lady - 1].name
        return IllegalAction("by-herself", f"{name} has nothing that she does at your word", self.title)

    def _not_roof(self, state: GranjaData, verb: int, place: int) -> IllegalAction:
        if not at(state.me.roofs, place):
            return IllegalAction("no-tile-there", f"Place {place + 1} of your roof is empty", self.title)
        if verb == ROOF and not state.me.roofs_up & 2**place:
            return IllegalAction("roof-used", "That roof tile is face down: each is used once", self.title)
        if verb == ROOF:
            return IllegalAction("of-no-use", "That roof tile is of no use now", self.title)
        if state.depth and top(state) == ROOF_TO_TURN:
            return IllegalAction("not-among-them", "That roof tile cannot be turned up", self.title)
        return IllegalAction("needs-effect", "A helper or another roof tile is needed for that", self.title)

    def _not_rerolled(self, state: GranjaData, number: int) -> IllegalAction:
        if self.module.lady[state.seat] != ANA:
            return IllegalAction("not-your-lady", "The green die is Ana's", self.title)
        if not state.depth or top(state) != REROLLING:
            return IllegalAction("needs-effect", "A helper is needed to roll dice again", self.title)
        if self.module.green < 0 or self.module.aside:
            return IllegalAction("no-green-die", "The green die is not there to be rolled", self.title)
        return IllegalAction("no-such-die", f"The green die shows {self.module.green + 1}", self.title)

    def _not_green(self, state: GranjaData, number: int, space: int) -> IllegalAction:
        if self.module.lady[state.seat] != ANA:
            return IllegalAction("not-your-lady", "The green die is Ana's", self.title)
        if state.step not in (DRAFT, LEFTOVER) or state.depth:
            said = "The green die is used in your turns of the revenue phase"
            return IllegalAction("no-green-die", said, self.title)
        if self.module.green < 0:
            return IllegalAction("no-green-die", "You have used the green die", self.title)
        if self.module.green != number:
            return IllegalAction("no-such-die", f"The green die shows {self.module.green + 1}", self.title)
        if number == space:
            return IllegalAction("must-change", "This die must be changed", self.title)
        return IllegalAction("cannot-change", "The die cannot be changed like that", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        who, a, b = names[entry.seat], entry.details[0], entry.details[1]
        if event == LAID_OUT:
            ladies = [lady.name for n, lady in enumerate(self.module.cards.cards) if a & 2**n]
            return f"Ladies to choose from: {listed(ladies)}"
        if event == CHOSE:
            return (
                f"{who} chooses {self.module.cards.cards[a].name}: {lowered(self.module.cards.cards[a].text)}"
            )
        if event == ROLLED_GREEN:
            return f"{who}'s green die shows {a + 1}"
        if event == TOOK_GREEN:
            changed = f" as a {b + 1}" if a != b else ""
            return f"{who} uses the green {a + 1}{changed}"
        if event == SOLD:
            return f"{who} sells {one(a)} for {b} silver"
        if event == NO_TILE:
            return f"{who} buys no other roof tile"
        if event == SOLD_LAST:
            return f"{who}'s Nina sells {goods(b, a)}"
        if event == GREEN_BACK:
            return "The green die, which was not used, goes back onto Ana's card"
        name = self.module.cards.cards[a].name
        return f"{who}'s {name} works" if event == WORKED else f"{name} rewards {who}'s siesta"

    def source(self, source: int) -> str:
        return "ladies"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "ladies": [self.module.lady[seat] or None for seat in range(state.seats)],
            "choice": [lady + 1 for lady in range(COUNT) if self.module.choice & 2**lady],
            "exhausted": [bool(self.module.exhausted & 2**seat) for seat in range(state.seats)],
            "green": None if self.module.green < 0 else self.module.green + 1,
            "aside": self.module.aside,
            "bought": {
                KINDS[kind]: self.module.bought[kind] for kind in range(4) if self.module.bought[kind]
            },
            "made": {KINDS[kind]: self.module.made[kind] for kind in range(4, 7) if self.module.made[kind]},
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        for seat, lady in enumerate(reader.items("ladies", state.seats)):
            if lady is not None:
                self.module.lady[seat] = type(reader)({"ladies": lady}, reader.where).number(
                    "ladies", 1, COUNT
                )
        self.module.choice = sum(2 ** (lady - 1) for lady in set(reader.numbers("choice", 1, COUNT)))
        for seat, exhausted in enumerate(reader.items("exhausted", state.seats)):
            if type(reader)({"exhausted": exhausted}, reader.where).flag("exhausted"):
                self.module.exhausted |= 2**seat
        self.module.green = (reader.optional_number("green", 1, 6) or 0) - 1
        self.module.aside = reader.flag("aside")
        for kind, count in enumerate(reader.counts("bought", KINDS[:4], 1, 1000)):
            self.module.bought[kind] = count
        for kind, count in enumerate(reader.counts("made", KINDS[4:7], 1, 1000), start=4):
            self.module.made[kind] = count

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic == "lady":
            names = [lady.name for lady in self.module.cards.cards]
            return (
                f"Everybody chooses a lady before the first round, for the whole game: {listed(names, 'or')}."
            )
        if topic == "green die" or topic.startswith("green "):
            topic = f"lady {ANA}"
        for lady in self.module.cards.cards:
            if topic in (f"lady {lady.number}", lady.name.casefold()):
                guess = f" ({lady.confidence.capitalize()}.)" if "reconstructed" in lady.confidence else ""
                return f"{lady.name}, a lady of La Granja: {lowered(lady.text)}.{guess}"
        return None

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        mine = view["modules"][self.name]
        lines = [f"lady {n}: {self._card(n)}" for n in mine["choice"]]
        for seat, lady in enumerate(mine["ladies"]):
            if lady is not None:
                used = " (used)" if mine["exhausted"][seat] else ""
                green = f" [green {mine['green']}]" if lady == ANA and mine["green"] else ""
                lines.append(f"{seat + 1}: {self._card(lady)}{used}{green}")
        return lines

    def _card(self, number: int) -> str:
        lady = self.module.cards.cards[number - 1]
        mark = "~" if "reconstructed" in lady.confidence else ""
        return f"{lady.name}{mark}, {lowered(lady.text)}"


def name_of(ladies: rules.Ladies, seat: int) -> str:
    """The name of a seat's lady."""
    return ladies.cards.cards[ladies.lady[seat] - 1].name


WORDING = Ladies

"""Outlaws, the harder side of the boards: a gray die costs a penalty, or a point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from burgher.games.granja.components import KINDS
from burgher.games.granja.modules import outlaws as rules
from burgher.games.granja.modules.gray_dice import OWN, OWN_EVENTS
from burgher.games.granja.modules.outlaws import (
    CARD,
    GIVE_CARD,
    GIVE_GOOD,
    HARVEST_GOOD,
    LOADED,
    LOSE_GOOD,
    MARKED,
    PAID,
    PENALTY,
    POINT,
    RANSOM,
    RANSOMED,
    SPACE,
    TWO,
)
from burgher.games.granja.naming import listed, lowered, one, several
from burgher.games.granja.stack import detail, top
from burgher.games.granja.wording.modules.base import ModuleQuestion
from burgher.games.granja.wording.modules.gray_dice import GrayDice
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry


class PenaltyToPay(ModuleQuestion[rules.Outlaws]):
    """How to pay an outlaw: with a penalty, or a point."""

    decision = "what you give up for the outlaw"
    own = (OWN + POINT, OWN + PENALTY)

    def question(self, state: GranjaData, what: int) -> str:
        outlaw = self.module.boards.penalties[what]
        return f"The outlaw of {outlaw.number} wants something: {lowered(outlaw.text)}, or a point?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        if verb == OWN + POINT:
            return f"Lose {several(self.module.points, 'point')}"
        return f"Give up {_told(self.module.boards.penalties[what].pay[thing])}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        if verb == OWN + POINT:
            return IllegalAction("too-few-points", "You have no point", self.section)
        ways = self.module.boards.penalties[what].pay
        if thing >= len(ways):
            return IllegalAction("no-penalty", "This outlaw leaves no other choice", self.section)
        return IllegalAction("cannot-pay", f"You cannot give up {_told(ways[thing])}", self.section)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what < 6


class CardToGive(ModuleQuestion[rules.Outlaws]):
    """Which hand card an outlaw gets."""

    decision = "which card you give to the outlaw"
    own = (OWN + GIVE_CARD,)
    still = CARD
    """What is chosen now."""

    def question(self, state: GranjaData, what: int) -> str:
        return "Which card do you give to the outlaw?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        card = components.cards[thing]
        return f"Discard card {card.number}, with the {card.helper.name} on it"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        return self.decide_first(state, what)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        """What is chosen now is asked for, and nothing that would have been chosen before it."""
        return what & SPACE < 6 and what & ~SPACE & (2 * self.still - 1) == self.still and what < 2 * LOADED


class GoodToGive(CardToGive):
    """Which harvest good an outlaw gets."""

    own = (OWN + GIVE_GOOD,)
    still = HARVEST_GOOD

    def question(self, state: GranjaData, what: int) -> str:
        return "Which harvest good do you give to the outlaw?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Discard {one(thing)}"


class GoodToLose(CardToGive):
    """Which good on a barrow or in a craft row is lost to an outlaw."""

    own = (OWN + LOSE_GOOD,)
    still = LOADED

    def question(self, state: GranjaData, what: int) -> str:
        return "Which good on a barrow or in a craft row do you lose to the outlaw?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Lose {one(thing & 7)} {_off(thing >> 3, components)}"


class Outlaws(GrayDice[rules.Outlaws]):
    """The players' boards with this side up."""

    questions = (PenaltyToPay, CardToGive, GoodToGive, GoodToLose)
    verbs = (
        *GrayDice.verbs,
        OWN + POINT,
        OWN + PENALTY,
        OWN + RANSOM,
        OWN + GIVE_CARD,
        OWN + GIVE_GOOD,
        OWN + LOSE_GOOD,
    )

    def is_aside(self, verb: int) -> bool:
        return verb == OWN + RANSOM

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        if verb < OWN:
            return super().sentence(state, verb, thing, components)
        spaces = listed([str((thing + n) % 6 + 1) for n in range(3)])
        return f"Discard your markers on {spaces} of the outlaws' board for a trade commodity"

    def more(self, state: GranjaData, space: int) -> str:
        if self.module.marked[state.seat] & 2**space:
            return "its outlaw is content"
        return f"then the outlaw wants {lowered(self.module.boards.penalties[space].text)}, or a point"

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if verb < OWN:
            return super().refusal(state, verb, thing)
        if verb == OWN + RANSOM:
            return IllegalAction(
                "no-markers", "That takes markers on three neighbouring spaces of your board", self.title
            )
        asked = top(state) - self.module.first_question
        if asked in range(len(self.questions)):  # something else is to be given up
            return self.questions[asked](self.module).decide_first(state, detail(state))
        return IllegalAction("no-outlaw", "Outlaws come with a gray die", self.title)

    def withheld(self, state: GranjaData, action: int) -> IllegalAction | None:
        if not self.module.withholds(state, action):
            return None
        outlaw = self.module.boards.penalties[self.module.penalty_due(state)]
        wants = f"the outlaw of {outlaw.number}: {lowered(outlaw.text)}, or a point"
        if state.me.points >= self.module.points:
            text = f"Your last point is kept until you have paid {wants}"
        else:
            text = f"After that you could not pay {wants}"
        return IllegalAction("outlaw-waits", text, self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        if event < OWN_EVENTS:
            return super().tell(event, entry, names, components)
        who, a, b = names[entry.seat], entry.details[0], entry.details[1]
        if event == PAID:
            paid = (
                several(self.module.points, "point")
                if b == TWO
                else _told(self.module.boards.penalties[a].pay[b])
            )
            return f"{who} gives {paid.replace('your', 'the')} to the outlaw of {a + 1}"
        if event == MARKED:
            return f"{who} puts a marker on {a + 1} of the outlaws' board"
        if event == RANSOMED:
            numbers = listed([str((a + n) % 6 + 1) for n in range(3)])
            return f"{who} discards the markers on {numbers} of the outlaws' board"
        return f"{who} loses {one(a)} {_off(b, components)}"

    def source(self, source: int) -> str:
        return "outlaws"

    def summary(self, components: Components) -> str:
        point = several(self.module.points, "point")
        return (
            "Whoever drafts a gray die gets its revenue and then gives its outlaw what he wants, or "
            f"{point}, and marks him: a marked one wants nothing more. Where that cannot be paid the die is "
            "not taken, unless there is no white one: then it costs nothing. Three markers side by side, 6 "
            "beside 1, become a trade commodity at any time in your turn."
        )

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic in ("outlaw", "ransom", "gray", "gray die", "gray dice") or topic.startswith("penalty"):
            return f"Outlaws: {lowered(self.summary(components))}"
        for outlaw in self.module.boards.penalties:
            if topic in (f"outlaw {outlaw.number}", f"gray {outlaw.number}"):
                return f"Outlaw {outlaw.number}: {lowered(outlaw.text)}, or a point. (Reconstructed.)"
        return None


def _told(pay: Mapping[str, int]) -> str:
    """A penalty in words: `1 silver and a good off a barrow or a craft row`."""
    names = {"card": "a card from your hand", "any-harvest": "a harvest good"}
    names["loaded"] = "a good off a barrow or a craft row"
    said = []
    for name, count in pay.items():
        if name == "silver":
            said.append(f"{count} silver")
        elif name == "points":
            said.append(several(count, "point"))
        elif name == "siesta":
            said.append(f"{several(count, 'step')} back on the siesta track")
        else:
            said.append(names[name] if name in names else one(KINDS.index(name)))
    return listed(said)


def _off(target: int, components: Components) -> str:
    """Where a good is lost: `off barrow 2`, `at the deli`."""
    return f"off barrow {target + 1}" if target < 4 else f"at the {components.buildings[target - 4].name}"


WORDING = Outlaws

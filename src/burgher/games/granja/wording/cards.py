"""Questions about farm cards, as people meet them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja.actions import (
    BARROW,
    CLEAR,
    DISCARD,
    DISMISS,
    DRAW,
    EXTENSION,
    FIELD,
    GAIN,
    HELPER,
    PAY,
    SKIP,
)
from burgher.games.granja.cards import barrow_count, extension_cost, helper_room
from burgher.games.granja.components import GOODS, KINDS
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.lookups import FULL_FIELDS, SOME_HARVEST
from burgher.games.granja.naming import (
    BENEFITS,
    barrow_text,
    demands,
    effect_of,
    farm_goods,
    gains,
    listed,
    lowered,
    many,
    one,
    payable_name,
    several,
)
from burgher.games.granja.pending import MAY_DRAW, MAY_GAIN, MAY_PLAY, SECOND
from burgher.games.granja.refusing import (
    FARM,
    REVENUE,
    any_of,
    cannot_extend,
    empty_hand,
    in_hand,
    no_barrow,
    no_cards,
    none_of,
    not_in_hand,
)
from burgher.games.granja.wording.base import Wording, is_effect
from burgher.kernel.errors import IllegalAction
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.errors import IllegalAction

SIDES = (FIELD, BARROW, EXTENSION, HELPER)
"""Playing a card, by the side of the farm."""


def to_play(state: GranjaData, side: int, card: int, components: Components) -> str:
    """What it would be to play a card to a side of the farm."""
    me, printed = state.me, components.cards[card]
    if side == FIELD:
        kind = KINDS.index(printed.field)
        full = f", with {one(kind)} on it at once" if rules_of(state, me) & FULL_FIELDS else ""
        return f"Play card {card + 1} as a field that grows {many(kind)}{full}"
    if side == BARROW:
        room = "" if barrow_count(me) < me.barrow_limit else "; another barrow must go"
        return f"Play card {card + 1} as a market barrow: {barrow_text(printed)}{room}"
    if side == EXTENSION:
        brings = listed([BENEFITS[benefit] for benefit in printed.extension])
        cost = farm_goods(extension_cost(state, me))
        return f"Play card {card + 1} as a farm extension with {brings}, for {cost}"
    helper = printed.helper
    is_full = all(at(me.helpers, place) for place in range(helper_room(state, me)))
    room = "; another helper must go" if is_full else ""
    return f"Play card {card + 1} as a helper, the {helper.name}: {lowered(helper.text)}{room}"


def cannot_play(state: GranjaData, side: int, card: int) -> IllegalAction:
    """Why a card cannot be played to a side, where one may be played."""
    return cannot_extend(state) if side == EXTENSION and in_hand(state, card) else not_in_hand(card)


def to_discard(card: int, components: Components) -> str:
    """What it would be to discard a hand card."""
    return f"Discard card {card + 1}, with the {components.cards[card].helper.name} on it"


class Card(Wording):
    """Play or draw a card or gain a harvest good."""

    decision = "what you play, draw or take"
    section = REVENUE
    verbs = (*SIDES, DRAW, GAIN, SKIP)
    declined = "does without another option"

    def question(self, state: GranjaData, what: int) -> str:
        options = ["play a card"] * (what & MAY_PLAY > 0)
        options += ["draw a card"] * (what & MAY_DRAW > 0)
        options += ["take a harvest good"] * (what & MAY_GAIN > 0)
        if what & SECOND:
            return f"The Porter gives you another option: do you {listed(options, 'or')} as well?"
        if what & (MAY_DRAW | MAY_GAIN) == 0:
            return "Which card do you play, and to which side of your farm?"
        return f"Do you {listed(options, 'or')}?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        if verb == DRAW:
            return "Draw a card"
        if verb == GAIN:
            return f"Take {one(thing)}"
        return to_play(state, verb, thing, components)

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Do without the Porter's second option"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        option = {DRAW: MAY_DRAW, GAIN: MAY_GAIN}.get(verb, MAY_PLAY)
        if not what & option:
            return self.decide_first(state, what)
        if verb == DRAW:
            return no_cards()
        if verb == GAIN:
            said = f"You may take {any_of(SOME_HARVEST)}"
            return IllegalAction("not-among-them", said, self.section_in(state))
        return cannot_play(state, verb, thing)

    def unanswerable(self, state: GranjaData, what: int) -> IllegalAction:
        return no_cards() if what & MAY_DRAW else empty_hand()

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what & (MAY_PLAY | MAY_DRAW | MAY_GAIN) > 0 and what < 2 * SECOND


class CardToPay(Wording):
    """Which hand card to discard for an effect."""

    decision = "which card you discard"
    section = FARM
    verbs = (DISCARD,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which card do you discard for it?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"{to_discard(thing, components)}, for {gains(effect_of(what, components, state.modules))}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        return not_in_hand(thing)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return is_effect(state, what)


class BarrowToClear(Wording):
    """Which market barrow to discard."""

    decision = "which market barrow you discard"
    section = FARM
    verbs = (CLEAR,)

    def question(self, state: GranjaData, what: int) -> str:
        return "There is no room: which market barrow do you discard?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        card = components.cards[at(state.me.barrows, thing) - 1]
        lost = [good for n, good in enumerate(card.barrow) if at(state.me.loaded, thing) & 2**n]
        losing = f", losing {demands(lost)} on it" if lost else ", which is empty"
        return f"Discard barrow {thing + 1}, worth {several(card.points, 'point')}{losing}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        return no_barrow(thing, FARM)


class HelperToClear(Wording):
    """Which helper to discard for the one just played."""

    decision = "which helper you discard"
    section = FARM
    verbs = (DISMISS,)

    def question(self, state: GranjaData, what: int) -> str:
        return "There is no room: which helper do you discard?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        helper = components.cards[thing].helper
        return f"Discard the {helper.name}: {lowered(helper.text)}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        return IllegalAction("not-your-helper", f"Card {thing + 1} is not among your helpers", FARM)


class Payment(Wording):
    """What to pay for an extension with."""

    decision = "what pays for the extension"
    section = FARM
    verbs = (PAY,)

    def question(self, state: GranjaData, what: int) -> str:
        still = "still " if state.paid else ""
        return f"The extension {still}costs {farm_goods(state.to_pay)}: which one do you pay next?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Pay {payable_name(thing)}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        if state.paid & 2**thing:
            said = f"You have paid {payable_name(thing)}: goods must differ"
            return IllegalAction("already-paid", said, FARM)
        if thing < len(GOODS):
            return none_of(thing, FARM)
        if thing == len(GOODS):
            return IllegalAction("too-little-silver", "You have no silver", FARM)
        return IllegalAction("too-few-points", "You have no point", FARM)

"""Questions about deliveries, as people meet them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from burgher.games.granja.actions import BARROWS, DELIVER, SILVER, SKIP, SWAP, SWAPS, UNLOAD
from burgher.games.granja.components import HARVEST, KINDS
from burgher.games.granja.components.effects import MOST_FOR_DELIVERY
from burgher.games.granja.fitting import asked_for
from burgher.games.granja.lookups import EFFECT_ONGOING, WHEN_BARROW, WHEN_CRAFT
from burgher.games.granja.naming import KIND_NAMES, demands, gains, one, several, target_title, the
from burgher.games.granja.pending import (
    FOR_SILVER,
    INSTEAD,
    NO_DELIVERY,
    SECOND,
    THEN_SIESTA,
    TWICE,
)
from burgher.games.granja.refusing import (
    ANYTIME,
    BARROW,
    FARM,
    REVENUE,
    TRANSPORT,
    has,
    no_barrow,
    none_of,
    to_barrow,
    to_row,
)
from burgher.games.granja.stack import silver_asked, silver_instead
from burgher.games.granja.wording.base import Wording
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.errors import IllegalAction


def to_deliver(state: GranjaData, target: int, kind: int, said: str, components: Components) -> str:
    """What it would be to deliver a good to where its kind is asked for, in other words than its kind's."""
    return f"Deliver {said}{outcome(state, target, kind, components)}"


def outcome(state: GranjaData, target: int, kind: int, components: Components) -> str:
    """What a good would complete, or leave to be delivered."""
    me = state.me
    if target < BARROWS:
        card = components.cards[at(me.barrows, target) - 1]
        missing = [good for n, good in enumerate(card.barrow) if not at(me.loaded, target) & 2**n]
        missing.remove(KINDS[kind])
        points = card.points + more_points(state, WHEN_BARROW)
        return f": completed, for {several(points, 'point')}" if not missing else _lacking(missing)
    building, row = (target - BARROWS) >> 2, target & 3
    wanted = components.buildings[building].rows[row]
    missing = [good for n, good in enumerate(wanted) if not at(me.supplied, building) & 2**n]
    missing.remove(KINDS[kind])
    if missing:
        claims = "" if at(me.rows, building) else ", claiming it"
        return f"{claims}{_lacking(missing)}"
    points = state.round + 1 + more_points(state, WHEN_CRAFT)
    if state.tokens & 2**building:
        points += components.token
        points += components.unblock if state.blocked and not state.blocked & 2**building else 0
    return (
        f": completed, for {several(points, 'point')}, then {gains(components.buildings[building].instant)}"
    )


def more_points(state: GranjaData, when: int) -> int:
    """The points that helpers and craft markers of the seat to decide add to something by themselves."""
    me, lookups = state.me, state.lookups
    cards = [
        at(me.helpers, place) - 1
        for place in range(4)
        if at(me.helpers, place) and not me.exhausted & 2**place
    ]
    effects = [
        card
        for card in cards
        if lookups.helper_when[card] == when and lookups.helper_phases[card] & 2**state.phase
    ]
    markers = members_of(me.ongoing)
    effects += [EFFECT_ONGOING + building for building in markers if lookups.crafts_when[when] & 2**building]
    return sum(lookups.gains_points[effect] for effect in effects)


def _lacking(missing: Sequence[str]) -> str:
    return f", which then lacks {demands(missing)}"


def cannot_deliver(state: GranjaData, target: int, kind: int) -> IllegalAction:
    """Why a kind of goods cannot be delivered to a target."""
    if target < BARROWS:
        return to_barrow(state, target, kind)
    return to_row(state, (target - BARROWS) >> 2, target & 3, kind)


class Delivery(Wording):
    """Deliver once."""

    decision = "what you deliver, and where"
    section = TRANSPORT
    verbs = (DELIVER, SILVER, SKIP)
    takes_more = True
    declined = "makes no delivery"

    def question(self, state: GranjaData, what: int) -> str:
        silver = silver_instead(what)
        if what & NO_DELIVERY:
            return f"The Porter gives you another option: do you take {silver} silver as well?"
        if what & SECOND:
            return "The Porter gives you another option: do you make a delivery as well?"
        if silver:
            return f"What do you deliver, and where, or do you take {silver} silver?"
        if what & THEN_SIESTA:
            return "You have a free delivery, then your siesta track is scored: what goes where?"
        if price := silver_asked(what):
            return f"You may buy a delivery for {price} silver: what goes where?"
        return "You have a delivery: what goes where?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        if verb == DELIVER:
            target, kind = thing >> 3, thing & 7
            price = f" for {silver_asked(what)} silver" if silver_asked(what) else ""
            return to_deliver(
                state, target, kind, f"{one(kind)} to {target_title(target, components)}{price}", components
            )
        how = "as well" if what & SECOND else "instead of a delivery"
        if what & TWICE:
            how = "before a delivery"
        return f"Take {silver_instead(what)} silver {how}"

    def lapsed(self, times: int) -> str:
        return "has nothing to deliver: the delivery lapses"

    def to_skip(self, state: GranjaData, what: int) -> str:
        if what & SECOND:
            return "Do without the Porter's second option"
        return "Deliver nothing" + (", and score the siesta track" if what & THEN_SIESTA else "")

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        if verb == SILVER:
            return no_silver_instead()
        if what & NO_DELIVERY:
            return self.decide_first(state, what, REVENUE)
        if (price := silver_asked(what)) > state.me.silver:
            said = f"This delivery costs {price} silver, and you have {state.me.silver or 'none'}"
            return IllegalAction("too-little-silver", said, TRANSPORT)
        return cannot_deliver(state, thing >> 3, thing & 7)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what < FOR_SILVER + INSTEAD * MOST_FOR_DELIVERY


def no_silver_instead() -> IllegalAction:
    """There is no silver to be had instead of a delivery."""
    return IllegalAction("no-silver-now", "Silver instead of a delivery comes with a die of space 6", REVENUE)


class SiestaPoints(Wording):
    """Not asked: the siesta track is scored."""


class Unloading(Wording):
    """Which good to take off a barrow (Loader)."""

    decision = "which good you take off a barrow"
    section = FARM
    verbs = (UNLOAD,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which good do you take off a barrow, to load it onto another?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Take {one(thing & 7)} off barrow {(thing >> 3) + 1}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        slot, kind = thing >> 3, thing & 7
        card = at(state.me.barrows, slot) - 1
        if card < 0:
            return no_barrow(slot, BARROW)
        goods = [state.lookups.barrow_goods[card * 5 + n] for n in members_of(at(state.me.loaded, slot))]
        if kind not in goods:
            said = f"Barrow {slot + 1} has no {KIND_NAMES[kind]} on it"
            return IllegalAction("no-such-good", said, BARROW)
        return IllegalAction("nothing-to-move", f"No other barrow of yours asks for {one(kind)}", BARROW)

    def unanswerable(self, state: GranjaData, what: int) -> IllegalAction:
        return IllegalAction("nothing-to-move", "No good on a barrow is wanted by another", BARROW)


class Loading(Wording):
    """Onto which barrow to put it."""

    decision = "onto which barrow the good goes"
    section = FARM
    verbs = (DELIVER,)

    def question(self, state: GranjaData, what: int) -> str:
        return f"Onto which barrow do you load {the(what & 7)}?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        target, kind = thing >> 3, thing & 7
        return f"Load {the(kind)} onto barrow {target + 1}{outcome(state, target, kind, components)}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        target, kind = thing >> 3, thing & 7
        if kind != what & 7:
            return wrong_good(what & 7)
        if target >= BARROWS or target == what >> 3:
            return IllegalAction("other-barrow", "It can only go to another barrow of yours", BARROW)
        return cannot_deliver(state, target, kind)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what < 8 * BARROWS


def wrong_good(kind: int) -> IllegalAction:
    """Another kind is on its way."""
    return IllegalAction("wrong-good", f"What is to be delivered is {one(kind)}", BARROW)


class Disguise(Wording):
    """Which harvest good to deliver as which (Packer)."""

    decision = "which harvest good you deliver as which"
    section = TRANSPORT
    verbs = (SWAP,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which harvest good do you deliver as which?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        given, taken = SWAPS[thing]
        return f"Deliver {one(given)} as {one(taken)}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        given, taken = SWAPS[thing]
        if not has(state, given):
            return none_of(given, ANYTIME)
        assert not asked_for(state) & 2**taken
        return IllegalAction("not-asked-for", f"No barrow or row asks for {one(taken)}", TRANSPORT)


class Disguised(Wording):
    """Where to deliver it."""

    decision = "where you deliver it"
    section = TRANSPORT
    verbs = (DELIVER,)
    takes_more = True

    def question(self, state: GranjaData, what: int) -> str:
        return f"Where do you deliver {the(what >> 3)} as {one(what & 7)}?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        target, kind = thing >> 3, thing & 7
        said = f"{the(what >> 3)} as {one(kind)} to {target_title(target, components)}"
        return to_deliver(state, target, kind, said, components)

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        if thing & 7 != what & 7:
            return wrong_good(what & 7)
        return cannot_deliver(state, thing >> 3, thing & 7)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what < 8 * len(HARVEST) and what & 7 < len(HARVEST)

"""Questions about goods, as people meet them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja.actions import GAIN, IMPROVE, PAIR, PAIRS, PAY, REST, SKIP, SWAP, SWAPS
from burgher.games.granja.components import GOODS
from burgher.games.granja.goods import has_stall
from burgher.games.granja.lookups import BETTER, PIG, SOME_RESOURCE
from burgher.games.granja.naming import KIND_NAMES, effect_of, gains, listed, one, several
from burgher.games.granja.pending import OR_REST
from burgher.games.granja.refusing import (
    ANYTIME,
    FARM,
    REVENUE,
    any_of,
    none_of,
    nothing_to_upgrade,
    siesta_top,
)
from burgher.games.granja.wording.base import Wording, is_effect
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.errors import IllegalAction


class OneGood(Wording):
    """Gain one good."""

    decision = "which good you take"
    section = REVENUE
    verbs = (GAIN,)

    def question(self, state: GranjaData, what: int) -> str:
        return f"Which good do you take: {listed([KIND_NAMES[kind] for kind in members_of(what)], 'or')}?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        if thing == PIG and not has_stall(state.me):
            return f"Take a pig, which is sold at once for {components.sell[PIG]} silver: no stall is free"
        return f"Take {one(thing)}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        return IllegalAction("not-among-them", f"You may take {any_of(what)}", self.section_in(state))

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return 0 < what < 256


class TwoGoods(Wording):
    """Gain two different harvest goods; none of its answers is ever refused."""

    decision = "which two harvest goods you take"
    section = REVENUE
    verbs = (PAIR,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which two different harvest goods do you take?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Take {listed([one(kind) for kind in PAIRS[thing]])}"


class Improving(Wording):
    """Upgrade for nothing."""

    decision = "what you upgrade"
    section = REVENUE
    verbs = (IMPROVE, REST, SKIP)
    declined = "upgrades nothing more"

    def question(self, state: GranjaData, what: int) -> str:
        times = what & (OR_REST - 1)
        if what & OR_REST:
            often = "once" if times == 1 else f"{times} times"
            return f"You may upgrade a resource or advance on the siesta track, {often}: which?"
        return f"You may upgrade {several(times, 'resource')} for nothing: which one?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        if verb == IMPROVE:
            return f"Upgrade {one(thing)} to {KIND_NAMES[BETTER[thing]]} for nothing"
        points = components.siesta[state.me.steps + 1]
        worth = several(points, "point") if points else "nothing"
        return f"Advance a step on the siesta track, to a space worth {worth}"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Upgrade nothing more"

    def lapsed(self, times: int) -> str:
        lapse = "lapses" if times == 1 else "lapse"
        return f"has nothing left to upgrade: {several(times, 'upgrade')} {lapse}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        if verb == REST:
            return siesta_top() if what & OR_REST else self.decide_first(state, what, ANYTIME)
        return none_of(thing, ANYTIME) if state.me.has & SOME_RESOURCE else nothing_to_upgrade()

    def unanswerable(self, state: GranjaData, what: int) -> IllegalAction:
        return nothing_to_upgrade()

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what & (OR_REST - 1) > 0 and what < 2 * OR_REST


class GoodToPay(Wording):
    """Which good to discard for an effect."""

    decision = "which good you discard"
    section = FARM
    verbs = (PAY,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which good do you discard for it?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return f"Discard {one(thing)} for {gains(effect_of(what, components, state.modules))}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        kinds = state.lookups.pays_kinds[what]
        if thing >= len(GOODS) or not kinds & 2**thing:
            return IllegalAction("not-among-them", f"It takes {any_of(kinds)}", ANYTIME)
        return none_of(thing, ANYTIME)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return is_effect(state, what)


class Exchange(Wording):
    """Which harvest good to exchange for which (Gardener)."""

    decision = "which harvest good you exchange"
    section = FARM
    verbs = (SWAP,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Which harvest good do you exchange for which?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        given, taken = SWAPS[thing]
        return f"Exchange {one(given)} for {one(taken)}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        return none_of(SWAPS[thing][0], ANYTIME)

    def unanswerable(self, state: GranjaData, what: int) -> IllegalAction:
        return IllegalAction("no-such-good", "You have no harvest good", ANYTIME)

"""Questions about deliveries, and about goods on their way (III)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.granja.actions import DELIVER, SILVER, SKIP, SWAP, UNLOAD
from burgher.games.granja.data import Question
from burgher.games.granja.deliveries import (
    bring_to,
    disguise,
    end_delivery,
    fill_barrow,
    unload,
    use_up_delivery,
)
from burgher.games.granja.events import LAPSED, MOVED, note
from burgher.games.granja.fitting import (
    FOUR_ROWS,
    OF_BARROW,
    barrows_asking,
    can_deliver,
    can_deliver_disguised,
    can_unload,
    disguises,
    unloadable,
)
from burgher.games.granja.goods import earn
from burgher.games.granja.helpers import exhaust_rule, rules_of
from burgher.games.granja.heuristic import ASKED_DELIVERY, WEIGHTS
from burgher.games.granja.heuristic import SILVER as WORTH_OF_SILVER
from burgher.games.granja.legal import deliveries, deliveries_of
from burgher.games.granja.lookups import SOME_HARVEST, TWO_OPTIONS
from burgher.games.granja.pending import (
    DELIVERY,
    NO_DELIVERY,
    SECOND,
    THEN_SIESTA,
    TWICE,
    WITH_SILVER,
)
from burgher.games.granja.scoring import score_siesta
from burgher.games.granja.stack import pop, push, silver_asked, silver_instead
from burgher.kernel.ints import BIT
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints


class Delivery(Question):
    """Deliver once. Its detail: what goes with it (`THEN_SIESTA`, …), and silver instead."""

    name: ClassVar = "delivery"

    def settle(self, state: GranjaData, what: i64) -> bool:
        """It lapses where there is neither a good nor anything that could bring one."""
        if what & SECOND and not rules_of(state, state.me) & TWO_OPTIONS:
            pop(state)  # the Porter has left meanwhile
            return True
        me = state.me
        if silver_instead(what) or me.has != 0 or me.silver > 0 or me.roofs_up != 0 or me.ready != 0:
            return False
        pop(state)
        note(state, state.seat, LAPSED, DELIVERY, 1)
        if what & THEN_SIESTA:
            score_siesta(state, state.seat)
        return True

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        return silver_instead(what) > 0 or can_deliver(state, has)

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end: i64 = 0
        if not what & NO_DELIVERY and state.me.silver >= silver_asked(what):
            end = deliveries(state, into, end)
        instead = silver_instead(what)
        if instead:
            end = offer(into, end, SILVER, 1)
        if what & SECOND or instead == 0:
            end = offer(into, end, SKIP, 1)
        return end

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        if verb == DELIVER:
            end_delivery(state, what)
            bring_to(state, thing >> 3, thing & 7, thing & 7)
            return
        if what & SECOND:
            exhaust_rule(state, state.seat, TWO_OPTIONS)
        if what & TWICE:
            push(state, DELIVERY, SECOND | what & WITH_SILVER)
        earn(state, state.seat, silver_instead(what))

    def decline(self, state: GranjaData, what: i64) -> None:
        if what & THEN_SIESTA and not what & NO_DELIVERY:
            score_siesta(state, state.seat)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True

    def is_waiting(self, what: i64) -> bool:
        return what & SECOND != 0

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        if silver_instead(what):
            return WEIGHTS[ASKED_DELIVERY] + WEIGHTS[WORTH_OF_SILVER]
        if not can_deliver(state, state.me.has):
            return 0
        return WEIGHTS[ASKED_DELIVERY] - silver_asked(what) * WEIGHTS[WORTH_OF_SILVER]


class SiestaPoints(Question):
    """Not asked: the siesta track is scored for one player when everything above is done."""

    name: ClassVar = "siesta points"

    def settle(self, state: GranjaData, what: i64) -> bool:
        pop(state)
        score_siesta(state, state.seat)
        return True

    def is_waiting(self, what: i64) -> bool:
        return True

    def check(self, state: GranjaData, what: i64) -> None:
        raise AssertionError("the siesta track is scored without a question")


class Unloading(Question):
    """Which good to take off a barrow (Loader)."""

    name: ClassVar = "unloading"

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        return can_unload(state)

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, UNLOAD, unloadable(state))

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        unload(state, thing >> 3, thing & 7)


class Loading(Question):
    """Onto which barrow to put it. Its detail: its kind, and the barrow it comes from."""

    name: ClassVar = "loading"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        kind: i64 = what & 7
        everywhere: i64 = BIT[kind] * FOUR_ROWS & ~OF_BARROW[what >> 3]
        return offer(into, 0, DELIVER, barrows_asking(state) & everywhere)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        note(state, state.seat, MOVED, thing & 7, what >> 3, thing >> 3)
        fill_barrow(state, thing >> 3, thing & 7)


class Disguise(Question):
    """Which harvest good to deliver as which (Packer)."""

    name: ClassVar = "disguise"

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        return can_deliver_disguised(state)

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, SWAP, disguises(state))

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        disguise(state, thing)

    def takes(self, state: GranjaData, what: i64) -> i64:
        return SOME_HARVEST


class Disguised(Question):
    """Where to deliver it. Its detail: what it is, and what it passes for."""

    name: ClassVar = "disguised"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        kind: i64 = what & 7
        return deliveries_of(state, into, 0, BIT[kind], 0)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        use_up_delivery(state, what >> 3)
        bring_to(state, thing >> 3, thing & 7, what >> 3)

    def takes(self, state: GranjaData, what: i64) -> i64:
        return BIT[what >> 3]

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return WEIGHTS[ASKED_DELIVERY]

"""Questions about goods: which to gain, to upgrade, to pay with, to exchange."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import (
    GAIN,
    IMPROVE,
    PAIR,
    PAIR_FIRST,
    PAIR_SECOND,
    PAY,
    REST,
    SKIP,
    SWAP,
    SWAP_FROM,
    SWAP_TO,
)
from burgher.games.granja.data import Question
from burgher.games.granja.effects import come_about, improve
from burgher.games.granja.events import EXCHANGED, LAPSED, note
from burgher.games.granja.goods import gain, lose, take
from burgher.games.granja.heuristic import ASKED_GOOD, ASKED_IMPROVING, WEIGHTS
from burgher.games.granja.lookups import SOME_HARVEST, SOME_RESOURCE
from burgher.games.granja.pauses import could_have_resource
from burgher.games.granja.pending import HARVEST, IMPROVING, OR_REST
from burgher.games.granja.siesta import advance
from burgher.games.granja.stack import pop, push
from burgher.kernel.ints import BIT, ints, only
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints


class OneGood(Question):
    """Gain one good. Its detail: the kinds to choose from."""

    name: ClassVar = "one good"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if what & (what - 1):
            return False
        pop(state)
        gain(state, state.seat, only(what))
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, GAIN, what)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        gain(state, state.seat, thing)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        # Before the harvest the Field Hand has seen which fields have their good.
        return state.step != HARVEST or state.left == 0

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return WEIGHTS[ASKED_GOOD]


class TwoGoods(Question):
    """Gain two different harvest goods."""

    name: ClassVar = "two goods"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, PAIR, 7)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        gain(state, state.seat, PAIR_FIRST[thing])
        gain(state, state.seat, PAIR_SECOND[thing])

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return 2 * WEIGHTS[ASKED_GOOD]


class Improving(Question):
    """Upgrade for nothing. Its detail: how many times, and whether siesta steps are an alternative."""

    name: ClassVar = "improving"

    def settle(self, state: GranjaData, what: i64) -> bool:
        """It ends when nothing is left to upgrade, and no resource could be had for it first."""
        times: i64 = what & (OR_REST - 1)
        if times:
            if self.answerable(state, what, state.me.has) or could_have_resource(state):
                return False
            note(state, state.seat, LAPSED, IMPROVING, times)
        pop(state)
        return True

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        return has & SOME_RESOURCE != 0 or (what & OR_REST != 0 and state.me.steps < state.lookups.siesta_top)

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end = offer(into, 0, IMPROVE, state.me.has & SOME_RESOURCE)
        if what & OR_REST and state.me.steps < state.lookups.siesta_top:
            end = offer(into, end, REST, 1)
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        if (what - 1) & (OR_REST - 1):
            push(state, IMPROVING, what - 1)
        if verb == REST:
            advance(state, state.seat, 1)
        else:
            improve(state, thing)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return (what & (OR_REST - 1)) * WEIGHTS[ASKED_IMPROVING]


class GoodToPay(Question):
    """Which good to discard for an effect. Its detail: the effect."""

    name: ClassVar = "good to pay"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, PAY, state.me.has & state.lookups.pays_kinds[what])

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        lose(state, thing)
        come_about(state, what)

    def takes(self, state: GranjaData, what: i64) -> i64:
        return state.lookups.pays_kinds[what]


OTHER_SWAPS: Final[Ints] = ints(
    [sum(2**n for n, source in enumerate((0, 0, 1, 1, 2, 2)) if have & 2**source) for have in range(8)]
)
"""The exchanges possible with some harvest goods."""


class Exchange(Question):
    """Which harvest good to exchange for which (Gardener)."""

    name: ClassVar = "exchange"

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        return has & SOME_HARVEST != 0

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, SWAP, OTHER_SWAPS[state.me.has & SOME_HARVEST])

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        me = state.me
        note(state, state.seat, EXCHANGED, SWAP_FROM[thing], SWAP_TO[thing], take(me, SWAP_FROM[thing]))
        me.goods[SWAP_TO[thing]] += 1
        me.has |= BIT[SWAP_TO[thing]]

    def takes(self, state: GranjaData, what: i64) -> i64:
        return SOME_HARVEST

"""Questions about farm cards: what to do with them, which to discard, and what to pay for an extension."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.granja.actions import CLEAR, DISCARD, DISMISS, DRAW, GAIN, HELPER, PAY, SKIP
from burgher.games.granja.cards import (
    can_draw,
    clear_barrow,
    discard_from_hand,
    dismiss,
    draw,
    pay,
    payable,
    play_card,
)
from burgher.games.granja.data import Question
from burgher.games.granja.effects import come_about
from burgher.games.granja.goods import gain, in_both
from burgher.games.granja.helpers import exhaust_rule, rules_of
from burgher.games.granja.heuristic import ASKED_CARD, WEIGHTS
from burgher.games.granja.legal import from_hand, plays
from burgher.games.granja.lookups import SOME_HARVEST, TWO_OPTIONS
from burgher.games.granja.pending import CARD, MAY_DRAW, MAY_GAIN, MAY_PLAY, SECOND, TWICE
from burgher.games.granja.stack import pop, push
from burgher.kernel.ints import size
from burgher.kernel.offers import offer
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints


class Card(Question):
    """Play or draw a card or gain a harvest good. Its detail: which of these (`MAY_PLAY`, …)."""

    name: ClassVar = "card"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if what & SECOND and not rules_of(state, state.me) & TWO_OPTIONS:
            pop(state)  # the Porter has left meanwhile
            return True
        if what == MAY_DRAW:
            pop(state)
            draw(state, state.seat, 1)
            return True
        if self.answerable(state, what, 0):
            return False
        pop(state)
        return True

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        if what & MAY_GAIN or (what & MAY_DRAW and can_draw(state)):
            return True
        return what & MAY_PLAY != 0 and state.me.hand_size > 0

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end: i64 = 0
        if what & MAY_PLAY:
            end = plays(state, into, end)
        if what & MAY_DRAW and can_draw(state):
            end = offer(into, end, DRAW, 1)
        if what & MAY_GAIN:
            end = offer(into, end, GAIN, SOME_HARVEST)
        if what & SECOND:
            end = offer(into, end, SKIP, 1)
        return end

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        if verb <= HELPER:
            self.choose(state, what, MAY_PLAY)
            play_card(state, verb, thing)
        elif verb == DRAW:
            self.choose(state, what, MAY_DRAW)
            draw(state, state.seat, 1)
        else:
            self.choose(state, what, MAY_GAIN)
            gain(state, state.seat, thing)

    def choose(self, state: GranjaData, what: i64, option: i64) -> None:
        """One of the options is taken; the Porter may give another of them afterwards."""
        if what & SECOND:
            exhaust_rule(state, state.seat, TWO_OPTIONS)
        if what & TWICE:
            push(state, CARD, (what & (MAY_PLAY | MAY_DRAW | MAY_GAIN) & ~option) | SECOND)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True

    def is_waiting(self, what: i64) -> bool:
        return what & SECOND != 0

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return WEIGHTS[ASKED_CARD]


class CardToPay(Question):
    """Which hand card to discard for an effect. Its detail: the effect."""

    name: ClassVar = "card to pay"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return from_hand(state, into, 0, DISCARD)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        discard_from_hand(state, thing)
        come_about(state, what)


class BarrowToClear(Question):
    """Which market barrow to discard."""

    name: ClassVar = "barrow to clear"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end: i64 = 0
        slot: i64 = 0
        while slot < 4:
            if at(state.me.barrows, slot):
                end = offer(into, end, CLEAR + slot, 1)
            slot += 1
        return end

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        clear_barrow(state, thing)


class HelperToClear(Question):
    """Which helper to discard for the one just played."""

    name: ClassVar = "helper to clear"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end: i64 = 0
        place: i64 = 0
        while place < 4:
            if at(state.me.helpers, place):
                end = offer(into, end, DISMISS + at(state.me.helpers, place) - 1, 1)
            place += 1
        return end

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        dismiss(state, thing)


class Payment(Question):
    """What to pay for an extension with."""

    name: ClassVar = "payment"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, PAY, payable(state.me) & ~state.paid)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        pay(state, thing)

    def takes(self, state: GranjaData, what: i64) -> i64:
        return payable(state.me) & ~state.paid

    def check(self, state: GranjaData, what: i64) -> None:
        left = payable(state.me) & ~state.paid
        assert 0 < state.to_pay <= size(left), "something is to be paid"
        if state.to_pay == size(left):
            assert left & ~in_both(state.me) == 0, "there is a choice of what to pay, or from where"

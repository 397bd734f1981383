"""Questions about the market place: where a marker goes, and whether to keep one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.granja.actions import GUARD, SELL, SKIP, STALL, TRADE
from burgher.games.granja.data import Question
from burgher.games.granja.heuristic import ASKED_STALL, WEIGHTS
from burgher.games.granja.in_play import NOT_PLACED, happened
from burgher.games.granja.legal import sales
from burgher.games.granja.lookups import EFFECT_TRADE, TRADE_GOOD
from burgher.games.granja.market import keep_guarded, lower_neighbours, place_stall, places_for
from burgher.games.granja.stack import pop
from burgher.kernel.observing import seats_after
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints


class StallToPlace(Question):
    """Where to put a marker. Its detail: the values allowed, and whether only an empty place will do."""

    name: ClassVar = "stall to place"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if places_for(state, what):
            return False
        pop(state)  # only modules can take all places away
        if state.modular:
            happened(state, NOT_PLACED)
        return True

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        return places_for(state, what) != 0

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, STALL, places_for(state, what))

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        place_stall(state, what, thing)

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return WEIGHTS[ASKED_STALL]


class MarketGuard(Question):
    """Whether to keep a marker for silver. Its detail: whose stall drives it away, and that stall."""

    name: ClassVar = "market guard"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end: i64 = 0
        if state.me.silver >= state.lookups.guard_price:
            lower = lower_neighbours(state, what >> 5, what & 31) & state.market[state.seat]
            end = offer(into, end, GUARD, lower)
        else:  # sell something first
            end = offer(into, end, SELL, sales(state))
            if state.me.goods[TRADE_GOOD] and state.lookups.gains_silver[EFFECT_TRADE]:
                end = offer(into, end, TRADE, 1)
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        keep_guarded(state, what >> 5, what & 31, thing)

    def decline(self, state: GranjaData, what: i64) -> None:
        keep_guarded(state, what >> 5, what & 31, -1)

    def observed(self, state: GranjaData, what: i64, seat: i64) -> i64:
        return (seats_after(what >> 5, seat, state.seats) << 5) + (what & 31)

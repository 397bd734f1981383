"""Questions about the market place: where a marker goes, and whether to keep one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import GUARD, ROOF, SELL, SKIP, STALL, TRADE, USE
from burgher.games.granja.data import Question
from burgher.games.granja.goods import stored
from burgher.games.granja.helpers import gains_now
from burgher.games.granja.heuristic import ASKED_STALL, WEIGHTS
from burgher.games.granja.in_play import AT_ANY_TIME, FOR_SILVER, NOT_PLACED, happened, offered
from burgher.games.granja.lookups import EFFECT_ROOF, EFFECT_TRADE, TRADE_GOOD
from burgher.games.granja.market import keep_guarded, lower_neighbours, place_stall, places_for
from burgher.games.granja.stack import pop
from burgher.kernel.ints import BIT
from burgher.kernel.observing import seats_after
from burgher.kernel.offers import offer
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints


OWN_ROOF_PLACES: Final = 5
"""The roof tiles that an action can name."""


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
        else:
            end = self.ways_to_silver(state, into, end)
        return offer(into, end, SKIP, 1)

    def ways_to_silver(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """Offer what brings silver at once: something to sell or trade, roof tiles, helpers."""
        me = state.me
        end = offer(into, end, SELL, stored(me))
        if me.goods[TRADE_GOOD] and state.lookups.gains_silver[EFFECT_TRADE]:
            end = offer(into, end, TRADE, 1)
        place: i64 = 0
        while place < OWN_ROOF_PLACES:
            if me.roofs_up & BIT[place] and gains_now(state, me, EFFECT_ROOF + at(me.roofs, place) - 1):
                end = offer(into, end, ROOF + place, 1)
            place += 1
        place = 0
        while place < 4:
            if me.ready & BIT[place] and gains_now(state, me, at(me.helpers, place) - 1):
                end = offer(into, end, USE + at(me.helpers, place) - 1, 1)
            place += 1
        if state.modular:
            end = offered(state, into, end, AT_ANY_TIME, FOR_SILVER)
        return end

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        keep_guarded(state, what >> 5, what & 31, thing)

    def decline(self, state: GranjaData, what: i64) -> None:
        keep_guarded(state, what >> 5, what & 31, -1)

    def observed(self, state: GranjaData, what: i64, seat: i64) -> i64:
        return (seats_after(what >> 5, seat, state.seats) << 5) + (what & 31)

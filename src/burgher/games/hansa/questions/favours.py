"""The Emperor's Favour: a share of others' income, and the markers that a tile costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.hansa.actions import N_LEAVE, N_SHARE, N_TURN
from burgher.games.hansa.data import Question
from burgher.games.hansa.events import DECLINED, SHARED, TURNED, note
from burgher.games.hansa.favours import unused_kinds, unused_markers
from burgher.games.hansa.lookups import FAVOUR_PRICE, INCOME_SHARE, MERCHANT
from burgher.games.hansa.markers import turn_over
from burgher.games.hansa.pending import NOTHING
from burgher.games.hansa.sections import FAVOUR
from burgher.kernel.checking import hold
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.ints import Ints


class Sharing(Question):
    """Another player has taken income: whether to take a piece from one's stock as well."""

    name: ClassVar[str] = "share"
    section: ClassVar[str] = FAVOUR
    for_others: ClassVar[bool] = True

    def answers(self, state: HansaData, into: Ints) -> i64:
        shapes: i64 = 0
        if state.me.stock_traders:
            shapes = 1
        if state.me.stock_merchants:
            shapes |= 2
        end = offer(into, 0, N_SHARE, shapes)
        return offer(into, end, N_LEAVE, 1)

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        me = state.me
        if shape == MERCHANT:
            me.stock_merchants -= 1
            me.supply_merchants += 1
        else:
            me.stock_traders -= 1
            me.supply_traders += 1
        note(state, state.seat, SHARED, shape)
        state.pending = NOTHING

    def decline(self, state: HansaData) -> None:
        note(state, state.seat, DECLINED, state.pending)
        state.pending = NOTHING

    def check(self, state: HansaData) -> None:
        hold(state.me.favours & INCOME_SHARE != 0, "the favour is for who has it")


class Turning(Question):
    """Which marker to turn face down for a favour; it scores all the same."""

    name: ClassVar[str] = "turn down"
    section: ClassVar[str] = FAVOUR
    is_counted: ClassVar[bool] = True

    def answers(self, state: HansaData, into: Ints) -> i64:
        return offer(into, 0, N_TURN, unused_kinds(state.me))

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        turn_over(state, thing)
        note(state, state.seat, TURNED, thing)
        state.left -= 1
        if state.left == 0:
            state.pending = NOTHING

    def check(self, state: HansaData) -> None:
        hold(
            unused_markers(state.me) >= state.left and state.left <= FAVOUR_PRICE, "there are markers to turn"
        )

"""Displacing: which pieces pay for it, and where the displaced player's pieces go."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.hansa.actions import N_DONE, N_NEXT, N_PAY
from burgher.games.hansa.data import Question
from burgher.games.hansa.displacing import (
    draw_from,
    pay,
    put_in_stock,
    reach,
    remember,
    source,
)
from burgher.games.hansa.events import (
    FROM_ROUTE,
    FROM_STOCK,
    FROM_SUPPLY,
    OFF_BOARD,
    PAID,
    REPLACED,
    STOPPED,
    STRANDED,
    note,
)
from burgher.games.hansa.houses import free_house, offer_houses, offer_room, owner_of, settle, shape_of
from burgher.games.hansa.lookups import MERCHANT, NOWHERE, TRADER
from burgher.games.hansa.questions.placing import PlacingInTurn
from burgher.games.hansa.sections import DISPLACE
from burgher.kernel.checking import hold
from burgher.kernel.ints import BIT
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.ints import Ints


class Payment(Question):
    """Which piece to pay next for displacing one: a trader costs one, a merchant two."""

    name: ClassVar[str] = "payment"
    section: ClassVar[str] = DISPLACE
    is_counted: ClassVar[bool] = True

    def settle(self, state: HansaData) -> None:
        me = state.me
        owed = state.left
        if me.supply_merchants == 0:
            pay(state, owed, 0)
        elif me.supply_traders == 0:
            pay(state, 0, owed)
        elif me.supply_traders + me.supply_merchants == owed:
            pay(state, me.supply_traders, me.supply_merchants)

    def answers(self, state: HansaData, into: Ints) -> i64:
        return offer(into, 0, N_PAY, 3)

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        """Pay a piece; what is left without a choice is paid along with it."""
        me = state.me
        state.left -= 1
        if shape == MERCHANT:
            if state.left and me.supply_merchants == 1:
                pay(state, state.left, 1)
            elif state.left:
                put_in_stock(me, 0, 1)
                note(state, state.seat, PAID, 0, 1)
            else:
                pay(state, 0, 1)
        elif state.left and me.supply_traders == 1:
            pay(state, 1, state.left)
        elif state.left:
            put_in_stock(me, 1, 0)
            note(state, state.seat, PAID, 1, 0)
        else:
            pay(state, 1, 0)

    def check(self, state: HansaData) -> None:
        me = state.me
        hold(state.displaced != 0 and owner_of(state.displaced) != state.seat, "an opponent was displaced")
        both = me.supply_traders > 0 and me.supply_merchants > 0
        hold(both and me.supply_traders + me.supply_merchants > state.left, "payment is asked for a choice")
        hold(state.left <= 1 + shape_of(state.displaced), "a trader costs one, a merchant two")


class Displaced(PlacingInTurn):
    """Which piece the displaced player places next, and where: that one, and those that come with it."""

    name: ClassVar[str] = "displaced"
    section: ClassVar[str] = DISPLACE
    for_others: ClassVar[bool] = True

    def settle(self, state: HansaData) -> None:
        """Take the next piece up when there is no choice; end when nothing can be placed."""
        shapes = self.placeable(state)
        if shapes == 0 and state.displaced:
            self.strand(state)
            shapes = self.placeable(state)
        if not self.take_next(state, shapes):
            super().decline(state)

    def answers(self, state: HansaData, into: Ints) -> i64:
        stops: i64 = 0
        if state.hand_from < 0 and self.may_stop(state):
            stops = 1
        if state.hand:
            end = offer_room(state, into, reach(state, shape_of(state.hand)))
        else:
            end = offer(into, 0, N_NEXT, self.placeable(state))
            end = offer_houses(state, into, end, self.liftable(state, 0), self.liftable(state, 1))
        return offer(into, end, N_DONE, stops)

    def decline(self, state: HansaData) -> None:
        """Place no more pieces, though some could be: that is told."""
        note(state, state.seat, STOPPED, state.left)
        super().decline(state)

    def put(self, state: HansaData, route: i64, ship: bool) -> None:
        """Put the piece in hand on a house near by."""
        shape = shape_of(state.hand)
        house = free_house(state, route, ship)
        settle(state, state.me, house, shape)
        if state.variant.extras_from_routes:
            remember(state, house)
        if state.hand == state.displaced:
            state.displaced = 0
            note(state, state.seat, REPLACED, shape, house, OFF_BOARD, NOWHERE)
        else:
            state.left -= 1
            if state.hand_from >= 0:
                note(state, state.seat, REPLACED, shape, house, FROM_ROUTE, state.hand_from)
            else:
                come_from = source(state)
                note(state, state.seat, REPLACED, shape, house, come_from, NOWHERE)
                draw_from(state.me, come_from, shape)
        state.hand = 0
        state.hand_from = NOWHERE

    def strand(self, state: HansaData) -> None:
        """No house is free for the displaced piece: it goes to its owner's stock."""
        shape = shape_of(state.displaced)
        if shape == MERCHANT:
            state.me.stock_merchants += 1
        else:
            state.me.stock_traders += 1
        state.displaced = 0
        note(state, state.seat, STRANDED, shape)

    def placeable(self, state: HansaData) -> i64:
        shapes: i64 = 0
        if state.displaced:
            shapes = 1 + shape_of(state.displaced)
        if state.left:
            me = state.me
            come_from = source(state)
            if come_from == FROM_STOCK:
                if me.stock_traders:
                    shapes |= 1
                if me.stock_merchants:
                    shapes |= 2
            elif come_from == FROM_SUPPLY:
                if me.supply_traders:
                    shapes |= 1
                if me.supply_merchants:
                    shapes |= 2
        if shapes & 1 and reach(state, TRADER) == 0:
            shapes ^= 1
        if shapes & 2 and reach(state, MERCHANT) == 0:
            shapes ^= 2
        return shapes

    def may_stop(self, state: HansaData) -> bool:
        """Whether the displaced player may stop: by the given rules, pieces in stock must be placed."""
        if state.displaced:
            return False
        return state.variant.extras_from_routes or source(state) != FROM_STOCK

    def room(self, state: HansaData, shape: i64) -> i64:
        return reach(state, shape)

    def may_lift(self, state: HansaData) -> bool:
        return state.displaced == 0 and state.left > 0 and source(state) == FROM_ROUTE

    def check(self, state: HansaData) -> None:
        hold(state.displaced == 0 or owner_of(state.displaced) == state.seat, "the displaced player decides")
        hold(state.displaced != 0 or state.left > 0, "there is something to place")
        if state.hand and state.hand_from < 0:
            hold(owner_of(state.hand) == state.seat, "one's own piece is in hand")
            hold(self.placeable(state) & BIT[shape_of(state.hand)] != 0, "it can be placed")

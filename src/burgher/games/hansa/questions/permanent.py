"""Permanent markers of the East and of Britannia: what may be done besides when a route is established."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.hansa.actions import N_DEVELOP, N_DONE, N_LEAVE, N_NEXT
from burgher.games.hansa.data import Question
from burgher.games.hansa.desk import develop, unfinished
from burgher.games.hansa.displacing import draw_from, remember, source
from burgher.games.hansa.events import (
    DECLINED,
    FROM_ROUTE,
    FROM_STOCK,
    FROM_SUPPLY,
    OFF_BOARD,
    RETURNED,
    REUSED,
    note,
)
from burgher.games.hansa.houses import free_house, offer_houses, offer_room, settle, shape_of
from burgher.games.hansa.lookups import MERCHANT, NOWHERE, PRIVILEGE, TRADER
from burgher.games.hansa.offices import add_green_office, has_room
from burgher.games.hansa.pending import NOTHING
from burgher.games.hansa.questions.placing import PlacingInTurn
from burgher.games.hansa.sections import BRITANNIA, EAST
from burgher.kernel.ints import BIT
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.ints import Ints


class PlacingPieces(PlacingInTurn):
    """Which piece to put on a house next and, once it is in hand, where: what both such markers share."""

    of_route: ClassVar[bool] = True
    is_counted: ClassVar[bool] = True

    def source(self, state: HansaData) -> i64:
        """Where the pieces come from."""
        raise NotImplementedError

    def room(self, state: HansaData, shape: i64) -> i64:
        if shape == MERCHANT:
            return state.open_houses | state.open_ships
        return state.open_houses

    def placeable(self, state: HansaData) -> i64:
        me = state.me
        come_from = self.source(state)
        traders: i64 = 0
        merchants: i64 = 0
        if come_from == OFF_BOARD:
            traders = state.spare_traders
            merchants = state.spare_merchants
        elif come_from == FROM_STOCK:
            traders = me.stock_traders
            merchants = me.stock_merchants
        elif come_from == FROM_SUPPLY:
            traders = me.supply_traders
            merchants = me.supply_merchants
        shapes: i64 = 0
        if traders and self.room(state, TRADER):
            shapes = 1
        if merchants and self.room(state, MERCHANT):
            shapes |= 2
        return shapes

    def may_lift(self, state: HansaData) -> bool:
        return self.source(state) == FROM_ROUTE

    def settle(self, state: HansaData) -> None:
        """Take the next piece up when there is no choice; end when nothing can be placed."""
        if state.left == 0 or not self.take_next(state, self.placeable(state)):
            self.decline(state)

    def answers(self, state: HansaData, into: Ints) -> i64:
        if state.hand == 0:
            end = offer(into, 0, N_NEXT, self.placeable(state))
            end = offer_houses(state, into, end, self.liftable(state, 0), self.liftable(state, 1))
            return offer(into, end, N_DONE, 1)
        end = offer_room(state, into, self.room(state, shape_of(state.hand)))
        if state.hand_from < 0:
            return offer(into, end, N_DONE, 1)
        return end

    def put(self, state: HansaData, route: i64, ship: bool) -> None:
        shape = shape_of(state.hand)
        house = free_house(state, route, ship)
        settle(state, state.me, house, shape)
        come_from = self.source(state)
        if come_from != OFF_BOARD:
            remember(state, house)
        if state.hand_from >= 0:
            note(state, state.seat, REUSED, shape, house, FROM_ROUTE, state.hand_from)
        else:
            note(state, state.seat, REUSED, shape, house, come_from, NOWHERE)
            if come_from != OFF_BOARD:
                draw_from(state.me, come_from, shape)
            elif shape == MERCHANT:
                state.spare_merchants -= 1
            else:
                state.spare_traders -= 1
        state.hand = 0
        state.hand_from = NOWHERE
        state.left -= 1


class Reusing(PlacingPieces):
    """Two pieces of the established route, onto any houses."""

    name: ClassVar[str] = "reuse"
    section: ClassVar[str] = EAST

    def source(self, state: HansaData) -> i64:
        return OFF_BOARD

    def decline(self, state: HansaData) -> None:
        """What is left of the route goes to the stock."""
        me = state.me
        note(state, state.seat, RETURNED, state.spare_traders, state.spare_merchants)
        me.stock_traders += state.spare_traders
        me.stock_merchants += state.spare_merchants
        state.spare_traders = 0
        state.spare_merchants = 0
        state.hand = 0
        state.left = 0
        state.pending = NOTHING


class PlacingBeyond(PlacingPieces):
    """Two pieces into Wales or Scotland: from the stock, else the supply, else other routes."""

    name: ClassVar[str] = "place beyond"
    section: ClassVar[str] = BRITANNIA

    def source(self, state: HansaData) -> i64:
        come_from = source(state)
        if come_from == OFF_BOARD and state.me.houses[0] | state.me.houses[1]:
            return FROM_ROUTE
        return come_from

    def room(self, state: HansaData, shape: i64) -> i64:
        fits = state.open_houses
        if shape == MERCHANT:
            fits |= state.open_ships
        return fits & state.board.beyond


class GreenCity(Question):
    """Whether to put a piece from the supply into a city without printed offices, and which into which."""

    name: ClassVar[str] = "green city"
    section: ClassVar[str] = EAST
    of_route: ClassVar[bool] = True

    def settle(self, state: HansaData) -> None:
        if green_cities(state) == 0 or state.me.supply_traders + state.me.supply_merchants == 0:
            state.pending = NOTHING

    def answers(self, state: HansaData, into: Ints) -> i64:
        board = state.board
        end: i64 = 0
        cities = green_cities(state)
        if state.me.supply_traders:
            end = offer(into, end, board.green_office, cities)
        if state.me.supply_merchants:
            end = offer(into, end, board.green_office + board.cities - board.green, cities)
        return offer(into, end, N_LEAVE, 1)

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        """It goes to the right of all others."""
        me = state.me
        if shape == TRADER:
            me.supply_traders -= 1
        else:
            me.supply_merchants -= 1
        add_green_office(state, thing, shape)
        state.pending = NOTHING

    def decline(self, state: HansaData) -> None:
        note(state, state.seat, DECLINED, state.pending)
        state.pending = NOTHING


def green_cities(state: HansaData) -> i64:
    """The cities without printed offices, as a set that counts from the first of them."""
    board = state.board
    cities: i64 = 0
    city = board.green
    while city < board.cities:
        if has_room(state, city):
            cities |= BIT[city - board.green]
        city += 1
    return cities


class FreePrivilege(Question):
    """Whether to develop the privilege for nothing."""

    name: ClassVar[str] = "privilege"
    section: ClassVar[str] = EAST
    of_route: ClassVar[bool] = True

    def settle(self, state: HansaData) -> None:
        if unfinished(state.me) & BIT[PRIVILEGE] == 0:
            state.pending = NOTHING

    def answers(self, state: HansaData, into: Ints) -> i64:
        end = offer(into, 0, N_DEVELOP, BIT[PRIVILEGE])
        return offer(into, end, N_LEAVE, 1)

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        develop(state, thing)
        state.pending = NOTHING

    def decline(self, state: HansaData) -> None:
        note(state, state.seat, DECLINED, state.pending)
        state.pending = NOTHING

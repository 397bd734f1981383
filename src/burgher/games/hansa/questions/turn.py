"""A player's turn: what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.hansa.actions import (
    DISPLACE,
    ESTABLISH,
    EXCHANGE,
    FAVOUR,
    INCOME,
    MOVE,
    N_END,
    N_FAVOUR,
    N_MOVE,
    N_USE,
    PAWN,
    PLACE,
    USE,
)
from burgher.games.hansa.data import Question
from burgher.games.hansa.displacing import displace
from burgher.games.hansa.favours import buy, for_sale
from burgher.games.hansa.income import offer_income, take_income
from burgher.games.hansa.lands import area
from burgher.games.hansa.lookups import EXCHANGE as EXCHANGE_MARKER
from burgher.games.hansa.markers import exchange, exchanges, use, use_develop, uses
from burgher.games.hansa.moving import begin_to_move
from burgher.games.hansa.pawn import may_step, step_pawn
from burgher.games.hansa.placing import place
from burgher.games.hansa.routes import establish
from burgher.games.hansa.sections import TURN
from burgher.games.hansa.turn import end_turn, spend_action, stir
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.ints import Ints


class Turn(Question):
    """What to do next: one of the five actions, a marker, a favour, a step of the pawn, or nothing more."""

    name: ClassVar[str] = "turn"
    section: ClassVar[str] = TURN

    def answers(self, state: HansaData, into: Ints) -> i64:
        end: i64 = 0
        if state.actions > 0:
            end = offer_actions(state, into)
        me = state.me
        end = offer(into, end, N_USE, uses(state))
        if me.unused[EXCHANGE_MARKER]:
            end = offer(into, end, state.board.exchange, exchanges(state, 0))
            end = offer(into, end, state.board.exchange + state.board.pair_split, exchanges(state, 1))
        if state.variant.favour:
            end = offer(into, end, N_FAVOUR, for_sale(state))
        if state.pawn >= 0 and may_step(state):
            end = offer(into, end, state.board.pawn, state.board.borders[state.pawn])
        return offer(into, end, N_END, 1)

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        if verb == PLACE:
            spend_action(state)
            place(state, thing, shape)
        elif verb == DISPLACE:
            spend_action(state)
            displace(state, thing, shape)
        elif verb == INCOME:
            spend_action(state)
            take_income(state, thing, shape)
        elif verb == MOVE:
            spend_action(state)
            begin_to_move(state)
        elif verb == ESTABLISH:
            spend_action(state)
            establish(state, thing)
        elif verb == USE:
            stir(state)
            use(state, thing)
        elif verb == EXCHANGE:
            stir(state)
            exchange(state, thing, shape >> 3, shape & 7)
        elif verb == FAVOUR:
            buy(state, thing)
        elif verb == PAWN:
            step_pawn(state, thing)
        else:
            stir(state)
            use_develop(state, thing)

    def decline(self, state: HansaData) -> None:
        end_turn(state)


def offer_actions(state: HansaData, into: Ints) -> i64:
    """The five actions: income, place, displace, move, establish a route."""
    board = state.board
    me = state.me
    end = offer_income(state, into, 0)
    supply = me.supply_traders + me.supply_merchants
    where = area(state)
    routes = board.area_routes[where]
    if me.supply_traders:
        end = offer(into, end, board.place, state.open_houses & routes)
    if me.supply_merchants:
        end = offer(into, end, board.place + board.routes, state.open_houses & routes)
        end = offer(into, end, board.place_ship, state.open_ships & routes)
    word: i64 = 0
    while word < 2:
        first: i64 = 0
        if word:
            first = board.split
        if supply >= 2:
            # A trader costs one piece besides the one that takes its house, a merchant two.
            theirs = state.taken[word] & ~me.houses[word] & board.area_houses[where * 2 + word]
            if supply == 2:
                theirs &= ~state.discs[word]
            if me.supply_traders:
                end = offer(into, end, board.displace + first, theirs & board.plain[word])
            if me.supply_merchants:
                end = offer(into, end, board.displace + board.houses + first, theirs)
        word += 1
    if me.houses[0] | me.houses[1]:
        end = offer(into, end, N_MOVE, 1)
    return offer(into, end, board.establish, me.ready & routes_to_establish(state, routes))


def routes_to_establish(state: HansaData, routes: i64) -> i64:
    """Where routes may be established: anywhere, but with two players only beside the pawn."""
    if state.pawn >= 0:
        return routes
    return state.board.all_routes

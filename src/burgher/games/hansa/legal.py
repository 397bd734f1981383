"""What may be done now: the legal actions, as the rules in the other chapters have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.actions import (
    N_DEVELOP,
    N_DONE,
    N_END,
    N_FAVOUR,
    N_LEAVE,
    N_MOVE,
    N_NEXT,
    N_PAY,
    N_SHARE,
    N_TURN,
    N_USE,
)
from burgher.games.hansa.displacing import liftable, may_stop, placeable, reach
from burgher.games.hansa.favours import for_sale, unused_kinds
from burgher.games.hansa.houses import shape_of
from burgher.games.hansa.income import offer_income
from burgher.games.hansa.lands import area
from burgher.games.hansa.markers import exchanges, offer_lay, uses
from burgher.games.hansa.moving import (
    destinations,
    liftable_beyond,
    movable,
    must_move,
    on_offer,
    room,
    swappable,
)
from burgher.games.hansa.pawn import may_step
from burgher.games.hansa.pending import (
    CLAIM,
    DISPLACED,
    FREE_PRIVILEGE,
    GREEN_CITY,
    LAYING,
    NOTHING,
    PAWN_START,
    PAYMENT,
    PLACING_BEYOND,
    REUSING,
    SHARING,
    TURNING,
)
from burgher.games.hansa.routes import offer_claims, offer_green
from burgher.games.hansa.tables import EXCHANGE, MERCHANT, PRIVILEGE
from burgher.kernel.offers import offer
from burgher.kernel.words import BIT

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.words import Words


def offers(state: HansaData, into: Words) -> i64:
    """Write the legal actions as offers and return where they end."""
    if state.pending != NOTHING:
        return answers(state, into)
    if state.is_over:
        return 0
    end: i64 = 0
    if state.actions > 0:
        end = offer_actions(state, into)
    me = state.me
    end = offer(into, end, N_USE, uses(state))
    if me.unused[EXCHANGE]:
        end = offer(into, end, state.board.exchange, exchanges(state, 0))
        end = offer(into, end, state.board.exchange + state.board.pair_split, exchanges(state, 1))
    if state.variant.favour:
        end = offer(into, end, N_FAVOUR, for_sale(state))
    if state.pawn >= 0 and may_step(state):
        end = offer(into, end, state.board.pawn, state.board.borders[state.pawn])
    return offer(into, end, N_END, 1)


def offer_actions(state: HansaData, into: Words) -> i64:
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


def answers(state: HansaData, into: Words) -> i64:
    """The answers to the pending decision."""
    asked = state.pending
    me = state.me
    if state.hand:
        return offer_places(state, into)
    if asked == CLAIM:
        return offer_claims(state, into)
    if asked == PAYMENT:
        return offer(into, 0, N_PAY, 3)
    if asked == LAYING:
        return offer_lay(state, into)
    if asked == DISPLACED:
        end = offer(into, 0, N_NEXT, placeable(state))
        end = offer_houses(state, into, end, liftable(state, 0), liftable(state, 1))
        return offer(into, end, N_DONE, 1 if may_stop(state) else 0)
    if asked in (REUSING, PLACING_BEYOND):
        end = offer(into, 0, N_NEXT, on_offer(state))
        end = offer_houses(state, into, end, liftable_beyond(state, 0), liftable_beyond(state, 1))
        return offer(into, end, N_DONE, 1)
    if asked == GREEN_CITY:
        return offer_green(state, into)
    if asked == FREE_PRIVILEGE:
        end = offer(into, 0, N_DEVELOP, BIT[PRIVILEGE])
        return offer(into, end, N_LEAVE, 1)
    if asked == SHARING:
        shapes: i64 = 0
        if me.stock_traders:
            shapes = 1
        if me.stock_merchants:
            shapes |= 2
        end = offer(into, 0, N_SHARE, shapes)
        return offer(into, end, N_LEAVE, 1)
    if asked == TURNING:
        return offer(into, 0, N_TURN, unused_kinds(me))
    if asked == PAWN_START:
        return offer(into, 0, state.board.pawn, BIT[state.board.provinces] - 1)
    # Moving or removing: another piece, or no more.
    end = offer_houses(state, into, 0, movable(state, 0), movable(state, 1))
    return offer(into, end, N_DONE, 0 if must_move(state) else 1)


def offer_houses(state: HansaData, into: Words, end: i64, first: i64, second: i64) -> i64:
    """Pieces to be taken up, in the two words of houses."""
    end = offer(into, end, state.board.take, first)
    return offer(into, end, state.board.take + state.board.split, second)


def offer_places(state: HansaData, into: Words) -> i64:
    """Where the piece in hand may go: houses, for a merchant ships too, or the place of another piece."""
    board = state.board
    asked = state.pending
    shape = shape_of(state.hand)
    stops: i64 = 0
    if asked == DISPLACED:
        routes = reach(state, shape)
        if state.hand_from < 0 and may_stop(state):
            stops = 1
    elif asked in (REUSING, PLACING_BEYOND):
        routes = room(state, shape)
        if state.hand_from < 0:
            stops = 1
    else:
        routes = destinations(state)
    end = offer(into, 0, board.to, routes & state.open_houses)
    if shape == MERCHANT:
        end = offer(into, end, board.to_ship, routes & state.open_ships)
    if state.left >= 2 and state.hand_from >= 0:
        end = offer_houses(state, into, end, swappable(state, 0), swappable(state, 1))
    return offer(into, end, N_DONE, stops)

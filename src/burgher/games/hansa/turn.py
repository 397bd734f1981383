"""A player's turn: carrying out one decision, and going on when nothing is left to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.actions import (
    CLAIM_EXTRA,
    CLAIM_OFFICE,
    CLAIM_SPECIAL,
    DEVELOP,
    DISPLACE,
    DONE,
    END,
    ESTABLISH,
    EXCHANGE,
    FAVOUR,
    GREEN,
    INCOME,
    LAY,
    LEAVE,
    MOVE,
    NEXT,
    PAWN,
    PAY,
    PLACE,
    ROW,
    SHAPE,
    SHARE,
    TAKE,
    THING,
    TO,
    TURN_DOWN,
    USE,
    VERB,
)
from burgher.games.hansa.desk import develop
from burgher.games.hansa.displacing import displace, pay_one, put, stop
from burgher.games.hansa.events import GAVE_UP, TRIGGER, TURN, note
from burgher.games.hansa.favours import buy, turn_down
from burgher.games.hansa.houses import piece
from burgher.games.hansa.income import share, take_income
from burgher.games.hansa.markers import ask_to_lay, exchange, exchanges, lay, use, use_develop, uses
from burgher.games.hansa.moving import (
    begin_to_move,
    lift,
    put_down,
    put_out,
    remove,
    stop_handing_out,
    stop_moving,
    swap,
)
from burgher.games.hansa.pawn import FREE_STEPS, close_steps, start_pawn, step_pawn
from burgher.games.hansa.pending import (
    CLAIM,
    DISPLACED,
    NOTHING,
    PAWN_START,
    PLACING_BEYOND,
    REMOVING,
    REUSING,
)
from burgher.games.hansa.placing import place
from burgher.games.hansa.routes import (
    claim_development,
    claim_extra,
    claim_green,
    claim_office,
    claim_special,
    decline,
    establish,
    leave,
)
from burgher.games.hansa.scoring import is_ending, score_end
from burgher.games.hansa.tables import ACTION_VALUE, ACTIONS, EXTRA_ACTION, NOWHERE

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def carry_out(state: HansaData, action: i64) -> None:
    """Carry out a legal action and everything that follows from it."""
    at = state.board.number * ROW + action
    verb = VERB[at]
    thing = THING[at]
    shape = SHAPE[at]
    if verb == PLACE:
        spend_action(state)
        place(state, thing, shape)
    elif verb == TO:
        put_piece(state, thing, shape == 2)
    elif verb == TAKE:
        take_piece(state, thing)
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
    elif verb == END:
        end_turn(state)
        return
    elif verb == LAY:
        lay(state, thing)
        if not ask_to_lay(state):
            pass_on(state)
        return
    else:
        decide(state, verb, thing, shape)
    if state.pending == NOTHING:
        go_on(state)


def decide(state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
    """The rarer decisions."""
    if verb == CLAIM_OFFICE:
        claim_office(state, thing)
    elif verb == DONE:
        finish_early(state)
    elif verb == NEXT:
        state.hand = piece(state.seat, shape)
    elif verb == PAY:
        pay_one(state, shape)
    elif verb == DEVELOP:
        if state.pending == CLAIM:
            claim_development(state, thing)
        else:
            develop(state, thing)
            state.pending = NOTHING
    elif verb == LEAVE:
        if state.pending == CLAIM:
            leave(state)
        else:
            decline(state)
    elif verb == CLAIM_EXTRA:
        claim_extra(state, thing, shape)
    elif verb == CLAIM_SPECIAL:
        claim_special(state, thing, shape)
    elif verb == USE:
        stir(state)
        use(state, thing)
    elif verb == EXCHANGE:
        stir(state)
        exchange(state, thing, shape >> 3, shape & 7)
    elif verb == GREEN:
        claim_green(state, thing, shape)
    elif verb == SHARE:
        share(state, shape)
    elif verb == FAVOUR:
        buy(state, thing)
    elif verb == TURN_DOWN:
        turn_down(state, thing)
    elif verb == PAWN:
        if state.pending == PAWN_START:
            start_pawn(state, thing)
            begin_turn(state)
        else:
            step_pawn(state, thing)
    else:
        stir(state)
        use_develop(state, thing)


def spend_action(state: HansaData) -> None:
    """One of the actions of this turn is used."""
    state.actions -= 1
    close_steps(state)


def stir(state: HansaData) -> None:
    """A marker is used: the start of the turn, when favours are for sale, is over.

    The pawn, of which a game of two knows, may still go ahead of the actions.
    """
    if state.variant.favour:
        state.begun = True


def put_piece(state: HansaData, route: i64, ship: bool) -> None:
    """The piece in hand goes to a route."""
    asked = state.pending
    if asked == DISPLACED:
        put(state, route, ship)
    elif asked in (REUSING, PLACING_BEYOND):
        put_out(state, route, ship)
    else:
        put_down(state, route, ship)


def take_piece(state: HansaData, house: i64) -> None:
    """A piece on a house is touched: what becomes of it depends on what is going on."""
    asked = state.pending
    if asked == REMOVING:
        remove(state, house)
    elif state.hand:
        swap(state, house)
    else:
        lift(state, house)


def finish_early(state: HansaData) -> None:
    """Move, place or remove no more pieces."""
    asked = state.pending
    if asked == DISPLACED:
        stop(state)
    elif asked in (REUSING, PLACING_BEYOND):
        stop_handing_out(state)
    else:
        stop_moving(state)


def go_on(state: HansaData) -> None:
    """An action or a marker is done with: perhaps the game ends, or the turn."""
    state.seat = state.active
    state.me = state.players[state.active]
    state.route = NOWHERE
    if state.establishing:
        state.establishing = False
        if is_ending(state):
            score_end(state)
            return
    if state.actions == 0 and not may_go_on(state):
        end_turn(state)


def may_go_on(state: HansaData) -> bool:
    """Whether something can be done without actions: markers, or the pawn's free steps."""
    if state.pawn >= 0 and state.pawn_steps > 0:
        return True
    return uses(state) != 0 or exchanges(state, 0) != 0 or exchanges(state, 1) != 0


def end_turn(state: HansaData) -> None:
    """The turn is over: replacement markers are laid. Actions left are given up; the pawn may still move."""
    if state.actions:
        note(state, state.seat, GAVE_UP, state.actions)
        state.actions = 0
        if state.pawn >= 0 and state.begun and state.pawn_steps > 0:
            return
    if not ask_to_lay(state):
        pass_on(state)


def pass_on(state: HansaData) -> None:
    """The next player's turn; with a limit, the game ends after everybody's last."""
    state.active = (state.active + 1) % state.seats
    if state.active == state.start:
        state.round += 1
        if state.round == state.variant.limit:
            note(state, state.active, TRIGGER, 4)
            score_end(state)
            return
    begin_turn(state)


def begin_turn(state: HansaData) -> None:
    """Begin the turn of whoever it is: so many actions as the desk says."""
    state.seat = state.active
    state.me = state.players[state.active]
    me = state.me
    state.actions = ACTION_VALUE[me.desk[ACTIONS]]
    if me.favours & EXTRA_ACTION:
        state.actions += 1
    state.begun = False
    state.leave_used = 0
    if state.pawn >= 0:
        state.pawn_steps = FREE_STEPS
    note(state, state.seat, TURN, state.round + 1, state.actions)

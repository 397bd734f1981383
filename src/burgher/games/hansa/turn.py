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
    from burgher.games.hansa.state import Hansa


def carry_out(table: Hansa, action: i64) -> None:
    """Carry out a legal action and everything that follows from it."""
    at = table.board.number * ROW + action
    verb = VERB[at]
    thing = THING[at]
    shape = SHAPE[at]
    if verb == PLACE:
        spend_action(table)
        place(table, thing, shape)
    elif verb == TO:
        put_piece(table, thing, shape == 2)
    elif verb == TAKE:
        take_piece(table, thing)
    elif verb == DISPLACE:
        spend_action(table)
        displace(table, thing, shape)
    elif verb == INCOME:
        spend_action(table)
        take_income(table, thing, shape)
    elif verb == MOVE:
        spend_action(table)
        begin_to_move(table)
    elif verb == ESTABLISH:
        spend_action(table)
        establish(table, thing)
    elif verb == END:
        end_turn(table)
        return
    elif verb == LAY:
        lay(table, thing)
        if not ask_to_lay(table):
            pass_on(table)
        return
    else:
        decide(table, verb, thing, shape)
    if table.pending == NOTHING:
        go_on(table)


def decide(table: Hansa, verb: i64, thing: i64, shape: i64) -> None:
    """The rarer decisions."""
    if verb == CLAIM_OFFICE:
        claim_office(table, thing)
    elif verb == DONE:
        finish_early(table)
    elif verb == NEXT:
        table.hand = piece(table.seat, shape)
    elif verb == PAY:
        pay_one(table, shape)
    elif verb == DEVELOP:
        if table.pending == CLAIM:
            claim_development(table, thing)
        else:
            develop(table, thing)
            table.pending = NOTHING
    elif verb == LEAVE:
        if table.pending == CLAIM:
            leave(table)
        else:
            decline(table)
    elif verb == CLAIM_EXTRA:
        claim_extra(table, thing, shape)
    elif verb == CLAIM_SPECIAL:
        claim_special(table, thing, shape)
    elif verb == USE:
        stir(table)
        use(table, thing)
    elif verb == EXCHANGE:
        stir(table)
        exchange(table, thing, shape >> 3, shape & 7)
    elif verb == GREEN:
        claim_green(table, thing, shape)
    elif verb == SHARE:
        share(table, shape)
    elif verb == FAVOUR:
        buy(table, thing)
    elif verb == TURN_DOWN:
        turn_down(table, thing)
    elif verb == PAWN:
        if table.pending == PAWN_START:
            start_pawn(table, thing)
            begin_turn(table)
        else:
            step_pawn(table, thing)
    else:
        stir(table)
        use_develop(table, thing)


def spend_action(table: Hansa) -> None:
    """One of the actions of this turn is used."""
    table.actions -= 1
    close_steps(table)


def stir(table: Hansa) -> None:
    """A marker is used: the start of the turn, when favours are for sale, is over.

    The pawn, of which a game of two knows, may still go ahead of the actions.
    """
    if table.variant.favour:
        table.begun = True


def put_piece(table: Hansa, route: i64, ship: bool) -> None:
    """The piece in hand goes to a route."""
    asked = table.pending
    if asked == DISPLACED:
        put(table, route, ship)
    elif asked in (REUSING, PLACING_BEYOND):
        put_out(table, route, ship)
    else:
        put_down(table, route, ship)


def take_piece(table: Hansa, house: i64) -> None:
    """A piece on a house is touched: what becomes of it depends on what is going on."""
    asked = table.pending
    if asked == REMOVING:
        remove(table, house)
    elif table.hand:
        swap(table, house)
    else:
        lift(table, house)


def finish_early(table: Hansa) -> None:
    """Move, place or remove no more pieces."""
    asked = table.pending
    if asked == DISPLACED:
        stop(table)
    elif asked in (REUSING, PLACING_BEYOND):
        stop_handing_out(table)
    else:
        stop_moving(table)


def go_on(table: Hansa) -> None:
    """An action or a marker is done with: perhaps the game ends, or the turn."""
    table.seat = table.active
    table.me = table.players[table.active]
    table.route = NOWHERE
    if table.establishing:
        table.establishing = False
        if is_ending(table):
            score_end(table)
            return
    if table.actions == 0 and not may_go_on(table):
        end_turn(table)


def may_go_on(table: Hansa) -> bool:
    """Whether something can be done without actions: markers, or the pawn's free steps."""
    if table.pawn >= 0 and table.pawn_steps > 0:
        return True
    return uses(table) != 0 or exchanges(table, 0) != 0 or exchanges(table, 1) != 0


def end_turn(table: Hansa) -> None:
    """The turn is over: replacement markers are laid. Actions left are given up; the pawn may still move."""
    if table.actions:
        note(table, table.seat, GAVE_UP, table.actions)
        table.actions = 0
        if table.pawn >= 0 and table.begun and table.pawn_steps > 0:
            return
    if not ask_to_lay(table):
        pass_on(table)


def pass_on(table: Hansa) -> None:
    """The next player's turn; with a limit, the game ends after everybody's last."""
    table.active = (table.active + 1) % table.seats
    if table.active == table.start:
        table.round += 1
        if table.round == table.variant.limit:
            note(table, table.active, TRIGGER, 4)
            score_end(table)
            return
    begin_turn(table)


def begin_turn(table: Hansa) -> None:
    """Begin the turn of whoever it is: so many actions as the desk says."""
    table.seat = table.active
    table.me = table.players[table.active]
    me = table.me
    table.actions = ACTION_VALUE[me.desk[ACTIONS]]
    if me.favours & EXTRA_ACTION:
        table.actions += 1
    table.begun = False
    table.leave_used = 0
    if table.pawn >= 0:
        table.pawn_steps = FREE_STEPS
    note(table, table.seat, TURN, table.round + 1, table.actions)

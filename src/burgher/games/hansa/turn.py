"""A player's turn: carrying out one decision, and going on when nothing is left to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.actions import LEAVE, ROW, SHAPE, THING, VERB
from burgher.games.hansa.asking import ask
from burgher.games.hansa.data import NO_HOUSES
from burgher.games.hansa.events import GAVE_UP, TRIGGER, TURN, note
from burgher.games.hansa.lookups import ACTION_VALUE, ACTIONS, EXTRA_ACTION, NOWHERE
from burgher.games.hansa.markers import exchanges, uses
from burgher.games.hansa.pawn import FREE_STEPS, close_steps
from burgher.games.hansa.pending import LAYING, NOTHING
from burgher.games.hansa.scoring import is_ending, score_end

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def carry_out(state: HansaData, action: i64) -> None:
    """Carry out a legal action, the answer to what is asked, and everything that follows from it."""
    at = state.board.number * ROW + action
    verb = VERB[at]
    question = state.questions[state.pending]
    if verb >= LEAVE:
        question.decline(state)
    else:
        question.apply(state, verb, THING[at], SHAPE[at])
    if state.pending == NOTHING and not state.is_over:
        go_on(state)


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


def go_on(state: HansaData) -> None:
    """An action or a marker is done with: perhaps the game ends, or the turn."""
    state.seat = state.active
    state.me = state.players[state.active]
    state.route = NOWHERE
    state.placed = NO_HOUSES
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


def keeps_pawn(state: HansaData) -> bool:
    """Whether the pawn may still move when actions are given up: free steps come before or after them."""
    return state.pawn >= 0 and state.begun and state.pawn_steps > 0


def end_turn(state: HansaData) -> None:
    """The turn is over: replacement markers are laid. Actions left are given up; the pawn may still move."""
    if state.actions:
        note(state, state.seat, GAVE_UP, state.actions)
        state.actions = 0
        if keeps_pawn(state):
            return
    ask(state, LAYING)
    if state.pending == NOTHING:
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
        state.actions_over = False
    note(state, state.seat, TURN, state.round + 1, state.actions)

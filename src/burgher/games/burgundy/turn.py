"""A player's turn (p. 4): carrying out one decision, and going on when nothing is left to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.actions import ASKED_NUMBER, BUY, MAY_HIRE, PLACE, SKIP, SOURCE, TAKE, THING, VERB
from burgher.games.burgundy.events import DECLINED, HIRED, note
from burgher.games.burgundy.lookups import (
    DOUBLE_STEPS,
    EASES_DICE,
    EASY_PLACING,
    EASY_TAKING,
    HIRING_FOUR,
    HIRING_SILVERLING,
    SPOTS,
    TILE_COLOUR,
    WORKERS_FOR,
)
from burgher.games.burgundy.pending import NOTHING
from burgher.games.burgundy.phases import end_turn
from burgher.games.burgundy.stack import pop
from burgher.games.burgundy.taking import buy, can_buy

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Player


def carry_out(state: BurgundyData, action: i64) -> None:
    """Carry out a legal action, a purchase or an answer to what is asked, and all that follows from it."""
    verb = VERB[action]
    if verb == BUY:
        buy(state, THING[action])
    else:
        asked = pop(state)
        question = state.questions[asked]
        if verb == SKIP:
            note(state, state.seat, DECLINED, asked)
            question.decline(state)
        else:
            question.apply(state, verb, THING[action], action)
    if state.unused == 0 and state.pending == NOTHING and not state.is_over and not can_buy(state):
        end_turn(state)


def uses(state: BurgundyData) -> i64:
    """What dice can do besides placing, whatever they show, as a set that begins with `TAKE` (p. 5, 9)."""
    return state.stocked | state.me.goods_held << SPOTS | MAY_HIRE


def workers_for(state: BurgundyData, action: i64) -> i64:
    """The workers an action with a die costs."""
    return workers_to_change(state, state.dice[state.seat * 2 + SOURCE[action]], action)


def workers_to_change(state: BurgundyData, die: i64, action: i64) -> i64:
    """The workers that make of a die what an action asks for (p. 4, knowledge tiles 8 to 12: p. 10-11)."""
    knows = state.me.knows
    row: i64 = die * 8 + ASKED_NUMBER[action]
    if knows & DOUBLE_STEPS:
        row += 64
    if knows & EASES_DICE and is_eased(state, action):
        row += 128
    return WORKERS_FOR[row]


def is_eased(state: BurgundyData, action: i64) -> bool:
    """Whether a knowledge tile changes the die by one for free, for this action."""
    me = state.me
    verb = VERB[action]
    if verb == PLACE:
        return me.knows & EASY_PLACING[TILE_COLOUR[me.storage[THING[action]]]] != 0
    return verb == TAKE and me.knows & EASY_TAKING != 0


def hired(player: Player) -> tuple[i64, i64]:
    """The workers and silverlings that taking workers brings (p. 9), with tiles 13 and 14 (p. 11)."""
    workers: i64 = 2
    if player.knows & HIRING_FOUR:
        workers = 4
    silverlings: i64 = 0
    if player.knows & HIRING_SILVERLING:
        silverlings = 1
    return workers, silverlings


def hire(state: BurgundyData, die: i64) -> None:
    """The action "Take worker tiles" (p. 9)."""
    me = state.me
    workers, silverlings = hired(me)
    me.workers += workers
    me.silverlings += silverlings
    note(state, state.seat, HIRED, workers, silverlings, die)

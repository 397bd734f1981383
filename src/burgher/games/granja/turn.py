"""Carrying out what a player has decided, and going on to the next decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.actions import (
    BUY,
    COUNT,
    DELIVER,
    DIE,
    DISCARD,
    DONE,
    DONKEY,
    HELPER,
    ROOF,
    SKIP,
    THING,
    TILE,
    USE,
    VERB,
)
from burgher.games.granja.anytime import act
from burgher.games.granja.cards import discard_from_hand, play_card
from burgher.games.granja.data import module_of
from burgher.games.granja.deliveries import deliver
from burgher.games.granja.events import FINISHED, note
from burgher.games.granja.farm import buy_roof
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.revenue import use_die
from burgher.games.granja.rounds import go_on, look
from burgher.games.granja.stack import answer, settle_question
from burgher.games.granja.transport import choose_donkey

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def carry_out(state: GranjaData, action: i64) -> None:
    """Carry out a legal action and everything that follows until the next decision."""
    if action < COUNT:
        verb = VERB[action]
        thing = THING[action]
        if BUY <= verb <= ROOF or verb == USE:
            act(state, verb, thing)
        else:
            state.sold = 0
            if state.depth:
                answer(state, verb, thing)
            else:
                decide(state, verb, thing)
    elif action == state.lookups.from_den:
        state.me.from_den = True
        return
    else:
        state.sold = 0
        module = module_of(state.modules, action)
        module.apply(state, action - module.first)
    settle(state)


def decide(state: GranjaData, verb: i64, thing: i64) -> None:
    """Carry out what a step itself asks for."""
    if verb == DELIVER:
        deliver(state, thing >> 3, thing & 7)
    elif verb <= HELPER:
        state.left -= 1
        play_card(state, verb, thing)
    elif verb == DIE:
        use_die(state, thing // 6, thing % 6)
    elif verb == DISCARD:
        discard_from_hand(state, thing)
    elif verb == TILE:
        state.left = 0
        buy_roof(state, thing)
    else:
        if verb == DONKEY:
            choose_donkey(state, thing)
        elif verb == DONE:
            if not is_pausing(state):
                note(state, state.seat, FINISHED, state.step)
        else:
            assert verb == SKIP
        state.done = True


def settle(state: GranjaData) -> None:
    """Go on until somebody has something to decide, or the game is over."""
    while True:
        if state.depth:
            if not settle_question(state):
                return
        else:
            if not state.done:
                look(state)
                if not state.done:
                    return
            go_on(state)
            if state.is_over:
                return

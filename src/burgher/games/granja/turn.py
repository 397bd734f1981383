"""Carrying out what a player has decided, and going on to the next decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.actions import (
    BARROW,
    BUY,
    CLEAR,
    COUNT,
    CRAFT,
    DELIVER,
    DIE,
    DISCARD,
    DISMISS,
    DONE,
    DONKEY,
    DRAW,
    EXTENSION,
    FETCH,
    FIELD,
    GAIN,
    GUARD,
    HELPER,
    IMPROVE,
    MARK,
    PAIR,
    PAY,
    REROLL,
    REST,
    ROOF,
    SELL,
    SILVER,
    SKIP,
    STALL,
    SWAP,
    THING,
    TILE,
    TRADE,
    TURN,
    UNLOAD,
    UPGRADE,
    USE,
    VERB,
)
from burgher.games.granja.answers import (
    choose_card,
    craft_again,
    decline,
    discard_card,
    draw_card,
    gain_one,
    gain_pair,
    improve_one,
    pay_good,
    rest,
    settle_question,
    swap,
    take_silver,
)
from burgher.games.granja.anytime import buy, sell, trade, turn_roof, upgrade, use_helper, use_roof
from burgher.games.granja.cards import (
    clear_barrow,
    dismiss,
    play_barrow,
    play_extension,
    play_field,
    play_helper,
)
from burgher.games.granja.data import module_of
from burgher.games.granja.deliveries import deliver, unload
from burgher.games.granja.events import FINISHED, note
from burgher.games.granja.farm import buy_roof
from burgher.games.granja.market import answer_guard, place_stall
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.revenue import mark, put_aside, use_die
from burgher.games.granja.rounds import go_on, look
from burgher.games.granja.transport import choose_donkey, fetch_donkey

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def carry_out(state: GranjaData, action: i64) -> None:
    """Carry out a legal action and everything that follows until the next decision."""
    if action >= COUNT:
        state.bought = 0
        module = module_of(state.modules, action)
        module.apply(state, action - module.first)
        settle(state)
        return
    verb = VERB[action]
    thing = THING[action]
    if verb != BUY and verb != SELL:
        state.bought = 0
    if verb == DELIVER:
        deliver(state, thing >> 3, thing & 7)
    elif verb <= HELPER:
        choose_card(state)
        if verb == FIELD:
            play_field(state, thing)
        elif verb == BARROW:
            play_barrow(state, thing)
        elif verb == EXTENSION:
            play_extension(state, thing)
        else:
            play_helper(state, thing)
    elif verb == DIE:
        use_die(state, thing // 6, thing % 6)
    elif verb == BUY:
        buy(state, thing)
    elif verb == SELL:
        sell(state, thing)
    elif verb == UPGRADE:
        upgrade(state, thing)
    elif verb == TRADE:
        trade(state, thing)
    elif verb == ROOF:
        use_roof(state, thing)
    elif verb == USE:
        use_helper(state, thing)
    elif verb == DONE:
        if not is_pausing(state):
            note(state, state.seat, FINISHED, state.step)
        state.done = True
    elif verb == DONKEY:
        choose_donkey(state, thing)
    elif verb == TILE:
        buy_roof(state, thing)
        state.done = True
    elif verb == DISCARD:
        discard_card(state, thing)
    elif verb == SKIP:
        decline(state)
    elif verb == GAIN:
        gain_one(state, thing)
    elif verb == PAIR:
        gain_pair(state, thing)
    elif verb == IMPROVE:
        improve_one(state, thing)
    elif verb == REST:
        rest(state)
    elif verb == SILVER:
        take_silver(state)
    elif verb == DRAW:
        draw_card(state)
    elif verb == STALL:
        place_stall(state, thing)
    elif verb == PAY:
        pay_good(state, thing)
    elif verb == CLEAR:
        clear_barrow(state, thing)
    elif verb == DISMISS:
        dismiss(state, thing)
    elif verb == GUARD:
        answer_guard(state, thing)
    elif verb == MARK:
        mark(state, thing)
    elif verb == REROLL:
        put_aside(state, thing)
    elif verb == FETCH:
        fetch_donkey(state, thing)
    elif verb == SWAP:
        swap(state, thing)
    elif verb == UNLOAD:
        unload(state, thing >> 3, thing & 7)
    elif verb == CRAFT:
        craft_again(state, thing)
    elif verb == TURN:
        turn_roof(state, thing)
    settle(state)


def settle(state: GranjaData) -> None:
    """Go on until somebody has something to decide, or the game is over."""
    while not state.is_over:
        if state.depth:
            if not settle_question(state):
                return
        else:
            if not state.done:
                look(state)
            if not state.done:
                return
            go_on(state)

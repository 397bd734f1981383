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
from burgher.games.granja.deliveries import deliver, unload
from burgher.games.granja.events import FINISHED, note
from burgher.games.granja.farm import buy_roof
from burgher.games.granja.market import answer_guard, place_stall
from burgher.games.granja.modules.places import module_of
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.revenue import mark, put_aside, use_die
from burgher.games.granja.rounds import go_on, look
from burgher.games.granja.transport import choose_donkey, fetch_donkey

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def carry_out(table: Granja, action: i64) -> None:
    """Carry out a legal action and everything that follows until the next decision."""
    if action >= COUNT:
        table.bought = 0
        module = module_of(table.modules, action)
        module.apply(table, action - module.first)
        settle(table)
        return
    verb = VERB[action]
    thing = THING[action]
    if verb != BUY and verb != SELL:
        table.bought = 0
    if verb == DELIVER:
        deliver(table, thing >> 3, thing & 7)
    elif verb <= HELPER:
        choose_card(table)
        if verb == FIELD:
            play_field(table, thing)
        elif verb == BARROW:
            play_barrow(table, thing)
        elif verb == EXTENSION:
            play_extension(table, thing)
        else:
            play_helper(table, thing)
    elif verb == DIE:
        use_die(table, thing // 6, thing % 6)
    elif verb == BUY:
        buy(table, thing)
    elif verb == SELL:
        sell(table, thing)
    elif verb == UPGRADE:
        upgrade(table, thing)
    elif verb == TRADE:
        trade(table, thing)
    elif verb == ROOF:
        use_roof(table, thing)
    elif verb == USE:
        use_helper(table, thing)
    elif verb == DONE:
        if not is_pausing(table):
            note(table, table.seat, FINISHED, table.step)
        table.done = True
    elif verb == DONKEY:
        choose_donkey(table, thing)
    elif verb == TILE:
        buy_roof(table, thing)
        table.done = True
    elif verb == DISCARD:
        discard_card(table, thing)
    elif verb == SKIP:
        decline(table)
    elif verb == GAIN:
        gain_one(table, thing)
    elif verb == PAIR:
        gain_pair(table, thing)
    elif verb == IMPROVE:
        improve_one(table, thing)
    elif verb == REST:
        rest(table)
    elif verb == SILVER:
        take_silver(table)
    elif verb == DRAW:
        draw_card(table)
    elif verb == STALL:
        place_stall(table, thing)
    elif verb == PAY:
        pay_good(table, thing)
    elif verb == CLEAR:
        clear_barrow(table, thing)
    elif verb == DISMISS:
        dismiss(table, thing)
    elif verb == GUARD:
        answer_guard(table, thing)
    elif verb == MARK:
        mark(table, thing)
    elif verb == REROLL:
        put_aside(table, thing)
    elif verb == FETCH:
        fetch_donkey(table, thing)
    elif verb == SWAP:
        swap(table, thing)
    elif verb == UNLOAD:
        unload(table, thing >> 3, thing & 7)
    elif verb == CRAFT:
        craft_again(table, thing)
    elif verb == TURN:
        turn_roof(table, thing)
    settle(table)


def settle(table: Granja) -> None:
    """Go on until somebody has something to decide, or the game is over."""
    while not table.is_over:
        if table.depth:
            if not settle_question(table):
                return
        else:
            if not table.done:
                look(table)
            if not table.done:
                return
            go_on(table)

"""The six rounds: which step follows which, and whose turn it is in each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.anytime import silver_in_reach
from burgher.games.granja.effects import gain_income
from burgher.games.granja.events import ROUND, UNMARKED, note
from burgher.games.granja.farm import (
    begin_harvest,
    breed,
    fill_hand,
    harvest,
    has_income,
    has_roof_room,
    lay_out_roofs,
    lowest_roof_price,
)
from burgher.games.granja.in_play import (
    SIESTA_SCORED,
    STEP_BEGINS,
    TURN_ENDS,
    TURN_GOES_ON,
    changed,
    happened,
    turn_begins,
)
from burgher.games.granja.lookups import (
    FARM,
    LAST_ROUND,
    REVENUE,
    SCORING,
    TRANSPORT,
)
from burgher.games.granja.pauses import is_idle, is_pausing, is_worth_it
from burgher.games.granja.pending import (
    AFTER_DIE,
    BEFORE_DONKEYS,
    BEFORE_ROLL,
    CHOOSING,
    DRAFT,
    ENDING,
    FREE,
    HAND,
    HARVEST,
    HATS,
    INCOME,
    INTERLUDES,
    LEFT_ROOFS,
    LEFTOVER,
    PLAY,
    PURCHASED,
    RECALL,
    ROOFS,
    SCORES,
    SCORING_BEGINS,
    SETTING_UP,
)
from burgher.games.granja.revenue import begin_revenue, roll_all
from burgher.games.granja.scoring import (
    reset_track,
    score_end,
    score_market,
    score_rest,
    score_round,
    turn_craft_markers,
)
from burgher.games.granja.stack import give_turn
from burgher.games.granja.transport import (
    advance_by_hats,
    deliveries_in,
    renew_order,
    return_donkeys,
    reveal_donkeys,
)
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def start_round(state: GranjaData) -> None:
    """Begin a round with the farm phase of the first player."""
    note(state, at(state.order, 0), ROUND, state.round)
    state.phase = FARM
    if state.round == state.lookups.donkeys_returned:
        return_donkeys(state)
    start_step(state, PLAY)


def start_step(state: GranjaData, step: i64) -> None:
    """Every seat has its turn in a step, the first now."""
    state.step = step
    state.turn = 0
    if state.modular:
        happened(state, STEP_BEGINS)
    start_turn(state)


def next_turn(state: GranjaData) -> bool:
    """The next seat has its turn in this step; False if all have had it."""
    state.turn += 1
    if state.turn == state.seats:
        return False
    start_turn(state)
    return True


def start_turn(state: GranjaData) -> None:
    """Give the turn to whose it is."""
    give_turn(state, whose_turn(state))
    state.sold = 0
    state.fresh = False
    state.done = False
    step = state.step
    if step == PLAY:
        state.left = state.lookups.plays[state.round]
    elif step == BEFORE_DONKEYS:
        state.left = 0
        state.fresh = others_have_moved(state)
    elif step in (ROOFS, LEFTOVER):
        state.left = 1
    elif step >= INTERLUDES:
        state.left = 0
        state.done = step != HATS
        if step == HATS:
            advance_by_hats(state, state.seat)
        elif step == SCORES:
            score_rest(state, state.seat)
    else:
        state.left = deliveries_in(state, step)
        if step in (FREE, PURCHASED):
            state.fresh = state.left == 0 and state.holders > 1
    if state.modular:
        turn_begins(state)
        if step == SCORES:
            happened(state, SIESTA_SCORED)
    if step == ROOFS:
        state.done = not may_buy_roof(state)


def others_have_moved(state: GranjaData) -> bool:
    """Whether somebody who used the leftover die after the seat to decide is on the siesta track."""
    place = state.turn + 1
    while place < state.seats:
        if state.players[at(state.order, place)].steps > 0:
            return True
        place += 1
    return False


def whose_turn(state: GranjaData) -> i64:
    """In turn order, but before the first round, and for its roof tiles, in reverse."""
    place = state.turn
    if state.step == SETTING_UP or (state.step == ROOFS and state.round == 0):
        place = state.seats - 1 - place
    return at(state.order, place)


def may_buy_roof(state: GranjaData) -> bool:
    """Whether it makes sense to ask for a roof tile: there is room, and one that could be paid for."""
    return has_roof_room(state, state.me) and lowest_roof_price(state) <= silver_in_reach(state)


def look(state: GranjaData) -> None:
    """See whether the turn in this step has come to its end."""
    if is_pausing(state):
        state.done = not (state.asks_always or is_worth_it(state))
    elif state.step == PURCHASED:
        state.done = is_idle(state) and not state.asks_always
    if state.modular and changed(state, TURN_GOES_ON, 0):
        state.done = False


def go_on(state: GranjaData) -> None:
    """The turn in this step is over: go on to the next turn, step, phase or round."""
    if state.modular:
        happened(state, TURN_ENDS)
    if state.depth:
        return
    step = state.step
    if step != DRAFT:  # what came with the die is still new after it
        state.fresh = False
    state.me.from_den = False
    if step == PLAY:
        fill_hand(state)
        state.step = HAND
        state.done = False
    elif step == HAND:
        state.step = INCOME
        state.done = False
        if has_income(state):
            state.fresh = True
        gain_income(state)
    elif step == INCOME:
        state.step = HARVEST
        state.left = 1
        begin_harvest(state)
    elif step == HARVEST:
        if state.left:
            harvest(state)
            breed(state)
            state.left = 0
            state.done = False
        else:
            state.step = PLAY
            if not next_turn(state):
                start_step(state, ROOFS)
    elif step == ROOFS:
        if not next_turn(state):
            if state.modular:
                start_step(state, LEFT_ROOFS)
            else:
                to_revenue(state)
    elif step == BEFORE_ROLL:
        if not next_turn(state):
            roll_all(state)
            start_step(state, DRAFT)
    elif step == DRAFT:
        state.step = AFTER_DIE
        state.done = False
    elif step == AFTER_DIE:
        state.step = DRAFT
        after_draft(state)
    elif step == LEFTOVER:
        if not next_turn(state):
            if state.marked >= 0:
                note(state, state.marker, UNMARKED, state.marked)
            state.marked = -1
            state.phase = TRANSPORT
            start_step(state, BEFORE_DONKEYS)
    elif step == BEFORE_DONKEYS:
        if not next_turn(state):
            start_step(state, CHOOSING)
    elif step == CHOOSING:
        if not next_turn(state):
            reveal_donkeys(state)
            if state.modular:
                start_step(state, HATS)
            else:
                move_discs(state)
                to_deliveries(state)
    elif step == FREE:
        if not next_turn(state):
            start_step(state, PURCHASED)
    elif step == PURCHASED:
        if not next_turn(state):
            end_round(state)
    elif not next_turn(state):
        after_interlude(state)


def to_revenue(state: GranjaData) -> None:
    """The revenue phase begins."""
    state.phase = REVENUE
    begin_revenue(state)
    start_step(state, BEFORE_ROLL)


def move_discs(state: GranjaData) -> None:
    """In turn order, all advance on the siesta track by their hats."""
    place: i64 = 0
    while place < state.seats:
        advance_by_hats(state, at(state.order, place))
        place += 1


def to_deliveries(state: GranjaData) -> None:
    """The new turn order is settled: free deliveries begin."""
    renew_order(state)
    start_step(state, FREE)


def after_interlude(state: GranjaData) -> None:
    """All have had their turn in a step that is there for modules: go on where the rules left off."""
    step = state.step
    if step in (SETTING_UP, RECALL):
        start_round(state)
    elif step == LEFT_ROOFS:
        to_revenue(state)
    elif step == HATS:
        to_deliveries(state)
    elif step == SCORING_BEGINS:
        score_market(state)
        start_step(state, SCORES)
    elif step == SCORES:
        reset_track(state)
        close_round(state)
    else:
        score_end(state)


def after_draft(state: GranjaData) -> None:
    """The next player drafts; after all have drafted twice, everybody uses the leftover die."""
    if not next_turn(state):
        state.pick += 1
        if state.pick < 2:
            start_step(state, DRAFT)
        else:
            start_step(state, LEFTOVER)


def end_round(state: GranjaData) -> None:
    """Score the round."""
    state.phase = SCORING
    if state.modular:
        start_step(state, SCORING_BEGINS)
    else:
        score_round(state)
        close_round(state)


def close_round(state: GranjaData) -> None:
    """Everything is scored: lay out the next round, or end the game."""
    if state.round == LAST_ROUND:
        if state.modular:
            start_step(state, ENDING)
        else:
            score_end(state)
        return
    state.round += 1
    lay_out_roofs(state)
    turn_craft_markers(state)
    if state.modular:
        start_step(state, RECALL)
    else:
        start_round(state)

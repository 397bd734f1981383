"""The six rounds: which step follows which, and whose turn it is in each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.effects import gain_income
from burgher.games.granja.events import ROUND, note
from burgher.games.granja.farm import (
    begin_harvest,
    breed,
    fill_hand,
    harvest,
    has_free_roof,
    has_roof_room,
    lay_out_roofs,
)
from burgher.games.granja.modules.in_play import (
    end_with_modules,
    has_more_roofs,
    is_kept,
    start_step_with_modules,
    start_with_modules,
)
from burgher.games.granja.moments import own_moment
from burgher.games.granja.pauses import could_act_now, is_pausing, is_worth_it
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
    give_turn,
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
from burgher.games.granja.tables import (
    ANY_MOMENT,
    FARM,
    LAST_ROUND,
    REVENUE,
    SCORING,
    TRANSPORT,
)
from burgher.games.granja.transport import deliveries_in, renew_order, return_donkeys, reveal_donkeys

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def start_round(table: Granja) -> None:
    """Begin a round with the farm phase of the first player."""
    note(table, table.order[0], ROUND, table.round)
    table.phase = FARM
    if table.round == table.box.donkeys_returned:
        return_donkeys(table)
    start_step(table, PLAY)


def start_step(table: Granja, step: i64) -> None:
    """Every seat has its turn in a step, the first now."""
    table.step = step
    table.turn = 0
    if table.modular:
        start_step_with_modules(table)
    start_turn(table)


def next_turn(table: Granja) -> bool:
    """The next seat has its turn in this step; False if all have had it."""
    table.turn += 1
    if table.turn == table.seats:
        return False
    start_turn(table)
    return True


def start_turn(table: Granja) -> None:
    """Give the turn to whose it is."""
    give_turn(table, whose_turn(table))
    table.bought = 0
    table.done = False
    step = table.step
    if step == PLAY:
        table.left = table.box.plays[table.round]
    elif step == ROOFS:
        table.done = not may_buy_roof(table)
    elif step == LEFTOVER:
        table.left = 1
    elif step >= INTERLUDES:
        table.left = 0
        table.done = True
        if step == SCORES:
            score_rest(table, table.seat)
    else:
        table.left = deliveries_in(table, step)
    if table.modular:
        start_with_modules(table)


def whose_turn(table: Granja) -> i64:
    """In turn order, but before the first round, and for its roof tiles, in reverse."""
    place = table.turn
    if table.step == SETTING_UP or (table.step == ROOFS and table.round == 0):
        place = table.seats - 1 - place
    return table.order[place]


def may_buy_roof(table: Granja) -> bool:
    """Whether it makes sense to ask for a roof tile: there is one, room for it, and something to pay with."""
    me = table.me
    if not has_roof_room(table, me) or not roofs_for_sale(table):
        return False
    if me.silver > 0 or me.has != 0 or me.ready != 0 or me.roofs_up != 0:
        return True
    return has_free_roof(table)


def roofs_for_sale(table: Granja) -> bool:
    """Whether there is a roof tile to be bought."""
    if table.modular and has_more_roofs(table):
        return True
    return table.display[0] | table.display[1] | table.display[2] | table.display[3] != 0


def look(table: Granja) -> None:
    """See whether the turn in this step has come to its end."""
    if is_pausing(table):
        table.done = not is_worth_it(table)
    elif own_moment(table.step) != ANY_MOMENT:
        table.done = not could_act_now(table)
    if table.modular and is_kept(table):
        table.done = False


def go_on(table: Granja) -> None:
    """The turn in this step is over: go on to the next turn, step, phase or round."""
    if table.modular:
        end_with_modules(table)
    if table.depth:
        return
    step = table.step
    table.fresh = False
    if step == PLAY:
        fill_hand(table)
        table.step = HAND
        table.done = False
    elif step == HAND:
        table.step = INCOME
        table.done = False
        gain_income(table)
    elif step == INCOME:
        table.step = HARVEST
        begin_harvest(table)
    elif step == HARVEST:
        harvest(table)
        breed(table)
        table.step = PLAY
        if not next_turn(table):
            start_step(table, ROOFS)
    elif step == ROOFS:
        if not next_turn(table):
            if table.modular:
                start_step(table, LEFT_ROOFS)
            else:
                to_revenue(table)
    elif step == BEFORE_ROLL:
        if not next_turn(table):
            roll_all(table)
            start_step(table, DRAFT)
    elif step == DRAFT:
        table.step = AFTER_DIE
        table.done = False
    elif step == AFTER_DIE:
        table.step = DRAFT
        after_draft(table)
    elif step == LEFTOVER:
        if not next_turn(table):
            table.marked = -1
            table.phase = TRANSPORT
            start_step(table, BEFORE_DONKEYS)
    elif step == BEFORE_DONKEYS:
        if not next_turn(table):
            start_step(table, CHOOSING)
    elif step == CHOOSING:
        if not next_turn(table):
            reveal_donkeys(table)
            if table.modular:
                start_step(table, HATS)
            else:
                to_deliveries(table)
    elif step == FREE:
        if not next_turn(table):
            start_step(table, PURCHASED)
    elif step == PURCHASED:
        if not next_turn(table):
            end_round(table)
    elif not next_turn(table):
        after_interlude(table)


def to_revenue(table: Granja) -> None:
    """The revenue phase begins."""
    table.phase = REVENUE
    begin_revenue(table)
    start_step(table, BEFORE_ROLL)


def to_deliveries(table: Granja) -> None:
    """The new turn order is settled: free deliveries begin."""
    renew_order(table)
    start_step(table, FREE)


def after_interlude(table: Granja) -> None:
    """All have had their turn in a step that is there for modules: go on where the rules left off."""
    step = table.step
    if step in (SETTING_UP, RECALL):
        start_round(table)
    elif step == LEFT_ROOFS:
        to_revenue(table)
    elif step == HATS:
        to_deliveries(table)
    elif step == SCORING_BEGINS:
        score_market(table)
        start_step(table, SCORES)
    elif step == SCORES:
        reset_track(table)
        close_round(table)
    else:
        score_end(table)


def after_draft(table: Granja) -> None:
    """The next player drafts; after all have drafted twice, everybody uses the leftover die."""
    if not next_turn(table):
        table.pick += 1
        if table.pick < 2:
            start_step(table, DRAFT)
        else:
            start_step(table, LEFTOVER)


def end_round(table: Granja) -> None:
    """Score the round."""
    table.phase = SCORING
    if table.modular:
        start_step(table, SCORING_BEGINS)
    else:
        score_round(table)
        close_round(table)


def close_round(table: Granja) -> None:
    """Everything is scored: lay out the next round, or end the game."""
    if table.round == LAST_ROUND:
        if table.modular:
            start_step(table, ENDING)
        else:
            score_end(table)
        return
    table.round += 1
    lay_out_roofs(table)
    turn_craft_markers(table)
    if table.modular:
        start_step(table, RECALL)
    else:
        start_round(table)

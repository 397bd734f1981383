"""Setting up the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.cards import draw
from burgher.games.granja.events import BLOCKED, ORDER, PLACED_STALL, STARTED_WITH, STARTS, note
from burgher.games.granja.farm import lay_out_roofs
from burgher.games.granja.helpers import refresh
from burgher.games.granja.in_play import SET_UP, happened
from burgher.games.granja.lookups import ALL_OF_HALF, TRADE_GOOD
from burgher.games.granja.pending import SETTING_UP
from burgher.games.granja.rounds import start_round, start_step
from burgher.kernel.chance import below, pick
from burgher.kernel.ints import BIT
from burgher.kernel.packed import at, with_at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def set_up(state: GranjaData) -> None:
    """Lay out a new game and begin its first step; `turn.settle` then goes on to the first decision."""
    state.deck[0] = ALL_OF_HALF
    state.deck[1] = ALL_OF_HALF
    lookups = state.lookups
    start_player = below(state, state.seats)
    if state.seats > 1:
        note(state, start_player, STARTS)
    for place in range(state.seats):
        seat = (start_player + place) % state.seats
        state.order = with_at(state.order, place, seat)
        state.track = with_at(state.track, place, seat)
        if state.seats > 1:
            note(state, seat, ORDER, place)
        state.market[seat] = BIT[lookups.start_stalls[place]]
    note(state, start_player, STARTED_WITH, lookups.start_silver, lookups.start_points, lookups.start_trade)
    for place in range(state.seats):
        if state.seats > 1:
            note(state, at(state.order, place), PLACED_STALL, lookups.start_stalls[place])
    for seat in range(state.seats):
        player = state.players[seat]
        player.silver = lookups.start_silver
        player.points = lookups.start_points
        player.goods[TRADE_GOOD] = lookups.start_trade
        if lookups.start_trade:
            player.has = BIT[TRADE_GOOD]
        refresh(lookups, player)
        draw(state, seat, lookups.start_cards)
    block_buildings(state)
    lay_out_roofs(state)
    if state.modular:
        happened(state, SET_UP)
        start_step(state, SETTING_UP)
    else:
        start_round(state)


def block_buildings(state: GranjaData) -> None:
    """Roll for the craft buildings that get order markers 1, 2 and 3, each another one."""
    free: i64 = 63
    marker: i64 = 0
    while marker < 3:
        building = pick(state, free)
        free ^= BIT[building]
        state.next_blocked = with_at(state.next_blocked, marker, building)
        state.blocked |= BIT[building]
        note(state, at(state.order, 0), BLOCKED, building, marker + 1)
        marker += 1

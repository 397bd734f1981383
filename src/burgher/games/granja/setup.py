"""Setting up the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.cards import draw
from burgher.games.granja.events import BLOCKED, ORDER, STARTS, note
from burgher.games.granja.farm import lay_out_roofs
from burgher.games.granja.helpers import refresh
from burgher.games.granja.pending import SETTING_UP
from burgher.games.granja.rounds import start_round, start_step
from burgher.games.granja.tables import ALL_OF_HALF, TRADE_GOOD
from burgher.games.granja.turn import settle
from burgher.kernel.chance import below, pick
from burgher.kernel.words import BIT

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def set_up(table: Granja) -> None:
    """Lay out a new game, up to its first decision."""
    table.deck[0] = ALL_OF_HALF
    table.deck[1] = ALL_OF_HALF
    box = table.box
    start_player = below(table, table.seats)
    if table.seats > 1:
        note(table, start_player, STARTS)
    for place in range(table.seats):
        seat = (start_player + place) % table.seats
        table.order[place] = seat
        table.track[place] = seat
        if table.seats > 1:
            note(table, seat, ORDER, place)
        table.market[seat] = BIT[box.start_stalls[place]]
    for seat in range(table.seats):
        player = table.players[seat]
        player.silver = box.start_silver
        player.points = box.start_points
        player.goods[TRADE_GOOD] = box.start_trade
        if box.start_trade:
            player.has = BIT[TRADE_GOOD]
        refresh(box, player)
        draw(table, seat, box.start_cards)
    block_buildings(table)
    lay_out_roofs(table)
    if table.modules:
        for module in table.modules:
            module.set_up(table)
        start_step(table, SETTING_UP)
    else:
        start_round(table)
    settle(table)


def block_buildings(table: Granja) -> None:
    """Roll for the craft buildings that get order markers 1, 2 and 3, each another one."""
    free: i64 = 63
    marker: i64 = 0
    while marker < 3:
        building = pick(table, free)
        free ^= BIT[building]
        table.next_blocked[marker] = building
        table.blocked |= BIT[building]
        note(table, table.order[0], BLOCKED, building, marker + 1)
        marker += 1

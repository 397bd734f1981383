"""The Emperor's Favour (box of 2020): tiles bought with two markers and all actions of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.events import BOUGHT_FAVOUR, TURNED, note
from burgher.games.hansa.markers import turn_over
from burgher.games.hansa.pending import NOTHING, TURNING
from burgher.games.hansa.tables import FAVOUR_COUNT, FAVOUR_PRICE, KINDS
from burgher.kernel.chance import pick
from burgher.kernel.words import BIT

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa, Player


def show_favours(table: Hansa) -> None:
    """Lay out as many tiles as there are players."""
    left: i64 = BIT[FAVOUR_COUNT] - 1
    for _ in range(table.seats):
        tile = pick(table, left)
        left ^= BIT[tile]
        table.favours |= BIT[tile]


def unused_markers(player: Player) -> i64:
    """How many markers a player can still use."""
    count: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        count += player.unused[kind]
        kind += 1
    return count


def unused_kinds(player: Player) -> i64:
    """The kinds of them."""
    kinds: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        if player.unused[kind]:
            kinds |= BIT[kind]
        kind += 1
    return kinds


def for_sale(table: Hansa) -> i64:
    """The tiles that can be bought: only at the very start of a turn."""
    if table.begun or unused_markers(table.me) < FAVOUR_PRICE:
        return 0
    return table.favours


def buy(table: Hansa, tile: i64) -> None:
    """Buy a tile: all actions of this turn are given up, and two markers are to be turned face down."""
    table.favours ^= BIT[tile]
    table.me.favours |= BIT[tile]
    table.actions = 0
    table.begun = True
    note(table, table.seat, BOUGHT_FAVOUR, tile)
    table.left = FAVOUR_PRICE
    table.pending = TURNING


def turn_down(table: Hansa, kind: i64) -> None:
    """Turn a marker face down for a tile; it scores all the same."""
    turn_over(table, kind)
    note(table, table.seat, TURNED, kind)
    table.left -= 1
    if table.left == 0:
        table.pending = NOTHING

"""The Emperor's Favour (box of 2020): tiles bought with two markers and all actions of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.asking import ask
from burgher.games.hansa.events import BOUGHT_FAVOUR, SHOWN_FAVOUR, note
from burgher.games.hansa.lookups import FAVOUR_COUNT, FAVOUR_PRICE, KINDS
from burgher.games.hansa.pending import TURNING
from burgher.kernel.chance import pick
from burgher.kernel.ints import BIT

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Player


def show_favours(state: HansaData) -> None:
    """Lay out as many tiles as there are players."""
    left: i64 = BIT[FAVOUR_COUNT] - 1
    for _ in range(state.seats):
        tile = pick(state, left)
        left ^= BIT[tile]
        state.favours |= BIT[tile]
        note(state, state.start, SHOWN_FAVOUR, tile)


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


def for_sale(state: HansaData) -> i64:
    """The tiles that can be bought: only at the very start of a turn."""
    if state.begun or unused_markers(state.me) < FAVOUR_PRICE:
        return 0
    return state.favours


def buy(state: HansaData, tile: i64) -> None:
    """Buy a tile: all actions of this turn are given up, and two markers are to be turned face down."""
    state.favours ^= BIT[tile]
    state.me.favours |= BIT[tile]
    state.actions = 0
    state.begun = True
    note(state, state.seat, BOUGHT_FAVOUR, tile)
    state.left = FAVOUR_PRICE
    ask(state, TURNING)

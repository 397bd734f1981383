"""The transportation phase (III): donkeys, hats and the new turn order; `deliveries` has the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.events import CHOSE_DONKEY, DONKEYS_BACK, FETCHED, ORDER, confide, disclose, note
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.pending import FREE, PURCHASED, pop
from burgher.games.granja.siesta import advance
from burgher.games.granja.tables import LIGHT_DONKEYS
from burgher.kernel.words import BIT, copy_words

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja, Player


def return_donkeys(table: Granja) -> None:
    """In the middle of the game all used tiles come back."""
    seat: i64 = 0
    while seat < table.seats:
        table.players[seat].donkeys = 15
        seat += 1
    note(table, table.order[0], DONKEYS_BACK)


def fetch_donkey(table: Granja, tile: i64) -> None:
    """Take back a used donkey tile (Stable Boy)."""
    pop(table)
    table.me.donkeys |= BIT[tile]
    note(table, table.seat, FETCHED, tile)


def choose_donkey(table: Granja, tile: i64) -> None:
    """Choose a donkey tile; nobody sees it before all have chosen."""
    table.me.donkey = tile
    confide(table, table.seat, CHOSE_DONKEY, tile)
    table.done = True


def reveal_donkeys(table: Granja) -> None:
    """All turn up their tiles; then, in turn order, they advance on the siesta track by their hats."""
    table.reveals += 1
    place: i64 = 0
    while place < table.seats:
        seat = table.order[place]
        player = table.players[seat]
        player.donkeys &= ~BIT[player.donkey]
        disclose(table, seat, CHOSE_DONKEY, player.donkey)
        place += 1
    place = 0
    while place < table.seats:
        seat = table.order[place]
        player = table.players[seat]
        advance(table, seat, table.box.hats[player.donkey] + player.hats)
        place += 1
    copy_words(table.order, table.track)
    place = 0
    while place < table.seats:
        note(table, table.order[place], ORDER, place)
        place += 1


def deliveries_in(table: Granja, step: i64) -> i64:
    """How many deliveries the seat to decide has in a step."""
    if step == FREE:
        return free_deliveries(table, table.me)
    if step == PURCHASED:
        return table.me.deliveries
    return 0


def free_deliveries(table: Granja, player: Player) -> i64:
    """One for each donkey: those on the tile, those of craft markers, and the Donkey Driver's."""
    count: i64 = player.donkey + 1 + player.more_donkeys
    if player.donkey <= 1 and rules_of(table, player) & LIGHT_DONKEYS:
        count += 1
    return count

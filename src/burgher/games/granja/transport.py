"""The transportation phase (III): donkeys, hats and the new turn order; `deliveries` has the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.events import CHOSE_DONKEY, DONKEYS_BACK, FETCHED, ORDER, confide, disclose, note
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.modules.in_play import changed_donkeys, changed_hats
from burgher.games.granja.pending import FREE, PURCHASED, pop
from burgher.games.granja.siesta import advance
from burgher.games.granja.tables import LIGHT_DONKEYS
from burgher.kernel.words import BIT

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja, Player


OWN_DONKEYS: Final = 4
"""The donkey tiles that everybody has; modules may add further ones."""


def return_donkeys(table: Granja) -> None:
    """In the middle of the game all used tiles come back."""
    seat: i64 = 0
    while seat < table.seats:
        table.players[seat].donkeys |= 15
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
        advance(table, seat, hats_on(table, player) + player.hats)
        place += 1


def renew_order(table: Granja) -> None:
    """Who is further on the siesta track is earlier in turn order from now on."""
    table.order = table.track[:]
    if table.seats == 1:
        return
    place: i64 = 0
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
    count = donkeys_on(table, player)
    if 1 <= count <= 2 and rules_of(table, player) & LIGHT_DONKEYS:
        count += 1
    return count + player.more_donkeys


def donkeys_on(table: Granja, player: Player) -> i64:
    """The donkeys on the tile that a player has chosen."""
    donkeys: i64 = 0
    if player.donkey < OWN_DONKEYS:
        donkeys = player.donkey + 1
    if table.modular:
        donkeys = changed_donkeys(table, player, donkeys)
    return donkeys


def hats_on(table: Granja, player: Player) -> i64:
    """The hats on it."""
    hats: i64 = 0
    if player.donkey < OWN_DONKEYS:
        hats = table.box.hats[player.donkey]
    if table.modular:
        hats = changed_hats(table, player, hats)
    return hats

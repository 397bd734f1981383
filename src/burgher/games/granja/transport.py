"""The transportation phase (III): donkeys, hats and the new turn order; `deliveries` has the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.events import CHOSE_DONKEY, DONKEYS_BACK, FETCHED, ORDER, confide, disclose, note
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.in_play import DONKEYS_ON_TILE, HATS_ON_TILE, changed
from burgher.games.granja.lookups import ALL_DONKEYS, DONKEY_TILES, LIGHT_DONKEYS
from burgher.games.granja.pending import FREE, PURCHASED
from burgher.games.granja.siesta import advance
from burgher.kernel.ints import BIT
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Player


def return_donkeys(state: GranjaData) -> None:
    """In the middle of the game all used tiles come back."""
    seat: i64 = 0
    while seat < state.seats:
        state.players[seat].donkeys |= ALL_DONKEYS
        seat += 1
    note(state, at(state.order, 0), DONKEYS_BACK)


def fetch_donkey(state: GranjaData, tile: i64) -> None:
    """Take back a used donkey tile (Stable Boy)."""
    state.me.donkeys |= BIT[tile]
    note(state, state.seat, FETCHED, tile)


def choose_donkey(state: GranjaData, tile: i64) -> None:
    """Choose a donkey tile; nobody sees it before all have chosen."""
    state.me.donkey = tile
    confide(state, state.seat, CHOSE_DONKEY, tile)
    state.done = True


def reveal_donkeys(state: GranjaData) -> None:
    """All turn up their tiles."""
    state.reveals += 1
    place: i64 = 0
    while place < state.seats:
        seat = at(state.order, place)
        player = state.players[seat]
        player.donkeys &= ~BIT[player.donkey]
        disclose(state, seat, CHOSE_DONKEY, player.donkey)
        place += 1


def advance_by_hats(state: GranjaData, seat: i64) -> None:
    """Advance on the siesta track by the hats on one's tile and on craft markers."""
    player = state.players[seat]
    advance(state, seat, hats_on(state, player) + player.hats)


def renew_order(state: GranjaData) -> None:
    """Who is further on the siesta track is earlier in turn order from now on."""
    state.order = state.track
    if state.seats == 1:
        return
    place: i64 = 0
    while place < state.seats:
        note(state, at(state.order, place), ORDER, place)
        place += 1


def deliveries_in(state: GranjaData, step: i64) -> i64:
    """How many deliveries the seat to decide has in a step."""
    if step == FREE:
        return free_deliveries(state, state.me)
    if step == PURCHASED:
        return state.me.deliveries
    return 0


def free_deliveries(state: GranjaData, player: Player) -> i64:
    """One for each donkey: those on the tile, those of craft markers, and the Donkey Driver's."""
    count = donkeys_on(state, player)
    if 1 <= count <= 2 and rules_of(state, player) & LIGHT_DONKEYS:
        count += 1
    return count + player.more_donkeys


def donkeys_on(state: GranjaData, player: Player) -> i64:
    """The donkeys on the tile that a player has chosen."""
    donkeys: i64 = 0
    if player.donkey < DONKEY_TILES:
        donkeys = player.donkey + 1
    if state.modular:
        donkeys = changed(state, DONKEYS_ON_TILE, donkeys, player.seat)
    return donkeys


def hats_on(state: GranjaData, player: Player) -> i64:
    """The hats on it."""
    hats: i64 = 0
    if player.donkey < DONKEY_TILES:
        hats = state.lookups.hats[player.donkey]
    if state.modular:
        hats = changed(state, HATS_ON_TILE, hats, player.seat)
    return hats

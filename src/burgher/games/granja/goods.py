"""Goods, trade commodities and silver: how they come to a farm and leave it.

A good that is used is taken from a field of its kind as long as one has it, and from the den only then,
unless its player says otherwise. That is never worse: a field grows another good, and what lies in the den
can still be sold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.events import EARNED, FROM_FIELD, GAINED, LOST, SOLD, note
from burgher.games.granja.lookups import (
    BETTER,
    EFFECT_TRADE,
    HARVEST_KINDS,
    PIG,
    RESOURCE_KINDS,
    SOME_HARVEST,
    TRADE_GOOD,
)
from burgher.kernel.ints import BIT
from burgher.kernel.packed import ONE_AT, at, filled

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Player


def has_stall(player: Player) -> bool:
    """Whether a pig stall is free."""
    return player.goods[PIG] < player.stalls


def gain(state: GranjaData, seat: i64, kind: i64, count: i64 = 1) -> None:
    """Put goods into their den; a pig without a free stall is sold at once."""
    player = state.players[seat]
    if kind == PIG:
        while count > 0 and not has_stall(player):
            player.silver += state.lookups.sell[PIG]
            note(state, seat, SOLD, PIG, state.lookups.sell[PIG], 1)
            count -= 1
    if count > 0:
        player.goods[kind] += count
        player.has |= BIT[kind]
        note(state, seat, GAINED, kind, count)
        if kind == TRADE_GOOD:
            state.fresh = True


def take(player: Player, kind: i64) -> i64:
    """Take a good off the farm, from a field unless the den is preferred; return whether it was a field."""
    field: i64 = 0
    if kind < HARVEST_KINDS and at(player.ripe, kind) > 0 and not prefers_den(player, kind):
        player.ripe -= ONE_AT[kind]
        field = 1
    else:
        player.goods[kind] -= 1
    forget_if_last(player, kind)
    return field


def prefers_den(player: Player, kind: i64) -> bool:
    """Whether a good is taken from its den although one is on a field: that is said for one good each."""
    if not player.from_den or player.goods[kind] == 0:
        return False
    player.from_den = False
    return True


def growing(player: Player) -> i64:
    """The kinds of goods that lie on fields."""
    if player.ripe == 0:
        return 0
    places = filled(player.ripe) >> 7  # every eighth bit, beginning with the first
    return (places | places >> 7 | places >> 14) & SOME_HARVEST


def stored(player: Player) -> i64:
    """The resources in dens and stalls."""
    kinds: i64 = 0
    kind: i64 = 0
    while kind < RESOURCE_KINDS:
        if player.goods[kind]:
            kinds |= BIT[kind]
        kind += 1
    return kinds


def in_both(player: Player) -> i64:
    """The harvest goods of which there is one on a field and one in its den."""
    return growing(player) & stored(player)


def count_of(player: Player, kind: i64) -> i64:
    """How many of a kind a player has, fields included."""
    count = player.goods[kind]
    if kind < HARVEST_KINDS:
        count += at(player.ripe, kind)
    return count


def forget_if_last(player: Player, kind: i64) -> None:
    """Note that there is none left of a kind, if so."""
    if player.goods[kind] == 0 and (kind >= HARVEST_KINDS or at(player.ripe, kind) == 0):
        player.has &= ~BIT[kind]


def lose(state: GranjaData, kind: i64) -> None:
    """Pay or discard a good."""
    note(state, state.seat, LOST, kind, take(state.me, kind))


def take_and_tell(state: GranjaData, kind: i64) -> None:
    """Take a good off the farm for something of a module's, which does not say where it came from."""
    if take(state.me, kind):
        note(state, state.seat, FROM_FIELD, kind)


def turn_into_better(player: Player, kind: i64) -> i64:
    """Upgrade a resource: it leaves its field, den or stall, and the upgraded good goes into its den.

    Returns whether it was on a field.
    """
    field = take(player, kind)
    better = BETTER[kind]
    player.goods[better] += 1
    player.has |= BIT[better]
    return field


def earn(state: GranjaData, seat: i64, silver: i64) -> None:
    """Gain silver, or pay it where it is negative."""
    if silver:
        state.players[seat].silver += silver
        note(state, seat, EARNED, silver)


def if_sold(state: GranjaData, player: Player) -> i64:
    """The silver that a player could have: all trade commodities exchanged, all resources sold."""
    silver: i64 = player.silver + player.goods[TRADE_GOOD] * state.lookups.gains_silver[EFFECT_TRADE]
    kind: i64 = 0
    while kind < RESOURCE_KINDS:
        silver += player.goods[kind] * state.lookups.sell[kind]
        kind += 1
    return silver

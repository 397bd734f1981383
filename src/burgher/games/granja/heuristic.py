"""Cheap judgement of a position, for the agents: what a careful beginner would think of it.

It adds up what is on one's own farm and board: points, what is left to spend, how far barrows and rows
have come and which of their demands could be met, and what will come in with every round left. The weights
are in `heuristic.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.fitting import can_deliver
from burgher.games.granja.lookups import (
    ALL_DONKEYS,
    BETTER,
    DONKEY_TILES,
    HARVEST_KINDS,
    RESOURCE_KINDS,
    each_of_kinds,
)
from burgher.games.granja.pending import (
    CHOOSING,
    FREE,
    PLAY,
    PURCHASED,
)
from burgher.games.granja.siesta import points_of
from burgher.games.granja.transport import donkeys_on, hats_on
from burgher.kernel.ints import BIT, ints, only, set_of, size
from burgher.kernel.packed import at, filled
from burgher.kernel.weights import weights_beside

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Player
    from burgher.kernel.ints import Ints

# Where each weight of `heuristic.toml` is found; the file names them in this order.
SILVER: Final = 0
SPARE_SILVER: Final = 1  # beyond the eighth
GOOD: Final = 2  # + kind, trade commodities last
SPARE_GOOD: Final = 10  # per cent of that for the second and later ones of a kind
CARD_IN_HAND: Final = 11
FIELD: Final = 12  # for each round left
STALL_ON_FARM: Final = 13  # for each round left, as all down to the income
HAND_LIMIT: Final = 14
DELIVERY_EACH: Final = 15
INCOME: Final = 16
HELPER: Final = 17
ACTING_HELPER: Final = 18  # more for one that acts once a round
MET: Final = 19  # per cent of a barrow's or row's reward for its demands that are met
READY: Final = 20  # for those that could be met with what is on the farm
OPEN: Final = 21  # for the rest
BARROW: Final = (
    22  # what a barrow brings beside its points: a trade commodity, and stalls for each round left
)
STALL: Final = 23
ROW: Final = 24  # what a craft row brings beside the points of the round
SIESTA: Final = 25  # per cent of the points on the track
STEP: Final = 26  # on the track, beside its points
ROOF: Final = 27  # a tile face up
LEFT: Final = 28  # a delivery still to be made
MARKER: Final = 29  # + craft building: for each round left
DONKEY: Final = 35  # + tile: to have it still
ASKED_GOOD: Final = 39
ASKED_CARD: Final = 40
ASKED_IMPROVING: Final = 41
ASKED_DELIVERY: Final = 42
ASKED_STALL: Final = 43
DELIVERIES: Final = 44  # to have chosen a tile with so many donkeys more than one
RAW: Final = 45  # per cent of a reward for a demand whose good is there, not yet upgraded
CURVE: Final = 46  # per cent of a reward that come only towards the end of it
PROGRESS_LEFT: Final = 46  # + rounds left: per cent of what is begun that counts
STUFF_LEFT: Final = 52  # + rounds left: per cent of what goods and cards are worth


_WEIGHTS: Final = weights_beside(__package__)
NAMES: Final = list(_WEIGHTS)
WEIGHTS: Final[Ints] = ints(list(_WEIGHTS.values()))
IN_STOCK: Final[Ints] = ints([each_of_kinds(has) for has in range(256)])
"""`IN_STOCK[has]`: the demands that could be met by some kinds of goods."""
IN_STOCK_AS_RAW: Final[Ints] = ints(
    [
        each_of_kinds(set_of([BETTER[kind] for kind in range(RESOURCE_KINDS) if has & 2**kind]) & ~has)
        for has in range(256)
    ]
)
"""`IN_STOCK_AS_RAW[has]`: those that could only be met by what resources among them can be made into."""


def evaluate(state: GranjaData, seat: i64) -> i64:
    """How good the position looks to a seat, in hundredths of a point."""
    player = state.players[seat]
    value: i64 = player.points * 100
    if state.is_over:
        return value + player.silver
    rounds: i64 = 6 - state.round
    value += player.silver * WEIGHTS[SILVER]
    if player.silver > 8:
        value -= (player.silver - 8) * (WEIGHTS[SILVER] - WEIGHTS[SPARE_SILVER])
    value += belongings(player) * WEIGHTS[STUFF_LEFT + rounds] // 100
    value += farm(player, rounds)
    begun = barrows(state, player, rounds) + rows(state, player, rounds)
    value += begun * WEIGHTS[PROGRESS_LEFT + rounds] // 100
    value += size(state.market[seat]) * rounds * 100
    value += points_of(state, seat) * WEIGHTS[SIESTA] + player.steps * WEIGHTS[STEP]
    value += donkeys(state, player)
    if state.seat == seat:
        value += to_come(state)
    n: i64 = 0
    while n < len(state.acting):
        value += state.acting[n].evaluate(state, seat)
        n += 1
    return value


def belongings(player: Player) -> i64:
    """Goods, trade commodities, cards, roof tiles."""
    value: i64 = 0
    kinds = player.has
    while kinds:
        lowest: i64 = kinds & -kinds
        kind = only(lowest)
        count = player.goods[kind]
        if kind < HARVEST_KINDS:
            count += at(player.ripe, kind)
        each = WEIGHTS[GOOD + kind]
        value += each
        if count > 1:
            value += (count - 1) * each * WEIGHTS[SPARE_GOOD] // 100
        kinds ^= lowest
    return value + player.hand_size * WEIGHTS[CARD_IN_HAND] + size(player.roofs_up) * WEIGHTS[ROOF]


def farm(player: Player, rounds: i64) -> i64:
    """What fields, extensions, helpers and craft markers will bring in the rounds left."""
    each: i64 = (at(player.fields, 0) + at(player.fields, 1) + at(player.fields, 2)) * WEIGHTS[FIELD]
    each += player.stalls * WEIGHTS[STALL_ON_FARM] + player.hand_limit * WEIGHTS[HAND_LIMIT]
    each += player.deliveries * WEIGHTS[DELIVERY_EACH] + player.income * WEIGHTS[INCOME]
    each += size(filled(player.helpers)) * WEIGHTS[HELPER]
    each += size(player.ready) * WEIGHTS[ACTING_HELPER]
    value: i64 = each * (rounds - 1)
    markers = player.crafts
    while markers:
        lowest: i64 = markers & -markers
        value += WEIGHTS[MARKER + only(lowest)] * (rounds - 1)
        markers ^= lowest
    return value


def barrows(state: GranjaData, player: Player, rounds: i64) -> i64:
    """A share of what market barrows will bring, by how many of their demands are met or could be."""
    lookups = state.lookups
    value: i64 = 0
    there = filled(player.barrows)
    while there:
        lowest: i64 = there & -there
        slot: i64 = only(lowest) >> 3
        card = at(player.barrows, slot) - 1
        reward = lookups.barrow_points[card] * 100 + WEIGHTS[BARROW] + WEIGHTS[STALL] * rounds
        met = at(player.loaded, slot)
        share = progress(player, met, lookups.barrow_unmet[card * 32 + met])
        value += reward * curved(share // lookups.barrow_demands[card]) // 100
        there ^= lowest
    return value


def curved(share: i64) -> i64:
    """A share of a reward in per cent, counting less as long as it is small."""
    curve = WEIGHTS[CURVE]
    return (share * (100 - curve) * 100 + share * share * curve) // 10000


def rows(state: GranjaData, player: Player, rounds: i64) -> i64:
    """The same for craft rows that have been begun."""
    value: i64 = 0
    begun = filled(player.rows)
    while begun:
        lowest: i64 = begun & -begun
        building: i64 = only(lowest) >> 3
        reward = (state.round + 1) * 100 + WEIGHTS[ROW] + WEIGHTS[MARKER + building] * (rounds - 1)
        if state.tokens & BIT[building]:
            reward += 100
        met = at(player.supplied, building)
        row: i64 = building * 4 + at(player.rows, building) - 1
        share = progress(player, met, state.lookups.row_unmet[row * 16 + met])
        value += reward * curved(share // 4) // 100
        begun ^= lowest
    return value


def progress(player: Player, met: i64, unmet: i64) -> i64:
    """Per cent of a reward for each of its demands, those that are met and those that are not, added up."""
    ready = size(unmet & IN_STOCK[player.has])
    raw = size(unmet & IN_STOCK_AS_RAW[player.has])
    left = size(unmet) - ready - raw
    return size(met) * WEIGHTS[MET] + ready * WEIGHTS[READY] + raw * WEIGHTS[RAW] + left * WEIGHTS[OPEN]


def donkeys(state: GranjaData, player: Player) -> i64:
    """The donkey tiles left, and the one chosen."""
    value: i64 = 0
    tiles: i64 = player.donkeys & ALL_DONKEYS
    while tiles:
        lowest: i64 = tiles & -tiles
        value += WEIGHTS[DONKEY + only(lowest)]
        tiles ^= lowest
    if state.step == CHOOSING and player.donkey >= 0:
        hats = hats_on(state, player)
        value += (donkeys_on(state, player) - 1) * WEIGHTS[DELIVERIES] + hats * WEIGHTS[STEP]
        if player.donkey < DONKEY_TILES:
            value -= WEIGHTS[DONKEY + player.donkey]
        ahead: i64 = player.steps + hats + player.hats
        if ahead > state.lookups.siesta_top:
            ahead = state.lookups.siesta_top
        points = state.lookups.siesta_points[ahead] - state.lookups.siesta_points[player.steps]
        value += points * WEIGHTS[SIESTA]
    return value


def to_come(state: GranjaData) -> i64:
    """What the one to decide has still coming: what is asked, and what is left of the step."""
    value: i64 = 0
    if state.step in (FREE, PURCHASED):
        if state.left and can_deliver(state, state.me.has):
            value += state.left * WEIGHTS[LEFT]
    elif state.step == PLAY:
        value += state.left * WEIGHTS[CARD_IN_HAND]
    if state.depth == 0:
        return value
    asked = state.asked[state.depth]
    return value + state.questions[asked & 63].evaluate(state, asked >> 6)

"""Which goods fit where: what barrows and craft rows still ask for, and what a farm has of it (III)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.helpers import rules_of
from burgher.games.granja.in_play import (
    BUILDING_OPENED,
    DELIVERABLE,
    MOVABLE_IN_ROW,
    MOVABLE_ON_BARROW,
    changed,
)
from burgher.games.granja.lookups import BLOCKED_BUILDING, SOME_HARVEST
from burgher.games.granja.pending import DISGUISE
from burgher.games.granja.stack import top
from burgher.kernel.ints import BIT, ints, only
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import Destination, GranjaData
    from burgher.kernel.ints import Ints

ALL_BUILDINGS: Final = 0x3F
"""The craft buildings, as a set."""
FOUR_ROWS: Final = 0x1010101
"""A set of kinds times this is that set for each of four rows."""
OF_BARROW: Final[Ints] = ints([255 * 256**slot for slot in range(4)])
"""The bits of each barrow among four."""


def barrows_asking(state: GranjaData) -> i64:
    """What the barrows of the seat to decide ask for: eight bits for each of four."""
    me = state.me
    asking: i64 = 0
    slot: i64 = 3
    while slot >= 0:
        asking <<= 8
        card = at(me.barrows, slot)
        if card:
            asking |= state.lookups.barrow_need[(card - 1) * 32 + at(me.loaded, slot)]
        slot -= 1
    return asking


def rows_asking(state: GranjaData, building: i64) -> i64:
    """What the rows of a craft building ask the seat to decide for: eight bits for each of four.

    One's own row if one has begun it, otherwise every row without markers. Nobody delivers to a blocked
    building (but for the Apprentice), nor again to one that is completed.
    """
    if buildings_asking(state) & BIT[building]:
        return rows_needing(state, building)
    return 0


def buildings_asking(state: GranjaData) -> i64:
    """The craft buildings that the seat to decide may deliver to."""
    buildings: i64 = ALL_BUILDINGS & ~state.me.crafts
    closed: i64 = buildings & state.blocked
    if closed == 0 or rules_of(state, state.me) & BLOCKED_BUILDING:
        return buildings
    buildings ^= closed
    if state.modular and state.changing & BIT[BUILDING_OPENED]:
        while closed:
            lowest: i64 = closed & -closed
            if is_opened(state, only(lowest)):
                buildings |= lowest
            closed ^= lowest
    return buildings


def rows_needing(state: GranjaData, building: i64) -> i64:
    """What the rows of a craft building lack, one's own or those that one could begin."""
    row = at(state.me.rows, building) - 1
    if row >= 0:
        supplied: i64 = (building * 4 + row) * 16 + at(state.me.supplied, building)
        return state.lookups.row_need[supplied] << (row * 8)
    free = state.lookups.rows_used[state.seats] & ~(state.claimed >> (building * 4))
    unclaimed: i64 = building * 16 + free
    return state.lookups.fresh_need[unclaimed]


def is_opened(state: GranjaData, building: i64) -> bool:
    """Whether a module lets the seat to decide deliver to a blocked building."""
    return state.modular and changed(state, BUILDING_OPENED, 0, building) != 0


def can_deliver(state: GranjaData, has: i64) -> bool:
    """Whether any of some kinds can be delivered anywhere."""
    if state.modular and is_asked_elsewhere(state, has):
        return True
    if has == 0:
        return False
    everywhere: i64 = has * FOUR_ROWS
    if barrows_asking(state) & everywhere:
        return True
    buildings = buildings_asking(state)
    while buildings:
        lowest: i64 = buildings & -buildings
        if rows_needing(state, only(lowest)) & everywhere:
            return True
        buildings ^= lowest
    return False


def asked_for(state: GranjaData) -> i64:
    """The kinds that some barrow or row asks for."""
    asking = barrows_asking(state)
    buildings = buildings_asking(state)
    while buildings:
        lowest: i64 = buildings & -buildings
        asking |= rows_needing(state, only(lowest))
        buildings ^= lowest
    asking |= asking >> 16
    kinds: i64 = (asking | asking >> 8) & 255
    if state.modular:
        kinds |= asked_elsewhere(state)
    return kinds


def asked_elsewhere(state: GranjaData) -> i64:
    """The kinds that only modules take deliveries of."""
    kinds: i64 = 0
    n: i64 = 0
    while n < len(state.destinations):
        kinds |= state.destinations[n].asked_kinds(state)
        n += 1
    return kinds


def is_asked_elsewhere(state: GranjaData, has: i64) -> bool:
    """Whether modules take a delivery of some kinds, or of something that is no kind of goods."""
    n: i64 = 0
    while n < len(state.destinations):
        there = state.destinations[n]
        if there.asked_kinds(state) & has or there.takes_silver(state):
            return True
        n += 1
    return False


def filled_in_order(state: GranjaData) -> Destination | None:
    """The destination with places that are filled in order, if there is one."""
    n: i64 = 0
    while n < len(state.destinations):
        if state.destinations[n].ordered:
            return state.destinations[n]
        n += 1
    return None


def disguises(state: GranjaData) -> i64:
    """Which harvest goods could be delivered as which (Packer), as a set of `SWAPS`."""
    have: i64 = state.me.has & SOME_HARVEST
    # The delivery may be one of the step, above which there is at most the question which good to disguise.
    if state.modular and (state.depth == 0 or (state.depth == 1 and top(state) == DISGUISE)):
        have = changed(state, DELIVERABLE, have)
    wanted: i64 = asked_for(state) & SOME_HARVEST
    swaps: i64 = 0
    if have & 1:
        swaps |= wanted >> 1
    if have & 2:
        swaps |= (wanted & 1) << 2 | (wanted & 4) << 1
    if have & 4:
        swaps |= (wanted & 3) << 4
    return swaps


def can_deliver_disguised(state: GranjaData) -> bool:
    """Whether the Packer could make something of a delivery."""
    return disguises(state) != 0


def movable(state: GranjaData, slot: i64) -> i64:
    """The demands of a barrow whose goods could be taken off it again."""
    loaded = at(state.me.loaded, slot)
    if state.modular:
        loaded = changed(state, MOVABLE_ON_BARROW, loaded, slot)
    return loaded


def movable_in_row(state: GranjaData, building: i64) -> i64:
    """The demands of a craft building's row whose goods could be taken out of it again."""
    supplied = at(state.me.supplied, building)
    if state.modular:
        supplied = changed(state, MOVABLE_IN_ROW, supplied, building)
    return supplied


def unloadable(state: GranjaData) -> i64:
    """What could go from one barrow to another (Loader): eight bits for each barrow it would leave."""
    me = state.me
    asking = barrows_asking(state)
    found: i64 = 0
    slot: i64 = 0
    while slot < 4:
        card = at(me.barrows, slot) - 1
        if card >= 0 and at(me.loaded, slot):
            others: i64 = asking & ~OF_BARROW[slot]
            others |= others >> 16
            wanted: i64 = (others | others >> 8) & 255
            loaded = movable(state, slot)
            n: i64 = 0
            while n < 5:
                if loaded & BIT[n]:
                    kind = state.lookups.barrow_goods[card * 5 + n]
                    if wanted & BIT[kind]:
                        found |= BIT[slot * 8 + kind]
                n += 1
        slot += 1
    return found


def can_unload(state: GranjaData) -> bool:
    """Whether the Loader has something to do."""
    return unloadable(state) != 0

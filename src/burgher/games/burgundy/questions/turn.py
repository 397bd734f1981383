"""A player's turn (p. 4): what to do with the dice, and whether to buy a tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.burgundy.actions import (
    BUY,
    END,
    MAY_HIRE,
    PLACE,
    PLACEMENTS,
    SELL,
    SOURCE,
    SPACE,
    TAKE,
    USES,
)
from burgher.games.burgundy.data import Question
from burgher.games.burgundy.goods import sell
from burgher.games.burgundy.lookups import (
    DOUBLE_STEPS,
    EASES_PLACING,
    EASY_PLACING,
    EASY_TAKING,
    REACH,
    REACHED_SPACES,
    REACHED_SPOTS,
    SPACE_COUNT,
    SPOTS,
    TILE_COLOUR,
)
from burgher.games.burgundy.phases import end_turn
from burgher.games.burgundy.placing import place
from burgher.games.burgundy.taking import for_sale, take
from burgher.games.burgundy.turn import hire, workers_for
from burgher.kernel.ints import BIT
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Player
    from burgher.kernel.ints import Ints

MAY_END: Final = 0x100000000
"""`END` in a set that begins with `BUY`."""


class Turn(Question):
    """What to do next: an action with a die, a purchase or, once both dice are used, nothing more."""

    name: ClassVar[str] = "turn"
    section: ClassVar[int] = 4

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        end: i64 = 0
        uses: i64 = 0
        if state.unused & 1:
            reach = reaching(state, 0)
            end = placements(state, into, 0, PLACE, reach)
            uses = uses_of_die(state, reach)
        if state.unused & 2:
            reach = reaching(state, 1)
            end = placements(state, into, end, PLACE + PLACEMENTS, reach)
            uses |= uses_of_die(state, reach) << USES
        end = offer(into, end, TAKE, uses)
        extras = for_sale(state)
        if state.unused == 0:
            extras |= MAY_END
        if extras:
            return offer(into, end, BUY, extras)
        return end

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        if verb == END:
            end_turn(state)
            return
        source = SOURCE[action]
        die = state.dice[state.seat * 2 + source]
        workers = workers_for(state, action)
        state.me.workers -= workers
        state.unused ^= BIT[source]
        if verb == PLACE:
            place(state, thing, SPACE[action], die, workers)
        elif verb == TAKE:
            take(state, thing, die, workers)
        elif verb == SELL:
            sell(state, thing, die, workers)
        else:
            hire(state, die)


def reaching(state: BurgundyData, die: i64) -> i64:
    """The row of `REACH` for a die, given the workers to adjust it (p. 4)."""
    me = state.me
    row: i64 = me.workers
    if row > 3:
        row = 3
    if me.knows & DOUBLE_STEPS:
        row += 4
    return row * 8 + state.dice[state.seat * 2 + die]


def placements(state: BurgundyData, into: Ints, end: i64, first: i64, reach: i64) -> i64:
    """Every stored tile on the spaces that a die can reach; `first` is the first action with that die."""
    me = state.me
    if me.knows & EASES_PLACING:
        return eased_placements(me, into, end, first, reach)
    spaces = REACHED_SPACES[reach]
    end = offer(into, end, first, me.fits[0] & spaces)
    end = offer(into, end, first + SPACE_COUNT, me.fits[1] & spaces)
    return offer(into, end, first + 2 * SPACE_COUNT, me.fits[2] & spaces)


def eased_placements(me: Player, into: Ints, end: i64, first: i64, reach: i64) -> i64:
    """The same, with knowledge tiles that change the die for tiles of some colours (p. 10)."""
    end = offer(into, end, first, me.fits[0] & numbered(me, 0, reach))
    end = offer(into, end, first + SPACE_COUNT, me.fits[1] & numbered(me, 1, reach))
    return offer(into, end, first + 2 * SPACE_COUNT, me.fits[2] & numbered(me, 2, reach))


def numbered(player: Player, slot: i64, reach: i64) -> i64:
    """The spaces whose number a die can reach to place a stored tile."""
    easy: i64 = 64 if player.knows & EASY_PLACING[TILE_COLOUR[player.storage[slot]]] else 0
    return REACHED_SPACES[reach + easy]


def uses_of_die(state: BurgundyData, reach: i64) -> i64:
    """What a die can do besides placing, as a set: take a tile, sell goods, take workers (p. 5, 9)."""
    me = state.me
    row = reach
    if me.knows & EASY_TAKING:
        row += 64
    return state.stocked & REACHED_SPOTS[row] | (me.goods_held & REACH[reach]) << SPOTS | MAY_HIRE

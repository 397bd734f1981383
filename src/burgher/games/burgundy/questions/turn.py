"""A player's turn (p. 4): what to do with the dice, and whether to buy a tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.burgundy.actions import (
    BUY,
    END,
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
    REACHED_SPACES,
    REACHED_SPOTS,
    REACHED_USES,
    SPACE_COUNT,
    TILE_COLOUR,
)
from burgher.games.burgundy.phases import end_turn
from burgher.games.burgundy.placing import place
from burgher.games.burgundy.taking import for_sale, take
from burgher.games.burgundy.turn import hire, uses, workers_to_change
from burgher.kernel.ints import BIT
from burgher.kernel.offers import offer, offer_three

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
        all_uses = uses(state)
        used: i64 = 0
        if state.unused & 1:
            reach = reaching(state, 0)
            end = placements(state, into, 0, PLACE, reach)
            used = uses_of_die(state.me, all_uses, reach)
        if state.unused & 2:
            reach = reaching(state, 1)
            end = placements(state, into, end, PLACE + PLACEMENTS, reach)
            used |= uses_of_die(state.me, all_uses, reach) << USES
        end = offer(into, end, TAKE, used)
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
        workers = workers_to_change(state, die, action)
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
    fits = me.fits
    return offer_three(into, end, first, SPACE_COUNT, fits[0] & spaces, fits[1] & spaces, fits[2] & spaces)


def eased_placements(me: Player, into: Ints, end: i64, first: i64, reach: i64) -> i64:
    """The same, with knowledge tiles that change the die for tiles of some colours (p. 10)."""
    fits = me.fits
    one: i64 = fits[0] & numbered(me, 0, reach)
    two: i64 = fits[1] & numbered(me, 1, reach)
    three: i64 = fits[2] & numbered(me, 2, reach)
    return offer_three(into, end, first, SPACE_COUNT, one, two, three)


def numbered(player: Player, slot: i64, reach: i64) -> i64:
    """The spaces whose number a die can reach to place a stored tile."""
    row = reach
    if player.knows & EASY_PLACING[TILE_COLOUR[player.storage[slot]]]:
        row += 64
    return REACHED_SPACES[row]


def uses_of_die(me: Player, uses: i64, reach: i64) -> i64:
    """What a die can do of all that dice can do besides placing (`uses`)."""
    if me.knows & EASY_TAKING:
        return uses & (REACHED_USES[reach] | REACHED_SPOTS[reach + 64])
    return uses & REACHED_USES[reach]

"""Questions about tiles and markers that are used again."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.granja.actions import CRAFT, FETCH, TURN
from burgher.games.granja.anytime import turn_roof
from burgher.games.granja.data import Question
from burgher.games.granja.effects import begin, turnable
from burgher.games.granja.legal import named_donkeys
from burgher.games.granja.lookups import ALL_DONKEYS, EFFECT_INSTANT, WHOLE_ROOF
from burgher.games.granja.pending import DELIVERY, THEN_SIESTA
from burgher.games.granja.stack import detail, pop, push, top
from burgher.games.granja.transport import fetch_donkey
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints


class RoofToTurn(Question):
    """Which used roof tile to turn up. Its detail: the place it may not be."""

    name: ClassVar = "roof to turn"

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        return turnable(state, what) != 0

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, TURN, turnable(state, what) & WHOLE_ROOF)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        turn_roof(state, thing)


class CraftAgain(Question):
    """Which craft marker to use again (Journeyman)."""

    name: ClassVar = "craft again"

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        return state.me.crafts != 0

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, CRAFT, state.me.crafts)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        """Its instant side works once more, without scoring the siesta track."""
        waiting = state.depth
        begin(state, EFFECT_INSTANT + thing)
        # What waits below, perhaps the wainwright's own delivery, stays as it is.
        if state.depth > waiting and top(state) == DELIVERY and detail(state) & THEN_SIESTA:
            asked: i64 = detail(state) & ~THEN_SIESTA
            pop(state)
            push(state, DELIVERY, asked)


class Fetching(Question):
    """Which donkey tile to take back (Stable Boy)."""

    name: ClassVar = "fetching"

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        return state.me.donkeys & ALL_DONKEYS != ALL_DONKEYS

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, FETCH, named_donkeys(state, ~state.me.donkeys & ALL_DONKEYS))

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        fetch_donkey(state, thing)

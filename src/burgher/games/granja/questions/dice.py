"""Questions about revenue dice: which to roll again, and which space to mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.granja.actions import MARK, REROLL, SKIP
from burgher.games.granja.data import Question
from burgher.games.granja.revenue import mark, plain, put_aside, roll_again, roll_again_after, rolled
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints


class Rerolling(Question):
    """Which die to roll again (Fortune Teller). Its detail: how many more there may be."""

    name: ClassVar = "rerolling"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end = offer(into, 0, REROLL, plain(state, rolled(state)))
        if state.aside:
            end = offer(into, end, SKIP, 1)
        return end

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        put_aside(state, thing)
        roll_again_after(state, what - 1)

    def decline(self, state: GranjaData, what: i64) -> None:
        roll_again(state)


class Marking(Question):
    """Which revenue space to mark (Village Elder)."""

    name: ClassVar = "marking"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, MARK, 63)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        mark(state, thing)

"""Bonus markers: where a replacement is laid at the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.hansa.data import Question
from burgher.games.hansa.events import KEPT_MARKER, LAID, note
from burgher.games.hansa.pending import NOTHING
from burgher.games.hansa.sections import CLAIM
from burgher.games.hansa.turn import pass_on
from burgher.kernel.checking import hold
from burgher.kernel.ints import BIT, only, replaced
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.ints import Ints


class Laying(Question):
    """Where the next replacement goes. When all are laid, the turn is over."""

    name: ClassVar[str] = "lay"
    section: ClassVar[str] = CLAIM

    def settle(self, state: HansaData) -> None:
        """Where none can be laid, those left wait for the next turn."""
        waiting = state.me.waiting
        if waiting == 0:
            state.pending = NOTHING
        elif bare_routes(state) == 0:
            while waiting:
                note(state, state.seat, KEPT_MARKER, (waiting & 15) - 1)
                waiting >>= 4
            state.pending = NOTHING

    def answers(self, state: HansaData, into: Ints) -> i64:
        return offer(into, 0, state.board.lay, bare_routes(state))

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        me = state.me
        marker = me.waiting & 15
        me.waiting >>= 4
        state.plates = replaced(state.plates, thing, marker)
        state.plated |= BIT[thing]
        note(state, state.seat, LAID, marker - 1, thing)
        self.settle(state)
        if state.pending == NOTHING:
            pass_on(state)

    def check(self, state: HansaData) -> None:
        hold(state.me.waiting != 0, "there is a marker to lay")


def bare_routes(state: HansaData) -> i64:
    """Where a replacement may lie: no marker, no piece, and a free office in one of the end cities."""
    board = state.board
    routes = board.plates & ~state.plated
    found: i64 = 0
    while routes:
        lowest: i64 = routes & -routes
        route = only(lowest)
        if state.taken[board.route_word[route]] & board.route_houses[route] == 0:
            a = board.route_a[route]
            b = board.route_b[route]
            if state.filled[a] < board.office_count[a] or state.filled[b] < board.office_count[b]:
                found |= lowest
        routes ^= lowest
    return found

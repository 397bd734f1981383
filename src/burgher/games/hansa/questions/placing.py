"""Placing pieces one after the other: which is next and, once it is in hand, where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.hansa.actions import NEXT, TAKE
from burgher.games.hansa.data import Question
from burgher.games.hansa.houses import piece
from burgher.games.hansa.lookups import MERCHANT, TRADER
from burgher.games.hansa.moving import lift
from burgher.games.hansa.pending import NOTHING

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


class PlacingInTurn(Question):
    """Which piece to put on a house next, and where: what displaced players and some markers share.

    Pieces come off the board, from the stock or the supply, or from routes, where they are lifted first.
    """

    moves_pieces: ClassVar[bool] = True

    def room(self, state: HansaData, shape: i64) -> i64:
        """The routes with room for a piece."""
        raise NotImplementedError

    def placeable(self, state: HansaData) -> i64:
        """The shapes of which a piece can be placed next, as a set; pieces on routes are not among them."""
        raise NotImplementedError

    def may_lift(self, state: HansaData) -> bool:
        """Whether pieces on routes may be placed anew."""
        raise NotImplementedError

    def put(self, state: HansaData, route: i64, ship: bool) -> None:
        """Put the piece in hand on a house."""
        raise NotImplementedError

    def liftable(self, state: HansaData, word: i64) -> i64:
        """One's pieces on routes that may be placed anew, none twice, in one of the words of houses."""
        pieces: i64 = 0
        if self.may_lift(state):
            if self.room(state, TRADER):
                pieces = state.me.houses[word] & ~state.discs[word]
            if self.room(state, MERCHANT):
                pieces |= state.me.houses[word] & state.discs[word]
        return pieces & ~state.placed[word]

    def take_next(self, state: HansaData, shapes: i64) -> bool:
        """Take the next piece up where only one shape can be; whether anything can be placed."""
        if shapes == 1 or shapes == 2:
            state.hand = piece(state.seat, shapes - 1)
            return True
        return shapes != 0 or self.liftable(state, 0) != 0 or self.liftable(state, 1) != 0

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        if verb == NEXT:
            state.hand = piece(state.seat, shape)
        elif verb == TAKE:
            lift(state, thing)
        else:
            self.put(state, thing, shape == 2)
            self.settle(state)

    def decline(self, state: HansaData) -> None:
        """Place no more pieces."""
        state.hand = 0
        state.left = 0
        state.pending = NOTHING

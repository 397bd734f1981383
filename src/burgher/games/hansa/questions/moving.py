"""Moving pieces from house to house, or off the routes: the action Move, and the markers that move pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.hansa.actions import N_DONE, TAKE
from burgher.games.hansa.data import Question
from burgher.games.hansa.events import MOVED, REMOVED, SWAPPED, note
from burgher.games.hansa.houses import (
    free_house,
    houses_on,
    offer_houses,
    offer_room,
    owner_at,
    owner_of,
    piece,
    settle,
    shape_of,
    vacate,
)
from burgher.games.hansa.lookups import BOOK, BOOK_VALUE, MERCHANT, NOWHERE
from burgher.games.hansa.moving import lift
from burgher.games.hansa.pending import NOTHING
from burgher.games.hansa.sections import EAST, MOVE, PLATES
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.ints import Ints


class MovingPieces(Question):
    """Which piece to move next and, once it is in hand, where it goes: what all such questions share."""

    moves_pieces: ClassVar[bool] = True
    is_counted: ClassVar[bool] = True

    def movable(self, state: HansaData, word: i64) -> i64:
        """The pieces that may be taken up, in one of the words of houses."""
        raise NotImplementedError

    def partners(self, state: HansaData, word: i64) -> i64:
        """The pieces that the one in hand may change places with, wherever they are; here none."""
        return 0

    def destinations(self, state: HansaData) -> i64:
        """The routes to which the piece in hand may go: on Britannia, a marker moves none across a border."""
        return state.board.same_land[state.board.house_route[state.hand_from]]

    def may_stop(self, state: HansaData) -> bool:
        """Whether one may move no more pieces, or none at all."""
        return True

    def settle(self, state: HansaData) -> None:
        if state.left == 0 or (self.movable(state, 0) == 0 and self.movable(state, 1) == 0):
            self.decline(state)

    def answers(self, state: HansaData, into: Ints) -> i64:
        if state.hand == 0:
            end = offer_houses(state, into, 0, self.movable(state, 0), self.movable(state, 1))
            if self.may_stop(state):
                return offer(into, end, N_DONE, 1)
            return end
        end = offer_room(state, into, self.destinations(state))
        if state.left >= 2:
            end = offer_houses(state, into, end, self.swappable(state, 0), self.swappable(state, 1))
        return end

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        if verb == TAKE:
            if state.hand == 0:
                lift(state, thing)
                return
            self.swap(state, thing)
        else:
            self.put_down(state, thing, shape == 2)
        state.hand = 0
        state.hand_from = NOWHERE
        self.settle(state)

    def decline(self, state: HansaData) -> None:
        """Move no more pieces."""
        state.left = 0
        state.pending = NOTHING

    def put_down(self, state: HansaData, route: i64, ship: bool) -> None:
        """Put the moved piece on a free house of a route."""
        house = free_house(state, route, ship)
        shape = shape_of(state.hand)
        owner = owner_of(state.hand)
        settle(state, state.players[owner], house, shape)
        note(state, state.seat, MOVED, shape, state.hand_from, house, owner)
        state.left -= 1

    def swap(self, state: HansaData, house: i64) -> None:
        """The piece in hand and another one change places: two of the moves."""
        other = owner_at(state, house)
        shape = vacate(state, state.players[other], house)
        settle(state, state.players[owner_of(state.hand)], house, shape_of(state.hand))
        settle(state, state.players[other], state.hand_from, shape)
        note(state, state.seat, SWAPPED, state.hand_from, house, state.hand, piece(other, shape))
        state.left -= 2

    def swappable(self, state: HansaData, word: i64) -> i64:
        """The pieces that the one in hand may change places with: no trader boards, none changes country."""
        board = state.board
        others = self.partners(state, word)
        if shape_of(state.hand) != MERCHANT:
            others &= board.plain[word]
        if board.is_ship[state.hand_from] != 0:
            others &= state.discs[word]
        if board.has_regions:
            others &= houses_on(state, board.same_land[board.house_route[state.hand_from]], word)
        return others


class MovingOwn(MovingPieces):
    """The action Move: which of one's own pieces, up to as many as the book says."""

    name: ClassVar[str] = "move"
    section: ClassVar[str] = MOVE

    def movable(self, state: HansaData, word: i64) -> i64:
        return state.me.houses[word]

    def partners(self, state: HansaData, word: i64) -> i64:
        """Own pieces of the other shape."""
        if shape_of(state.hand) == MERCHANT:
            return state.me.houses[word] & ~state.discs[word]
        return state.me.houses[word] & state.discs[word]

    def destinations(self, state: HansaData) -> i64:
        """Any route, but on Britannia none in another country than England or its own."""
        return state.board.may_move[state.board.house_route[state.hand_from]]

    def may_stop(self, state: HansaData) -> bool:
        """The action moves one piece at least."""
        return state.left != BOOK_VALUE[state.me.desk[BOOK]]


class MovingTheirs(MovingPieces):
    """The marker for three pieces in the box of 2020: which of the opponents' pieces."""

    name: ClassVar[str] = "move theirs"
    section: ClassVar[str] = PLATES

    def movable(self, state: HansaData, word: i64) -> i64:
        return state.taken[word] & ~state.me.houses[word]


class MovingAny(MovingPieces):
    """A permanent marker of the East: which of anybody's pieces."""

    name: ClassVar[str] = "move any"
    section: ClassVar[str] = EAST
    of_route: ClassVar[bool] = True

    def movable(self, state: HansaData, word: i64) -> i64:
        return state.taken[word]

    def partners(self, state: HansaData, word: i64) -> i64:
        """Any piece but its equals."""
        equals = state.players[owner_of(state.hand)].houses[word]
        if shape_of(state.hand) == MERCHANT:
            equals &= state.discs[word]
        else:
            equals &= ~state.discs[word]
        return state.taken[word] & ~equals


class Removing(MovingPieces):
    """The marker for three pieces of 2009: which piece goes off its route, back to its owner's supply."""

    name: ClassVar[str] = "remove"
    section: ClassVar[str] = PLATES

    def movable(self, state: HansaData, word: i64) -> i64:
        return state.taken[word]

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        seat = owner_at(state, thing)
        player = state.players[seat]
        gone = vacate(state, player, thing)
        if gone == MERCHANT:
            player.supply_merchants += 1
        else:
            player.supply_traders += 1
        note(state, state.seat, REMOVED, gone, thing, seat)
        state.left -= 1
        self.settle(state)

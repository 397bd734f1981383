"""Trade Boards: everybody has a board, and the others deliver to it.

Once a round one may deliver to the left-most free place of somebody else's board: one's trade marker goes
there and scores, and the owner of the board gets the modifier marker that lay there. Modifier markers are
worth silver, or change a die.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.components import KINDS
from burgher.games.granja.data import Destination, Module
from burgher.games.granja.deliveries import deliver_to
from burgher.games.granja.goods import earn
from burgher.games.granja.in_play import (
    ALL_OF_IT,
    AT_ANY_TIME,
    EXTRA_SILVER,
    FINAL_SILVER,
    SET_UP,
    STEP_BEGINS,
    TURN_BEGINS,
    TURN_GOES_ON,
    changed,
)
from burgher.games.granja.pending import DRAFT, LEFTOVER, PLAY
from burgher.kernel import observation
from burgher.kernel.chance import pick
from burgher.kernel.ints import BIT, copy_ints, ints, set_of, zeros
from burgher.kernel.observing import seats_after, truth
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.components.modules.things import TradeBoards as Boards
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field

PLACES: Final = 5
"""Places of each board, and trade markers of each player."""
BOARDS: Final = 4

# Its actions.
DELIVER: Final = 0  # + seat * 8 + kind
MODIFIER_SILVER: Final = 32
MODIFIER_DIE: Final = 33
MOST_SHIFT: Final = 5
"""A die cannot be changed by more."""

# Its events and sources.
GOT_BOARD: Final = 0
"""A board is dealt: board."""
TRADED: Final = 1
"""A good to somebody's board: kind, whose, place."""
GOT_MODIFIER: Final = 2
"""A modifier marker from one's own board: place."""
USED_MODIFIER: Final = 3
"""A modifier marker: 1 for silver, 0 for a die."""


def of(components: Components) -> Module:
    """The module as a set of components has it."""
    return TradeBoards(Printed(components.modules.trade_boards))


class Printed:
    """What is printed on the boards, as tables; it never changes."""

    def __init__(self, boards: Boards) -> None:
        self.boards = boards
        self.wanted: Ints = ints(
            [
                sum(2 ** KINDS.index(good) for good in goods)
                for board in boards.boards
                for goods in board.goods
            ]
        )
        """`wanted[board * 5 + place]`: the kinds one of which is delivered there."""
        self.place_points: Ints = ints(list(boards.points))


ACTS_AT: Final = set_of([SET_UP, STEP_BEGINS, TURN_BEGINS, AT_ANY_TIME])
CHANGES: Final = set_of([FINAL_SILVER, EXTRA_SILVER])


class TradeBoards(Destination):
    """The boards of all players, with the markers on them."""

    name: ClassVar = "trade-boards"
    title: ClassVar = "Trade Boards"
    parts: ClassVar = "trade-boards"
    meaning: ClassVar = "Once a round, deliver to another's board: points for you, changed dice for them."

    def __init__(self, printed: Printed) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.printed = printed
        self.boards = printed.boards
        self.wanted: Ints = printed.wanted
        self.place_points: Ints = printed.place_points
        self.silver: i64 = printed.boards.silver
        self.shift: i64 = printed.boards.shift
        self.board: Ints = zeros(4)
        """Which board each seat has."""
        self.traders: Ints = zeros(20)
        """`traders[seat * 5 + place]`: whose trade marker is on a seat's board, from 1; 0 for none."""
        self.modifiers: Ints = zeros(4)
        """How many modifier markers each seat has gained and not used."""
        self.traded: i64 = 0
        """The seats that have delivered to a board in this round."""

    def fresh(self) -> Module:
        return TradeBoards(self.printed)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, TradeBoards)
        source: TradeBoards = other  # checked once: `other` would be at every use
        copy_ints(self.board, source.board)
        copy_ints(self.traders, source.traders)
        copy_ints(self.modifiers, source.modifiers)
        self.traded = source.traded

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == SET_UP:
            self.set_up(state)
        elif moment == STEP_BEGINS:
            self.start_step(state)
        elif moment == TURN_BEGINS:
            self.start_turn(state)

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == FINAL_SILVER:
            return value + self.final_silver(state, a)
        if quantity == EXTRA_SILVER:
            return value + self.extra_silver(state)
        return value

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        if where == AT_ANY_TIME:
            return self.anytime(state, into, end, a)
        return end

    # -- set-up and rounds --------------------------------------------------------------------------

    def set_up(self, state: GranjaData) -> None:
        """Deal everybody a board."""
        left: i64 = BIT[BOARDS] - 1
        seat: i64 = 0
        while seat < state.seats:
            board = pick(state, left)
            left ^= BIT[board]
            self.board[seat] = board
            self.note(state, seat, GOT_BOARD, board)
            seat += 1

    def start_step(self, state: GranjaData) -> None:
        """A step of the round begins (`state.step`)."""
        if state.step == PLAY:
            self.traded = 0

    # -- delivering ---------------------------------------------------------------------------------

    def filled(self, seat: i64) -> i64:
        """How many places of a seat's board have a trade marker: the next one is the left-most free."""
        place: i64 = 0
        while place < PLACES and self.traders[seat * PLACES + place]:
            place += 1
        return place

    def placed(self, seat: i64) -> i64:
        """How many of its trade markers a seat has on the boards of others."""
        count: i64 = 0
        n: i64 = 0
        while n < BOARDS * PLACES:
            if self.traders[n] == seat + 1:
                count += 1
            n += 1
        return count

    def may_trade(self, state: GranjaData) -> bool:
        """Whether the seat to decide may still deliver to a board in this round, and has a marker for it."""
        return not self.traded & BIT[state.seat] and self.placed(state.seat) < PLACES

    def wants(self, seat: i64) -> i64:
        """The kinds that the left-most free place of a seat's board takes."""
        place = self.filled(seat)
        if place == PLACES:
            return 0
        return self.wanted[self.board[seat] * PLACES + place]

    def asked_kinds(self, state: GranjaData) -> i64:
        kinds: i64 = 0
        if self.may_trade(state):
            seat: i64 = 0
            while seat < state.seats:
                if seat != state.seat:
                    kinds |= self.wants(seat)
                seat += 1
        return kinds

    def deliveries(self, state: GranjaData, into: Ints, end: i64, kinds: i64) -> i64:
        offered: i64 = 0
        if self.may_trade(state):
            seat: i64 = 0
            while seat < state.seats:
                if seat != state.seat:
                    offered |= (self.wants(seat) & kinds) << (seat * 8)
                seat += 1
        return offer(into, end, self.first + DELIVER, offered)

    def receive(self, state: GranjaData, place: i64, kind: i64) -> None:
        """Put a trade marker onto the board of a seat, and give them the modifier marker that lay there."""
        seat = state.seat
        owner = place
        place = self.filled(owner)
        self.traders[owner * PLACES + place] = seat + 1
        self.traded |= BIT[seat]
        self.note(state, seat, TRADED, kind, owner, place)
        self.score(state, seat, self.place_points[place], 0, owner)
        self.modifiers[owner] += 1
        self.note(state, owner, GOT_MODIFIER, place)

    # -- modifier markers ---------------------------------------------------------------------------

    def anytime(self, state: GranjaData, into: Ints, end: i64, some: i64) -> i64:
        """Offer what it lets the seat to decide do at any time, or some of it; return where offers end."""
        if self.modifiers[state.seat] == 0:
            return end
        uses: i64 = 1
        if some == ALL_OF_IT and state.shift < MOST_SHIFT and self.takes_die(state):
            uses = 3
        return offer(into, end, self.first + MODIFIER_SILVER, uses)

    def extra_silver(self, state: GranjaData) -> i64:
        """The silver that the seat to decide could have from it at any time, beside what can be sold."""
        return self.modifiers[state.seat] * self.silver

    def takes_die(self, state: GranjaData) -> bool:
        """Whether the seat to decide is about to use a die: drafted, left over, or one's own."""
        if state.depth:
            return False
        if state.step == LEFTOVER:
            return state.left > 0 or changed(state, TURN_GOES_ON, 0) != 0
        return state.step == DRAFT

    def start_turn(self, state: GranjaData) -> None:
        """A marker for a die that was not used is lost with it."""
        state.shift = 0

    def apply(self, state: GranjaData, action: i64) -> None:
        if action < MODIFIER_SILVER:
            deliver_to(state, self, action >> 3, action & 7)
            return
        self.modifiers[state.seat] -= 1
        if action == MODIFIER_SILVER:
            self.note(state, state.seat, USED_MODIFIER, 1)
            earn(state, state.seat, self.silver)
        else:
            self.note(state, state.seat, USED_MODIFIER, 0)
            state.shift += self.shift

    def final_silver(self, state: GranjaData, seat: i64) -> i64:
        """Markers that nobody used are silver at last."""
        silver: i64 = self.modifiers[seat] * self.silver
        while self.modifiers[seat]:
            self.modifiers[seat] -= 1
            self.note(state, seat, USED_MODIFIER, 1)
        return silver

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """A modifier marker is silver at least; who has not traded in this round still may."""
        value: i64 = self.modifiers[seat] * 70
        if not self.traded & BIT[seat]:
            value += 30
        return value

    def check(self, state: GranjaData) -> None:
        dealt: list[int] = []
        for seat in range(4):
            filled = self.filled(seat)
            for place in range(PLACES):
                trader = self.traders[seat * PLACES + place]
                assert (trader > 0) == (place < filled), "boards are filled from the left"
                assert trader != seat + 1, "nobody trades with themselves"
                assert trader <= state.seats, "only players trade"
            assert self.placed(seat) <= PLACES, "everybody has five trade markers"
            assert 0 <= self.modifiers[seat] <= filled, "modifier markers come off the board"
            if seat < state.seats:
                assert self.board[seat] not in dealt, "no board is dealt twice"
                dealt.append(self.board[seat])

    # -- learners -----------------------------------------------------------------------------------

    def seat_fields(self, players: int) -> list[Field]:
        seats = [f"seat-{n}" for n in range(players)]
        return [
            observation.one_of("board", "The trade board.", [str(n + 1) for n in range(BOARDS)]),
            observation.one_of("traders", "Whose marker is on each place of it.", seats, places="12345"),
            observation.number("modifiers", "Modifier markers to use.", PLACES),
            observation.number("traded", "Whether this seat has delivered to a board in this round.", 1),
        ]

    def observe_farm(self, state: GranjaData, farm: i64, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = self.board[farm]
        n += 1
        place: i64 = 0
        while place < PLACES:
            trader: i64 = self.traders[farm * PLACES + place] - 1
            into[n + place] = -1
            if trader >= 0:
                into[n + place] = seats_after(trader, seat, state.seats)
            place += 1
        n += PLACES
        into[n] = self.modifiers[farm]
        into[n + 1] = truth(self.traded & BIT[farm] != 0)
        return n + 2

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [
            *(
                (f"deliver {kind} board-{seat + 1}", (f"good-{kind}", f"board-{seat + 1}"))
                for seat in range(4)
                for kind in KINDS
            ),
            ("modifier silver", ("modifier", "silver")),
            ("modifier die", ("modifier", "dice")),
        ]

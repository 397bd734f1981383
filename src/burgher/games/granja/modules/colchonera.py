"""Colchonera: a board of mattresses to deliver to, by how far one has come on the siesta track.

The further up one's disc, the more rows are open. Each delivery leaves a marker, of which there can be any
number, and brings the row's reward at once; the markers score at the end. A trade commodity can be turned
into siesta steps and upgrades as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.components import KINDS
from burgher.games.granja.data import Destination, Module
from burgher.games.granja.deliveries import SILVER_ITSELF, deliver_to, price_of_delivery
from burgher.games.granja.effects import begin, possible
from burgher.games.granja.goods import forget_if_last
from burgher.games.granja.in_play import ALL_OF_IT, AT_ANY_TIME, FINAL_SCORING, SIESTA_IN_REACH, TURN_GOES_ON
from burgher.games.granja.lookups import ALL_KINDS, TRADE_GOOD
from burgher.games.granja.pending import AFTER_DIE, HATS, LEFTOVER, PURCHASED
from burgher.games.granja.siesta import points_of
from burgher.kernel.ints import BIT, copy_ints, ints, set_of, zeros
from burgher.kernel.observation import number
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.components import Components, Effect
    from burgher.games.granja.components.modules.things import Colchonera as Board
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field

# Its actions.
DELIVER: Final = 0  # + kind of goods, or silver
TRADE: Final = 9
ROWS: Final = 4

# Its events.
DELIVERED: Final = 0
"""A good or silver (8) to a row: what, row."""
TRADED: Final = 1


def of(components: Components) -> Module:
    """The module as a set of components has it."""
    return Colchonera(Printed(components.modules.colchonera))


class Printed:
    """What is printed on the board, as tables; it never changes."""

    def __init__(self, parts: Board) -> None:
        self.parts = parts
        self.row_points: Ints = ints([row.points for row in parts.rows])
        """The points of the siesta track that each row takes."""
        self.row_once: Ints = ints([int(row.once) for row in parts.rows])
        self.row_of: Ints = ints(
            [
                next((n for n, row in enumerate(parts.rows) if kind in row.deliver), -1)
                for kind in (*KINDS, "silver")
            ]
        )
        """The row that takes a kind of goods, or silver; -1 for none."""
        self.final: Ints = ints(list(parts.final))
        self.more: i64 = parts.more


ACTS_AT: Final = set_of([FINAL_SCORING, AT_ANY_TIME])
CHANGES: Final = set_of([TURN_GOES_ON, SIESTA_IN_REACH])


class Colchonera(Destination):
    """The board with the markers of all players."""

    name: ClassVar = "colchonera"
    title: ClassVar = "Colchonera"
    parts: ClassVar = "colchonera"
    meaning: ClassVar = "One more place to deliver to, for who is far on the siesta track: points at the end."

    def __init__(self, board: Printed) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.board = board.parts
        self.printed = board
        self.row_points: Ints = board.row_points
        self.row_once: Ints = board.row_once
        self.row_of: Ints = board.row_of
        self.final: Ints = board.final
        self.more: i64 = board.more
        self.markers: Ints = zeros(16)
        """`markers[row * 4 + seat]`: how many markers a seat has in a row."""

    def fresh(self) -> Module:
        return Colchonera(self.printed)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, Colchonera)
        copy_ints(self.markers, other.markers)

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == FINAL_SCORING:
            self.final_scoring(state, a)

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == TURN_GOES_ON:
            if self.stays(state):
                return 1
        if quantity == SIESTA_IN_REACH:
            if self.could_rest(state):
                return 1
        return value

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        if where == AT_ANY_TIME and a == ALL_OF_IT:
            return self.anytime(state, into, end)
        return end

    def effects(self) -> list[Effect]:
        return [*(row.reward for row in self.board.rows), self.board.trade]

    # -- delivering ---------------------------------------------------------------------------------

    def is_open(self, state: GranjaData, what: i64) -> bool:
        """Whether the seat to decide is far enough on the siesta track to deliver something here."""
        row = self.row_of[what]
        if row < 0 or points_of(state, state.seat) < self.row_points[row]:
            return False
        return not (self.row_once[row] and self.markers[row * 4 + state.seat])

    def asked_kinds(self, state: GranjaData) -> i64:
        kinds: i64 = 0
        kind: i64 = 0
        while kind < ALL_KINDS:
            if self.is_open(state, kind):
                kinds |= BIT[kind]
            kind += 1
        return kinds

    def takes_silver(self, state: GranjaData) -> bool:
        price: i64 = price_of_delivery(state, SILVER_ITSELF) + 1
        return state.me.silver >= price and self.is_open(state, SILVER_ITSELF)

    def deliveries(self, state: GranjaData, into: Ints, end: i64, kinds: i64) -> i64:
        offered: i64 = self.asked_kinds(state) & kinds
        if kinds & BIT[SILVER_ITSELF] and self.takes_silver(state):
            offered |= BIT[SILVER_ITSELF]
        return offer(into, end, self.first, offered)

    def receive(self, state: GranjaData, place: i64, kind: i64) -> None:
        """Leave a marker in the row that takes it, and get what the row gives."""
        self.markers[place * 4 + state.seat] += 1
        self.note(state, state.seat, DELIVERED, kind, place)
        begin(state, self.first_effect + place)

    # -- trade commodities --------------------------------------------------------------------------

    def anytime(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """Offer what it lets the seat to decide do at any time; return where the offers end."""
        if state.me.goods[TRADE_GOOD] and possible(state, self.first_effect + ROWS):
            return offer(into, end, self.first + TRADE, 1)
        return end

    def stays(self, state: GranjaData) -> bool:
        """Before the scoring, steps may be worth trade commodities; one just gained, before others move.

        With one's hats the new turn order may be worth one, whenever it was gained: all tiles are turned up.
        """
        if state.step == PURCHASED:
            return state.left == 0 and self.could_rest(state)
        me = state.me
        if me.goods[TRADE_GOOD] == 0 or me.steps == state.lookups.siesta_top:
            return False
        if state.step == HATS:
            return state.holders > 1
        return state.fresh and (state.step == AFTER_DIE or (state.step == LEFTOVER and state.left == 0))

    def could_rest(self, state: GranjaData) -> bool:
        """Whether two steps for each trade commodity would bring the seat to decide more siesta points."""
        steps: i64 = state.me.steps + 2 * state.me.goods[TRADE_GOOD]
        if steps > state.lookups.siesta_top:
            steps = state.lookups.siesta_top
        return state.lookups.siesta_points[steps] > points_of(state, state.seat)

    def apply(self, state: GranjaData, action: i64) -> None:
        if action == TRADE:
            state.me.goods[TRADE_GOOD] -= 1
            forget_if_last(state.me, TRADE_GOOD)
            self.note(state, state.seat, TRADED)
            begin(state, self.first_effect + ROWS)
        else:
            deliver_to(state, self, self.row_of[action], action)

    # -- scoring ------------------------------------------------------------------------------------

    def count(self, seat: i64) -> i64:
        """How many markers a seat has here."""
        return self.markers[seat] + self.markers[4 + seat] + self.markers[8 + seat] + self.markers[12 + seat]

    def points(self, count: i64) -> i64:
        """What so many markers score."""
        if count == 0:
            return 0
        if count <= 3:
            return self.final[count - 1]
        return self.final[2] + (count - 3) * self.more

    def final_scoring(self, state: GranjaData, seat: i64) -> None:
        """A seat's goods are about to be turned into silver, and its silver into points."""
        count = self.count(seat)
        self.score(state, seat, self.points(count), 0, count)

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """Markers are sure to score; a row that is open is a place for goods."""
        return self.points(self.count(seat)) * 100

    def check(self, state: GranjaData) -> None:
        for row in range(ROWS):
            for seat in range(4):
                count = self.markers[row * 4 + seat]
                assert count >= 0, "markers on the Colchonera board are counted"
                assert seat < state.seats or count == 0, "only players have markers"
                assert count <= 1 or not self.row_once[row], "some rows take one delivery of each player"

    # -- learners -----------------------------------------------------------------------------------

    def seat_fields(self, players: int) -> list[Field]:
        rows = [str(row + 1) for row in range(ROWS)]
        return [number("markers", "Markers in each row of mattresses.", 15, 3, rows)]

    def observe_farm(self, state: GranjaData, farm: i64, seat: i64, into: Ints, n: i64) -> i64:
        row: i64 = 0
        while row < ROWS:
            into[n + row] = self.markers[row * 4 + farm]
            row += 1
        return n + ROWS

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [
            *((f"deliver {kind} colchonera", (f"good-{kind}", "colchonera")) for kind in KINDS),
            ("deliver silver colchonera", ("colchonera", "silver")),
            ("trade siesta", ("trade", "trade-siesta")),
        ]

"""Long Distance Trade: three resources for a place on a board, and points for a good at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import SKIP
from burgher.games.granja.anytime import means, price_of
from burgher.games.granja.components import KINDS, RESOURCES, Effect
from burgher.games.granja.data import Module, ModuleQuestion
from burgher.games.granja.effects import begin
from burgher.games.granja.events import LOST, note
from burgher.games.granja.goods import count_of, lose, take
from burgher.games.granja.in_play import FINAL_SCORING, TURN_BEGINS
from burgher.games.granja.lookups import PIG, RESOURCE_KINDS
from burgher.games.granja.moments import may_use_helper, may_use_roof
from burgher.games.granja.pending import ENDING, SCORES
from burgher.games.granja.stack import answer, pop, push_last
from burgher.kernel.ints import BIT, copy_ints, ints, set_of, zeros
from burgher.kernel.observation import bits
from burgher.kernel.offers import offer
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData, Player
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field

SPACES: Final = 8

# Actions.
JOURNEY: Final = 0  # + space

# Questions.
RETURNING: Final = 0
ARRIVING: Final = 1

# Events.
TRAVELLED: Final = 0
"""Resources returned for a space: space."""

# Sources of points.
REWARD: Final = 0
"""The reward of a space."""
ARRIVED: Final = 1
"""Goods discarded at the end: space."""


class Board:
    """The board as tables."""

    def __init__(self, components: Components) -> None:
        spaces = components.modules.long_distance_trade.spaces
        self.needs: Ints = ints([space.goods.count(kind) for space in spaces for kind in RESOURCES])
        """`needs[space * 4 + kind]`: how many of a resource are returned for a space."""
        self.good: Ints = ints([KINDS.index(space.good) for space in spaces])
        self.points: Ints = ints([space.points for space in spaces])
        self.effects: list[Effect] = [Effect(gain=space.gain) for space in spaces]


def of(components: Components) -> Module:
    """The module with a set of components."""
    return LongDistanceTrade(Board(components))


ACTS_AT: Final = set_of([TURN_BEGINS, FINAL_SCORING])


class LongDistanceTrade(Module):
    """The Long Distance Trade board with the markers on it."""

    name: ClassVar = "long-distance-trade"
    title: ClassVar = "Long Distance Trade"
    parts: ClassVar = "long-distance-trade"
    meaning: ClassVar = (
        "When a round is scored, three resources buy a place on another board: a reward now, points for a "
        "good at the end."
    )

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.board: Board = board
        self.owner: Ints = zeros(SPACES)
        """Whose marker is on each space, counted from 1; 0 for nobody's."""

    def fresh(self) -> Module:
        return LongDistanceTrade(self.board)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, LongDistanceTrade)
        copy_ints(self.owner, other.owner)

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == TURN_BEGINS:
            self.start_turn(state)
        elif moment == FINAL_SCORING:
            self.final_scoring(state, a)

    def questions(self) -> list[ModuleQuestion]:
        return [Returning(), Arriving()]

    def effects(self) -> list[Effect]:
        return self.board.effects

    # -- rules ---------------------------------------------------------------------------------------

    def start_turn(self, state: GranjaData) -> None:
        """After the market, the siesta track and all that comes with it, a set of three may be returned."""
        if state.step == SCORES:
            push_last(state, self.first_question + RETURNING)
        elif state.step == ENDING:
            push_last(state, self.first_question + ARRIVING)

    def is_reachable(self, state: GranjaData) -> bool:
        """Whether there is a space whose resources the seat to decide has or could come by."""
        me = state.me
        place: i64 = 0
        while place < state.lookups.roof_places:
            if me.roofs_up & BIT[place] and may_use_roof(state, place):
                return True
            place += 1
        place = 0
        while place < 4:
            if me.ready & BIT[place] and may_use_helper(state, at(me.helpers, place) - 1):
                return True
            place += 1
        space: i64 = 0
        while space < SPACES:
            if self.owner[space] == 0 and self.can_have(state, space):
                return True
            space += 1
        return False

    def can_have(self, state: GranjaData, space: i64) -> bool:
        """Whether what is lacking for a space could be bought with all that one could sell.

        A trade commodity counts as silver here, which buys as much as it could become. That what is sold
        cannot be returned is not looked at: who is asked in vain declines.
        """
        me = state.me
        price: i64 = 0
        kind: i64 = 0
        while kind < RESOURCE_KINDS:
            lacking: i64 = self.board.needs[space * 4 + kind] - count_of(me, kind)
            if lacking > 0:
                price += lacking * price_of(state, kind)
                if kind == PIG and me.goods[PIG] + lacking > me.stalls:
                    return False
            kind += 1
        return price <= means(state)

    def is_lacking(self, state: GranjaData) -> bool:
        """Whether a good is lacking that a marker of the seat to decide asks for at the end."""
        asked: i64 = 0  # four bits for each kind
        space: i64 = 0
        while space < SPACES:
            if self.owner[space] == state.seat + 1:
                asked += BIT[self.board.good[space] * 4]
            space += 1
        kind: i64 = 0
        while asked:
            if asked & 15 > count_of(state.me, kind):
                return True
            asked >>= 4
            kind += 1
        return False

    def open(self, state: GranjaData) -> i64:
        """The unoccupied spaces whose resources the seat to decide has."""
        spaces: i64 = 0
        space: i64 = 0
        while space < SPACES:
            if self.owner[space] == 0 and self.has_set(state.me, space):
                spaces |= BIT[space]
            space += 1
        return spaces

    def has_set(self, player: Player, space: i64) -> bool:
        """Whether a player has the resources of a space, in dens, stalls and fields."""
        kind: i64 = 0
        while kind < RESOURCE_KINDS:
            if count_of(player, kind) < self.board.needs[space * 4 + kind]:
                return False
            kind += 1
        return True

    def apply(self, state: GranjaData, action: i64) -> None:
        answer(state, JOURNEY, action)

    def travel(self, state: GranjaData, space: i64) -> None:
        """Return the resources, put a marker on the space, gain its reward."""
        kind: i64 = 0
        while kind < RESOURCE_KINDS:
            count = self.board.needs[space * 4 + kind]
            while count > 0:
                lose(state, kind)
                count -= 1
            kind += 1
        self.owner[space] = state.seat + 1
        self.note(state, state.seat, TRAVELLED, space)
        begin(state, self.first_effect + space)

    def final_scoring(self, state: GranjaData, seat: i64) -> None:
        """Discard a good for each marker that it is next to, the dearest first.

        It is a choice by the rules, but a good that could be sold never brings more, and remaining silver
        counts only where points are equal: nobody would do without.
        """
        player = state.players[seat]
        points: i64 = 9
        while points > 0:
            space: i64 = 0
            while space < SPACES:
                good = self.board.good[space]
                mine = self.owner[space] == seat + 1 and self.board.points[space] == points
                if mine and player.has & BIT[good]:
                    note(state, seat, LOST, good, take(player, good))
                    self.score(state, seat, points, ARRIVED, space)
                space += 1
            points -= 1

    # -- agents, checks --------------------------------------------------------------------------------

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """A marker is worth its points at the end, all of them once its good is there."""
        value: i64 = 0
        space: i64 = 0
        while space < SPACES:
            if self.owner[space] == seat + 1:
                if state.players[seat].has & BIT[self.board.good[space]]:
                    value += self.board.points[space] * 90
                else:
                    value += self.board.points[space] * 50
            space += 1
        return value

    def check(self, state: GranjaData) -> None:
        for space in range(SPACES):
            assert 0 <= self.owner[space] <= state.seats, f"a stranger's marker on journey {space + 1}"

    # -- learners ----------------------------------------------------------------------------------------

    def seat_fields(self, players: int) -> list[Field]:
        journeys = [f"journey-{n + 1}" for n in range(SPACES)]
        return [bits("journeys", "The journeys with a marker.", journeys)]

    def observe_farm(self, state: GranjaData, farm: i64, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = 0
        space: i64 = 0
        while space < SPACES:
            if self.owner[space] == farm + 1:
                into[n] |= BIT[space]
            space += 1
        return n + 1

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(f"journey {n}", (f"journey-{n}",)) for n in range(1, SPACES + 1)]


class Returning(ModuleQuestion):
    """Which set of resources to return for a place on the board."""

    name: ClassVar = "resources to return"

    def settle(self, state: GranjaData, what: i64) -> bool:
        """Nobody is asked who is out of reach of every space."""
        if trade_of(state, self.place).is_reachable(state):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        trade = trade_of(state, self.place)
        end = offer(into, 0, trade.first + JOURNEY, trade.open(state))
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        trade_of(state, self.place).travel(state, thing)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True


class Arriving(ModuleQuestion):
    """Before the final scoring: whether something is still to be done for the goods that markers ask for."""

    name: ClassVar = "goods to arrive"

    def settle(self, state: GranjaData, what: i64) -> bool:
        """Nobody is asked who has them, or could do nothing about it."""
        if trade_of(state, self.place).is_lacking(state) and means(state) > 0:
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, SKIP, 1)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True


def trade_of(state: GranjaData, place: i64) -> LongDistanceTrade:
    """The module in its place."""
    module = state.acting[place]
    assert isinstance(module, LongDistanceTrade)
    return module

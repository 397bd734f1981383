"""Counsellors, the easier side of the boards: a gray die may bring a counsellor's reward as well.

Revenue and reward come in any order. The reward costs silver or a point, and each can be had once in a
revenue phase: a marker on the board shows that it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import SKIP
from burgher.games.granja.anytime import kinds_in_reach, silver_in_reach
from burgher.games.granja.data import ModuleQuestion
from burgher.games.granja.effects import begin, possible, possible_with, use_space
from burgher.games.granja.goods import earn
from burgher.games.granja.in_play import STEP_BEGINS
from burgher.games.granja.modules.gray_dice import OWN, GrayDice
from burgher.games.granja.pending import BEFORE_DONKEYS
from burgher.games.granja.revenue import offer_more
from burgher.games.granja.stack import answer, pop
from burgher.kernel.ints import BIT, ints, set_of
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.components import Components, Effect
    from burgher.games.granja.components.modules.things import Counsellors as Boards
    from burgher.games.granja.data import GranjaData, Module
    from burgher.kernel.ints import Ints

# Its questions.
REWARD_OR_REVENUE: Final = 0
REWARD_AFTERWARDS: Final = 1

# Its own actions, as a set.
FOR_SILVER: Final = 0
FOR_POINTS: Final = 1
REVENUE_FIRST: Final = 2

# Its events and sources.
COUNSELLED: Final = 3
"""A counsellor's reward: space from 0."""
BOARDS_CLEARED: Final = 4
"""All markers leave a board."""
REWARD: Final = 0
PRICE: Final = 1

REWARD_TO_COME: Final = 40
"""What it is worth that a reward may still come, in hundredths of a point."""


def of(components: Components) -> Module:
    """The module as a set of components has it."""
    boards = components.modules.counsellors
    return Counsellors(boards, ints(list(boards.gray)))


ACTS_AT: Final = set_of([STEP_BEGINS])


class Counsellors(GrayDice):
    """The players' boards with this side up."""

    name: ClassVar = "counsellors"
    title: ClassVar = "Counsellors"
    parts: ClassVar = "counsellors"
    meaning: ClassVar = "Some dice are gray: with these you may buy a counsellor's reward. The easier side."

    def __init__(self, boards: Boards, gray_dice: Ints) -> None:
        super().__init__(gray_dice)
        self.acts_at |= ACTS_AT
        self.boards = boards
        self.silver: i64 = boards.silver
        self.price_points: i64 = boards.points

    def fresh(self) -> Module:
        return Counsellors(self.boards, self.gray_dice)

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == STEP_BEGINS:
            self.start_step(state)
        else:
            super().happened(state, moment, a, b)

    def questions(self) -> list[ModuleQuestion]:
        return [RewardOrRevenue(), Reward()]

    def effects(self) -> list[Effect]:
        return [reward.effect for reward in self.boards.rewards]

    # -- the reward ---------------------------------------------------------------------------------

    def drafted(self, state: GranjaData, space: i64, white: bool) -> None:
        self.ask(state, REWARD_OR_REVENUE, space)

    def start_step(self, state: GranjaData) -> None:
        """At the end of the revenue phase all markers leave the boards."""
        if state.step == BEFORE_DONKEYS:
            for seat in range(state.seats):
                if self.marked[seat]:
                    self.note(state, seat, BOARDS_CLEARED)
                self.marked[seat] = 0

    def ways(self, state: GranjaData, space: i64) -> i64:
        """How the seat to decide can pay for a reward that it has not had: a set of its actions."""
        effect: i64 = self.first_effect + space
        found: i64 = 0
        if self.marked[state.seat] & BIT[space] or not possible(state, effect):
            return found
        if state.me.silver >= self.silver + state.lookups.pays_silver[effect]:
            found |= BIT[FOR_SILVER]
        if state.me.points >= self.price_points + state.lookups.pays_points[effect]:
            found |= BIT[FOR_POINTS]
        return found

    def could_pay(self, state: GranjaData, space: i64) -> bool:
        """Whether the seat to decide could pay for a reward, if need be after selling something."""
        if self.marked[state.seat] & BIT[space]:
            return False
        effect: i64 = self.first_effect + space
        silver: i64 = silver_in_reach(state)
        if not possible_with(state, effect, silver, kinds_in_reach(state, silver)):
            return False
        return (
            silver >= self.silver + state.lookups.pays_silver[effect] or state.me.points >= self.price_points
        )

    def use(self, state: GranjaData, space: i64) -> None:
        """Get the revenue of the die."""
        use_space(state, space)
        offer_more(state)

    def revenue_first(self, state: GranjaData, space: i64) -> None:
        """The revenue comes first, then perhaps the reward."""
        self.ask(state, REWARD_AFTERWARDS, space)
        self.use(state, space)

    def act(self, state: GranjaData, action: i64) -> None:
        answer(state, action, 0)

    def counsel(self, state: GranjaData, space: i64, way: i64) -> None:
        """Pay for a reward and gain it."""
        self.note(state, state.seat, COUNSELLED, space)
        if way == FOR_SILVER:
            earn(state, state.seat, -self.silver)
        else:
            self.score(state, state.seat, -self.price_points, PRICE)
        begin(state, self.first_effect + space)

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [
            *super().faces(),
            ("counsel for silver", ("counsellor", "silver")),
            ("counsel for points", ("counsellor", "points")),
            ("revenue first", ("revenue",)),
        ]


class RewardOrRevenue(ModuleQuestion):
    """Whether the revenue of a gray die comes first, or its counsellor's reward. Its detail: the space."""

    name: ClassVar = "reward or revenue"

    def settle(self, state: GranjaData, what: i64) -> bool:
        """Without a choice, the revenue comes first."""
        counsellors = counsellors_of(state, self.place)
        if counsellors.could_pay(state, what):
            return False
        pop(state)
        counsellors.revenue_first(state, what)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        counsellors = counsellors_of(state, self.place)
        return offer(into, 0, counsellors.first + OWN, counsellors.ways(state, what) | BIT[REVENUE_FIRST])

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        counsellors = counsellors_of(state, self.place)
        if verb == REVENUE_FIRST:
            counsellors.revenue_first(state, what)
            return
        counsellors.marked[state.seat] |= BIT[what]
        self.ask(state, what)  # with its marker on the board, it is the revenue that comes next
        counsellors.counsel(state, what, verb)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return REWARD_TO_COME


class Reward(ModuleQuestion):
    """Whether to buy a counsellor's reward after the revenue. Its detail: the space."""

    name: ClassVar = "reward"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if counsellors_of(state, self.place).could_pay(state, what):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        counsellors = counsellors_of(state, self.place)
        end = offer(into, 0, counsellors.first + OWN, counsellors.ways(state, what))
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        counsellors = counsellors_of(state, self.place)
        counsellors.marked[state.seat] |= BIT[what]
        counsellors.counsel(state, what, verb)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return REWARD_TO_COME


def counsellors_of(state: GranjaData, place: i64) -> Counsellors:
    """The module in its place."""
    module = state.acting[place]
    assert isinstance(module, Counsellors)
    return module

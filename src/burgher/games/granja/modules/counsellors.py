"""Counsellors, the easier side of the boards: a gray die may bring a counsellor's reward as well.

Revenue and reward come in any order. The reward costs silver or a point, and each can be had once in a
revenue phase: a marker on the board shows that it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import SKIP
from burgher.games.granja.anytime import buyable, means
from burgher.games.granja.effects import begin, possible, possible_with, use_space
from burgher.games.granja.goods import earn
from burgher.games.granja.in_play import STEP_BEGINS
from burgher.games.granja.modules.gray_dice import OWN, OWN_EVENTS, GrayDice
from burgher.games.granja.naming import lowered, several, space_text
from burgher.games.granja.pending import BEFORE_DONKEYS
from burgher.games.granja.revenue import offer_more
from burgher.games.granja.stack import pop
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import BIT, ints, set_of
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components, Effect
    from burgher.games.granja.components.modules.things import Counsellors as Boards
    from burgher.games.granja.data import GranjaData, Module
    from burgher.kernel.ints import Ints
    from burgher.kernel.journal import Entry

# What its question carries: the space of the die, and whether its revenue is still to come.
REVENUE_TO_COME: Final = 8

# Its own actions, as a set.
FOR_SILVER: Final = 0
FOR_POINTS: Final = 1
REVENUE_FIRST: Final = 2

# Its events and sources.
COUNSELLED: Final = 2
"""A counsellor's reward: space from 0."""
REWARD: Final = 0
PRICE: Final = 1


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

    def effects(self) -> list[Effect]:
        return [reward.effect for reward in self.boards.rewards]

    # -- the reward ---------------------------------------------------------------------------------

    def drafted(self, state: GranjaData, space: i64) -> None:
        self.ask(state, space + REVENUE_TO_COME)

    def start_step(self, state: GranjaData) -> None:
        """At the end of the revenue phase all markers leave the boards."""
        if state.step == BEFORE_DONKEYS:
            for seat in range(state.seats):
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
        silver: i64 = means(state)
        if not possible_with(state, effect, silver, state.me.has | buyable(state, silver)):
            return False
        return (
            silver >= self.silver + state.lookups.pays_silver[effect] or state.me.points >= self.price_points
        )

    def settle(self, state: GranjaData, what: i64) -> bool:
        """Without a choice, the revenue comes, and no reward."""
        if self.could_pay(state, what & 7):
            return False
        pop(state)
        if what & REVENUE_TO_COME:
            self.ask(state, what & 7)
            self.use(state, what & 7)
        return True

    def use(self, state: GranjaData, space: i64) -> None:
        """Get the revenue of the die."""
        use_space(state, space)
        offer_more(state)

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        ways = self.ways(state, what & 7)
        if what & REVENUE_TO_COME:
            return offer(into, 0, self.first + OWN, ways | BIT[REVENUE_FIRST])
        end = offer(into, 0, self.first + OWN, ways)
        return offer(into, end, SKIP, 1)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True

    def act(self, state: GranjaData, action: i64) -> None:
        what = state.asked[state.depth] >> 6
        space: i64 = what & 7
        pop(state)
        if action == REVENUE_FIRST:
            self.ask(state, space)
            self.use(state, space)
            return
        self.marked[state.seat] |= BIT[space]
        if what & REVENUE_TO_COME:
            self.ask(state, what)  # with its marker on the board, it is the revenue that comes next
        self.note(state, state.seat, COUNSELLED, space)
        if action == FOR_SILVER:
            earn(state, state.seat, -self.silver)
        else:
            self.score(state, state.seat, -self.price_points, PRICE)
        begin(state, self.first_effect + space)

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """A gray die whose reward is still to come is worth something."""
        if state.seat == seat and self.is_asked(state):
            return 40
        return 0

    # -- for people ---------------------------------------------------------------------------------

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [
            *super().faces(),
            ("counsel for silver", ("counsellor", "silver")),
            ("counsel for points", ("counsellor", "points")),
            ("revenue first", ("revenue",)),
        ]

    def price(self, action: int) -> str:
        """What a reward costs, by how it is paid."""
        return f"{self.silver} silver" if action == FOR_SILVER else several(self.price_points, "point")

    def question(self, state: GranjaData, what: int) -> str:
        reward = lowered(self.boards.rewards[what & 7].text)
        if what & REVENUE_TO_COME:
            return f"Do you take the revenue or the counsellor's reward first: {reward}?"
        return f"Do you buy the counsellor's reward: {reward}?"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Do without the counsellor's reward"

    def sentence(self, state: GranjaData, action: int, components: Components) -> str:
        if action < OWN:
            return super().sentence(state, action, components)
        what = state.asked[state.depth] >> 6
        if action - OWN == REVENUE_FIRST:
            return f"First use the die: {lowered(space_text(what & 7, components, state.modules))}"
        return f"For {self.price(action - OWN)}: {lowered(self.boards.rewards[what & 7].text)}"

    def more(self, state: GranjaData, space: int) -> str:
        if self.marked[state.seat] & 2**space:
            return "you have had its counsellor's reward"
        return f"for {self.silver} silver or a point also {lowered(self.boards.rewards[space].text)}"

    def refusal(self, state: GranjaData, action: int) -> IllegalAction:
        if action < OWN:
            return super().refusal(state, action)
        if not self.is_asked(state):
            return IllegalAction("no-counsellor", "Counsellors come with a gray die", self.title)
        if action - OWN == REVENUE_FIRST:
            return IllegalAction("revenue-had", "The die has been used", self.title)
        price = self.price(action - OWN)
        return IllegalAction("cannot-pay", f"The reward costs {price}, which you do not have", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        if event < OWN_EVENTS:
            return super().tell(event, entry, names, components)
        reward = self.boards.rewards[entry.details[0]]
        return f"{names[entry.seat]} asks the counsellor of {reward.number}: {lowered(reward.text)}"

    def knows(self, what: int, state: GranjaData) -> bool:
        return what & 7 < 6 and what < 2 * REVENUE_TO_COME

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        for reward in self.boards.rewards:
            if topic in (f"counsellor {reward.number}", f"gray {reward.number}"):
                price = f"{self.silver} silver or {several(self.price_points, 'point')}"
                return f"Counsellor {reward.number}: {lowered(reward.text)}, for {price}. (Reconstructed.)"
        return None

"""Counsellors, the easier side of the boards: a gray die may bring a counsellor's reward as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgher.games.granja.modules import counsellors as rules
from burgher.games.granja.modules.counsellors import (
    BOARDS_CLEARED,
    FOR_POINTS,
    FOR_SILVER,
    REVENUE_FIRST,
)
from burgher.games.granja.modules.gray_dice import OWN, OWN_EVENTS
from burgher.games.granja.naming import lowered, several
from burgher.games.granja.wording.modules.base import ModuleQuestion
from burgher.games.granja.wording.modules.gray_dice import GrayDice
from burgher.games.granja.wording.modules.registry import space_text
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry


class Reward(ModuleQuestion[rules.Counsellors]):
    """Whether to buy a counsellor's reward after the revenue."""

    decision = "whether you buy the counsellor's reward"
    own = (OWN + FOR_SILVER, OWN + FOR_POINTS, OWN + REVENUE_FIRST)

    def question(self, state: GranjaData, what: int) -> str:
        return f"Do you buy the counsellor's reward: {lowered(self.module.boards.rewards[what].text)}?"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Do without the counsellor's reward"

    def price(self, verb: int) -> str:
        """What a reward costs, by how it is paid."""
        if verb == OWN + FOR_SILVER:
            return f"{self.module.silver} silver"
        return several(self.module.price_points, "point")

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        if verb == OWN + REVENUE_FIRST:
            return f"First use the die: {lowered(space_text(what, components, state.modules))}"
        return f"For {self.price(verb)}: {lowered(self.module.boards.rewards[what].text)}"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        if verb == OWN + REVENUE_FIRST:
            return IllegalAction("revenue-had", "The die has been used", self.section)
        said = f"The reward costs {self.price(verb)}, which you do not have"
        return IllegalAction("cannot-pay", said, self.section)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what < 6


class RewardOrRevenue(Reward):
    """Whether the revenue of a gray die comes first, or its counsellor's reward."""

    decision = "what you take first, the revenue or the counsellor's reward"

    def question(self, state: GranjaData, what: int) -> str:
        reward = lowered(self.module.boards.rewards[what].text)
        return f"Do you take the revenue or the counsellor's reward first: {reward}?"


class Counsellors(GrayDice[rules.Counsellors]):
    """The players' boards with this side up."""

    questions = (RewardOrRevenue, Reward)
    verbs = (*GrayDice.verbs, OWN + FOR_SILVER, OWN + FOR_POINTS, OWN + REVENUE_FIRST)

    def more(self, state: GranjaData, space: int) -> str:
        if self.module.marked[state.seat] & 2**space:
            return "you have had its counsellor's reward"
        reward = lowered(self.module.boards.rewards[space].text)
        return f"for {self.module.silver} silver or a point also {reward}"

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if verb < OWN:
            return super().refusal(state, verb, thing)
        return IllegalAction("no-counsellor", "Counsellors come with a gray die", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        if event < OWN_EVENTS:
            return super().tell(event, entry, names, components)
        if event == BOARDS_CLEARED:
            return f"{names[entry.seat]}'s markers leave the counsellors' board"
        reward = self.module.boards.rewards[entry.details[0]]
        return f"{names[entry.seat]} asks the counsellor of {reward.number}: {lowered(reward.text)}"

    def summary(self, components: Components) -> str:
        price = f"{self.module.silver} silver or {several(self.module.price_points, 'point')}"
        return (
            f"Whoever drafts a gray die gets its revenue and, for {price}, its counsellor's reward, in any "
            "order: each reward once in a revenue phase."
        )

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic in ("counsellor", "gray", "gray die", "gray dice"):
            return f"Counsellors: {lowered(self.summary(components))}"
        for reward in self.module.boards.rewards:
            if topic in (f"counsellor {reward.number}", f"gray {reward.number}"):
                price = f"{self.module.silver} silver or {several(self.module.price_points, 'point')}"
                return f"Counsellor {reward.number}: {lowered(reward.text)}, for {price}. (Reconstructed.)"
        return None


WORDING = Counsellors

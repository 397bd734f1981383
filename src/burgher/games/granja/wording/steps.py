"""The steps of a round as people meet them, one class each: what is asked, and what belongs to them.

`pending.py` has their numbers. In the steps that are there for modules alone nothing is asked but by these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja import actions as act
from burgher.games.granja import pending
from burgher.games.granja.naming import several
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.refusing import FARM, REVENUE, TRANSPORT
from burgher.games.granja.wording.cards import SIDES

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


class Step:
    """A step in which nothing is asked beside what it is there for."""

    section: str = ""
    """The section of the rules that speaks of it."""
    decision: str = "what is asked of you"
    """What is decided in it, as part of a sentence."""
    verbs: tuple[int, ...] = ()
    """The kinds of actions that belong to it."""
    is_forced: bool = False
    """Whether something must be decided in it before anything else."""
    pause: str = ""
    """What comes next, when its own business is finished and it is open for what one may do first."""
    go_on: str = ""
    """What it means to end such a pause."""
    finished: tuple[str, str] | None = None
    """Why what belongs to it is refused then: the kind, and a sentence."""
    done: str = "is done"
    """What the journal says of somebody who ends it before."""

    def question(self, state: GranjaData) -> str:
        """What is asked in it."""
        raise NotImplementedError

    def to_finish(self, state: GranjaData) -> str:
        """What it would mean to end it, with business of its own left."""
        raise NotImplementedError

    def pausing(self, state: GranjaData) -> tuple[str, str]:
        """What a pause in it is before, and what ending it means."""
        return self.pause, self.go_on


class Play(Step):
    """Playing cards."""

    section = FARM
    decision = "which card you play, and to which side of your farm"
    verbs = SIDES
    pause = "You are about to draw up to your hand limit"
    go_on = "Draw up to your hand limit"
    finished = ("cards-played", "You have played your cards of this round")

    def question(self, state: GranjaData) -> str:
        if state.left == 1:
            return "Which card do you play, and to which side of your farm?"
        return f"You play {several(state.left, 'card')}: which one first, and to which side of your farm?"

    def pausing(self, state: GranjaData) -> tuple[str, str]:
        if state.left:
            return "You have no card to play, and could draw one", "Play no card"
        return self.pause, self.go_on


class Hand(Step):
    """Discarding down to the hand limit."""

    section = FARM
    decision = "which card you discard"
    verbs = (act.DISCARD,)
    is_forced = True
    pause = "You are about to gain your income"
    go_on = "Go on to your income"

    def question(self, state: GranjaData) -> str:
        held, limit = several(state.me.hand_size, "card"), state.me.hand_limit
        return f"You hold {held} and may keep {limit}: which one do you discard?"


class Income(Step):
    """Income, before the harvest."""

    section = FARM
    pause = "You are about to harvest"
    go_on = "Go on to the harvest"


class Harvest(Step):
    """After harvest and breeding."""

    section = FARM
    pause = "Your turn in the farm phase ends"
    go_on = "End your turn"


class Roofs(Step):
    """Buying a roof tile."""

    section = FARM
    decision = "which roof tile you buy, if any"
    verbs = (act.TILE, act.DONE)
    pause = "You have bought a roof tile, and your turn ends"
    go_on = "End your turn"
    finished = ("roof-bought", "You have bought your roof tile of this round")
    done = "buys no roof tile"

    def question(self, state: GranjaData) -> str:
        return "Which roof tile do you buy, if any?"

    def to_finish(self, state: GranjaData) -> str:
        return "Buy no roof tile"


class LeftRoofs(Step):
    """After buying a roof tile that nobody wanted, with a module that lets one do so."""

    section = FARM
    decision = "which roof tile that is left you buy"
    verbs = (act.TILE,)
    pause = "You have bought a roof tile that was left, and the farm phase ends"
    go_on = "End your turn"
    finished = ("roof-bought", "You have bought the roof tile that you may buy besides")


class BeforeRoll(Step):
    """Helpers that act before the dice are rolled."""

    section = REVENUE
    decision = "whether you use a helper before the dice are rolled"
    verbs = (act.USE, act.SKIP)
    pause = "The dice are about to be rolled"
    go_on = "Do nothing more before the dice are rolled"
    is_forced = True

    def question(self, state: GranjaData) -> str:
        return "The dice are about to be rolled: do you use a helper before?"


class Draft(Step):
    """Drafting a die."""

    section = REVENUE
    decision = "which die you take"
    verbs = (act.DIE,)

    def question(self, state: GranjaData) -> str:
        if state.shift:
            by = "1" if state.shift == 1 else f"up to {state.shift}"
            return f"Which die do you take, changing it by {by}?"
        return "Which die do you take?"


class AfterDie(Step):
    """Helpers that act after a drafted die."""

    section = REVENUE
    decision = "whether you use a helper after your die"
    verbs = (act.USE, act.SKIP)
    pause = "Your die is used, and your turn ends"
    go_on = "End your turn"
    is_forced = True

    def question(self, state: GranjaData) -> str:
        return "Your die is used: do you use a helper after it?"


class Leftover(Step):
    """Using the leftover die."""

    section = REVENUE
    decision = "how you use the leftover die"
    verbs = (act.DIE,)
    pause = "The revenue phase ends for you"
    go_on = "Do nothing more in the revenue phase"
    finished = ("die-used", "You have used the leftover die")

    def question(self, state: GranjaData) -> str:
        whose = "yours" if state.seats == 1 else "for everybody"
        return f"The leftover die is {whose}: how do you use it?"


class BeforeDonkeys(Step):
    """Helpers that act before the donkeys are chosen."""

    section = TRANSPORT
    decision = "whether you use a helper before donkeys are chosen"
    verbs = (act.USE, act.SKIP)
    pause = "Donkeys are about to be chosen"
    go_on = "Do nothing more before donkeys are chosen"
    is_forced = True

    def question(self, state: GranjaData) -> str:
        return "Donkeys are about to be chosen: do you use a helper before?"


class Choosing(Step):
    """Choosing a donkey tile."""

    section = TRANSPORT
    decision = "which donkey tile you choose"
    verbs = (act.DONKEY,)
    is_forced = True

    def question(self, state: GranjaData) -> str:
        return f"Which donkey tile do you choose{'' if state.seats == 1 else ', in secret'}?"


class Hats(Step):
    """After one's hats, with modules that have a use for that moment."""

    section = TRANSPORT
    pause = "Your hats have moved your disc, and the new turn order comes next"
    go_on = "Go on to the new turn order"


class Free(Step):
    """Free deliveries."""

    section = TRANSPORT
    decision = "what you deliver, and where"
    verbs = (act.DELIVER, act.DONE)
    pause = "Your free deliveries are made"
    go_on = "Do nothing more with your free deliveries"
    finished = ("no-delivery-left", "You have made your free deliveries")
    done = "makes no more free deliveries"

    def question(self, state: GranjaData) -> str:
        return f"You have {several(state.left, 'free delivery')} left: what goes where?"

    def to_finish(self, state: GranjaData) -> str:
        return f"Make no more deliveries, giving up {state.left} of them"


class Purchased(Step):
    """Purchased deliveries."""

    section = TRANSPORT
    decision = "what you deliver, and where"
    verbs = (act.DELIVER, act.DONE)
    pause = "The round is about to be scored"
    go_on = "Do nothing more before the scoring"
    finished = ("no-delivery-left", "You have no delivery to buy")
    done = "buys no more deliveries"

    def question(self, state: GranjaData) -> str:
        price = state.lookups.delivery_price
        each = " each" if state.left > 1 else ""
        return f"You may buy {several(state.left, 'delivery')} for {price} silver{each}: what goes where?"

    def to_finish(self, state: GranjaData) -> str:
        return "Buy no more deliveries"


STEPS: dict[int, Step] = {
    pending.PLAY: Play(),
    pending.HAND: Hand(),
    pending.INCOME: Income(),
    pending.HARVEST: Harvest(),
    pending.ROOFS: Roofs(),
    pending.LEFT_ROOFS: LeftRoofs(),
    pending.BEFORE_ROLL: BeforeRoll(),
    pending.DRAFT: Draft(),
    pending.AFTER_DIE: AfterDie(),
    pending.LEFTOVER: Leftover(),
    pending.BEFORE_DONKEYS: BeforeDonkeys(),
    pending.CHOOSING: Choosing(),
    pending.HATS: Hats(),
    pending.FREE: Free(),
    pending.PURCHASED: Purchased(),
}
"""Those in which somebody may have to decide."""


def step_question(state: GranjaData) -> str:
    """What the step asks of the seat to move, while no question is asked."""
    step = STEPS[state.step]
    if is_pausing(state):
        return f"{step.pausing(state)[0]}: do you do anything first?"
    return step.question(state)


def to_finish(state: GranjaData) -> str:
    """What it would mean to end the step."""
    step = STEPS[state.step]
    return step.pausing(state)[1] if is_pausing(state) else step.to_finish(state)

"""What there is to say about a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja import lookups as phases
from burgher.games.granja.actions import SKIP
from burgher.games.granja.refusing import ANYTIME, REVENUE, TRANSPORT
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData


class Wording:
    """A question as people meet it."""

    decision: str = "what is asked of you"
    """What is decided by it, as part of a sentence: `which card you discard`."""
    section: str = ""
    """The section of the rules that speaks of it."""
    verbs: tuple[int, ...] = ()
    """The actions that answer it, by their first number."""
    own: tuple[int, ...] = ()
    """The same for actions of the module whose question it is, if it is one's (`wording/modules`)."""
    takes_more: bool = False
    """Whether modules know further answers to it."""
    declined: str = "declines"
    """What the journal says of somebody who does without."""

    def question(self, state: GranjaData, what: int) -> str:
        """It as a sentence."""
        raise NotImplementedError

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        """What one of its answers would do."""
        raise NotImplementedError

    def to_skip(self, state: GranjaData, what: int) -> str:
        """What it means to do without."""
        return "Do without"

    def lapsed(self, times: int) -> str:
        """What the journal says when it is of no use any more, so often."""
        return "can make nothing of it"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        """Why one of its answers is not legal now."""
        raise NotImplementedError

    def unanswerable(self, state: GranjaData, what: int) -> IllegalAction:
        """Why it would have no answer, where nothing is asked for that reason."""
        return IllegalAction("nothing-to-deliver", "No barrow or row asks for anything you have", TRANSPORT)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        """Whether it can have such a detail, in a position that is read."""
        return what == 0

    def refusal(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        """Why an answer is refused, or that there must be one."""
        if verb == SKIP:
            said = f"You cannot do without: decide {self.decision}"
            return IllegalAction("must-choose", said, self.section_in(state))
        return self.reason(state, what, verb, thing)

    def decide_first(self, state: GranjaData, what: int, section: str = "") -> IllegalAction:
        """It has to be answered before anything else."""
        return decide_first(self.decision, section or self.section_in(state))

    def section_in(self, state: GranjaData) -> str:
        """The section of the rules that it is asked by: what a die gives may come from elsewhere, too."""
        if self.section == REVENUE and state.phase != phases.REVENUE:
            return ANYTIME
        return self.section


def decide_first(decision: str, section: str) -> IllegalAction:
    """Something must be decided before anything else."""
    return IllegalAction("decide-first", f"First decide {decision}", section)


def is_effect(state: GranjaData, what: int) -> bool:
    """Whether a number is that of an effect."""
    return what < len(state.lookups.asks)

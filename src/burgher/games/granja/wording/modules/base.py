"""What there is to say about a module, and about the questions that it asks."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from burgher.games.granja.actions import SKIP
from burgher.games.granja.data import Module
from burgher.games.granja.stack import top
from burgher.games.granja.wording.base import Wording
from burgher.games.granja.wording.modules.registry import asks, wording_of_module
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader

M = TypeVar("M", bound=Module)


class ModuleQuestion(Wording, Generic[M]):
    """A question of a module as people meet it."""

    verbs = (SKIP,)

    def __init__(self, module: M) -> None:
        self.module = module
        self.section = module.title

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        """Why one of its answers is not legal now: for most, as at any other time."""
        return wording_of_module(self.module).refusal(state, verb, thing)


class ModuleWording(Generic[M]):
    """A module as people meet it. What it keeps on the table is in `module`, the rules' own."""

    questions: ClassVar[tuple[type[ModuleQuestion[Any]], ...]] = ()
    """The twins of its questions, in the same order."""
    holders: ClassVar[tuple[str, ...]] = ()
    """The names of the players without a farm whom it adds."""
    verbs: ClassVar[tuple[int, ...]] = (0,)
    """The first number of each kind of its actions, from 0."""

    def __init__(self, module: M) -> None:
        self.module = module
        self.name = module.name
        self.title = module.title

    # -- its actions ---------------------------------------------------------------------------------

    def parted(self, action: int) -> tuple[int, int]:
        """One of its actions as its kind, a number of `verbs`, and which of that kind it is."""
        verb = self.verbs[bisect_right(self.verbs, action) - 1]
        return verb, action - verb

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        """What one of its legal actions would do, if it answers none of its questions."""
        raise NotImplementedError

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        """Why one of its actions is not legal, where nothing else is in the way."""
        raise NotImplementedError

    def is_asked(self, state: GranjaData, verb: int) -> bool:
        """Whether one kind of its actions answers what is asked now."""
        if not asks(self, state):
            return False
        return verb in self.questions[top(state) - self.module.first_question].own

    def withheld(self, state: GranjaData, action: int) -> IllegalAction | None:
        """Why an action of whomever is not legal that it alone takes back; None where it does not."""
        return None

    def part_refusal(self, state: GranjaData, part: str) -> IllegalAction | None:
        """Why nothing can be done with a thing, whatever else belongs to it; None where others say it."""
        return None

    def is_secret(self, verb: int) -> bool:
        """Whether the others may not yet know that such an action was chosen."""
        return False

    def is_aside(self, verb: int) -> bool:
        """Whether such an action can be done beside what is asked."""
        return False

    # -- things that it changes ------------------------------------------------------------------------

    def space_text(self, space: int, components: Components) -> str | None:
        """What a revenue space does, where it is not what the board says."""
        return None

    def donkey_name(self, tile: int, components: Components) -> str | None:
        """A donkey tile that it brought, as people call it; None for any other."""
        return None

    def donkey_label(self, tile: int) -> str | None:
        """The same in a word or two, as its action has it."""
        return None

    # -- what happened -----------------------------------------------------------------------------------

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        """One of its events as a sentence, without the full stop."""
        raise NotImplementedError

    def source(self, source: int) -> str:
        """Where its points come from."""
        return self.title

    def reason(self, source: int, entry: Entry, components: Components) -> str:
        """The same for one entry: `2 markers on the mattresses`."""
        return self.source(source)

    # -- positions ---------------------------------------------------------------------------------------

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        """All of it, as JSON-able data."""
        return {}

    def view(self, state: GranjaData, seat: int | None, components: Components) -> dict[str, Any]:
        """What a seat may see of it, as JSON-able data."""
        return self.write(state, components)

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        """Take it up again from what was written; raises `BadPosition`."""

    # -- to be looked at -----------------------------------------------------------------------------------

    def remark(self, components: Components) -> str:
        """Whether some of its components are reconstructed, as a remark."""
        parts = self.module.parts
        return " (Reconstructed.)" if parts and components.modules.reconstructed([parts]) else ""

    def summary(self, components: Components) -> str:
        """What else there is to say of it as a whole, in sentences."""
        return ""

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        """What a topic of it means; None for an unknown one."""
        return None

    def add_discs(self, view: Mapping[str, Any], discs: list[tuple[int, int]]) -> None:
        """Add siesta discs of players without a farm to those of all, as owner and step, from the front."""

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        """What there is to see of it, in lines for a terminal."""
        return []


def no_delivery(section: str) -> IllegalAction:
    """There is no delivery to make."""
    said = "You have no delivery now: donkeys, silver and dice bring them"
    return IllegalAction("no-delivery", said, section)

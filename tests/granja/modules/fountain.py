"""A small module, for the tests and for whoever writes one (docs/modules.md).

In the middle of the village is a fountain. Whoever begins to play cards may drink from it while there is
water, and gains a silver; as long as it is full, roof tiles cost everybody a silver less.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from burgher.games.granja.actions import SKIP
from burgher.games.granja.data import Module, ModuleQuestion
from burgher.games.granja.goods import earn
from burgher.games.granja.in_play import ROOF_PRICE, TURN_BEGINS
from burgher.games.granja.page.modules import Look
from burgher.games.granja.pending import PLAY
from burgher.games.granja.stack import answer
from burgher.games.granja.wording.modules import base as wording
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import set_of
from burgher.kernel.observation import number
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.journal import Entry
    from burgher.kernel.observation import Field
    from burgher.kernel.reading import Reader

FULL: Final = 5
DRINK: Final = 0  # its only action
DRINKING: Final = 0  # its only question
DRANK: Final = 0  # its only event

ACTS_AT: Final = set_of([TURN_BEGINS])
CHANGES: Final = set_of([ROOF_PRICE])


# -- the rules -------------------------------------------------------------------------------------


class Fountain(Module):
    """The water in the fountain."""

    name: ClassVar = "fountain"
    title: ClassVar = "The Fountain"
    meaning: ClassVar = "Whoever begins to play cards may drink, for a silver."

    def __init__(self) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.water = FULL

    def fresh(self) -> Module:
        return Fountain()

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, Fountain)
        self.water = other.water

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [("drink", ("fountain",))]

    def questions(self) -> list[ModuleQuestion]:
        return [Drinking()]

    def happened(self, state: GranjaData, moment: int, a: int, b: int) -> None:
        if state.step == PLAY and self.water:
            self.ask(state, DRINKING)

    def changed(self, state: GranjaData, quantity: int, value: int, a: int) -> int:
        return value - 1 if self.water == FULL and value else value

    def apply(self, state: GranjaData, action: int) -> None:
        answer(state, DRINK, 0)

    def check(self, state: GranjaData) -> None:
        assert 0 <= self.water <= FULL, "there is only so much water"

    # -- learners ----------------------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        return [number("water", "The water in the fountain.", FULL)]

    def observe(self, state: GranjaData, seat: int, into: Ints, n: int) -> int:
        into[n] = self.water
        return n + 1


class Drinking(ModuleQuestion):
    """Whether to drink."""

    name: ClassVar = "drink"

    def answers(self, state: GranjaData, into: Ints, what: int) -> int:
        fountain = state.modules[self.place]
        return offer(into, offer(into, 0, fountain.first + DRINK, 1), SKIP, 1)

    def apply(self, state: GranjaData, what: int, verb: int, thing: int) -> None:
        fountain = state.modules[self.place]
        assert isinstance(fountain, Fountain)
        fountain.water -= 1
        fountain.note(state, state.seat, DRANK)
        earn(state, state.seat, 1)


# -- for people ------------------------------------------------------------------------------------


class DrinkingWording(wording.ModuleQuestion[Fountain]):
    """Whether to drink."""

    own = (DRINK,)

    def question(self, state: GranjaData, what: int) -> str:
        return "Do you drink from the fountain?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        return "Drink from the fountain, for 1 silver"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Drink nothing"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what == 0 and state.step == PLAY and self.module.water > 0


class FountainWording(wording.ModuleWording[Fountain]):
    """The water in the fountain."""

    questions = (DrinkingWording,)

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        return IllegalAction("not-thirsty", "One drinks before playing cards, if at all", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        return f"{names[entry.seat]} drinks from the fountain"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {"water": self.module.water}

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        self.module.water = reader.number("water", 0, FULL)

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        return "The fountain: a silver for each drink." if topic == "fountain" else None

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        return [f"water for {view['modules'][self.name]['water']}"]


class FountainLook(Look):
    """Its part is a button beside the question."""

    title = "The Fountain"
    symbol = "silver"
    brings = False
    answers = ("fountain",)
    deeds = (("fountain", "Drink", "silver"),)

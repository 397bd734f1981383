"""Gray dice: what Counsellors and Outlaws, the two sides of one module, have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from burgher.games.granja.legal import uses_of
from burgher.games.granja.modules import gray_dice as rules
from burgher.games.granja.modules.gray_dice import (
    AGAIN,
    GRAY,
    GRAY_DICE,
    REROLL,
)
from burgher.games.granja.naming import lowered
from burgher.games.granja.pending import DRAFT, REROLLING
from burgher.games.granja.revenue import may_draft
from burgher.games.granja.stack import top
from burgher.games.granja.wording.modules.base import ModuleWording
from burgher.games.granja.wording.modules.registry import space_text
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


G = TypeVar("G", bound=rules.GrayDice)


class GrayDice(ModuleWording[G]):
    """Gray dice among the others; what comes with them is said by either side."""

    verbs: ClassVar[tuple[int, ...]] = (GRAY, REROLL)

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        if verb == REROLL:
            return f"Roll a gray {thing + 1} again"
        number, space = thing // 6, thing % 6
        changed = "" if number == space else f" as a {space + 1}"
        revenue = lowered(space_text(space, components, state.modules))
        return f"Take a gray {number + 1}{changed}: {revenue}; {self.more(state, space)}"

    def more(self, state: GranjaData, space: int) -> str:
        """What comes with a gray die used on a space, for the seat to decide."""
        raise NotImplementedError

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if verb == REROLL:
            if state.depth and top(state) == REROLLING:
                return IllegalAction("no-such-die", f"No gray die shows {thing + 1}", self.title)
            return IllegalAction("needs-effect", "A helper is needed to roll dice again", self.title)
        number, space = thing // 6, thing % 6
        if state.depth or state.step != DRAFT:
            return IllegalAction("wrong-phase", "Gray dice are drafted in the revenue phase", self.title)
        if not self.module.gray[number]:
            return IllegalAction("no-such-die", f"No gray die shows {number + 1}", self.title)
        if not may_draft(state) & 2**number:
            return IllegalAction("die-kept", f"The last {number + 1} is kept for another", self.title)
        if not uses_of(state, 2**number) & 2**thing:
            far = abs(number - space)
            if not far:
                return IllegalAction("must-change", "This die must be changed", self.title)
            return IllegalAction("cannot-change", f"The die cannot be changed by {far}", self.title)
        return IllegalAction(
            "no-penalty", "You could not pay its penalty, and there are white dice", self.title
        )

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        a, b = (*entry.details, 0)[:2]
        if event == GRAY_DICE:
            shown = ", ".join(str(n + 1) for n in range(6) for _ in range(a >> 4 * n & 15))
            return f"Gray among the dice: {shown}"
        if event == AGAIN:
            return f"It was a gray {a + 1}" if b else f"{names[entry.seat]} picks a gray {a + 1}"
        changed = f" and uses it as a {b + 1}" if a != b else ""
        return f"{names[entry.seat]} takes a gray {a + 1}{changed}"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "gray": [self.module.gray[number] for number in range(6)],
            "aside": self.module.aside,
            "marked": [
                [number + 1 for number in range(6) if self.module.marked[seat] & 2**number]
                for seat in range(state.seats)
            ],
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        for value, count in enumerate(reader.numbers("gray", 0, 20, 6)):
            self.module.gray[value] = count
        self.module.aside = reader.number("aside", 0, 2)
        for seat, numbers in enumerate(reader.items("marked", state.seats)):
            inner = type(reader)({"marked": numbers}, reader.where)
            self.module.marked[seat] = sum(2 ** (n - 1) for n in set(inner.numbers("marked", 1, 6)))

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        mine = view["modules"][self.name]
        lines = []
        if view["phase"] == "revenue" and sum(mine["gray"]):
            dice = " ".join(f"[{n + 1}]" * count for n, count in enumerate(mine["gray"]) if count)
            lines.append(f"gray dice {dice}")
        for seat, numbers in enumerate(mine["marked"]):
            if numbers:
                lines.append(f"{seat + 1} has markers on {' '.join(map(str, numbers))}")
        return lines

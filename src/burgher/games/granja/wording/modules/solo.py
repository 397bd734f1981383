"""The solo game: one farm, and a neutral player who discards dice and puts markers into the market."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from burgher.games.granja.components import STALL_NAMES
from burgher.games.granja.modules import solo as rules
from burgher.games.granja.modules.solo import LATE, NEUTRAL
from burgher.games.granja.wording.modules.base import ModuleWording

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


NEUTRAL_NAME: Final = "the neutral player"


class Solo(ModuleWording[rules.Solo]):
    """The neutral player."""

    holders = (NEUTRAL_NAME,)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        who, (a, b) = names[entry.seat], (*entry.details, 0, 0)[:2]
        match event:
            case 0:
                first = NEUTRAL_NAME if a else who
                return f"{first[0].upper()}{first[1:]} is the start player"
            case 1:
                return f"The neutral player discards a {a + 1}"
            case 2:
                worth, stall = components.cards[a].points, STALL_NAMES[b]
                return f"Card {a + 1} has a barrow of value {worth}: a neutral marker goes to stall {stall}"
            case 3:
                return f"Card {a + 1} is turned up, and no neutral marker is placed"
        return f"The neutral marker on stall {STALL_NAMES[a]} has to give way"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {"neutral is first": state.leading > 0}

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        state.leading = int(reader.flag("neutral is first"))

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic not in ("neutral", "neutral player", "neutral marker"):
            return None
        return (
            "The neutral player of the solo game: discards a die before or after each of yours, the lowest in"
            " rounds 1 to 3 and the highest in rounds 4 to 6; once a round a card is turned up, and a neutral"
            " marker goes to a stall place of its barrow's value, where it drives away as many of yours as it"
            " can. You have a point for each neutral marker that has to leave because of yours. It has no"
            " farm and no points; that it has no siesta disc either is our choice, where its known rules end."
        )

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        stalls = [name for name, owner in view["market"].items() if owner == NEUTRAL]
        which = "lowest" if view["round"] <= LATE else "highest"
        markers = " ".join(stalls) or "none"
        return [f"{NEUTRAL + 1} is {NEUTRAL_NAME}; markers: {markers}; discards the {which} die"]


WORDING = Solo

"""The solo game: one farm, and a neutral player who discards dice and puts markers into the market."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from burgher.games.granja.components import STALL_NAMES
from burgher.games.granja.modules import solo as rules
from burgher.games.granja.modules.solo import LATE, NEUTRAL
from burgher.games.granja.naming import several
from burgher.games.granja.wording.modules.base import ModuleWording
from burgher.games.granja.wording.modules.registry import donkey_name
from burgher.kernel.ints import members_of

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
            case 5:
                return f"The neutral player plays {donkey_name(a, components)}"
            case 6:
                return f"The neutral player advances {several(a, 'step')} on the siesta track"
            case 7:
                first = NEUTRAL_NAME if a else who
                return f"{first[0].upper()}{first[1:]} is first in turn order"
            case 8:
                return f"A neutral marker is on stall {STALL_NAMES[a]}"
            case 9:
                return "The neutral siesta disc goes back to the start"
        return f"The neutral marker on stall {STALL_NAMES[a]} has to give way"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        mine = self.module
        return {
            "neutral is first": state.leading > 0,
            "siesta": mine.steps,
            "neutral is ahead": mine.is_ahead,
            "donkeys": [tile + 1 for tile in members_of(mine.tiles)],
            "donkey": mine.tile + 1 if mine.tile >= 0 else None,
            "placed": mine.has_placed,
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        mine = self.module
        state.leading = int(reader.flag("neutral is first"))
        mine.steps = reader.number("siesta", 0, state.lookups.siesta_top)
        mine.is_ahead = reader.flag("neutral is ahead")
        mine.tiles = sum(2 ** (tile - 1) for tile in set(reader.numbers("donkeys", 1, 4)))
        mine.tile = -1 if reader.any("donkey") is None else reader.number("donkey", 1, 4) - 1
        mine.has_placed = reader.flag("placed")

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic not in ("neutral", "neutral player", "neutral marker"):
            return None
        return (
            "The neutral player of the solo game: discards a die before or after each of yours, the lowest in"
            " rounds 1 to 3 and the highest in rounds 4 to 6; once a round a card is turned up, and a neutral"
            " marker goes to a stall place of its barrow's value, where it drives away as many of yours as it"
            " can. You have a point for each neutral marker that has to leave because of yours. It has no"
            " farm and no points. Each round it plays one of its four donkey tiles, by lot, whose hats move"
            " its siesta disc, so that the turn order changes: our choice, where its known rules end."
        )

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        stalls = [name for name, owner in view["market"].items() if owner == NEUTRAL]
        which = "lowest" if view["round"] <= LATE else "highest"
        markers = " ".join(stalls) or "none"
        return [f"{NEUTRAL + 1} is {NEUTRAL_NAME}; markers: {markers}; discards the {which} die"]

    def add_discs(self, view: Mapping[str, Any], discs: list[tuple[int, int]]) -> None:
        mine = view["modules"][self.name]
        discs.insert(0 if mine["neutral is ahead"] else len(discs), (NEUTRAL, mine["siesta"]))


WORDING = Solo

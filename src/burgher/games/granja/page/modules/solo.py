"""The solo game: the neutral player, beside the farm and in turn order; its markers are drawn like others."""

from __future__ import annotations

from burgher.games.granja.modules.solo import LATE, NEUTRAL
from burgher.games.granja.page.modules import Look
from burgher.games.granja.page.words import PHASE_NAMES, Drawn
from burgher.games.granja.wording.modules.solo import NEUTRAL_NAME


class SoloLook(Look):
    """The neutral player is named as one of the others, before or after the player."""

    title = "Solo"
    symbol = "stall"
    brings = False
    holders = (NEUTRAL_NAME,)

    @property
    def when(self) -> str:
        """On which side of the player's turns the neutral player's are."""
        return "before" if self.seen["neutral is first"] else "after"

    def company(self) -> Drawn:
        """What the neutral player does, phase by phase."""
        view, name = self.drawing.view, self.drawing.name_of(NEUTRAL)
        which = "lowest" if view["round"] <= LATE else "highest"
        does = {
            "revenue": f"It discards the {which} die {self.when} each of yours"
            + (f"; from round {LATE + 1} on the highest." if view["round"] <= LATE else "."),
            "transport": "It plays a donkey tile by lot, whose hats move its siesta disc. A card is turned up"
            f" {self.when} your deliveries: a marker goes to a stall"
            " place of its value, where it drives away as many of yours as it can. Each of its markers that"
            " leaves for one of yours is a point for you.",
            "scoring": "It scores nothing.",
        }
        return {
            "seat": NEUTRAL,
            "name": f"{name[0].upper()}{name[1:]}",
            "stalls": sum(owner == NEUTRAL for owner in view["market"].values()),
            "does": [
                {
                    "when": PHASE_NAMES[phase][0],
                    "text": text,
                    "now": phase == view["phase"] and not view["over"],
                }
                for phase, text in does.items()
            ],
            "guess": "≈ The neutral player: partly a reconstruction\nIts known rules end with the market."
            " That its donkey tiles are drawn by lot, and that there is no goal but points, is our choice.",
        }

    def add_discs(self, discs: list[tuple[int, int]]) -> None:
        discs.insert(0 if self.seen["neutral is ahead"] else len(discs), (NEUTRAL, self.seen["siesta"]))


LOOK = SoloLook

"""Why something is not possible now, as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja import actions as act
from burgher.games.granja import pending as ask
from burgher.games.granja.actions import FACES
from burgher.games.granja.telling import question
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja

_ANYTIME = (act.BUY, act.SELL, act.UPGRADE, act.TRADE, act.ROOF, act.USE)


def refusal(table: Granja, action: int) -> IllegalAction:
    """Why an action that is not legal now may not be played."""
    verb = act.VERB[action]
    words = FACES[action][2]
    if table.step == ask.CHOOSING:
        return IllegalAction("decide-first", "All choose their donkey tiles now, and nothing else (III)")
    if verb in _ANYTIME:
        return IllegalAction("not-now", f"{words!r} is not possible, or of no use, as things are")
    return IllegalAction("decide-first", f"{words!r} is not possible now. {question(table)}".rstrip("."))

"""Why not: the reason for refusing an action that is not legal now, with its page of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.burgundy import actions as act
from burgher.games.burgundy import pending as ask
from burgher.games.burgundy.stack import top
from burgher.games.burgundy.wording.actions import DICE_USED, NEEDS_DIE
from burgher.games.burgundy.wording.registry import UNASKED, WORDINGS
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData


def refusal(state: BurgundyData, action: int) -> IllegalAction:
    """The first reason, in the order a person would think of them, why an action is not legal now."""
    verb, source = act.VERB[action], act.SOURCE[action]
    asked = top(state)
    wording = WORDINGS[asked]
    answer = wording.answers_now(state).get(verb)
    if asked != ask.NOTHING:
        if answer is None or source != act.FREE:
            return wording.refused(state)
    elif source != act.FREE:
        if not state.unused & (source + 1):
            return IllegalAction("die-used", "That die has been used: each die is for one action", 4)
    elif verb in UNASKED:
        unasked = UNASKED[verb]
        return IllegalAction(*(DICE_USED if unasked is NEEDS_DIE and not state.unused else unasked))
    assert answer is not None
    return answer.reason(state, action)

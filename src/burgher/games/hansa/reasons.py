"""Why not: the reason for refusing an action that is not legal now, with the section of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import pending as ask
from burgher.games.hansa.sections import TURN
from burgher.games.hansa.wording.registry import UNASKED, WORDINGS
from burgher.games.hansa.wording.turn import FIVE_ACTIONS
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def refusal(state: HansaData, action: int) -> IllegalAction:
    """The first reason, in the order a person would think of them, why an action is not legal now."""
    verb, thing, shape, _, _ = act.FACES[state.board.number][action]
    wording = WORDINGS[state.pending]
    answer = wording.answers_now(state).get(verb)
    if answer is None:
        if state.pending == ask.NOTHING:
            return IllegalAction(*UNASKED[verb])
        return IllegalAction("decide-first", wording.first(state), wording.section(state))
    if verb in FIVE_ACTIONS and state.actions == 0:
        return IllegalAction("no-actions", "The actions of your turn are used", TURN)
    return answer.reason(state, thing, shape)

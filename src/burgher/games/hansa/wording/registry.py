"""Every question in words, at the place of its number in `pending.py`, and every story."""

from __future__ import annotations

from burgher.games.hansa import events as ev
from burgher.games.hansa.wording import displacing, favours, markers, moving, pawn, permanent, route, turn
from burgher.games.hansa.wording.base import QuestionWording, Stories, Told

WORDINGS: list[QuestionWording] = [
    turn.Turn(),
    route.RouteUse(),
    displacing.Payment(),
    displacing.Displaced(),
    moving.MovingOwn(),
    moving.MovingTheirs(),
    moving.MovingAny(),
    moving.Removing(),
    permanent.Reusing(),
    permanent.PlacingBeyond(),
    permanent.GreenCity(),
    permanent.FreePrivilege(),
    markers.Laying(),
    favours.Sharing(),
    favours.Turning(),
    pawn.PawnStart(),
]


UNASKED = {
    verb: answer.unasked
    for wording in WORDINGS
    for verb, answer in wording.every_answer().items()
    if answer.unasked is not None
}
"""Why an answer is refused when nothing is asked, by its verb."""


def _declined(told: Told) -> str:
    return f"{told.who} {WORDINGS[told.a].declined}"


STORIES: Stories = {
    **turn.STORIES,
    **displacing.STORIES,
    **moving.STORIES,
    **route.STORIES,
    **permanent.STORIES,
    **markers.STORIES,
    **favours.STORIES,
    **pawn.STORIES,
    ev.DECLINED: _declined,
}
"""How every event is told."""

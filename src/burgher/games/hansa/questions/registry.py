"""All questions, each at the place of its number in `pending.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from burgher.games.hansa.data import Question
from burgher.games.hansa.questions.displacing import Displaced, Payment
from burgher.games.hansa.questions.favours import Sharing, Turning
from burgher.games.hansa.questions.markers import Laying
from burgher.games.hansa.questions.moving import MovingAny, MovingOwn, MovingTheirs, Removing
from burgher.games.hansa.questions.pawn import PawnStart
from burgher.games.hansa.questions.permanent import FreePrivilege, GreenCity, PlacingBeyond, Reusing
from burgher.games.hansa.questions.route import RouteUse
from burgher.games.hansa.questions.turn import Turn
from burgher.kernel.ints import COMPILED

try:
    from librt.vecs import append, vec
except ImportError:  # only the compiled build needs it
    pass

if TYPE_CHECKING:
    from librt.vecs import vec

BY_NUMBER: Final[list[Question]] = [
    Turn(),
    RouteUse(),
    Payment(),
    Displaced(),
    MovingOwn(),
    MovingTheirs(),
    MovingAny(),
    Removing(),
    Reusing(),
    PlacingBeyond(),
    GreenCity(),
    FreePrivilege(),
    Laying(),
    Sharing(),
    Turning(),
    PawnStart(),
]


def _as_array(questions: list[Question]) -> vec[Question]:
    """The same as states hold them: compiled, an array that need not look at its members' type."""
    if not COMPILED:
        return list(questions)  # type: ignore[return-value]
    array = vec[Question]()
    for question in questions:
        array = append(array, question)
    return array


QUESTIONS: Final = _as_array(BY_NUMBER)

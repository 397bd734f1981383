"""Why not: the reason for refusing an action that is not legal now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import pending as ask
from burgher.games.hansa.telling import question
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa

_REASONS = {
    act.PLACE: ("no-room", "You need such a piece in your supply and a free house there that you may use"),
    act.TO: ("nothing-in-hand", "You have no piece in hand"),
    act.TAKE: ("move-first", "To move a piece of yours, begin with the action Move"),
    act.MOVE: ("nothing-to-move", "You have no piece on a route"),
    act.DISPLACE: (
        "cannot-displace",
        "You need an opponent's piece there, and pieces to take its place and to pay",
    ),
    act.INCOME: ("not-that-many", "Your bags and your stock do not allow just this"),
    act.ESTABLISH: ("not-full", "A route is established when all its houses are yours"),
    act.USE: ("no-marker", "You have no such marker that could be used now"),
    act.USE_DEVELOP: ("no-marker", "You have no marker for it, or the track is full"),
    act.EXCHANGE: ("no-exchange", "You have no marker for it, or these offices cannot be exchanged"),
    act.FAVOUR: (
        "not-for-sale",
        "A favour on display can be bought at the start of a turn, for two unused markers",
    ),
    act.PAWN: ("too-far", "The pawn moves to a neighbouring province, free or for an action"),
}


def refusal(table: Hansa, action: int) -> IllegalAction:
    """Why an action that is not legal now may not be played."""
    if table.pending != ask.NOTHING:
        return IllegalAction("decide-first", question(table))
    verb = act.FACES[table.board.number][action][0]
    if table.actions == 0 and (verb <= act.ESTABLISH or verb == act.MOVE):
        return IllegalAction("no-actions", "You have no actions left")
    return IllegalAction(*_REASONS.get(verb, ("not-now", "Nothing asks for this now")))

"""A finished game played again: the same rules and the same people, each a seat further on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from burgher import games
from burgher.kernel.game import Game
from burgher.server.storage.identity import new_secret
from burgher.server.storage.model import Seat, StoredTable


def played_again(stored: StoredTable) -> tuple[Game, list[Seat]]:
    """The game and the seats of a rematch; raises `BadOptions` where today's rules lack an option.

    Whoever had the second seat has the first now. A seat stays with the browser or the program that had it:
    nobody else can take it. One that was free is so again, by a new invitation.
    """
    rules = games.rules(stored.game)
    per_seat = {option.name for option in rules.choices if option.shape == "per seat"}
    options: dict[str, Any] = {
        name: [*value[1:], value[0]] if name in per_seat and not isinstance(value, str) else value
        for name, value in stored.options.items()
    }
    order = [*stored.seats[1:], *stored.seats[:1]]
    return rules(stored.players, **options), [_seat_again(seat, number) for number, seat in enumerate(order)]


def _seat_again(seat: Seat, number: int) -> Seat:
    """A seat for a new game: who left it has it back, unless another person has taken it."""
    away = seat.away
    if away is not None and (seat.kind == "opponent" or seat.is_free):
        seat = replace(
            seat,
            kind="person",
            name=away.name,
            agent=None,
            identity=away.identity,
            token_hash=away.token_hash,
        )
    invitation = new_secret() if seat.is_free else None
    return replace(
        seat, number=number, invitation=invitation, out=None, abandon=False, pause=False, left=None, away=None
    )

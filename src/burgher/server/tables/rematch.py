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
    people = [
        replace(seat, number=number, invitation=new_secret() if seat.is_free else None)
        for number, seat in enumerate(order)
    ]
    return rules(stored.players, **options), people

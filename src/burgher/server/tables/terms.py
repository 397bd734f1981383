"""The terms by which a table is played: how much time there is, and whether it counts for ratings."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from burgher import agents
from burgher.kernel.errors import BadOptions
from burgher.server.storage.clocks import started
from burgher.server.storage.model import StoredTable
from burgher.server.storage.pace import Pace, checked_pace


@dataclass(frozen=True)
class Terms:
    """What those who play have agreed on beside the rules."""

    pace: Pace | None = None
    rated: bool = False


UNTIMED = Terms()


def with_terms(stored: StoredTable, terms: Terms, moment: int) -> StoredTable:
    """A new table with its terms, its first clock running where it does; raises `BadOptions`."""
    pace = checked_pace(terms.pace)
    if pace is not None:
        known = agents.opponents()
        if pace.level and pace.level not in known:
            raise BadOptions(f"there is no opponent {pace.level!r}: there is {', '.join(known)}")
        pace = msgspec.structs.replace(pace, level=pace.level or agents.usual_level())
    if terms.rated:
        _check_rated(stored, pace)
    first = None if pace is None else pace.first_left
    seats = tuple(replace(seat, left=first) for seat in stored.seats)
    return started(replace(stored, pace=pace, rated=terms.rated, seats=seats), moment)


def terms_of(stored: StoredTable) -> Terms:
    """The terms of a table, for another like it."""
    return Terms(stored.pace, stored.rated)


def _check_rated(stored: StoredTable, pace: Pace | None) -> None:
    """Raise `BadOptions` where a table cannot be rated: everybody is a person, and the clock is on."""
    if stored.players < 2 or any(seat.kind != "person" for seat in stored.seats):
        raise BadOptions("a rated game is played by people alone, two at least")
    people = [seat.identity for seat in stored.seats if not seat.is_free]
    if None in people or len(set(people)) < len(people):
        raise BadOptions("in a rated game each person has a seat and a screen of their own")
    if pace is None:
        raise BadOptions("a rated game is played with a clock: choose a time")
    if stored.position is not None:
        raise BadOptions("a rated game begins at the beginning")

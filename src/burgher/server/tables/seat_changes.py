"""What becomes of the seats of a running game when people leave, come back or agree on something.

Each of these is a table made of another; nothing is stored here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from burgher import agents
from burgher.server.problems import Conflict, Forbidden, Unprocessable
from burgher.server.storage.identity import new_secret
from burgher.server.storage.model import Away, Seat, StoredTable
from burgher.server.tables.endings import is_decided
from burgher.server.tables.names import given_name
from burgher.server.tables.seating import vacant_name

Out = Literal["resigned", "time"]

NOT_RATED = "In a rated game nobody plays for another: you can resign, or all can agree to abandon it"
NOT_IN_TOURNAMENT = "In a tournament nobody plays for another: you can resign"


def went_out(stored: StoredTable, number: int, why: Out) -> StoredTable:
    """Somebody is out: the game is over if that decides it, else an opponent plays on for the others."""
    after = _with(stored, number, out=why, abandon=False, pause=False, hints=False)
    if is_decided(after):
        return replace(after, ended="resigned")
    level = agents.usual_level() if stored.pace is None else stored.pace.level
    seat = stored.seats[number]
    return _with(after, number, away=_leaver(seat), **_opponent(level))


def stood_in_for(stored: StoredTable, number: int, level: str) -> StoredTable:
    """An opponent plays for somebody until they come back; nobody is left where it was the last person."""
    seat = stored.seats[number]
    after = _with(stored, number, away=seat.away or _leaver(seat), **_opponent(level))
    return after if after.people else replace(after, ended="abandoned")


def freed(stored: StoredTable, number: int) -> StoredTable:
    """Somebody leaves their seat to whoever takes it."""
    seat = stored.seats[number]
    return _with(
        stored,
        number,
        name=given_name(vacant_name(number), _others(stored, number)),
        away=seat.away or _leaver(seat),
        invitation=new_secret(),
        **_NOBODY,
    )


def given_back(stored: StoredTable, number: int) -> StoredTable:
    """Somebody who was away has their seat again; raises `Conflict`."""
    away = stored.seats[number].away
    if away is None or stored.seats[number].out is not None:
        raise Conflict("There is nobody to whom this seat could be given back")
    return _with(
        stored,
        number,
        **{
            **_NOBODY,
            "kind": "person",
            "name": given_name(away.name, _others(stored, number)),
            "agent": None,
            "identity": away.identity,
            "token_hash": away.token_hash,
            "invitation": None,
            "away": None,
        },
    )


def filled(stored: StoredTable, number: int, level: str) -> StoredTable:
    """An opponent takes a seat that nobody has; raises `Conflict`."""
    if not stored.seats[number].is_free:
        raise Conflict("This seat is not free")
    _check_unrated(stored)
    name = given_name(agents.agent_title(level).capitalize(), _others(stored, number))
    return _with(stored, number, name=name, **_opponent(level))


def agreed_to_abandon(stored: StoredTable, mine: Sequence[int], agreed: bool) -> StoredTable:
    """Somebody offers to abandon the game, or no longer; it is abandoned when all agree."""
    after = stored
    for number in mine:
        after = _with(after, number, abandon=agreed)
    is_agreed = agreed and all(seat.abandon for seat in after.people)
    return replace(after, ended="abandoned") if is_agreed else after


def agreed_to_pause(stored: StoredTable, mine: Sequence[int], agreed: bool) -> StoredTable:
    """Somebody wants the clocks to stand, or no longer; they do while all want it; raises `Conflict`."""
    if stored.pace is None:
        raise Conflict("There are no clocks at this table")
    after = stored
    for number in mine:
        after = _with(after, number, pause=agreed)
    return after


def check_leaving(stored: StoredTable, number: int) -> None:
    """Raise `Forbidden` and `Conflict` where a person cannot leave their seat to another."""
    _check_unrated(stored)
    if not any(seat.number != number for seat in stored.people):
        raise Conflict("You are the last person here: the game waits for you, or you abandon it")


def checked_level(level: str | None) -> str:
    """A level of opponents, the usual one if not said; raises `Unprocessable`."""
    if level is not None and level not in (known := agents.opponents()):
        raise Unprocessable(f"There is no opponent {level!r}: there is {', '.join(known)}")
    return level or agents.usual_level()


def _check_unrated(stored: StoredTable) -> None:
    if stored.counts:
        raise Forbidden(NOT_RATED if stored.rated else NOT_IN_TOURNAMENT)


_NOBODY: dict[str, Any] = {
    "identity": None,
    "token_hash": None,
    "hints": False,
    "abandon": False,
    "pause": False,
}


def _opponent(level: str) -> dict[str, Any]:
    return {**_NOBODY, "kind": "opponent", "agent": level, "invitation": None}


def _leaver(seat: Seat) -> Away:
    return Away(seat.identity, seat.token_hash, seat.name)


def _others(stored: StoredTable, number: int) -> list[str]:
    return [seat.name for seat in stored.seats if seat.number != number]


def _with(stored: StoredTable, number: int, **values: Any) -> StoredTable:
    seats = list(stored.seats)
    seats[number] = replace(seats[number], **values)
    return replace(stored, seats=tuple(seats))

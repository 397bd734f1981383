"""Who sits where: the seats of a new table, what they are called, and whom an invitation is for."""

from __future__ import annotations

import secrets
from typing import Literal

import msgspec

from burgher import agents
from burgher.kernel.errors import BadOptions
from burgher.server.storage.identity import hash_of, new_secret
from burgher.server.storage.model import Identity, Seat, StoredTable
from burgher.server.tables.names import name_at_table, person_name, shown_name


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit in a seat of a new table.

    `me`: whoever makes the table; `here`: somebody else at the same screen; `friend`: whoever takes the
    invitation; `opponent`: an agent.
    """

    kind: Literal["me", "here", "friend", "opponent"]
    name: str | None = None
    agent: str | None = None


def vacant_name(seat: int) -> str:
    """What a seat is called before anybody gives it a name."""
    return f"Seat {seat + 1}"


def invited(stored: StoredTable, invitation: str) -> Seat | None:
    """The free seat that an invitation is for."""
    given = invitation.encode(errors="replace")
    for seat in stored.seats:
        if seat.is_free and seat.invitation and secrets.compare_digest(seat.invitation.encode(), given):
            return seat
    return None


def seat_for(
    number: int,
    place: Place,
    me: Identity | None,
    name: str,
    taken: set[str],
    tokens: dict[int, str],
) -> Seat:
    """The seat of a new table as it is stored; its token, where there is one, is put among the tokens."""
    match place.kind:
        case "opponent":
            known = [*agents.opponents(), *agents.names()]
            agent = place.agent or agents.usual_level()
            if agent not in known:
                raise BadOptions(f"there is no opponent {agent!r}: there is {', '.join(known)}")
            wanted = name_at_table(shown_name(place.name or agents.agent_title(agent).capitalize()), taken)
            return Seat(number, "opponent", wanted, agent=agent)
        case "friend":
            wanted = name_at_table(person_name(place.name or vacant_name(number)), taken)
            return Seat(number, "person", wanted, invitation=new_secret())
    wanted = (place.name or vacant_name(number)) if place.kind == "here" else (place.name or name)
    wanted = name_at_table(person_name(wanted), taken)
    if me is not None:
        return Seat(number, "person", wanted, identity=me.id)
    tokens[number] = new_secret()
    return Seat(number, "person", wanted, token_hash=hash_of(tokens[number]))

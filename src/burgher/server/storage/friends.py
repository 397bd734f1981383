"""Friends: two people who have both said so, and the seats to which one invites another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from burgher.server.problems import Conflict, NotFound
from burgher.server.storage.model import StoredTable
from burgher.server.storage.people import Person, are_friends, have_met, may_see, people_of, person_of
from burgher.server.storage.rows import tables_where
from burgher.server.storage.schema import friends, identities, invited, seats, tables
from burgher.server.storage.times import now

MOST_FRIENDS = 500
"""More than anybody plays with; the rest would be somebody's mischief."""
INVITATIONS_SHOWN = 20


@dataclass(frozen=True)
class Invitation:
    """A seat that is free for somebody whom a friend would like to play with."""

    table: StoredTable
    seat: int
    by: str
    key: str
    """What the invitation's link has in it."""


def ask(connection: Connection, me: str, other: str) -> None:
    """Say that one would like to be friends, as part of a change; whoever had asked is one then.

    Raises `NotFound` where there is nobody of whom one knows, and `Conflict`.
    """
    person = None if other == me else person_of(connection, other)
    has_asked = _row(connection, other, me) is not None
    if person is None or not (
        has_asked or may_see(connection, person, me) or have_met(connection, other, me)
    ):
        raise NotFound("There is nobody here of whom you could ask that")
    mine = select(func.count()).select_from(friends).where(friends.c.identity_id == me)
    if int(connection.scalar(mine) or 0) >= MOST_FRIENDS:
        raise Conflict(f"You have asked {MOST_FRIENDS} people: end a friendship first")
    put = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = {"identity_id": me, "other_id": other, "at": now(), "declined": False}
    connection.execute(put(friends).values(row).on_conflict_do_nothing())
    connection.execute(update(friends).where(_from(other, me)).values(declined=False))


def end(connection: Connection, me: str, other: str) -> None:
    """Be no friends any more, or rather not: whoever has asked is not told, and cannot ask again."""
    were = are_friends(connection, me, other)
    connection.execute(delete(friends).where(_from(me, other), ~friends.c.declined))
    change = delete(friends) if were else update(friends).values(declined=True)
    connection.execute(change.where(_from(other, me)))
    both = or_(
        and_(invited.c.identity_id == me, invited.c.by_id == other),
        and_(invited.c.identity_id == other, invited.c.by_id == me),
    )
    connection.execute(delete(invited).where(both))


def friendship(connection: Connection, me: str, other: str) -> str | None:
    """How one stands to another: `friends`; one has `asked` them; they are `asking` oneself; or None."""
    if are_friends(connection, me, other):
        return "friends"
    if _row(connection, me, other) is not None:
        return "asked"
    theirs = select(friends.c.at).where(_from(other, me), ~friends.c.declined)
    return "asking" if connection.execute(theirs).first() is not None else None


def friends_of(connection: Connection, me: str) -> list[Person]:
    """Those who have said so, and of whom one has."""
    return people_of(connection, identities.c.id.in_(_of_me(me).intersect(_by_me(me))))


def asking(connection: Connection, me: str) -> list[Person]:
    """Those who would like to be friends, and wait for an answer."""
    return people_of(connection, and_(identities.c.id.in_(_of_me(me)), identities.c.id.not_in(_by_me(me))))


def asked(connection: Connection, me: str) -> set[str]:
    """Those whom one has asked, whatever they have answered."""
    return {str(who) for who in connection.execute(_by_me(me, declined_too=True)).scalars()}


# -- seats ----------------------------------------------------------------------------------------


def invite(connection: Connection, table: str, by: str, people: Mapping[int, str]) -> None:
    """Note who is invited to which seats of a table, as part of a change."""
    rows = [
        {"table_id": table, "seat": seat, "identity_id": who, "by_id": by, "at": now()}
        for seat, who in people.items()
    ]
    if rows:
        connection.execute(insert(invited), rows)


def invitations(connection: Connection, me: str) -> list[Invitation]:
    """The seats that are free for somebody, the latest invitation first."""
    free = and_(
        seats.c.table_id == invited.c.table_id,
        seats.c.seat == invited.c.seat,
        seats.c.kind == "person",
        seats.c.identity_id.is_(None),
        seats.c.token_hash.is_(None),
        seats.c.invitation.is_not(None),
    )
    running = and_(tables.c.id == invited.c.table_id, tables.c.to_move.is_not(None))
    query = (
        select(invited.c.table_id, invited.c.seat, identities.c.name, seats.c.invitation)
        .join(seats, free)
        .join(tables, running)
        .join(identities, identities.c.id == invited.c.by_id)
        .where(invited.c.identity_id == me, tables.c.frozen.is_(None))
        .order_by(invited.c.at.desc())
        .limit(INVITATIONS_SHOWN)
    )
    rows = connection.execute(query).all()
    found = {one.id: one for one in tables_where(connection, tables.c.id.in_([row[0] for row in rows]))}
    return [
        Invitation(found[table], seat, by, key)
        for table, seat, by, key in rows
        if not any(one.identity == me for one in found[table].seats)
    ]


def decline_seat(connection: Connection, me: str, table: str) -> None:
    """Put an invitation away, as part of a change: the seat is free for others."""
    connection.execute(delete(invited).where(invited.c.identity_id == me, invited.c.table_id == table))


def _of_me(me: str) -> Select[tuple[str]]:
    return select(friends.c.identity_id).where(friends.c.other_id == me, ~friends.c.declined)


def _by_me(me: str, *, declined_too: bool = False) -> Select[tuple[str]]:
    said: Select[tuple[str]] = select(friends.c.other_id).where(friends.c.identity_id == me)
    return said if declined_too else said.where(~friends.c.declined)


def _from(one: str, other: str) -> ColumnElement[bool]:
    return and_(friends.c.identity_id == one, friends.c.other_id == other)


def _row(connection: Connection, one: str, other: str) -> object:
    return connection.execute(select(friends.c.at).where(_from(one, other))).first()

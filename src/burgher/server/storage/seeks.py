"""Seeks: who looks for a game, which one, and how long they wait for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, tuple_, update
from sqlalchemy.engine import Row

from burgher.server.storage.model import Identity
from burgher.server.storage.pace import Pace
from burgher.server.storage.schema import friends, identities, seeks
from burgher.server.storage.times import now

MOST_SEEKS = 1000
"""So many who wait are looked at together, those who have waited longest."""


@dataclass(frozen=True)
class Seek:
    """Somebody who looks for a game; everybody has one at a time."""

    person: Identity
    game: str
    players: int | None
    """None for as many as come."""
    pace: Pace | None
    rated: bool
    level: str | None
    """Which opponents have the seats that are left when time is up; None for people alone."""
    until: int
    created: int
    seen: int
    """When they last asked whether anybody has come."""
    group: int | None = None
    """The group of addresses from which it is asked: who shares thinking time."""
    table: str | None = None
    """The table that was found."""


def put_seek(connection: Connection, seek: Seek) -> None:
    """Look for a game from now on, as part of a change; whatever somebody looked for before is forgotten."""
    drop_seek(connection, seek.person.id)
    row = {
        "identity_id": seek.person.id,
        "game": seek.game,
        "players": seek.players,
        "pace": None if seek.pace is None else msgspec.to_builtins(seek.pace),
        "rated": seek.rated,
        "level": seek.level,
        "until": seek.until,
        "created": seek.created,
        "seen": seek.seen,
        "asker_group": seek.group,
        "table_id": None,
    }
    connection.execute(insert(seeks), row)


def drop_seek(connection: Connection, identity: str) -> None:
    """Look for a game no more, as part of a change."""
    connection.execute(delete(seeks).where(seeks.c.identity_id == identity))


def seek_of(connection: Connection, identity: str) -> Seek | None:
    """What somebody looks for, or has found last."""
    rows = connection.execute(_ALL.where(seeks.c.identity_id == identity)).all()
    return _seek(rows[0]) if rows else None


def all_seeks(connection: Connection) -> list[Seek]:
    """Everybody who still waits, those first who have waited longest."""
    waiting = _ALL.where(seeks.c.table_id.is_(None)).order_by(seeks.c.created, seeks.c.identity_id)
    return [_seek(row) for row in connection.execute(waiting.limit(MOST_SEEKS))]


def note_seek_seen(connection: Connection, identity: str) -> None:
    """Note that somebody has asked whether anybody has come, as part of a change."""
    connection.execute(update(seeks).where(seeks.c.identity_id == identity).values(seen=now()))


def take_seeks(connection: Connection, found: Sequence[Seek], table: str) -> bool:
    """Note at which table some play now, as part of a change; false where one of them no longer waits."""
    return _still_waiting(connection, found) and _changed(connection, found, table) == len(found)


def end_seek(connection: Connection, seek: Seek) -> bool:
    """Forget a seek that nobody has met, as part of a change; false where it is no longer there."""
    return connection.execute(delete(seeks).where(*_is(seek))).rowcount == 1


def strangers(connection: Connection, people: Sequence[str]) -> Mapping[str, set[str]]:
    """Who of some people has said of whom that they would rather not: they are not put together."""
    said = select(friends.c.identity_id, friends.c.other_id).where(
        friends.c.declined, friends.c.identity_id.in_(people), friends.c.other_id.in_(people)
    )
    apart: dict[str, set[str]] = {}
    for one, other in connection.execute(said):
        apart.setdefault(one, set()).add(other)
        apart.setdefault(other, set()).add(one)
    return apart


_ALL = select(seeks, identities.c.name).join(identities, identities.c.id == seeks.c.identity_id)


def _still_waiting(connection: Connection, found: Sequence[Seek]) -> bool:
    # In one order, so that two processes that want some of the same wait for each other.
    asked = select(seeks.c.identity_id).where(_among(found)).order_by(seeks.c.identity_id).with_for_update()
    return len(connection.execute(asked).all()) == len(found)


def _changed(connection: Connection, found: Sequence[Seek], table: str) -> int:
    return connection.execute(update(seeks).where(_among(found)).values(table_id=table)).rowcount


def _among(found: Sequence[Seek]) -> Any:
    meant = tuple_(seeks.c.identity_id, seeks.c.created).in_([(one.person.id, one.created) for one in found])
    return meant & seeks.c.table_id.is_(None)


def _is(seek: Seek) -> tuple[Any, ...]:
    return (
        seeks.c.identity_id == seek.person.id,
        seeks.c.created == seek.created,
        seeks.c.table_id.is_(None),
    )


def _seek(row: Row[Any]) -> Seek:
    return Seek(
        Identity(row.identity_id, row.name),
        row.game,
        row.players,
        None if row.pace is None else msgspec.convert(row.pace, Pace),
        row.rated,
        row.level,
        row.until,
        row.created,
        row.seen,
        row.asker_group,
        row.table_id,
    )

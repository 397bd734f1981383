"""Notices: what somebody is told the next time they come, when they were not there as it happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, insert, select, update

from burgher.server.storage.schema import notices
from burgher.server.storage.store import Store
from burgher.server.storage.times import now

Kind = Literal["removed", "closed", "tidied", "replaced", "left", "ended", "found", "round"]

SHOWN = 10


@dataclass(frozen=True)
class Notice:
    """Something that happened to somebody's seat or table while they were away."""

    kind: str
    text: str
    at: int


def add_notices(
    connection: Connection, people: Iterable[str], table: str | None, kind: Kind, text: str
) -> None:
    """Leave a notice for some identities, as part of a change."""
    rows = [
        {"identity_id": who, "table_id": table, "kind": kind, "text": text, "at": now()}
        for who in sorted(set(people))
    ]
    if rows:
        connection.execute(insert(notices), rows)


async def unseen(store: Store, identity: str) -> list[Notice]:
    """What somebody has not been told yet, the newest first."""
    query = (
        select(notices.c.kind, notices.c.text, notices.c.at)
        .where(notices.c.identity_id == identity, ~notices.c.seen)
        .order_by(notices.c.id.desc())
        .limit(SHOWN)
    )
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [Notice(row.kind, row.text, row.at) for row in rows]


async def mark_seen(store: Store, identity: str) -> None:
    """Note that somebody has read all there was."""
    change = update(notices).where(notices.c.identity_id == identity, ~notices.c.seen).values(seen=True)
    await store.write(lambda connection, _: connection.execute(change))


def was_removed(connection: Connection, identity: str, table: str) -> bool:
    """Whether the host of a table has once freed somebody's seat there."""
    query = select(notices.c.id).where(
        notices.c.identity_id == identity, notices.c.table_id == table, notices.c.kind == "removed"
    )
    return connection.execute(query.limit(1)).first() is not None

"""Claims: which process lets a table's opponents move, where several work around one database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import or_, select, update

from burgher.server.storage.schema import tables
from burgher.server.storage.times import now
from burgher.server.storage.transactions import Transactions


class Claims:
    """Who lets opponents move at which table."""

    def __init__(self, transactions: Transactions) -> None:
        self._in = transactions

    async def waiting(self) -> list[str]:
        """The tables at which an opponent is to move and no process is at it."""
        query = (
            select(tables.c.id)
            .where(tables.c.waits_for == "opponent", tables.c.frozen.is_(None), _unclaimed())
            .order_by(tables.c.changed)
            .limit(1000)
        )
        return await self._in.read(lambda connection: list(connection.execute(query).scalars()))

    async def claim(self, table: str, thinker: str, seconds: float) -> bool:
        """Let one process be the one that lets a table's opponents move; false when another is."""
        mine = or_(tables.c.thinker == thinker, _unclaimed())
        change = (
            update(tables)
            .where(tables.c.id == table, tables.c.waits_for == "opponent", mine)
            .values(thinker=thinker, thinks_until=now() + int(seconds * 1000))
        )
        return await self._in.write(lambda connection, _: connection.execute(change).rowcount == 1)

    async def release(self, table: str, thinker: str) -> None:
        """Give a claim back."""
        change = (
            update(tables)
            .where(tables.c.id == table, tables.c.thinker == thinker)
            .values(thinker=None, thinks_until=None)
        )
        await self._in.write(lambda connection, _: connection.execute(change))

    async def forget(self) -> None:
        """Drop the claims of a process that is gone, where there can be no other."""
        change = update(tables).where(tables.c.thinker.is_not(None)).values(thinker=None, thinks_until=None)
        await self._in.write(lambda connection, _: connection.execute(change))


def _unclaimed() -> Any:
    return or_(tables.c.thinks_until.is_(None), tables.c.thinks_until < now())

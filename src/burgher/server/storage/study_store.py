"""Studies of finished games, as far as they have come, and which process goes on with one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.engine import Row

from burgher.server.storage.model import StoredStudy
from burgher.server.storage.schema import studies
from burgher.server.storage.times import now
from burgher.server.storage.transactions import Publish, Transactions

PORTION = 500
"""Of so many tables it is asked at once."""


class StudyStore:
    """The studies of all processes around one database."""

    def __init__(self, transactions: Transactions) -> None:
        self._in = transactions

    async def of(self, table: str) -> dict[str, StoredStudy]:
        """What was found at a table so far, by depth."""
        query = select(studies).where(studies.c.table_id == table)
        rows = await self._in.read(lambda connection: connection.execute(query).all())
        return {row.depth: _study(row) for row in rows}

    async def done_at(self, tables: Sequence[str], most: int) -> list[StoredStudy]:
        """The studies of some games that have come to their end, the deep ones last; so many at most."""
        found: list[StoredStudy] = []
        for table in reversed(range(0, len(tables), PORTION)):
            query = select(studies).where(
                studies.c.table_id.in_(tables[table : table + PORTION]), studies.c.done >= studies.c.moves
            )
            rows = await self._in.read(lambda connection: connection.execute(query).all())  # noqa: B023
            found += [_study(row) for row in rows]
            if len(found) >= most:
                break
        return sorted(found[:most], key=lambda one: one.depth, reverse=True)

    async def want(self, table: str, depth: str, method: str, moves: int, group: int | None = None) -> None:
        """Have a game studied for a group of addresses, going on from what was found in the same manner."""
        this = and_(studies.c.table_id == table, studies.c.depth == depth)
        wanted = {"wanted": True, "asked": now(), "asker_group": group}
        fresh = {"method": method, "moves": moves, "done": 0, "findings": []}

        def change(connection: Connection, _: Publish) -> None:
            known = and_(this, studies.c.method == method, studies.c.moves == moves)
            unfinished = and_(known, studies.c.done < studies.c.moves)
            if connection.execute(update(studies).where(unfinished).values(**wanted)).rowcount:
                return
            if connection.scalar(select(func.count()).select_from(studies).where(known)):
                return
            connection.execute(delete(studies).where(this))
            connection.execute(insert(studies).values(table_id=table, depth=depth, **fresh, **wanted))

        await self._in.write(change)

    async def stop(self, table: str, depth: str) -> None:
        """Let a study rest; what was found is kept."""
        this = and_(studies.c.table_id == table, studies.c.depth == depth)
        change = update(studies).where(this).values(wanted=False, thinker=None, thinks_until=None)
        await self._in.write(lambda connection, _: connection.execute(change))

    async def wanted(self, *where: ColumnElement[bool]) -> int:
        """How many studies are to go on."""
        query = select(func.count()).select_from(studies).where(studies.c.wanted, *where)
        found = await self._in.read(lambda connection: connection.scalar(query))
        return int(found or 0)

    async def wanted_of(self, group: int | None) -> int:
        """How many of them are for a group of addresses."""
        return await self.wanted(studies.c.asker_group == group)

    async def claim(
        self, thinker: str, seconds: float, choose: Callable[[Sequence[int | None]], int | None]
    ) -> StoredStudy | None:
        """The study to go on with, for one process alone.

        Of the groups of addresses that wait for one, it is `choose`d which is next; of what they have asked
        for, quick comes before deep, then what they asked for first.
        """
        free = or_(
            studies.c.thinker == thinker, studies.c.thinks_until.is_(None), studies.c.thinks_until < now()
        )
        waiting = select(studies.c.asker_group).where(studies.c.wanted, free).distinct()

        def change(connection: Connection, _: Publish) -> StoredStudy | None:
            groups = list(connection.execute(waiting).scalars())
            if not groups:
                return None
            query = (
                select(studies)
                .where(studies.c.wanted, free, studies.c.asker_group.is_not_distinct_from(choose(groups)))
                .order_by(studies.c.depth.desc(), studies.c.asked)
                .limit(1)
            )
            row = connection.execute(query).one_or_none()
            if row is None:
                return None
            this = and_(studies.c.table_id == row.table_id, studies.c.depth == row.depth)
            claimed = {"thinker": thinker, "thinks_until": now() + int(seconds * 1000)}
            done = connection.execute(update(studies).where(this, free).values(**claimed))
            return _study(row) if done.rowcount == 1 else None

        return await self._in.write(change)

    async def keep(self, study: StoredStudy, found: Sequence[dict[str, Any]]) -> None:
        """Keep what was found at the next decisions, unless somebody else did."""
        done = study.done + len(found)
        this = and_(
            studies.c.table_id == study.table,
            studies.c.depth == study.depth,
            studies.c.method == study.method,
            studies.c.done == study.done,
        )
        values = {"done": done, "findings": [*study.findings, *found], "thinks_until": None}
        if done >= study.moves:
            values["wanted"] = False
        await self._in.write(
            lambda connection, _: connection.execute(update(studies).where(this).values(**values))
        )


def _study(row: Row[Any]) -> StoredStudy:
    return StoredStudy(
        row.table_id,
        row.depth,
        row.method,
        row.moves,
        row.done,
        list(row.findings),
        row.wanted,
        row.asker_group,
    )

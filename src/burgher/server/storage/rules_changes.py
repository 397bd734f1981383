"""What is stored for games that outlive their rules: archives, outcomes of moves, adoption and freezing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, and_, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from burgher.server.problems import Stale
from burgher.server.storage.events import TableEvent
from burgher.server.storage.model import MoveOutcome, StoredTable
from burgher.server.storage.rows import outcome_columns
from burgher.server.storage.schema import archives, moves, tables
from burgher.server.storage.times import now
from burgher.server.storage.transactions import Publish, Transactions


class RulesChanges:
    """What becomes of stored games when the rules change."""

    def __init__(self, transactions: Transactions) -> None:
        self._in = transactions

    async def keep_archive(self, table: str, rules: str, data: bytes) -> None:
        """Keep a finished game as it was told by some rules, unless it is kept already."""
        row = {"table_id": table, "rules": rules, "data": data}

        def change(connection: Connection, _: Publish) -> None:
            known = select(archives.c.table_id).where(archives.c.table_id == table)
            if connection.scalar(known) is None:
                connection.execute(insert(archives), row)

        try:
            await self._in.write(change)
        except IntegrityError:
            pass  # another process was quicker, or the table is gone

    async def keep_outcomes(self, table: str, dealt: str, outcomes: Sequence[MoveOutcome]) -> None:
        """Note what is known of the moves of a game that an earlier version stored, where nothing is yet."""
        row = update(moves).where(
            moves.c.table_id == table, moves.c.number == bindparam("move"), moves.c.told.is_(None)
        )
        rows = [{"move": number, **outcome_columns(one)} for number, one in enumerate(outcomes)]
        first = update(tables).where(tables.c.id == table, tables.c.dealt.is_(None)).values(dealt=dealt)

        def change(connection: Connection, _: Publish) -> None:
            connection.execute(first)
            if rows:
                connection.execute(row, rows)

        await self._in.write(change)

    async def adopt(
        self,
        table: StoredTable,
        rules: str,
        options: Mapping[str, Any],
        dealt: str,
        outcomes: Sequence[MoveOutcome],
    ) -> StoredTable:
        """Go on with a game under other rules, which have told the same so far; raises `Stale`.

        What they told takes the place of what was known: the next rules are held to all of it.
        """
        before = [*(table.adopted or {}).get("before", ()), table.rules]
        adopted = {"before": [one for one in dict.fromkeys(before) if one != rules], "at": now()}
        reached = replace(
            table,
            rules=rules,
            options=options,
            version=table.version + 1,
            adopted=adopted,
            frozen=None,
            dealt=dealt,
        )
        changes = {
            "rules": rules,
            "options": dict(options),
            "version": reached.version,
            "adopted": adopted,
            "frozen": None,
            "dealt": dealt,
        }
        mine = and_(tables.c.id == table.id, tables.c.version == table.version, tables.c.rules == table.rules)
        row = update(moves).where(moves.c.table_id == table.id, moves.c.number == bindparam("move"))
        rows = [{"move": number, **outcome_columns(one)} for number, one in enumerate(outcomes)]

        def change(connection: Connection, publish: Publish) -> None:
            if connection.execute(update(tables).where(mine).values(**changes)).rowcount != 1:
                raise Stale
            if rows:
                connection.execute(row, rows)
            publish(TableEvent(table.id, "change", version=reached.version))

        await self._in.write(change)
        return reached

    async def freeze(self, table: StoredTable, rules: str, reason: str) -> StoredTable:
        """Note that nobody can play on at a table under some rules, and why; raises `Stale`."""
        frozen = {"rules": rules, "reason": reason, "at": now()}
        return await self._set_frozen(table, frozen)

    async def thaw(self, table: StoredTable) -> StoredTable:
        """Note that people can play on at a table after all; raises `Stale`."""
        return await self._set_frozen(table, None)

    async def _set_frozen(self, table: StoredTable, frozen: Mapping[str, Any] | None) -> StoredTable:
        reached = replace(table, version=table.version + 1, frozen=frozen)
        this = and_(tables.c.id == table.id, tables.c.version == table.version)
        changes = {"version": reached.version, "frozen": None if frozen is None else dict(frozen)}

        def change(connection: Connection, publish: Publish) -> None:
            if connection.execute(update(tables).where(this).values(**changes)).rowcount != 1:
                raise Stale
            publish(TableEvent(table.id, "change", version=reached.version))

        await self._in.write(change)
        return reached

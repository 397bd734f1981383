"""How a stored table becomes one that can be looked at: loaded, archived, adopted or frozen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from burgher.kernel.errors import BurgherError
from burgher.kernel.ints import COMPILED
from burgher.server.problems import Conflict
from burgher.server.storage.archive_format import unpacked
from burgher.server.storage.model import TableContents
from burgher.server.storage.store import Store
from burgher.server.tables.adoption import (
    OF_NEWER_RULES,
    RulesMismatch,
    current_rules,
    frozen_because,
    is_frozen,
    is_of_newer_rules,
    may_thaw,
    played_through,
    recomputed_outcomes,
)
from burgher.server.tables.any_table import AnyTable
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.archiving import archive_of, barely_known
from burgher.server.tables.background import Background
from burgher.server.tables.frozen_table import FrozenTable
from burgher.server.tables.loaded_table import LoadedTable

log = logging.getLogger(__name__)

PLAYED_AT_ONCE = 400 if COMPILED else 20
"""So many moves of a table are played through while everybody waits: it takes a millisecond or two."""


class TableOpener:
    """Opens tables that are not in memory, and makes up for what earlier versions did not keep of them."""

    def __init__(self, store: Store, background: Background) -> None:
        self._store = store
        self._background = background
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, contents: TableContents) -> AnyTable:
        """A table that is not in memory, from what is stored; raises `Stale` when others change it now."""
        stored = contents.stored
        if stored.to_move is None:
            return await self.archived(contents)
        if is_frozen(stored):
            return FrozenTable(
                stored, contents.moves, contents.outcomes, str((stored.frozen or {})["reason"])
            )
        if is_of_newer_rules(stored):
            return FrozenTable(stored, contents.moves, contents.outcomes, OF_NEWER_RULES)
        try:
            if stored.rules == current_rules(stored):
                return await self._played_on(contents)
            with _faults_are_mismatches(stored.id):
                through = await self._background.run_in_thread(
                    lambda: played_through(stored, contents.moves, contents.outcomes)
                )
        except RulesMismatch as mismatch:
            log.warning("Table %s rests: by today's rules, %s", stored.id, mismatch)
            frozen = await self._store.rules_changes.freeze(
                stored, current_rules(stored), frozen_because(stored, mismatch)
            )
            return FrozenTable(
                frozen, contents.moves, contents.outcomes, str((frozen.frozen or {})["reason"])
            )
        through.loaded.stored = await self._store.rules_changes.adopt(
            stored,
            through.loaded.stored.rules,
            through.loaded.stored.options,
            through.dealt,
            through.outcomes,
        )
        log.info("Table %s goes on by today's rules", stored.id)
        return through.loaded

    async def _played_on(self, contents: TableContents) -> LoadedTable:
        """A running game by its own rules, which are today's; raises `RulesMismatch`."""
        stored = contents.stored
        if may_thaw(stored):
            stored = await self._store.rules_changes.thaw(stored)
        # To send for a thread, and to share the processor with it, takes longer than most games.
        quick = len(contents.moves) <= PLAYED_AT_ONCE
        try:
            with _faults_are_mismatches(stored.id):
                loaded = (
                    LoadedTable(stored, contents.moves)
                    if quick
                    else await self._background.run_in_thread(lambda: LoadedTable(stored, contents.moves))
                )
        except Conflict as error:
            log.warning("Table %s cannot be played through: %s", stored.id, error)
            raise RulesMismatch("it cannot be played through") from error
        if loaded.to_move() != stored.to_move:
            raise RulesMismatch("somebody else would be to move now, or the game over")
        if None in contents.outcomes or stored.dealt is None:
            self._in_background(self._keep_outcomes(contents))
        return loaded

    async def _keep_outcomes(self, contents: TableContents) -> None:
        """Make up for what the version did not keep that stored a running game."""
        dealt, outcomes = await self._background.run(
            recomputed_outcomes, contents.stored, contents.moves, contents.outcomes
        )
        await self._store.rules_changes.keep_outcomes(contents.stored.id, dealt, outcomes)

    async def archived(self, contents: TableContents) -> ArchivedGame:
        """A finished game as it was kept; if it was not, that is made up for."""
        stored = contents.stored
        if contents.archive is not None:
            return ArchivedGame(stored, unpacked(contents.archive))
        if not is_frozen(stored):
            try:
                with _faults_are_mismatches(stored.id):
                    data = await self._background.run(archive_of, stored, contents.moves, contents.outcomes)
            except (RulesMismatch, Conflict) as error:
                log.warning("Of table %s, moves and result are all that can be shown: %s", stored.id, error)
                stored = await self._store.rules_changes.freeze(stored, current_rules(stored), str(error))
            else:
                await self._store.rules_changes.keep_archive(stored.id, stored.rules, data)
                return ArchivedGame(stored, unpacked(data))
        return ArchivedGame(stored, barely_known(stored, contents.moves))

    def keep(self, table: str) -> None:
        """Keep a game that has just ended as it was told; nobody waits for that."""
        self._in_background(self._keep(table))

    async def _keep(self, table: str) -> None:
        await self.archived(await self._store.contents(table))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what nobody waits for, and what is made up for later where it fails."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("Something could not be kept and will be later: %s", error)

    async def finish(self) -> None:
        """Bring to its end what nobody waits for."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


@contextmanager
def _faults_are_mismatches(table: str) -> Iterator[None]:
    """A stored game at which the rules themselves fail cannot be played through either.

    Without this it would fail again at every look, and at every try of its opponents.
    """
    try:
        yield
    except (BurgherError, OSError):
        raise
    except Exception as error:
        log.exception("The rules fail at table %s", table)
        raise RulesMismatch("it cannot be played through") from error

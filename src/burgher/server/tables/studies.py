"""Studies of finished games: in a process of its own, a portion at a time, each portion kept when it is done.

So a study goes on after a restart, or in another process around the same database, where it was interrupted;
it can be stopped at any time, and what was found once is never looked for again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from time import perf_counter

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from burgher.kernel.game import Game
from burgher.server.problems import Conflict, NotFound, TooManyRequests
from burgher.server.settings import Settings
from burgher.server.storage.identity import new_id
from burgher.server.storage.model import StoredStudy
from burgher.server.tables.adoption import current_game
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.fair_queue import VirtualTime
from burgher.server.tables.service import TableService
from burgher.server.tables.workers import STUDY_NICENESS, worker_pool
from burgher.study.course import Costly, Course, Result, course_of, worst_moves
from burgher.study.looking import Finding, depth_of, is_readable, look_at, method_of, portions

log = logging.getLogger(__name__)

MOST_WANTED = 50
"""When so many games wait to be studied, no more are taken."""
MOST_WANTED_OF_ONE = 10
"""The same for one address, so that there is room for others."""


class Studies:
    """Whoever studies games in this process, one portion at a time."""

    def __init__(self, service: TableService, settings: Settings, executor: Executor | None = None) -> None:
        """An executor may be given in place of a process of our own."""
        self._service = service
        self._settings = settings
        self._given = executor
        self._own: Executor | None = None
        self._me = new_id()
        self._is_asked = asyncio.Event()
        self._shares = VirtualTime()

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Study what is wanted, those games first whose study a restart has interrupted."""
        working = asyncio.create_task(self._work())
        try:
            yield
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
            if self._own is not None:
                self._own.shutdown(wait=False, cancel_futures=True)

    # -- what people ask ---------------------------------------------------------------------

    async def begin(self, table: str, depth: str, group: int | None = None) -> None:
        """Have a finished game studied for a group of addresses; raises `Conflict` and `TooManyRequests`.

        Groups are studied for in turn, by the time that each has had.
        """
        game, wanted = await self._service.finished(table), depth_of(depth)
        rules = _rules_of(game)
        if rules is None:
            raise Conflict(
                "This game was played by earlier rules: it can be looked at, but not studied by today's",
                kind="other-rules",
            )
        if game.stored.ended is not None:
            raise Conflict("This game was not played to its end: it can be replayed, but not studied")
        store = self._service.store
        if (
            await store.studies.wanted() >= MOST_WANTED
            or await store.studies.wanted_of(group) >= MOST_WANTED_OF_ONE
        ):
            raise TooManyRequests("Many games are being studied just now: try again later")
        method = method_of(rules, wanted)
        await self._service.store.studies.want(table, depth, method, len(game.archive.moves), group)
        self._is_asked.set()

    async def stop(self, table: str, depth: str) -> None:
        """Let a study rest."""
        await self._service.store.studies.stop(table, depth_of(depth).name)

    async def of(self, game: ArchivedGame) -> dict[str, StoredStudy]:
        """The studies of a finished game, by depth, as far as they were made in today's manner.

        Of a game of earlier rules, which cannot be studied any more, those that were made then.
        """
        found = await self._service.store.studies.of(game.id)
        rules, moves = _rules_of(game), len(game.archive.moves)
        if rules is None:
            return {
                name: one
                for name, one in found.items()
                if one.is_done and one.moves == moves and is_readable(one.findings)
            }
        return {
            depth: study
            for depth, study in found.items()
            if study.method == method_of(rules, depth_of(depth)) and study.moves == moves
        }

    # -- working -----------------------------------------------------------------------------

    async def _work(self) -> None:
        while True:
            self._is_asked.clear()
            try:
                study = await self._service.store.studies.claim(
                    self._me, self._settings.lease_seconds * 6, self._next
                )
                if study is not None:
                    await self._go_on(study)
                    continue
            except BrokenProcessPool:
                log.error("A process that studied a game has died: starting anew")
                self._own = None
            except (SQLAlchemyError, OSError) as error:
                log.warning("Cannot look for games to study: %s", error)
            try:
                async with asyncio.timeout(self._settings.sweep_seconds):
                    await self._is_asked.wait()
            except TimeoutError:
                pass

    def _next(self, groups: Sequence[int | None]) -> int | None:
        """Whose turn it is to be studied for."""
        self._shares.go_on(groups)
        return min(groups, key=self._shares.of)

    async def _go_on(self, study: StoredStudy) -> None:
        """Look at the next decisions of a game and keep what was found."""
        store = self._service.store
        try:
            game = await self._service.finished(study.table)
            rules = _rules_of(game)
            if rules is None or study.method != method_of(rules, depth_of(study.depth)):
                await store.studies.stop(study.table, study.depth)
                return
            portion = portions(study.moves, study.done)[0]
            thinking = self._executor().submit(look_at, str(game.record), study.depth, portion)
            began = perf_counter()
            found = await asyncio.wrap_future(thinking)
            self._shares.charge(study.group, perf_counter() - began)
        except (BrokenProcessPool, SQLAlchemyError, OSError):
            raise
        except NotFound:
            return  # it was tidied away, and its study with it
        except Exception:
            # One game's trouble is its own, and it is not tried again and again.
            log.exception("Table %s cannot be studied", study.table)
            await store.studies.stop(study.table, study.depth)
            return
        await store.studies.keep(study, msgspec.to_builtins(found))

    def renew(self) -> None:
        """Have another process look at what comes from now on."""
        if self._own is not None:
            self._own.shutdown(wait=False)
            self._own = None

    def _executor(self) -> Executor:
        if self._given is not None:
            return self._given
        if self._own is None:
            self._own = worker_pool(1, niceness=STUDY_NICENESS)
        return self._own


def studied(game: ArchivedGame, study: StoredStudy) -> Course:
    """What the study of a finished game has found, put together."""
    return course_of(game.record, _result(game), _findings(study), study.depth)


def worst_of(game: ArchivedGame, study: StoredStudy, seats: Sequence[int]) -> list[Costly]:
    """The moves of some seats that cost them something, the worst first."""
    return worst_moves(game.record, _result(game), _findings(study), seats)


def _findings(study: StoredStudy) -> list[Finding]:
    return msgspec.convert(study.findings, list[Finding])


def _result(game: ArchivedGame) -> Result:
    archive = game.archive
    # Where ties are not known to have been broken, they are taken for shared.
    ranks = archive.ranks or [1 + sum(other > score for other in archive.scores) for score in archive.scores]
    return Result(game.stored.game, list(game.stored.names), archive.scores, ranks)


def _rules_of(game: ArchivedGame) -> Game | None:
    """The rules that a finished game was played by, where they are today's."""
    stored = game.stored
    return current_game(stored.game, stored.players, stored.options) if game.is_of_today else None

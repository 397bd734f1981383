"""Opponents: agents that sit at tables and think in processes of their own.

Around a PostgreSQL, one server process at a time lets a table's opponent think: it holds a claim on the
table, which the move gives back and which runs out when the process is gone; then another takes over.
The version check of the store would refuse a second move in any case.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import threading
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from burgher import agents
from burgher.games import load
from burgher.kernel.game import Game
from burgher.server.problems import Conflict, Frozen, NotFound, Stale
from burgher.server.settings import Settings
from burgher.server.storage.identity import new_id
from burgher.server.tables.fair_queue import Thought
from burgher.server.tables.lessons import answer
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.service import TableService
from burgher.server.tables.thinking import (
    QUICK_LIMIT_SECONDS,
    QUICK_SECONDS,
    UNKNOWN_SECONDS,
    Costs,
    Lane,
    Thinking,
    first_guess,
)

log = logging.getLogger(__name__)

Options = tuple[tuple[str, Any], ...]
Found = TypeVar("Found")

HASTY = "greedy"
"""Who decides in the place of an agent that cannot make up its mind."""


class Opponents:
    """Whoever lets opponents move in this process. At each table one thinks at a time."""

    def __init__(self, service: TableService, settings: Settings, executor: Executor | None = None) -> None:
        """An executor may be given in place of processes of our own."""
        self._service = service
        self._settings = settings
        self.thinking = Thinking(settings.thinkers, executor)
        self._costs = Costs()
        self._me = new_id()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._is_closing = False

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Let opponents move, those first whom a restart has interrupted."""
        if self._service.store.is_alone:
            await self._service.store.claims.forget()
        self._service.wake = self.wake
        sweeping = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            self._service.wake = lambda table: None
            self._is_closing = True
            tasks = [sweeping, *self._busy.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.thinking.close()

    def start(self) -> None:
        """Start processes already, so that the first move need not wait for them."""
        self.thinking.start()

    def renew(self) -> None:
        """Have other processes think from now on; what thoughts take is found out again."""
        self.thinking.renew()
        self._costs = Costs()

    def wake(self, table: str) -> None:
        """Let a table's opponents move, if it is their turn and nobody is at it."""
        if table in self._busy:
            self._again.add(table)
            return
        task = self._busy[table] = asyncio.create_task(self._attend(table))
        task.add_done_callback(lambda _: self._rest(table))

    def _rest(self, table: str) -> None:
        del self._busy[table]
        if table in self._again and not self._is_closing:
            self._again.discard(table)
            self.wake(table)

    async def _sweep(self) -> None:
        """Look for tables that wait for an opponent that nobody lets move."""
        while True:
            try:
                for table in await self._service.store.claims.waiting():
                    if table not in self._busy:
                        self.wake(table)
            except (SQLAlchemyError, OSError) as error:
                log.warning("Cannot look for waiting tables: %s", error)
            await asyncio.sleep(self._settings.sweep_seconds)

    async def _attend(self, table: str) -> None:
        try:
            while await self._move(table):
                pass
        except BrokenProcessPool:
            pass  # it has been told of, and the sweep will try again
        except NotFound:
            pass  # the table was closed, or tidied away, while they were thinking
        except Frozen:
            pass  # whoever opened it has noted why, and the sweep passes it over
        except Exception:
            # One table's trouble is its own; the sweep will try again.
            log.exception("The opponent at table %s cannot move", table)

    async def _running(self, table: str) -> LoadedTable | None:
        """A table in memory; None for one at which nobody can move."""
        found = await self._service.open(table)
        return found if isinstance(found, LoadedTable) else None

    async def _move(self, table: str) -> bool:
        """Let the opponent to move make one decision; false when none is to move, or another sees to it."""
        loaded = await self._running(table)
        if loaded is None or (agent := _opponent_to_move(loaded)) is None:
            return False
        kind = loaded.game.name, loaded.game.players, agent
        seconds = self._costs.expected(kind, first_guess(agent))
        async with self.thinking.turn(_thought(loaded, seconds)) as lane:
            # Only now is it known that a process is free: whoever has one first, here or in another server
            # process, thinks for the table.
            if not await self._claim(table):
                return False
            try:
                loaded = await self._running(table)
                if loaded is None or (agent := _opponent_to_move(loaded)) is None:
                    return False
                version, seat = loaded.version, loaded.table.seat
                began = perf_counter()
                action = await self._chosen(loaded, agent, lane)
                self._costs.note(kind, perf_counter() - began)
            except BaseException:
                await self._release(table)
                raise
        if action is None:
            return True  # it was not as quick as it should have been: from the start, where there is time
        try:
            await self._service.play(table, [seat], version, action)
        except Stale:
            pass  # somebody sat down or took a move back: look again
        except BaseException:
            await self._release(table)
            raise
        return True

    async def _chosen(self, loaded: LoadedTable, agent: str, lane: Lane) -> int | None:
        """What an agent would do, thought elsewhere; the claim is kept up meanwhile."""
        if loaded.stored.lesson is not None and (taught := answer(loaded)) is not None:
            return taught
        state = loaded.table.state
        # It gets what its seat may know, and no more: even a curious agent learns nothing.
        seen = state.imagine(state.seat, secrets.randbits(62))
        limit = self._settings.think_seconds
        thinking = asyncio.ensure_future(
            lane.think(
                think_briefly if lane.quick else think,
                loaded.game.name,
                loaded.game.players,
                tuple(loaded.game.options.items()),
                loaded.game.position(seen),
                agent,
                secrets.randbits(62),
                min(limit, QUICK_LIMIT_SECONDS) if lane.quick else limit,
            )
        )
        try:
            while True:
                done, _ = await asyncio.wait({thinking}, timeout=self._settings.lease_seconds / 3)
                if done:
                    return thinking.result()
                await self._claim(loaded.id)
        finally:
            thinking.cancel()

    async def ask(
        self, loaded: LoadedTable, owner: Hashable, work: Callable[..., Found], *arguments: object
    ) -> Found:
        """Have something else about a table thought about for somebody, in their turn."""
        kind = work.__name__, loaded.game.name, loaded.game.players
        thought = Thought(owner, loaded.id, self._costs.expected(kind, UNKNOWN_SECONDS))
        try:
            async with self.thinking.turn(thought) as lane:
                began = perf_counter()
                found = await lane.think(work, *arguments)
                self._costs.note(kind, perf_counter() - began)
                return found
        except BrokenProcessPool as error:
            raise Conflict("Thinking about it went wrong: try again") from error

    async def _claim(self, table: str) -> bool:
        """Be the one process that lets a table's opponent think; a move gives the claim back."""
        store = self._service.store
        return store.is_alone or await store.claims.claim(table, self._me, self._settings.lease_seconds)

    async def _release(self, table: str) -> None:
        if not self._service.store.is_alone:
            await self._service.store.claims.release(table, self._me)


def _opponent_to_move(loaded: LoadedTable) -> str | None:
    """The agent that is to decide; None when it is nobody's decision, or a person's."""
    seat = loaded.to_move()
    if seat is None or loaded.stored.seats[seat].kind != "opponent":
        return None
    return loaded.stored.seats[seat].agent or "random"


def _thought(loaded: LoadedTable, seconds: float) -> Thought:
    stored = loaded.stored
    return Thought(
        owner=loaded.id if stored.host_group is None else stored.host_group,
        table=loaded.id,
        seconds=seconds,
        people=any(seat.kind == "person" for seat in stored.seats),
        quick=seconds <= QUICK_SECONDS,
    )


def think(
    game: str,
    players: int,
    options: Options,
    position: dict[str, Any],
    agent: str,
    seed: int,
    seconds: float,
) -> int:
    """What an agent does in a position; runs in a process of its own, which others wait for too.

    An agent that thinks for too long is asked no more, and a hasty one decides in its place.
    """
    action = think_briefly(game, players, options, position, agent, seed, seconds)
    if action is not None:
        return action
    log.warning("%s has thought about an action of %s for %s seconds", agent, game, seconds)
    return agents.create(HASTY, seed).choose(_game(game, players, options).restore(position))


def think_briefly(
    game: str,
    players: int,
    options: Options,
    position: dict[str, Any],
    agent: str,
    seed: int,
    seconds: float,
) -> int | None:
    """The same where there is little time; None when that was not enough."""
    state = _game(game, players, options).restore(position)
    try:
        with _at_most(seconds):
            return agents.create(agent, seed).choose(state)
    except TimeoutError:
        return None


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` in what takes longer, where the system has alarms and we may set one."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@lru_cache(maxsize=32)
def _game(name: str, players: int, options: Options) -> Game:
    return load(name, players, **dict(options))

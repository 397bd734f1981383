"""Opponents: agents that sit at tables and think in processes of their own.

One process around a database lets a table's opponents move: it holds a claim on the table, which runs out by
itself when the process is gone, and another takes over. The version check of the store would refuse a
second move in any case.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from burgher import agents
from burgher.games import load
from burgher.kernel.game import Game
from burgher.server.hall import Hall
from burgher.server.identity import new_id
from burgher.server.live import Live
from burgher.server.problems import Clash, Stale
from burgher.server.settings import Settings
from burgher.server.workers import deaf, workers

log = logging.getLogger(__name__)

Options = tuple[tuple[str, Any], ...]
Found = TypeVar("Found")

HASTY = "greedy"
"""Who decides in the place of an agent that cannot make up its mind."""


class Opponents:
    """Whoever lets opponents move in this process. At each table one thinks at a time."""

    def __init__(self, hall: Hall, settings: Settings, executor: Executor | None = None) -> None:
        """An executor may be given in place of processes of our own."""
        self._hall = hall
        self._settings = settings
        self._given = executor
        self._executor = executor or workers(settings.thinkers)
        self._me = new_id()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._is_closing = False

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Let opponents move, those first whom a restart has interrupted."""
        if self._hall.store.is_alone:
            await self._hall.store.forget_claims()
        self._hall.wake = self.wake
        sweeping = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            self._hall.wake = lambda table: None
            self._is_closing = True
            tasks = [sweeping, *self._busy.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._given is None:
                self._executor.shutdown(wait=False, cancel_futures=True)

    def start(self) -> None:
        """Start a process already, so that the first move need not wait for it."""
        with deaf():
            self._executor.submit(os.getpid)

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
                for table in await self._hall.store.waiting():
                    if table not in self._busy:
                        self.wake(table)
            except (SQLAlchemyError, OSError) as error:
                log.warning("Cannot look for waiting tables: %s", error)
            await asyncio.sleep(self._settings.sweep_seconds)

    async def _attend(self, table: str) -> None:
        try:
            if not await self._claim(table):
                return
            try:
                while await self._move(table):
                    pass
            finally:
                await self._hall.store.release(table, self._me)
        except BrokenProcessPool:
            self._start_anew()
        except Exception:
            # One table's trouble is its own; the sweep will try again.
            log.exception("The opponent at table %s cannot move", table)

    async def _move(self, table: str) -> bool:
        """Let the opponent to move make one decision; false when none is to move."""
        live = await self._hall.live(table)
        seat = live.to_move()
        if seat is None or live.stored.seats[seat].kind != "opponent":
            return False
        version = live.version
        action = await self._thought(live, live.stored.seats[seat].agent or "random")
        try:
            await self._hall.play(table, [seat], version, action)
        except Stale:
            pass  # somebody sat down or took a move back: look again
        return True

    async def _thought(self, live: Live, agent: str) -> int:
        """What an agent would do, thought elsewhere; the claim is kept up meanwhile."""
        state = live.table.state
        # It gets what its seat may know, and no more: even a curious agent learns nothing.
        seen = state.imagine(state.seat, secrets.randbits(62))
        thinking = asyncio.wrap_future(
            self._executor.submit(
                think,
                live.game.name,
                live.game.players,
                tuple(live.game.options.items()),
                live.game.position(seen),
                agent,
                secrets.randbits(62),
                self._settings.think_seconds,
            )
        )
        while True:
            done, _ = await asyncio.wait({thinking}, timeout=self._settings.lease_seconds / 3)
            if done:
                return thinking.result()
            await self._claim(live.id)

    async def ask(self, work: Callable[..., Found], *arguments: object) -> Found:
        """Have something else thought about by the processes that think for opponents."""
        try:
            return await asyncio.wrap_future(self._executor.submit(work, *arguments))
        except BrokenProcessPool as error:
            self._start_anew()
            raise Clash("Thinking about it went wrong: try again") from error

    def _start_anew(self) -> None:
        log.error("A process that was thinking has died: starting anew")
        if self._given is None:
            self._executor = workers(self._settings.thinkers)

    async def _claim(self, table: str) -> bool:
        return await self._hall.store.claim(table, self._me, self._settings.lease_seconds)


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
    state = _game(game, players, options).restore(position)
    try:
        with _at_most(seconds):
            return agents.create(agent, seed).choose(state)
    except TimeoutError:
        log.warning("%s has thought about an action of %s for %s seconds", agent, game, seconds)
        return agents.create(HASTY, seed).choose(state)


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

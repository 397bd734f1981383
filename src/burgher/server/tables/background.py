"""Slow work beside everything else: in a process of its own, or in a thread as long as there is none.

To render a table, or to play a stored game through, takes some milliseconds. Whoever makes a move, and
whoever waits for it, should not have to wait meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from burgher.server.tables.workers import BACKGROUND_NICENESS, Worker, lower_priority

log = logging.getLogger(__name__)

SWITCH_INTERVAL_SECONDS = 0.0005
"""After how long a thread that takes its time lets others have their turn."""
RETRY_SECONDS = 10.0
"""How long a process is not missed, when none can be started."""

Made = TypeVar("Made")


class Background:
    """One process of lower priority, and one thread, for what takes its time."""

    def __init__(self, prepare: Callable[[], object]) -> None:
        """There is something to prepare in the process."""
        self._prepare = prepare
        self._thread = ThreadPoolExecutor(1, "background")
        self._worker: Worker | None = None
        """The process, once it is ready."""
        self._starting: asyncio.Task[None] | None = None
        self._is_stopping = False

    async def run(self, work: Callable[..., Made], *arguments: object) -> Made:
        """What a function makes of plain data; both can be sent to another process."""
        worker = self._worker
        if worker is not None:
            try:
                return await worker.run(work, *arguments)
            except ConnectionError:
                if self._worker is worker:
                    log.error("The process that drew has died: starting anew")
                    self.start()
        return await self.run_in_thread(partial(work, *arguments))

    async def run_in_thread(self, work: Callable[[], Made]) -> Made:
        """Do what takes its time in a thread, while everything else goes on."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def start(self) -> None:
        """Let a process do the work, from when it is ready."""
        self._let_go()
        self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        while self._worker is None:
            try:
                worker = await Worker.start()
                # First of all: whoever comes while it gets ready is served by a thread of ours.
                await worker.run(lower_priority, BACKGROUND_NICENESS)
                await worker.run(self._prepare)
            except OSError as error:
                if self._is_stopping:
                    return
                log.error("There is no process that draws: %s", str(error) or type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._worker = worker

    def _let_go(self) -> None:
        if self._starting is not None:
            self._starting.cancel()
        if self._worker is not None:
            self._worker.close()
        self._starting = self._worker = None

    def stop(self) -> None:
        """Start no other process: the server is about to end."""
        self._is_stopping = True

    def close(self) -> None:
        """Let go of thread and process."""
        self.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._let_go()

"""The easel: where tables are drawn, beside everything else.

To draw a table takes some milliseconds. Whoever makes a move, and whoever waits for it, should not have to
wait meanwhile: a process of its own draws, from plain data, and everything else comes before it. As long as
that process is not there, a thread does the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

from burgher.server.problems import Stopping
from burgher.server.stopping import SENTENCE
from burgher.server.workers import A_STEP_BACK, Hand, stand_back

log = logging.getLogger(__name__)

AT_ONCE = 2
"""While one is drawn, the next is taken down."""
GIVING_WAY_SECONDS = 0.0005
"""After how long a thread that takes its time lets others have their turn."""

RETRY_SECONDS = 10.0
"""How long a process that draws is not missed, when none can be started."""

Made = TypeVar("Made")


class Easel:
    """Where tables are drawn, in the order in which people ask."""

    def __init__(self, prepare: Callable[[], object]) -> None:
        """An easel for whose process there is something to prepare."""
        self._prepare = prepare
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._is_stopping = False
        self._thread = ThreadPoolExecutor(1, "easel")
        self._hand: Hand | None = None
        """The process that draws, once it is ready."""
        self._starting: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """When those who came before are served; raises `Stopping`.

        Whoever looks only then at what is to be drawn draws nothing that is no longer so.
        """
        async with self._turns:
            if self._is_stopping:
                raise Stopping(SENTENCE)
            yield

    async def draw(self, work: Callable[..., Made], *arguments: object) -> Made:
        """What a function makes of plain data; both can be sent to another process."""
        hand = self._hand
        if hand is not None:
            try:
                return await hand.do(work, *arguments)
            except ConnectionError:
                if self._hand is hand:
                    log.error("The process that drew has died: starting anew")
                    self.start()
        return await self.beside(partial(work, *arguments))

    async def beside(self, work: Callable[[], Made]) -> Made:
        """Do what takes its time in a thread, while everything else goes on."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def start(self) -> None:
        """Let a process draw, from when it is ready."""
        self._let_go()
        self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        while self._hand is None:
            try:
                hand = await Hand.started()
                # First of all: whoever comes while it gets ready is served by a thread of ours.
                await hand.do(stand_back, A_STEP_BACK)
                await hand.do(self._prepare)
            except OSError as error:
                if self._is_stopping:
                    return
                log.error("There is no process that draws: %s", str(error) or type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._hand = hand

    def _let_go(self) -> None:
        if self._starting is not None:
            self._starting.cancel()
        if self._hand is not None:
            self._hand.close()
        self._starting = self._hand = None

    @property
    def is_stopping(self) -> bool:
        """Whether nothing more is begun."""
        return self._is_stopping

    def stop(self) -> None:
        """Begin nothing more: whoever waits for their turn is told so."""
        self._is_stopping = True

    def close(self) -> None:
        """Let go of thread and process."""
        self.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._let_go()

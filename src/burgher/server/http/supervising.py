"""Several server processes on one port, around one PostgreSQL: started, watched, started anew, and stopped.

Each has a socket of its own on the port, and the system shares connections out among them (SO_REUSEPORT). So
one that has died gets no more of them, and those who were connected to it come back to another.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from time import monotonic
from typing import TYPE_CHECKING

from burgher.kernel.errors import BadOptions
from burgher.server.http.serving import bound, serve
from burgher.server.settings import Settings
from burgher.server.storage.database import opened
from burgher.server.tables.workers import ignore_interrupt

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

log = logging.getLogger(__name__)

FIRST_DELAY_SECONDS, LONGEST_DELAY_SECONDS = 0.5, 30.0
"""How long to wait before a process that has died is started anew: twice as long each time."""
SOUND_SECONDS = 60.0
"""Whoever has run for so long before it died is not to blame for having died before."""
STOP_SECONDS = 10.0
"""How long all may take to stop in peace."""


def delay(deaths: int) -> float:
    """How long to wait when a process has died so many times in a row."""
    return min(FIRST_DELAY_SECONDS * 2.0 ** min(deaths - 1, 10), LONGEST_DELAY_SECONDS)


def check_workers(settings: Settings) -> None:
    """Raise `BadOptions` where several server processes cannot be."""
    if settings.database.get_backend_name() == "sqlite":
        raise BadOptions(
            "several workers share a PostgreSQL (--database postgresql://…): a file has one server process"
        )
    if not hasattr(socket, "SO_REUSEPORT"):
        raise BadOptions("this system cannot share a port between processes: leave out --workers")


def reserved(host: str, port: int | None) -> socket.socket:
    """A port that nobody else has, kept for processes to come; raises `BadOptions`."""
    with bound(host, port) as alone:  # it fails if anybody listens there already
        address = alone.getsockname()
    keeper = socket.socket(alone.family)
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    keeper.bind(address)  # it does not listen, and so gets no connections
    return keeper


def supervise(
    settings: Settings,
    workers: int,
    host: str,
    port: int,
    ready: Callable[[], None],
    metrics: tuple[str, int] | None = None,
) -> None:
    """Keep some server processes running until told to stop; raises `BadOptions` when they cannot begin.

    Each shows its own numbers to Prometheus: the first on the port of `metrics`, the next on the one after.
    """
    asyncio.run(_Supervisor(settings, workers, host, port, metrics).run(ready))


class _Supervisor:
    """Whoever watches over some server processes."""

    def __init__(
        self, settings: Settings, workers: int, host: str, port: int, metrics: tuple[str, int] | None
    ) -> None:
        self._settings = settings
        self._address = host, port
        self._metrics = metrics
        self._workers = workers
        self._stop = asyncio.Event()
        self._failure: str | None = None
        """What keeps a process from beginning that never has."""
        self._ready = 0
        self._all_ready = asyncio.Event()

    async def run(self, ready: Callable[[], None]) -> None:
        """Until a signal says otherwise."""
        async with opened(self._settings.database):
            pass  # it is brought up to date once, and what a person can mend is said now
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop.set)
        watching = [asyncio.create_task(self._watch(number)) for number in range(self._workers)]
        telling = asyncio.create_task(self._tell(ready))
        await asyncio.gather(*watching)
        telling.cancel()
        if self._failure is not None:
            raise BadOptions(self._failure)

    async def _tell(self, ready: Callable[[], None]) -> None:
        await self._all_ready.wait()
        ready()

    async def _watch(self, number: int) -> None:
        """Keep one process running: started, and started anew when it dies."""
        deaths = 0
        while not self._stop.is_set():
            began = monotonic()
            process, heard = self._started(number)
            await self._until_it_ends(process, heard)
            if self._stop.is_set():
                return
            deaths = 1 if monotonic() - began > SOUND_SECONDS else deaths + 1
            pause = delay(deaths)
            log.error(
                "Server process %d has ended with code %s: another starts in %.1f seconds",
                number + 1,
                process.exitcode,
                pause,
            )
            try:
                async with asyncio.timeout(pause):
                    await self._stop.wait()
            except TimeoutError:
                pass

    def _started(self, number: int) -> tuple[SpawnProcess, Connection]:
        heard, said = get_context("spawn").Pipe(duplex=False)
        metrics = None
        if self._metrics is not None:
            host, port = self._metrics
            metrics = host, port + number if port else 0
        process = get_context("spawn").Process(
            target=_work, args=(self._settings, self._address, metrics, said), name=f"server-{number + 1}"
        )
        with ignore_interrupt():  # Ctrl-C is for us, who pass it on
            process.start()
        said.close()
        return process, heard

    async def _until_it_ends(self, process: SpawnProcess, heard: Connection) -> None:
        """Wait for a process; when all are to stop, tell it so, and do not wait for ever."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(process.sentinel, ended.set)
        loop.add_reader(heard.fileno(), self._hear, heard)
        waits = [asyncio.create_task(self._stop.wait()), asyncio.create_task(ended.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            if not ended.is_set():
                process.terminate()
                try:
                    async with asyncio.timeout(STOP_SECONDS):
                        await ended.wait()
                except TimeoutError:
                    log.error("A server process does not stop: it is ended")
                    process.kill()
            process.join()
            self._hear(heard)
        finally:
            for wait in waits:
                wait.cancel()
            loop.remove_reader(process.sentinel)
            loop.remove_reader(heard.fileno())
            heard.close()

    def _hear(self, heard: Connection) -> None:
        """Note what a process says: that it is ready, or why it cannot be."""
        try:
            if not heard.poll():
                return
            said: str = heard.recv()
        except (OSError, EOFError):
            asyncio.get_running_loop().remove_reader(heard.fileno())
            return
        if not said:
            self._ready += 1
            if self._ready >= self._workers:
                self._all_ready.set()
        elif not self._all_ready.is_set():
            self._failure = said
            self._stop.set()
        else:
            log.error("A server process cannot begin: %s", said)


def _work(
    settings: Settings, address: tuple[str, int], metrics: tuple[str, int] | None, said: Connection
) -> None:
    """What each server process does."""
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    try:
        listener = bound(*address, shared=True)
        metrics_listener = None if metrics is None else bound(*metrics)
        serve(settings, listener, lambda: said.send(""), metrics_listener)
    except BadOptions as error:
        said.send(str(error))
        sys.exit(2)


def _stop_with_parent() -> None:
    """Stop in peace when whoever watches over us is gone."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

"""Processes that work for a server, and how they begin and end."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from typing import Any, Self, TypeVar

BACKGROUND_NICENESS, STUDY_NICENESS = 5, 10
"""How nice whoever draws or thinks for long is to whoever plays, and whoever studies to all of them."""
HEAD = 4
"""So many bytes say how long a message is."""
LARGEST = 2**20
"""Messages up to this length are read in one go."""

Made = TypeVar("Made")


def worker_pool(number: int, *, niceness: int = 0) -> ProcessPoolExecutor:
    """Some processes, which start with the first work; the nicer, the more others come before them."""
    return ProcessPoolExecutor(number, get_context("spawn"), _begin, (niceness,))


@contextmanager
def ignore_interrupt() -> Iterator[None]:
    """What is started meanwhile never hears Ctrl-C, not even before it could say that it does not want to."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(niceness: int = 0) -> None:
    """What each of them begins with: leave Ctrl-C to the server, and end with it however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    lower_priority(niceness)


def lower_priority(niceness: int) -> None:
    """Let others come before this process, where the system knows how."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


class Worker:
    """A process that does what it is sent, one thing after another.

    For work that comes a hundred times a second: no thread of ours stands between it and the event loop,
    since whenever one wakes, everybody waits.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._awaited: deque[asyncio.Future[Any]] = deque()
        self._listening = asyncio.create_task(self._listen(reader))

    @classmethod
    async def start(cls) -> Self:
        """A process that is about to start."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = get_context("spawn").Process(target=_work, args=(theirs,), daemon=True)
            with ignore_interrupt():
                process.start()
        return cls(*await asyncio.open_connection(limit=LARGEST, sock=ours))

    async def run(self, work: Callable[..., Made], *arguments: object) -> Made:
        """What a function makes of its arguments there; raises `ConnectionError` when there is nobody."""
        if self._listening.done():
            raise ConnectionResetError
        done: asyncio.Future[Made] = asyncio.get_running_loop().create_future()
        self._awaited.append(done)
        self._writer.write(_message((work, arguments)))
        return await done

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        try:
            while True:
                size = int.from_bytes(await reader.readexactly(HEAD))
                made, error = pickle.loads(await reader.readexactly(size))
                done = self._awaited.popleft()
                if done.done():  # whoever asked is gone
                    continue
                if error is None:
                    done.set_result(made)
                else:
                    done.set_exception(error)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            while self._awaited:
                done = self._awaited.popleft()
                if not done.done():
                    done.set_exception(ConnectionResetError())

    def close(self) -> None:
        """Let it go."""
        self._listening.cancel()
        self._writer.close()


def _message(content: object) -> bytes:
    packed = pickle.dumps(content, pickle.HIGHEST_PROTOCOL)
    return len(packed).to_bytes(HEAD) + packed


def _work(line: socket.socket) -> None:
    """What the process of a `Worker` does, until nobody is there any more."""
    _begin()
    with line, line.makefile("rb") as sent:
        while head := sent.read(HEAD):
            work, arguments = pickle.loads(sent.read(int.from_bytes(head)))
            try:
                answer = _message((work(*arguments), None))
            except Exception as error:
                answer = _message((None, error))
            try:
                line.sendall(answer)
            except OSError:
                return

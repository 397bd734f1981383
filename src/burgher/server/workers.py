"""Processes that work for a server, and how they begin and end."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import connection, get_context, parent_process

NICENESS = 10
"""Whoever plays comes before whoever draws or studies."""


def workers(number: int, *, behind: bool = False) -> ProcessPoolExecutor:
    """Some processes, which start with the first work; those that come `behind` everything else are slower."""
    return ProcessPoolExecutor(number, get_context("spawn"), _begin_behind if behind else _begin)


def _begin() -> None:
    """What each of them begins with: leave Ctrl-C to the server, and end with it however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _begin_behind() -> None:
    _begin()
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)

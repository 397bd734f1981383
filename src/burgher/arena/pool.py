"""Work on numbered games, spread over processes."""

from __future__ import annotations

import faulthandler
import os
import signal
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from hashlib import blake2b
from multiprocessing import get_context
from time import perf_counter
from typing import TypeVar

from burgher.kernel.errors import BurgherError

Result = TypeVar("Result")
Work = Callable[[range], Result]
"""What is done with the games of some numbers. For other processes it must be picklable."""

PORTION_SECONDS = 0.5
"""How long a portion of games should take: long enough to be worth sending, short enough to wait for."""
MOST_AT_ONCE = 1000


class WorkerLost(BurgherError):
    """A process that played games is gone, with them."""


def processors() -> int:
    """How many processes can really run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def derived(*numbers: int) -> int:
    """A seed that depends on all of some numbers: a series' seed, a game's number, a seat."""
    return int.from_bytes(blake2b(repr(numbers).encode(), digest_size=8).digest(), "big") >> 2


def spread(work: Work[Result], numbers: range, processes: int) -> Generator[tuple[range, Result]]:
    """Do the work for all numbers, in portions, giving those done with their results, in any order.

    What the results say together is the same for any number of processes as long as the work for a
    number depends on nothing else. Closing the iterator stops the work.
    """
    if processes == 1 or len(numbers) == 1:
        return _alone(work, numbers)
    return _together(work, numbers, processes)


class _Portions:
    """Cuts numbers into portions, each as large as the time that earlier ones took suggests."""

    def __init__(self, numbers: range) -> None:
        self.left = numbers
        self.size = 1

    def next(self) -> range:
        portion, self.left = self.left[: self.size], self.left[self.size :]
        return portion

    def took(self, portion: range, seconds: float) -> None:
        fitting = int(len(portion) * PORTION_SECONDS / max(seconds, 1e-6))
        # The first game pays for what all others find in place: grow by steps.
        self.size = max(1, min(fitting, 4 * len(portion), MOST_AT_ONCE))


def _timed(work: Work[Result], portion: range) -> tuple[Result, float]:
    start = perf_counter()
    return work(portion), perf_counter() - start


def _alone(work: Work[Result], numbers: range) -> Generator[tuple[range, Result]]:
    portions = _Portions(numbers)
    while portions.left:
        portion = portions.next()
        result, seconds = _timed(work, portion)
        portions.took(portion, seconds)
        yield portion, result


def _together(work: Work[Result], numbers: range, processes: int) -> Generator[tuple[range, Result]]:
    portions = _Portions(numbers)
    running: dict[Future[tuple[Result, float]], range] = {}
    # Spawned on every system: what works here works everywhere.
    pool = ProcessPoolExecutor(min(processes, len(numbers)), get_context("spawn"), _start_worker)
    try:
        while portions.left or running:
            while portions.left and len(running) < 2 * processes:
                portion = portions.next()
                running[pool.submit(_timed, work, portion)] = portion
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                result, seconds = future.result()
                portion = running.pop(future)
                portions.took(portion, seconds)
                yield portion, result
    except BrokenProcessPool as error:
        lost = ", ".join(f"{portion[0]} to {portion[-1]}" for portion in running.values())
        raise WorkerLost(
            f"a process died, perhaps for want of memory, while games {lost} were being played: "
            "with fewer processes it may work"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _start_worker() -> None:
    """Let Ctrl-C end a worker at once and without a word, and a crash say where it happened."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    faulthandler.enable()

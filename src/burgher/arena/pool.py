"""Work on numbered games, spread over a pool: this process, several of this machine, or a cluster's."""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from hashlib import blake2b
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from time import perf_counter
from typing import Any, Generic, TypeVar

from burgher.kernel.errors import BurgherError

Result = TypeVar("Result")
Work = Callable[[Sequence[int]], Result]
"""What is done with the games of some numbers. For other processes it must be picklable."""

PORTION_SECONDS = 0.5
"""How long a portion of games should take: long enough to be worth sending, short enough to wait for."""
MOST_AT_ONCE = 1000
ATTEMPTS = 3
"""A portion whose process has died so many times is not tried again."""


class WorkerLost(BurgherError):
    """The processes that played some games are gone, time and again."""

    def __init__(self, portion: Sequence[int]) -> None:
        super().__init__(
            f"a process died, perhaps for want of memory, {ATTEMPTS} times in a row while games "
            f"{portion[0]} to {portion[-1]} were being played: with fewer processes it may work"
        )


def processors() -> int:
    """How many processes can really run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def derived(*numbers: int) -> int:
    """A seed that depends on all of some numbers: a series' seed, a game's number, a seat."""
    return int.from_bytes(blake2b(repr(numbers).encode(), digest_size=8).digest(), "big") >> 2


# -- the work --------------------------------------------------------------------------------------


def spread(
    work: Work[Result], numbers: Sequence[int], pool: WorkerPool
) -> Generator[tuple[Sequence[int], Result]]:
    """Do the work for all numbers, in portions, giving those done with their results, in any order.

    What the results say together is the same for any pool as long as the work for a number depends on
    nothing else. A process that dies costs time and nothing else: its portion is done again. Closing the
    iterator stops the work; the pool can then be given other work.
    """
    portions, at_work = _Portions(numbers), 0
    try:
        while portions.left or at_work:
            while portions.left and at_work < pool.size:
                pool.take(work, portions.next())
                at_work += 1
            done: Done[Result] = pool.give()
            at_work -= 1
            portions.took(done)
            yield done.portion, done.result
    finally:
        pool.drop()


class Done(Generic[Result]):
    """A portion of work that was done."""

    def __init__(self, portion: Sequence[int], result: Result, seconds: float) -> None:
        self.portion = portion
        self.result = result
        self.seconds = seconds


def attempt(work: Work[Result], portion: Sequence[int]) -> Done[Result]:
    """Do a portion of work, here and now."""
    start = perf_counter()
    return Done(portion, work(portion), perf_counter() - start)


class _Portions:
    """Cuts numbers into portions, each as large as the time that earlier ones took suggests."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.left = numbers
        self.size = 1

    def next(self) -> Sequence[int]:
        portion, self.left = self.left[: self.size], self.left[self.size :]
        return portion

    def took(self, done: Done[Any]) -> None:
        count = len(done.portion)
        fitting = int(count * PORTION_SECONDS / max(done.seconds, 1e-6))
        # The first game pays for what all others find in place: grow by steps.
        self.size = max(1, min(fitting, 4 * count, MOST_AT_ONCE))


# -- the workers ------------------------------------------------------------------------------------


class WorkerPool(ABC):
    """Workers that do a portion of work each at a time. Leaving it as a context ends them."""

    size: int
    """How many portions are worked on at once."""

    @abstractmethod
    def take(self, work: Work[Any], portion: Sequence[int]) -> None:
        """Have a portion of work done; at most `size` may be under way."""

    @abstractmethod
    def give(self) -> Done[Any]:
        """Wait until one of the portions taken is done. An error that the work raised is raised here."""

    @abstractmethod
    def drop(self) -> None:
        """Leave undone whatever has been taken and not given."""

    def close(self) -> None:
        """End those who worked."""
        self.drop()

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_pool(games: int, processes: int | None = None, ray: str | None = None) -> WorkerPool:
    """A pool for so many games: processes here, one for each processor if not said, or a Ray cluster's."""
    if ray is not None:
        from burgher.arena.cluster import Cluster

        return Cluster(ray)
    size = min(games, processes or processors())
    return Processes(size) if size > 1 else SingleProcess()


class SingleProcess(WorkerPool):
    """This process, by itself."""

    size = 1

    def __init__(self) -> None:
        self._taken: tuple[Work[Any], Sequence[int]] | None = None

    def take(self, work: Work[Any], portion: Sequence[int]) -> None:
        self._taken = work, portion

    def give(self) -> Done[Any]:
        assert self._taken is not None
        return attempt(*self._taken)

    def drop(self) -> None:
        self._taken = None


class Processes(WorkerPool):
    """Processes of this machine."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, _Worker] = {}

    def take(self, work: Work[Any], portion: Sequence[int]) -> None:
        self._hand((work, portion), 1)

    def _hand(self, job: tuple[Work[Any], Sequence[int]], tried: int) -> None:
        worker = self._idle.pop() if self._idle else _Worker()
        worker.begin(job, tried)
        self._busy[worker.pipe] = worker

    def give(self) -> Done[Any]:
        while True:
            for pipe in wait(list(self._busy)):
                assert isinstance(pipe, Connection)
                worker = self._busy.pop(pipe)
                try:
                    answer = pipe.recv()
                except (EOFError, ConnectionError):
                    worker.end()
                    if worker.tried == ATTEMPTS:
                        raise WorkerLost(worker.job[1]) from None
                    self._hand(worker.job, worker.tried + 1)
                    continue
                self._idle.append(worker)
                if isinstance(answer, BaseException):
                    raise answer
                assert isinstance(answer, Done)
                return answer

    def drop(self) -> None:
        for worker in self._busy.values():
            worker.end()
        self._busy.clear()

    def close(self) -> None:
        self.drop()
        for worker in self._idle:
            worker.end()
        self._idle.clear()


class _Worker:
    """A process that works, seen from outside."""

    def __init__(self) -> None:
        # Spawned on every system: what works here works everywhere.
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,))
        self._process.start()
        theirs.close()

    def begin(self, job: tuple[Work[Any], Sequence[int]], tried: int) -> None:
        self.job, self.tried = job, tried
        try:
            self.pipe.send(job)
        except ConnectionError:  # it died while it was idle: waiting for its answer shows that
            pass

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self.pipe.close()


def _serve(pipe: Connection) -> None:
    """Work until nobody asks any more: the whole life of a process."""
    # Ctrl-C ends it at once and without a word; a crash says where it happened.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    faulthandler.enable()
    try:
        while True:
            job = pipe.recv()
            try:
                pipe.send(attempt(*job))
            except Exception as error:
                pipe.send(_carried(error))
    except (EOFError, ConnectionError):
        pass


def _carried(error: Exception) -> Exception:
    """An error as it can be sent to another process, with where it was raised as a note."""
    where = "".join(traceback.format_exception(error))
    error.add_note(f"raised in another process:\n{where}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(where)
    return error

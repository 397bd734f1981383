"""Thinking: in which process, in whose turn, and how long it takes.

Some processes think about whatever is next (`fair_queue`). One more thinks only about what takes a fraction
of a second, so that nobody who plays against a quick opponent waits until somebody else's slow one has made
up its mind.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from time import perf_counter
from typing import TypeVar

from burgher import agents
from burgher.kernel.ints import COMPILED
from burgher.server.tables.fair_queue import FairQueue, Thought
from burgher.server.tables.workers import BACKGROUND_NICENESS, ignore_interrupt, worker_pool

log = logging.getLogger(__name__)

QUICK_SECONDS = 0.2
"""What should take no longer is quick."""
QUICK_LIMIT_SECONDS = 1.0
"""When something that should have been quick is not done by then, it is thought about elsewhere."""
WEIGHT = 0.3
"""How much the latest thought says about how long the next of its kind will take."""
KINDS_KEPT = 1000
SIMULATION_SECONDS = 0.0002 if COMPILED else 0.01
"""How long a simulation of a search takes, where nobody knows better yet."""
UNKNOWN_SECONDS = 1.0

Found = TypeVar("Found")


class Costs:
    """How long thoughts of each kind take, by those that were thought here."""

    def __init__(self) -> None:
        self._seconds: dict[Hashable, float] = {}

    def expected(self, kind: Hashable, otherwise: float) -> float:
        """How long a thought should take."""
        return self._seconds.get(kind, otherwise)

    def note(self, kind: Hashable, seconds: float) -> None:
        """Remember how long one took."""
        if len(self._seconds) >= KINDS_KEPT:
            self._seconds.clear()
        before = self._seconds.get(kind, seconds)
        self._seconds[kind] = before + WEIGHT * (seconds - before)


def first_guess(agent: str) -> float:
    """How many seconds an agent may think about an action, before one has been seen to."""
    name, _, argument = agents.agent_called(agent).partition(":")
    if name in ("random", "greedy"):
        return 0.001 if COMPILED else 0.05
    if name == "search" and (simulations := re.match(r"(\d+)(,|$)", argument)):
        return int(simulations[1]) * SIMULATION_SECONDS
    return UNKNOWN_SECONDS


class Lane:
    """Processes that think, of which each has one thought at a time."""

    def __init__(self, processes: int, *, quick: bool, given: Executor | None) -> None:
        self.quick = quick
        self.free = processes
        self._processes = processes
        self._given = given
        self._executor = given or self._started()

    def _started(self) -> Executor:
        # Long thoughts give way: to whoever plays, to who draws, and to quick thoughts.
        return worker_pool(self._processes, niceness=0 if self.quick else BACKGROUND_NICENESS)

    def start(self) -> None:
        """Start a process already, so that the first thought need not wait for it."""
        with ignore_interrupt():
            self._executor.submit(os.getpid)

    async def think(self, work: Callable[..., Found], *arguments: object) -> Found:
        """What a function finds in another process; raises `BrokenProcessPool` when that dies."""
        executor = self._executor
        try:
            with ignore_interrupt():
                thinking = executor.submit(work, *arguments)
            return await asyncio.wrap_future(thinking)
        except BrokenProcessPool:
            if self._executor is executor and self._given is None:
                log.error("A process that was thinking has died: starting anew")
                self._executor = self._started()
            raise

    def renew(self) -> None:
        """Have other processes for what comes from now on; those of before end what they are at."""
        if self._given is None:
            before, self._executor = self._executor, self._started()
            before.shutdown(wait=False)

    def close(self) -> None:
        """Let the processes go."""
        if self._given is None:
            self._executor.shutdown(wait=False, cancel_futures=True)


class Thinking:
    """The processes that think, and everybody who waits for one."""

    def __init__(self, processes: int, given: Executor | None = None) -> None:
        """So many processes for all thoughts, and one for quick ones; or another executor in their place."""
        self.queue = FairQueue()
        self.lanes = [Lane(1, quick=True, given=given), Lane(processes, quick=False, given=given)]
        self._turns: dict[Thought, asyncio.Future[Lane]] = {}
        self.begun = 0
        """How many thoughts have a process now."""
        self.note_wait: Callable[[float, bool], None] = lambda seconds, quick: None
        """Told how long each thought has waited for one, and whether it is the one for quick thoughts."""

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a process."""
        return len(self.queue)

    def start(self) -> None:
        """Start processes already, so that the first move need not wait for them."""
        for lane in self.lanes:
            lane.start()

    @asynccontextmanager
    async def turn(self, thought: Thought) -> AsyncIterator[Lane]:
        """When it is a thought's turn: where it may be thought about."""
        turn = self._turns[thought] = asyncio.get_running_loop().create_future()
        asked = perf_counter()
        self.queue.put(thought)
        self._hand_out()
        try:
            lane = await turn
        except asyncio.CancelledError:
            self.queue.remove(thought)
            if (
                turn.done() and not turn.cancelled()
            ):  # it came in the moment in which nobody wanted it any more
                self._give_back(thought, turn.result(), 0)
            raise
        finally:
            self._turns.pop(thought, None)
        began = perf_counter()
        self.note_wait(began - asked, lane.quick)
        self.begun += 1
        try:
            yield lane
        finally:
            self.begun -= 1
            self._give_back(thought, lane, perf_counter() - began)

    def _give_back(self, thought: Thought, lane: Lane, seconds: float) -> None:
        lane.free += 1
        self.queue.done(thought, seconds)
        self._hand_out()

    def _hand_out(self) -> None:
        """Let those think whose turn it is, as far as there are processes."""
        for lane in self.lanes:
            while lane.free and (thought := self.queue.take(quick_only=lane.quick)):
                turn = self._turns[thought]
                if turn.cancelled():
                    self.queue.done(thought, 0)
                    continue
                lane.free -= 1
                turn.set_result(lane)

    def renew(self) -> None:
        """Have other processes for what comes from now on."""
        for lane in self.lanes:
            lane.renew()
        self.start()

    def close(self) -> None:
        """Let all processes go."""
        for lane in self.lanes:
            lane.close()

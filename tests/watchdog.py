"""Stops a test that will never end, and shows where it was; a slow machine is given more time.

The clock of a test runs as fast as the machine lets it: where six programs want each core, six times slower.
"""

from __future__ import annotations

import faulthandler
import os
import threading
import time
from collections.abc import Generator
from typing import IO

import pytest

TICK = 5.0
"""Seconds between two looks at the clock."""


def pace(load: float, cores: int) -> float:
    """Which part of its time a program has to itself, when so many want to run."""
    return min(1.0, cores / load) if load > 0 else 1.0


class Watchdog:
    """Ends this process when its test has had `limit` seconds, as `pace` counts them."""

    def __init__(self, limit: float, told: IO[str]) -> None:
        self.limit = limit
        self.told = told
        self.had = 0.0
        """How much of its time the running test has had."""
        self._changed = threading.Condition()
        self._running = False
        threading.Thread(target=self._watch, daemon=True, name="watchdog").start()

    def begin(self) -> None:
        """A test begins."""
        with self._changed:
            self.had = 0.0
            self._running = True
            self._arm(self.limit)

    def end(self) -> None:
        """It has ended."""
        with self._changed:
            self._running = False
            faulthandler.cancel_dump_traceback_later()

    def _arm(self, seconds: float) -> None:
        # It needs no Python to run: compiled code that never returns is stopped too.
        faulthandler.dump_traceback_later(seconds, exit=True, file=self.told)

    def _watch(self) -> None:
        tick = min(TICK, self.limit / 10)
        while True:
            before = time.monotonic()
            time.sleep(tick)
            with self._changed:
                if not self._running:
                    continue
                passed = time.monotonic() - before
                self.had += passed * pace(os.getloadavg()[0], os.cpu_count() or 1)
                # As long as we can run at all, only what the test has had counts.
                self._arm(self.limit if self.had < self.limit else 0.001)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(
        "hang_seconds", "a test that takes so long, on a machine with nothing else to do, hangs", default="0"
    )


def pytest_configure(config: pytest.Config) -> None:
    limit = float(config.getini("hang_seconds"))
    if limit and hasattr(os, "getloadavg"):
        told = os.fdopen(os.dup(2), "w")  # pytest takes the other one away
        config.pluginmanager.register(_Guard(Watchdog(limit, told)), "watchdog-guard")


class _Guard:
    def __init__(self, watchdog: Watchdog) -> None:
        self.watchdog = watchdog

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self.watchdog.begin()
        try:
            return (yield)
        finally:
            self.watchdog.end()

"""The log: of each kind of line some a minute, the others counted, and nothing that pretends to be a line."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from burgher.server.http.log_limits import (
    KINDS,
    LONGEST_MESSAGE,
    LONGEST_TRACEBACK,
    PER_MINUTE,
    LimitedHandler,
)


class Clock:
    """A clock that goes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def written() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def log(written: io.StringIO, clock: Clock) -> Iterator[logging.Logger]:
    logger = logging.getLogger("limited")
    handler = LimitedHandler(written, clock)
    logger.addHandler(handler)
    logger.propagate = False
    yield logger
    logger.removeHandler(handler)


def test_a_flood_is_counted(log: logging.Logger, written: io.StringIO, clock: Clock) -> None:
    for n in range(12_345 + PER_MINUTE):
        log.warning("%s knocks", n)
    log.warning("something else")
    lines = written.getvalue().splitlines()
    assert len(lines) == PER_MINUTE + 1
    assert lines[0].endswith("WARNING limited: 0 knocks")
    clock.now += 60
    log.warning("%s knocks", "late")
    *_, count, last = written.getvalue().splitlines()
    assert "WARNING limited: … and 12,345 more in the last minute like: 10 knocks" in count
    assert last.endswith("late knocks")


def test_the_count_is_told_without_another(log: logging.Logger, written: io.StringIO, clock: Clock) -> None:
    for _ in range(PER_MINUTE + 5):
        log.warning("knock")
    (handler,) = (one for one in log.handlers if isinstance(one, LimitedHandler))
    handler.report()
    assert "more" not in written.getvalue()
    clock.now += 61
    handler.report()
    handler.report()
    assert written.getvalue().count("… and 5 more") == 1
    for _ in range(PER_MINUTE + 2):
        log.warning("knock")
    handler.report(now=True)
    assert "… and 2 more" in written.getvalue()


def test_many_kinds_are_no_way_around(log: logging.Logger, written: io.StringIO) -> None:
    for n in range(5000):
        log.warning(f"kind {n}")
    assert len(written.getvalue().splitlines()) == KINDS + PER_MINUTE


def test_a_line_is_one_line(log: logging.Logger, written: io.StringIO) -> None:
    log.warning("%s", "a\n2026 ERROR: not so\r\x1b[31m\x00\u2028b")
    assert written.getvalue().count("\n") == 1
    assert r"a\n2026 ERROR: not so\r\x1b[31m\x00\u2028b" in written.getvalue()


def test_a_line_has_an_end(log: logging.Logger, written: io.StringIO) -> None:
    log.warning("%s", "x" * 10**6)
    assert len(written.getvalue()) < LONGEST_MESSAGE + 100
    before = written.tell()
    try:
        raise ValueError("y\x1b[31m" * 10**5)
    except ValueError:
        log.exception("it failed")
    assert written.tell() - before < LONGEST_TRACEBACK + 200
    assert "\x1b" not in written.getvalue()

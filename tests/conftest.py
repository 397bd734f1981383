"""Every test can run on the compiled package and on the plain source; this says which it is."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import burgher

FOUND = "compiled" if burgher.COMPILED else "source"

pytest_plugins = ["watchdog"]

# A property takes its time when interpreted, or beside much else: a deadline would test the machine.
settings.register_profile("burgher", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("burgher")

# A shell that starts something in the background has it ignore Ctrl-C, and everything started from there
# too: programs under test would then never hear the one that a test sends.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    manner = "compiled" if burgher.COMPILED else "plain source"
    return f"burgher {burgher.__version__}: {manner}, in {Path(burgher.__file__).parent}"


def pytest_collection_finish() -> None:
    # Thousands of tests and all that they import stay to the end: not to be gone through again and again.
    gc.collect()
    gc.freeze()


def pytest_sessionstart() -> None:
    expected = os.environ.get("BURGHER_EXPECT", FOUND)
    if expected != FOUND:
        pytest.exit(f"BURGHER_EXPECT={expected}, but this is {FOUND}: {burgher.__file__}", returncode=4)

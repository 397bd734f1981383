"""A test that never ends is stopped, and a busy machine is not mistaken for one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from building import ROOT
from waiting import PATIENCE
from watchdog import pace


@pytest.mark.parametrize(
    ("load", "cores", "part"), [(0, 2, 1), (0.5, 2, 1), (2, 2, 1), (4, 2, 0.5), (12, 2, 1 / 6), (8, 16, 1)]
)
def test_the_clock_of_a_test_runs_as_fast_as_the_machine_lets_it(
    load: float, cores: int, part: float
) -> None:
    assert pace(load, cores) == part


def ran(tmp_path: Path, test: str, limit: int) -> subprocess.CompletedProcess[str]:
    """One test of its own, after another, with a limit in seconds."""
    (tmp_path / "test_it.py").write_text(
        f"import time\ndef test_first():\n    pass\ndef test_it():\n    {test}\n"
    )
    options = [
        "-p",
        "watchdog",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        "--rootdir",
        str(tmp_path),
        "-q",
    ]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-o", f"hang_seconds={limit}", str(tmp_path)],
        env={"PYTHONPATH": str(ROOT / "tests")},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("endless", ["time.sleep(10_000)", "while True: pass", "sum(iter(int, 1))"])
def test_what_never_ends_is_stopped_and_shown(tmp_path: Path, endless: str) -> None:
    ended = ran(tmp_path, endless, 1)
    assert ended.returncode == 1
    assert "in test_it" in ended.stderr
    assert "Timeout" in ended.stderr


def test_what_ends_is_left_alone(tmp_path: Path) -> None:
    ended = ran(tmp_path, "time.sleep(0.1)", 60)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "2 passed" in ended.stdout

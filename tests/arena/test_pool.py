from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import burgher
from burgher.arena.pool import WorkerLost, derived, spread


def squares(numbers: range) -> list[int]:
    return [number**2 for number in numbers]


def slow(numbers: range) -> int:
    time.sleep(0.02)
    return len(numbers)


def die_at(unlucky: int, numbers: range) -> None:
    if unlucky in numbers:
        os._exit(3)


def fail_at(unlucky: int, numbers: range) -> None:
    if unlucky in numbers:
        raise ZeroDivisionError(f"at {unlucky}")


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_every_number_is_worked_on_once(processes: int) -> None:
    parts = list(spread(squares, range(3, 2500), processes))
    assert sorted(number for portion, _ in parts for number in portion) == list(range(3, 2500))
    assert all(result == squares(portion) for portion, result in parts)
    assert len(parts) > 5


def test_closing_stops_the_work() -> None:
    for processes in (1, 2):
        work = spread(slow, range(10**12), processes)
        next(work)
        work.close()


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_comes_through(processes: int) -> None:
    with pytest.raises(ZeroDivisionError, match="at 30"):
        list(spread(partial(fail_at, 30), range(100), processes))


def test_a_process_that_dies_is_reported_with_its_games() -> None:
    with pytest.raises(WorkerLost, match=r"a process died, .* while games .* were being played"):
        list(spread(partial(die_at, 30), range(100), 2))


def test_seeds_depend_on_all_numbers() -> None:
    numbers = [(), (0,), (1,), (0, 1), (1, 0), (11,), (1, 1), (-1,)]
    seeds = {derived(*some) for some in numbers}
    assert len(seeds) == len(numbers)
    assert all(0 <= seed < 2**62 for seed in seeds)
    assert derived(1, 2) == 3888900625194381283


PROGRAM = """
import sys, time
from functools import partial
from pathlib import Path
from burgher.arena.pool import spread

def work(folder, numbers):
    (folder / str(numbers[0])).touch()
    time.sleep(60)

if __name__ == "__main__":
    try:
        list(spread(partial(work, Path(sys.argv[1])), range(10), 2))
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal to a group of processes here")
def test_ctrl_c_ends_all_processes_quietly(tmp_path: Path) -> None:
    program, begun = tmp_path / "program.py", tmp_path / "begun"
    program.write_text(PROGRAM)
    begun.mkdir()
    process = subprocess.Popen(
        [sys.executable, str(program), str(begun)],
        env={**os.environ, "PYTHONPATH": str(Path(burgher.__file__).parent.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while len(list(begun.iterdir())) < 2:
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")

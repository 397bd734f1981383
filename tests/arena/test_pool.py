from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

import burgher
from burgher.arena.pool import (
    Done,
    Processes,
    SingleProcess,
    WorkerLost,
    WorkerPool,
    _Portions,
    derived,
    open_pool,
    spread,
)
from waiting import PATIENCE


def squares(numbers: Sequence[int]) -> list[int]:
    return [number**2 for number in numbers]


def slow(numbers: Sequence[int]) -> int:
    time.sleep(0.02)
    return len(numbers)


def die_at(unlucky: int, numbers: Sequence[int]) -> None:
    if unlucky in numbers:
        os._exit(3)


def die_once(folder: Path, unlucky: int, numbers: Sequence[int]) -> list[int]:
    if unlucky in numbers and not (folder / "died").exists():
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return squares(numbers)


class Unsendable(Exception):
    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def fail_at(unlucky: int, numbers: Sequence[int]) -> None:
    if unlucky in numbers:
        raise ZeroDivisionError(f"at {unlucky}")


def fail_badly(numbers: Sequence[int]) -> None:
    raise Unsendable(1, 2)


def pools() -> list[WorkerPool]:
    return [SingleProcess(), Processes(2)]


def checked(parts: Sequence[tuple[Sequence[int], list[int]]], numbers: Sequence[int]) -> bool:
    """Whether every number was worked on once, and rightly."""
    return sorted(number for portion, _ in parts for number in portion) == sorted(numbers) and all(
        result == squares(portion) for portion, result in parts
    )


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("numbers", [range(3, 2500), [7, 1, 50, 3]])
def test_every_number_is_worked_on_once(processes: int, numbers: Sequence[int]) -> None:
    with open_pool(len(numbers), processes) as pool:
        assert pool.size == processes
        parts = list(spread(squares, numbers, pool))
    assert checked(parts, numbers)
    assert len(parts) >= 2


def test_portions_are_as_large_as_their_time_suggests() -> None:
    portions, sizes = _Portions(range(10**6)), []
    for seconds in (0.001, 0.001, 0.0001, 1e-9, 1e-9, 1e-9, 1e-9, 4.0, 100.0, 0.5):
        portion = portions.next()
        sizes.append(len(portion))
        portions.took(Done(portion, None, seconds))
    assert sizes == [1, 4, 16, 64, 256, 1000, 1000, 1000, 125, 1]


def test_nobody_is_hired_for_nothing() -> None:
    assert isinstance(open_pool(1, 8), SingleProcess)
    assert isinstance(open_pool(0), SingleProcess)
    assert open_pool(3, 8).size == 3


@pytest.mark.parametrize("pool", pools(), ids=lambda pool: type(pool).__name__)
def test_closing_stops_the_work_and_the_pool_can_be_given_other(pool: WorkerPool) -> None:
    with pool:
        work = spread(slow, range(10**12), pool)
        next(work)
        work.close()
        assert checked(list(spread(squares, range(10), pool)), range(10))


@pytest.mark.parametrize("pool", pools(), ids=lambda pool: type(pool).__name__)
def test_an_error_comes_through(pool: WorkerPool) -> None:
    with pool, pytest.raises(ZeroDivisionError, match="at 30"):
        list(spread(partial(fail_at, 30), range(100), pool))


def test_an_error_that_cannot_travel_is_told_of() -> None:
    with Processes(2) as pool, pytest.raises(RuntimeError, match="Unsendable: 1 and 2"):
        list(spread(fail_badly, range(3), pool))


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by a signal here")
def test_a_process_that_dies_costs_nothing_but_time(tmp_path: Path) -> None:
    with Processes(2) as pool:
        assert checked(list(spread(partial(die_once, tmp_path, 30), range(100), pool)), range(100))
    assert (tmp_path / "died").exists()


def test_games_that_always_kill_their_process_are_named() -> None:
    with Processes(2) as pool, pytest.raises(WorkerLost, match=r"a process died, .* while games .* played"):
        list(spread(partial(die_at, 30), range(100), pool))


def test_seeds_depend_on_all_numbers() -> None:
    numbers = [(), (0,), (1,), (0, 1), (1, 0), (11,), (1, 1), (-1,)]
    seeds = {derived(*some) for some in numbers}
    assert len(seeds) == len(numbers)
    assert all(0 <= seed < 2**62 for seed in seeds)
    assert derived(1, 2) == 3888900625194381283


PROGRAM = """
import sys, time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from burgher.arena.pool import Processes, spread

def work(folder, numbers):
    (folder / str(numbers[0])).touch()
    time.sleep(3600)

if __name__ == "__main__":
    try:
        with Processes(2) as pool:
            list(spread(partial(work, Path(sys.argv[1])), range(10), pool))
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
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, b"", b"")

"""A real Ray of two workers, in a process of its own; one of them is killed at work."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import burgher
from burgher import BurgherError
from burgher.arena import cluster
from burgher.arena.pool import open_pool
from waiting import PATIENCE

PROGRAM = """
import json, os, signal, sys
from functools import partial
from pathlib import Path

import burgher
from burgher.arena.contest import matches, play_coded
from burgher.arena.pool import SingleProcess, open_pool, spread
from burgher.arena.selfplay import Collection, SelfPlay
from burgher.kernel.errors import BurgherError

def collect(folder, pool):
    import pyarrow.parquet

    collection = Collection(folder, SelfPlay.of(burgher.load("burgundy", 2), "random", 1))
    collection.grow(3, pool)
    return [pyarrow.parquet.read_table(path) for path in collection.files().values()]

def play(folder, contest, codes):
    if 5 in codes and not (folder / "died").exists():
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid(), [outcome.scores for outcome in play_coded(contest, codes)]

def fail(codes):
    raise BurgherError(f"cannot do {codes}")

if __name__ == "__main__":
    from ray.cluster_utils import Cluster

    contest = tuple(matches(burgher.load("burgundy", 2), ["random", "greedy:2"], 1))
    work = partial(play, Path(sys.argv[1]), contest)
    ray = Cluster(True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    with open_pool(40, ray=ray.address) as pool:
        answers = list(spread(work, range(16), pool))
        try:
            list(spread(fail, range(3), pool))
        except BurgherError as error:
            refused = str(error)
        games = collect(Path(sys.argv[1]) / "theirs", pool)
    ray.shutdown()
    learned = games == collect(Path(sys.argv[1]) / "ours", SingleProcess())
    games = {code: scores for codes, (_, found) in answers for code, scores in zip(codes, found)}
    alone = dict(zip(range(16), work(range(16))[1]))
    print(json.dumps([pool.size, games == alone, learned, len({pid for _, (pid, _) in answers}), refused]))
"""


@pytest.mark.skipif(find_spec("ray") is None or find_spec("pyarrow") is None, reason="needs ray and pyarrow")
def test_a_worker_that_is_killed_costs_nothing_but_time(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    ended = subprocess.run(
        [sys.executable, str(program), str(tmp_path)],
        env={
            **os.environ,
            "PYTHONPATH": str(Path(burgher.__file__).parent.parent),
            "RAY_DEDUP_LOGS": "0",
            "RAY_USAGE_STATS_ENABLED": "0",
        },
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    size, same, learned, workers, refused = json.loads(ended.stdout.splitlines()[-1])
    assert (size, same) == (2, True)
    assert learned, "games to learn from are the same ones, too"
    assert (tmp_path / "died").exists()
    assert workers >= 2
    assert refused.startswith("cannot do")


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(cluster, "import_module", missing)
    with pytest.raises(BurgherError, match=r"a Ray cluster needs Ray: pip install ray"):
        open_pool(10, ray="auto")


class FakeRay:
    """Takes any address, and says which it was given."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def init(self, address: str, **_: object) -> None:
        self.asked.append(address)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def remote(self, **_: object) -> Callable[[object], object]:
        return lambda work: work

    def shutdown(self) -> None:
        pass


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setattr(cluster, "import_module", lambda name: fake)
    return fake


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "[::1]:1", "localhost:port"])
def test_where_nothing_answers_ray_is_not_asked(ray: FakeRay, address: str) -> None:
    with pytest.raises(BurgherError, match=f"there is no Ray cluster at {re.escape(repr(address))}: .*head"):
        open_pool(10, ray=address)
    assert ray.asked == []


def test_where_something_answers_ray_is_asked(ray: FakeRay) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        there = f"127.0.0.1:{server.getsockname()[1]}"
        asked = [there, f"ray://{there}", "auto", "local"]
        for address in asked:
            with open_pool(10, ray=address) as pool:
                assert pool.size == 3
    assert ray.asked == asked

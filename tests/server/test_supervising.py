"""`burgher serve --workers N`: several server processes on one port, as a terminal or systemd runs them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from litestar.datastructures import State
from sqlalchemy.engine import URL

from burgher.kernel.errors import BadOptions
from burgher.server.http.serving import bound
from burgher.server.http.supervising import FIRST_DELAY_SECONDS, LONGEST_DELAY_SECONDS, delay, reserved
from server.servers import TWO, Game, Server
from waiting import PATIENCE

COMMAND = [sys.executable, "-m", "burgher", "serve", "--no-open", "--port", "0", "--rate", "0"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="its processes are found in /proc")


@dataclass
class Supervised:
    """Server processes, and who watches over them."""

    process: subprocess.Popen[str]
    url: str

    def workers(self) -> list[int]:
        """The processes that serve: those that work for them are theirs."""
        return [pid for pid in children(self.process.pid) if "spawn_main" in command_of(pid)]


def children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def is_alive(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def eventually(wanted: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < deadline, "it has not happened"
        time.sleep(0.05)


@contextmanager
def supervised(database: URL, *arguments: str) -> Iterator[Supervised]:
    where = database.set(drivername="postgresql").render_as_string(hide_password=False)
    command = [*COMMAND, "--workers", "2", "--database", where, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"(http://\S+)/ ", line)
            assert found, line or process.communicate()
            yield Supervised(process, found[1])
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def test_two_workers_carry_a_game_though_one_is_killed(postgres_url: URL) -> None:
    with supervised(postgres_url) as all_of_it:
        first = all_of_it.workers()
        assert len(first) == 2
        # A connection for each request: the system gives them to one or the other.
        limits = httpx.Limits(max_keepalive_connections=0)
        transport = httpx.HTTPTransport(limits=limits, retries=3)
        with httpx.Client(base_url=all_of_it.url, timeout=PATIENCE, transport=transport) as http:
            server = Server(all_of_it.url, http, State())
            game: Game = server.create(seats=TWO)
            game.play(6)
            with http.stream("GET", f"/api/tables/{game.id}/events") as stream:
                lines = (line for line in stream.iter_lines() if line.startswith('data: {"version"'))
                assert json.loads(next(lines)[6:])["version"] == 7
                game.play(1)
                assert json.loads(next(lines)[6:])["version"] == 8
            os.kill(first[0], signal.SIGKILL)
            eventually(lambda: first[0] not in children(all_of_it.process.pid))  # and so are its sockets
            for number in range(7, 13):
                assert game.play(1)["number"] == number + 1
            # Another takes its place, and serves.
            eventually(lambda: len(all_of_it.workers()) == 2 and first[0] not in all_of_it.workers())
            os.kill(first[1], signal.SIGKILL)
            eventually(lambda: first[1] not in children(all_of_it.process.pid))
            eventually(lambda: answers(all_of_it.url, game.id))
            assert game.table_view()["number"] == 13


def answers(url: str, table: str) -> bool:
    try:
        return httpx.get(f"{url}/api/tables/{table}", timeout=PATIENCE).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_all_stop_without_a_word(postgres_url: URL, number: signal.Signals) -> None:
    with supervised(postgres_url) as all_of_it:
        everyone = all_of_it.workers()
        everyone += [pid for worker in everyone for pid in children(worker)]
        all_of_it.process.send_signal(number)
        _, said = all_of_it.process.communicate(timeout=PATIENCE)
        assert (all_of_it.process.returncode, said) == (0, "")
        eventually(lambda: not any(map(is_alive, everyone)))


def test_workers_do_not_outlive_who_watches_over_them(postgres_url: URL) -> None:
    with supervised(postgres_url) as all_of_it:
        workers = all_of_it.workers()
        all_of_it.process.kill()
        eventually(lambda: not any(map(is_alive, workers)))


def test_a_file_has_one_server_process(tmp_path: Path) -> None:
    command = [*COMMAND, "--workers", "2", "--database", str(tmp_path / "tables.db")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert "several workers share a PostgreSQL" in done.stderr
    assert not (tmp_path / "tables.db").exists()


def test_a_database_that_is_not_there_is_a_sentence() -> None:
    command = [*COMMAND, "--workers", "2", "--database", "postgresql://127.0.0.1:1/nothing"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert "cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_is_shared_only_by_those_who_belong_together() -> None:
    with reserved("127.0.0.1", 0) as keeper:
        port = keeper.getsockname()[1]
        with bound("127.0.0.1", port, shared=True), bound("127.0.0.1", port, shared=True):
            with pytest.raises(BadOptions, match="cannot listen"):
                bound("127.0.0.1", port)
            with pytest.raises(BadOptions, match="cannot listen"):
                reserved("127.0.0.1", port)


def test_who_dies_again_and_again_is_waited_for_longer() -> None:
    pauses = [delay(deaths) for deaths in range(1, 40)]
    assert pauses[0] == FIRST_DELAY_SECONDS
    assert pauses[1] == 2 * pauses[0]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_DELAY_SECONDS

"""`kill -9` at any moment: every acknowledged move is there, and none is doubled."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import URL

from burgher.record import Record
from server.servers import TWO
from waiting import PATIENCE

KILLS = int(os.environ.get("BURGHER_KILLS", "4"))
"""How often the server is killed on each kind of database; `make kills` takes 1,000."""


@contextmanager
def served(database: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`burgher serve`, as people start it; killed at the end, if it still runs."""
    command = [sys.executable, "-m", "burgher", "serve", "--no-open", "--port", "0", "--rate", "0"]
    with subprocess.Popen(
        [*command, "--database", database], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found
            yield process, found[0]
        finally:
            process.kill()


class Players:
    """Programs that play at two tables, one of them against an opponent, and know what was acknowledged."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.tables: list[dict[str, Any]] = []
        self.acknowledged: dict[str, dict[int, str]] = {}
        """Of each table, the words of the move with a number."""

    @property
    def made(self) -> int:
        """How many moves were acknowledged."""
        return sum(map(len, self.acknowledged.values()))

    def sit_down(self, url: str) -> None:
        against = [{"kind": "me", "name": "Anna"}, {"kind": "opponent", "agent": "random"}]
        for seats in (TWO, against):
            wanted = {"game": "burgundy", "seats": seats}
            made = httpx.post(f"{url}api/tables", json=wanted, verify=False, timeout=PATIENCE)
            assert made.status_code == 201, made.text
            self.tables.append(made.json())
            self.acknowledged[made.json()["table"]] = {}

    def play(self, client: httpx.Client) -> None:
        """One move at one of the tables; a lost connection is an answer that never came."""
        made = self.rng.choice(self.tables)
        path = f"/api/tables/{made['table']}"
        token = made["seats"][0]["token"]
        table_view = client.get(path, headers={"authorization": f"Bearer {token}"}).json()
        if table_view["to_move"] == 1 and made["seats"][1]["token"]:
            token = made["seats"][1]["token"]
            table_view = client.get(path, headers={"authorization": f"Bearer {token}"}).json()
        if not table_view["actions"]:
            return
        action = self.rng.choice(table_view["actions"])
        body = {"version": table_view["version"], "action": action["number"]}
        headers = {"authorization": f"Bearer {token}"}
        answer = client.post(f"{path}/moves", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        assert answer.json()["version"] == table_view["version"] + 1
        self.acknowledged[made["table"]][table_view["number"]] = action["words"]

    def check(self, client: httpx.Client) -> None:
        """What was acknowledged is there, in its place, and each version is one move."""
        for made in self.tables:
            path = f"/api/tables/{made['table']}"
            table_view = client.get(path).json()
            record = Record.parse(client.get(f"{path}/record").text)
            for number, words in self.acknowledged[made["table"]].items():
                assert record.moves[number].words == words
            if record.scores is not None:
                *_, table = record.steps()
                assert tuple(table.scores()) == record.scores
            assert table_view["version"] >= table_view["number"] + 1


def kill_often(database: str, kills: int, seed: int) -> None:
    players = Players(seed)
    rng = random.Random(seed)
    for _ in range(kills):
        with served(database) as (process, url):
            if not players.tables or all_over(players, url):
                players.sit_down(url)
            with httpx.Client(base_url=url, verify=False, timeout=PATIENCE) as client:
                players.check(client)
                wanted = players.made + rng.randrange(4)  # some moves, however slow the machine is
                for _ in range(50):
                    if players.made < wanted:
                        players.play(client)
                killer = threading.Timer(rng.uniform(0.0, 0.4), os.kill, (process.pid, signal.SIGKILL))
                killer.start()
                try:
                    while True:
                        players.play(client)
                except httpx.TransportError:
                    pass  # it has happened
                finally:
                    killer.join()
    with (
        served(database) as (process, url),
        httpx.Client(base_url=url, verify=False, timeout=PATIENCE) as client,
    ):
        players.check(client)
        for made in players.tables:
            table_view = client.get(f"/api/tables/{made['table']}").json()
            assert table_view["version"] == table_view["number"] + 1
        assert players.made > kills / 2


def all_over(players: Players, url: str) -> bool:
    paths = [f"{url}api/tables/{made['table']}" for made in players.tables]
    return all(httpx.get(path, verify=False, timeout=PATIENCE).json()["is_over"] for path in paths)


def test_nothing_acknowledged_is_lost_or_doubled(database: URL) -> None:
    kill_often(database.render_as_string(hide_password=False), KILLS, seed=1)


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes as Linux shows them")
def test_thinking_processes_end_with_a_killed_server(tmp_path: Path) -> None:
    with served(str(tmp_path / "tables.db")) as (process, url):
        httpx.post(
            f"{url}api/tables",
            json={"game": "burgundy", "seats": [{"kind": "opponent"}] * 2},
            verify=False,
            timeout=PATIENCE,
        )
        deadline = time.monotonic() + PATIENCE
        while not (family := processes_of(process.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert family
        process.kill()
        while any(map(is_running, family)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not any(map(is_running, family))


def processes_of(session: int) -> list[int]:
    """The other processes of the session that a process leads."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and int(stat.parent.name) != session:
            found.append(int(stat.parent.name))
    return found


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"

"""`burgher serve` and `burgher backup`, as they are typed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from burgher.cli.serve import _is_private, _shown
from burgher.server.settings import data_directory, database_url
from cli.running import Run
from waiting import PATIENCE

BURGHER = [sys.executable, "-m", "burgher"]


def burgher(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*BURGHER, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def test_serving_and_backing_up_meanwhile(tmp_path: Path) -> None:
    database, copy = str(tmp_path / "deep" / "tables.db"), str(tmp_path / "copy.db")
    command = [*BURGHER, "serve", "--no-open", "--port", "0", "--database"]
    with subprocess.Popen(
        [*command, database],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=os.name == "posix",
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        made = httpx.post(
            f"{found[0]}api/tables", json={"game": "burgundy"}, verify=False, timeout=PATIENCE
        ).json()
        done = burgher("backup", copy, "--database", database)
        assert (done.returncode, done.stderr) == (0, "")
        again = burgher("backup", copy, "--database", database)
        assert (again.returncode, again.stderr) == (2, f"burgher: {copy} is there already\n")
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does it, to everyone who works for it too
        else:
            process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
        assert (process.returncode in (0, 130), said) == (True, "")
    with subprocess.Popen([*command, copy], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        assert (
            httpx.get(f"{found[0]}api/tables/{made['table']}", verify=False, timeout=PATIENCE).status_code
            == 200
        )
        process.terminate()
    if os.name == "posix":
        assert Path(copy).stat().st_mode & 0o077 == 0
        assert Path(database).parent.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nothing asks a process to end")
def test_told_to_end_it_leaves_nothing_behind(tmp_path: Path) -> None:
    """Not even a word, though opponents think and more is to be drawn than can be."""
    command = [*BURGHER, "serve", "--no-open", "--port", "0", "--rate", "0", "--connections", "0"]
    command += ["--database", str(tmp_path / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        wanted = {"game": "burgundy", "seats": [{"kind": "opponent"}, {"kind": "opponent"}]}
        made = httpx.post(f"{found[0]}api/tables", json=wanted, verify=False, timeout=PATIENCE).json()
        url = f"{found[0]}api/tables/{made['table']}"
        while httpx.get(url, verify=False, timeout=PATIENCE).json()["number"] < 3:
            time.sleep(0.05)  # until opponents are thinking
        address = "127.0.0.1", int(found[0].rstrip("/").rpartition(":")[2])
        asked = f"GET /t/{made['table']}/boards?after=0 HTTP/1.1\r\nHost: burgher\r\n\r\n".encode()
        with ExitStack() as people:
            for _ in range(300):
                people.enter_context(socket.create_connection(address)).sendall(asked)
            process.terminate()
            _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["serve", "--database", "mysql://x/y"], "SQLite or PostgreSQL"),
        (["serve", "--host", "no.such.host.invalid"], "cannot listen"),
        (["serve", "--prefix", "burgher"], "a prefix is a path such as /burgher"),
        (["serve", "--proxy", "proxy.example"], "a proxy is named by an address"),
        (["serve", "--allowed-host", "https://games.example"], "a host is a name"),
        (["serve", "--url", "games.example"], "like https://games.example"),
        (["serve", "--url", "https://games.example/a", "--prefix", "/b"], "do not fit"),
        (["backup", "copy.db", "--database", "/nowhere/tables.db"], "there is no database"),
        (["backup", "copy.db", "--database", "postgresql://me:secret@host/db"], "pg_dump"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(monkeypatch, capsys)
    ended = run(*arguments, *(["--no-open", "--port", "0"] if arguments[0] == "serve" else []))
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert "secret" not in ended.err


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("postgresql://127.0.0.1:1/none", "cannot be used"),
        ("/dev/null/tables.db", "cannot be kept there"),
        ("sqlite:///:memory:", "kept in a file"),
    ],
)
def test_a_process_that_cannot_serve_ends_with_a_line(database: str, said: str) -> None:
    done = burgher("serve", "--no-open", "--port", "0", "--database", database)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


@pytest.mark.parametrize(
    ("options", "answered"),
    [
        (["--host", "127.0.0.1"], {"127.0.0.1": 200, "games.example": 200}),
        (["--host", "0.0.0.0"], {"127.0.0.1": 200, "localhost": 200, "games.example": 421}),
        (["--host", "0.0.0.0", "--allowed-host", "*.example"], {"games.example": 200, "127.0.0.1": 421}),
        (["--url", "https://games.example/x"], {"games.example": 200, "127.0.0.1": 421}),
    ],
    ids=["this machine", "everybody", "named", "url"],
)
def test_for_which_hosts_it_answers(options: list[str], answered: dict[str, int], tmp_path: Path) -> None:
    command = [*BURGHER, "serve", "--no-open", "--port", "0", "--database", str(tmp_path / "tables.db")]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        for host, status in answered.items():
            assert (
                httpx.get(found[0], headers={"host": host}, verify=False, timeout=PATIENCE).status_code
                == status
            ), host
        process.terminate()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = burgher("serve", "--no-open", "--port", port, "--database", str(tmp_path / "x.db"))
    assert done.returncode == 2
    assert f"port {port}" in done.stderr


def test_where_tables_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BURGHER_DATABASE", raising=False)
    assert database_url().database == str(data_directory() / "tables.db")
    monkeypatch.setenv("BURGHER_DATABASE", "postgres://me@host/db")
    assert database_url().drivername == "postgresql+asyncpg"
    assert database_url(str(tmp_path / "x.db")).database == str(tmp_path / "x.db")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_directory() == tmp_path / "burgher"


def test_the_address_to_type() -> None:
    assert [_shown(host) for host in ("127.0.0.1", "0.0.0.0", "::1")] == ["127.0.0.1", "localhost", "[::1]"]
    assert [_is_private(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "example.org")] == [
        True,
        True,
        True,
        False,
        False,
    ]

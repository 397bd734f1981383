"""The access log: a line of JSON for every request, and no secret in any of them."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from burgher.server.http import access_log
from burgher.server.http.access_log import AccessLog
from burgher.server.http.outer_middleware import Exchange
from waiting import PATIENCE

SERVE = [sys.executable, "-m", "burgher", "serve", "--no-open", "--port", "0", "--rate", "0"]


@contextmanager
def serving(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`burgher serve` with some options, and where it is."""
    with subprocess.Popen([*SERVE, *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found
        try:
            yield process, found[0]
        finally:
            process.terminate()


def test_a_line_for_every_request_and_no_secrets(tmp_path: Path) -> None:
    options = ["--access-log", "--proxy", "127.0.0.1", "--database", str(tmp_path / "tables.db")]
    with serving(*options) as (process, url), httpx.Client(base_url=url, timeout=PATIENCE) as client:
        client.headers["x-forwarded-for"] = "203.0.113.9"
        seats = [{"kind": "me"}, {"kind": "friend"}]
        made = client.post("api/tables", json={"game": "burgundy", "seats": seats}).json()
        table, token = made["table"], made["seats"][0]["token"]
        invitation, secret = made["seats"][1]["invitation"], "s" * 43
        paths = [
            f"t/{table}",
            f"t/{table}?seat=0&key={secret}",
            f"t/{table}/join/{invitation}",
            f"me/{secret}",
            f"nowhere/{secret}",
            "static/version/base.css",
            "health",
        ]
        statuses = [client.get(path).status_code for path in paths]
        seen = client.get(f"api/tables/{table}", headers={"authorization": f"Bearer {token}"})
        with client.stream("GET", f"t/{table}/live") as stream:
            next(stream.iter_text())
        process.terminate()
        said, _ = process.communicate(timeout=PATIENCE)
    lines: list[dict[str, Any]] = [json.loads(line) for line in said.splitlines()]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/api/tables", 201),
        ("GET", "/t/{table}", statuses[0]),
        ("GET", "/t/{table}", statuses[1]),
        ("GET", "/t/{table}/join/{invitation}", 200),
        ("GET", "/me/{secret}", 404),
        ("GET", "(none)", 404),
        ("GET", "/static/{version}/{name}", 200),
        ("GET", "/api/tables/{table}", 200),
        ("GET", "/t/{table}/live", 200),
    ]
    assert {line["address"] for line in lines} == {"203.0.113.9"}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\S+\+00:00", line["time"]) for line in lines)
    assert all(line["ms"] > 0 for line in lines)
    assert lines[-2]["bytes"] == int(seen.headers.get("content-length", lines[-2]["bytes"])) > 0
    for hidden in (table, token, invitation, secret):
        assert hidden not in said


def test_nothing_is_written_unasked(tmp_path: Path) -> None:
    with serving("--database", str(tmp_path / "tables.db")) as (process, url):
        assert httpx.get(f"{url}api/games", timeout=PATIENCE).status_code == 200
        process.terminate()
        assert process.communicate(timeout=PATIENCE)[0] == ""


def exchange(**known: Any) -> Exchange:
    return Exchange(**{"method": "GET", "address": "::1", "is_health": False, "route": "/", **known})


class Stuck(io.StringIO):
    """Where nobody reads for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()

    def write(self, text: str) -> int:
        assert self.go_on.wait(60)
        return super().write(text)


def test_whoever_does_not_read_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_log, "MOST_WAITING", 10)
    out = Stuck()
    log = AccessLog(out)
    with log.writing():
        for _ in range(100):
            log.done(exchange(status=200))
        out.go_on.set()
        while not out.getvalue().endswith("\n"):
            pass
        log.done(exchange(status=200))
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    left_out = lines[-1]["left_out_before"]
    assert left_out >= 79
    assert len(lines) + left_out == 101


def test_health_is_not_written_down_while_all_is_well() -> None:
    out = io.StringIO()
    log = AccessLog(out)
    with log.writing():
        log.done(exchange(is_health=True, route="/health", status=200))
        log.done(exchange(is_health=True, route="/health", status=503))
    assert [json.loads(line)["status"] for line in out.getvalue().splitlines()] == [503]

"""What Prometheus reads: by routes as declared, on a port of its own."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from burgher.server.http.metrics import Metrics
from burgher.server.http.outer_middleware import Exchange
from waiting import PATIENCE

SERVE = [sys.executable, "-m", "burgher", "serve", "--no-open", "--port", "0", "--rate", "0"]
HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
Numbers = dict[tuple[str, frozenset[tuple[str, str]]], float]


def numbers(text: str) -> Numbers:
    """Each number by its name and labels."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def of(found: Numbers, name: str, **labels: str) -> float:
    return found[name, frozenset(labels.items())]


@contextmanager
def measured(database: Path) -> Iterator[tuple[str, str]]:
    """A server and where its metrics are."""
    command = [*SERVE, "--metrics-port", "0", "--database", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = [re.search(r"http://\S+", process.stdout.readline()) for _ in range(2)]
            assert found[0]
            assert found[1]
            yield found[0][0].rstrip("/"), found[1][0]
        finally:
            process.terminate()


def test_what_a_server_does_is_counted(tmp_path: Path) -> None:
    with (
        measured(tmp_path / "tables.db") as (url, metrics),
        httpx.Client(base_url=url, timeout=PATIENCE) as client,
    ):
        for game in ("burgundy", "hansa"):
            made = client.post("/api/tables", json={"game": game}).json()
            assert client.get(f"/api/tables/{made['table']}").status_code == 200
        table = made["table"]
        for n in range(20):
            assert client.get(f"/nowhere/{n}").status_code == 404
        client.get(f"/api/tables/{table}", params={"after": 9999, "wait": 0.2})
        with client.stream("GET", f"/t/{table}/live") as stream:
            events = stream.iter_text()  # letting go of it would end the stream
            next(events)
            answer = httpx.get(metrics, timeout=PATIENCE)
            found = numbers(answer.text)
            assert of(found, "burgher_streams_open") == 1
            assert of(found, "burgher_connections") >= 1
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        get = {"method": "GET", "route": "/api/tables/{table}"}
        assert of(found, "burgher_http_requests_total", **get, status="200") == 3
        assert of(found, "burgher_http_requests_total", method="GET", route="(none)", status="404") == 20
        assert of(found, "burgher_http_request_seconds_count", **get) == 2  # one waited for news
        assert of(found, "burgher_http_response_bytes_total", route="/api/tables/{table}") > 1000
        assert of(found, "burgher_tables_in_memory") == 2
        assert of(found, "burgher_studies_waiting") == 0
        assert of(found, "process_resident_memory_bytes") > 10_000_000
        assert of(found, "process_open_fds") > 3
        assert table not in answer.text
        assert "nowhere" not in answer.text
        documented = HOSTING.read_text(encoding="utf-8")
        for name, _ in found:
            name = re.sub(r"_(bucket|count|sum)$", "", name)
            assert not name.startswith("burgher_") or f"`{name}`" in documented, name
        deadline = time.monotonic() + PATIENCE
        while of(numbers(httpx.get(metrics, timeout=PATIENCE).text), "burgher_streams_open"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        # Not where people go, and nothing else where it is.
        assert client.get("/metrics").status_code == 404
        assert httpx.get(metrics.replace("/metrics", "/api/games"), timeout=PATIENCE).status_code == 404
        assert metrics.startswith("http://127.0.0.1:")


def test_how_long_thoughts_wait_is_counted(tmp_path: Path) -> None:
    with (
        measured(tmp_path / "tables.db") as (url, metrics),
        httpx.Client(base_url=url, timeout=PATIENCE) as client,
    ):
        duel = [{"kind": "opponent", "agent": "random"}] * 2
        table = client.post("/api/tables", json={"game": "burgundy", "seats": duel}).json()["table"]
        while (number := client.get(f"/api/tables/{table}").json()["number"]) < 5:
            time.sleep(0.02)
        found = numbers(httpx.get(metrics, timeout=PATIENCE).text)
        name = "burgher_thoughts_wait_seconds_count"
        assert sum(value for (one, _), value in found.items() if one == name) >= number
        assert of(found, "burgher_thoughts_waiting") + of(found, "burgher_thoughts") <= 2


def test_what_is_made_up_makes_no_series() -> None:
    metrics = Metrics()
    for n in range(100):
        metrics.done(Exchange(f"MADE{n}", f"::{n}", False, route="(none)", status=404))
    series = [name for name, _ in numbers(metrics_text(metrics)) if name == "burgher_http_requests_total"]
    assert len(series) == 1


def test_a_number_that_cannot_be_had_keeps_no_other_back() -> None:
    metrics = Metrics()

    async def broken() -> float:
        raise OSError("the database is gone")

    metrics.ask("burgher_broken", "Never there.", broken)
    metrics.show("burgher_whole", "Always there.", lambda: 7)
    found = numbers(metrics_text(metrics))
    assert of(found, "burgher_whole") == 7
    assert of(found, "burgher_broken") != of(found, "burgher_broken"), "not a number"


def metrics_text(metrics: Metrics) -> str:
    return asyncio.run(metrics.text()).decode()


def test_a_metrics_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [*SERVE, "--metrics-port", port, "--database", str(tmp_path / "x.db")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"port {port}" in done.stderr

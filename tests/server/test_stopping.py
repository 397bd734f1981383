"""A server that stops: who was there is answered, and the log has nothing to tell."""

from __future__ import annotations

import signal
import socket
import time
from concurrent.futures import Executor
from pathlib import Path

import httpx
import pytest

from burgher.server.settings import Settings, database_url
from server.attacks import Target, new_table, request, status_of, target
from server.servers import TWO, running
from waiting import PATIENCE

HALF = request("/api/games")[:-2]
WAITING = request("/api/tables", "content-type: application/json", "content-length: 9", method="POST")


def stop(server: Target) -> None:
    server.process.send_signal(signal.SIGTERM)


def refuses(server: Target) -> bool:
    try:
        server.connect().close()
    except ConnectionError:
        return True
    return False


def read(connection: socket.socket) -> bytes:
    connection.settimeout(PATIENCE)
    return connection.makefile("rb").read()


def test_requests_while_it_stops(tmp_path: Path) -> None:
    with target(tmp_path, grace=60) as server:
        table = new_table(server)
        with (
            server.connect() as half,
            server.connect() as page,
            server.connect() as stream,
            server.connect() as news,
            server.connect() as idle,
        ):
            half.sendall(HALF)
            page.sendall(request(f"/t/{table}", "accept: text/html")[:-2])
            stream.sendall(request(f"/t/{table}/live"))
            news.sendall(request(f"/api/tables/{table}?after=1&wait=25"))
            assert status_of(stream) == 200
            idle.sendall(request("/api/games"))
            assert status_of(idle) == 200
            stop(server)
            while not refuses(server):
                time.sleep(0.01)
            half.sendall(b"\r\n")  # what was being sent when it began to stop
            answer = read(half)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"application/problem+json" in answer
            assert b"retry-after: " in answer
            assert b"connection: close" in answer
            page.sendall(b"\r\n")
            answer = read(page)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"The server stops" in answer
            assert read(stream).endswith(b"0\r\n\r\n")
            assert read(news).startswith(b"HTTP/1.1 200 ")
            read(idle)
        assert server.process.wait(PATIENCE) == 0
        assert server.log.read_text() == ""


def test_a_request_that_is_never_complete(tmp_path: Path) -> None:
    with target(tmp_path, grace=1) as server:
        with server.connect() as body:
            body.sendall(WAITING + b"{")
            new_table(server)
            stop(server)
            assert read(body).startswith(b"HTTP/1.1 503 ")
        assert server.process.wait(PATIENCE) == 0
        assert server.log.read_text() == ""


def test_until_the_end_there_is_an_answer_or_no_server(tmp_path: Path) -> None:
    found = set()
    with target(tmp_path) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        table = new_table(server)
        stop(server)
        try:
            while True:
                found.add(client.get(f"/api/tables/{table}").status_code)
        except httpx.TransportError:
            pass
        assert found <= {200, 503}
        assert server.process.wait(PATIENCE) == 0
        assert server.log.read_text() == ""


def test_what_fails_while_it_stops_is_no_mistake(
    tmp_path: Path, thinker: Executor, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(database=database_url(str(tmp_path / "tables.db")), rate=0)
    with running(settings, thinker) as server:
        path = f"/api/tables/{server.create(seats=TWO).id}"

        async def fail(table: str) -> None:
            server.state.is_stopping = stops
            raise RuntimeError("what this needs is closed")

        server.state.service.open = fail
        stops = False
        assert server.http.get(path).status_code == 500
        assert "what this needs is closed" in caplog.text
        caplog.clear()
        stops = True
        assert server.http.get(path).status_code == 503
        assert caplog.text == ""

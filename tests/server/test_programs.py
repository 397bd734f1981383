"""Programs at the table: the example bot, and requests of every kind that nobody should send."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from concurrent.futures import Executor
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from sqlalchemy.engine import URL

from building import ROOT
from burgher.server.http.requests import LARGEST_BODY
from burgher.server.settings import Settings
from server.servers import TWO, Server, running
from waiting import PATIENCE

FUZZED = int(os.environ.get("BURGHER_FUZZ", "10"))
"""How many requests of each kind are made up."""
BOT = ROOT / "examples" / "bot.py"


def test_the_example_plays_a_whole_game(server: Server) -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 120
    played = subprocess.run(
        [sys.executable, BOT, server.url], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert played.stdout.startswith("The Castles of Burgundy, over: ")
    assert played.stderr == ""


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"null", "application/json", 400),
        (b'{"game": 1}', "application/json", 400),
        (b'{"game": "\xff"}', "application/json", 400),
        (b'{"game": "\\ud800"}', "application/json", 400),
        (b'{"game": "burgundy", "more": 1}', "application/json", 400),
        (b'{"game": "burgundy", "players": 1e99}', "application/json", 400),
        (b'{"game": "burgundy", "options": {"castles": []}}', "application/json", 422),
        (b'{"game": "burgundy", "options": {"self": "x"}}', "application/json", 422),
        (b'{"game": "burgundy", "options": {"players": "3"}}', "application/json", 422),
        (b"[" * 60_000, "application/json", 400),
        (b"x" * (LARGEST_BODY + 1), "application/json", 413),
        (b'{"game": "burgundy"}', "application/x-www-form-urlencoded", 415),
        (b'{"game": "burgundy"}', "text/plain", 415),
        (b'{"game": "burgundy"}', "text/plain; application/json", 415),
        (b'{"game": "burgundy"}', "multipart/form-data; boundary=x", 415),
        (b'{"game": "burgundy"}', "", 415),
        (b'{"game": "burgundy"}', "application/json; charset=utf-8", 201),
    ],
)
def test_a_malformed_table(one_server: Server, content: bytes, kind: str, status: int) -> None:
    with one_server.program() as client:
        answer = client.post("/tables", content=content, headers={"content-type": kind})
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == ("application/" + ("json" if status == 201 else "problem+json"))


@pytest.mark.parametrize(
    ("version", "action"),
    [
        (-1, 1),
        (1.5, 1),
        ("1", 1),
        (1, 1.5),
        (1, None),
        (1, []),
        (1, 10**30),
        (1, -1),
        (1, "x" * 201),
        (1, True),
    ],
)
def test_a_malformed_move(one_server: Server, version: object, action: object) -> None:
    game = one_server.create(seats=TWO)
    answer = game.post("moves", game.table_view()["to_move"], version=version, action=action)
    assert answer.status_code in (400, 422), answer.text
    assert game.table_view()["number"] == 0


def test_a_body_that_is_missing_is_said_to_be(one_server: Server) -> None:
    answer = one_server.http.post("/api/tables", headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["detail"] == "A JSON body is missing: what is asked for is sent in it"
    game = one_server.create(seats=TWO)
    bare = one_server.http.post(f"/api/tables/{game.id}/moves", headers=game.headers(0))
    assert (bare.status_code, "A JSON body is missing" in bare.json()["detail"]) == (400, True)


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/api/tables", "GET, HEAD, OPTIONS, POST"),
        ("/tables", "GET, HEAD, OPTIONS, POST"),
        ("/tournaments", "GET, HEAD, OPTIONS, POST"),
        ("/find", "GET, HEAD, OPTIONS, POST"),
        ("/api/me/seek", "DELETE, GET, HEAD, OPTIONS, PUT"),
        ("/ratings", "GET, HEAD, OPTIONS"),
        ("/find/stop", "OPTIONS, POST"),
        ("/t/abcdefghijklmnop/play", "OPTIONS, POST"),
    ],
)
def test_which_methods_an_address_takes(one_server: Server, path: str, methods: str) -> None:
    answer = one_server.http.request("OPTIONS", path)
    assert (answer.status_code, answer.headers.get_list("allow")) == (204, [methods])


def test_a_version_beyond_what_a_database_holds(server: Server) -> None:
    game = server.create(seats=TWO)
    for version in (2**31 - 1, 2**63 - 1, 2**63):
        answer = game.post("moves", 0, version=version, action=1)
        assert answer.status_code == 400, answer.text
        assert "version" in answer.json()["detail"]
    assert game.post("moves", 0, version=2**31 - 2, action=1).status_code == 409


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"game=%ff&name=%00", "application/x-www-form-urlencoded", 422),
        (b"\xff=\xff", "application/x-www-form-urlencoded", 422),
        (b"a=" * 20_000, "application/x-www-form-urlencoded", 422),
        (b"a=1&" * 16_000, "application/x-www-form-urlencoded", 422),
        (b"game=" + b"x" * LARGEST_BODY, "application/x-www-form-urlencoded", 413),
        (b"--x\r\n", "multipart/form-data; boundary=x", 400),
        (b"--x\r\n", "multipart/form-data", 400),
        (b"{}", "application/json", 400),
        (b"", "no such thing", 400),
    ],
)
def test_a_malformed_form(one_server: Server, content: bytes, kind: str, status: int) -> None:
    with one_server.browser() as browser:
        answer = browser.post("/tables", content=content, headers={"content-type": kind})
    assert answer.status_code == status, answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "Basic eDp5"},
        {"authorization": "Bearer"},
        {"cookie": "burgher=\xe9"},
        {"cookie": "burgher=" + "x" * 3000},
        {"cookie": ";;==;"},
        {"accept": "text/html;q=x"},
        {"x-csrf": "\xe9"},
    ],
)
def test_odd_headers(one_server: Server, headers: dict[str, str]) -> None:
    game = one_server.create(seats=TWO)
    raw = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
    with httpx.Client(base_url=one_server.url, headers=raw, verify=False, timeout=PATIENCE) as client:
        for path in ("/", f"/t/{game.id}", f"/api/tables/{game.id}"):
            assert client.get(path).status_code in (200, 401)
        assert client.post(f"/t/{game.id}/play", json={"version": 1, "action": 1}).status_code == 403


def test_an_address_cannot_ask_without_end(database: URL, thinker: Executor) -> None:
    with running(Settings(database=database, rate=0.5), thinker) as server, server.program() as client:
        answers = [client.get("/games") for _ in range(40)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        assert answers[-1].json()["title"] == "Slow down"


def test_the_description_holds_whatever_is_sent(one_server: Server) -> None:
    """Fuzzed from the OpenAPI description, in and out of its bounds, at tables that are there and not."""
    schema = schemathesis.openapi.from_url(f"{one_server.url}/schema/openapi.json")
    schema.config.generation.update(modes=list(GenerationMode))
    game = one_server.create(seats=TWO)
    asked: set[str] = set()
    described = list(schema.exclude(path="/api/tables/{table}/events").get_all_operations())

    for found in described:
        assert isinstance(found, Ok)
        operation = found.ok()

        @given(case=operation.as_strategy(), there=st.booleans(), seat=st.sampled_from([None, 0, 1]))
        @settings(
            max_examples=FUZZED,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def send(case: Case[Any], there: bool, seat: int | None) -> None:
            if there and case.path_parameters:
                case.path_parameters["table"] = game.id
            if case.query:
                case.query = {**case.query, "wait": 0} if "after" in case.query else case.query
            headers = {} if seat is None else {"Authorization": f"Bearer {game.token(seat)}"}
            answer = case.call(headers=headers)
            asked.add(f"{case.method} {case.path} {answer.status_code}")
            assert answer.status_code < 500, case.as_curl_command()
            if answer.status_code >= 400:
                assert answer.headers["content-type"] == ["application/problem+json"]
                assert answer.json()["detail"]

        send()

    assert len({one.rpartition(" ")[0] for one in asked}) == len(described) > 30
    assert any(one.endswith(" 200") for one in asked)


def test_a_request_that_breaks_off_is_not_our_mistake(
    one_server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    address = urlsplit(one_server.url)
    lines = ["POST /api/tables HTTP/1.1", "host: x", "content-type: application/json", "content-length: 99"]
    for _ in range(3):
        with socket.create_connection((address.hostname, address.port)) as connection:
            connection.sendall("\r\n".join([*lines, "", "{"]).encode())
        assert one_server.http.get("/api/games").status_code == 200
    assert "failed" not in caplog.text

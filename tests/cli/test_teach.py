"""`burgher teach`: a network from nothing, and the same run asked for again."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from burgher.arena.teaching_run import standing
from burgher.kernel.network_file import read_network
from cli.running import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


def test_an_option_that_is_not_there_cannot_be_varied(run: Run, tmp_path: Path) -> None:
    ended = run("teach", "hansa", "--vary", "weather", "--into", tmp_path)
    assert ended.code != 0
    assert "has no option 'weather'" in ended.err


def test_what_searches_may_spend_is_looked_at_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    ended = run("teach", "--budget", "foo", "--into", tmp_path / "run")
    assert (ended.code, ended.out) == (2, "")
    assert "--budget 'foo' cannot be spent: " in ended.err
    assert not (tmp_path / "run").exists()


@pytest.fixture
def _torch_of_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not taught needs no PyTorch."""
    pytest.importorskip("numpy")
    monkeypatch.setitem(sys.modules, "torch", ModuleType("torch"))


@pytest.mark.usefixtures("_torch_of_a_kind")
@pytest.mark.parametrize(
    ("where", "problem"), [("file", "Invalid value for '--into'"), ("file/below", "Not a directory")]
)
def test_what_cannot_be_a_folder_is_refused(run: Run, tmp_path: Path, where: str, problem: str) -> None:
    (tmp_path / "file").touch()
    ended = run("teach", "--games", 2, "--into", tmp_path / where)
    assert (ended.code, ended.out) == (2, "")
    assert problem in ended.err


@pytest.mark.usefixtures("_torch_of_a_kind")
@pytest.mark.parametrize("text", ["", "[]"])
def test_a_folder_that_says_nothing_of_its_run_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    ended = run("teach", "--games", 2, "--into", tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert f"burgher: {tmp_path / 'run.json'} is damaged, choose another folder: " in ended.err


def test_a_match_says_no_more_than_its_games_show() -> None:
    assert standing({(0, 0): 1.0}, 2) == "1 game: placed before in 100.0% (20.7% – 100.0%)"
    many = {(0, number): float(number % 2) for number in range(2000)}
    assert standing(many, 2) == "2,000 games: placed before in 50.0% (48.5% – 51.5%)"


def test_a_network_is_taught_and_asked(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("torch")
    command = ["teach", "burgundy", "--players", 2, "--games", 2, "--epochs", 1, "--hidden", 4, "--second", 2]
    command += ["--every", 16, "--vary", "edition", "--vary", "estates", "--vary", "castles"]
    command += ["--matches", 1, "--budget", "1", "--processes", 1, "--into", tmp_path / "run"]
    ended = run(*command)
    assert ended.code == 0, ended.err
    assert "written: " in ended.out
    assert "2 games: placed before in" in ended.out
    network = read_network((tmp_path / "run" / "network.net").read_bytes(), "it")
    assert network.about["options"]["edition"] == ["2011", "2019"]
    assert network.about["taught"]["vary"] == ["estates", "castles", "edition"]
    again = run(*command)
    assert again.code == 0, again.err
    assert len((tmp_path / "run" / "matches.jsonl").read_text().splitlines()) == 2
    assert len((tmp_path / "run" / "curves.jsonl").read_text().splitlines()) == 1
    assert json.loads((tmp_path / "run" / "run.json").read_text())["games"] == 2
    curve = json.loads((tmp_path / "run" / "curves.jsonl").read_text())
    assert curve["error by source"]["regions"] > 0
    other = run(*command, "--sources", 0)
    assert other.code != 0
    assert "is another, with sources 0.3 (not 0.0)" in other.err
    other = run(*command, "--seed", 2)
    assert other.code != 0
    assert "is another, with seed" in other.err

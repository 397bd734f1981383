"""`burgher teach`: a network from nothing, and the same run asked for again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from burgher.kernel.network_file import read_network
from cli.running import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


def test_an_option_that_is_not_there_cannot_be_varied(run: Run, tmp_path: Path) -> None:
    ended = run("teach", "hansa", "--vary", "weather", "--into", tmp_path)
    assert ended.code != 0
    assert "has no option 'weather'" in ended.err


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

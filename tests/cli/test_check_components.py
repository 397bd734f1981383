"""Checking a set of components of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    return Run(monkeypatch, capsys)


def test_the_set_of_the_box_says_what_is_reconstructed(run: Run) -> None:
    ended = run("check-components", "granja")
    assert ended.code == 0
    assert "ok" in ended.out
    assert "market place: reconstructed" in ended.out
    assert "helpers: 58 of 66 reconstructed" in ended.out


def test_a_sound_file_is_ok(run: Run) -> None:
    Path("mine.toml").write_text('[market]\nconfidence = "high"\nsource = "my box"\n', encoding="utf-8")
    ended = run("check-components", "granja", "mine.toml")
    assert ended.code == 0
    assert ended.out.startswith("mine.toml: ok\n")
    assert "market place" not in ended.out


def test_what_is_wrong_is_named(run: Run) -> None:
    Path("mine.toml").write_text('[[card]]\nnumber = 7\nfield = "maize"\n', encoding="utf-8")
    ended = run("check-components", "granja", "mine.toml")
    assert ended.code == 2
    assert "mine.toml: card 7: field: 'maize' is not one of olive, grain, grape" in ended.err


def test_a_game_with_nothing_to_put_right_says_so(run: Run) -> None:
    ended = run("check-components", "burgundy")
    assert ended.code == 2
    assert "nothing to put right" in ended.err

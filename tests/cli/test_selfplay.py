from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Run

pytest.importorskip("pyarrow")

RANDOM = ("selfplay", "burgundy", "--agent", "random", "--processes", 1)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


def test_games_are_written_and_a_second_run_has_nothing_left_to_do(run: Run, tmp_path: Path) -> None:
    command = (*RANDOM, "--games", 2, "--into", tmp_path)
    first = run(*command)
    assert (first.code, first.err) == (0, "")
    assert first.out.startswith("2 games played, ")
    assert f"2 games in 1 files in {tmp_path}" in first.out
    assert run(*command).out.startswith("0 games played, 0 decisions written")


def test_other_games_in_the_folder_are_refused(run: Run, tmp_path: Path) -> None:
    command = (*RANDOM, "--games", 1, "--into", tmp_path)
    assert run(*command).code == 0
    refused = run(*command, "--seed", 5)
    assert refused.code == 2
    assert "with seed 1 (not 5): choose another folder" in refused.err

from __future__ import annotations

from pathlib import Path

import pytest

from burgher.arena import selfplay
from burgher.arena.pool import WorkerPool
from burgher.arena.selfplay import Collection
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
    assert f"2 games in 1 file in {tmp_path}" in first.out
    assert run(*command).out.startswith("0 games played, 0 decisions written")


def test_other_games_in_the_folder_are_refused(run: Run, tmp_path: Path) -> None:
    command = (*RANDOM, "--games", 1, "--into", tmp_path)
    assert run(*command).code == 0
    refused = run(*command, "--seed", 5)
    assert refused.code == 2
    assert "with seed 1 (not 5): choose another folder" in refused.err


def test_what_the_folder_has_is_told_whatever_was_asked_for(run: Run, tmp_path: Path) -> None:
    assert run(*RANDOM, "--games", 3, "--into", tmp_path).code == 0
    again = run(*RANDOM, "--games", 1, "--into", tmp_path)
    assert again.out.startswith("0 games played, ")
    assert f"; 3 games in 1 file in {tmp_path}" in again.out


def test_whoever_stops_it_is_told_what_is_kept(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow = Collection.grow

    def stopped(self: Collection, games: int, pool: WorkerPool, *_: object) -> int:
        grow(self, games - 1, pool)
        raise KeyboardInterrupt

    monkeypatch.setattr(Collection, "grow", stopped)
    ended = run(*RANDOM, "--games", 3, "--into", tmp_path)
    assert (ended.code, ended.out) == (130, "")
    assert " s with 1 of 3 games to play: the same command goes on from here." in " ".join(ended.err.split())


def test_games_that_would_not_end_are_counted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "ENDLESS", 40)
    ended = run(*RANDOM, "--games", 1, "--into", tmp_path)
    assert ended.out.splitlines()[-1].startswith("1 of 1 game stopped after ")
    assert ended.out.endswith("and counted as it stood.\n")


@pytest.mark.parametrize(
    ("where", "problem"), [("file", "Invalid value for '--into'"), ("file/below", "Not a directory")]
)
def test_what_cannot_be_a_folder_is_refused(run: Run, tmp_path: Path, where: str, problem: str) -> None:
    (tmp_path / "file").touch()
    ended = run(*RANDOM, "--games", 1, "--into", tmp_path / where)
    assert (ended.code, ended.out) == (2, "")
    assert problem in ended.err


@pytest.mark.parametrize("text", ["", "{", "[]", "\xff"])
def test_a_folder_that_says_nothing_of_its_games_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "_selfplay.json").write_text(text, encoding="latin-1")
    ended = run(*RANDOM, "--games", 1, "--into", tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert f"burgher: {tmp_path / '_selfplay.json'} is damaged, choose another folder: " in ended.err

"""`burgher study`: one game, kept for the next time, and many."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import burgher.games
from burgher import Table, load
from burgher.arena.contest import matches
from burgher.arena.results import Writer
from burgher.study import looking
from burgher.study.looking import Depth
from cli.running import Run
from setup import ROOT


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    folder = str(ROOT / "tests" / "fourth_game" / "games")
    monkeypatch.setattr(burgher.games, "__path__", [*burgher.games.__path__, folder])
    monkeypatch.setitem(looking.DEPTHS, "quick", Depth("quick", "", 8, 20, 16))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return Run(monkeypatch, capsys)


def save_game(name: str, seed: int = 3, moves: int = 1000) -> None:
    table = Table(load("pebbles"), seed, ["Anna", "Benno"])
    while moves and not table.is_over:
        table.play(table.actions()[(seed + moves) % len(table.actions())].number)
        moves -= 1
    Path(name).parent.mkdir(exist_ok=True)
    table.record.save(name)


def test_a_game_is_studied_and_what_was_found_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    save_game("game.record")
    first = run("study", "game.record", "--processes", "1")
    assert (first.code, first.err) == (0, "")
    for words in ("chances to win", "luck and play", "own play", "points by source", "Anna", "Benno"):
        assert words in first.out

    def not_again(*_: object) -> None:
        raise AssertionError("it was studied already")

    monkeypatch.setattr("burgher.cli.study.go_through", not_again)
    assert run("study", "game.record") == first
    found = json.loads(run("study", "game.record", "--json").out)
    assert found["course"]["names"] == ["Anna", "Benno"]
    assert len(found["course"]["chances"]) == len(found["course"]["headings"]) + 1
    assert run("study", "game.record", "--html", "page.html").out == ""
    page = Path("page.html").read_text(encoding="utf-8")
    assert "The moves that cost most" in page
    assert "/static/" not in page  # it stands alone


def test_many_games_are_compared(run: Run) -> None:
    for seed in range(12):
        save_game(f"games/{seed}.record", seed)
    save_game("games/running.record", moves=2)
    ended = run("study", "--many", "games")
    assert ended.code == 0
    assert "place in the first round" in ended.out
    assert "running.record: the game is not over" in ended.err
    ended = run("study", "--many", "games", "--html", "page.html", "--csv", "rows.csv", "--json")
    assert json.loads(ended.out)["games"] == 12
    assert "12 finished games, 24 seats" in Path("page.html").read_text(encoding="utf-8")
    assert len(Path("rows.csv").read_text(encoding="utf-8").splitlines()) == 25


def test_results_of_the_arena_are_compared(run: Run) -> None:
    (match,) = matches(load("pebbles"), ["greedy", "random"], 7)
    games = [(match, number, match.play(number)) for number in range(11)]
    scores = [score + 1 for score in games[-1][2].scores]
    games[-1] = (match, 10, replace(games[-1][2], scores=scores))  # as if its agents had thought for a time
    with Writer(Path("arena.jsonl")) as writer:
        writer.add(games)
    ended = run("study", "--many", "arena.jsonl", "--json", "--csv", "rows.csv")
    assert ended.code == 0
    assert json.loads(ended.out)["games"] == 10
    assert "does not play it the same again" in ended.err
    assert "greedy (" in Path("rows.csv").read_text(encoding="utf-8")


def test_results_of_other_agents_are_told_apart(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (match,) = matches(load("pebbles"), ["random"], 7)
    with Writer(Path("arena.jsonl")) as writer:
        writer.add([(match, 0, match.play(0))])
    monkeypatch.setattr("burgher.arena.contest.how_agents_think", lambda game: "otherwise")
    ended = run("study", "--many", "arena.jsonl")
    assert ended.code == 2
    assert "rules or agents have changed since it was played" in ended.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "name the record of a game"),
        (("game.record", "--many", "."), "name the record of a game"),
        (("game.record", "--depth", "shallow"), "there is quick and deep"),
        (("game.record", "--csv", "rows.csv"), "are for --many"),
        (("running.record",), "the game is not over"),
        (("--many", "empty"), "no finished game is recorded there"),
    ],
)
def test_what_cannot_be_studied_is_told(run: Run, arguments: tuple[str, ...], told: str) -> None:
    save_game("game.record")
    save_game("running.record", moves=2)
    Path("empty").mkdir()
    ended = run("study", *arguments)
    assert ended.code == 2
    assert told in ended.err

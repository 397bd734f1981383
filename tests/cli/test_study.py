"""`burgher study`: one game, kept for the next time, and many."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import burgher.games
from building import ROOT
from burgher import Table, load
from burgher.arena.contest import Match, matches
from burgher.arena.replaying import why_not
from burgher.arena.results import Writer
from burgher.study import looking
from burgher.study.looking import Depth
from cli.running import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    folder = str(ROOT / "examples")
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
    assert "a deep one knows better" in " ".join(first.out.split()), "it had few simulations"
    assert "accuracy, of 100" in first.out

    there = re.search(r"on from there: burgher (play --resume game\.record --from \d+ --seat \d)", first.out)
    assert there, "a game at random has costly moves"
    assert run(*there[1].split(), typed="quit\n").code == 0

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
    ended = run("study", "--many", "arena.jsonl", "--json", "--csv", "rows.csv", "--processes", 1)
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
    assert "arena.jsonl, random, random: 1 game is left out: rules or agents have changed" in ended.err
    assert "no finished game is recorded there that can be studied" in ended.err


def test_several_processes_play_the_same_again(run: Run) -> None:
    (match,) = matches(load("burgundy"), ["random"], 7)
    with Writer(Path("arena.jsonl")) as writer:
        writer.add((match, number, match.play(number)) for number in range(6))
    alone, together = (
        (run("study", "--many", "arena.jsonl", "--csv", name, "--processes", n), Path(name).read_text())
        for n, name in ((1, "alone.csv"), (2, "together.csv"))
    )
    assert alone == together
    assert alone[0].code == 0


def test_games_of_agents_that_think_for_a_time_are_not_played_again(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = {
        names: matches(load("pebbles"), names.split(), 7)[0]
        for names in ("random search:1s", "random greedy")
    }
    with Writer(Path("arena.jsonl")) as writer:
        outcome = pairs["random greedy"].play(0)
        writer.add((match, 0, outcome) for match in pairs.values())
    played, replay = list[Match](), Match.replay

    def watched(match: Match, number: int) -> Table:
        played.append(match)
        return replay(match, number)

    monkeypatch.setattr(Match, "replay", watched)
    ended = run("study", "--many", "arena.jsonl", "--json", "--processes", 1)
    assert (ended.code, json.loads(ended.out)["games"]) == (0, 1)
    assert "arena.jsonl, random, search:1s: 1 game is left out: search:1s thinks for a time" in ended.err
    assert "such as search:500" in ended.err
    assert played == [pairs["random greedy"]]


@pytest.mark.parametrize(
    ("agent", "refused"),
    [
        ("greedy:3", False),
        ("search", False),
        ("search:500", False),
        ("search:500,5s", False),
        ("search:1s", True),
        ("search:1.5s,cores=2", True),
        ("search:200ms,net=net.onnx", True),
        ("neural:1,5s.onnx", False),
    ],
)
def test_who_thinks_for_a_time(agent: str, refused: bool) -> None:
    (match,) = matches(load("burgundy"), ["random"], 7)
    reason = why_not(replace(match, line_up=(agent, agent), plays=(agent, agent)))
    assert ("thinks for a time" in (reason or "")) == refused


def test_an_agent_that_a_level_meant_before_is_not_played_again() -> None:
    (match,) = matches(load("burgundy"), ["journeyman"], 7)
    assert why_not(match) is None
    assert "have changed" in str(why_not(replace(match, plays=("greedy:2", "greedy:2"))))


def test_too_few_games_are_said_to_be(run: Run) -> None:
    save_game("games/one.record")
    ended = run("study", "--many", "games")
    assert (ended.code, ended.out) == (2, "")
    assert "pebbles: 2 seats are too few to compare" in ended.err
    assert "by 5 of them" in ended.err
    assert run("study", "--many", "games", "--csv", "rows.csv").code == 0
    assert len(Path("rows.csv").read_text(encoding="utf-8").splitlines()) == 3


@pytest.mark.parametrize("option", ["--html", "--csv", "--parquet"])
@pytest.mark.parametrize(
    ("path", "told"), [("nowhere/file", "No such file or directory"), ("games", "Is a directory")]
)
def test_what_cannot_be_written_is_told_before_anything_is_studied(
    run: Run, option: str, path: str, told: str
) -> None:
    save_game("games/one.record", moves=2)  # which would be told, if it were read
    ended = run("study", "--many", "games", option, path)
    assert (ended.code, ended.out, ended.err) == (2, "", f"burgher: {path}: {told}\n")


def test_what_cannot_be_written_in_the_end_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    save_game("games/one.record")
    monkeypatch.setattr("burgher.cli.study.check_writable", lambda *_: None)
    for option in ("--html", "--csv", "--parquet"):
        ended = run("study", "--many", "games", option, "nowhere/file")
        assert ended.code == 2
        assert "nowhere/file: " in ended.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "name the record of a game"),
        (("game.record", "--many", "."), "name the record of a game"),
        (("game.record", "--depth", "shallow"), "there is quick and deep"),
        (("game.record", "--csv", "rows.csv"), "are for --many"),
        (("running.record",), "the game is not over"),
        (("--many", "empty"), "no finished game is recorded there"),
        (("--many", "empty", "--depth", "quick"), "--depth is for a single game"),
        (("--many", "game.record"), "game.record is the record of a single game: leave out --many"),
        (("game.record", "--html", "nowhere/page.html"), "nowhere/page.html: No such file or directory"),
    ],
)
def test_what_cannot_be_studied_is_told(run: Run, arguments: tuple[str, ...], told: str) -> None:
    save_game("game.record")
    save_game("running.record", moves=2)
    Path("empty").mkdir()
    ended = run("study", *arguments)
    assert ended.code == 2
    assert told in ended.err

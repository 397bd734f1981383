from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest

import burgher
from burgher.arena.results import Results
from cli.running import Ended, Run
from waiting import PATIENCE


@pytest.fixture
def arena(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> ArenaCommand:
    return ArenaCommand(Run(monkeypatch, capsys), tmp_path / "arena.jsonl")


class ArenaCommand:
    """Runs `burgher arena …` on a results file of its own."""

    def __init__(self, run: Run, results: Path) -> None:
        self._run = run
        self.results = results

    def __call__(self, *arguments: object) -> Ended:
        return self._run("arena", *arguments, "--results", self.results, "--processes", 1)


def test_everyone_meets_everyone_and_later_runs_extend_it(arena: ArenaCommand) -> None:
    first = json.loads(arena("random", "greedy:2", "--games", 3, "--json").out)
    assert (first["game"], first["players"], first["games"]) == ("burgundy", 2, 4)  # whole deals
    assert [agent["name"] for agent in first["agents"]] == ["greedy:2", "random"]
    before = arena.results.read_bytes()
    again = arena("random", "greedy:2", "--games", 4, "--json")
    assert arena.results.read_bytes() == before, "what has been played is not played again"
    assert json.loads(again.out) == first
    third = json.loads(arena("random", "greedy:2", "greedy:3", "--games", 2, "--json").out)
    assert third["games"] == 4 + 2 + 2
    assert arena.results.read_bytes().startswith(before)
    games = {(one["agent"], one["other"]): one["games"] for one in third["meetings"]}
    assert games["random", "greedy:2"] == games["greedy:2", "random"] == 4
    assert games["greedy:3", "random"] == 2
    only_shown = arena("--json")
    assert json.loads(only_shown.out) == third


def test_tables_for_people(arena: ArenaCommand) -> None:
    out = arena("random", "greedy:2", "--players", 3, "--option", "castles=secret", "--games", 3).out
    assert "The Castles of Burgundy, 3 players, 6 games" in out
    assert re.search(r"│ greedy:2 *│ +\d{4} │", out)
    assert "How often the one" in out


class Page(HTMLParser):
    """What a page loads from elsewhere, its headings, and whether everything that opens is closed."""

    VOID = ("meta", "br", "hr", "img", "link", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.open: list[str] = []
        self.drawings = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [value or "" for name, value in attrs if name in ("src", "href")]
        self.drawings += tag == "svg"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_one_file_with_its_plots(arena: ArenaCommand, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    arena("random", "greedy:2", "--games", 4, "--html", path)
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert page.loads == []
    assert page.drawings == 3
    assert "prefers-color-scheme: dark" in text
    for words in ("Ratings", "Who against whom", "Where the points come from", "Games won, by seat"):
        assert words in text
    assert not re.search(r"\bnan\b|\binf\b", text)


def test_one_agent_plays_itself(arena: ArenaCommand, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    found = json.loads(arena("greedy:2", "--games", 2, "--json", "--html", path).out)
    (agent,) = found["agents"]
    assert (agent["rating"], agent["won"][0], agent["games"]) == (None, 0.5, 4)
    assert "Who against whom" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["clever"], "there is no agent 'clever'"),
        (["random", "random"], "'random' is named twice"),
        (["random", "--game", "chess"], "there is no game 'chess'"),
        (["random", "--players", 7], "is for 2 to 4 players, not 7"),
        (["random", "--option", "castles"], "an option is given as key=value"),
        (["random", "--ray", "auto"], "choose one of --processes and --ray"),
        ([], "has no games of burgundy, 2 players as they are played now: it has none at all"),
    ],
)
def test_what_cannot_be_is_refused(arena: ArenaCommand, arguments: list[object], reason: str) -> None:
    ended = arena(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert reason in ended.err


def test_results_of_another_game_are_named(arena: ArenaCommand) -> None:
    arena("random", "--games", 1)
    assert "it has burgundy, 2 players" in arena("--game", "granja").err


def test_results_from_before_a_change_say_what_has_changed(
    arena: ArenaCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena("random", "--games", 1)
    monkeypatch.setattr("burgher.arena.contest.how_agents_think", lambda game: "otherwise")
    assert "played before a change of how agents think: name the agents" in arena().err


def test_another_burgher_that_plays_the_same_goes_on_with_the_games(
    arena: ArenaCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena("random", "--games", 2)
    monkeypatch.setattr(burgher, "__version__", "99.0")
    assert json.loads(arena("--json").out)["games"] == 2
    assert json.loads(arena("random", "--games", 4, "--json").out)["games"] == 4
    kinds = [json.loads(line)["type"] for line in arena.results.read_text().splitlines()]
    assert kinds == ["match", "game", "game", "match", "game", "game"], "none was played twice"


def test_a_report_that_cannot_be_written_is_told_before_anything_is_played(arena: ArenaCommand) -> None:
    ended = arena("random", "--games", 2, "--html", "/nowhere/report.html")
    assert (ended.code, ended.err) == (2, "burgher: /nowhere/report.html: No such file or directory\n")
    assert not arena.results.exists()


def test_who_plays_alone_is_told_apart_by_points(arena: ArenaCommand, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    solo = ("--game", "granja", "--players", 1, "--games", 2)
    out = arena("random", "greedy:2", *solo, "--html", path).out
    assert "1 player, 4 games" in out
    assert "mean points" in out
    text = path.read_text(encoding="utf-8")
    assert Page(text).open == []
    assert ", 1 player</h2>" in text
    for words in ("100.0", "How often the one", "won", "rating"):
        assert words not in out
    for words in ("100.0 %", "Who against whom", "Games won", "games won", "<th>rating"):
        assert words not in text


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    rest = ["--games", "100000", "--processes", "2", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "burgher", "arena", "random", "greedy:2", "--results", str(path), *rest],
        env={**os.environ, "PYTHONPATH": str(Path(burgher.__file__).parent.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not path.exists() or path.stat().st_size < 2000:
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "games to play: the same command goes on from here." in " ".join(err.split())
    assert json.loads(out)["games"] == len(Results.read(path).games) > 0

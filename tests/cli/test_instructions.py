from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import burgher
from building import ROOT
from burgher import games
from burgher.bench import instructions
from burgher.bench.instructions import KINDS, Counted, grown, read
from burgher.cli import bench as cli
from burgher.cli.app import app

COMMITTED = ROOT / "bench" / "instructions.jsonl"


def bench(*arguments: str) -> Result:
    """How `burgher bench --instructions` ends."""
    return CliRunner().invoke(
        app, ["bench", "--instructions", *arguments], env={"COLUMNS": "120"}, catch_exceptions=False
    )


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is what counts")
def test_a_sample_is_counted_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(ROOT / "examples")
    monkeypatch.setattr(games, "__path__", [*games.__path__, folder])
    monkeypatch.setenv("BURGHER_GAMES", folder)
    reported: list[int] = []
    (counted,) = instructions.instructions([("pebbles", 2)], reported.append, 0.05)
    assert reported == [1]
    assert counted.counts.keys() == KINDS.keys() - {"judged"}  # no network comes with it
    # To start Python alone takes thirty million, several hundred thousand for each of these decisions.
    assert 50 < counted.counts["play"] < 100_000
    assert 50 < counted.counts["loop"] < 100_000
    assert counted.counts["play"] < counted.counts["search"]


def test_without_valgrind_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(burgher.BurgherError, match="valgrind, which counts instructions, is not on this"):
        bench("--game", "burgundy")


def test_the_committed_figures_are_of_all_games() -> None:
    cases = {(name, n) for name in games.names() for n in games.rules(name).players_allowed}
    figures = read(COMMITTED)
    assert figures.keys() == cases
    for (name, players), counts in figures.items():
        rules = games.rules(name)
        judged = rules(players, **rules.finite).network is not None
        assert counts.keys() == (KINDS.keys() if judged else KINDS.keys() - {"judged"})
        assert all(count > 0 for count in counts.values())


BEFORE = {"play": 1000.0, "search": 100_000.0}


def test_what_grew_by_more_than_three_hundredths_is_named() -> None:
    now = [
        Counted("burgundy", 2, {"play": 1029.0, "search": 103_500.0, "loop": 9.0}),
        Counted("hansa", 3, {"play": 5000.0}),
    ]
    assert list(grown(now, {("burgundy", 2): BEFORE})) == [
        f"The Castles of Burgundy, 2 players: {KINDS['search'].words}: 100,000 → 103,500 (+3.5 %)"
    ]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures that need no counting."""

    def run(*_: object) -> Iterator[Counted]:
        yield Counted("burgundy", 2, {"play": 1234.4, "loop": 5000.0})
        yield Counted("burgundy", 3, {"play": 1000.0})

    monkeypatch.setattr(cli, "instructions", run)


@pytest.mark.usefixtures("counted")
def test_figures_are_kept_as_lines_and_compared_with(tmp_path: Path) -> None:
    path = tmp_path / "before.jsonl"
    path.write_text(bench("--json").stdout)
    assert json.loads(path.read_text().splitlines()[0]) == {
        "game": "burgundy",
        "players": 2,
        "play": 1234.4,
        "loop": 5000.0,
    }
    same = bench("--against", str(path))
    assert same.exit_code == 0
    assert "Nothing takes clearly more instructions" in same.stderr
    path.write_text('{"game": "burgundy", "players": 2, "play": 1100}\n')
    more = bench("--against", str(path))
    assert more.exit_code == 1
    assert "2 players: a decision of random play: 1,100 → 1,234 (+12.2 %)" in more.stderr


@pytest.mark.usefixtures("counted")
def test_the_table_has_a_column_for_each_number_of_players() -> None:
    rows = [line.replace("│", "|").split("|")[2:4] for line in bench().stdout.splitlines() if "loop" in line]
    assert [[cell.strip() for cell in row] for row in rows] == [["5,000", "–"]]
    lines = bench("--markdown").stdout.splitlines()
    assert "| instructions for … | 2 players | 3 players |" in lines
    assert "| a decision of random play | 1,234 | 1,000 |" in lines


@pytest.mark.parametrize(
    "text", ["", None, "[]", "{}", "nonsense", '{"game": "hansa", "players": 2, "play": []}']
)
def test_a_file_that_holds_no_figures_is_refused(text: str | None, tmp_path: Path) -> None:
    path = tmp_path / "figures"
    if text is not None:
        path.write_text(text)
    with pytest.raises(burgher.BurgherError, match="holds no counted instructions"):
        read(path)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--json", "--markdown"], "choose one of --json and --markdown"),
        (["--game", "granja", "--option", "modules=ladies"], "counts games without options"),
    ],
)
def test_what_cannot_be_counted_is_refused(arguments: list[str], reason: str) -> None:
    with pytest.raises(burgher.BadOptions, match=reason):
        bench(*arguments)


def test_a_file_to_compare_with_is_for_instructions() -> None:
    with pytest.raises(burgher.BadOptions, match="--against goes with --instructions"):
        CliRunner().invoke(app, ["bench", "--against", "x"], catch_exceptions=False)

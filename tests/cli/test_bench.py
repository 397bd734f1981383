from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner, Result

import burgher
from building import ROOT
from burgher import games
from burgher.bench import memory
from burgher.bench.speed import FIGURES, Figure, measure_playouts
from burgher.bench.speed import Result as Measured
from burgher.cli import bench as cli
from burgher.cli.app import app
from burgher.study import looking

KEYS = {figure.key for figure in FIGURES}


def bench(*arguments: str) -> Result:
    """How `burgher bench` ends."""
    return CliRunner().invoke(
        app, ["bench", "--seconds", "0.01", *arguments], env={"COLUMNS": "120"}, catch_exceptions=False
    )


def test_every_game_is_measured_with_every_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def run(cases: list[tuple[str, int]], *_: object) -> Iterator[Measured]:
        asked.extend(cases)
        return iter(())

    monkeypatch.setattr(cli, "run", run)
    bench()
    assert asked == [
        (name, players) for name in games.names() for players in games.rules(name).players_allowed
    ]


def test_json_has_a_line_for_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgher.bench.speed.ROUNDS", 1)
    result = bench("--json", "--players", "2")
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["game"], line["players"]) for line in lines] == [(name, 2) for name in games.names()]
    for line in lines:
        assert line["interpreted"].keys() == KEYS
        assert all(value > 0 for value in line["interpreted"].values())
        if burgher.COMPILED:
            assert line["compiled"].keys() == line["ratio"].keys() == KEYS
            # How much faster is for `make bench` on an idle machine: one noisy round here says nothing.
            assert all(value > 0 for value in line["ratio"].values())
        else:
            assert line["compiled"] is line["ratio"] is None
    assert ("Nothing is compiled here" in result.stderr) == (not burgher.COMPILED)


FAST = dict.fromkeys(KEYS, 1_234_567.0)
SLOW = dict.fromkeys(KEYS, 12_345.0)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures that need no time."""
    results = [Measured("burgundy", 2, FAST, SLOW), Measured("burgundy", 3, None, SLOW)]
    monkeypatch.setattr(cli, "run", lambda *_: iter(results))
    monkeypatch.setattr(cli, "machine", lambda: "Some processor")


@pytest.mark.usefixtures("measured")
def test_the_table_has_compiled_and_plain_side_by_side() -> None:
    text = bench().stdout
    assert "The Castles of Burgundy, 2 players" in text
    rows = [line.replace("│", "|").split("|") for line in text.splitlines() if "random games" in line]
    assert [[cell.strip() for cell in row[2:5]] for row in rows] == [
        ["1,230,000", "12,300", "× 100"],
        ["–", "12,300", "–"],
    ]


@pytest.mark.usefixtures("measured")
def test_markdown_is_a_dated_section() -> None:
    lines = bench("--markdown").stdout.splitlines()
    assert lines[0].startswith("## 2")
    assert lines[2] == "Some processor."
    assert "| | 2 players | 3 players |" in lines
    assert "| random games a second | 1,230,000 / 12,300 (× 100) | – / 12,300 (–) |" in lines


def test_what_could_not_be_measured_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    some = {key: value for key, value in FAST.items() if key != "batch_steps_per_s"}
    monkeypatch.setattr(cli, "run", lambda *_: iter([Measured("burgundy", 2, some, some)]))
    (line,) = [line for line in bench("--markdown").stdout.splitlines() if "in a batch" in line]
    assert line.endswith("| – / – (–) |")


def test_costs_are_better_when_less() -> None:
    cost, rate = Figure("a", "a", more_is_better=False), Figure("b", "b")
    assert (cost.better(1, 2), rate.better(1, 2)) == (1, 2)
    assert (cost.ratio(1, 2), rate.ratio(1, 2)) == (2, 0.5)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--game", "chess"], "there is no game 'chess'"),
        (["--players", "5"], "is for 2 to 4 players, not 5"),
        (["--nodes", "1"], "has 2 to 2,000,000 nodes, not 1"),
        (["--nodes", "2000001"], "not 2,000,001"),
        (["--json", "--markdown"], "choose one of --json and --markdown"),
        (["--option", "modules=ladies"], "say which with --game"),
        (["--game", "granja", "--option", "modules=lady"], "lady"),
        (["--game", "granja", "--players", "1", "--option", "modules=betwixt"], "is not for one player"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments: list[str], reason: str) -> None:
    with pytest.raises(burgher.BadOptions, match=reason):
        bench(*arguments)


def test_options_are_measured_beside_the_game_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgher.bench.speed.ROUNDS", 1)
    monkeypatch.setattr("burgher.bench.speed.MEASURES", {"playouts": measure_playouts})
    asked = ("--game", "granja", "--players", "2", "--option", "modules=ladies,outlaws")
    lines = [json.loads(line) for line in bench(*asked, "--json").stdout.splitlines()]
    assert [line["options"] for line in lines] == [{}, {"modules": "ladies,outlaws"}]
    assert lines[0]["interpreted"] != lines[1]["interpreted"]


def test_a_column_says_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    results = [Measured("granja", 1, FAST, SLOW), Measured("granja", 4, FAST, SLOW, {"modules": "ladies"})]
    monkeypatch.setattr(cli, "run", lambda *_: iter(results))
    assert "| | 1 player | 4 players, modules=ladies |" in bench("--markdown").stdout


def test_how_long_a_game_takes_to_study(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(ROOT / "examples")
    monkeypatch.setattr(games, "__path__", [*games.__path__, folder])
    monkeypatch.setitem(looking.DEPTHS, "quick", looking.Depth("quick", "", 1, 1, 1))
    asked = ("--study", "quick", "--game", "pebbles", "--players", "2")
    (line,) = bench(*asked, "--json").stdout.splitlines()
    studied = json.loads(line)
    assert (studied["game"], studied["players"], studied["depth"]) == ("pebbles", 2, "quick")
    assert studied["decisions"] >= 6
    assert studied["seconds"] > 0
    assert "| Pebbles | 2 |" in bench(*asked, "--markdown").stdout
    assert "Pebbles" in bench(*asked).stdout


@pytest.mark.parametrize("name", games.names())
def test_a_search_grows_to_so_many_nodes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "FIRST", 1)
    monkeypatch.setattr(memory, "BLOCK", 1)
    monkeypatch.setattr(memory, "TURNS", 1)
    grown = memory.grow(burgher.load(name, 2), 100)
    assert (grown.game, grown.players) == (name, 2)
    assert grown.nodes >= 100
    assert 0 < grown.simulations < 1000
    assert grown.times_as_long > 0


def test_what_a_search_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(cases: list[tuple[str, int]], nodes: int, _: object) -> Iterator[memory.Grown]:
        return iter(memory.Grown(name, players, nodes, 250, 36.04, 1.5) for name, players in cases)

    monkeypatch.setattr(cli, "measure_nodes", measured)
    asked = ("--nodes", "1000", "--game", "hansa", "--players", "5")
    assert json.loads(bench(*asked, "--json").stdout)["node_bytes"] == 36.04
    assert "| Hansa Teutonica | 5 | 250 | 1,000 | 36.0 | × 1.50 |" in bench(*asked, "--markdown").stdout
    assert "1,000 nodes" in bench(*asked).stdout

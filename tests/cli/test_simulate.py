from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import burgher
from burgher.arena import playing
from burgher.cli import app as cli
from burgher.cli.app import app
from burgher.cli.common import listed


def simulate(*arguments: str) -> str:
    """What `burgher simulate` prints."""
    result = CliRunner().invoke(app, ["simulate", *arguments], env={"COLUMNS": "120"}, catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_json_is_one_object_with_everything() -> None:
    found = json.loads(
        simulate("burgundy", "--games", "6", "--agents", "greedy,random", "--seed", "3", "--json")
    )
    assert (found["game"], found["players"], found["games"], found["seed"]) == ("burgundy", 2, 6, 3)
    assert found["decisions"] > 600
    assert found["stopped"] == 0
    assert found["seconds"] > 0
    assert [agent["name"] for agent in found["agents"]] == ["greedy", "random"]
    assert sum(agent["wins"] for agent in found["agents"]) == 6
    for agent in found["agents"]:
        assert sum(agent["by_source"].values()) == pytest.approx(agent["mean"], abs=0.01)
        assert agent["wins_low"] <= agent["wins"] <= agent["wins_high"]
        assert agent["stdev"] > 0


def test_the_result_depends_on_the_seed_only() -> None:
    one, two, other = (
        json.loads(simulate("--games", "8", "--seed", seed, "--processes", processes, "--json"))
        for seed, processes in [("1", "1"), ("1", "2"), ("2", "1")]
    )
    for found in (one, two, other):
        del found["seconds"]
    assert one == two
    assert one["agents"] != other["agents"]


def test_the_table_has_agents_and_sources() -> None:
    text = simulate("--games", "4", "--agents", "greedy,random,random", "--processes", "1")
    assert "The Castles of Burgundy, 3 players, 4 games" in text
    for expected in ("1. greedy", "2. random", "3. random", "regions", "others", "decisions a second"):
        assert expected in text


def test_games_that_would_not_end_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "ENDLESS", 40)
    text = simulate("--games", "2", "--processes", "1")
    assert "2 of 2 games stopped after " in text
    assert text.endswith("and counted as they stood.\n")
    assert json.loads(simulate("--games", "2", "--processes", "1", "--json"))["stopped"] == 2


def test_who_plays_alone_has_points_and_wins_nothing() -> None:
    text = simulate("granja", "--players", "1", "--games", "2", "--agents", "random", "--processes", "1")
    assert "La Granja, 1 player, 2 games" in text
    assert "games won" not in text


def test_agents_are_repeated_for_more_players_and_options_are_played_with() -> None:
    found = json.loads(
        simulate(
            *("--players", "4", "--agents", "random", "--games", "1", "--json"),
            *("--option", "castles=secret", "--option", "estates=random"),
        )
    )
    assert [agent["name"] for agent in found["agents"]] == ["random"] * 4
    assert (found["options"]["castles"], found["options"]["estates"]) == ("secret", "random")


@pytest.mark.parametrize(
    ("given", "agents"),
    [
        ("greedy", ["greedy"]),
        ("search:500,5s", ["search:500,5s"]),
        ("master, search:2,200ms ,random", ["master", "search:2,200ms", "random"]),
        ("search:1s,cores=2,net=a.net,greedy:3,9", ["search:1s,cores=2,net=a.net", "greedy:3,9"]),
        ("greedy,5s", ["greedy", "5s"]),
        ("random,", ["random", ""]),
    ],
)
def test_an_agents_argument_may_have_commas(given: str, agents: list[str]) -> None:
    assert listed(given) == agents


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess"], "there is no game 'chess': there is burgundy"),
        (["--players", "5"], "The Castles of Burgundy is for 2 to 4 players, not 5"),
        (["--players", "2", "--agents", "random,random,random"], "3 agents cannot play a game of 2 players"),
        (["--agents", "clever"], "there is no agent 'clever': there is apprentice"),
        (["--agents", "random,"], "there is no agent ''"),
        (["--agents", "random:9"], "the agent 'random' takes no argument"),
        (["--agents", "greedy,5s"], "there is no agent '5s'"),
        (["--option", "castles"], "an option is given as key=value, not 'castles'"),
        (["--option", "castles=moat"], "castles='moat' is not known: choose from centre, open, secret"),
        (["--option", "players=3"], "has no option 'players': it has castles, edition, estates, ties"),
        (["--option", "ties=most", "--option", "ties=most"], "the option 'ties' is given twice"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--games", "many"], "Invalid value for '--games'"),
        (["--processes", "0"], "Invalid value for '--processes'"),
    ],
)
def test_what_cannot_be_played_is_refused(
    arguments: list[str], reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["burgher", "simulate", *arguments])
    with pytest.raises(SystemExit) as end:
        cli.main()
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert reason in err


@pytest.mark.skipif(os.name != "posix", reason="there are pseudo-terminals only there")
def test_progress_is_shown_on_a_terminal_and_leaves_standard_output_alone() -> None:
    import pty

    reader, terminal = pty.openpty()
    result = subprocess.run(
        [sys.executable, "-m", "burgher", "simulate", "--games", "3", "--processes", "1", "--json"],
        env={
            **os.environ,
            "PYTHONPATH": str(Path(burgher.__file__).parent.parent),
            "TERM": "xterm",
            "NO_COLOR": "1",
            "COLUMNS": "100",
        },
        stdout=subprocess.PIPE,
        stderr=terminal,
        check=True,
    )
    os.close(terminal)
    assert json.loads(result.stdout)["games"] == 3
    assert b"3/3 games" in os.read(reader, 100_000)
    os.close(reader)

"""The example that learns, on a very small scale. It needs PyTorch, which `make learn` installs."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

import burgher
from burgher import agents

pytest.importorskip("torch")
pytest.importorskip("onnxscript")

LEARN = Path(__file__).parents[2] / "examples" / "learn.py"
SMALL = [
    *("--epochs", "1", "--width", "16", "--blocks", "1"),
    *("--match", "4", "--processes", "1", "--search", "search:2", "--games", "10"),
]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the example as people do."""
    return subprocess.run(
        [sys.executable, str(LEARN), str(folder), *SMALL, *arguments],
        env={**os.environ, "PYTHONPATH": str(Path(burgher.__file__).parent.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


def learn(folder: Path, *arguments: str) -> str:
    """Run the example to a good end; what it printed."""
    ended = run(folder, *arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "curve.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_it_learns_exports_plays_and_goes_on_where_it_was(tmp_path: Path) -> None:
    learn(tmp_path, "--stages", "1")
    shown = [(row["epoch"], row["plays"], row["against"], row["games"]) for row in rows(tmp_path)]
    assert shown == [
        ("1", "", "", ""),
        ("", "alone", "greedy", "4"),
        ("", "searching", "greedy", "1"),
        ("", "searching", "search:2", "1"),
    ]
    out = learn(tmp_path, "--stages", "2")
    assert "stage 0" not in out, "what was done is not done again"
    assert "games of search:2,net=" in out
    assert [row["stage"] for row in rows(tmp_path)] == ["0"] * 4 + ["1"] * 4
    for number in range(2):
        state = burgher.load("burgundy", 2).deal(1)
        agent = agents.create(f"neural:{tmp_path / f'{number}.onnx'}", 1)
        assert agent.choose(state) in state.legal_actions()
    assert "is at stage 2 of 2 already" in learn(tmp_path, "--stages", "2")
    refused = run(tmp_path, "--rate", "0.1")
    assert refused.returncode == 1
    assert refused.stderr == (
        f"learn.py: the run in {tmp_path} is another, with rate 0.001 (not 0.1): choose another folder\n"
    )


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--game", "chess"], "there is no game 'chess'"),
        (["--search", "foo"], "there is no agent 'foo'"),
        (["--against", "foo"], "there is no agent 'foo'"),
        ([], "File exists"),
    ],
)
def test_what_cannot_be_learned_is_refused_in_a_line(
    tmp_path: Path, arguments: list[str], problem: str
) -> None:
    (tmp_path / "file").touch()
    refused = run(tmp_path / ("none" if arguments else "file"), *arguments)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("learn.py: ")
    assert problem in refused.stderr
    assert not (tmp_path / "none").exists()


def test_untaught_it_plays_by_instinct(tmp_path: Path) -> None:
    learn(tmp_path, "--stages", "1", "--epochs", "0", "--match", "1")
    game = burgher.load("burgundy", 2)
    state, agent = game.deal(2), agents.create(f"neural:{tmp_path / '0.onnx'}", 1)
    while not state.is_over:
        chosen, worths = agent.choose(state), {}
        for action in state.legal_actions():
            trial = state.imagine(state.seat, 0)
            trial.apply(action)
            worths[action] = trial.evaluate(state.seat)
        assert worths[chosen] == max(worths.values())
        state.apply(chosen)

"""The games written in C to stand beside ours are the same games, or the comparison would say nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import burgher
from burgher import peers
from burgher.games.burgundy import events
from burgher.games.burgundy.data import BurgundyData
from burgher.kernel.chance import seeded
from burgher.kernel.journal import SCORED, Journal
from burgher.kernel.playout import play_randomly
from burgher.peers.c import NotBuilt, build, compiler
from cli.running import Run

SEEDS = [*range(1, 3000 if burgher.COMPILED else 100), 5548]
"""Of the games that both play. In the last a small bonus tile is claimed, which is rare at random."""
BURGUNDY = next(peer for peer in peers.peers() if peer.name == "burgundy")
SOURCES = events.WORKERS_LEFT + 1 + 26
"""As in burgundy.c: after the sources that have numbers of their own come the 26 knowledge tiles."""


@pytest.fixture(scope="module")
def have_compiler() -> None:
    try:
        compiler()
    except NotBuilt as reason:
        pytest.skip(f"{reason}: games in C are not compared")


def played_by_us(seed: int) -> dict[str, Any]:
    """How a random game ends, told as burgundy.c tells it."""
    journal = Journal()
    state = burgher.load("burgundy", players=2).deal(seed, journal)
    decisions = play_randomly(state, seeded(-seed))
    by_source = [[0] * SOURCES for _ in range(2)]
    for entry in journal.entries:
        if entry.event == SCORED:
            knowledge = entry.source - events.KNOWLEDGE
            source = events.WORKERS_LEFT + knowledge if knowledge > 0 else entry.source
            by_source[entry.seat][source] += entry.points
    assert isinstance(state, BurgundyData)
    return {
        "decisions": decisions,
        "winner": state.ranks().index(1),
        "chance": state.chance,
        "seats": [
            {
                "points": player.points,
                "silverlings": player.silverlings,
                "workers": player.workers,
                "mines": player.mines,
                "bonuses": player.bonuses,
                "steps": player.steps,
                "knows": player.knows,
                "covered": player.covered,
                "goods": list(player.goods),
                "sold": list(player.sold),
                "storage": list(player.storage),
                "tiles": list(player.tiles),
                "by_source": points,
            }
            for player, points in zip(state.players, by_source, strict=True)
        ],
    }


@pytest.mark.usefixtures("have_compiler")
def test_burgundy_in_c_is_the_same_game_as_ours(tmp_path: Path) -> None:
    """Fed with the same numbers, both play the same games: every tile, every point and where it is from.

    Means of many games would agree where one rule is a little off; games do not.
    """
    program = build(BURGUNDY.program, tmp_path, "-DCHECKING")
    numbers = "".join(f"{seeded(seed)} {seeded(-seed)}\n" for seed in SEEDS)
    said = subprocess.run([program, "check"], input=numbers, capture_output=True, text=True, check=True)
    theirs = [json.loads(line) for line in said.stdout.splitlines()]
    for seed, ended in zip(SEEDS, theirs, strict=True):
        assert ended == played_by_us(seed), f"game {seed}"


@pytest.mark.usefixtures("have_compiler")
def test_games_in_c_are_measured_beside_ours(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "peers", lambda: [BURGUNDY])
    monkeypatch.setattr(peers, "ROUNDS", 1)
    ended = run("bench", "--peers", "--seconds", 0.05, "--json")
    assert (ended.code, ended.err) == (0, "")
    found = {(one["title"], one["what"]): one for one in json.loads(ended.out)["found"]}
    in_c = [one for (title, _), one in found.items() if title == BURGUNDY.title]
    assert len(in_c) == 2
    for one in [*in_c, found["Burgher", "The Castles of Burgundy, inside the kernel"]]:
        assert 120 < one["decisions_per_s"] / one["games_per_s"] < 170


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("burgher-no-such-compiler", "burgher-no-such-compiler is not on this machine"),
        (f"{sys.executable} -c 1/0", f"{sys.executable} failed: ZeroDivisionError"),
    ],
)
def test_where_nothing_can_compile_them_they_are_left_out_with_a_word(
    command: str, why: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", command)
    monkeypatch.setattr(peers, "peers", lambda: [BURGUNDY])
    monkeypatch.setattr(peers, "ROUNDS", 1)
    ended = run("bench", "--peers", "--seconds", 0.05, "--json")
    assert ended.code == 0
    assert ended.err.startswith(f"{BURGUNDY.title} was left out: it could not be installed: {why}")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)

"""Searches that take equal time: how many simulations, and the matches that follow from it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import burgher
from burgher.arena.playing import Outcome
from burgher.arena.results import Results, Writer
from burgher.kernel.game import Game
from tools import equal
from tools.strength import BEGIN, END, EQUAL_SEED, Trial, equal_trials, written


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one = {"now": "search:900", "former": "search:500,network=off", "ms": [31.2, 30.4], "decisions": 40}
    monkeypatch.setattr(equal, "KEPT", tmp_path / "equal.json")
    equal.KEPT.write_text(json.dumps({"burgundy-2": [one]}))


def test_the_dearer_a_search_is_the_fewer_simulations_it_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that takes three times as long is given a third."""

    def cost(names: list[str], states: object) -> list[float]:
        numbers = [int(name.partition(":")[2].partition(",")[0]) for name in names]
        return [3 * numbers[0], numbers[1]]

    monkeypatch.setattr(equal, "costs", cost)
    found = equal.equal(burgher.load("burgundy", 2), 300, 2)
    assert (found["now"], found["former"]) == ("search:100", "search:300,network=off")
    assert found["ms"] == [300, 300]


def test_decisions_leave_something_to_choose() -> None:
    found = equal.decisions(burgher.load("burgundy", 2), 3)
    assert len(found) == 3
    assert all(len(state.legal_actions()) > 2 for state in found)
    assert all(cost > 0 for cost in equal.costs(["search:2", "greedy:2"], found))


def test_only_games_with_a_network_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "network", None)
    assert not list(equal.wanted(None, None))


@pytest.mark.usefixtures("measured")
def test_what_takes_equal_time_is_played_and_told(tmp_path: Path) -> None:
    (trial,) = equal_trials()
    pair = "search:900", "search:500,network=off"
    assert trial == Trial("burgundy", 2, pair, 2000, ms=(31.2, 30.4), place="burgundy-2")
    (match,) = trial.matches()
    assert match.seed == EQUAL_SEED
    with Writer(tmp_path / "results.jsonl") as writer:
        for number in range(4):
            scores = [170 if name == pair[0] else 160 for name, _ in match.players(number)]
            ranks = [1 + (max(scores) > score) for score in scores]
            writer.add([(match, number, Outcome(scores, ranks, [Counter(), Counter()], 9, 0))])
    text = written(f"{BEGIN}{END}", Results.read(tmp_path / "results.jsonl"))
    assert (
        "| The Castles of Burgundy | 2 | `search:900` (31 ms) | `search:500,network=off` (30 ms) | 4 "
        "| 100.0% (51.0% – 100.0%) | 50% → 100.0% | 170.0 ± 0.0 : 160.0 ± 0.0 |" in text
    )

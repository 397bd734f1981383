from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import burgher
from burgher import agents, games
from burgher.agents import how_agents_think
from burgher.arena.contest import Rules
from burgher.arena.playing import Outcome
from burgher.arena.pool import SingleProcess
from burgher.arena.results import Results, Writer
from tools import strength
from tools.strength import BEGIN, END, Trial, estate_trials, newest, plan, play, written


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(strength, "RESULTS", tmp_path / "strength.jsonl")


def test_every_level_meets_the_next_in_every_game() -> None:
    trials = list(plan())
    assert trials[0] == Trial("burgundy", 2, ("apprentice", "journeyman"))
    levels = list(agents.levels())
    for name in games.names():
        for players in games.rules(name).players_allowed:
            if players > 1:
                for n in range(1, len(levels)):
                    assert Trial(name, players, (levels[n - 1], levels[n])) in trials
    assert len(set(trials)) == len(trials)


def test_what_is_missing_is_played_and_no_more() -> None:
    trial = Trial("burgundy", 2, ("greedy:2", "random"))
    play([trial], 2, 60, SingleProcess())
    first = Results.read(strength.RESULTS)
    assert len(newest(first, trial)) == 2
    play([trial], 2, 60, SingleProcess())
    assert Results.read(strength.RESULTS).games == first.games
    play([trial], 100, 0, SingleProcess())
    assert len(Results.read(strength.RESULTS).games) == 3, "time was over after one"


def test_the_page_says_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    pair, alone = Trial("burgundy", 2, ("random", "greedy")), Trial("burgundy", 2, ("greedy",))
    monkeypatch.setattr(strength, "plan", lambda: iter([pair, alone]))
    with Writer(strength.RESULTS) as writer:
        for trial in (pair, alone):
            (match,) = trial.matches()
            for number in range(4):
                scores = [150 if name == "greedy" else 50 for name, _ in match.players(number)]
                ranks = [1 + (max(scores) > score) for score in scores]
                writer.add([(match, number, Outcome(scores, ranks, [Counter(), Counter()], 9, 0))])
    page = f"# Before\n{BEGIN}old\n{END}after\n"
    text = written(page, Results.read(strength.RESULTS))
    assert text.startswith(f"# Before\n{BEGIN}")
    assert text.endswith(f"{END}after\n")
    assert "old" not in text
    assert (
        "| The Castles of Burgundy | 2 | greedy (`greedy`) | random (`random`) | 4 "
        "| 100.0% (51.0% – 100.0%) | 100.0% (51.0% – 100.0%) | 50% | 150.0 ± 0.0 : 50.0 ± 0.0 |" in text
    )
    assert "| The Castles of Burgundy | 2 | greedy | 4 | 150.0 ± 0.0 | 0.0 | 50.0% (" in text
    assert "| The Castles of Burgundy | 2 | greedy | 4 | 150.0 ± 0.0 | 184.6 | 50.0% (" in text
    assert written(text, Results.read(strength.RESULTS)) == text


def test_estates_are_compared_in_the_hands_of_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    trials = list(estate_trials())
    assert len(trials) == 36, "each of nine with each"
    trial = next(one for one in trials if one.estates == ("1", "8"))
    assert trial.matches()[0].rules.options == (("estates", ("1", "8")),)
    assert trial.matches()[0].rules.load().options["estates"] == ("1", "8")
    monkeypatch.setattr(strength, "plan", lambda: iter([trial]))
    with Writer(strength.RESULTS) as writer:
        (match,) = trial.matches()
        for number in range(4):
            writer.add([(match, number, Outcome([150, 160], [2, 1], [Counter(), Counter()], 9, 0))])
    text = written(f"{BEGIN}{END}", Results.read(strength.RESULTS))
    rows = [line for line in text.splitlines() if line.startswith(("| 1 |", "| 8 |"))]
    assert rows == [
        "| 8 | 4 | 100.0% (51.0% – 100.0%) | 160.0 ± 0.0 |",
        "| 1 | 4 | 0.0% (0.0% – 49.0%) | 150.0 ± 0.0 |",
    ]


def test_what_was_played_before_thinking_changed_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who searched then is called what does the same today."""
    trial = Trial("burgundy", 2, ("merchant",))
    monkeypatch.setattr(strength, "plan", lambda: iter([trial]))
    with Writer(strength.RESULTS) as writer:
        (match,) = trial.matches()
        writer.add([(match, 0, Outcome([150, 160], [2, 1], [Counter(), Counter()], 9, 0))])
    now = written(f"{BEGIN}{END}", Results.read(strength.RESULTS))
    assert "### Everybody the same\n" in now
    assert "merchant (`search:80`)" in now
    networks = how_agents_think("burgundy")
    monkeypatch.setattr(strength, "how_agents_think", lambda game: str(int(networks) + 1))
    assert "Everybody" not in written(f"{BEGIN}{END}", Results.read(strength.RESULTS)), "neither now nor then"
    monkeypatch.setattr(strength, "NETWORKS_SINCE", {"burgundy": int(networks) + 1})
    later = written(f"{BEGIN}{END}", Results.read(strength.RESULTS))
    assert "### Everybody the same, before networks judged\n" in later
    assert "merchant (`search:80,network=off`)" in later
    assert "### Everybody the same\n" not in later


def test_the_games_of_a_match_are_shared_out_to_its_line_ups() -> None:
    trial = Trial("burgundy", 3, ("greedy:2", "random"))
    play([trial], 6, 60, SingleProcess())
    played = newest(Results.read(strength.RESULTS), trial)
    assert sorted(game.match.line_up for game in played) == (
        3 * [("greedy:2", "greedy:2", "random")] + 3 * [("greedy:2", "random", "random")]
    )


def test_the_page_has_a_place_for_what_is_measured() -> None:
    page = (Path(__file__).parents[2] / strength.PAGE).read_text(encoding="utf-8")
    assert page.count(BEGIN) == page.count(END) == 1


@pytest.mark.parametrize("name", games.names())
def test_measured_games_are_what_agents_play_now(name: str) -> None:
    """What was measured says something about the agents that are there."""
    results = Results.read(Path(__file__).parents[2] / "bench" / "strength.jsonl")
    quick = ["greedy", "search:80"] if burgher.COMPILED else ["greedy:3"]
    now = [
        game
        for game in results.games.values()
        if game.match.rules.game == name and game.match.rules.thinking == how_agents_think(name)
    ]
    if not now:
        pytest.skip(f"nothing has been measured in {name} since its version of thinking was raised")
    current = {rules for rules in {game.match.rules for game in now} if rules == Rules.of(rules.load())}
    assert current, f"nothing has been measured in {name} by its rules of now"
    for agent in quick:
        fitting = [game for game in now if agent in game.match.plays and game.match.rules in current]
        played = min(fitting, key=lambda game: game.match.rules.players)
        again = played.match.play(played.number)
        assert (again.scores, again.decisions) == (played.outcome.scores, played.outcome.decisions)

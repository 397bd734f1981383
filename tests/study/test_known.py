"""What each game brings for its studies: it fits the game, and what was measured is whole."""

from __future__ import annotations

import pytest

import burgher
from burgher import games
from burgher.study.course import stage_points
from burgher.study.known import clock_of, features_of, good_games, progress_of, stages_of
from study.conftest import played

GAMES = [name for name in games.names() if games.study(name)]
CASES = [(name, players) for name in GAMES for players in games.rules(name).players_allowed]


def test_every_game_of_ours_can_be_studied() -> None:
    assert GAMES == ["burgundy", "granja", "hansa"]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_good_games_are_measured_for_every_number_of_players(name: str, players: int) -> None:
    good = good_games(name, players)
    assert good is not None
    assert good.games >= 50
    assert len(good.shares) == players
    assert sum(good.shares) == pytest.approx(1, abs=0.01)
    if players > 1:
        assert good.links
        for link in good.links.values():
            assert link.first > 0
            assert link.last > 0
        assert good.reliability is not None
        assert good.reliability < 0.1
    else:
        assert not good.links
        assert good.reliability is None
    assert sum(good.sources.values()) == pytest.approx(good.mean, abs=0.2)
    at_start = good.sources.get("at the start", 0)
    assert sum(good.stages.values()) + at_start == pytest.approx(good.mean, abs=0.2)
    assert set(good.stages) == set(stages_of(burgher.load(name, players=players)))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_and_its_points_fall_into_stages(name: str) -> None:
    rules = games.rules(name)
    game = rules(rules.players_usual, **rules.finite)
    table = played(game, 5)
    replay = table.record.start()
    before = -1.0, -1
    for move in table.record.moves:
        now = progress_of(game, replay.state), clock_of(game, replay.state)
        assert before[0] <= now[0] <= 1
        assert before[1] <= now[1]
        before = now
        replay.play(move.words)
    assert progress_of(game, replay.state) == 1
    sums = stage_points(table.record, table)
    assert tuple(sums) == stages_of(game)
    at_start = [seat.get("at the start", 0) for seat in table.breakdown()]
    for seat, score in enumerate(table.scores()):
        assert sum(points[seat] for points in sums.values()) + at_start[seat] == score


@pytest.mark.parametrize("name", GAMES)
def test_features_are_words(name: str) -> None:
    rules = games.rules(name)
    table = played(rules(rules.players_usual, **rules.finite), 6)
    journal = table.state.journal
    assert journal is not None
    found = features_of(table.game, table.state, journal.entries)
    assert len(found) == table.game.players
    for features in found:
        assert features.keys() == found[0].keys()
        assert "opening" in features
        for value in features.values():
            assert all(one for one in (value if isinstance(value, tuple) else (value,)))

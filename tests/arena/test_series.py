from __future__ import annotations

from collections import Counter
from fractions import Fraction
from statistics import mean, stdev

import pytest

import burgher
from burgher import BadOptions, agents
from burgher.arena.pool import Processes, derived
from burgher.arena.series import Series, Tally, line_up, play_series

GAME = burgher.load("burgundy", 3, castles="secret")


def test_agents_are_repeated_until_all_seats_are_taken() -> None:
    assert line_up(["greedy"], 3) == ("greedy", "greedy", "greedy")
    assert line_up(["greedy", "random"], 4) == ("greedy", "random", "greedy", "random")


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["random"] * 4, "4 agents cannot play a game of 3 players"),
        ([], "0 agents cannot play"),
        (["random", "clever"], "there is no agent 'clever'"),
    ],
)
def test_a_line_up_that_cannot_be_is_refused(names: list[str], reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        line_up(names, 3)


def test_everyone_has_every_seat_equally_often() -> None:
    series = Series.of(GAME, ["greedy", "random"], 1)
    seats = Counter((agent, seat) for n in range(12) for seat, agent in enumerate(series.seating(n)))
    assert set(seats.values()) == {4}
    assert len(seats) == 9


def test_the_result_is_what_the_games_say() -> None:
    series = Series.of(GAME, ["random", "greedy", "random"], 5)
    points: list[list[int]] = [[], [], []]
    wins = [Fraction(0)] * 3
    decisions = 0
    for number in range(4):
        table = burgher.Table(series.load(), series.seed_of(number))
        seating = series.seating(number)
        players = [agents.create(series.agents[n], derived(5, number, n)) for n in seating]
        while not table.is_over:
            table.play(players[table.seat].choose(table.state))
            decisions += 1
        for seat, n in enumerate(seating):
            points[n].append(table.scores()[seat])
            if table.ranks()[seat] == 1:
                wins[n] += Fraction(1, table.ranks().count(1))
    standings = play_series(series, 4)
    assert (standings.games, standings.decisions) == (4, decisions)
    for n, tally in enumerate(standings.tallies):
        assert tally.mean == mean(points[n])
        assert tally.stdev == pytest.approx(stdev(points[n]))
        assert tally.wins == wins[n]
        assert sum(tally.mean_by_source().values()) == pytest.approx(tally.mean)


def test_the_number_of_processes_does_not_matter() -> None:
    series = Series.of(GAME, ["greedy", "random"], 1)
    told: list[int] = []
    with Processes(2) as pool:
        assert play_series(series, 6, pool, told.append) == play_series(series, 6)
    assert sum(told) == 6
    assert play_series(series, 2) != play_series(Series.of(GAME, ["greedy", "random"], 2), 2)


def test_a_single_game_has_no_deviation() -> None:
    assert play_series(Series.of(GAME, ["random"], 1), 1).tallies[0].stdev == 0


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    found = Tally(games=games, wins=Fraction(wins)).win_interval
    assert found[0] == pytest.approx(low, abs=6e-5)
    assert found[1] == pytest.approx(high, abs=6e-5)


def test_an_error_says_in_which_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgher.agents.random.RandomAgent.choose", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError) as caught:
        play_series(Series.of(GAME, ["random"], 1), 1)
    (note,) = caught.value.__notes__
    assert note.startswith(f"at decision 0 of {GAME!r}.deal({derived(1, 0)}), played by random (")


def test_a_game_without_end_counts_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgher.arena.playing.ENDLESS", 30)
    standings = play_series(Series.of(GAME, ["random"], 1), 2)
    assert (standings.games, standings.decisions) == (2, 60)
    assert sum(tally.wins for tally in standings.tallies) == 2

from __future__ import annotations

from collections import Counter, defaultdict
from math import log10
from random import Random

import pytest

import burgher
from burgher import BurgherError
from burgher.arena import ratings as module
from burgher.arena.contest import Match, matches
from burgher.arena.playing import Outcome
from burgher.arena.ratings import ByDeal, Ladder, ladder, ratings, share
from burgher.arena.results import GameResult
from burgher.study.intervals import wilson

STRENGTH = {"greedy": 0.0, "greedy:2": 200.0, "greedy:3": 500.0}
"""What we say agents are worth, to see whether it is found."""


def played(match: Match, number: int, points: dict[str, int], first: int = 0) -> GameResult:
    scores = [points[name] for name, _ in match.players(number)]
    ranks = [1 + sum(other > mine for other in scores) for mine in scores]
    return GameResult(
        match, number, Outcome(scores, ranks, [Counter(all=mine) for mine in scores], 10, first)
    )


def tournament(players: int, games: int, seed: int = 1) -> Ladder:
    """Games in which everybody wins as often as their strength says (Plackett and Luce)."""
    random, found = Random(seed), []
    for match in matches(burgher.load("burgundy", players), list(STRENGTH), 1):
        for number in range(games):
            luck = {name: STRENGTH[name] - 400 * log10(random.expovariate(1)) for name in match.line_up}
            found.append(played(match, number, {name: int(10 * worth) for name, worth in luck.items()}))
    return ladder(found)


@pytest.mark.parametrize("players", [2, 3])
def test_strengths_are_found(players: int) -> None:
    found = tournament(players, 600)
    assert [agent.name for agent in found.agents] == ["greedy:3", "greedy:2", "greedy"]
    mean = sum(STRENGTH.values()) / 3
    for agent in found.agents:
        assert agent.rating is not None
        assert agent.rating.value == pytest.approx(1500 + STRENGTH[agent.name] - mean, abs=50)
        assert agent.rating.low < agent.rating.value < agent.rating.high
        assert agent.rating.high - agent.rating.low < 100
    assert sum(agent.rating.value for agent in found.agents if agent.rating) == pytest.approx(4500)


def test_intervals_hold_the_truth_nearly_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DRAWS", 60)
    mean, missed = sum(STRENGTH.values()) / 3, 0
    for seed in range(20):
        for agent in tournament(2, 40, seed).agents:
            assert agent.rating is not None
            missed += not agent.rating.low < 1500 + STRENGTH[agent.name] - mean < agent.rating.high
    assert missed <= 8  # of 60, about 3 are expected


def test_who_always_wins_is_not_infinitely_strong() -> None:
    (match,) = matches(burgher.load("burgundy", 2), ["greedy", "random"], 1)
    found = ladder([played(match, number, {"greedy": 9, "random": 1}) for number in range(20)])
    best = found.agents[0].rating
    assert best is not None
    assert 1600 < best.low < best.value < best.high < 3500
    assert found.meetings["greedy", "random"].value == 1
    assert found.meetings["random", "greedy"].high == pytest.approx(wilson(0, 20)[1])


def test_the_ladder_says_what_the_games_say() -> None:
    contest = matches(burgher.load("burgundy", 3), ["greedy", "random"], 1)
    assert [match.line_up for match in contest] == [
        ("greedy", "greedy", "random"),
        ("greedy", "random", "random"),
    ]
    found = ladder([played(contest[0], 0, {"greedy": 50, "random": 50})])
    assert (found.players, found.games, found.decisions) == (3, 1, 10)
    greedy, random = sorted(found.agents, key=lambda agent: agent.name)
    assert (greedy.share.games, random.share.games) == (2, 1)
    assert greedy.share.value == random.share.value == pytest.approx(1 / 3)
    assert found.meetings["greedy", "random"].value == 0.5
    assert greedy.mean == 50
    assert greedy.stdev == greedy.mean_error == 0
    assert greedy.mean_by_source() == {"all": 50}
    assert [seat.value for seat in found.by_seat] == [pytest.approx(1 / 3)] * 3


def test_seats_are_counted_from_whoever_begins() -> None:
    (match,) = matches(burgher.load("burgundy", 3), ["greedy", "greedy:2", "greedy:3"], 1)
    games = []
    for number in range(6):
        seats = [name for name, _ in match.players(number)]
        # Greedy wins, and always plays right after whoever begins.
        games.append(
            played(
                match, number, {"greedy": 9, "greedy:2": 2, "greedy:3": 3}, (seats.index("greedy") - 1) % 3
            )
        )
    found = ladder(games)
    assert [seat.value for seat in found.by_seat] == [0, 1, 0]
    greedy = next(agent for agent in found.agents if agent.name == "greedy")
    assert [len(won) for won in greedy.won_by_seat] == [0, 2, 0]


def test_one_who_plays_alone_has_no_rating() -> None:
    (match,) = matches(burgher.load("burgundy", 2), ["greedy"], 1)
    found = ladder([played(match, number, {"greedy": number}) for number in range(4)])
    assert found.agents[0].rating is None
    assert found.meetings == {}
    assert found.agents[0].share.value == 0.5
    assert found.agents[0].mean == 1.5


def by_deal(*deals: list[float]) -> ByDeal:
    return defaultdict(list, {("", n): deal for n, deal in enumerate(deals)})


def test_deals_are_what_is_independent() -> None:
    alone = share(by_deal(*([0.0], [1.0]) * 50))
    assert (alone.low, alone.high) == pytest.approx(wilson(0.5, 99), abs=1e-3)
    twins = share(by_deal(*([0.0, 0.0], [1.0, 1.0]) * 50))
    assert (twins.low, twins.high) == pytest.approx(wilson(0.5, 99), abs=1e-3)
    balanced = share(by_deal(*([0.0, 1.0],) * 50))
    assert (balanced.low, balanced.high) == pytest.approx(wilson(0.5, 200))
    assert share(by_deal([1.0, 1.0])).low == pytest.approx(wilson(1, 2)[0])


def test_few_deals_say_less_than_many() -> None:
    """How far the truth may be off is judged as from a sample."""
    for deals, value, worth in (
        ([[0.0], [1.0], [1.0]], 2 / 3, 2),
        ([[0.0], [1.0]], 1 / 2, 1),
        ([[1.0, 1.0], [1.0, 1.0]], 1, 4),
        ([[0.0, 0.0], [0.0, 0.0]], 0, 4),
    ):
        found = share(by_deal(*deals))
        assert (found.low, found.high) == pytest.approx(wilson(value, worth))
    (match,) = matches(burgher.load("burgundy", 2), ["greedy", "random"], 1)
    points = [(10, 4), (10, 4), (16, 4), (16, 4)]
    agent = ladder(
        [played(match, n, {"greedy": mine, "random": other}) for n, (mine, other) in enumerate(points)]
    ).agents[0]
    assert (agent.name, agent.mean) == ("greedy", 13)
    assert agent.mean_error == pytest.approx(1.96 * 3, rel=1e-3), "two deals, whose means are 10 and 16"


def test_two_games_deviate() -> None:
    (match,) = matches(burgher.load("burgundy", 2), ["greedy", "random"], 1)
    found = ladder([played(match, n, {"greedy": 10 + 4 * n, "random": 1}) for n in range(2)])
    assert [agent.stdev for agent in found.agents] == pytest.approx([8**0.5, 0])


def test_a_single_deal_is_worth_no_more_than_its_games() -> None:
    """One deal says nothing about how far others would differ, however well its games balance."""
    for deal in ([0.0, 1.0], [1.0, 0.0, 0.0], [0.5, 0.5]):
        found, mean = share(by_deal(deal)), sum(deal) / len(deal)
        assert (found.low, found.high) == pytest.approx(wilson(mean, len(deal)))


def test_what_ratings_need_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(module, "import_module", missing)
    with pytest.raises(BurgherError, match=r"ratings need choix: pip install choix"):
        ratings({("a", "b"): by_deal([1.0])})

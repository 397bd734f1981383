"""What is put together from findings: it adds up, and luck is apart from play."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs

from burgher import Record
from burgher.study.better import Better
from burgher.study.course import (
    HALVED,
    ROUGH,
    accuracy,
    course_of,
    is_costly,
    points_by_source,
    points_by_stage,
)
from burgher.study.looking import Finding
from burgher.study.outlook import Chances, certain


def made_up(record: Record, seed: int) -> list[Finding]:
    """Findings that were not found."""
    random = Random(seed)

    def chances() -> Chances:
        share = random.random()
        return Chances((share, 1 - share), (0.01, 0.01))

    def luck() -> Chances:
        change = random.uniform(-0.1, 0.1)
        return Chances((change, -change), (0.02, 0.02))

    return [
        Finding(
            n,
            move.seat,
            random.choice([1, 4]),
            "",
            chances() if n == 0 or random.random() < 0.5 else None,
            luck() if random.random() < 0.4 else None,
            better(move.seat, random.uniform(-0.1, 0.2)) if random.random() < 0.5 else None,
        )
        for n, move in enumerate(record.moves)
    ]


def better(seat: int, gain: float, error: float = 0.02, words: str = "") -> Better:
    """A move that was not found."""
    gains = [gain if n == seat else -gain for n in range(2)]
    return Better(words, "", gain, error, 0.5, gains, 100 * gain, 2.0, gain, error)


@pytest.mark.parametrize("seed", range(5))
def test_start_luck_and_play_add_up_to_the_result(finished: Record, seed: int) -> None:
    end = finished.replay()
    findings = made_up(finished, seed)
    course = course_of(finished, end, findings, "quick")
    results = certain(end.state).shares
    for seat, (account, result) in enumerate(zip(course.accounts, results, strict=True)):
        parts = (account.start, account.luck, account.play, account.others)
        assert account.even + sum(part.value for part in parts) == pytest.approx(result)
        assert account.result == result
        assert account.luck.value == pytest.approx(sum(one.luck.shares[seat] for one in findings if one.luck))
    assert course.chances[-1] == list(results)
    assert len(course.chances) == len(finished.moves) + 1
    one, other = course.accounts
    assert one.luck.value == pytest.approx(-other.luck.value)
    assert one.play.value == pytest.approx(-other.others.value)
    assert one.others.value == pytest.approx(-other.play.value)
    assert max(one.play.value, other.play.value) <= 0, "what decisions gave away"


def test_what_is_left_of_play_is_his_who_is_known_to_have_played_worse(finished: Record) -> None:
    """One seat gave away a little, the other nothing: all that the result owes to play is the first one's."""
    end, even = finished.replay(), Chances((0.5, 0.5), (0.0, 0.0))
    result = certain(end.state).shares[0]
    assert result in (0, 1)
    loser = 0 if result == 0 else 1
    findings = [
        Finding(n, move.seat, 4, "", even, None, better(move.seat, 0.1) if move.seat == loser else None)
        for n, move in enumerate(finished.moves)
    ]
    course = course_of(finished, end, findings, "quick")
    lost, won = course.accounts[loser], course.accounts[1 - loser]
    assert lost.play.value < -0.45
    assert abs(lost.others.value) < 0.05
    assert won.others.value == pytest.approx(-lost.play.value)
    assert lost.accuracy is not None
    assert won.accuracy is not None
    assert lost.accuracy.value < won.accuracy.value == 100


def test_what_a_quick_look_knows_roughly_a_deep_one_may_know(finished: Record) -> None:
    end, findings = finished.replay(), made_up(finished, 1)
    course = course_of(finished, end, findings, "quick")
    most = max(2 * account.luck.error for account in course.accounts)
    assert course.is_rough == (most > ROUGH)
    unsure = [
        structs.replace(one, luck=one.luck and Chances(one.luck.shares, (0.2, 0.2))) for one in findings
    ]
    assert course_of(finished, end, unsure, "quick").is_rough
    assert not course_of(finished, end, unsure, "deep").is_rough


def test_where_nothing_falls_there_is_no_luck(finished: Record) -> None:
    findings = [structs.replace(one, luck=None) for one in made_up(finished, 1)]
    for account in course_of(finished, finished.replay(), findings, "quick").accounts:
        assert (account.luck.value, account.luck.error) == (0, 0)


def test_a_decision_costs_what_it_costs_on_average(finished: Record) -> None:
    findings = [
        Finding(
            n,
            move.seat,
            4,
            "",
            Chances((0.5, 0.5), (0, 0)),
            None,
            better(move.seat, 0.02, 0.01) if n % 2 else None,
        )
        for n, move in enumerate(finished.moves)
    ]
    for seat, account in enumerate(course_of(finished, finished.replay(), findings, "quick").accounts):
        mine = [one for one in findings if one.seat == seat]
        cost = 0.02 * sum(one.better is not None for one in mine) / len(mine)
        assert account.decisions == len(mine)
        assert account.cost.value == pytest.approx(cost)
        assert account.cost_points.value == pytest.approx(100 * cost)
        assert account.accuracy == accuracy(account.cost)
        assert account.accuracy.value == pytest.approx(100 * 0.5 ** (cost / HALVED))
        assert (account.accuracy.error > 0) == (cost > 0)


def test_only_what_is_sure_costs_something(finished: Record) -> None:
    assert is_costly(better(0, 0.05, 0.02))
    assert not is_costly(better(0, 0.05, 0.03))
    assert not is_costly(better(0, 0.005, 0.001))
    assert not is_costly(None)
    findings = made_up(finished, 3)
    course = course_of(finished, finished.replay(), findings, "quick")
    assert sum(account.mistakes for account in course.accounts) == sum(
        is_costly(one.better) and one.choices > 1 for one in findings
    )


def test_points_by_source_add_up(finished: Record) -> None:
    end = finished.replay()
    parts = points_by_source(end)
    assert [sum(part.points[seat] for part in parts) for seat in range(2)] == end.scores()
    assert points_by_stage(finished, end) == []  # a game that names no stages has none


def test_whoever_puts_a_better_move_off_is_told_once(finished: Record) -> None:
    findings = [
        Finding(
            n, move.seat, 4, "", Chances((0.5, 0.5), (0.0, 0.0)), None, better(move.seat, gain, 0.01, "take")
        )
        for n, (move, gain) in enumerate(zip(finished.moves, [0.1, 0.3, 0.2] * 99, strict=False))
    ]
    course = course_of(finished, finished.replay(), findings, "quick")
    named = [(one.seat, one.heading) for one in course.costly]
    assert len(set(named)) == len(named) > 0
    gains = [one.better.gain for one in course.costly]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] == 0.3
    assert sum(account.mistakes for account in course.accounts) == len(findings)

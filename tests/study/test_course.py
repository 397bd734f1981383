"""What is put together from findings: it adds up, and luck is apart from play."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from burgher import Record
from burgher.study.course import ROUGH, course_of, is_costly, points_by_source, points_by_stage
from burgher.study.looking import Better, Finding
from burgher.study.outlook import Chances, certain


def made_up(record: Record, seed: int) -> list[Finding]:
    """Findings that were not found."""
    random = Random(seed)

    def chances() -> Chances:
        share = random.random()
        return Chances((share, 1 - share), (0.01, 0.01))

    return [
        Finding(
            n,
            move.seat,
            random.choice([1, 4]),
            "",
            chances() if random.random() < 0.8 else None,
            chances() if random.random() < 0.4 else None,
            Better("", "", random.uniform(-0.1, 0.2), 0.02, 0.5) if random.random() < 0.5 else None,
        )
        for n, move in enumerate(record.moves)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_start_luck_and_play_add_up_to_the_result(finished: Record, seed: int) -> None:
    end = finished.replay()
    course = course_of(finished, end, made_up(finished, seed), "quick")
    results = certain(end.state).shares
    for account, result in zip(course.accounts, results, strict=True):
        parts = (account.start, account.luck, account.play, account.others)
        assert account.even + sum(part.value for part in parts) == pytest.approx(result)
        assert account.result == result
    assert course.chances[-1] == list(results)
    assert len(course.chances) == len(finished.moves) + 1
    one, other = course.accounts
    assert one.luck.value == pytest.approx(-other.luck.value)
    assert one.play.value == pytest.approx(-other.others.value)


def test_what_a_quick_look_knows_roughly_a_deep_one_may_know(finished: Record) -> None:
    end, findings = finished.replay(), made_up(finished, 1)
    course = course_of(finished, end, findings, "quick")
    most = max(2 * account.luck.error for account in course.accounts)
    assert course.is_rough == (most > ROUGH)
    unsure = [
        Finding(one.number, one.seat, one.choices, "", one.before, vague(one.meant), None) for one in findings
    ]
    assert course_of(finished, end, unsure, "quick").is_rough
    assert not course_of(finished, end, unsure, "deep").is_rough


def vague(chances: Chances | None) -> Chances | None:
    return chances and Chances(chances.shares, (0.2, 0.2))


def test_where_nothing_falls_there_is_no_luck(finished: Record) -> None:
    findings = [
        Finding(one.number, one.seat, one.choices, "", one.before, None, None) for one in made_up(finished, 1)
    ]
    for account in course_of(finished, finished.replay(), findings, "quick").accounts:
        assert (account.luck.value, account.luck.error) == (0, 0)


def test_where_nobody_decides_there_is_no_play(finished: Record) -> None:
    findings = []
    for one in made_up(finished, 2):
        before = one.before or Chances((0.5, 0.5), (0.1, 0.1))
        findings.append(Finding(one.number, one.seat, 1, "", before, before, None))
    for account in course_of(finished, finished.replay(), findings, "quick").accounts:
        assert account.play.value == pytest.approx(0)
        assert account.others.value == pytest.approx(0)
        assert account.decisions == 0
    errors = [a.before.errors[0] for a, _ in pairwise(findings) if a.before]
    assert errors


def test_only_what_is_sure_costs_something(finished: Record) -> None:
    assert is_costly(Better("", "", 0.05, 0.02, 0.5))
    assert not is_costly(Better("", "", 0.05, 0.03, 0.5))
    assert not is_costly(Better("", "", 0.005, 0.001, 0.5))
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
            n, move.seat, 4, "", Chances((0.5, 0.5), (0.0, 0.0)), None, Better("take", "", gain, 0.01, 0.5)
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

"""Who plays with whom in a tournament, and how everybody stands: without a server."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from burgher.server.storage.tournaments import Paired
from burgher.server.tables.pairing import (
    Entered,
    Form,
    Meetings,
    Round,
    pair_round,
    rounds_needed,
    table_sizes,
)
from burgher.server.tables.standings import standings, table_points, to_be_paired

SIZES = (2, 3, 4, 5)


def played(found: Round, number: int, strength: dict[int, int]) -> list[Paired]:
    """A round as it is stored: whoever is stronger is placed before."""
    rows = [Paired(number, who, None, done=True) for who in found.byes]
    for board, table in enumerate(found.tables):
        order = sorted(table, key=lambda who: -strength[who])
        rows += [
            Paired(
                number,
                who,
                board,
                f"t{number}-{board}",
                seat,
                True,
                1 + order.index(who),
                strength[who],
            )
            for seat, who in enumerate(table)
        ]
    return rows


def tournament(form: Form, people: int, size: int, rounds: int, seed: str = "x") -> list[Paired]:
    """A whole tournament in which the higher number always wins."""
    strength = {n: n * 7 % people for n in range(people)} if people % 7 else {n: n for n in range(people)}
    rows: list[Paired] = []
    for number in range(1, rounds + 1):
        entered, met = to_be_paired(range(people), rows, form, size)
        rows += played(pair_round(form, entered, met, number, size, SIZES, seed), number, strength)
    return rows


def meetings(rows: list[Paired]) -> Counter[tuple[int, int]]:
    met: Counter[tuple[int, int]] = Counter()
    for round_ in {one.round for one in rows}:
        for board in {one.board for one in rows if one.round == round_ and one.board is not None}:
            at = sorted(one.entrant for one in rows if (one.round, one.board) == (round_, board))
            met.update(combinations(at, 2))
    return met


@given(st.integers(2, 64), st.sampled_from(SIZES))
def test_everybody_who_can_has_a_table(people: int, size: int) -> None:
    sizes = table_sizes(people, size, SIZES)
    assert set(sizes) <= {size, max(2, size - 1)}
    assert sum(sizes) <= people
    # Nobody sits out where one more could play at tables of these sizes.
    usual = size if size == 2 else size - 1
    if people >= size * (size - 1):
        assert people - sum(sizes) < usual or size == 2
        assert sum(sizes) == people or size == 2
    assert (people - sum(sizes)) < max(2, size)


@pytest.mark.parametrize("people", range(2, 17))
def test_a_round_robin_at_tables_of_two_has_everybody_meet_everybody_once(people: int) -> None:
    rows = tournament("round-robin", people, 2, rounds_needed(people, 2))
    assert meetings(rows) == Counter(dict.fromkeys(combinations(range(people), 2), 1))
    out = Counter(one.entrant for one in rows if one.board is None)
    assert set(out.values()) <= {1}
    first = Counter(one.entrant for one in rows if one.seat == 0)
    assert max(first.values()) - min(first[n] for n in range(people)) <= 3


@pytest.mark.parametrize(("people", "size", "most"), [(9, 3, 1), (8, 4, 2), (12, 3, 2), (7, 3, 2)])
def test_a_round_robin_at_larger_tables_has_few_meet_often(people: int, size: int, most: int) -> None:
    rows = tournament("round-robin", people, size, rounds_needed(people, size))
    assert max(meetings(rows).values()) <= most


@pytest.mark.parametrize("people", [6, 7, 8, 11, 16])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_in_a_swiss_tournament_nobody_meets_twice_and_the_best_wins(people: int, seed: str) -> None:
    rounds = 4 if people > 7 else 3
    rows = tournament("swiss", people, 2, rounds, seed)
    assert max(meetings(rows).values()) == 1
    out = Counter(one.entrant for one in rows if one.board is None)
    assert set(out.values()) <= {1}
    table = standings(range(people), rows, "swiss", 2)
    strength = {one.entrant: one.score for one in rows if one.score is not None}
    if people in (8, 16):
        assert strength[table[0].number] == max(v for v in strength.values())
        assert table[0].points == rounds


def test_those_of_like_standing_meet_in_a_swiss_tournament() -> None:
    rows = tournament("swiss", 8, 2, 1)
    entered, met = to_be_paired(range(8), rows, "swiss", 2)
    found = pair_round("swiss", entered, met, 2, 2, SIZES, "x")
    points = {one.number: one.points for one in entered}
    assert all(points[one] == points[other] for one, other in found.tables)


@given(
    st.integers(2, 40), st.sampled_from(SIZES), st.sampled_from(["swiss", "round-robin"]), st.integers(1, 6)
)
@settings(max_examples=20, deadline=None)
def test_a_round_seats_everybody_once(people: int, size: int, form: Form, number: int) -> None:
    entered = [Entered(n, float(n % 3), n % 2, n % 2) for n in range(people)]
    found = pair_round(form, entered, Meetings(), number, size, SIZES, "s")
    seated = [who for table in found.tables for who in table]
    assert sorted([*seated, *found.byes]) == list(range(people))
    assert found == pair_round(form, entered, Meetings(), number, size, SIZES, "s")


def test_whoever_leaves_does_not_keep_the_others_from_meeting() -> None:
    rows = tournament("round-robin", 6, 2, 3)
    entered, met = to_be_paired([0, 1, 2, 3], rows, "round-robin", 2)
    found = pair_round("round-robin", entered, met, 4, 2, SIZES, "x")
    assert sorted(who for table in found.tables for who in table) == [0, 1, 2, 3]


def test_places_are_worth_points_that_add_up() -> None:
    assert [table_points([1, 2], place) for place in (1, 2)] == [1, 0]
    assert table_points([1, 1], 1) == Fraction(1, 2)
    assert [table_points([1, 2, 2, 4], place) for place in (1, 2, 4)] == [1, Fraction(1, 2), 0]
    for places in ([1, 2, 3], [1, 1, 3], [1, 1, 1], [1, 2, 2, 2], [1, 2, 3, 4, 5]):
        assert sum(table_points(places, one) for one in places) == Fraction(len(places), 2)


def test_standings_go_by_points_then_strength_then_margin() -> None:
    def game(round_: int, board: int, one: int, other: int, scores: tuple[int, int]) -> list[Paired]:
        places = (1, 2) if scores[0] > scores[1] else (2, 1) if scores[0] < scores[1] else (1, 1)
        return [
            Paired(round_, one, board, "t", 0, True, places[0], scores[0]),
            Paired(round_, other, board, "t", 1, True, places[1], scores[1]),
        ]

    rows = [*game(1, 0, 0, 1, (30, 10)), *game(1, 1, 2, 3, (20, 18))]
    table = standings(range(4), rows, "swiss", 2)
    assert [(row.place, row.number) for row in table] == [(1, 0), (2, 2), (3, 3), (4, 1)]
    assert table[0].margin == 10
    rows += [*game(2, 0, 0, 2, (5, 5)), Paired(2, 1, None, done=True), Paired(2, 3, 1, None, 0, True)]
    table = standings(range(4), rows, "swiss", 2)
    assert [row.points for row in table] == [Fraction(3, 2), Fraction(3, 2), 1, 0]
    assert table[-1].rounds == {1: 0, 2: None}  # a game without a result
    # Whoever is equal in everything shares a place.
    even = standings(range(2), game(1, 0, 0, 1, (7, 7)), "swiss", 2)
    assert [row.place for row in even] == [1, 1]

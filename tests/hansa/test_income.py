"""The action Income."""

from __future__ import annotations

import pytest

from hansa.kit import lay_out, legal, play, player, state_of


def test_as_many_pieces_as_the_bags_say() -> None:
    table = lay_out(stock=(6, 0))
    assert legal(table, "income") == {"income 3 traders"}
    play(table, "income 3 traders")
    assert player(table).stock == {"trader": 3, "merchant": 0}
    assert state_of(table)["actions"] == 4


@pytest.mark.parametrize(("step", "count"), [(0, 3), (1, 5), (2, 7), (3, 10)])
def test_bags(step: int, count: int) -> None:
    table = lay_out(desk={"bags": step}, stock=(10, 0))
    assert legal(table, "income") == {f"income {count} traders"}


def test_the_player_chooses_the_shapes() -> None:
    table = lay_out(desk={"book": 3}, stock=(6, 2))
    assert legal(table, "income") == {
        "income 3 traders",
        "income 2 traders 1 merchant",
        "income 1 trader 2 merchants",
    }
    play(table, "income 1 trader 2 merchants")
    assert player(table).stock == {"trader": 5, "merchant": 0}


def test_fewer_when_there_are_fewer() -> None:
    table = lay_out(desk={"book": 3}, stock=(1, 1))
    assert legal(table, "income") == {"income 1 trader 1 merchant"}


def test_an_empty_stock_gives_nothing() -> None:
    assert legal(lay_out(stock=(0, 0)), "income") == set()


def test_up_to_so_many_by_the_official_rules() -> None:
    table = lay_out(rules="2009", desk={"book": 1}, stock=(6, 1))
    assert legal(table, "income") == {
        "income 1 trader",
        "income 2 traders",
        "income 3 traders",
        "income 1 merchant",
        "income 1 trader 1 merchant",
        "income 2 traders 1 merchant",
    }

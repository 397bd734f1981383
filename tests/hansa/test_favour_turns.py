"""The Emperor's Favour, worked through: the turn in which a tile is bought, and shares of income."""

from __future__ import annotations

import pytest

from hansa.kit import lay_out, legal, play, player, points, state_of

TILES = ["relocation", "action", "income"]


def test_the_turn_is_over_with_the_second_marker() -> None:
    table = lay_out(modules="favour", favours=TILES, unused={"office": 2}, actions=3, supply=(3, 0))
    play(table, "favour income", "turn office")
    assert table.seat == 0
    play(table, "turn office")
    assert table.seat == 1
    assert state_of(table)["favours"] == ["relocation", "action"]


def test_markers_that_wait_are_still_laid() -> None:
    table = lay_out(modules="favour", favours=TILES, unused={"office": 2}, waiting=["plus-4"])
    play(table, "favour income", "turn office", "turn office")
    assert state_of(table)["pending"] == "lay"
    play(table, "lay hamburg-luebeck")
    assert state_of(table)["markers"] == {"hamburg-luebeck": "plus-4"}


def test_one_tile_a_turn() -> None:
    table = lay_out(
        modules="favour", favours=TILES, unused={"office": 4, "exchange": 1}, offices={"minden": "ab"}
    )
    play(table, "favour income", "turn office", "turn office")
    assert legal(table, "favour") == set()
    assert legal(table) == {"exchange minden 1-2", "end"}


def test_used_markers_buy_nothing() -> None:
    table = lay_out(modules="favour", favours=TILES, unused={"office": 1}, used={"office": 3})
    assert legal(table, "favour") == set()


def test_a_marker_used_first_means_the_start_of_the_turn_is_over() -> None:
    table = lay_out(modules="favour", favours=TILES, unused={"office": 2, "plus-3": 1})
    assert legal(table, "favour")
    play(table, "use plus-3")
    assert legal(table, "favour") == set()


def test_markers_turned_down_still_score() -> None:
    table = lay_out(modules="favour", favours=TILES, unused={"office": 2})
    play(table, "favour income", "turn office", "turn office")
    assert (player(table).unused, player(table).used) == ({}, {"office": 2})
    table = lay_out(
        modules="favour",
        favours=["relocation", "action"],
        points=19,
        houses={"hamburg-luebeck": "aaa"},
        offices={"hamburg": "a"},
        used={"office": 2},
        benno={"favours": ["income"]},
    )
    play(table, "establish hamburg-luebeck", "nothing")
    assert points(table)["markers"] == 3


@pytest.mark.parametrize(("stock", "asked"), [((1, 0), True), ((0, 0), False)])
def test_a_share_of_income_needs_something_in_stock(stock: tuple[int, int], asked: bool) -> None:
    table = lay_out(
        modules="favour",
        favours=["relocation", "action"],
        stock=(5, 0),
        carla={"favours": ["income"], "stock": stock},
    )
    play(table, "income 3 traders")
    assert (table.seat == 2) == asked
    if asked:
        play(table, "nothing")
        assert player(table, 2).stock == {"trader": 1, "merchant": 0}
    assert table.seat == 0
    assert state_of(table)["actions"] == 4


def test_ones_own_income_gives_no_share() -> None:
    table = lay_out(
        modules="favour", favours=["relocation", "action"], stock=(5, 0), benno={"favours": ["income"]}
    )
    play(table, "end")
    first = min(legal(table, "income"))
    play(table, first)
    assert table.seat == 1
    assert state_of(table)["pending"] is None

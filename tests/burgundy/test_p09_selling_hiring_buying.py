"""Selling goods, taking workers, and buying from the black depot (p. 9)."""

from __future__ import annotations

import pytest

from burgher.games.burgundy.components import GOODS
from burgundy.kit import Given, board, earned, lay_out, legal, play, refused, state_of, told

# -- sell goods ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "good"), list(enumerate(GOODS, start=1)))
def test_the_die_shows_which_type_of_goods_may_be_sold(die: int, good: str) -> None:
    for first in range(0, 6, 3):
        goods = dict.fromkeys(GOODS[first : first + 3], 1)
        sold = {f"1 sell {good}"} if good in goods else set()
        assert legal(lay_out(dice=(die, 1), goods=goods), "1 sell") == sold


@pytest.mark.parametrize("tiles", [1, 2, 5])
@pytest.mark.parametrize(("players", "points"), [(2, 2), (3, 3), (4, 4)])
def test_a_sale_brings_one_silverling_and_2_3_or_4_points_for_each_tile(
    tiles: int, players: int, points: int
) -> None:
    table = lay_out(players, dice=(3, 1), goods={"pink": tiles, "red": 1})
    assert earned(table, "1 sell pink") == {"goods sold": points * tiles}
    assert board(table).silverlings == 1


def test_all_goods_of_the_type_are_sold_and_kept_face_down() -> None:
    table = lay_out(dice=(3, 1), goods={"pink": 3, "red": 1}, sold={"pink": 1, "brown": 2})
    assert told(table, "1 sell pink") == [
        "Anna sells 3 pink goods with a 3 and gains 1 silverling.",
        "Anna scores 6 points: 3 pink goods.",
    ]
    assert board(table).goods == {"red": 1}
    assert board(table).sold == {"pink": 4, "brown": 2}


def test_selling_makes_room_for_another_type() -> None:
    table = lay_out(
        dice=(3, 2),
        goods={"pink": 1, "red": 1, "violet": 1},
        storage=["ship"],
        goods_at={1: {"brown": 1}},
    )
    play(table, "1 sell pink", "2 place 1-18", "load 1")
    assert board(table).goods == {"violet": 1, "red": 1, "brown": 1}


def test_what_one_does_not_have_cannot_be_sold() -> None:
    table = lay_out(dice=(3, 1), goods={"red": 1})
    assert refused(table, "1 sell pink") == "You have no pink goods (p. 9)"
    assert refused(table, "1 sell red") == (
        "Selling red goods asks for a 4: your 3 would take 1 worker, and you have 0 (p. 4)"
    )


# -- take worker tiles -----------------------------------------------------------------------------


@pytest.mark.parametrize("die", range(1, 7))
def test_any_die_takes_2_workers(die: int) -> None:
    table = lay_out(dice=(die, 1), workers=1)
    assert told(table, "1 workers") == [f"Anna takes 2 workers with a {die}."]
    assert board(table).workers == 3


# -- the central black depot -----------------------------------------------------------------------

FOR_SALE = {"black-2": "ship", "black-4": "bank", "1a": "church"}


@pytest.mark.parametrize("before", [[], ["1 workers"], ["1 workers", "2 workers"]])
def test_a_tile_is_bought_before_between_or_after_the_dice_actions(before: list[str]) -> None:
    table = lay_out(silverlings=3, depots=FOR_SALE)
    play(table, *before)
    assert legal(table, "buy") == {"buy black-2", "buy black-4"}
    assert told(table, "buy black-4")[0] == "Anna buys the bank from the black depot for 2 silverlings."
    assert board(table).silverlings == 1
    assert board(table).storage == ["bank", None, None]
    assert state_of(table)["black"][3] is None


def test_buying_takes_no_die() -> None:
    table = lay_out(silverlings=2, depots=FOR_SALE)
    play(table, "buy black-2")
    assert state_of(table)["unused"] == [1, 2]


def test_a_tile_bought_can_be_placed_in_the_same_turn() -> None:
    table = lay_out(dice=(3, 1), silverlings=2, depots=FOR_SALE)
    play(table, "buy black-4", "1 place 1-26")
    assert board(table).tiles["26"] == "bank"
    assert board(table).silverlings == 2


def test_only_one_tile_is_bought_in_a_turn() -> None:
    table = lay_out(silverlings=9, depots=FOR_SALE)
    play(table, "buy black-2")
    assert refused(table, "buy black-4") == "You have already bought a tile this turn (p. 9)"


def test_one_may_buy_again_in_the_next_turn() -> None:
    table = lay_out(silverlings=9, depots=FOR_SALE)
    play(table, "buy black-2", "1 workers", "2 workers", "1 workers", "2 workers")
    assert table.seat == 0
    assert legal(table, "buy") == {"buy black-4"}


def test_a_tile_costs_2_silverlings() -> None:
    table = lay_out(silverlings=1, workers=9, depots=FOR_SALE)
    assert refused(table, "buy black-2") == "A tile costs 2 silverlings, and you have 1 silverling (p. 9)"
    assert refused(lay_out(depots=FOR_SALE), "buy black-2") == (
        "A tile costs 2 silverlings, and you have none (p. 9)"
    )


def test_only_the_black_depot_sells() -> None:
    table = lay_out(silverlings=2, depots=FOR_SALE)
    assert refused(table, "buy 1a") == (
        "Only the black depot sells; knowledge tile 6 would let you buy anywhere (p. 9)"
    )
    assert refused(table, "buy black-1") == "There is no tile in that place of the black depot (p. 9)"


def test_a_tile_bought_goes_to_the_storage_for_which_one_is_discarded_where_it_is_full() -> None:
    table = lay_out(silverlings=2, depots=FOR_SALE, storage=["pig-2", "cow-2", "sheep-2"])
    play(table, "buy black-2")
    assert legal(table) == {"discard 1", "discard 2", "discard 3"}
    play(table, "discard 3")
    assert board(table).storage == ["pig-2", "cow-2", "ship"]
    assert state_of(table)["unused"] == [1, 2]


@pytest.mark.parametrize("giver", ["castle", "market", "ship"])
def test_nothing_is_bought_in_the_middle_of_an_action(giver: str) -> None:
    """That came with the edition of 2019."""
    table = lay_out(
        dice=(6, 3),
        silverlings=2,
        storage=["castle", "market", "ship"],
        tiles={12: "bank"},
        depots=FOR_SALE | {"4a": "ship"},
        goods_at={2: {"red": 1}},
        workers=3,
    )
    play(table, {"castle": "1 place 1-7", "market": "2 place 2-26", "ship": "2 place 3-18"}[giver])
    assert not legal(table, "buy")
    assert refused(table, "buy black-2").startswith("First ")


def test_a_turn_waits_for_the_purchase_that_can_still_be_made() -> None:
    table = lay_out(silverlings=2, depots=FOR_SALE)
    play(table, "1 workers", "2 workers")
    assert table.seat == 0
    assert table.question() == "Your dice are used: buy a tile, or end your turn."
    assert legal(table) == {"buy black-2", "buy black-4", "end"}
    play(table, "end")
    assert table.seat == 1


@pytest.mark.parametrize("given", [{"silverlings": 1}, {"silverlings": 2, "depots": {}}, {"bought": True}])
def test_a_turn_ends_by_itself_when_nothing_can_be_bought(given: Given) -> None:
    table = lay_out(**Given({"silverlings": 2, "depots": FOR_SALE}) | given)
    play(table, "1 workers", "2 workers")
    assert table.seat == 1


def test_after_the_last_purchase_the_turn_ends() -> None:
    table = lay_out(silverlings=4, depots=FOR_SALE)
    play(table, "1 workers", "2 workers", "buy black-2")
    assert table.seat == 1

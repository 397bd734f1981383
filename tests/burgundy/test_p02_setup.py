"""Game setup (p. 2): a game as it is dealt."""

from __future__ import annotations

from collections import Counter

import pytest

from burgundy.kit import board, deal, goods_lying, state_of

every_number_of_players = pytest.mark.parametrize("players", [2, 3, 4])
SEEDS = range(8)


@every_number_of_players
def test_each_player_has_board_1_and_a_castle_on_its_middle_space(players: int) -> None:
    table = deal(players)
    for seat in range(players):
        assert board(table, seat).estate == "1"
        assert board(table, seat).tiles == {"19": "castle"}


@every_number_of_players
def test_the_castles_come_from_the_supply(players: int) -> None:
    state = state_of(deal(players))
    lying = sum(tile == "castle" for depot in state["depots"] for tile in depot)
    assert state["supply"]["castle"] == {"castle": 14 - players - lying}


@every_number_of_players
def test_each_player_gets_3_random_goods(players: int) -> None:
    hands = set()
    for seed in SEEDS:
        table = deal(players, seed)
        for seat in range(players):
            goods = board(table, seat).goods
            assert sum(goods.values()) == 3
            hands.add(tuple(sorted(goods.items())))
    assert len(hands) > players


@every_number_of_players
def test_five_piles_of_five_goods_are_kept_for_the_phases(players: int) -> None:
    for seed in SEEDS:
        state = state_of(deal(players, seed))
        hidden = Counter(state["goods supply"])
        assert hidden + goods_lying(state) == dict.fromkeys(
            ["turquoise", "violet", "pink", "red", "brown", "orange"], 7
        )
        # The first pile of five lies open; four more and what nobody needs are still face down.
        assert hidden.total() == 42 - 3 * players - 5
        assert hidden.total() >= 4 * 5


@every_number_of_players
def test_each_player_has_a_silverling_no_points_and_empty_storage(players: int) -> None:
    table = deal(players)
    for seat in range(players):
        mine = board(table, seat)
        assert (mine.silverlings, mine.points, mine.bonuses) == (1, 0, 0)
        assert mine.storage == [None, None, None]
        assert mine.sold == {}
    assert table.scores() == [0] * players


@every_number_of_players
def test_all_12_bonus_tiles_lie_on_the_board(players: int) -> None:
    state = state_of(deal(players))
    colours = ["castle", "mine", "ship", "animal", "building", "knowledge"]
    assert state["large bonuses"] == state["small bonuses"] == colours


@every_number_of_players
def test_the_start_player_is_found_by_rolling_dice(players: int) -> None:
    tables = [deal(players, seed) for seed in range(40)]
    assert {state_of(table)["order"][0] for table in tables} == set(range(players))
    for table in tables:
        start = table.names[state_of(table)["order"][0]]
        assert table.log(None)[0].startswith(f"{start} rolls a ")
        assert table.log(None)[0].endswith("and is the start player.")
        begins, _, goods = table.log(None)[1].rstrip(".").partition("; goods: ")
        assert begins == f"{start} has 1 silverling and 1 worker"
        held = board(table, state_of(table)["order"][0]).goods
        assert Counter(goods.split(", ")) == held


@every_number_of_players
def test_the_start_player_gets_one_worker_and_the_next_clockwise_one_more_each(players: int) -> None:
    for seed in SEEDS:
        table = deal(players, seed)
        order = state_of(table)["order"]
        assert order == [(order[0] + place) % players for place in range(players)]
        assert [board(table, seat).workers for seat in order] == [1, 2, 3, 4][:players]


@every_number_of_players
def test_the_turn_order_track_begins_with_the_start_player_on_top(players: int) -> None:
    for seed in SEEDS:
        table = deal(players, seed)
        state = state_of(table)
        assert state["track"] == state["order"]
        assert table.seat == state["order"][0]
        assert [board(table, seat).steps for seat in range(players)] == [0] * players


def test_everything_random_comes_from_the_seed() -> None:
    assert deal(4, seed=3).position() == deal(4, seed=3).position()
    assert deal(4, seed=3).position() != deal(4, seed=4).position()

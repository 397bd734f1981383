"""Setting up the game."""

from __future__ import annotations

from collections import Counter

import pytest

from burgher.games.granja.components import standard_set
from granja.kit import deal, farm, market, state_of


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_four_cards_a_silver_a_point_and_a_trade_commodity(players: int) -> None:
    table = deal(players)
    for seat in range(players):
        mine = farm(table, seat)
        assert (mine.hand_size, mine.silver, mine.points, mine.goods) == (4, 1, 1, {"trade": 1})
        assert (mine.donkeys, mine.siesta) == ([1, 2, 3, 4], 0)


def test_all_random_things_come_from_the_seed() -> None:
    assert state_of(deal(seed=3)) == state_of(deal(seed=3))
    assert state_of(deal(seed=3)) != state_of(deal(seed=4))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_marker_is_on_a_place_one_higher_than_ones_number_in_turn_order(players: int) -> None:
    state = state_of(deal(players))
    names = {"3-4": 2, "3-2": 3, "3-5": 4, "3-3": 5}
    values = {seat: names[place] for place, seat in state["market"].items()}
    assert [values[seat] for seat in state["order"]] == [2, 3, 4, 5][:players]


def test_anybody_can_be_the_start_player_and_the_others_follow_clockwise() -> None:
    orders = [tuple(state_of(deal(4, seed))["order"]) for seed in range(40)]
    assert set(orders) == {(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)}


def test_discs_are_stacked_with_the_start_player_on_top() -> None:
    state = state_of(deal(4))
    assert state["track"] == state["order"]


def test_three_different_craft_buildings_are_blocked() -> None:
    seen: Counter[int] = Counter()
    for seed in range(60):
        state = state_of(deal(2, seed))
        assert sorted(state["order markers"]) == state["blocked"]
        assert len(state["blocked"]) == 3
        seen.update(state["blocked"])
    assert set(seen) == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_roof_tiles_of_the_round_are_laid_out_as_there_are_players(players: int) -> None:
    roofs = [tile for tile in state_of(deal(players))["roofs"] if tile]
    assert len(set(roofs)) == players
    assert all(tile.startswith("1") for tile in roofs)


def test_there_are_so_many_dice_and_stall_places() -> None:
    assert standard_set().dice[1:] == (5, 7, 9)
    used = [sum(least <= players for least in standard_set().market_players) for players in (2, 3, 4)]
    assert used == [14, 20, 24]  # ten are closed to two players, four to three


def test_four_cards_are_dealt_and_the_rest_is_the_deck() -> None:
    table = deal(3)
    assert len(state_of(table)["deck"]) == 66 - 12
    assert len(market(table)) == 3

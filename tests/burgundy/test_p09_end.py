"""The end of a phase and of the game: final scoring and ties (p. 9)."""

from __future__ import annotations

from typing import Any

import pytest

from burgundy.kit import (
    Given,
    board,
    end_of_game,
    last_in_phase,
    last_in_round,
    legal,
    play,
    refused,
    state_of,
    told,
)

# -- the end of a phase ----------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "next_phase"), ["AB", "BC", "CD", "DE"])
def test_a_phase_ends_after_five_rounds_and_the_next_one_begins(phase: str, next_phase: str) -> None:
    table = last_in_phase(phase=phase)
    assert table.heading == f"{phase}5"
    assert f"Phase {next_phase} begins." in told(table, "end")
    assert table.heading == f"{next_phase}1"


@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_not_before(round: int) -> None:
    table = last_in_round(round=round)
    assert not any(line.startswith("Phase") for line in told(table, "end"))
    assert table.heading == f"A{round + 1}"


def test_players_with_mines_receive_silverlings() -> None:
    table = last_in_phase(tiles={25: "mine"}, benno={"tiles": {25: "mine", 30: "mine"}})
    assert told(table, "end")[:2] == [
        "Benno gains 2 silverlings from the mines.",
        "Anna gains 1 silverling from the mine.",
    ]
    assert (board(table).silverlings, board(table, 1).silverlings) == (1, 2)


def test_knowledge_may_have_an_effect_then() -> None:
    table = last_in_phase(tiles={25: "mine", 13: "knowledge-2"})
    play(table, "end")
    assert (board(table).silverlings, board(table).workers) == (1, 1)


# -- final scoring ---------------------------------------------------------------------------------


def scored(**given: Any) -> dict[str, int]:
    """What Anna gets in the final scoring, by source."""
    return end_of_game(**given).breakdown()[0]


def test_the_game_ends_after_the_fifth_phase() -> None:
    table = end_of_game()
    assert table.heading == "over"
    assert legal(table) == set()
    assert refused(table, "1 workers") == "The game is over"


def test_each_unsold_goods_tile_scores_1_point() -> None:
    assert scored(goods={"pink": 3, "red": 2}, sold={"red": 4}) == {"goods left": 5}


def test_each_silverling_scores_1_point() -> None:
    assert scored(silverlings=4) == {"silverlings left": 4}


@pytest.mark.parametrize(("workers", "points"), [(2, 1), (3, 1), (4, 2), (9, 4)])
def test_every_two_workers_score_1_point(workers: int, points: int) -> None:
    assert scored(workers=workers) == {"workers left": points}


def test_a_single_worker_scores_nothing() -> None:
    assert scored(workers=1) == {}


def test_knowledge_tiles_score() -> None:
    assert scored(tiles={13: "knowledge-22", 12: "bank"}) == {"knowledge tile 22, banks": 4}


def test_tiles_on_the_storage_spaces_are_not_scored() -> None:
    assert scored(storage=["knowledge-22", "cow-4", "castle"], tiles={12: "bank"}) == {}


def test_all_players_are_scored() -> None:
    table = end_of_game(3, silverlings=1, benno={"silverlings": 2}, carla={"goods": {"red": 3}})
    assert table.scores() == [1, 2, 3]


def test_points_from_before_are_kept() -> None:
    assert scored(points=90, silverlings=4) == {"before this position": 90, "silverlings left": 4}


def test_the_player_with_the_most_points_wins() -> None:
    table = end_of_game(3, points=80, benno={"points": 120}, carla={"points": 100})
    assert table.ranks() == [3, 1, 2]
    assert table.log(None)[-1] == "The game is over: Benno wins."
    assert table.headline == "The Castles of Burgundy, over: Benno wins, 120 : 100 : 80"


# -- ties ------------------------------------------------------------------------------------------

TWO_TILES: Given = {"points": 50, "tiles": {12: "church", 13: "knowledge-2"}}
THREE_TILES: Given = {"points": 50, "tiles": {12: "church", 13: "knowledge-3", 25: "mine"}}


def test_of_players_with_equal_points_the_one_with_the_fewest_empty_spaces_wins() -> None:
    """The mine brings Benno a point, which Anna has from a silverling."""
    table = end_of_game(**TWO_TILES, silverlings=1, benno=THREE_TILES)
    assert table.scores() == [51, 51]
    assert table.ranks() == [2, 1]


def test_by_the_original_rule_it_is_the_one_with_the_most_empty_spaces() -> None:
    table = end_of_game(ties="most", **TWO_TILES, silverlings=1, benno=THREE_TILES)
    assert table.scores() == [51, 51]
    assert table.ranks() == [1, 2]


@pytest.mark.parametrize("ties", ["fewest", "most"])
@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2]])
def test_if_still_tied_the_one_who_went_later_in_turn_order_wins(ties: str, order: list[int]) -> None:
    table = last_in_phase(
        3,
        ties=ties,
        phase="E",
        order=order,
        track=[0, 1, 2],
        points=10,
        benno={"points": 10},
        carla={"points": 10},
    )
    play(table, "end")
    assert [table.ranks()[seat] for seat in order] == [3, 2, 1]


def test_points_come_before_empty_spaces_and_those_before_turn_order() -> None:
    """Benno leads by a point; Carla has covered more than Anna, who went last."""
    table = end_of_game(
        3,
        points=10,
        benno={"points": 11},
        carla={"points": 10, "tiles": {12: "church"}},
    )
    assert state_of(table)["order"] == [1, 2, 0]
    assert table.ranks() == [3, 1, 2]


def test_ships_of_the_last_round_do_not_change_who_went_later() -> None:
    """Both have placed a ship, Anna first in the order of this last round but now behind on the track."""
    ships: Given = {"tiles": {18: "ship"}, "points": 10}
    table = last_in_phase(phase="E", order=[0, 1], track=[1, 0], turn=2, **ships, benno=ships)
    play(table, "end")
    assert table.ranks() == [2, 1]

"""IV Scoring phase, the end of the game, and ties."""

from __future__ import annotations

from typing import Any

from burgher import Table
from granja.kit import earned, farm, lay_out, play, silver, state_of


def last(players: int = 2, **given: Any) -> Table:
    """A table where Anna, last in turn order, ends the round with `done`."""
    order = [*range(1, players), 0]
    return lay_out(players, **{"step": "purchased deliveries", "turn": players, "order": order} | given)


def test_each_marker_in_the_market_scores_a_point() -> None:
    table = last(market=["3-4", "4-2"], benno={"market": ["1-2"]})
    assert earned(table, "done") == {"market": 2}
    assert farm(table, 1).points == 1


def test_the_siesta_track_scores() -> None:
    for space, points in enumerate((0, 0, 0, 1, 1, 2, 2, 3, 3)):
        assert sum(earned(last(siesta=space), "done").values()) == points


def test_discs_go_back_in_turn_order() -> None:
    table = last(3, siesta=2, benno={"siesta": 7}, carla={"siesta": 3})
    play(table, "done")
    assert state_of(table)["track"] == state_of(table)["order"] == [1, 2, 0]
    assert [farm(table, seat).siesta for seat in range(3)] == [0, 0, 0]


def test_exhausted_helpers_are_refreshed() -> None:
    table = last(helpers=[("Idler", True)])
    play(table, "done")
    assert farm(table).helpers[0] == {"card": 29, "exhausted": False}


def test_roof_tiles_left_over_are_replaced_by_those_of_the_next_round() -> None:
    table = last(3, round=2, roofs=["2a", None, "2c"])
    play(table, "done")
    tiles = state_of(table)["roofs"]
    assert [tile and tile[0] for tile in tiles] == ["3", "3", "3", None]


def test_the_game_ends_after_the_sixth_round() -> None:
    table = last(round=6)
    play(table, "done")
    assert table.is_over
    assert table.heading == "over"


def test_at_the_end_resources_in_dens_and_stalls_are_sold_and_silver_scores() -> None:
    table = last(round=6, silver=1, goods={"grain": 2, "pig": 1, "food": 3}, fields=[9], ripe={"olive": 1})
    assert earned(table, "done") == {"silver left": 1}  # 1 + 2 + 2 silver; upgraded goods and fields nothing
    assert silver(table) == 0


def test_trade_commodities_become_4_silver_each() -> None:
    table = last(round=6, goods={"trade": 3})
    assert earned(table, "done") == {"silver left": 2}
    assert silver(table) == 2


def test_the_last_round_scores_market_and_siesta_too() -> None:
    table = last(round=6, market=["3-4"], siesta=8)
    assert earned(table, "done") == {"market": 1, "siesta track": 3}


def test_ties_are_broken_by_the_silver_that_remains() -> None:
    table = play(last(round=6, points=10, silver=3, benno={"points": 9, "silver": 7}), "done")
    assert table.scores() == [10, 10]
    assert table.ranks() == [1, 2]
    table = play(last(round=6, points=10, silver=2, benno={"points": 10, "silver": 2}), "done")
    assert table.ranks() == [1, 1]


def test_most_points_win() -> None:
    table = play(last(3, round=6, points=10, benno={"points": 12, "silver": 1}, carla={"points": 9}), "done")
    assert table.ranks() == [2, 1, 3]


def test_the_log_names_all_who_share_the_victory() -> None:
    given: Any = {"step": "purchased deliveries", "round": 6, "turn": 3, "order": [1, 2, 0], "points": 3}
    table = lay_out(3, **given, benno={"points": 3}, carla={"points": 1})
    told = [table.game.tell(entry, table.names) for entry in table.play("done")]
    assert told[-1] == (
        "The game is over: Anna and Benno share the victory, for points and silver are equal."
    )
    table = lay_out(3, **given, benno={"points": 3, "silver": 1}, carla={"points": 1})
    told = [table.game.tell(entry, table.names) for entry in table.play("done")]
    assert told[-1] == "The game is over: Benno wins."

"""Every roof tile, and that each is used once."""

from __future__ import annotations

from typing import Any

import pytest

from granja.kit import earned, farm, goods, lay_out, legal, market, play, silver, state_of


def test_a_used_tile_lies_face_down_and_is_not_used_again() -> None:
    table = play(lay_out(tiles=["2b"]), "roof 1")
    assert farm(table).roofs[0] == {"tile": "2b", "up": False}
    assert legal(table, "roof") == set()


@pytest.mark.parametrize(
    ("tile", "answers", "after"),
    [
        ("1a", (), {"olive": 1}),
        ("1b", (), {"grape": 1}),
        ("1c", ("gain grain",), {"grain": 1}),
        ("1c", ("gain grape",), {"grape": 1}),
        ("2a", ("gain olive",), {"olive": 1}),
        ("3a", (), {"pig": 1}),
        ("4a", ("gain olive and grain",), {"olive": 1, "grain": 1}),
        ("6a", ("gain meat",), {"meat": 1}),
    ],
)
def test_tiles_that_give_goods(tile: str, answers: tuple[str, ...], after: dict[str, int]) -> None:
    assert goods(play(lay_out(tiles=[tile]), "roof 1", *answers)) == after


def test_what_may_be_chosen() -> None:
    assert legal(play(lay_out(tiles=["1c"]), "roof 1")) == {"gain grain", "gain grape"}
    assert legal(play(lay_out(tiles=["2a"]), "roof 1")) == {"gain olive", "gain grain", "gain grape"}
    assert legal(play(lay_out(tiles=["6a"]), "roof 1")) == {"gain food", "gain wine", "gain meat"}


@pytest.mark.parametrize(("tile", "gained"), [("2b", 2), ("4c", 3)])
def test_tiles_that_give_silver(tile: str, gained: int) -> None:
    assert silver(play(lay_out(tiles=[tile]), "roof 1")) == gained


@pytest.mark.parametrize(("tile", "steps"), [("2c", 1), ("3d", 2)])
def test_tiles_for_the_siesta_track(tile: str, steps: int) -> None:
    assert farm(play(lay_out(tiles=[tile]), "roof 1")).siesta == steps
    assert legal(lay_out(tiles=[tile], siesta=8), "roof") == set()
    assert legal(lay_out(step="free deliveries", tiles=[tile]), "roof") == set()
    assert legal(lay_out(step="play", hand=[1], tiles=[tile]), "roof") == {"roof 1"}


@pytest.mark.parametrize(("tile", "reached"), [("1d", "246"), ("4d", "12346")])
def test_tiles_that_change_a_die(tile: str, reached: str) -> None:
    table = play(lay_out(dice="35555", tiles=[tile]), "roof 1")
    reach = int(tile == "4d") + 1
    expected = {
        f"die {die} as {space}"
        for die in (3, 5)
        for space in range(1, 7)
        if space != die and abs(space - die) <= reach
    }
    assert legal(table, "die") == expected
    assert {words[-1] for words in expected} == set(reached) | ({"5"} if reach == 2 else set())
    play(table, "die 3 as 4")
    assert silver(table) == 4
    assert legal(table, "die") == {"die 5"}
    assert legal(lay_out(step="leftover", pick=2, tiles=[tile]), "roof") == set()
    assert legal(lay_out(step="play", hand=[1], tiles=[tile]), "roof") == set()


def test_a_tile_for_a_purchased_delivery() -> None:
    table = lay_out(tiles=["2d"], silver=1, goods={"grain": 1}, barrows=[18])
    play(table, "roof 1", "deliver grain barrow-1")
    assert (silver(table), farm(table).barrows[0]["met"]) == (0, [1])
    assert legal(lay_out(tiles=["2d"], goods={"grain": 1}, barrows=[18]), "roof") == set()


@pytest.mark.parametrize("tile", ["4b", "6b"])
def test_tiles_for_a_free_delivery(tile: str) -> None:
    table = lay_out(round=6, tiles=[tile], goods={"grain": 1}, barrows=[18])
    play(table, "roof 1", "deliver grain barrow-1")
    assert farm(table).barrows[0]["met"] == [1]
    given: Any = {"hand": [1], "tiles": [tile], "goods": {"grain": 1}, "barrows": [18]}
    assert legal(lay_out(step="play", round=6, **given), "roof") == set()


def test_tiles_that_upgrade() -> None:
    table = play(lay_out(tiles=["3b"], goods={"grain": 2}), "roof 1", "improve grain")
    assert goods(table) == {"grain": 1, "food": 1}
    table = play(
        lay_out(round=5, tiles=["5a"], goods={"grain": 2}), "roof 1", "improve grain", "improve grain"
    )
    assert goods(table) == {"food": 2}
    assert legal(lay_out(tiles=["3b"]), "roof") == set()


def test_a_tile_to_play_or_draw_a_card() -> None:
    table = play(lay_out(round=3, tiles=["3c"], hand=[9]), "roof 1")
    assert legal(table) == {"field 9", "barrow 9", "helper 9", "draw"}
    assert farm(play(table, "draw")).hand_size == 2


def test_a_tile_for_a_point() -> None:
    assert earned(lay_out(round=5, tiles=["5b"]), "roof 1") == {"roof tiles": 1}


def test_a_tile_that_turns_another_one_up() -> None:
    table = lay_out(round=5, tiles=[("2b", False), "5c", ("3a", False), "1a"])
    play(table, "roof 2")
    assert legal(table) == {"turn 1", "turn 3"}
    play(table, "turn 1")
    assert [roof["up"] for roof in farm(table).roofs[:4]] == [True, False, False, True]
    assert "roof 2" not in legal(lay_out(round=5, tiles=["2b", "5c"]))


def test_a_tile_for_an_income() -> None:
    table = play(lay_out(round=5, tiles=["5d"], extensions=[2, 3], crafts=[1, 4], ongoing=[1, 4]), "roof 1")
    assert silver(table) == 5
    assert legal(table, "gain") == {"gain olive", "gain grain", "gain grape", "gain pig"}


def test_a_tile_for_any_empty_stall_place() -> None:
    table = lay_out(round=6, tiles=["6c"], benno={"market": ["3-4", "2-2"]})
    play(table, "roof 1")
    assert len(legal(table, "stall")) == 12
    assert earned(table, "stall 3-3") == {}
    assert market(table) == {"3-3": 0, "3-4": 1, "2-2": 1}


def test_a_tile_that_scores_its_place_twice_and_is_laid_face_down() -> None:
    table = lay_out(step="roofs", round=6, roofs=["6d"], silver=6, tiles=["1a", "2a", "3a", "4a"])
    assert earned(table, "tile 1") == {"roof": 6}
    assert farm(table).roofs[4] == {"tile": "6d", "up": False}
    table = lay_out(round=6, tiles=[("6d", False), "5c"])
    assert "roof 2" not in legal(table)  # there is nothing to turn up in it
    assert state_of(table)["phase"] == "revenue"

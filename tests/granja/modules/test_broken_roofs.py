"""Broken Roofs: a roof tile of no use, for the places of the roof."""

from __future__ import annotations

from granja.kit import deal, earned, farm, lay_out, legal, module, play, refusal, silver, state_of

FOR_SALE = {"broken-roofs": {"left": 3, "for sale": True}}


def test_one_of_six_is_for_sale_in_the_first_round() -> None:
    table = deal(modules=("broken-roofs",))
    assert module(table, "broken-roofs") == {"left": 5, "for sale": True}


def test_it_is_bought_like_any_other_and_lies_face_down() -> None:
    table = lay_out(round=2, step="roofs", silver=2, roofs=["2a"], modules=FOR_SALE, benno={"silver": 9})
    assert legal(table, "tile") == {"tile 1", "tile broken"}
    play(table, "tile broken")
    assert silver(table) == 0
    assert farm(table).roofs[0] == {"tile": "broken", "up": False}
    assert not module(table, "broken-roofs")["for sale"]
    assert state_of(table)["seat"] == 1, "one roof tile each"


def test_it_scores_its_place() -> None:
    table = lay_out(round=2, step="roofs", silver=9, tiles=["1a", "1b", ("broken", False)], modules=FOR_SALE)
    assert earned(table, "tile broken") == {"roof": 2}


def test_it_counts_as_a_roof_tile() -> None:
    table = lay_out(
        round=2,
        step="roofs",
        silver=9,
        tiles=["1a", ("1b", False)],
        helpers=["Chimney Sweep"],
        modules=FOR_SALE,
    )
    assert earned(table, "tile broken") == {"roof": 1, "Chimney Sweep": 1}


def test_it_is_never_turned_up_nor_used() -> None:
    table = lay_out(round=5, step="draft", tiles=["5c", ("1a", False), ("broken", False)], modules=FOR_SALE)
    play(table, "roof 1")
    assert legal(table, "turn") == {"turn 2"}
    full = lay_out(round=5, step="draft", tiles=["5c", ("broken", False)], modules=FOR_SALE)
    assert refusal(full, "roof 2").kind == "roof-used"
    assert "roof 1" not in legal(full)


def test_there_has_to_be_room_and_silver_for_it() -> None:
    poor = lay_out(round=2, step="roofs", silver=1, modules=FOR_SALE)
    assert refusal(poor, "tile broken").kind == "too-little-silver"
    tiles = [("1a", False), ("1b", False), ("1c", False), ("1d", False)]
    full = lay_out(
        round=2, step="roofs", silver=9, tiles=[*tiles, ("broken", False)], roofs=["2a"], modules=FOR_SALE
    )
    assert state_of(full)["step"] == "roofs"
    assert "tile broken" not in legal(full)
    gone = lay_out(round=2, step="roofs", silver=9, roofs=["2a"], modules={"broken-roofs": {"left": 4}})
    assert refusal(gone, "tile broken").kind == "no-tile-there"
    early = lay_out(step="draft", modules=FOR_SALE)
    assert refusal(early, "tile broken").kind == "wrong-phase"


def test_each_round_has_one_whether_or_not_the_last_was_bought() -> None:
    table = lay_out(
        step="purchased deliveries",
        turn=2,
        modules={"broken-roofs": {"left": 4, "for sale": True}},
        benno={"silver": 1, "goods": {"grain": 1}, "extensions": [1]},
    )
    play(table, "done")
    assert state_of(table)["round"] == 2
    assert module(table, "broken-roofs") == {"left": 3, "for sale": True}


def test_after_it_the_turn_waits_as_after_any_other() -> None:
    """Its place and the Chimney Sweep bring the points that the Farm Worker costs."""
    table = lay_out(
        round=2,
        step="roofs",
        silver=2,
        hand=[1],
        tiles=[("1b", False), ("1c", False)],
        helpers=["Chimney Sweep", "Farm Worker"],
        modules=FOR_SALE,
    )
    play(table, "tile broken")
    assert (table.seat, state_of(table)["step"], legal(table, "use")) == (0, "roofs", {"use 4"})

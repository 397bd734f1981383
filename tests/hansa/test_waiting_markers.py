"""Replacement markers that cannot be laid: they wait, are laid a turn later, and never score."""

from __future__ import annotations

from typing import Any

from burgher import Table
from hansa.kit import lay_out, legal, load, play, player, points, side, state_of

BOARD = side(load())
CROWD = {
    route.key: "abc"[n % 3] + "." * (len(route.houses) - 1)
    for n, route in enumerate(BOARD.routes)
    if route.key != "arnheim-duisburg"
}
"""A piece on every route but one."""
FULL = {"arnheim": "bBcc", "duisburg": "c"}
"""At the ends of that one no office is free."""


DESK = {"keys": 4, "actions": 4, "privilege": 3}
"""So many pieces are needed on the board that some have to come off the desks."""


def crowded(**given: Any) -> Table:
    """A table with a piece on almost every route."""
    more = {"desk": DESK}
    return lay_out(desk=DESK, benno=more, carla=dict(more), **{"houses": CROWD, "offices": FULL, **given})


def test_where_none_can_be_laid_it_waits_for_the_next_turn() -> None:
    table = crowded(waiting=["plus-3", "exchange"], actions=1)
    told = table.tell(table.play("end"), None)
    assert [line for line in told if "keeps" in line] == [
        "Anna finds no route for the marker “three more actions” and keeps it for later.",
        "Anna finds no route for the marker “exchange of offices” and keeps it for later.",
    ]
    assert table.seat == 1
    assert player(table).waiting == ["plus-3", "exchange"]
    play(table, "end", "end")
    assert table.seat == 0
    assert state_of(table)["pending"] is None  # at the end of the turn, not before


def test_it_is_laid_at_the_end_of_the_first_turn_in_which_a_route_is_bare() -> None:
    table = crowded(waiting=["plus-3", "exchange"], actions=2)
    own = next(key for key, row in CROWD.items() if row.startswith("a") and key != "hamburg-stade")
    play(table, "move", f"take {own} 1", "to hamburg-stade", "done", "end")
    assert legal(table) == {f"lay {own}"}
    play(table, f"lay {own}")
    assert state_of(table)["markers"] == {own: "plus-3"}
    assert player(table).waiting == ["exchange"]  # the second waits
    assert table.seat == 1


def test_the_only_free_route_is_offered() -> None:
    table = crowded(offices={"arnheim": "bBc"}, waiting=["plus-3"], actions=1)
    play(table, "end")
    assert legal(table) == {"lay arnheim-duisburg"}


def test_waiting_markers_cannot_be_used_and_do_not_score() -> None:
    crowd = CROWD | {"hamburg-luebeck": "aaa"}
    table = crowded(houses=crowd, offices=FULL | {"hamburg": "a"}, waiting=["plus-3"], points=19)
    assert legal(table, "use") == set()
    play(table, "establish hamburg-luebeck", "nothing")
    assert table.is_over
    assert "markers" not in points(table)

"""Setting up."""

from __future__ import annotations

import pytest

from burgher import Table
from hansa.kit import load, player, side, state_of


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pieces_by_the_order_of_play(players: int) -> None:
    table = Table(load(players), seed=players)
    state = state_of(table)
    for place in range(players):
        one = player(table, (state["start"] + place) % players)
        assert one.supply == {"trader": 5 + place, "merchant": 1}
        assert one.stock == {"trader": 6 - place, "merchant": 0}
        assert set(one.desk.values()) == {0}
        assert one.points == 0
    assert state["active"] == state["start"]


@pytest.mark.parametrize(("rules", "pile"), [("given", 13), ("2009", 13), ("big-box", 12)])
def test_three_markers_lie_at_the_taverns_and_the_rest_face_down(rules: str, pile: int) -> None:
    lying = set()
    for seed in range(12):
        table = Table(load(4, rules=rules), seed)
        state = state_of(table)
        taverns = [route.key for route in side(table.game).routes if route.tavern]
        assert sorted(state["markers"]) == sorted(taverns)
        assert sorted(state["markers"].values()) == ["exchange", "office", "pieces"]
        assert sum(state["pile"].values()) == pile
        lying.add(tuple(state["markers"][tavern] for tavern in taverns))
    assert len(lying) > 2


def test_the_start_player_has_two_actions() -> None:
    table = Table(load(3), seed=1)
    assert state_of(table)["actions"] == 2


def test_anybody_may_start() -> None:
    assert {Table(load(3), seed).seat for seed in range(20)} == {0, 1, 2}

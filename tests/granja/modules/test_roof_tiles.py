"""I Farm Phase: "Each player may purchase 1 Roof Tile", whatever modules let one pay with."""

from __future__ import annotations

from typing import Any

import pytest

from granja.kit import lay_out, legal, play, state_of

LADIES = {"ladies": {"ladies": [4, 1]}}
BOARDS = {
    "trade-boards": {
        "players": [
            {"board": 1, "traders": [1, 1, None, None, None], "modifiers": 2, "traded": False},
            {"board": 2, "traders": [None] * 5, "modifiers": 0, "traded": False},
        ]
    }
}
OUTLAWS = {"outlaws": {"marked": [[1, 2, 3], []]}}
BETWIXT = {
    "betwixt": {"cards": [{"card": 1, "near": 3, "far": 4, "waiting": 0}, None], "due": []},
}


def asked_for_roofs(modules: dict[str, Any], **given: Any) -> Any:
    """Benno plays a card and could pay for no roof tile; Anna, who has neither silver nor goods, is next."""
    table = lay_out(
        step="play", round=1, turn=2, roofs=["1a", "1b"], benno={"hand": [1]}, modules=modules, **given
    )
    play(table, "field 1")
    return table


@pytest.mark.parametrize(
    ("modules", "pays", "given"),
    [
        (LADIES, ["lady point"], {"points": 1}),
        ({"ladies": {"ladies": [2, 1]}}, ["lady silver"], {}),
        (BOARDS, ["modifier silver"], {}),
        (OUTLAWS, ["ransom 1", "trade silver"], {}),
        (BETWIXT, ["claim betwixt-1", "trade silver"], {}),
    ],
    ids=["reina", "felipa", "modifiers", "outlaws", "betwixt"],
)
def test_who_could_come_by_silver_is_asked_for_a_roof_tile(
    modules: dict[str, Any], pays: list[str], given: dict[str, Any]
) -> None:
    table = asked_for_roofs(modules, **given)
    assert (table.seat, state_of(table)["step"]) == (0, "roofs")
    assert legal(table, "tile") == set()
    play(table, *pays, "tile 1")
    assert [roof["tile"] for roof in state_of(table)["players"][0]["roofs"] if roof] == ["1a"]


@pytest.mark.parametrize(
    ("modules", "given"),
    [
        (LADIES, {"points": 0}),
        ({"ladies": {"ladies": [2, 1], "exhausted": [True, False]}}, {}),
        ({"outlaws": {"marked": [[1, 2, 4], []]}}, {}),
        ({"betwixt": {}}, {}),
    ],
    ids=["reina", "felipa", "outlaws", "betwixt"],
)
def test_who_could_not_is_not_asked(modules: dict[str, Any], given: dict[str, Any]) -> None:
    assert state_of(asked_for_roofs(modules, **given))["phase"] == "revenue"

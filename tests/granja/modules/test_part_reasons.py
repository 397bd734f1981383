"""What the browser says when a thing of a module's cannot be used: about that thing, and about now."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from burgher import Table
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.view.reasons import why
from granja.kit import lay_out, play


def said(table: Table, part: str) -> str | None:
    """What the browser says of a thing; None where it can be used."""
    return why(cast("LoadedTable", SimpleNamespace(table=table, game=table.game)), table.seat, part).reason


ANA, FELIPA, ROSA, REINA = 1, 2, 3, 4
CARD = {"cards": [{"card": 1, "near": 0, "far": 0, "waiting": None}, None]}
BOARDS = {"players": [{"board": n, "traders": [None] * 5, "modifiers": 0, "traded": False} for n in (1, 2)]}
HANDS = {"home": [2, 2]}
NO_DELIVERY = "You have no delivery now: donkeys, silver and dice bring them"


@pytest.mark.parametrize(
    ("modules", "given", "part", "sentence"),
    [
        ({"betwixt": CARD}, {}, "betwixt-1", NO_DELIVERY),
        ({"trade-boards": BOARDS}, {}, "board-2", NO_DELIVERY),
        ({"trade-boards": BOARDS}, {}, "board-1", "Others deliver to your board"),
        ({"colchonera": {}}, {}, "colchonera", NO_DELIVERY),
        ({"long-distance-trade": {}}, {}, "journey-3", "Journeys begin when a round has been scored"),
        (
            {"donkey-song": {}},
            {},
            "song-3",
            "Coloured donkey tiles are bought when the siesta track is scored",
        ),
        ({"hired-hands": HANDS}, {}, "worker", "Workers are sent with a die when it is drafted"),
        (
            {"hired-hands": HANDS},
            {},
            "donkey-0",
            "Donkey tiles are chosen at the start of the transportation phase",
        ),
        (
            {"bustling-town": {}},
            {},
            "town-2",
            "It takes the building action of a revenue space to build or to use a building",
        ),
        ({"bustling-town": {}}, {}, "point-4", "You are not putting a building into the market"),
        ({"bustling-town": {}}, {}, "option-1", "Options are for the revenue space that you use"),
        ({"bustling-town-b": {}}, {}, "trade-pig", "You have no trade commodity"),
        (
            {"ladies": {"ladies": [ROSA, ANA]}},
            {},
            "lady",
            "Rosa has nothing that she does at your word",
        ),
        ({"ladies": {"ladies": [REINA, ANA]}}, {}, "lady", "You have no point that Reina could take"),
        (
            {"ladies": {"ladies": [FELIPA, ANA], "exhausted": [True, False]}},
            {},
            "lady",
            "Felipa has worked in this round",
        ),
        (
            {"ladies": {"ladies": [ANA, ROSA]}},
            {"step": "free deliveries"},
            "green-4",
            "The green die is used in your turns of the revenue phase",
        ),
        ({"ladies": {"ladies": [ANA, ROSA]}}, {}, "green-4", "You have used the green die"),
    ],
)
def test_what_the_browser_says_of_a_thing(
    modules: dict[str, Any], given: dict[str, Any], part: str, sentence: str
) -> None:
    assert said(lay_out(modules=modules, **given), part) == sentence


def test_what_it_says_when_a_thing_is_asked_for() -> None:
    display = {"bustling-town": {"display": [1, 2], "deck": list(range(3, 11))}}
    table = play(lay_out(dice="33344", modules=display), "die 3", "option 2")
    assert said(table, "town-3") == "Building 3 is not displayed"
    play(table, "build 1")
    points = {f"point-{n}" for n in range(1, 47)}
    assert {said(table, point) for point in points} == {None, "With so many players no building stands there"}

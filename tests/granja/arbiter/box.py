"""The box once more: the printed tables as the arbiter reads them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

HARVEST = ("olive", "grain", "grape")
RESOURCES = (*HARVEST, "pig")
GOODS = (*RESOURCES, "food", "wine", "meat")
BETTER = {"olive": "food", "grain": "food", "grape": "wine", "pig": "meat"}
HATS = {1: 3, 2: 2, 3: 1, 4: 0}
PAIRS = (("olive", "grain"), ("olive", "grape"), ("grain", "grape"))
SWAPS = [(one, other) for one in HARVEST for other in HARVEST if one != other]


def read(name: str) -> dict[str, Any]:
    """A table of the box."""
    components = files("burgher.games.granja.components")
    return tomllib.loads((components / f"{name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Card:
    """A farm card as it is printed."""

    field: str
    barrow: list[str]
    points: int
    extension: list[str]
    helper: str
    phases: list[str]
    once: bool


CARDS = {
    card["number"]: Card(
        card["field"],
        card["barrow"]["goods"],
        card["barrow"]["points"],
        card["extension"],
        card["helper"]["name"],
        card["helper"].get("phases", ["farm", "revenue", "transport", "scoring"]),
        card["helper"].get("once", False),
    )
    for card in read("cards")["card"]
}
HELPER = {card.helper: number for number, card in CARDS.items()}

_farm, _board, _roofs = read("farm"), read("board"), read("roofs")
BUY: dict[str, int] = _farm["prices"]["buy"]
SELL: dict[str, int] = _farm["prices"]["sell"]
UPGRADE: dict[str, int] = {kind: _farm["upgrades"][kind] for kind in RESOURCES}
ROOF_COST: dict[str, int] = {roof["name"]: roof["cost"] for roof in _roofs["roof"]}
ROOF_PHASES: dict[str, list[str] | None] = {roof["name"]: roof.get("phases") for roof in _roofs["roof"]}
ROOF_POINTS: list[int] = _roofs["roof-places"]["points"]
SIESTA: list[int] = _board["siesta"]["points"]
ROWS: dict[int, list[list[str]]] = {one["number"]: one["rows"] for one in _board["building"]}


def stalls() -> dict[str, tuple[int, int, int, int]]:
    """Every stall place with its value, the players it needs, and where it is: row and doubled column."""
    found = {}
    for row, (values, players) in enumerate(
        zip(_board["market"]["values"], _board["market"]["players"], strict=True), start=1
    ):
        for place, (value, least) in enumerate(zip(values, players, strict=True), start=1):
            found[f"{row}-{place}"] = (value, least, row, 2 * place - len(values))
    return found


STALLS = stalls()
STARTS: list[str] = _board["market"]["start"]


def beside(stall: str) -> set[str]:
    """The neighbours of a stall place: two in its row, two in each row next to it."""
    _, _, row, column = STALLS[stall]
    near = {(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)}
    return {name for name, (_, _, r, c) in STALLS.items() if (r - row, c - column) in near}

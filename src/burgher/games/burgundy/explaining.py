"""What a thing does, in our words: a tile, good or term by its name, or what lies at a place of the table."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from burgher.games.burgundy.components import (
    ANIMALS,
    BOARD,
    BUILDINGS,
    COLOUR_NAMES,
    COLOURS,
    ESTATE_NUMBER,
    ESTATES,
    GOODS,
    NUMBERS,
    TILE_BY_NAME,
    TILES,
    Tile,
)
from burgher.games.burgundy.naming import building_name, one, several, title_of
from burgher.games.burgundy.taking import PRICE

_NAMES: dict[str, Tile] = {
    **{animal: t for t in TILES if t.animals for animal in (ANIMALS[t.variety], ANIMALS[t.variety] + "s")},
    **{name: t for t in TILES for name in (title_of(t), t.name.replace("-", " "))},
}
"""Every tile by the names people give it; an animal without a number is any tile of it."""


_TERMS: list[dict[str, Any]] = tomllib.loads((files(__package__) / "terms.toml").read_text(encoding="utf-8"))[
    "term"
]


def explain(
    topic: str, options: Mapping[str, object], players: int, view: Mapping[str, Any] | None
) -> str | None:
    """What a tile, good or term means, by as much of its name as is clear, or by the place where it lies."""
    edition = str(options["edition"])
    wanted = " ".join(re.sub(r"[-.]", " ", topic.casefold()).split())
    if view is not None and (place := _place(wanted, view)):
        return _explained(TILE_BY_NAME[place], edition) if place in TILE_BY_NAME else place
    wanted = re.sub(r"^(k|knowl|knowledge)( tile)? ?(?=\d)", "knowledge tile ", wanted)
    if wanted in GOODS:
        die = GOODS.index(wanted) + 1
        return f"{wanted.capitalize()} goods are sold with a {die}, all of them at once (p. 9)."
    if wanted in ("building", "buildings"):
        return "Buildings: " + ", ".join(map(building_name, BUILDINGS)) + " (p. 7)."
    if wanted in _NAMES:
        return _explained(_NAMES[wanted], edition, wanted)
    if (term := _term(wanted, options, players)) is not None:
        return term
    begun = {t.name for name, t in _NAMES.items() if len(wanted) > 2 and name.startswith(wanted)}
    return _explained(TILE_BY_NAME[begun.pop()], edition) if len(begun) == 1 else None


def _term(wanted: str, options: Mapping[str, object], players: int) -> str | None:
    for term in _TERMS:
        if wanted in (name.replace("-", " ") for name in term["names"]):
            return str(term["says"]).format(**_facts(options, players))
    return None


def _facts(options: Mapping[str, object], players: int) -> dict[str, str]:
    """What depends on the options and on how many play."""
    points, goods = BOARD["points"], BOARD["goods"]
    large, small = points["large"][players - 2], points["small"][players - 2]
    middle = ", or when a castle or city hall has just been placed" if options["edition"] == "2019" else ""
    return {
        "start_goods": str(goods["dealt"]),
        "start_silverlings": several(BOARD["start"]["silverlings"], "silverling"),
        "price": several(PRICE, "silverling"),
        "middle": middle,
        "sale": several(goods["points"][players - 2], "point"),
        "bonuses": f"{large} and {small} points with {players} players",
        "ties": "most" if options["ties"] == "most" else "fewest",
    }


def _explained(t: Tile, edition: str, name: str = "") -> str:
    title = name if name.removesuffix("s") in ANIMALS else title_of(t)
    effect = t.effect_2019 if edition == "2019" and t.effect_2019 else t.effect
    return f"{title.capitalize()} ({COLOUR_NAMES[t.colour]}): {effect} (p. {t.page})"


def _place(place: str, view: Mapping[str, Any]) -> str | None:
    """The tile at a place, named as on the table or as a part (`3b`, `black 2`, `store 1`, `space 17`).

    Where no tile lies, a sentence instead.
    """
    match = re.fullmatch(r"(depot |black |store |storage |space |)(\d{1,2})([a-d]?)", place)
    if not match:
        return None
    player = view["players"][view["seat"]]
    kind, number, letter = match[1].strip(), int(match[2]), match[3]
    if letter:
        if kind not in ("", "depot") or not 1 <= number <= 6:
            return None
        tile = view["depots"][number - 1]["abcd".index(letter)]
    elif kind == "black" and 1 <= number <= 8:
        tile = view["black"][number - 1]
    elif kind in ("store", "storage") and 1 <= number <= 3:
        tile = player["storage"][number - 1]
    elif kind == "space" and 1 <= number <= 37 and player["estate"]:
        tile = player["tiles"].get(str(number)) or _space(player["estate"], number)
    else:
        return None
    return tile or "No tile lies there."


def _space(estate: str, number: int) -> str:
    colour = COLOUR_NAMES[COLOURS.index(ESTATES[ESTATE_NUMBER[estate]].colours[number - 1])]
    return f"Space {number}: for {one(colour)} tile, with a {NUMBERS[number - 1]} (p. 5)."

"""What things are called: tiles, spots, and numbers of things."""

from __future__ import annotations

from burgher.games.burgundy.components import ANIMALS, Tile, tile


def tile_name(kind: int) -> str:
    """A tile as people call it: `4 cows`, `city hall`, `knowledge tile 7`."""
    return title_of(tile(kind))


def title_of(t: Tile) -> str:
    """A tile as people call it."""
    if t.animals:
        animal = ANIMALS[t.variety]
        return f"{t.animals} {animal if animal == 'sheep' else animal + 's'}"
    if t.name.startswith("knowledge"):
        return f"knowledge tile {t.variety}"
    return building_name(t.name)


def building_name(name: str) -> str:
    """A building as people call it."""
    return "carpenter's workshop" if name == "carpenter" else name.replace("-", " ")


def the(kind: int) -> str:
    """A tile with its article."""
    return ("" if tile(kind).name.startswith("knowledge") else "the ") + tile_name(kind)


def several(count: int, thing: str) -> str:
    """A number of things: `1 worker`, `3 silverlings`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def one(thing: str) -> str:
    """A thing with its article: `a mine`, `an animal`."""
    return f"an {thing}" if thing[0] in "aeiou" else f"a {thing}"


def place_of(spot: int) -> str:
    """Where a spot is."""
    return f"depot {spot // 4 + 1}" if spot < 24 else "the black depot"

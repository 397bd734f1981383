"""What things are called: tiles, spots, and numbers of things."""

from __future__ import annotations

import re

from burgher.games.burgundy.components import ANIMALS, KNOWLEDGE_BRIEFS, Tile, tile


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


def described(kind: int) -> str:
    """A tile with its article, a knowledge tile with what it is for.

    >>> from burgher.games.burgundy.components import TILE_BY_NAME
    >>> described(TILE_BY_NAME["bank"].kind), described(TILE_BY_NAME["knowledge-20"].kind)
    ('the bank', 'knowledge tile 20 (points for markets)')
    """
    t = tile(kind)
    return f"{the(kind)} ({KNOWLEDGE_BRIEFS[t.variety]})" if t.name.startswith("knowledge") else the(kind)


def several(count: int, thing: str) -> str:
    """A number of things.

    >>> several(1, "worker"), several(2, "church"), several(3, "goods tile sold")
    ('1 worker', '2 churches', '3 goods tiles sold')
    """
    return f"1 {thing}" if count == 1 else f"{count} {plural(thing)}"


def plural(thing: str) -> str:
    """More than one of a thing.

    >>> plural("die"), plural("type of animal")
    ('dice', 'types of animal')
    """
    noun, *rest = re.split("(?= of | sold)", thing, maxsplit=1)
    return "".join(("dice" if noun == "die" else noun + ("es" if noun.endswith("ch") else "s"), *rest))


def together(silverlings: int, workers: int) -> str:
    """Silverlings and workers, as they are paid or gained: `2 silverlings and 1 worker`, `nothing`."""
    counted = ((silverlings, "silverling"), (workers, "worker"))
    return " and ".join(several(count, thing) for count, thing in counted if count) or "nothing"


def one(thing: str) -> str:
    """A thing with its article: `a mine`, `an animal`."""
    return f"an {thing}" if thing[0] in "aeiou" else f"a {thing}"


def place_of(spot: int) -> str:
    """Where a spot is."""
    return f"depot {spot // 4 + 1}" if spot < 24 else "the black depot"

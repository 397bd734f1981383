"""What is in the box: farm cards, roof tiles, the board and the farms, read from the tables beside this file.

Most of La Granja's printed components could not be found: the tables (`cards.toml`, `roofs.toml`,
`board.toml`, `farm.toml`, and one for each module) say block by block what is known and what is a
reconstruction. Whoever owns the box can put them right in a file of their own, which says only what differs
(`docs/components.md`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from burgher.games.granja.components.checking import checked
from burgher.games.granja.components.effects import Effect
from burgher.games.granja.components.modules import MODULES, Modules
from burgher.games.granja.components.reading import BadComponents, Files
from burgher.games.granja.components.things import (
    Building,
    Card,
    Components,
    Helper,
    Roof,
    Space,
)
from burgher.games.granja.components.vocabulary import (
    ADDITIONS,
    BENEFITS,
    BUILDINGS,
    CARDS,
    CHOICES,
    DONKEYS,
    DURINGS,
    GOODS,
    HARVEST,
    IFS,
    KINDS,
    LARGEST_BARROW,
    MARKET,
    PAYABLE,
    PERS,
    PHASES,
    RESOURCES,
    ROOF_PLACES,
    ROOFS_EACH_ROUND,
    ROUNDS,
    ROW_LENGTH,
    ROWS,
    RULES,
    SPACES,
    STALL_NAMES,
    THENS,
    TRADES,
    VALUES,
    WHENS,
)

__all__ = [
    "ADDITIONS",
    "BENEFITS",
    "BOX",
    "BUILDINGS",
    "CARDS",
    "CHOICES",
    "DONKEYS",
    "DURINGS",
    "FOLDER",
    "GOODS",
    "HARVEST",
    "IFS",
    "KINDS",
    "LARGEST_BARROW",
    "MARKET",
    "MODULES",
    "PAYABLE",
    "PERS",
    "PHASES",
    "RESOURCES",
    "ROOFS_EACH_ROUND",
    "ROOF_PLACES",
    "ROUNDS",
    "ROWS",
    "ROW_LENGTH",
    "RULES",
    "SETS",
    "SPACES",
    "STALL_NAMES",
    "THENS",
    "TRADES",
    "VALUES",
    "WHENS",
    "BadComponents",
    "Building",
    "Card",
    "Components",
    "Effect",
    "Helper",
    "Modules",
    "Roof",
    "Sets",
    "Space",
    "read",
    "standard_set",
]

FILES = ("cards", "roofs", "board", "farm")

BOX = "box"
"""The name of the set that comes with Burgher."""
FOLDER = "BURGHER_COMPONENTS"
"""The environment variable that names the folder for sets of one's own, in a folder for each game."""


def read(own: str | os.PathLike[str] | None = None) -> Components:
    """The set of the box, or with one's own file laid over it; raises `BadComponents`."""
    tables = [*FILES, *(f"modules/{name}" for name in MODULES)]
    components = {
        f"{name}.toml": (files(__package__) / f"{name}.toml").read_text(encoding="utf-8") for name in tables
    }
    if own is None:
        return checked(BOX, Files(components))
    path = Path(own)
    return checked(path.stem, Files(components, path))


@lru_cache(maxsize=1)
def standard_set() -> Components:
    """The set that comes with Burgher."""
    return read()


def _is_plain(name: str) -> bool:
    """Whether a set can have this name."""
    return name not in ("", BOX) and name == name.strip() and "," not in name and name.isprintable()


class Sets(Mapping[str, str]):
    """The sets that one can play with, each with a sentence: the box's own and those in one's folder.

    A set is known by the name of its file, so that records and servers can name it and nobody can make
    them read any other file.
    """

    def __init__(self) -> None:
        self._added: dict[str, Path] = {}

    def _paths(self) -> dict[str, Path]:
        folder = os.environ.get(FOLDER)
        found = sorted((Path(folder).expanduser() / "granja").glob("*.toml")) if folder else []
        paths = {path.stem: path for path in found} | self._added
        return {name: path for name, path in paths.items() if _is_plain(name)}

    def add(self, path: os.PathLike[str]) -> str:
        """Make a file known to this process; return the name of its set."""
        name = Path(path).stem
        if not _is_plain(name):
            raise BadComponents(f"{path}: a set cannot be called {name!r}")
        self._added[name] = Path(path)
        return name

    def __getitem__(self, name: str) -> str:
        if name == BOX:
            return "The set that comes with Burgher, reconstructed where the printed one was not found."
        return f"Your own set, {self._paths()[name].name}."

    def __iter__(self) -> Iterator[str]:
        yield BOX
        yield from self._paths()

    def __len__(self) -> int:
        return 1 + len(self._paths())

    def load(self, name: str) -> Components:
        """The components of a set; raises `BadComponents`."""
        return standard_set() if name == BOX else read(self._paths()[name])


SETS = Sets()

"""The weights of a game's heuristic, out of the file that lies beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from burgher.kernel.ints import ints

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints

CHANGES: Final[Ints] = ints([0])
"""How often weights were changed: what a heuristic has worked out counts only until the next time."""


def change_weights(weights: Ints, values: Sequence[int]) -> None:
    """Put other values in place of the weights of a heuristic."""
    for place, value in enumerate(values):
        weights[place] = value
    CHANGES[0] += 1


def weights_beside(package: str) -> dict[str, int]:
    """The weights in `heuristic.toml` of a package, in the order of the file, by name: `step.keys`."""
    return weights_in((files(package) / "heuristic.toml").read_text(encoding="utf-8"))


def weights_in(text: str) -> dict[str, int]:
    """The weights in the text of a `heuristic.toml`, likewise."""
    return _flat(tomllib.loads(text), "")


def _flat(table: dict[str, Any], prefix: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, value in table.items():
        found |= _flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
    return found

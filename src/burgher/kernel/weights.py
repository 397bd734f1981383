"""The weights of a game's heuristic, out of the file that lies beside it."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


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

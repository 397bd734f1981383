"""The table drawn for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def draw(view: Mapping[str, Any], seat: int | None, names: Sequence[str]) -> str:
    """The table as `seat` may see it."""
    return str(view)

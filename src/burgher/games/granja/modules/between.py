"""Places between two farms, as learners see them beside a farm: each lies after the seat of its number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData

BESIDE_FARM: Final = ("after this seat", "before it")
"""The two places beside a farm."""


def beside_farm(state: GranjaData, places: i64, farm: i64) -> i64:
    """Of some places of cards, those beside a farm as a set of these two: after it and before it."""
    before: i64 = (farm + state.seats - 1) % state.seats
    return (places >> farm & 1) + 2 * (places >> before & 1)

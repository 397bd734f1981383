"""All questions, each at the place of its number in `pending.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from burgher.games.burgundy.data import Question
from burgher.games.burgundy.questions.advantages import (
    CarpenterTakes,
    CastleAction,
    ChurchTakes,
    CityHallPlaces,
    MarketTakes,
    WarehouseSale,
)
from burgher.games.burgundy.questions.choices import CastleToChoose, SideToChoose
from burgher.games.burgundy.questions.ships import GoodsToKeep, ShipLoads, ShipLoadsMore
from burgher.games.burgundy.questions.storage import Payment, StorageToClear
from burgher.games.burgundy.questions.turn import Turn
from burgher.kernel.ints import COMPILED

try:
    from librt.vecs import append, vec
except ImportError:  # only the compiled build needs it
    pass

if TYPE_CHECKING:
    from librt.vecs import vec

BY_NUMBER: Final[list[Question]] = [
    Turn(),
    CastleAction(),
    WarehouseSale(),
    CarpenterTakes(),
    ChurchTakes(),
    MarketTakes(),
    CityHallPlaces(),
    ShipLoads(),
    ShipLoadsMore(),
    GoodsToKeep(),
    StorageToClear(),
    Payment(),
    SideToChoose(),
    CastleToChoose(),
]


def _as_array(questions: list[Question]) -> vec[Question]:
    """The same as states hold them: compiled, an array that need not look at its members' type."""
    if not COMPILED:
        return list(questions)  # type: ignore[return-value]
    array = vec[Question]()
    for question in questions:
        array = append(array, question)
    return array


QUESTIONS: Final = _as_array(BY_NUMBER)

"""Every question in words, at the place of its number in `pending.py`."""

from __future__ import annotations

from burgher.games.burgundy.wording import advantages, choices, ships, storage, turn
from burgher.games.burgundy.wording.base import QuestionWording

WORDINGS: list[QuestionWording] = [
    turn.Turn(),
    advantages.CastleAction(),
    advantages.WarehouseSale(),
    advantages.CarpenterTakes(),
    advantages.ChurchTakes(),
    advantages.MarketTakes(),
    advantages.CityHallPlaces(),
    ships.ShipLoads(),
    ships.ShipLoadsMore(),
    ships.GoodsToKeep(),
    storage.StorageToClear(),
    storage.Payment(),
    choices.SideToChoose(),
    choices.CastleToChoose(),
]

UNASKED = {
    verb: answer.unasked
    for wording in WORDINGS
    for verb, answer in wording.answers.items()
    if answer.unasked is not None
}
"""Why an answer is refused when nothing is asked that it could answer, by its verb."""

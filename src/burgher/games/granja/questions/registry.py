"""Every question by its number (`pending.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from burgher.games.granja.data import question_list
from burgher.games.granja.pending import OF_MODULES
from burgher.games.granja.questions.cards import BarrowToClear, Card, CardToPay, HelperToClear, Payment
from burgher.games.granja.questions.deliveries import (
    Delivery,
    Disguise,
    Disguised,
    Loading,
    SiestaPoints,
    Unloading,
)
from burgher.games.granja.questions.dice import Marking, Rerolling
from burgher.games.granja.questions.goods import Exchange, GoodToPay, Improving, OneGood, TwoGoods
from burgher.games.granja.questions.market import MarketGuard, StallToPlace
from burgher.games.granja.questions.tiles import CraftAgain, Fetching, RoofToTurn
from burgher.games.granja.questions.turns import Back, Nothing, OfModule

if TYPE_CHECKING:
    from librt.vecs import vec

    from burgher.games.granja.data import Module, Question

BASE: Final[list[Question]] = [
    Nothing(),
    OneGood(),
    TwoGoods(),
    Card(),
    Improving(),
    Delivery(),
    BarrowToClear(),
    HelperToClear(),
    Payment(),
    StallToPlace(),
    MarketGuard(),
    GoodToPay(),
    CardToPay(),
    Exchange(),
    Unloading(),
    Loading(),
    Disguise(),
    Disguised(),
    Rerolling(),
    Marking(),
    RoofToTurn(),
    CraftAgain(),
    Fetching(),
    SiestaPoints(),
    Back(),
]
"""Those of the rules without modules, in the order of their numbers."""

NAMES: Final = tuple(question.name for question in BASE)
"""Their names in positions and observations."""

_WITHOUT_MODULES: Final[vec[Question]] = question_list(BASE)


def questions_with(modules: list[Module]) -> vec[Question]:
    """The questions of a game with some modules: question `OF_MODULES + n` is that of module n."""
    if not modules:
        return _WITHOUT_MODULES
    questions = BASE[:]
    last = max([module.number for module in modules])
    questions += [BASE[0]] * (OF_MODULES + 1 + last - len(questions))
    for place, module in enumerate(modules):
        questions[OF_MODULES + module.number] = OfModule(place)
    return question_list(questions)

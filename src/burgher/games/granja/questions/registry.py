"""Every question by its number (`pending.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from burgher.games.granja.data import question_list
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
from burgher.games.granja.questions.turns import Back, Nothing

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
    """The questions of a game with some modules, whose own follow those of the rules."""
    if not modules:
        return _WITHOUT_MODULES
    questions = BASE[:]
    for place, module in enumerate(modules):
        for question in module.questions():
            question.place = place
            question.number = len(questions)
            questions.append(question)
    return question_list(questions)


def names_with(modules: list[Module]) -> list[str]:
    """Their names in positions and observations."""
    names = [question.name for question in BASE]
    for module in modules:
        for question in module.questions():
            names.append(f"{module.name} {question.name}")
    return names


def most_detail_bits(modules: list[Module]) -> int:
    """How many bits the details of these questions have at most."""
    bits = [question.detail_bits for question in BASE]
    for module in modules:
        for question in module.questions():
            bits.append(question.detail_bits)
    return max(bits)

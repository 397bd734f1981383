"""What there is to say about each question, by its number (`pending.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja import pending as ask
from burgher.games.granja.stack import top
from burgher.games.granja.wording.cards import BarrowToClear, Card, CardToPay, HelperToClear, Payment
from burgher.games.granja.wording.deliveries import (
    Delivery,
    Disguise,
    Disguised,
    Loading,
    SiestaPoints,
    Unloading,
)
from burgher.games.granja.wording.dice import Marking, Rerolling
from burgher.games.granja.wording.goods import Exchange, GoodToPay, Improving, OneGood, TwoGoods
from burgher.games.granja.wording.market import MarketGuard, StallToPlace
from burgher.games.granja.wording.modules.registry import wording_of_question
from burgher.games.granja.wording.tiles import CraftAgain, Fetching, RoofToTurn
from burgher.games.granja.wording.turns import Back

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.games.granja.wording.base import Wording

BASE: dict[int, Wording] = {
    ask.ONE_GOOD: OneGood(),
    ask.TWO_GOODS: TwoGoods(),
    ask.CARD: Card(),
    ask.IMPROVING: Improving(),
    ask.DELIVERY: Delivery(),
    ask.BARROW_TO_CLEAR: BarrowToClear(),
    ask.HELPER_TO_CLEAR: HelperToClear(),
    ask.PAYMENT: Payment(),
    ask.STALL_TO_PLACE: StallToPlace(),
    ask.MARKET_GUARD: MarketGuard(),
    ask.GOOD_TO_PAY: GoodToPay(),
    ask.CARD_TO_PAY: CardToPay(),
    ask.EXCHANGE: Exchange(),
    ask.UNLOADING: Unloading(),
    ask.LOADING: Loading(),
    ask.DISGUISE: Disguise(),
    ask.DISGUISED: Disguised(),
    ask.REROLLING: Rerolling(),
    ask.MARKING: Marking(),
    ask.ROOF_TO_TURN: RoofToTurn(),
    ask.CRAFT_AGAIN: CraftAgain(),
    ask.FETCHING: Fetching(),
    ask.SIESTA_POINTS: SiestaPoints(),
    ask.BACK: Back(),
}
"""Those of the rules without modules."""


def wording_of(state: GranjaData, question: int) -> Wording:
    """What there is to say about a question."""
    if question < ask.OF_MODULES:
        return BASE[question]
    return wording_of_question(state.modules, question)


def asked_now(state: GranjaData) -> Wording:
    """What there is to say about the question asked now."""
    return wording_of(state, top(state))

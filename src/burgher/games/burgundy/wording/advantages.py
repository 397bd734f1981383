"""What castles and buildings give, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from burgher.games.burgundy import actions as act
from burgher.games.burgundy.naming import the
from burgher.games.burgundy.questions import advantages as questions
from burgher.games.burgundy.wording import actions
from burgher.games.burgundy.wording.base import SKIP, Answer, QuestionWording
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData


class Advantage(QuestionWording):
    """What all of them say: since 2019, a purchase may come before some."""

    def answers_now(self, state: BurgundyData) -> Mapping[int, Answer]:
        if self.rules.allows_purchase and state.edition == 1:
            return {**self.answers, act.BUY: actions.BUY}
        return self.answers


class CastleAction(Advantage):
    """A castle's extra action."""

    rules = questions.CastleAction()
    asked = "Your castle gives you an action of your choice, as with a die of any number."
    first = "First take the action that your castle gives you"

    def __init__(self) -> None:
        self.answers = {
            act.PLACE: actions.PLACE,
            act.TAKE: actions.TAKE,
            act.SELL: actions.SELL,
            act.HIRE: actions.HIRE,
        }


class WarehouseSale(Advantage):
    """All goods of one type."""

    rules = questions.WarehouseSale()
    asked = "Your warehouse lets you sell all goods of one type, or skip."
    first = "First sell goods with your warehouse, or skip"
    declined = "sells nothing with the warehouse"

    def __init__(self) -> None:
        self.answers = {act.SELL: actions.SELL, act.SKIP: SKIP}


class TileTaken(Advantage):
    """A tile from any numbered depot."""

    building: ClassVar[str]
    brings: ClassVar[str]
    """What the building brings, and no other tiles."""

    def __init__(self) -> None:
        self.answers = {
            act.TAKE: Answer(actions.to_take, self.not_to_take, actions.NEEDS_DIE),
            act.SKIP: SKIP,
        }

    def not_to_take(self, state: BurgundyData, action: int) -> IllegalAction:
        """Why a tile cannot be taken."""
        spot = act.THING[action]
        what = f"Your {self.building} brings only {self.brings}"
        return actions.no_tile(state, spot) or IllegalAction(
            "not-offered", f"{what}, not {the(state.depots[spot])}", 7
        )


class CarpenterTakes(TileTaken):
    """A building."""

    rules = questions.CarpenterTakes()
    asked = "Your carpenter's workshop lets you take a building from any numbered depot, or skip."
    first = "First take a building with your carpenter's workshop, or skip"
    declined = "takes nothing with the carpenter's workshop"
    building = "carpenter's workshop"
    brings = "buildings"


class ChurchTakes(TileTaken):
    """A mine, a knowledge tile or a castle."""

    rules = questions.ChurchTakes()
    asked = "Your church lets you take a mine, knowledge tile or castle from any numbered depot, or skip."
    first = "First take a mine, knowledge tile or castle with your church, or skip"
    declined = "takes nothing with the church"
    building = "church"
    brings = "mines, knowledge tiles and castles"


class MarketTakes(TileTaken):
    """A ship or an animal tile."""

    rules = questions.MarketTakes()
    asked = "Your market lets you take a ship or animal from any numbered depot, or skip."
    first = "First take a ship or animal with your market, or skip"
    declined = "takes nothing with the market"
    building = "market"
    brings = "ships and animals"


class CityHallPlaces(Advantage):
    """Another tile into the estate."""

    rules = questions.CityHallPlaces()
    asked = "Your city hall lets you place another tile from your storage, or skip."
    first = "First place a tile with your city hall, or skip"
    declined = "places nothing with the city hall"

    def __init__(self) -> None:
        self.answers = {act.PLACE: actions.PLACE, act.SKIP: SKIP}

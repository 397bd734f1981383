"""Ships and their goods, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.burgundy import actions as act
from burgher.games.burgundy.components import GOODS
from burgher.games.burgundy.lookups import RING
from burgher.games.burgundy.questions import ships as questions
from burgher.games.burgundy.wording.base import NOTHING_TO_SKIP, SKIP, Answer, QuestionWording, Unasked
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData

NO_SHIP: Unasked = ("no-ship", "Goods are taken from depots when a ship is placed", 5)


def _to_load(state: BurgundyData, action: int) -> str:
    depot = act.THING[action]
    lying = [
        f"{state.depot_goods[depot * 6 + good]} {name}"
        for good, name in enumerate(GOODS)
        if state.depot_goods[depot * 6 + good]
    ]
    return f"Take the goods of depot {depot + 1}: {', '.join(lying)}"


def _not_to_load(state: BurgundyData, action: int) -> IllegalAction:
    return IllegalAction("no-goods", f"There are no goods at depot {act.THING[action] + 1}", 5)


def _not_to_skip(state: BurgundyData, _: int) -> IllegalAction:
    return IllegalAction("must-load", "Every depot has goods, so your ship must take some", 5)


class ShipLoads(QuestionWording):
    """From which depot."""

    rules = questions.ShipLoads()
    asked = "Your ship has landed: from which depot do you take the goods?"
    first = "First choose the depot whose goods your ship takes"
    declined = "takes no goods with the ship"

    def __init__(self) -> None:
        self.answers = {
            act.LOAD: Answer(_to_load, _not_to_load, NO_SHIP),
            act.SKIP: Answer(
                lambda *_: "Take no goods (choose a depot that has none)", _not_to_skip, NOTHING_TO_SKIP
            ),
        }


def _not_to_load_more(state: BurgundyData, action: int) -> IllegalAction:
    depot = act.THING[action]
    (first,) = members_of(state.loading)
    if depot == first:
        return IllegalAction(
            "not-neighbours", f"You already take the goods of depot {depot + 1}: choose a neighbour", 10
        )
    if not RING[first] & 2**depot:
        return IllegalAction(
            "not-neighbours",
            f"Depot {depot + 1} is not beside depot {first + 1}: tile 5 takes neighbours",
            10,
        )
    return _not_to_load(state, action)


class ShipLoadsMore(QuestionWording):
    """From which neighbouring depot too."""

    rules = questions.ShipLoadsMore()
    asked = "Knowledge tile 5: take the goods of a neighbouring depot too, or skip."
    first = "First take the goods of a neighbouring depot too, or skip"
    declined = "takes no goods from a second depot"

    def __init__(self) -> None:
        self.answers = {act.LOAD: Answer(_to_load, _not_to_load_more, NO_SHIP), act.SKIP: SKIP}


def _to_keep(state: BurgundyData, action: int) -> str:
    return f"Take the {GOODS[act.THING[action]]} goods"


def _not_to_keep(state: BurgundyData, action: int) -> IllegalAction:
    good = act.THING[action]
    if state.me.goods[good]:
        return IllegalAction("already-stored", f"You already store {GOODS[good]} goods: choose a new type", 5)
    return IllegalAction("no-goods", f"There are no {GOODS[good]} goods to take", 5)


class GoodsToKeep(QuestionWording):
    """Which new type of goods."""

    rules = questions.GoodsToKeep()
    asked = "Not all goods can be stored: which new type do you take?"
    first = "First choose the new type of goods that you take: not all can be stored"

    def __init__(self) -> None:
        self.answers = {act.KEEP: Answer(_to_keep, _not_to_keep, NO_SHIP)}

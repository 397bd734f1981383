"""The four actions (p. 4) and the purchase (p. 9), in words: with a die, or as tiles give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.burgundy import actions as act
from burgher.games.burgundy.components import COLOUR_NAMES, COLOURS, ESTATES, GOODS, NUMBERS, tile
from burgher.games.burgundy.lookups import BUY_ANYWHERE, NEIGHBOURS, REGION, SAME_BUILDINGS
from burgher.games.burgundy.naming import building_name, described, one, place_of, several, the, together
from burgher.games.burgundy.taking import PRICE, pays_with_workers
from burgher.games.burgundy.turn import hired, workers_for
from burgher.games.burgundy.wording.base import Answer, Unasked
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData

NEEDS_DIE: Unasked = (
    "needs-die",
    "An action needs a die, unless a castle or building gives it: choose one of your dice first",
    5,
)


DICE_USED: Unasked = ("dice-used", "Both of your dice are used, and an action needs one", 5)
"""The same, when there is no die left to choose."""


def _with_die(state: BurgundyData, action: int, what: str) -> str:
    """What an action would do, with the die and the workers that it takes."""
    source = act.SOURCE[action]
    if source == act.FREE:
        return what
    workers = workers_for(state, action)
    die = state.dice[state.seat * 2 + source]
    return f"{what} with your {die}" + (f" and {several(workers, 'worker')}" if workers else "")


def _too_few_workers(state: BurgundyData, action: int, what: str, number: int) -> IllegalAction:
    die = state.dice[state.seat * 2 + act.SOURCE[action]]
    needed, have = workers_for(state, action), state.me.workers
    return IllegalAction(
        "too-few-workers",
        f"{what} asks for a {number}: your {die} would take {several(needed, 'worker')}, and you have {have}",
        4,
    )


# -- placing ----------------------------------------------------------------------------------------


def _to_place(state: BurgundyData, action: int) -> str:
    what = f"Place {described(state.me.storage[act.THING[action]])} on space {act.SPACE[action] + 1}"
    return _with_die(state, action, what)


def _not_to_place(state: BurgundyData, action: int) -> IllegalAction:
    me = state.me
    slot, space = act.THING[action], act.SPACE[action]
    kind = me.storage[slot]
    if not kind:
        return IllegalAction("no-tile", f"Place {slot + 1} of your storage is empty", 5)
    if me.tiles[space]:
        return IllegalAction(
            "space-covered", f"Space {space + 1} is already covered: tiles are never moved", 8
        )
    colour = ESTATES[me.estate].colours[space]
    if COLOURS[tile(kind).colour] != colour:
        name = one(COLOUR_NAMES[COLOURS.index(colour)])
        return IllegalAction(
            "wrong-colour", f"Space {space + 1} is {name} space: {the(kind)} cannot go there", 5
        )
    if not NEIGHBOURS[space] & me.covered:
        return IllegalAction("not-adjacent", f"Space {space + 1} lies beside none of your tiles", 5)
    if _same_building_in_city(state, kind, space):
        name = building_name(tile(kind).name)
        return IllegalAction("building-in-city", f"The city of space {space + 1} already has a {name}", 6)
    return _too_few_workers(state, action, f"Space {space + 1}", NUMBERS[space])


def _same_building_in_city(state: BurgundyData, kind: int, space: int) -> bool:
    me = state.me
    city = REGION[me.estate * 37 + space]
    return bool(
        tile(kind).colour == COLOURS.index("B")
        and not me.knows & SAME_BUILDINGS
        and any(me.tiles[other] == kind for other in members_of(city))
    )


# -- taking, selling, hiring ------------------------------------------------------------------------


def to_take(state: BurgundyData, action: int) -> str:
    """A tile from a numbered depot."""
    spot = act.THING[action]
    return _with_die(state, action, f"Take {described(state.depots[spot])} from depot {spot // 4 + 1}")


def no_tile(state: BurgundyData, spot: int) -> IllegalAction | None:
    """Whether a spot is empty."""
    if state.depots[spot]:
        return None
    return IllegalAction("no-tile", f"There is no tile on spot {act.spot_name(spot)}", 5)


def _not_to_take(state: BurgundyData, action: int) -> IllegalAction:
    spot = act.THING[action]
    found = no_tile(state, spot)
    return found or _too_few_workers(state, action, f"Depot {spot // 4 + 1}", spot // 4 + 1)


def _to_sell(state: BurgundyData, action: int) -> str:
    good = act.THING[action]
    return _with_die(state, action, f"Sell {several(state.me.goods[good], GOODS[good] + ' good')}")


def _not_to_sell(state: BurgundyData, action: int) -> IllegalAction:
    good = act.THING[action]
    if not state.me.goods[good]:
        return IllegalAction("no-goods", f"You have no {GOODS[good]} goods", 9)
    return _too_few_workers(state, action, f"Selling {GOODS[good]} goods", good + 1)


def _to_hire(state: BurgundyData, action: int) -> str:
    workers, silverlings = hired(state.me)
    gains = [several(workers, "worker")] + [several(silverlings, "silverling")] * (silverlings > 0)
    return _with_die(state, action, f"Take {' and '.join(gains)}")


# -- the purchase -----------------------------------------------------------------------------------


def _to_buy(state: BurgundyData, action: int) -> str:
    spot = act.THING[action]
    kind = state.depots[spot] if spot < 24 else state.black[spot - 24]
    price = "2 silverlings" + (" or workers" if pays_with_workers(state) else "")
    return f"Buy {described(kind)} from {place_of(spot)} for {price}"


def _not_to_buy(state: BurgundyData, action: int) -> IllegalAction:
    me, spot = state.me, act.THING[action]
    kind = state.depots[spot] if spot < 24 else state.black[spot - 24]
    if state.bought:
        return IllegalAction("already-bought", "You have already bought a tile this turn", 9)
    if spot < 24 and not me.knows & BUY_ANYWHERE:
        return IllegalAction(
            "not-for-sale", "Only the black depot sells; knowledge tile 6 would let you buy anywhere", 9
        )
    if not kind:
        return IllegalAction("no-tile", f"There is no tile in that place of {place_of(spot)}", 9)
    money = together(me.silverlings, me.workers if pays_with_workers(state) else 0)
    money = money.replace("nothing", "none")
    return IllegalAction("too-few-silverlings", f"A tile costs {PRICE} silverlings, and you have {money}", 9)


PLACE = Answer(_to_place, _not_to_place, NEEDS_DIE)
TAKE = Answer(to_take, _not_to_take, NEEDS_DIE)
SELL = Answer(_to_sell, _not_to_sell, NEEDS_DIE)
HIRE = Answer(_to_hire, unasked=NEEDS_DIE)
BUY = Answer(_to_buy, _not_to_buy)

"""Why not: the reason for refusing an action that is not legal now, with its page of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.burgundy import actions as act
from burgher.games.burgundy import pending as ask
from burgher.games.burgundy.actions import FREE
from burgher.games.burgundy.components import COLOUR_NAMES, COLOURS, ESTATES, GOODS, NUMBERS, tile
from burgher.games.burgundy.stack import top
from burgher.games.burgundy.tables import BUY_ANYWHERE, NEIGHBOURS, REGION, RING
from burgher.games.burgundy.taking import PRICE, pays_with_workers
from burgher.games.burgundy.telling import building_name, one, place_of, question, several, the
from burgher.games.burgundy.turn import workers_for
from burgher.kernel.errors import IllegalAction
from burgher.kernel.words import members_of

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData

_ASKED_PAGE = {
    ask.CASTLE_ACTION: 6,
    ask.WAREHOUSE_SALE: 7,
    ask.CARPENTER_TAKES: 7,
    ask.CHURCH_TAKES: 7,
    ask.MARKET_TAKES: 7,
    ask.CITY_HALL_PLACES: 7,
    ask.SHIP_LOADS: 5,
    ask.SHIP_LOADS_MORE: 10,
    ask.GOODS_TO_KEEP: 5,
    ask.STORAGE_TO_CLEAR: 5,
    ask.PAYMENT: 10,
    ask.SIDE_TO_CHOOSE: 12,
    ask.CASTLE_TO_CHOOSE: 12,
}

_ANSWERS = {
    ask.CASTLE_ACTION: (act.PLACE, act.TAKE, act.SELL, act.HIRE),
    ask.WAREHOUSE_SALE: (act.SELL,),
    ask.CARPENTER_TAKES: (act.TAKE,),
    ask.CHURCH_TAKES: (act.TAKE,),
    ask.MARKET_TAKES: (act.TAKE,),
    ask.CITY_HALL_PLACES: (act.PLACE,),
    ask.SHIP_LOADS: (act.LOAD, act.SKIP),
    ask.SHIP_LOADS_MORE: (act.LOAD,),
    ask.GOODS_TO_KEEP: (act.KEEP,),
    ask.STORAGE_TO_CLEAR: (act.CLEAR,),
    ask.PAYMENT: (act.PAY,),
    ask.SIDE_TO_CHOOSE: (act.SIDE,),
    ask.CASTLE_TO_CHOOSE: (act.CHOOSE_CASTLE,),
}
"""What kinds of actions answer a pending decision; a building's advantage can be skipped besides."""

_TAKERS = {
    ask.CARPENTER_TAKES: ("carpenter's workshop", "buildings", "B"),
    ask.CHURCH_TAKES: ("church", "mines, knowledge tiles and castles", "MKC"),
    ask.MARKET_TAKES: ("market", "ships and animals", "SA"),
}


def refusal(state: BurgundyData, action: int) -> IllegalAction:
    """The first reason, in the order a person would think of them, why an action is not legal now."""
    verb, source = act.VERB[action], act.SOURCE[action]
    asked = top(state)
    buys_between = verb == act.BUY and state.edition == 1 and ask.NOTHING < asked <= ask.CITY_HALL_PLACES
    if asked != ask.NOTHING and not buys_between:
        if verb not in _ANSWERS[asked] or source != FREE:
            kind = "storage-full" if asked == ask.STORAGE_TO_CLEAR else "decide-first"
            return IllegalAction(kind, question(state).rstrip("."), _ASKED_PAGE[asked])
    elif verb != act.BUY and source == FREE and verb != act.END:
        return _not_asked(verb)
    elif source != FREE and not state.unused & (source + 1):
        return IllegalAction("die-used", "That die has been used: each die is for one action", 4)
    match verb:
        case act.PLACE:
            return _placing(state, action)
        case act.TAKE:
            return _taking(state, action)
        case act.SELL:
            return _selling(state, action)
        case act.BUY:
            return _buying(state, act.THING[action])
        case act.LOAD:
            return _loading(state, act.THING[action])
        case act.SKIP:
            return IllegalAction("must-load", "Every depot has goods, so your ship must take some", 5)
        case act.KEEP:
            return _keeping(state, act.THING[action])
        case act.PAY:
            return _paying(state, act.THING[action])
        case act.END:
            left = several(len(members_of(state.unused)), "die").replace("dies", "dice")
            return IllegalAction("dice-left", f"A turn has exactly two actions: you have {left} left", 4)
    estate = ESTATES[state.me.estate]
    places = ", ".join(str(space + 1) for space in estate.castles)
    return IllegalAction(
        "wrong-colour", f"A starting castle needs a dark green space; estate {estate.name} has {places}", 12
    )


def _not_asked(verb: int) -> IllegalAction:
    match verb:
        case act.PLACE | act.TAKE | act.SELL | act.HIRE:
            return IllegalAction(
                "needs-die",
                "An action needs a die: say which one, 1 or 2, unless a castle or building gives it",
                5,
            )
        case act.CLEAR:
            return IllegalAction(
                "no-discard", "Tiles are discarded only for a new one when the storage is full", 5
            )
        case act.LOAD | act.KEEP:
            return IllegalAction("no-ship", "Goods are taken from depots when a ship is placed", 5)
        case act.PAY:
            return IllegalAction("nothing-to-pay", "There is nothing to pay for now", 9)
        case act.SKIP:
            return IllegalAction(
                "nothing-to-skip", "There is nothing to skip: a turn has exactly two actions", 4
            )
    return IllegalAction("not-set-up", "Boards and castles are chosen before the game begins", 12)


def _too_few_workers(state: BurgundyData, action: int, what: str, number: int) -> IllegalAction:
    die = state.dice[state.seat * 2 + act.SOURCE[action]]
    needed, have = workers_for(state, action), state.me.workers
    return IllegalAction(
        "too-few-workers",
        f"{what} asks for a {number}: your {die} would take {several(needed, 'worker')}, and you have {have}",
        4,
    )


def _placing(state: BurgundyData, action: int) -> IllegalAction:
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
        and not me.knows & 2
        and any(me.tiles[other] == kind for other in members_of(city))
    )


def _taking(state: BurgundyData, action: int) -> IllegalAction:
    spot = act.THING[action]
    kind = state.depots[spot]
    if not kind:
        return IllegalAction("no-tile", f"There is no tile on spot {act.spot_name(spot)}", 5)
    asked = top(state)
    if asked in _TAKERS:
        building, allowed, _ = _TAKERS[asked]
        return IllegalAction("not-offered", f"Your {building} brings only {allowed}, not {the(kind)}", 7)
    return _too_few_workers(state, action, f"Depot {spot // 4 + 1}", spot // 4 + 1)


def _selling(state: BurgundyData, action: int) -> IllegalAction:
    good = act.THING[action]
    if not state.me.goods[good]:
        return IllegalAction("no-goods", f"You have no {GOODS[good]} goods", 9)
    return _too_few_workers(state, action, f"Selling {GOODS[good]} goods", good + 1)


def _buying(state: BurgundyData, spot: int) -> IllegalAction:
    me = state.me
    kind = state.depots[spot] if spot < 24 else state.black[spot - 24]
    if state.bought:
        return IllegalAction("already-bought", "You have already bought a tile this turn", 9)
    if spot < 24 and not me.knows & BUY_ANYWHERE:
        return IllegalAction(
            "not-for-sale", "Only the black depot sells; knowledge tile 6 would let you buy anywhere", 9
        )
    if not kind:
        return IllegalAction("no-tile", f"There is no tile in that place of {place_of(spot)}", 9)
    money = several(me.silverlings, "silverling")
    if pays_with_workers(state):
        money += f" and {several(me.workers, 'worker')}"
    return IllegalAction("too-few-silverlings", f"A tile costs {PRICE} silverlings, and you have {money}", 9)


def _loading(state: BurgundyData, depot: int) -> IllegalAction:
    if top(state) == ask.SHIP_LOADS_MORE:
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
    return IllegalAction("no-goods", f"There are no goods at depot {depot + 1}", 5)


def _keeping(state: BurgundyData, good: int) -> IllegalAction:
    if state.me.goods[good]:
        return IllegalAction("already-stored", f"You already store {GOODS[good]} goods: choose a new type", 5)
    return IllegalAction("no-goods", f"There are no {GOODS[good]} goods to take", 5)


def _paying(state: BurgundyData, workers: int) -> IllegalAction:
    me = state.me
    return IllegalAction(
        "cannot-pay",
        f"That takes {several(workers, 'worker')} and {several(PRICE - workers, 'silverling')}; "
        f"you have {several(me.workers, 'worker')} and {several(me.silverlings, 'silverling')}",
        10,
    )

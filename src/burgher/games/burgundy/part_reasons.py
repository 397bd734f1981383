"""Why nothing can be done with a thing on the table, whatever else would belong to it.

Somebody points at a stored tile, a space, a depot or goods, perhaps after a die. The reason for one action
that touches it would speak of a space or a tile that nobody has chosen; what is said here is true of all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from burgher.games.burgundy import actions as act
from burgher.games.burgundy import pending as ask
from burgher.games.burgundy.components import COLOUR_NAMES, COLOURS, ESTATES, GOODS, NUMBERS, tile
from burgher.games.burgundy.lookups import BUY_ANYWHERE, NEIGHBOURS, SAME_BUILDINGS
from burgher.games.burgundy.naming import building_name, one, several, the
from burgher.games.burgundy.reasons import refusal as action_refusal
from burgher.games.burgundy.stack import top
from burgher.games.burgundy.taking import can_buy
from burgher.games.burgundy.turn import workers_for
from burgher.games.burgundy.wording.actions import DICE_USED
from burgher.games.burgundy.wording.registry import WORDINGS
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData

DICE = {"die-1": act.FIRST_DIE, "die-2": act.SECOND_DIE}
STORE = {f"store-{slot + 1}": slot for slot in range(3)}
SPACES = {f"space-{space + 1}": space for space in range(37)}
SPOTS = {act.spot_part(spot): spot for spot in range(32)}
GOODS_HELD = {f"goods-{name}": good for good, name in enumerate(GOODS)}


class Touched(NamedTuple):
    """What is pointed at: each either chosen or not (None)."""

    die: int | None
    slot: int | None
    space: int | None
    spot: int | None
    good: int | None
    pays: bool
    """Whether silverlings are among it: then it is about a purchase."""


def refusal(state: BurgundyData, parts: Sequence[str]) -> IllegalAction | None:
    """Why no action touches these parts; None where what refuses a single action is about them alone."""
    touched = Touched(
        _one(DICE, parts),
        _one(STORE, parts),
        _one(SPACES, parts),
        _one(SPOTS, parts),
        _one(GOODS_HELD, parts),
        "silverlings" in parts,
    )
    known = {*DICE, *STORE, *SPACES, *SPOTS, *GOODS_HELD, "silverlings"}
    if not set(parts) <= known or state.is_over:
        return None
    asked = top(state)
    places = touched.slot is not None or touched.space is not None
    if asked in (ask.CASTLE_ACTION, ask.CITY_HALL_PLACES) and places and touched.die is None:
        return _placing(state, touched, [act.FREE])
    if asked != ask.NOTHING:
        return None if _answers(asked, touched) else WORDINGS[asked].refused(state)
    if touched.pays or (touched.spot is not None and touched.spot >= 24):
        return _buying(state, touched.spot)
    sources = [source for source in (act.FIRST_DIE, act.SECOND_DIE) if state.unused & (source + 1)]
    if touched.die is not None:
        if touched.die not in sources:
            return IllegalAction("die-used", "That die has been used: each die is for one action", 4)
        sources = [touched.die]
    return _with_dice(state, touched, sources)


def _one(numbers: Mapping[str, int], parts: Sequence[str]) -> int | None:
    """The one among the parts that is of a kind, by its number."""
    return next((numbers[part] for part in parts if part in numbers), None)


def _answers(asked: int, touched: Touched) -> bool:
    """Whether what is touched could answer what is asked: then the answer's own reason is the one."""
    return {
        ask.STORAGE_TO_CLEAR: touched.slot is not None and touched.space is None,
        ask.CASTLE_ACTION: touched.spot is not None or touched.good is not None,
        ask.CITY_HALL_PLACES: touched.spot is not None and touched.pays,
        ask.CASTLE_TO_CHOOSE: touched.space is not None and touched.slot is None,
        ask.GOODS_TO_KEEP: touched.good is not None,
        ask.WAREHOUSE_SALE: touched.good is not None,
        ask.CARPENTER_TAKES: touched.spot is not None,
        ask.CHURCH_TAKES: touched.spot is not None,
        ask.MARKET_TAKES: touched.spot is not None,
    }.get(asked, False) and touched.die is None


def _with_dice(state: BurgundyData, touched: Touched, sources: list[int]) -> IllegalAction | None:
    """Why none of the dice does anything with what is touched."""
    if touched.slot is not None or touched.space is not None:
        return _placing(state, touched, sources)
    if touched.spot is not None:
        first = act.TAKE + touched.spot
        if not state.depots[touched.spot]:
            return IllegalAction("no-tile", f"There is no tile on spot {act.spot_name(touched.spot)}", 5)
    elif touched.good is not None:
        first = act.SELL + touched.good
        if not state.me.goods[touched.good]:
            return IllegalAction("no-goods", f"You have no {GOODS[touched.good]} goods", 9)
    else:
        return None if sources else IllegalAction(*DICE_USED)
    return _cheapest(state, [first + source * act.USES for source in sources])


def _cheapest(state: BurgundyData, actions: list[int]) -> IllegalAction:
    """All that is missing is workers: the reason of the die that would take fewest."""
    if not actions:
        return IllegalAction(*DICE_USED)
    if len(actions) == 1:
        return action_refusal(state, actions[0])
    return action_refusal(state, min(actions, key=lambda action: workers_for(state, action)))


# -- placing ----------------------------------------------------------------------------------------


def _placing(state: BurgundyData, touched: Touched, sources: list[int]) -> IllegalAction | None:
    """Why a stored tile goes nowhere, why nothing goes to a space, or why one does not go to the other."""
    me = state.me
    slots = range(3) if touched.slot is None else [touched.slot]
    if touched.slot is not None and not me.storage[touched.slot]:
        return IllegalAction("no-tile", f"Place {touched.slot + 1} of your storage is empty", 5)
    if touched.space is not None and me.tiles[touched.space]:
        return IllegalAction(
            "space-covered", f"Space {touched.space + 1} is already covered: tiles are never moved", 8
        )
    if not sources:
        return IllegalAction(*DICE_USED)
    if touched.slot is not None and touched.space is not None:
        return _cheapest(state, [_place(source, touched.slot, touched.space) for source in sources])
    fitting = list(_fitting(state, slots, touched.space))
    if not fitting:
        return (
            _fits_nowhere(state, touched.slot)
            if touched.slot is not None
            else _none_fits(state, touched.space)
        )
    if act.FREE in sources:
        return None
    actions = [_place(source, slot, space) for source in sources for slot, space in fitting]
    fewest = min(workers_for(state, action) for action in actions)
    what = the(me.storage[slots[0]]) if touched.slot is not None else f"space {(touched.space or 0) + 1}"
    asks = _either(sorted({NUMBERS[space] for _, space in fitting}))
    dice = _either(sorted({state.dice[state.seat * 2 + source] for source in sources}))
    have = f"that takes {several(fewest, 'worker')}, and you have {me.workers}"
    verb = "can be placed with" if touched.slot is not None else "asks for"
    return IllegalAction(
        "too-few-workers", f"{what[0].upper()}{what[1:]} {verb} a {asks}: with your {dice} {have}", 4
    )


def _place(source: int, slot: int, space: int) -> int:
    return act.PLACE + source * act.PLACEMENTS + slot * 37 + space


def _fitting(state: BurgundyData, slots: Sequence[int], space: int | None) -> Iterator[tuple[int, int]]:
    """Where stored tiles fit, numbers aside."""
    for slot in slots:
        for place in members_of(state.me.fits[slot]):
            if space in (None, place):
                yield slot, place


def _fits_nowhere(state: BurgundyData, slot: int) -> IllegalAction:
    """Why a stored tile fits on no space, whatever the number."""
    me = state.me
    kind = me.storage[slot]
    colour = COLOURS[tile(kind).colour]
    free = [
        space
        for space, there in enumerate(ESTATES[me.estate].colours)
        if there == colour and not me.tiles[space]
    ]
    name, what = COLOUR_NAMES[tile(kind).colour], the(kind)
    if not free:
        return IllegalAction(
            "no-space", f"There is no space for {what}: all your {name} spaces are covered", 5
        )
    beside = [space for space in free if NEIGHBOURS[space] & me.covered]
    if not beside:
        return IllegalAction(
            "no-space", f"There is no space for {what} yet: no free {name} space lies beside your tiles", 5
        )
    building = building_name(tile(kind).name)
    return IllegalAction(
        "building-in-city",
        f"There is no space for {what}: each city that lies beside your tiles has a {building} already",
        6,
    )


def _none_fits(state: BurgundyData, space: int | None) -> IllegalAction:
    """Why no stored tile fits on a space, whatever the number."""
    assert space is not None
    me = state.me
    colour = COLOURS.index(ESTATES[me.estate].colours[space])
    kinds = [kind for kind in (me.storage[slot] for slot in range(3)) if kind and tile(kind).colour == colour]
    name = COLOUR_NAMES[colour]
    where = f"Space {space + 1}"
    if not kinds:
        return IllegalAction("wrong-colour", f"{where} is {one(name)} space: you have no such tile stored", 5)
    if not NEIGHBOURS[space] & me.covered:
        return IllegalAction("not-adjacent", f"{where} lies beside none of your tiles", 5)
    assert not me.knows & SAME_BUILDINGS
    names = _either([building_name(tile(kind).name) for kind in dict.fromkeys(kinds)])
    return IllegalAction("building-in-city", f"The city of space {space + 1} already has a {names}", 6)


# -- buying -----------------------------------------------------------------------------------------


def _buying(state: BurgundyData, spot: int | None) -> IllegalAction | None:
    """Why a tile, or any tile, cannot be bought."""
    if spot is not None:
        return action_refusal(state, act.BUY + spot)
    if can_buy(state):
        return None
    stocked = members_of(state.black_stocked)
    if not stocked and not state.me.knows & BUY_ANYWHERE and not state.bought:
        return IllegalAction("no-tile", "The black depot is empty, and nothing else is for sale", 9)
    return action_refusal(state, act.BUY + 24 + (stocked[0] if stocked else 0))


def _either(things: Sequence[object]) -> str:
    """Several things of which one is meant: `1, 3 or 5`."""
    words = [str(thing) for thing in things]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"

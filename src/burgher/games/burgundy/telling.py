"""The game in sentences: what is asked, what an action would do, what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from burgher.games.burgundy import actions as act
from burgher.games.burgundy import events as ev
from burgher.games.burgundy import pending as ask
from burgher.games.burgundy.actions import FREE
from burgher.games.burgundy.components import (
    ANIMALS,
    BOARD_SIDES,
    COLOUR_NAMES,
    END_TILES,
    ESTATES,
    GOODS,
    NUMBERS,
    PHASES,
    Tile,
    tile,
)
from burgher.games.burgundy.stack import top
from burgher.games.burgundy.tables import MINE_TILE
from burgher.games.burgundy.taking import pays_with_workers
from burgher.games.burgundy.turn import workers_for
from burgher.kernel.journal import SCORED

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData
    from burgher.kernel.journal import Entry


# -- names --------------------------------------------------------------------------------------


def tile_name(kind: int) -> str:
    """A tile as people call it: `4 cows`, `city hall`, `knowledge tile 7`."""
    return title_of(tile(kind))


def title_of(t: Tile) -> str:
    """A tile as people call it."""
    if t.animals:
        animal = ANIMALS[t.variety]
        return f"{t.animals} {animal if animal == 'sheep' else animal + 's'}"
    if t.name.startswith("knowledge"):
        return f"knowledge tile {t.variety}"
    return building_name(t.name)


def building_name(name: str) -> str:
    """A building as people call it."""
    return "carpenter's workshop" if name == "carpenter" else name.replace("-", " ")


def the(kind: int) -> str:
    """A tile with its article."""
    return ("" if tile(kind).name.startswith("knowledge") else "the ") + tile_name(kind)


def several(count: int, thing: str) -> str:
    """A number of things: `1 worker`, `3 silverlings`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def one(thing: str) -> str:
    """A thing with its article: `a mine`, `an animal`."""
    return f"an {thing}" if thing[0] in "aeiou" else f"a {thing}"


def place_of(spot: int) -> str:
    """Where a spot is."""
    return f"depot {spot // 4 + 1}" if spot < 24 else "the black depot"


# -- what is asked --------------------------------------------------------------------------------


def heading(state: BurgundyData) -> str:
    """Phase and round: `B3`."""
    if state.is_over:
        return "end"
    return "set-up" if is_choosing(state) else f"{PHASES[state.phase]}{state.round + 1}"


def is_choosing(state: BurgundyData) -> bool:
    """Whether boards and castles are still being chosen (p. 12)."""
    return top(state) in (ask.SIDE_TO_CHOOSE, ask.CASTLE_TO_CHOOSE)


def question(state: BurgundyData) -> str:
    """What is asked of the seat to move."""
    match top(state):
        case ask.CASTLE_ACTION:
            return "Your castle gives you an action of your choice, as with a die of any number."
        case ask.WAREHOUSE_SALE:
            return "Your warehouse lets you sell all goods of one type, or skip."
        case ask.CARPENTER_TAKES:
            return "Your carpenter's workshop lets you take a building from any numbered depot, or skip."
        case ask.CHURCH_TAKES:
            return (
                "Your church lets you take a mine, knowledge tile or castle from any numbered depot, or skip."
            )
        case ask.MARKET_TAKES:
            return "Your market lets you take a ship or animal from any numbered depot, or skip."
        case ask.CITY_HALL_PLACES:
            return "Your city hall lets you place another tile from your storage, or skip."
        case ask.SHIP_LOADS:
            return "Your ship has landed: from which depot do you take the goods?"
        case ask.SHIP_LOADS_MORE:
            return "Knowledge tile 5: take the goods of a neighbouring depot too, or skip."
        case ask.GOODS_TO_KEEP:
            return "Not all goods can be stored: which new type do you take?"
        case ask.STORAGE_TO_CLEAR:
            return f"Your storage is full: which tile do you discard for {the(state.in_hand)}?"
        case ask.PAYMENT:
            return "How many workers do you pay, the rest being silverlings?"
        case ask.SIDE_TO_CHOOSE:
            return "Which side of your board do you play?"
        case ask.CASTLE_TO_CHOOSE:
            return "On which dark green space do you place your starting castle?"
    if state.unused == 0:
        return "Your dice are used: buy a tile, or end your turn."
    return "Use a die, or buy a tile." if may_buy(state) else "Use a die."


def may_buy(state: BurgundyData) -> bool:
    """Whether a purchase is among the legal actions."""
    return any(act.VERB[action] == act.BUY for action in state.legal_actions())


def sentence(state: BurgundyData, action: int) -> str:
    """What a legal action would do here and what it costs."""
    verb, source, thing = act.VERB[action], act.SOURCE[action], act.THING[action]
    me = state.me
    match verb:
        case act.PLACE:
            what = f"Place {the(me.storage[thing])} on space {act.SPACE[action] + 1}"
        case act.TAKE:
            what = f"Take {the(state.depots[thing])} from depot {thing // 4 + 1}"
        case act.SELL:
            what = f"Sell {several(me.goods[thing], GOODS[thing] + ' good')}"
        case act.HIRE:
            what = "Take workers"
        case act.BUY:
            kind = state.depots[thing] if thing < 24 else state.black[thing - 24]
            price = "2 silverlings" + (" or workers" if pays_with_workers(state) else "")
            return f"Buy {the(kind)} from {place_of(thing)} for {price}"
        case act.CLEAR:
            return f"Discard {the(me.storage[thing])}"
        case act.LOAD:
            return f"Take the goods of depot {thing + 1}: {_goods_at(state, thing)}"
        case act.KEEP:
            return f"Take the {GOODS[thing]} goods"
        case act.PAY:
            return f"Pay {several(thing, 'worker')} and {several(2 - thing, 'silverling')}"
        case act.SKIP:
            if top(state) == ask.SHIP_LOADS:
                return "Take no goods (choose a depot that has none)"
            return "Skip"
        case act.END:
            return "End your turn"
        case act.SIDE:
            estate = ESTATES[table_side(state, thing)]
            return f"Play estate {estate.name}, with {len(estate.regions)} regions"
        case _:
            return f"Place your starting castle on space {thing + 1}, which has a {NUMBERS[thing]}"
    if source == FREE:
        return what
    workers = workers_for(state, action)
    die = state.dice[state.seat * 2 + source]
    return f"{what} with your {die}" + (f" and {several(workers, 'worker')}" if workers else "")


def table_side(state: BurgundyData, side: int) -> int:
    """The estate on a side of the board of the seat to move."""
    return BOARD_SIDES[state.me.board][side]


def _goods_at(state: BurgundyData, depot: int) -> str:
    lying = [
        f"{state.depot_goods[depot * 6 + good]} {name}"
        for good, name in enumerate(GOODS)
        if state.depot_goods[depot * 6 + good]
    ]
    return ", ".join(lying)


# -- what happened ----------------------------------------------------------------------------------


def tell(entry: Entry, names: Sequence[str]) -> str:
    """A journal entry as a sentence."""
    who = names[entry.seat]
    if entry.event == SCORED:
        return f"{who} scores {several(entry.points, 'point')}: {_reason(entry)}."
    return f"{_STORIES[entry.event](who, *entry.details)}."


def _with_die(die: int, workers: int) -> str:
    if not die:
        return ""
    return f" with a {die}" + (f" and {several(workers, 'worker')}" if workers else "")


def _gain(silverlings: int, workers: int) -> str:
    gains = [
        several(count, thing) for count, thing in ((silverlings, "silverling"), (workers, "worker")) if count
    ]
    return " and ".join(gains) or "nothing"


def _starts(who: str, die: int, *_: int) -> str:
    return f"{who} rolls a {die} and is the start player"


def _phase(who: str, phase: int, *_: int) -> str:
    return f"Phase {PHASES[phase]} begins"


def _round(who: str, phase: int, round: int, good: int, depot: int) -> str:
    what = one(f"{GOODS[good]} good")
    return f"Round {round + 1} of phase {PHASES[phase]}: {what} goes to depot {depot + 1}"


def _rolled(who: str, first: int, second: int, *_: int) -> str:
    return f"{who} rolls {first} and {second}"


def _took(who: str, kind: int, spot: int, die: int, workers: int) -> str:
    return f"{who} takes {the(kind)} from depot {spot // 4 + 1}{_with_die(die, workers)}"


def _bought(who: str, kind: int, spot: int, silverlings: int, workers: int) -> str:
    return f"{who} buys {the(kind)} from {place_of(spot)} for {_gain(silverlings, workers)}"


def _discarded(who: str, kind: int, *_: int) -> str:
    return f"{who} discards {the(kind)}"


def _placed(who: str, kind: int, space: int, die: int, workers: int) -> str:
    return f"{who} places {the(kind)} on space {space + 1}{_with_die(die, workers)}"


def _sold(who: str, good: int, tiles: int, silverlings: int, workers: int) -> str:
    return f"{who} sells {several(tiles, GOODS[good] + ' good')} and gains {_gain(silverlings, workers)}"


def _hired(who: str, workers: int, silverlings: int, die: int, *_: int) -> str:
    return f"{who} takes {_gain(silverlings, workers)}{_with_die(die, 0)}"


def _loaded(who: str, depot: int, good: int, tiles: int, *_: int) -> str:
    return f"{who} takes {several(tiles, GOODS[good] + ' good')} from depot {depot + 1}"


def _left_behind(who: str, depot: int, good: int, tiles: int, *_: int) -> str:
    return f"{who} leaves {several(tiles, GOODS[good] + ' good')} at depot {depot + 1}"


def _sailed(who: str, steps: int, *_: int) -> str:
    return f"{who} moves to space {steps + 1} of the turn order track"


def _gained(who: str, silverlings: int, workers: int, kind: int, *_: int) -> str:
    source = "mines" if kind == MINE_TILE and silverlings > 1 else tile_name(kind)
    return f"{who} gains {_gain(silverlings, workers)} from the {source}"


def _declined(who: str, *_: int) -> str:
    return f"{who} skips"


def _claimed(who: str, colour: int, large: int, *_: int) -> str:
    size = "large" if large else "small"
    return f"{who} covers all {COLOUR_NAMES[colour]} spaces and claims the {size} bonus tile"


def _chose_side(who: str, estate: int, *_: int) -> str:
    return f"{who} plays estate {ESTATES[estate].name}"


def _chose_castle(who: str, estate: int, space: int, *_: int) -> str:
    return f"{who} places the starting castle on space {space + 1} of estate {ESTATES[estate].name}"


def _over(who: str, *_: int) -> str:
    return f"The game is over: {who} wins"


_STORIES: dict[int, Callable[..., str]] = {
    ev.STARTS: _starts,
    ev.PHASE: _phase,
    ev.ROUND: _round,
    ev.ROLLED: _rolled,
    ev.TOOK: _took,
    ev.BOUGHT: _bought,
    ev.DISCARDED: _discarded,
    ev.PLACED: _placed,
    ev.SOLD: _sold,
    ev.HIRED: _hired,
    ev.LOADED: _loaded,
    ev.LEFT_BEHIND: _left_behind,
    ev.SAILED: _sailed,
    ev.GAINED: _gained,
    ev.DECLINED: _declined,
    ev.CLAIMED: _claimed,
    ev.CHOSE_SIDE: _chose_side,
    ev.CHOSE_CASTLE: _chose_castle,
    ev.OVER: _over,
}

_SOURCES = {
    ev.REGION: "regions",
    ev.PHASE_BONUS: "phase bonus",
    ev.LARGE_BONUS: "large bonus tiles",
    ev.SMALL_BONUS: "small bonus tiles",
    ev.ANIMALS: "animals",
    ev.WATCHTOWER: "watchtowers",
    ev.SALE: "goods sold",
    ev.GOODS_LEFT: "goods left",
    ev.SILVERLINGS_LEFT: "silverlings left",
    ev.WORKERS_LEFT: "workers left",
}

_LEFT = {ev.GOODS_LEFT: "good", ev.SILVERLINGS_LEFT: "silverling", ev.WORKERS_LEFT: "worker"}


def source(entry: Entry) -> str:
    """Where an entry's points come from."""
    if entry.source > ev.KNOWLEDGE:
        return f"knowledge tile {entry.source - ev.KNOWLEDGE}"
    return _SOURCES[entry.source]


def _reason(entry: Entry) -> str:
    first, second = (*entry.details, 0, 0)[:2]
    match entry.source:
        case ev.REGION:
            return f"{one(COLOUR_NAMES[first])} region is complete"
        case ev.PHASE_BONUS:
            return f"for completing it in phase {PHASES[second]}"
        case ev.LARGE_BONUS | ev.SMALL_BONUS:
            return f"bonus tile for {COLOUR_NAMES[first]}"
        case ev.ANIMALS:
            return f"{several(second, ANIMALS[tile(first).variety] + ' tile')}"
        case ev.SALE:
            return several(second, GOODS[first] + " good")
        case ev.WATCHTOWER:
            return "a watchtower"
        case ev.GOODS_LEFT | ev.SILVERLINGS_LEFT | ev.WORKERS_LEFT:
            return f"{several(first, _LEFT[entry.source])} left"
    number = entry.source - ev.KNOWLEDGE
    counted = END_TILES[number][1] if number in END_TILES else "animal tile"
    return f"knowledge tile {number}, {counted}: {first}"

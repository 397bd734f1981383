"""The game in sentences: what is asked, what an action would do, what happened (`wording` has the words)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from burgher.games.burgundy import actions as act
from burgher.games.burgundy import events as ev
from burgher.games.burgundy import pending as ask
from burgher.games.burgundy.components import ANIMALS, COLOUR_NAMES, END_TILES, ESTATES, GOODS, PHASES, tile
from burgher.games.burgundy.lookups import MINE_TILE
from burgher.games.burgundy.naming import one, place_of, plural, several, the, tile_name, together
from burgher.games.burgundy.stack import top
from burgher.games.burgundy.wording.registry import WORDINGS
from burgher.kernel.journal import SCORED

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData
    from burgher.kernel.journal import Entry


# -- what is asked ----------------------------------------------------------------------------------


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
    return WORDINGS[top(state)].question(state)


def sentence(state: BurgundyData, action: int) -> str:
    """What a legal action would do here and what it costs."""
    return WORDINGS[top(state)].answers_now(state)[act.VERB[action]].sentence(state, action)


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
    return f"{who} buys {the(kind)} from {place_of(spot)} for {together(silverlings, workers)}"


def _discarded(who: str, kind: int, *_: int) -> str:
    return f"{who} discards {the(kind)}"


def _placed(who: str, kind: int, space: int, die: int, workers: int) -> str:
    return f"{who} places {the(kind)} on space {space + 1}{_with_die(die, workers)}"


def _sold(
    who: str, good: int, tiles: int, silverlings: int, workers: int, die: int = 0, paid: int = 0
) -> str:
    sale = f"{who} sells {several(tiles, GOODS[good] + ' good')}{_with_die(die, paid)}"
    return f"{sale}{',' if paid else ''} and gains {together(silverlings, workers)}"


def _hired(who: str, workers: int, silverlings: int, die: int, *_: int) -> str:
    return f"{who} takes {together(silverlings, workers)}{_with_die(die, 0)}"


def _loaded(who: str, depot: int, good: int, tiles: int, *_: int) -> str:
    return f"{who} takes {several(tiles, GOODS[good] + ' good')} from depot {depot + 1}"


def _left_behind(who: str, depot: int, good: int, tiles: int, *_: int) -> str:
    return f"{who} leaves {several(tiles, GOODS[good] + ' good')} at depot {depot + 1}"


def _sailed(who: str, steps: int, *_: int) -> str:
    return f"{who} moves to space {steps + 1} of the turn order track"


def _gained(who: str, silverlings: int, workers: int, kind: int, *_: int) -> str:
    source = "the mines" if kind == MINE_TILE and silverlings > 1 else the(kind)
    return f"{who} gains {together(silverlings, workers)} from {source}"


def _declined(who: str, asked: int, *_: int) -> str:
    return f"{who} {WORDINGS[asked].declined}"


def _claimed(who: str, colour: int, large: int, *_: int) -> str:
    size = "large" if large else "small"
    return f"{who} covers all {COLOUR_NAMES[colour]} spaces and claims the {size} bonus tile"


def _chose_side(who: str, estate: int, *_: int) -> str:
    return f"{who} plays estate {ESTATES[estate].name}"


def _chose_castle(who: str, estate: int, space: int, *_: int) -> str:
    return f"{who} places the starting castle on space {space + 1} of estate {ESTATES[estate].name}"


def _started_with(who: str, workers: int, silverlings: int, goods: int, *_: int) -> str:
    held = [name for good, name in enumerate(GOODS) for _ in range(goods >> 2 * good & 3)]
    return f"{who} has {together(silverlings, workers)}; goods: {', '.join(held)}"


def _spread(*packed: int) -> list[int]:
    """What lies on the spots that `events.packed` made numbers of."""
    return [number >> 8 * spot & 255 for number in packed for spot in range(6)]


def _names(kinds: list[int]) -> str:
    return ", ".join(tile_name(kind) for kind in kinds if kind)


def _depots_filled(who: str, *packed: int) -> str:
    tiles = _spread(*packed)
    depots = (tiles[spot : spot + 4] for spot in range(0, 24, 4))
    filled = (f"{n + 1} ({_names(depot)})" for n, depot in enumerate(depots))
    return f"The depots are filled: {', '.join(filled)}"


def _black_filled(who: str, *packed: int) -> str:
    return f"The black depot is filled: {_names(_spread(*packed))}"


def _goods_laid_out(who: str, goods: int, *_: int) -> str:
    return f"The goods of its rounds: {', '.join(GOODS[goods >> 3 * round & 7] for round in range(5))}"


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
    ev.STARTED_WITH: _started_with,
    ev.DEPOTS_FILLED: _depots_filled,
    ev.BLACK_FILLED: _black_filled,
    ev.GOODS_LAID_OUT: _goods_laid_out,
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

SOURCE_KINDS = {name: number for number, name in _SOURCES.items()} | {"knowledge tiles": ev.KNOWLEDGE + 1}
"""The kinds of sources of points, each with the first of its numbers."""

_LEFT = {ev.GOODS_LEFT: "good", ev.SILVERLINGS_LEFT: "silverling", ev.WORKERS_LEFT: "worker"}


def source(entry: Entry) -> str:
    """Where an entry's points come from."""
    if entry.source > ev.KNOWLEDGE:
        number = entry.source - ev.KNOWLEDGE
        return f"knowledge tile {number}, {plural(_counted_by(number))}"
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
    return f"{several(first, _counted_by(number))}, by knowledge tile {number}"


def _counted_by(number: int) -> str:
    """What a knowledge tile gives points for each of."""
    return END_TILES[number][1] if number in END_TILES else "animal tile"

"""What is worth studying in a finished game, and how far a running one has come."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from burgher.games.burgundy import events as ev
from burgher.games.burgundy.components import COLOUR_NAMES, END_TILES, ESTATES, PHASES, tile
from burgher.games.burgundy.naming import tile_name
from burgher.kernel.ints import members_of

if TYPE_CHECKING:
    from burgher.games.burgundy import BurgundyGame
    from burgher.games.burgundy.data import BurgundyData
    from burgher.kernel.journal import Entry

STAGES = (*(f"Phase {phase}" for phase in PHASES), "Final scoring")
ROUNDS = 5 * len(PHASES)

_FINAL = re.compile(r".* left|knowledge tile (" + "|".join(map(str, END_TILES)) + "), .*")
"""The sources of points that are counted after the last round (p. 9)."""


def progress(state: BurgundyData) -> float:
    """How far the game has come, from 0 to 1: rounds, and the turns of this one."""
    if state.is_over:
        return 1.0
    turns = int((5 * state.phase + state.round) * state.seats + state.turn)
    return turns / int(ROUNDS * state.seats)


def clock(state: BurgundyData) -> int:
    """How many rounds have begun, in each of which everybody has one turn."""
    return int(5 * state.phase + state.round)


def stage(heading: str, source: str) -> str:
    """The stage in which points of a source belong that were scored under a heading."""
    if _FINAL.fullmatch(source):
        return STAGES[-1]
    return f"Phase {heading[:1]}" if heading[:1] in (*PHASES,) else STAGES[0]


def features(
    game: BurgundyGame, state: BurgundyData, entries: list[Entry]
) -> list[dict[str, str | tuple[str, ...]]]:
    """For each seat of a finished game, what may have decided it."""
    return [
        _features(state, seat, [one for one in entries if one.seat == seat]) for seat in range(state.seats)
    ]


def _features(state: BurgundyData, seat: int, entries: list[Entry]) -> dict[str, str | tuple[str, ...]]:
    player = state.players[seat]
    placed = [tile(one.details[0]) for one in entries if one.event == ev.PLACED]
    taken = [one.details[0] for one in entries if one.event in (ev.TOOK, ev.BOUGHT)]
    colours = Counter(COLOUR_NAMES[one.colour] for one in placed)
    found: dict[str, str | tuple[str, ...]] = {
        "estate": ESTATES[player.estate].name,
        "knowledge tiles": tuple(f"knowledge tile {n}" for n in members_of(player.knows)),
        "bonus tiles": str(player.bonuses),
        "first tile taken": tile_name(taken[0]) if taken else "none",
        "opening": ", ".join(COLOUR_NAMES[one.colour] for one in placed[:3]) or "none",
    }
    for colour in ("castle", "mine", "ship"):
        found[f"{colour}s placed"] = str(colours[colour])
    return found

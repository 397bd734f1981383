"""What is worth studying in a finished game, and how far a running one has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja import events as ev
from burgher.games.granja.components import ROUNDS
from burgher.games.granja.pending import RECALL

if TYPE_CHECKING:
    from burgher.games.granja import LaGranja
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry

STAGES = (*(f"Round {n}" for n in range(1, ROUNDS + 1)), "Final scoring")
PHASES = 4

_SIDES = {
    ev.PLAYED_FIELD: "field",
    ev.PLAYED_BARROW: "barrow",
    ev.PLAYED_EXTENSION: "extension",
    ev.PLAYED_HELPER: "helper",
}


def progress(state: GranjaData) -> float:
    """How far the game has come, from 0 to 1: rounds, and the phases of this one."""
    return 1.0 if state.is_over else clock(state) / (PHASES * ROUNDS)


def clock(state: GranjaData) -> int:
    """How many phases have begun, in each of which everybody has the same turns."""
    if state.step == RECALL:  # the next round is laid out already, but has not begun
        return int(PHASES * state.round - 1)
    return int(PHASES * state.round + state.phase)


def stage(heading: str, source: str) -> str:
    """The stage in which points of a source belong that were scored under a heading."""
    if source == "silver left" or not heading[1:].isdecimal():
        return STAGES[-1]
    return f"Round {heading[1:]}"


def features(
    game: LaGranja, state: GranjaData, entries: list[Entry]
) -> list[dict[str, str | tuple[str, ...]]]:
    """For each seat of a finished game, what may have decided it."""
    return [_features(game.set, [one for one in entries if one.seat == seat]) for seat in range(state.seats)]


def _features(components: Components, entries: list[Entry]) -> dict[str, str | tuple[str, ...]]:
    cards, buildings = components.cards, components.buildings
    played = [_SIDES[one.event] for one in entries if one.event in _SIDES]
    helpers = [cards[one.details[0]].helper.name for one in entries if one.event == ev.PLAYED_HELPER]
    crafts = [buildings[one.details[0]].name for one in entries if one.event == ev.COMPLETED_CRAFT]
    roofs = sum(one.event == ev.BOUGHT_ROOF for one in entries)
    barrows = sum(one.event == ev.COMPLETED_BARROW for one in entries)
    return {
        "helpers": tuple(sorted(set(helpers))),
        "craft buildings": tuple(sorted(set(crafts))),
        "opening": ", ".join(played[:3]) or "none",
        "roof tiles": str(roofs),
        "barrows delivered": f"{barrows // 2 * 2} to {barrows // 2 * 2 + 1}",
    }

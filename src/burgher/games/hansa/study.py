"""What is worth studying in a finished game, and how far a running one has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.hansa import events as ev
from burgher.games.hansa.components import TRACKS
from burgher.games.hansa.lookups import END_POINTS, KINDS, TRACK_LENGTH
from burgher.games.hansa.naming import marker_name
from burgher.games.hansa.telling import source
from burgher.kernel.ints import size
from burgher.kernel.journal import SCORED, Entry

if TYPE_CHECKING:
    from burgher.games.hansa import HansaTeutonica
    from burgher.games.hansa.data import HansaData

STAGES = ("In the game", "Final scoring")
ENDS = {1: "points", 2: "completed cities", 3: "no marker left", 4: "the limit of turns"}
"""How a game can end, as `TRIGGER` tells it."""

AT_ONCE = frozenset(
    source(Entry(0, SCORED, (), 0, number, 0)) for number in (ev.CONTROL, ev.COIN, ev.EAST_WEST)
)
"""The sources of points that do not wait for the final scoring."""


def progress(state: HansaData) -> float:
    """How far the game has come, from 0 to 1: towards the nearest of the ends that it can have."""
    if state.is_over:
        return 1.0
    points = max(int(player.points) for player in state.players) / int(END_POINTS)
    cities = int(size(state.complete)) / int(state.board.completed)
    won = sum(player.unused[n] + player.used[n] for player in state.players for n in range(KINDS))
    left = sum(state.pile[n] for n in range(KINDS))
    markers = int(won) / int(won + left + 1)
    limit = int(state.variant.limit)
    turns = int(state.round) / limit if limit else 0.0
    return min(0.99, max(points, cities, markers, turns))


def clock(state: HansaData) -> int:
    """How many rounds have begun, in each of which everybody has one turn."""
    return int(state.round)


def stage(heading: str, source_: str) -> str:
    """The stage in which points of a source belong that were scored under a heading."""
    return STAGES[0] if source_ in AT_ONCE else STAGES[1]


def features(
    game: HansaTeutonica, state: HansaData, entries: list[Entry]
) -> list[dict[str, str | tuple[str, ...]]]:
    """For each seat of a finished game, what may have decided it."""
    end = next((ENDS[one.details[0]] for one in entries if one.event == ev.TRIGGER), "unknown")
    return [
        _features(state, seat, [one for one in entries if one.seat == seat]) | {"the game ended by": end}
        for seat in range(state.seats)
    ]


def _features(state: HansaData, seat: int, entries: list[Entry]) -> dict[str, str | tuple[str, ...]]:
    player = state.players[seat]
    developed = [TRACKS[one.details[0]] for one in entries if one.event == ev.DEVELOPED]
    offices = sum(one.event in (ev.OFFICE, ev.EXTRA_OFFICE) for one in entries)
    full = tuple(name for n, name in enumerate(TRACKS) if player.desk[n] == TRACK_LENGTH[n])
    won = [marker_name(one.details[0]) for one in entries if one.event == ev.WON_MARKER]
    return {
        "tracks fully developed": full,
        "first developed": developed[0] if developed else "none",
        "opening": ", ".join(developed[:3]) or "none",
        "offices": f"{offices // 3 * 3} to {offices // 3 * 3 + 2}",
        "markers won": str(len(won)),
        "kinds of markers won": tuple(sorted(set(won))),
        "joined the end cities": "yes" if player.joined else "no",
    }

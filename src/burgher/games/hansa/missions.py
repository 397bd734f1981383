"""Mission cards (box of 2020): one each, secret until the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa import events
from burgher.games.hansa.events import MISSION, note, score
from burgher.games.hansa.lookups import MISSION_ALL_POINTS, MISSION_CITY_POINTS, MISSION_COUNT
from burgher.games.hansa.offices import controlled
from burgher.kernel.chance import pick
from burgher.kernel.ints import BIT, size

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def deal_missions(state: HansaData) -> None:
    """Deal everybody a card; the rest stay out."""
    left: i64 = BIT[MISSION_COUNT] - 1
    for seat in range(state.seats):
        player = state.players[seat]
        player.mission = pick(state, left)
        left ^= BIT[player.mission]
        if state.journal is not None:
            state.journal.confide(seat, MISSION, player.mission)


def deal_again(state: HansaData, seat: i64) -> None:
    """Exchange the cards that a seat cannot know for others."""
    left: i64 = (BIT[MISSION_COUNT] - 1) & ~BIT[state.players[seat].mission]
    other: i64 = 0
    while other < state.seats:
        if other != seat:
            player = state.players[other]
            player.mission = pick(state, left)
            left ^= BIT[player.mission]
        other += 1


def score_missions(state: HansaData) -> None:
    """Everybody shows the card: points for each city with an office, and for controlling all three."""
    state.reveals += 1
    seat: i64 = 0
    while seat < state.seats:
        player = state.players[seat]
        cities = state.board.missions[player.mission]
        note(state, seat, MISSION, player.mission)
        reached = size(cities & player.present)
        points = reached * MISSION_CITY_POINTS
        whole: i64 = 0
        if controlled(state, seat) & cities == cities:
            whole = 1
            points += MISSION_ALL_POINTS
        score(state, seat, points, events.MISSIONS, reached, whole)
        seat += 1

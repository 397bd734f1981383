"""Mission cards (box of 2020): one each, secret until the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa import events
from burgher.games.hansa.events import MISSION, note, score
from burgher.games.hansa.offices import controlled
from burgher.games.hansa.tables import MISSION_ALL_POINTS, MISSION_CITY_POINTS, MISSION_COUNT
from burgher.kernel.chance import pick
from burgher.kernel.words import BIT, size

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa


def deal_missions(table: Hansa) -> None:
    """Deal everybody a card; the rest stay out."""
    left: i64 = BIT[MISSION_COUNT] - 1
    for seat in range(table.seats):
        player = table.players[seat]
        player.mission = pick(table, left)
        left ^= BIT[player.mission]
        if table.journal is not None:
            table.journal.confide(seat, MISSION, player.mission)


def deal_again(table: Hansa, seat: i64) -> None:
    """Exchange the cards that a seat cannot know for others."""
    left: i64 = (BIT[MISSION_COUNT] - 1) & ~BIT[table.players[seat].mission]
    other: i64 = 0
    while other < table.seats:
        if other != seat:
            player = table.players[other]
            player.mission = pick(table, left)
            left ^= BIT[player.mission]
        other += 1


def score_missions(table: Hansa) -> None:
    """Everybody shows the card: points for each city with an office, and for controlling all three."""
    table.reveals += 1
    seat: i64 = 0
    while seat < table.seats:
        player = table.players[seat]
        cities = table.board.missions[player.mission]
        note(table, seat, MISSION, player.mission)
        reached = size(cities & player.present)
        points = reached * MISSION_CITY_POINTS
        whole: i64 = 0
        if controlled(table, seat) & cities == cities:
            whole = 1
            points += MISSION_ALL_POINTS
        score(table, seat, points, events.MISSIONS, reached, whole)
        seat += 1

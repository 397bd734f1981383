"""The end of the game: when it comes, the final scoring, and ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa import events
from burgher.games.hansa.events import OVER, TRIGGER, note, score
from burgher.games.hansa.favours import unused_markers
from burgher.games.hansa.houses import owner_of
from burgher.games.hansa.missions import score_missions
from burgher.games.hansa.offices import controlled, network, offices_in
from burgher.games.hansa.pending import NOTHING
from burgher.games.hansa.tables import (
    ACTIONS,
    CITY_FAVOUR,
    CITY_FAVOUR_POINTS,
    CITY_POINTS,
    COLOUR_COUNT,
    END_POINTS,
    FULL_TRACK_POINTS,
    KEY_VALUE,
    KEYS,
    KINDS,
    MOST_WON,
    NO_PIECE,
    REGION_POINTS,
    SPECIAL_POINTS,
    TRACK_COUNT,
    TRACK_FAVOUR,
    TRACK_FAVOUR_POINTS,
    TRACK_LENGTH,
    TRACK_POINTS,
    WON_POINTS,
)
from burgher.kernel.words import only, size

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa, Player


def is_ending(table: Hansa) -> bool:
    """Whether the action that established a route ends the game: points, completed cities or markers."""
    seat: i64 = 0
    while seat < table.seats:
        if table.players[seat].points >= END_POINTS:
            note(table, seat, TRIGGER, 1)
            return True
        seat += 1
    if size(table.complete) >= table.board.completed:
        note(table, table.active, TRIGGER, 2)
        return True
    if table.ending:
        note(table, table.active, TRIGGER, 3)
        return True
    return False


def score_end(table: Hansa) -> None:
    """The final scoring; then the game is over."""
    table.pending = NOTHING
    table.actions = 0
    seat: i64 = 0
    while seat < table.seats:
        score_tracks(table, seat)
        score_markers(table, seat)
        score_special(table, seat)
        score_cities(table, seat)
        score_network(table, seat)
        seat += 1
    region: i64 = 1
    while region < table.board.region_count:
        score_region(table, region)
        region += 1
    if table.variant.missions:
        score_missions(table)
    table.is_over = True
    if table.journal is not None:
        ranking = places(table)
        for place in range(table.seats):
            if ranking[place] == 1:
                note(table, place, OVER)


def full_tracks(table: Hansa, player: Player) -> i64:
    """How many tracks score for being fully developed: by the given rules that of the keys too."""
    count: i64 = 0
    track: i64 = 0
    while track < TRACK_COUNT:
        if player.desk[track] == TRACK_LENGTH[track]:
            if TRACK_POINTS[track] or table.variant.full_keys:
                count += 1
        track += 1
    return count


def score_tracks(table: Hansa, seat: i64) -> None:
    """Points for every track fully developed."""
    player = table.players[seat]
    full = full_tracks(table, player)
    score(table, seat, full * FULL_TRACK_POINTS, events.TRACKS, full)
    if player.favours & TRACK_FAVOUR:
        score(table, seat, full * (TRACK_FAVOUR_POINTS - FULL_TRACK_POINTS), events.FAVOURS, 5, full)


def markers_won(player: Player) -> i64:
    """How many markers a player has won, used or not; those waiting to be laid are nobody's."""
    count = unused_markers(player)
    kind: i64 = 0
    while kind < KINDS:
        count += player.used[kind]
        kind += 1
    return count


def marker_points(player: Player) -> i64:
    """What the markers won are worth together."""
    won = markers_won(player)
    if won > MOST_WON:
        won = MOST_WON
    return WON_POINTS[won]


def score_markers(table: Hansa, seat: i64) -> None:
    """Points by how many markers were won."""
    player = table.players[seat]
    score(table, seat, marker_points(player), events.MARKERS, markers_won(player))


def score_special(table: Hansa, seat: i64) -> None:
    """Points for one's pieces on the special table."""
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        if table.special[colour] != NO_PIECE and owner_of(table.special[colour]) == seat:
            score(table, seat, SPECIAL_POINTS[colour], events.SPECIAL_TABLE, colour)
        colour += 1


def score_cities(table: Hansa, seat: i64) -> None:
    """Points for every city controlled."""
    cities = size(controlled(table, seat))
    score(table, seat, cities * CITY_POINTS, events.CITIES, cities)
    if table.players[seat].favours & CITY_FAVOUR:
        score(table, seat, cities * (CITY_FAVOUR_POINTS - CITY_POINTS), events.FAVOURS, 4, cities)


def network_points(table: Hansa, seat: i64) -> i64:
    """The largest network times the keys."""
    return network(table, seat) * KEY_VALUE[table.players[seat].desk[KEYS]]


def score_network(table: Hansa, seat: i64) -> None:
    """Points for the largest network."""
    keys = KEY_VALUE[table.players[seat].desk[KEYS]]
    score(table, seat, network_points(table, seat), events.NETWORK, network(table, seat), keys)


# -- Britannia --------------------------------------------------------------------------------------


def standing_in(table: Hansa, seat: i64, region: i64) -> i64:
    """How a seat stands in a country: by cities controlled there, then by offices; 0 without an office."""
    cities = table.board.region_cities[region]
    offices: i64 = 0
    left = cities
    while left:
        lowest: i64 = left & -left
        offices += offices_in(table, only(lowest), seat)
        left ^= lowest
    return size(controlled(table, seat) & cities) * 256 + offices


def score_region(table: Hansa, region: i64) -> None:
    """7, 4 and 2 points in Wales and in Scotland; those who tie share the points of their places."""
    seat: i64 = 0
    while seat < table.seats:
        mine = standing_in(table, seat, region)
        if mine:
            ahead: i64 = 0
            equals: i64 = 0
            other: i64 = 0
            while other < table.seats:
                theirs = standing_in(table, other, region)
                if theirs > mine:
                    ahead += 1
                elif theirs == mine:
                    equals += 1
                other += 1
            points: i64 = 0
            place = ahead
            while place < ahead + equals:
                points += REGION_POINTS[place]
                place += 1
            score(table, seat, points // equals, events.REGIONS, region, mine >> 8)
        seat += 1


# -- ties -------------------------------------------------------------------------------------------


def places(table: Hansa) -> list[int]:
    """Each seat's place: by points, then the least developed actions, then the points of the network."""

    def standing(seat: int) -> tuple[int, int, int]:
        player = table.players[seat]
        return -player.points, player.desk[ACTIONS], -network_points(table, seat)

    standings = [standing(seat) for seat in range(table.seats)]
    return [1 + sum(other < mine for other in standings) for mine in standings]

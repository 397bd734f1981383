"""The end of the game: when it comes, the final scoring, and ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa import events
from burgher.games.hansa.events import OVER, TRIGGER, note, score
from burgher.games.hansa.favours import unused_markers
from burgher.games.hansa.houses import owner_of
from burgher.games.hansa.lookups import (
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
from burgher.games.hansa.missions import score_missions
from burgher.games.hansa.offices import controlled, network, offices_in
from burgher.games.hansa.pending import NOTHING
from burgher.kernel.ints import only, size

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Player


def is_ending(state: HansaData) -> bool:
    """Whether the action that established a route ends the game: points, completed cities or markers."""
    seat: i64 = 0
    while seat < state.seats:
        if state.players[seat].points >= END_POINTS:
            note(state, seat, TRIGGER, 1)
            return True
        seat += 1
    if size(state.complete) >= state.board.completed:
        note(state, state.active, TRIGGER, 2)
        return True
    if state.ending:
        note(state, state.active, TRIGGER, 3)
        return True
    return False


def score_end(state: HansaData) -> None:
    """The final scoring; then the game is over."""
    state.pending = NOTHING
    state.actions = 0
    seat: i64 = 0
    while seat < state.seats:
        score_tracks(state, seat)
        score_markers(state, seat)
        score_special(state, seat)
        score_cities(state, seat)
        score_network(state, seat)
        seat += 1
    region: i64 = 1
    while region < state.board.region_count:
        score_region(state, region)
        region += 1
    if state.variant.missions:
        score_missions(state)
    state.is_over = True
    if state.journal is not None:
        ranking = places(state)
        shared: i64 = 0
        if ranking.count(1) > 1:
            shared = 1
        for place in range(state.seats):
            if ranking[place] == 1:
                note(state, place, OVER, shared)


def full_tracks(state: HansaData, player: Player) -> i64:
    """How many tracks score for being fully developed: by the given rules that of the keys too."""
    count: i64 = 0
    track: i64 = 0
    while track < TRACK_COUNT:
        if player.desk[track] == TRACK_LENGTH[track]:
            if TRACK_POINTS[track] or state.variant.full_keys:
                count += 1
        track += 1
    return count


def score_tracks(state: HansaData, seat: i64) -> None:
    """Points for every track fully developed."""
    player = state.players[seat]
    full = full_tracks(state, player)
    score(state, seat, full * FULL_TRACK_POINTS, events.TRACKS, full)
    if player.favours & TRACK_FAVOUR:
        score(state, seat, full * (TRACK_FAVOUR_POINTS - FULL_TRACK_POINTS), events.FAVOURS, 5, full)


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


def score_markers(state: HansaData, seat: i64) -> None:
    """Points by how many markers were won."""
    player = state.players[seat]
    score(state, seat, marker_points(player), events.MARKERS, markers_won(player))


def score_special(state: HansaData, seat: i64) -> None:
    """Points for one's pieces on the special table."""
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        if state.special[colour] != NO_PIECE and owner_of(state.special[colour]) == seat:
            score(state, seat, SPECIAL_POINTS[colour], events.SPECIAL_TABLE, colour)
        colour += 1


def score_cities(state: HansaData, seat: i64) -> None:
    """Points for every city controlled."""
    cities = size(controlled(state, seat))
    score(state, seat, cities * CITY_POINTS, events.CITIES, cities)
    if state.players[seat].favours & CITY_FAVOUR:
        score(state, seat, cities * (CITY_FAVOUR_POINTS - CITY_POINTS), events.FAVOURS, 4, cities)


def network_points(state: HansaData, seat: i64) -> i64:
    """The largest network times the keys."""
    return network(state, seat) * KEY_VALUE[state.players[seat].desk[KEYS]]


def score_network(state: HansaData, seat: i64) -> None:
    """Points for the largest network."""
    keys = KEY_VALUE[state.players[seat].desk[KEYS]]
    score(state, seat, network_points(state, seat), events.NETWORK, network(state, seat), keys)


# -- Britannia --------------------------------------------------------------------------------------


def standing_in(state: HansaData, seat: i64, region: i64) -> i64:
    """How a seat stands in a country: by cities controlled there, then by offices; 0 without an office."""
    cities = state.board.region_cities[region]
    offices: i64 = 0
    left = cities
    while left:
        lowest: i64 = left & -left
        offices += offices_in(state, only(lowest), seat)
        left ^= lowest
    return size(controlled(state, seat) & cities) * 256 + offices


def score_region(state: HansaData, region: i64) -> None:
    """7, 4 and 2 points in Wales and in Scotland; those who tie share the points of their places."""
    seat: i64 = 0
    while seat < state.seats:
        mine = standing_in(state, seat, region)
        if mine:
            ahead: i64 = 0
            equals: i64 = 0
            other: i64 = 0
            while other < state.seats:
                theirs = standing_in(state, other, region)
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
            score(state, seat, points // equals, events.REGIONS, region, mine >> 8)
        seat += 1


# -- ties -------------------------------------------------------------------------------------------


def places(state: HansaData) -> list[int]:
    """Each seat's place: by points, then the least developed actions, then the points of the network."""

    def standing(seat: int) -> tuple[int, int, int]:
        player = state.players[seat]
        return -player.points, player.desk[ACTIONS], -network_points(state, seat)

    standings = [standing(seat) for seat in range(state.seats)]
    return [1 + sum(other < mine for other in standings) for mine in standings]

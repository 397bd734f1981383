"""Cheap judgement of a position, for the agents: what a careful beginner would think of it.

It adds up what would score now, what the desk and the markers will still bring, the pieces at hand, and how
far routes have come towards what they would bring. The weights are in `heuristic.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.hansa.cache import is_valid, reset
from burgher.games.hansa.data import Cache
from burgher.games.hansa.lookups import (
    CITY_FAVOUR,
    CITY_FAVOUR_POINTS,
    CITY_POINTS,
    COLOUR_COUNT,
    EAST_WEST_POINTS,
    FULL_TRACK_POINTS,
    KEY_VALUE,
    KEYS,
    KINDS,
    MERCHANT,
    MOST_WON,
    OFFICE,
    PRIVILEGE,
    SPECIAL_POINTS,
    TRACK_COUNT,
    TRACK_FAVOUR,
    TRACK_FAVOUR_POINTS,
    TRACK_LENGTH,
    WON_POINTS,
)
from burgher.games.hansa.offices import controlled, network
from burgher.games.hansa.pending import CLAIM, MOVING, NOTHING
from burgher.games.hansa.scoring import full_tracks, marker_points, markers_won
from burgher.kernel.ints import BIT, ints, only, size
from burgher.kernel.weights import weights_beside

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Player
    from burgher.kernel.ints import Ints

# Where each weight of `heuristic.toml` is found; the file names them in this order.
TRADER_WEIGHT: Final = 0
MERCHANT_WEIGHT: Final = 1
SPARE: Final = 2
STOCK: Final = 3
ACTION: Final = 4
HAND: Final = 5
PROGRESS: Final = 6
CONTESTED: Final = 7
BLOCKED: Final = 8
CLAIMING: Final = 9
OFFICE_WEIGHT: Final = 10
CONTROL: Final = 11
PROMISE: Final = 12
CHAIN: Final = 13
RIVAL: Final = 14
FAVOUR: Final = 15
ASKED: Final = 16
SCARCE: Final = 17
ROUNDS: Final = 18
VICTORY: Final = 19
PATIENCE: Final = 20
LATE: Final = 21
AWAY: Final = 22
SHORT: Final = 23
NEEDED: Final = 24
MARKER: Final = 25  # + kind
STEPS: Final = 31  # the steps of all tracks, one after the other

ENOUGH: Final = 8
"""Traders in the supply beyond these are spare."""
FEW: Final = 2
"""So many pieces in the supply can answer something unforeseen."""


_WEIGHTS: Final = weights_beside(__package__)
NAMES: Final = list(_WEIGHTS)
WEIGHTS: Final[Ints] = ints(list(_WEIGHTS.values()))

FIRST_STEP: Final[Ints] = ints([0, 4, 9, 12, 15])
"""Where the weights of a track's steps begin, after `STEPS`."""


def evaluate(state: HansaData, seat: i64) -> i64:
    """How good the position looks to a seat, in hundredths of a point."""
    player = state.players[seat]
    value: i64 = player.points * 100
    best: i64 = 0
    other: i64 = 0
    while other < state.seats:
        if other != seat and state.players[other].points > best:
            best = state.players[other].points
        other += 1
    value -= best * WEIGHTS[RIVAL]
    if state.is_over:
        # What was hoped for is gone: the end is good for whoever wins by it, and in time for everybody.
        value += (state.round - WEIGHTS[ROUNDS]) * WEIGHTS[PATIENCE]
        if player.points > best:
            return value + WEIGHTS[VICTORY]
        return value - WEIGHTS[VICTORY]
    ahead = time_left(state)
    cache = player.cache
    if cache is None:
        cache = Cache(state, player)
        player.cache = cache
    if not is_valid(cache, state, player, ahead):
        reset(cache, state, player, ahead, settled(state, player, seat, ahead))
    return value + cache.settled + unsettled(state, player, seat, ahead, cache)


def settled(state: HansaData, player: Player, seat: i64, ahead: i64) -> i64:
    """What offices, tracks, markers and favours are worth. It follows from what `Cache` keeps."""
    value = desk(state, player, ahead) + cities(state, player, seat, ahead) + marker_points(player) * 100
    kind: i64 = 0
    while kind < KINDS:
        markers = player.unused[kind]
        if markers:
            value += markers * WEIGHTS[MARKER + kind] * ahead // 100
        kind += 1
    return value + size(player.favours) * WEIGHTS[FAVOUR] * ahead // 100


def unsettled(state: HansaData, player: Player, seat: i64, ahead: i64, cache: Cache) -> i64:
    """What the rest is worth: pieces at hand and on houses, actions, and what is being asked."""
    supply = player.supply_traders + player.supply_merchants
    pieces = supply + player.stock_traders + player.stock_merchants
    pieces += size(player.houses[0]) + size(player.houses[1])
    value = belongings(player) * ahead // 100 + routes(state, player, seat, ahead, pieces, cache)
    if state.active == seat:
        value += state.actions * WEIGHTS[ACTION]
    if state.seat == seat:
        if state.hand:
            pieces += 1
        if state.pending != NOTHING:
            if state.pending != MOVING:
                value += WEIGHTS[ASKED]
            if state.hand:
                value += WEIGHTS[HAND]
    return value - shortage(pieces)


def time_left(state: HansaData) -> i64:
    """About how much of the game is left, in hundredths.

    By the round alone: what one does oneself must not seem to shorten the game, or doing nothing looks best.
    """
    ahead: i64 = 100 - state.round * 100 // WEIGHTS[ROUNDS]
    if ahead < WEIGHTS[LATE]:
        return WEIGHTS[LATE]
    return ahead


def belongings(player: Player) -> i64:
    """Pieces in supply and stock."""
    value = player.supply_merchants * WEIGHTS[MERCHANT_WEIGHT]
    if player.supply_traders > ENOUGH:
        value += ENOUGH * WEIGHTS[TRADER_WEIGHT] + (player.supply_traders - ENOUGH) * WEIGHTS[SPARE]
    else:
        value += player.supply_traders * WEIGHTS[TRADER_WEIGHT]
    pieces = player.supply_traders + player.supply_merchants
    if pieces > FEW:
        pieces = FEW
    value += pieces * WEIGHTS[SCARCE]
    return value + (player.stock_traders + player.stock_merchants) * WEIGHTS[STOCK]


def shortage(pieces: i64) -> i64:
    """What it costs to have spent so many pieces on offices that routes get out of reach.

    When nobody can establish one any more, the game goes on for ever.
    """
    missing: i64 = WEIGHTS[NEEDED] - pieces
    if missing <= 0:
        return 0
    return missing * missing * WEIGHTS[SHORT]


def desk(state: HansaData, player: Player, ahead: i64) -> i64:
    """What the developed tracks will bring, and what full ones score."""
    value: i64 = 0
    track: i64 = 0
    while track < TRACK_COUNT:
        step: i64 = 0
        while step < player.desk[track]:
            value += WEIGHTS[STEPS + FIRST_STEP[track] + step]
            step += 1
        track += 1
    points = FULL_TRACK_POINTS
    if player.favours & TRACK_FAVOUR:
        points = TRACK_FAVOUR_POINTS
    return value * ahead // 100 + full_tracks(state, player) * points * 100


def cities(state: HansaData, player: Player, seat: i64, ahead: i64) -> i64:
    """Offices: cities controlled, the network, the special table, the way from east to west."""
    control = size(controlled(state, seat))
    points = CITY_POINTS
    if player.favours & CITY_FAVOUR:
        points = CITY_FAVOUR_POINTS
    at_end = (control * points + network(state, seat) * KEY_VALUE[player.desk[KEYS]]) * 100
    early = at_end * WEIGHTS[PROMISE] // 100
    value = early + (at_end - early) * (100 - ahead) // 100
    value += size(player.present) * WEIGHTS[OFFICE_WEIGHT] * ahead // 100
    value += control * WEIGHTS[CONTROL] * ahead // 100
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        if state.special[colour] and (state.special[colour] - 1) >> 1 == seat:
            value += SPECIAL_POINTS[colour] * 100
        colour += 1
    if not player.joined:
        ends = size(player.present & (BIT[state.board.west] | BIT[state.board.east]))
        value += EAST_WEST_POINTS[state.joins] * ends * WEIGHTS[CHAIN] * ahead // 200
    return value


def routes(state: HansaData, player: Player, seat: i64, ahead: i64, pieces: i64, cache: Cache) -> i64:
    """A share of what the routes one is on will bring, growing faster than the pieces one has there."""
    board = state.board
    supply = player.supply_traders + player.supply_merchants
    merchant_comes = player.supply_merchants > 0
    value: i64 = 0
    word: i64 = 0
    while word < 2:
        left = player.houses[word]
        discs = state.discs[word]
        theirs = state.taken[word] & ~left
        while left:
            house = only(left & -left)
            if word:
                house += board.split
            route = board.house_route[house]
            whole = board.route_houses[route]
            by_merchant = discs & whole != 0 or (merchant_comes and not player.ready & BIT[route])
            share = expected(state, player, seat, route, by_merchant, ahead, cache)
            if state.pending == CLAIM and route == state.route and state.active == seat:
                value += share + WEIGHTS[CLAIMING]
            else:
                mine = size(left & whole)
                length = size(whole)
                others = size(theirs & whole)
                part = share * WEIGHTS[PROGRESS] * mine * (mine + 1) // (100 * length * (length + 1))
                if pieces < length:  # who has spent so many on offices must look for shorter routes
                    part = part * WEIGHTS[BLOCKED] // 100
                elif others:
                    # A trader is displaced with two pieces: without them the route leads nowhere.
                    if supply >= 2 * others:
                        part = part * WEIGHTS[CONTESTED] // 100
                    else:
                        part = part * WEIGHTS[BLOCKED] // 100
                if state.pawn >= 0:
                    part = part * nearness(state, route) // 100
                value += part
            left &= ~whole
        word += 1
    return value


def nearness(state: HansaData, route: i64) -> i64:
    """How much a route counts, in hundredths, for how far the pawn is from it: by steps, to the third."""
    steps = state.board.steps_away[state.pawn * state.board.routes + route]
    if steps == 0:
        return 100
    if steps == 1:
        return WEIGHTS[AWAY]
    return WEIGHTS[AWAY] * WEIGHTS[AWAY] // 100


def expected(
    state: HansaData, player: Player, seat: i64, route: i64, by_merchant: bool, ahead: i64, cache: Cache
) -> i64:
    """The `reward` of a route, worked out once for as long as the cache holds."""
    if by_merchant:
        if not cache.known_by_merchant & BIT[route]:
            cache.known_by_merchant |= BIT[route]
            cache.rewards_by_merchant[route] = reward(state, player, seat, route, True, ahead)
        return cache.rewards_by_merchant[route]
    if not cache.known & BIT[route]:
        cache.known |= BIT[route]
        cache.rewards[route] = reward(state, player, seat, route, False, ahead)
    return cache.rewards[route]


def reward(state: HansaData, player: Player, seat: i64, route: i64, by_merchant: bool, ahead: i64) -> i64:
    """What establishing a route would bring: its best use, its marker, the points for control.

    It follows from what `Cache` keeps and from whether a merchant is on the route, or may still come to it.
    """
    board = state.board
    a = board.route_a[route]
    b = board.route_b[route]
    best = max_of(
        office_at(state, player, seat, a, by_merchant, ahead),
        office_at(state, player, seat, b, by_merchant, ahead),
    )
    tracks = board.develops[a] | board.develops[b]
    while tracks:
        track = only(tracks & -tracks)
        tracks &= tracks - 1
        step = player.desk[track]
        if step < TRACK_LENGTH[track]:
            gain = WEIGHTS[STEPS + FIRST_STEP[track] + step] * ahead // 100 + WEIGHTS[TRADER_WEIGHT]
            if step + 1 == TRACK_LENGTH[track] and track != KEYS:
                gain += FULL_TRACK_POINTS * 100
            best = max_of(best, gain)
    if board.is_special[a] or board.is_special[b]:
        best = max_of(best, special_at(state, player, by_merchant))
    if state.plates[route]:
        won = markers_won(player)
        best += WEIGHTS[MARKER + state.plates[route] - 1] * ahead // 100
        if won < MOST_WON:
            best += (WON_POINTS[won + 1] - WON_POINTS[won]) * 100
    best += point_for(state, seat, a) + point_for(state, seat, b)
    return best


def max_of(one: i64, other: i64) -> i64:
    """The greater of two numbers."""
    if one > other:
        return one
    return other


def point_for(state: HansaData, seat: i64, city: i64) -> i64:
    """What the point for controlling an end city means: one's own, or an opponent's."""
    if state.control[city] == 0:
        return 0
    if state.control[city] == seat + 1:
        return 100
    return -WEIGHTS[RIVAL]


def office_at(state: HansaData, player: Player, seat: i64, city: i64, by_merchant: bool, ahead: i64) -> i64:
    """What an office in a city would bring, if the privilege and the pieces allow it."""
    board = state.board
    place = state.filled[city]
    if place == board.office_count[city]:
        if player.unused[OFFICE] and not player.present & BIT[city]:
            return WEIGHTS[OFFICE_WEIGHT]
        return 0
    if board.office_colour[city * 8 + place] > player.desk[PRIVILEGE]:
        return 0
    if board.office_shape[city * 8 + place] == MERCHANT and not by_merchant:
        return 0
    value = board.office_coin[city * 8 + place] * 100
    if not player.present & BIT[city]:
        value += WEIGHTS[OFFICE_WEIGHT] * ahead // 100
        if board.neighbours[city] & player.present:
            value += KEY_VALUE[player.desk[KEYS]] * 100
        elif player.present == 0:
            value += 100
    elif not state.variant.cities_in_network:
        value += KEY_VALUE[player.desk[KEYS]] * 100
    if state.control[city] != seat + 1:
        value += (WEIGHTS[CONTROL] + CITY_POINTS * 100) >> 1
    if not player.joined and (city == board.west or city == board.east):
        value += EAST_WEST_POINTS[state.joins] * 50
    if board.office_shape[city * 8 + place] == MERCHANT:
        value -= WEIGHTS[MERCHANT_WEIGHT]
    return value


def special_at(state: HansaData, player: Player, by_merchant: bool) -> i64:
    """The best free space of the special table within the privilege, if a merchant is there for it."""
    if not state.variant.any_on_special and not by_merchant:
        return 0
    colour = player.desk[PRIVILEGE]
    while colour >= 0:
        if state.special[colour] == 0:
            return SPECIAL_POINTS[colour] * 100
        colour -= 1
    return 0

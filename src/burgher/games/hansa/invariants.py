"""What holds at every moment of every game, whatever is played.

`check` looks at one moment, `check_step` at two that one action lies between. Everything the state keeps
for speed is worked out again from what it stands for. `burgher fuzz` and the tests ask after every action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.houses import owner_of, shape_of
from burgher.games.hansa.lookups import (
    COLOUR_COUNT,
    END_POINTS,
    KINDS,
    MARKER_COUNT,
    MERCHANT,
    MERCHANTS,
    MISSION_COUNT,
    TRACK_COUNT,
    TRACK_LENGTH,
    TRACK_SHAPE,
    TRADER,
    TRADERS,
)
from burgher.games.hansa.offices import joins, offices_in, recount
from burgher.games.hansa.pawn import FREE_STEPS
from burgher.games.hansa.pending import (
    CLAIM,
    DISPLACED,
    NOTHING,
    PAWN_START,
    PAYMENT,
    PLACING_BEYOND,
    REUSING,
)
from burgher.kernel.checking import hold
from burgher.kernel.ints import BIT, size

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def check(state: HansaData) -> None:
    """Everything that must hold at one moment."""
    check_houses(state)
    check_pieces(state)
    check_markers(state)
    check_cities(state)
    check_modules(state)
    check_decision(state)


# -- the board --------------------------------------------------------------------------------------


def check_houses(state: HansaData) -> None:
    """The sets of houses and routes agree, and ships have merchants only."""
    board = state.board
    word: i64 = 0
    while word < 2:
        taken: i64 = 0
        for player in state.players:
            hold(taken & player.houses[word] == 0, "a house has one piece")
            taken |= player.houses[word]
        hold(taken == state.taken[word], "the taken houses are those with a piece")
        hold(state.discs[word] & ~taken == 0, "merchants stand on taken houses")
        hold(taken & board.ships[word] & ~state.discs[word] == 0, "only merchants go aboard ships")
        word += 1
    open_houses: i64 = 0
    open_ships: i64 = 0
    route: i64 = 0
    while route < board.routes:
        free = board.route_houses[route] & ~state.taken[board.route_word[route]]
        if free & board.plain[board.route_word[route]]:
            open_houses |= BIT[route]
        if free & board.ships[board.route_word[route]]:
            open_ships |= BIT[route]
        for player in state.players:
            whole = board.route_houses[route]
            is_full = player.houses[board.route_word[route]] & whole == whole
            hold(
                is_full == (player.ready & BIT[route] != 0), "routes are ready when all houses are one's own"
            )
        route += 1
    hold(open_houses == state.open_houses, "open routes have a free house")
    hold(open_ships == state.open_ships, "open sea routes have a free ship")


def check_pieces(state: HansaData) -> None:
    """No piece is made or lost: supply, stock, desk, routes, offices, special table, and what is in hand."""
    seat: i64 = 0
    while seat < state.seats:
        hold(pieces_of(state, seat, TRADER) == TRADERS, "every player has all traders")
        hold(pieces_of(state, seat, MERCHANT) == MERCHANTS, "every player has all merchants")
        seat += 1


def pieces_of(state: HansaData, seat: i64, shape: i64) -> i64:
    """How many pieces of a shape a player has, wherever they are."""
    player = state.players[seat]
    count = player.supply_traders + player.stock_traders
    spare = state.spare_traders
    if shape == MERCHANT:
        count = player.supply_merchants + player.stock_merchants
        spare = state.spare_merchants
    hold(player.supply_traders >= 0 and player.supply_merchants >= 0, "nobody owes the supply")
    hold(player.stock_traders >= 0 and player.stock_merchants >= 0, "nobody owes the stock")
    track: i64 = 0
    while track < TRACK_COUNT:
        hold(0 <= player.desk[track] <= TRACK_LENGTH[track], "tracks have their length")
        if TRACK_SHAPE[track] == shape:
            count += TRACK_LENGTH[track] - player.desk[track]
        track += 1
    word: i64 = 0
    while word < 2:
        merchants = size(player.houses[word] & state.discs[word])
        count += merchants if shape == MERCHANT else size(player.houses[word]) - merchants
        word += 1
    city: i64 = 0
    while city < state.board.cities:
        count += among(state.offices[city], seat, shape) + among(state.extras[city], seat, shape)
        city += 1
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        count += among(state.special[colour], seat, shape)
        colour += 1
    count += among(state.displaced, seat, shape)
    if state.hand_from >= 0:
        count += among(state.hand, seat, shape)
    if seat == state.active:
        count += spare
    return count


def among(pieces: i64, seat: i64, shape: i64) -> i64:
    """How many pieces of a row are one player's, of a shape."""
    count: i64 = 0
    while pieces:
        if owner_of(pieces & 15) == seat and shape_of(pieces & 15) == shape:
            count += 1
        pieces >>= 4
    return count


def check_markers(state: HansaData) -> None:
    """No marker is made or lost, and none lies where it must not."""
    board = state.board
    box: i64 = 0
    if state.variant.box_of_2020:
        box = 1
    kind: i64 = 0
    while kind < KINDS:
        count = state.pile[kind]
        hold(count >= 0, "no marker is owed")
        route: i64 = 0
        while route < board.routes:
            if state.plates[route] == kind + 1:
                count += 1
            route += 1
        for player in state.players:
            count += player.unused[kind] + player.used[kind]
            hold(player.unused[kind] >= 0, "nobody owes a marker")
            waiting = player.waiting
            while waiting:
                if waiting & 15 == kind + 1:
                    count += 1
                waiting >>= 4
        hold(count == MARKER_COUNT[box * KINDS + kind], "no marker is made or lost")
        kind += 1
    route = 0
    while route < board.routes:
        hold((state.plates[route] != 0) == (state.plated & BIT[route] != 0), "routes with a marker are known")
        route += 1
    hold(state.plated & ~board.plates == 0, "no marker lies at a permanent one or beyond England")


def check_cities(state: HansaData) -> None:
    """Offices fill up from the left; control, presence and completed cities follow from them."""
    board = state.board
    city: i64 = 0
    while city < board.cities:
        filled: i64 = 0
        while state.offices[city] >> (4 * filled):
            hold(state.offices[city] >> (4 * filled) & 15 != 0, "offices are taken from left to right")
            filled += 1
        hold(filled == state.filled[city] <= board.office_count[city], "taken offices are counted")
        full = filled == board.office_count[city]
        if city >= board.green:
            full = state.extras[city] != 0
        elif filled == 0:
            hold(state.extras[city] == 0, "an additional office needs the first one taken")
        hold(full == (state.complete & BIT[city] != 0), "completed cities are counted")
        seat: i64 = 0
        while seat < state.seats:
            there = offices_in(state, city, seat) > 0
            hold(there == (state.players[seat].present & BIT[city] != 0), "who has an office is known")
            seat += 1
        control = state.control[city]
        recount(state, city)
        hold(control == state.control[city], "control follows from the offices")
        city += 1
    hold(sum([int(player.joined) for player in state.players]) == state.joins, "joins are counted")
    for player in state.players:
        hold(player.joined == joins(state, player), "whoever joined the end cities is known")


def check_modules(state: HansaData) -> None:
    """Missions, favours, the pawn: there just when they are played with."""
    dealt: i64 = 0
    bought: i64 = state.favours
    for player in state.players:
        hold((player.mission >= 0) == state.variant.missions, "missions are dealt when played with")
        if player.mission >= 0:
            hold(
                player.mission < MISSION_COUNT and not dealt & BIT[player.mission], "each card is dealt once"
            )
            dealt |= BIT[player.mission]
        hold(bought & player.favours == 0, "each favour is somewhere once")
        bought |= player.favours
    hold(size(bought) == (state.seats if state.variant.favour else 0), "as many favours as players are there")
    hold((state.pawn >= 0) == (state.seats == 2 and state.pending != PAWN_START), "two players have the pawn")
    hold(state.pawn >= 0 or state.pawn_steps == 0, "only a pawn has steps")
    if state.actions_over:
        hold(state.begun and state.actions == 0, "free steps that follow the actions end them")
        hold(state.pawn >= 0 and state.pawn_steps < FREE_STEPS, "only steps of the pawn end the actions")
    hold(state.board.has_regions or state.leave_used == 0, "leave is for Britannia")
    hold(
        state.reveals == (1 if state.is_over and state.variant.missions else 0),
        "missions are shown at the end",
    )


# -- the decision -----------------------------------------------------------------------------------


def check_decision(state: HansaData) -> None:
    """What is asked fits what is going on, and can be answered."""
    asked = state.pending
    hold(state.me is state.players[state.seat], "the player of the seat to move is at hand")
    if state.is_over:
        hold(asked == NOTHING and state.actions == 0 and state.hand == 0, "nothing is asked after the end")
        hold(state.displaced == 0 and not state.establishing, "nothing is under way after the end")
        hold(state.left == 0 and state.route < 0 and state.hand_from < 0, "nothing is left after the end")
        return
    hold(state.actions >= 0, "no action is owed")
    limit = state.variant.limit
    hold(limit == 0 or state.round < limit, "the game ends at the limit")
    question = state.questions[asked]
    if question.for_others:
        hold(state.seat != state.active, "it is the others' to decide")
    else:
        hold(state.seat == state.active, "it is the active player's to decide")
    hold(state.establishing == question.of_route, "a route is being established")
    in_displacing = asked in (PAYMENT, DISPLACED)
    hold((state.route >= 0) == (question.of_route or in_displacing), "a route is known while it matters")
    hold(not state.ending or question.of_route, "the game ends with the action")
    hold((state.left > 0) == question.is_counted or asked == DISPLACED, "what is left is known")
    hold(state.hand == 0 or question.moves_pieces, "a piece is in hand only to be put somewhere")
    hold(state.hand_from < 0 or state.hand != 0, "only a piece in hand comes from somewhere")
    hold(
        state.spare_traders + state.spare_merchants == 0 or asked == REUSING, "pieces are spare only for use"
    )
    hold(state.fresh_office == 0 or asked == CLAIM, "a marker is fresh only while its route is established")
    hold(state.displaced == 0 or in_displacing, "a piece is displaced only in that action")
    check_placed(state)
    question.check(state)
    hold(state.pawn_steps <= FREE_STEPS, "the pawn has two free steps")
    for player in state.players:
        hold(player.points < END_POINTS or state.establishing, "20 points end the game")
    hold(state.establishing or size(state.complete) < state.board.completed, "full cities end the game")
    if state.hand_from >= 0:
        word = state.board.house_word[state.hand_from]
        hold(
            state.taken[word] & state.board.house_bit[state.hand_from] == 0, "a piece in hand left its house"
        )
    hold(len(state.legal_actions()) > 0, "something can be done")


def check_placed(state: HansaData) -> None:
    """What was just placed is one's own, lies where it was placed, and is remembered while it matters."""
    word: i64 = 0
    count: i64 = 0
    while word < 2:
        hold(state.placed[word] & ~state.me.houses[word] == 0, "what was just placed is one's own")
        count += size(state.placed[word])
        word += 1
    asked = state.pending
    remembered = (asked == DISPLACED and state.variant.extras_from_routes) or asked == PLACING_BEYOND
    hold(count == 0 or remembered, "what was placed is remembered only while others may follow")
    hold(count <= 2, "two pieces at most have been placed before another may follow")


def check_step(before: HansaData, after: HansaData) -> None:
    """What holds between two moments that one action lies between."""
    hold(after.round >= before.round, "time goes on")
    seat: i64 = 0
    while seat < after.seats:
        was = before.players[seat]
        now = after.players[seat]
        hold(now.points >= was.points, "points are never lost")
        track: i64 = 0
        while track < TRACK_COUNT:
            hold(now.desk[track] >= was.desk[track], "what is developed stays so")
            track += 1
        hold(now.present & was.present == was.present, "an office stays where it is")
        seat += 1
    hold(after.complete & before.complete == before.complete, "a completed city stays so")

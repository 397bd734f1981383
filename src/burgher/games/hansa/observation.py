"""What a seat observes, for those who learn: each field with its meaning, and the integers written for it.

The fields stand in the order in which `observe` writes them. Seats are counted from the observing one,
and so are the owners of pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.components import COLOURS, FAVOURS, MARKERS, MISSIONS, SHAPES, TRACKS, BoardSide
from burgher.games.hansa.houses import owner_of, shape_of
from burgher.games.hansa.lookups import KINDS, TRACK_COUNT
from burgher.games.hansa.questions.registry import BY_NUMBER
from burgher.kernel.ints import size
from burgher.kernel.observation import Field, bits, number, one_of
from burgher.kernel.observing import copied, seats_after, truth

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.games.hansa.lookups import Board
    from burgher.kernel.ints import Ints

# -- the fields ------------------------------------------------------------------------------------


def table_fields(players: int, side: BoardSide, board: Board, modules: tuple[str, ...]) -> list[Field]:
    """What there is once."""
    seats = [f"seat-{n}" for n in range(players)]
    pieces = [f"{seat}'s {shape}" for seat in seats for shape in SHAPES]
    routes = [route.key for route in side.routes]
    cities = [city.key for city in side.cities]
    houses = _houses(side)
    asked = [question.name for question in BY_NUMBER[1:]]
    fields = [
        number("over", "Whether the game is over.", 1),
        one_of("to move", "The seat whose decision it is.", seats),
        one_of("active", "The seat whose turn it is: others may have to decide something in it.", seats),
        one_of("start", "The seat that had the first turn.", seats),
        number("round", "How often everybody had a turn.", 200, 40),
        number("actions", "The actions left in this turn.", 20, 5),
        number("begun", "Whether anything has been done in this turn.", 1),
        number("establishing", "Whether the action under way establishes a route.", 1),
        number("ending", "Whether the game ends with this action, for want of a marker.", 1),
        one_of("pending", "What must be decided before the turn goes on.", asked, 1),
        number("left", "How many more pieces may be moved or placed, must be paid, or turned.", 30, 5),
        one_of("hand", "The piece that is being moved or placed.", pieces, 1),
        one_of("hand from", "The house it was taken from.", houses),
        one_of("route", "The route being established, or on which a piece was displaced.", routes),
        one_of("displaced", "The displaced piece, until it has its new place.", pieces, 1),
        number("spare traders", "Traders of an established route that may be put elsewhere.", 10, 3),
        number("spare merchants", "Merchants of an established route that may be put elsewhere.", 10, 3),
        number("fresh office", "Whether an additional office was won with the route being established.", 1),
        number("completed", "How many cities are completed.", board.completed),
        number("joins", "How many players have joined the end cities.", players),
        bits("merchants 1", "Whether a merchant is in each of the first houses.", houses[: board.split]),
    ]
    if board.houses > board.split:
        fields.append(bits("merchants 2", "Whether one is in each of the others.", houses[board.split :]))
    placed = "Whether a piece was just placed in each of the"
    fields.append(bits("placed 1", f"{placed} first houses, where others may follow.", houses[: board.split]))
    if board.houses > board.split:
        fields.append(bits("placed 2", f"{placed} others.", houses[board.split :]))
    fields += [
        one_of("markers", "The bonus marker at each route.", MARKERS, 1, routes),
        number("pile", "The markers of each kind that lie face down.", 8, 4, MARKERS),
        one_of(
            "offices",
            "The piece in each printed office of each city, from the left.",
            pieces,
            1,
            [f"{city.key}-{n + 1}" for city in side.cities for n in range(len(city.offices))],
        ),
        number("additional", "How many additional offices each city has.", 15, 3, cities),
        one_of("additional last", "The piece in the rightmost of them.", pieces, 1, cities),
        one_of("control", "Who controls each city.", seats, places=cities),
        one_of("special", "The pieces on the special table.", pieces, 1, COLOURS),
    ]
    if board.grants:
        leave = [side.cities[board.grant_city[n]].key for n in range(board.grants)]
        fields.append(bits("leave used", "The cities whose leave has been made use of in this turn.", leave))
    if players == 2:
        provinces = [province.name for province in side.provinces]
        fields.append(one_of("pawn", "The pawn's province.", provinces))
        fields.append(number("pawn steps", "The pawn's free steps left in this turn.", 3))
    if "favour" in modules:
        fields.append(bits("favours", "The favour tiles on display.", FAVOURS))
    return fields


def seat_fields(side: BoardSide, board: Board, modules: tuple[str, ...]) -> list[Field]:
    """What there is of every seat."""
    cities = [city.key for city in side.cities]
    houses = _houses(side)
    fields = [
        number("points", "Prestige points.", 200, 50),
        number("supply traders", "Traders in the personal supply.", 27, 5),
        number("supply merchants", "Merchants in the personal supply.", 5),
        number("stock traders", "Traders in the general stock.", 27, 10),
        number("stock merchants", "Merchants in the general stock.", 5),
        number("desk", "The steps of each track that are developed.", 5, 4, TRACKS),
        number("joined", "Whether the two end cities have been joined.", 1),
        number("unused", "The markers of each kind that can still be used.", 8, 2, MARKERS),
        number("used", "The markers of each kind that are face down.", 8, 2, MARKERS),
        one_of("waiting", "The replacement markers still to be laid.", MARKERS, 1, "123"),
        bits("houses 1", "The first houses with a piece.", houses[: board.split]),
    ]
    if board.houses > board.split:
        fields.append(bits("houses 2", "The others with a piece.", houses[board.split :]))
    fields += [
        bits("ready", "The routes whose houses are all this seat's.", [route.key for route in side.routes]),
        bits("present", "The cities with an office.", cities),
    ]
    if "missions" in modules:
        cards = [" + ".join(card) for card in MISSIONS]
        fields.append(one_of("mission", "The mission card; only one's own until the end.", cards))
    if "favour" in modules:
        fields.append(bits("favours", "The favour tiles bought.", FAVOURS))
    return fields


def _houses(side: BoardSide) -> list[str]:
    return [f"{route.key}-{n + 1}" for route in side.routes for n in range(len(route.houses))]


# -- the integers -------------------------------------------------------------------------------------


def observe(state: HansaData, seat: i64, into: Ints) -> i64:
    """Write what a seat may know; return how many integers that is."""
    seats = state.seats
    board = state.board
    into[0] = truth(state.is_over)
    into[1] = seats_after(state.seat, seat, seats)
    into[2] = seats_after(state.active, seat, seats)
    into[3] = seats_after(state.start, seat, seats)
    into[4] = state.round
    into[5] = state.actions
    into[6] = truth(state.begun)
    into[7] = truth(state.establishing)
    into[8] = truth(state.ending)
    into[9] = state.pending
    into[10] = state.left
    into[11] = _piece(state.hand, seat, seats)
    into[12] = state.hand_from
    into[13] = state.route
    into[14] = _piece(state.displaced, seat, seats)
    into[15] = state.spare_traders
    into[16] = state.spare_merchants
    into[17] = state.fresh_office
    into[18] = size(state.complete)
    into[19] = state.joins
    into[20] = state.discs[0]
    n: i64 = 21
    if board.houses > board.split:
        into[n] = state.discs[1]
        n += 1
    into[n] = state.placed[0]
    n += 1
    if board.houses > board.split:
        into[n] = state.placed[1]
        n += 1
    n = copied(state.plates, board.routes, into, n)
    n = copied(state.pile, KINDS, into, n)
    n = _observe_cities(state, seat, into, n)
    colour: i64 = 0
    while colour < 4:
        into[n + colour] = _piece(state.special[colour], seat, seats)
        colour += 1
    n += 4
    if board.grants:
        into[n] = state.leave_used
        n += 1
    if seats == 2:
        into[n] = state.pawn
        into[n + 1] = state.pawn_steps
        n += 2
    if state.variant.favour:
        into[n] = state.favours
        n += 1

    other: i64 = seat
    while True:
        n = _observe_player(state, other, seat, into, n)
        other += 1
        if other == seats:
            other = 0
        if other == seat:
            return n


def _observe_cities(state: HansaData, seat: i64, into: Ints, n: i64) -> i64:
    seats = state.seats
    board = state.board
    city: i64 = 0
    while city < board.cities:
        row: i64 = state.offices[city]
        office: i64 = 0
        while office < board.office_count[city]:
            into[n] = _piece(row & 15, seat, seats)
            row >>= 4
            n += 1
            office += 1
        city += 1
    city = 0
    while city < board.cities:
        more: i64 = state.extras[city]
        count: i64 = 0
        last: i64 = 0
        while more:
            last = more & 15
            count += 1
            more >>= 4
        into[n + city] = count
        into[n + board.cities + city] = _piece(last, seat, seats)
        into[n + 2 * board.cities + city] = -1
        if state.control[city]:
            into[n + 2 * board.cities + city] = seats_after(state.control[city] - 1, seat, seats)
        city += 1
    return n + 3 * board.cities


def _observe_player(state: HansaData, other: i64, seat: i64, into: Ints, n: i64) -> i64:
    player = state.players[other]
    into[n] = player.points
    into[n + 1] = player.supply_traders
    into[n + 2] = player.supply_merchants
    into[n + 3] = player.stock_traders
    into[n + 4] = player.stock_merchants
    n = copied(player.desk, TRACK_COUNT, into, n + 5)
    into[n] = truth(player.joined)
    n = copied(player.unused, KINDS, into, n + 1)
    n = copied(player.used, KINDS, into, n)
    into[n] = player.waiting & 15
    into[n + 1] = (player.waiting >> 4) & 15
    into[n + 2] = (player.waiting >> 8) & 15
    into[n + 3] = player.houses[0]
    n += 4
    if state.board.houses > state.board.split:
        into[n] = player.houses[1]
        n += 1
    into[n] = player.ready
    into[n + 1] = player.present
    n += 2
    if state.variant.missions:
        into[n] = -1
        if other == seat or state.is_over:
            into[n] = player.mission
        n += 1
    if state.variant.favour:
        into[n] = player.favours
        n += 1
    return n


def _piece(piece: i64, seat: i64, seats: i64) -> i64:
    """A piece by its owner as the observing seat counts: 0 for none, else 1 + twice its steps + its shape."""
    if piece == 0:
        return 0
    return 1 + 2 * seats_after(owner_of(piece), seat, seats) + shape_of(piece)

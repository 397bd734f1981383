"""What a seat observes, for those who learn: each field with its meaning, and the integers written for it.

The fields stand in the order in which `observe` writes them. Seats are counted from the observing one,
and so are the owners of pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.hansa.components import COLOURS, FAVOURS, MARKERS, MISSIONS, SHAPES, TRACKS, BoardSide
from burgher.games.hansa.lookups import KINDS, TRACK_COUNT
from burgher.games.hansa.questions.registry import BY_NUMBER
from burgher.kernel.ints import ints, only, size
from burgher.kernel.observation import Field, bits, number, one_of
from burgher.kernel.observing import copied, seats_after, translated, truth, write_4, write_8

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

MOST_SEATS: Final = 5


def _codes(seats: int, seat: int) -> int:
    """What a seat calls each piece, four bits each: 0 for none, then those of the seats in their shapes."""
    codes = [
        1 + 2 * ((owner - seat) % seats) + shape for owner in range(seats) for shape in range(len(SHAPES))
    ]
    return sum(code << 4 * n for n, code in enumerate([0, *codes]))


PIECES: Final[Ints] = ints(
    [_codes(seats, seat) for seats in range(MOST_SEATS + 1) for seat in range(MOST_SEATS)]
)
"""`PIECES[seats * MOST_SEATS + seat]`: what each piece is to an observing seat, four bits each."""
NOTHING: Final[Ints] = ints([0] * 128)
NOBODY: Final[Ints] = ints([-1] * 64)


def observe(state: HansaData, seat: i64, into: Ints) -> i64:
    """Write what a seat may know; return how many integers that is."""
    seats = state.seats
    board = state.board
    pieces = PIECES[seats * MOST_SEATS + seat]
    n = write_8(
        into,
        0,
        truth(state.is_over),
        seats_after(state.seat, seat, seats),
        seats_after(state.active, seat, seats),
        seats_after(state.start, seat, seats),
        state.round,
        state.actions,
        truth(state.begun),
        truth(state.establishing),
    )
    n = write_8(
        into,
        n,
        truth(state.ending),
        state.pending,
        state.left,
        _piece(state.hand, pieces),
        state.hand_from,
        state.route,
        _piece(state.displaced, pieces),
        state.spare_traders,
    )
    n = write_4(into, n, state.spare_merchants, state.fresh_office, size(state.complete), state.joins)
    into[n] = state.discs[0]
    n += 1
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
    n = write_4(
        into,
        n,
        _piece(state.special[0], pieces),
        _piece(state.special[1], pieces),
        _piece(state.special[2], pieces),
        _piece(state.special[3], pieces),
    )
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
    """The offices of all cities, and who controls them; where nobody has one, there is nothing to look at."""
    board = state.board
    cities = board.cities
    pieces = PIECES[state.seats * MOST_SEATS + seat]
    offices: i64 = n
    counts = copied(NOTHING, board.office_first[cities], into, offices)
    last = counts + cities
    owners = copied(NOTHING, 2 * cities, into, counts)
    end = copied(NOBODY, cities, into, owners)
    there: i64 = 0
    other: i64 = 0
    while other < state.seats:
        there |= state.players[other].present
        other += 1
    while there:
        lowest: i64 = there & -there
        city = only(lowest)
        translated(
            state.offices[city], board.office_count[city], pieces, into, offices + board.office_first[city]
        )
        more: i64 = state.extras[city]
        if more:
            count: i64 = 0
            piece: i64 = 0
            while more:
                piece = more & 15
                count += 1
                more >>= 4
            into[counts + city] = count
            into[last + city] = _piece(piece, pieces)
        if state.control[city]:
            into[owners + city] = seats_after(state.control[city] - 1, seat, state.seats)
        there ^= lowest
    return end


def _observe_player(state: HansaData, other: i64, seat: i64, into: Ints, n: i64) -> i64:
    player = state.players[other]
    n = write_4(into, n, player.points, player.supply_traders, player.supply_merchants, player.stock_traders)
    into[n] = player.stock_merchants
    n = copied(player.desk, TRACK_COUNT, into, n + 1)
    into[n] = truth(player.joined)
    n = copied(player.unused, KINDS, into, n + 1)
    n = copied(player.used, KINDS, into, n)
    waiting = player.waiting
    n = write_4(into, n, waiting & 15, (waiting >> 4) & 15, (waiting >> 8) & 15, player.houses[0])
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


def _piece(piece: i64, pieces: i64) -> i64:
    """A piece by its owner as the observing seat counts: 0 for none, else 1 + twice its steps + its shape."""
    return pieces >> (piece & 15) * 4 & 15

"""What a seat observes, for those who learn: each field with its meaning, and the integers written for it.

The fields stand in the order in which `observe` writes them. Seats are counted from the observing one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.burgundy.actions import spot_name
from burgher.games.burgundy.components import (
    BOARD_SIDES,
    COLOUR_NAMES,
    ESTATES,
    GOODS,
    PHASES,
    SPACES,
    TILES,
)
from burgher.games.burgundy.lookups import (
    ANIMAL,
    BLACK_PLAYERS,
    BLACK_SPOTS,
    BUILDING,
    EXCEPTION_SPOT,
    GOOD_TYPES,
    PILES,
    SPOT_COLOUR,
    SPOT_PLAYERS,
    SPOTS,
)
from burgher.games.burgundy.pending import PAYMENT, SIDE_TO_CHOOSE
from burgher.games.burgundy.questions.registry import BY_NUMBER
from burgher.games.burgundy.stack import top
from burgher.kernel.ints import BIT, ints
from burgher.kernel.observation import Field, bits, counts, number, one_of
from burgher.kernel.observing import chosen, copied, seats_after, truth, write_4, write_8

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData
    from burgher.kernel.ints import Ints

CITY_SPACES: Final = 12
PASTURE_SPACES: Final = 6
"""Every estate has as many spaces of a colour."""


def _spaces_of(colour: str) -> list[int]:
    """The spaces of a colour on each estate, one estate after the other."""
    return [space for estate in ESTATES for space in range(len(SPACES)) if estate.colours[space] == colour]


def _used(players: Ints, spots: int) -> list[int]:
    """By the number of players, the spots that so many use, then -1."""
    used = [[spot for spot in range(spots) if players[spot] <= seats] for seats in range(5)]
    return [spot for row in used for spot in row + [-1] * (spots - len(row))]


CITIES: Final[Ints] = ints(_spaces_of("B"))
PASTURES: Final[Ints] = ints(_spaces_of("A"))
NOT_DRAWN: Final[Ints] = ints([-1] * 5)
"""The goods of the rounds while the game has not begun."""
SPOT_USED: Final[Ints] = ints(_used(SPOT_PLAYERS, SPOTS))
BLACK_USED: Final[Ints] = ints(_used(BLACK_PLAYERS, BLACK_SPOTS))
"""By the number of players, the spots that are used; -1 for the rest."""
USED: Final[Ints] = ints([sum(SPOT_PLAYERS[spot] <= seats for spot in range(SPOTS)) for seats in range(5)])
BLACK_COUNT: Final[Ints] = ints(
    [sum(BLACK_PLAYERS[spot] <= seats for spot in range(BLACK_SPOTS)) for seats in range(5)]
)
"""By the number of players, how many these are."""
SIDES: Final[Ints] = ints([sum(2**estate for estate in {*sides}) for sides in BOARD_SIDES])
"""The estates on the two sides of each board."""


# -- the fields ------------------------------------------------------------------------------------


def table_fields(players: int) -> list[Field]:
    """What there is once."""
    seats = [f"seat-{n}" for n in range(players)]
    places = ("first", "second", "third", "fourth")[:players]
    kinds = [tile.name for tile in TILES]
    spots = [spot_name(spot) for spot in range(SPOTS + BLACK_SPOTS)]
    asked = [question.name for question in BY_NUMBER[1:]]
    return [
        one_of("phase", "The phase (p. 3); none when the game is over.", PHASES),
        one_of("round", "The round of the phase (p. 4); none when the game is over.", "12345"),
        number("over", "Whether the game is over.", 1),
        one_of("to move", "The seat whose decision it is.", seats),
        one_of("turn", "Which turn of the round it is.", places),
        one_of("order", "Who has each turn of the round.", seats, places=places),
        one_of("track", "Who is where on the turn order track, from the front.", seats, places=places),
        one_of("white die", "The white die; none before the first round.", "123456", 1),
        bits("dice left", "The dice that the seat to move has not used yet.", ("die-1", "die-2")),
        number("bought", "Whether this turn's purchase has been made.", 1),
        one_of("pending", "What must be decided before the turn goes on.", asked, 1),
        one_of("pending after", "What must be decided after that.", asked, 1),
        one_of("in hand", "The tile that waits for a place in a full storage (p. 5).", kinds, 1),
        one_of("buying", "The spot of the tile that is being paid for.", spots),
        bits("loading", "The depots that a ship is taking goods from.", "123456"),
        *(
            one_of(
                f"depot {spots[spot]}",
                "The tile on this spot.",
                _kinds_at(spot, players),
                _first_at(spot, players),
            )
            for spot in range(SPOTS)
            if SPOT_PLAYERS[spot] <= players
        ),
        one_of(
            "black depot",
            "The tile on each spot of the black depot.",
            kinds,
            1,
            [spots[SPOTS + spot] for spot in range(BLACK_SPOTS) if BLACK_PLAYERS[spot] <= players],
        ),
        number(
            "depot goods",
            "How many goods of each type lie at each depot.",
            7,
            3,
            [f"{depot + 1}.{good}" for depot in range(6) for good in GOODS],
        ),
        one_of("round goods", "The goods tile of each round of this phase.", GOODS, places="12345"),
        bits("large bonuses", "The colours whose large bonus tile is still there (p. 8).", COLOUR_NAMES),
        bits("small bonuses", "The colours whose small bonus tile is still there.", COLOUR_NAMES),
        *(
            counts(
                f"pile of {name}",
                "The part of the tiles of each kind that is still face down with this back.",
                {tile.name: PILES[pile].count(tile.kind) for tile in TILES if tile.kind in PILES[pile]},
            )
            for pile, name in enumerate((*COLOUR_NAMES, "black"))
        ),
        counts(
            "goods left", "The part of the goods of each type that nobody has seen.", dict.fromkeys(GOODS, 7)
        ),
        one_of(
            "castle chosen",
            "Where the observing seat has secretly chosen to lay its castle (p. 12).",
            [f"space-{space + 1}" for space in range(len(SPACES))],
        ),
    ]


def seat_fields() -> list[Field]:
    """What there is of every seat."""
    kinds = [tile.name for tile in TILES]
    spaces = [f"space-{space + 1}" for space in range(len(SPACES))]
    return [
        bits(
            "estate", "The estate; both sides of the board while it may be either.", [e.name for e in ESTATES]
        ),
        number("points", "Victory points.", 500, 100),
        number("silverlings", "Silverlings.", 50, 5),
        number("workers", "Worker tiles.", 50, 5),
        number("steps", "Spaces from the start on the turn order track.", 6),
        number("bonuses", "Bonus tiles claimed.", 6),
        one_of("dice", "The dice rolled in this round.", "123456", 1, ("die-1", "die-2")),
        number("goods", "Goods of each type in the storage.", 7, 3, GOODS),
        number("sold", "Goods of each type that were sold.", 7, 3, GOODS),
        one_of("storage", "The tile on each space of the storage.", kinds, 1, "123"),
        bits("covered", "The spaces with a tile.", spaces),
        bits("frontier", "The empty spaces beside a tile.", spaces),
        bits("knowledge", "The knowledge tiles in the estate.", [str(n) for n in range(1, 27)]),
        one_of(
            "buildings",
            "The building on each beige space of the estate, in the order of the spaces.",
            [tile.name for tile in TILES if tile.colour == BUILDING],
            FIRST_BUILDING,
            [str(n + 1) for n in range(CITY_SPACES)],
        ),
        one_of(
            "animals",
            "The animals on each light green space of the estate, in the order of the spaces.",
            [tile.name for tile in TILES if tile.colour == ANIMAL],
            FIRST_ANIMAL,
            [str(n + 1) for n in range(PASTURE_SPACES)],
        ),
    ]


def _first_kind(colour: int) -> int:
    return next(tile.kind for tile in TILES if tile.colour == colour)


FIRST_BUILDING: Final = _first_kind(BUILDING)
FIRST_ANIMAL: Final = _first_kind(ANIMAL)


def _takes_any(spot: int, players: int) -> bool:
    """Whether tiles of more than one colour come to a spot: with three players, to one (p. 3)."""
    return spot == EXCEPTION_SPOT and players == 3


def _kinds_at(spot: int, players: int) -> list[str]:
    any_colour = _takes_any(spot, players)
    return [tile.name for tile in TILES if any_colour or tile.colour == SPOT_COLOUR[spot]]


def _first_at(spot: int, players: int) -> int:
    return 1 if _takes_any(spot, players) else _first_kind(SPOT_COLOUR[spot])


# -- the integers -------------------------------------------------------------------------------------


def observe(state: BurgundyData, seat: i64, into: Ints) -> i64:
    """Write what a seat may know; return how many integers that is."""
    seats = state.seats
    asked = top(state)
    is_choosing = asked >= SIDE_TO_CHOOSE  # a side or a castle: the last of what may be pending
    n = write_4(into, 0, state.phase, state.round, truth(state.is_over), seats_after(state.seat, seat, seats))
    into[n] = state.turn
    n += 1
    place: i64 = 0
    while place < seats:
        into[n + place] = seats_after(state.order[place], seat, seats)
        into[n + seats + place] = seats_after(state.track[place], seat, seats)
        place += 1
    n += 2 * seats
    buying: i64 = -1
    if asked == PAYMENT:
        buying = state.buying
    n = write_8(
        into,
        n,
        state.white,
        state.unused,
        truth(state.bought),
        asked,
        (state.pending >> 4) & 15,
        state.in_hand,
        buying,
        state.loading,
    )
    n = chosen(state.depots, SPOT_USED, seats * SPOTS, USED[seats], into, n)
    n = chosen(state.black, BLACK_USED, seats * BLACK_SPOTS, BLACK_COUNT[seats], into, n)
    n = copied(state.depot_goods, 6 * GOOD_TYPES, into, n)
    goods = state.round_goods
    castle: i64 = -1
    if is_choosing:
        goods = NOT_DRAWN
        castle = state.players[seat].castle
    n = copied(goods, 5, into, n)
    into[n] = state.large_bonuses
    into[n + 1] = state.small_bonuses
    n = copied(state.supply, 7, into, n + 2)
    into[n] = state.goods_supply
    into[n + 1] = castle
    n += 2

    other: i64 = seat
    while True:
        n = _observe_player(state, other, seat, into, n)
        other += 1
        if other == seats:
            other = 0
        if other == seat:
            return n


def _observe_player(state: BurgundyData, other: i64, seat: i64, into: Ints, n: i64) -> i64:
    player = state.players[other]
    estate = BIT[player.estate]
    if player.board >= 0 and _may_be_either(state, other, seat):
        estate = SIDES[player.board]
    n = write_8(
        into,
        n,
        estate,
        player.points,
        player.silverlings,
        player.workers,
        player.steps,
        player.bonuses,
        state.dice[other * 2],
        state.dice[other * 2 + 1],
    )
    n = copied(player.goods, GOOD_TYPES, into, n)
    n = copied(player.sold, GOOD_TYPES, into, n)
    n = copied(player.storage, 3, into, n)
    into[n] = player.covered
    into[n + 1] = player.frontier
    into[n + 2] = player.knows >> 1
    n = chosen(player.tiles, CITIES, player.estate * CITY_SPACES, CITY_SPACES, into, n + 3)
    return chosen(player.tiles, PASTURES, player.estate * PASTURE_SPACES, PASTURE_SPACES, into, n)


def _may_be_either(state: BurgundyData, other: i64, seat: i64) -> bool:
    """Whether the observing seat cannot know which side of its board another plays (p. 12)."""
    player = state.players[other]
    if player.covered:
        return False
    if state.secret_choices and other != seat:
        return True
    return player.castle < 0 and (other != state.seat or top(state) == SIDE_TO_CHOOSE)

"""What a seat observes, for those who learn: each field with its meaning, and the words written for it.

The fields stand in the order in which `observe` writes their words. Seats are counted from the observing one.
A module adds its fields at the end of the table's and of the seats', and its words where these end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.components import (
    HARVEST,
    KINDS,
    PAYABLE,
    RESOURCES,
    ROUNDS,
    STALL_NAMES,
    Components,
)
from burgher.games.granja.pending import CHOOSING, MARKET_GUARD, QUESTIONS, STEPS, detail, top
from burgher.games.granja.tables import ALL_KINDS, CARD_COUNT, HALF, HARVEST_KINDS
from burgher.kernel.observation import Field, bits, number, one_of
from burgher.kernel.seen import copied, seats_after, truth
from burgher.kernel.words import size

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja, Player
    from burgher.kernel.words import Words

CARDS: Final = [f"card-{n + 1}" for n in range(CARD_COUNT)]
BUILDINGS: Final = [f"building-{n + 1}" for n in range(6)]
DETAIL_BITS: Final = 9
"""Every detail of a question has room in so many."""


# -- the fields ------------------------------------------------------------------------------------


def table_fields(players: int, box: Components) -> list[Field]:
    """What there is once."""
    seats = [f"seat-{n}" for n in range(players)]
    places = ("first", "second", "third", "fourth")[:players]
    return [
        one_of("round", "The round.", [str(n + 1) for n in range(ROUNDS)]),
        number("over", "Whether the game is over.", 1),
        one_of("step", "The step of the round.", STEPS),
        one_of("to move", "The seat whose decision it is.", seats),
        one_of("turn", "Whose turn of the step it is, by its place in the order.", places),
        number("done", "Whether the seat whose turn it is has nothing more to decide in this step.", 1),
        one_of("order", "The seats in turn order.", seats, places=places),
        one_of("track", "The seats from front to back on the siesta track.", seats, places=places),
        one_of("question", "What is asked before the step goes on.", QUESTIONS[1:], 1),
        bits(
            "detail",
            "The detail of that question as the rules keep it (`pending.py`), bit by bit; seats as observed.",
            [str(2**n) for n in range(DETAIL_BITS)],
        ),
        one_of("question after", "What is asked after that.", QUESTIONS[1:], 1),
        number("left", "Cards still to be played, or deliveries still to be made, in this step.", 20, 5),
        bits("bought", "The resources bought since anything else was done.", RESOURCES),
        one_of("playing", "The card being played, while something is decided for it.", CARDS, 1),
        bits("paid", "The farm goods already paid for it.", PAYABLE),
        number("to pay", "How many are still to be paid.", 9, 3),
        number("pick", "How often each player has drafted a die in this round.", 2),
        number("dice", "The dice of each number that are left.", 9, 3, "123456"),
        number("shift", "By how much the next die drafted may be changed.", 6, 2),
        number("aside", "Dice put aside to be rolled again.", 2),
        one_of("marked", "The revenue space marked by the Village Elder.", "123456"),
        one_of("marker", "Whose marker it is.", seats),
        bits("blocked", "The craft buildings still blocked.", BUILDINGS),
        one_of("order markers", "The buildings with order markers 1, 2 and 3.", BUILDINGS, places="123"),
        bits("tokens", "The craft buildings that nobody has completed.", BUILDINGS),
        bits(
            "claimed",
            "The rows of craft buildings with markers in them.",
            [f"{building}{row}" for building in BUILDINGS for row in "abcd"],
        ),
        one_of("roofs for sale", "The roof tiles on display.", _roofs(box), 1, "1234"),
        number("deck", "Cards that can be drawn.", CARD_COUNT),
        number("shuffles", "How often the discarded cards have become the deck.", 15, 3),
        bits("discards 1", "The first half of the cards, if they are discarded.", CARDS[:HALF]),
        bits("discards 2", "The second half of the cards.", CARDS[HALF:]),
        bits(
            "hand 1", "The first half of the cards, if they are in the observing seat's hand.", CARDS[:HALF]
        ),
        bits("hand 2", "The second half of the cards.", CARDS[HALF:]),
    ]


def seat_fields(box: Components) -> list[Field]:
    """What there is of every seat."""
    return [
        number("points", "Victory points.", 200, 50),
        number("silver", "Silver.", 60, 10),
        number("goods", "Goods of each kind in dens and stalls; trade commodities too.", 30, 5, KINDS),
        number("ripe", "Fields of each kind that have their good.", 15, 3, HARVEST),
        number("fields", "Fields of each kind.", 15, 3, HARVEST),
        number("hand size", "Cards in hand.", 20, 5),
        number("siesta", "Where the siesta disc is.", len(box.siesta) - 1),
        number("stalls", "Pig stalls.", 20, 5),
        number("hand limit", "The hand limit.", 15, 5),
        number("income", "Income.", 30, 5),
        number("deliveries", "The deliveries that can be bought each round.", 10, 3),
        number("hats", "Hats.", 20, 5),
        number("more donkeys", "Donkeys beside those of the tile.", 10, 3),
        number("barrow limit", "The market barrows that can be kept.", 4),
        bits("farm fields 1", "The first half of the cards, if they lie as fields.", CARDS[:HALF]),
        bits("farm fields 2", "The second half of the cards.", CARDS[HALF:]),
        bits("extensions 1", "The first half of the cards, if they lie as farm extensions.", CARDS[:HALF]),
        bits("extensions 2", "The second half of the cards.", CARDS[HALF:]),
        one_of("barrows", "The card of each market barrow.", CARDS, 1, "1234"),
        bits("loaded", "The demands of each barrow that are met.", "12345", "1234"),
        one_of("helpers", "The card of each helper.", CARDS, 1, "1234"),
        bits("exhausted", "The helpers that have been used in this round.", "1234"),
        bits("ready", "The helpers with an action that is not exhausted.", "1234"),
        one_of("roofs", "The roof tiles from left to right.", _roofs(box), 1, "12345"),
        bits("roofs up", "Those that are face up.", "12345"),
        bits("crafts", "The craft buildings completed.", BUILDINGS),
        bits("ongoing", "Those whose marker shows its ongoing side.", BUILDINGS),
        one_of("rows", "The row claimed at each craft building.", "abcd", 1, BUILDINGS),
        bits("supplied", "The demands of each such row that are met.", "1234", BUILDINGS),
        bits("donkeys", "The donkey tiles not yet used.", "1234"),
        one_of("donkey", "The donkey tile chosen for this round, unless it is another's secret.", "1234"),
        bits("market", "The stall places in the market.", STALL_NAMES),
    ]


def _roofs(box: Components) -> list[str]:
    return [f"roof-{n + 1}-{roof.name}" for n, roof in enumerate(box.roofs)]


# -- the words -------------------------------------------------------------------------------------


def observe(table: Granja, seat: i64, into: Words) -> i64:
    """Write what a seat may know; return how many words that is."""
    seats = table.seats
    into[0] = table.round
    into[1] = truth(table.is_over)
    into[2] = table.step
    into[3] = seats_after(table.seat, seat, seats)
    into[4] = table.turn
    into[5] = truth(table.done)
    n: i64 = 6
    place: i64 = 0
    while place < seats:
        into[n + place] = seats_after(table.order[place], seat, seats)
        into[n + seats + place] = seats_after(table.track[place], seat, seats)
        place += 1
    n += 2 * seats
    question = top(table)
    what = detail(table)
    into[n] = question
    into[n + 1] = what
    if question == MARKET_GUARD:
        into[n + 1] = (seats_after(what >> 5, seat, seats) << 5) + (what & 31)
    into[n + 2] = 0
    if table.depth > 1:
        into[n + 2] = table.asked[table.depth - 1] & 63
    into[n + 3] = table.left
    into[n + 4] = table.bought
    into[n + 5] = table.playing
    into[n + 6] = table.paid
    into[n + 7] = table.to_pay
    into[n + 8] = table.pick
    n = copied(table.dice, 6, into, n + 9)
    into[n] = table.shift
    into[n + 1] = table.aside
    into[n + 2] = table.marked
    into[n + 3] = -1
    if table.marked >= 0:
        into[n + 3] = seats_after(table.marker, seat, seats)
    into[n + 4] = table.blocked
    n = copied(table.next_blocked, 3, into, n + 5)
    into[n] = table.tokens
    into[n + 1] = table.claimed
    n = copied(table.display, 4, into, n + 2)
    into[n] = size(table.deck[0]) + size(table.deck[1])
    into[n + 1] = table.shuffles
    into[n + 2] = table.discards[0]
    into[n + 3] = table.discards[1]
    hand = table.players[seat].hand
    into[n + 4] = hand[0]
    into[n + 5] = hand[1]
    n += 6

    other: i64 = seat
    while True:
        player = table.players[other]
        n = _observe_player(player, into, n)
        into[n] = -1
        if other == seat or table.step != CHOOSING:
            into[n] = player.donkey
        into[n + 1] = table.market[other]
        n += 2
        other += 1
        if other == seats:
            other = 0
        if other == seat:
            return n


def _observe_player(player: Player, into: Words, n: i64) -> i64:
    """All of a farm but its donkey tile, which may be a secret."""
    into[n] = player.points
    into[n + 1] = player.silver
    n = copied(player.goods, ALL_KINDS, into, n + 2)
    n = copied(player.ripe, HARVEST_KINDS, into, n)
    n = copied(player.fields, HARVEST_KINDS, into, n)
    into[n] = player.hand_size
    into[n + 1] = player.steps
    into[n + 2] = player.stalls
    into[n + 3] = player.hand_limit
    into[n + 4] = player.income
    into[n + 5] = player.deliveries
    into[n + 6] = player.hats
    into[n + 7] = player.more_donkeys
    into[n + 8] = player.barrow_limit
    into[n + 9] = player.field_cards[0]
    into[n + 10] = player.field_cards[1]
    into[n + 11] = player.extension_cards[0]
    into[n + 12] = player.extension_cards[1]
    n = copied(player.barrows, 4, into, n + 13)
    n = copied(player.loaded, 4, into, n)
    n = copied(player.helpers, 4, into, n)
    into[n] = player.exhausted
    into[n + 1] = player.ready
    n = copied(player.roofs, 5, into, n + 2)
    into[n] = player.roofs_up
    into[n + 1] = player.crafts
    into[n + 2] = player.ongoing
    n = copied(player.rows, 6, into, n + 3)
    n = copied(player.supplied, 6, into, n)
    into[n] = player.donkeys
    return n + 1

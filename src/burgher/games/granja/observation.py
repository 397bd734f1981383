"""What a seat observes, for those who learn: each field with its meaning, and the integers written for it.

The fields stand in the order in which `observe` writes them. Seats are counted from the observing one.
A module adds its fields at the end of the table's and of the seats', with its name before theirs, and its
integers where these end. With modules more can be asked at once, so that more of it is observed: their
questions after the others, and what is asked further down.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.components import (
    DONKEYS,
    HARVEST,
    KINDS,
    PAYABLE,
    RESOURCES,
    ROOF_PLACES,
    ROUNDS,
    STALL_NAMES,
    Components,
)
from burgher.games.granja.lookups import ALL_KINDS, CARD_COUNT, HALF, HARVEST_KINDS
from burgher.games.granja.pending import (
    BACK,
    CHOOSING,
    INTERLUDES,
    NOTHING,
    STEPS,
)
from burgher.games.granja.questions.registry import NAMES, most_detail_bits, names_with
from burgher.kernel.ints import members_of, size
from burgher.kernel.observation import Field, bits, number, one_of
from burgher.kernel.observing import copied, seats_after, truth, write_4, write_8
from burgher.kernel.packed import at, spread

if TYPE_CHECKING:
    from collections.abc import Iterable

    from burgher.games.granja.data import GranjaData, Module
    from burgher.kernel.ints import Ints

CARDS: Final = [f"card-{n + 1}" for n in range(CARD_COUNT)]
CRAFT_NAMES: Final = [f"building-{n + 1}" for n in range(6)]
DEEPEST: Final = 4
"""With modules, so many of the questions asked are observed."""


# -- the fields ------------------------------------------------------------------------------------


def table_fields(players: int, components: Components, modules: list[Module]) -> list[Field]:
    """What there is once."""
    seats = [f"seat-{n}" for n in range(players)]
    places = ("first", "second", "third", "fourth")[:players]
    questions = names_with(modules)[1:] if modules else NAMES[1:BACK]
    details = [str(2**n) for n in range(most_detail_bits(modules))]
    fields = [
        one_of("round", "The round.", [str(n + 1) for n in range(ROUNDS)]),
        number("over", "Whether the game is over.", 1),
        one_of("step", "The step of the round.", STEPS if modules else STEPS[:INTERLUDES]),
        one_of("to move", "The seat whose decision it is.", seats),
        one_of("turn", "Whose turn of the step it is, by its place in the order.", places),
        number("done", "Whether the seat whose turn it is has nothing more to decide in this step.", 1),
        number(
            "fresh",
            "Whether a card or a commodity has come in since the step was begun, or its die used.",
            1,
        ),
        one_of("order", "The seats in turn order.", seats, places=places),
        one_of("track", "The seats from front to back on the siesta track.", seats, places=places),
        one_of("question", "What is asked before the step goes on.", questions, 1),
        bits(
            "detail",
            "The detail of that question as the rules keep it (`pending.py`), bit by bit; seats as observed.",
            details,
        ),
        one_of("question after", "What is asked after that.", questions, 1),
        number("left", "Cards still to be played, or deliveries still to be made, in this step.", 20, 5),
        bits("sold", "The resources sold since anything else was done that are not bought back.", RESOURCES),
        number("from den", "Whether the next good is taken from its den rather than from a field.", 1),
        one_of("playing", "The card being played, while something is decided for it.", CARDS, 1),
        bits("paid", "The farm goods already paid for it.", PAYABLE),
        number("to pay", "How many are still to be paid.", 9, 3),
        number("pick", "How often each player has drafted a die in this round.", 2),
        number("dice", "The dice of each number that are left.", 9, 3, "123456"),
        number("shift", "By how much the next die drafted may be changed.", 6, 2),
        number("aside", "Dice put aside to be rolled again.", 2),
        one_of("marked", "The revenue space marked by the Village Elder.", "123456"),
        one_of("marker", "Whose marker it is.", seats),
        bits("blocked", "The craft buildings still blocked.", CRAFT_NAMES),
        one_of("order markers", "The buildings with order markers 1, 2 and 3.", CRAFT_NAMES, places="123"),
        bits("tokens", "The craft buildings that nobody has completed.", CRAFT_NAMES),
        bits(
            "claimed",
            "The rows of craft buildings with markers in them.",
            [f"{building}{row}" for building in CRAFT_NAMES for row in "abcd"],
        ),
        one_of("roofs for sale", "The roof tiles on display.", _roofs(components, []), 1, "1234"),
        number("deck", "Cards that can be drawn.", CARD_COUNT),
        number("shuffles", "How often the discarded cards have become the deck.", 15, 3),
        bits("discards 1", "The first half of the cards, if they are discarded.", CARDS[:HALF]),
        bits("discards 2", "The second half of the cards.", CARDS[HALF:]),
        bits(
            "hand 1", "The first half of the cards, if they are in the observing seat's hand.", CARDS[:HALF]
        ),
        bits("hand 2", "The second half of the cards.", CARDS[HALF:]),
    ]
    if modules:
        below = ("second", "third", "fourth")
        fields += [
            one_of("questions below", "What is asked after these two.", questions, 1, below[1:]),
            bits("details below", "The details of what is asked after the first.", details, below),
        ]
    return fields + [
        field for module in modules for field in _of_module(module, module.table_fields(players))
    ]


def seat_fields(players: int, components: Components, modules: list[Module]) -> list[Field]:
    """What there is of every seat."""
    donkeys = _donkeys(modules)
    places = [str(n + 1) for n in range(ROOF_PLACES + sum(module.more_roof_places for module in modules))]
    fields = [
        number("points", "Victory points; of others 0 where they are hidden.", 200, 50),
        number("silver", "Silver.", 60, 10),
        number("goods", "Goods of each kind in dens and stalls; trade commodities too.", 30, 5, KINDS),
        number("ripe", "Fields of each kind that have their good.", 15, 3, HARVEST),
        number("fields", "Fields of each kind.", 15, 3, HARVEST),
        number("hand size", "Cards in hand.", 20, 5),
        number("siesta", "Where the siesta disc is.", len(components.siesta) - 1),
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
        one_of("roofs", "The roof tiles from left to right.", _roofs(components, modules), 1, places),
        bits("roofs up", "Those that are face up.", places),
        bits("crafts", "The craft buildings completed.", CRAFT_NAMES),
        bits("ongoing", "Those whose marker shows its ongoing side.", CRAFT_NAMES),
        one_of("rows", "The row claimed at each craft building.", "abcd", 1, CRAFT_NAMES),
        bits("supplied", "The demands of each such row that are met.", "1234", CRAFT_NAMES),
        bits("donkeys", "The donkey tiles not yet used.", donkeys),
        one_of("donkey", "The donkey tile chosen for this round, unless it is another's secret.", donkeys),
        bits("market", "The stall places in the market.", STALL_NAMES),
    ]
    return fields + [field for module in modules for field in _of_module(module, module.seat_fields(players))]


def _of_module(module: Module, fields: Iterable[Field]) -> list[Field]:
    """Fields with a module's name before theirs: no two fields of a game have the same."""
    return [replace(field, name=f"{module.name} {field.name}") for field in fields]


def _roofs(components: Components, modules: list[Module]) -> list[str]:
    """The roof tiles that there can be, by their numbers."""
    names = [roof.name for roof in components.roofs]
    names += [roof.name for module in modules for roof in module.roof_tiles]
    return [f"roof-{n + 1}-{name}" for n, name in enumerate(names)]


def _donkeys(modules: list[Module]) -> list[str]:
    """The donkey tiles that there can be, as bits of a farm's."""
    tiles = len(DONKEYS) + sum(len(members_of(module.more_donkeys)) for module in modules)
    return [str(n + 1) for n in range(tiles)]


# -- the integers -------------------------------------------------------------------------------------


def observe(state: GranjaData, seat: i64, into: Ints) -> i64:
    """Write what a seat may know; return how many integers that is."""
    seats = state.seats
    n = write_4(into, 0, state.round, truth(state.is_over), state.step, seats_after(state.seat, seat, seats))
    into[n] = state.turn
    into[n + 1] = truth(state.done)
    into[n + 2] = truth(state.fresh)
    n += 3
    place: i64 = 0
    while place < seats:
        into[n + place] = seats_after(at(state.order, place), seat, seats)
        into[n + seats + place] = seats_after(at(state.track, place), seat, seats)
        place += 1
    n += 2 * seats
    n = write_8(
        into,
        n,
        observed_question(state, state.depth),
        observed_detail(state, state.depth, seat),
        observed_question(state, state.depth - 1),
        state.left,
        state.sold,
        truth(state.me.from_den),
        state.playing,
        state.paid,
    )
    into[n] = state.to_pay
    into[n + 1] = state.pick
    n = spread(state.dice, 6, into, n + 2)
    marker: i64 = -1
    if state.marked >= 0:
        marker = seats_after(state.marker, seat, seats)
    n = write_4(into, n, state.shift, state.aside, state.marked, marker)
    into[n] = state.blocked
    n = spread(state.next_blocked, 3, into, n + 1)
    into[n] = state.tokens
    into[n + 1] = state.claimed
    n = spread(state.display, 4, into, n + 2)
    left: i64 = size(state.deck[0]) + size(state.deck[1])
    n = write_4(into, n, left, state.shuffles, state.discards[0], state.discards[1])
    hand = state.players[seat].hand
    into[n] = hand[0]
    into[n + 1] = hand[1]
    n += 2
    if state.modules:
        below: i64 = 2
        while below < DEEPEST:
            into[n] = observed_question(state, state.depth - below)
            n += 1
            below += 1
        below = 1
        while below < DEEPEST:
            into[n] = observed_detail(state, state.depth - below, seat)
            n += 1
            below += 1
        for module in state.modules:
            n = module.observe(state, seat, into, n)

    other: i64 = seat
    while True:
        player = state.players[other]
        n = _observe_player(state, seat, other, into, n)
        into[n] = -1
        if other == seat or state.step != CHOOSING:
            into[n] = player.donkey
        into[n + 1] = state.market[other]
        n += 2
        for module in state.modules:
            n = module.observe_farm(state, other, seat, into, n)
        other += 1
        if other == seats:
            other = 0
        if other == seat:
            return n


def observed_question(state: GranjaData, n: i64) -> i64:
    """A question on the stack, by its number."""
    if n <= 0:
        return NOTHING
    return state.asked[n] & 63


def observed_detail(state: GranjaData, n: i64, seat: i64) -> i64:
    """The detail of a question on the stack, with whatever names a seat counted from the observing one."""
    if n <= 0:
        return 0
    asked = state.asked[n]
    return state.questions[asked & 63].observed(state, asked >> 6, seat)


def _observe_player(state: GranjaData, observing: i64, seat: i64, into: Ints, n: i64) -> i64:
    """All of a farm but its donkey tile and, where they are hidden, its points."""
    player = state.players[seat]
    into[n] = player.points
    if state.hides_points and seat != observing and not state.is_over:
        into[n] = 0
    into[n + 1] = player.silver
    n = copied(player.goods, ALL_KINDS, into, n + 2)
    n = spread(player.ripe, HARVEST_KINDS, into, n)
    n = spread(player.fields, HARVEST_KINDS, into, n)
    n = write_8(
        into,
        n,
        player.hand_size,
        player.steps,
        player.stalls,
        player.hand_limit,
        player.income,
        player.deliveries,
        player.hats,
        player.more_donkeys,
    )
    into[n] = player.barrow_limit
    n = write_4(
        into,
        n + 1,
        player.field_cards[0],
        player.field_cards[1],
        player.extension_cards[0],
        player.extension_cards[1],
    )
    n = spread(player.barrows, 4, into, n)
    n = spread(player.loaded, 4, into, n)
    n = spread(player.helpers, 4, into, n)
    into[n] = player.exhausted
    into[n + 1] = player.ready
    n = spread(player.roofs, state.lookups.roof_places, into, n + 2)
    into[n] = player.roofs_up
    into[n + 1] = player.crafts
    into[n + 2] = player.ongoing
    n = spread(player.rows, 6, into, n + 3)
    n = spread(player.supplied, 6, into, n)
    into[n] = player.donkeys
    return n + 1

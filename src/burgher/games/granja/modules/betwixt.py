"""Betwixt: cards that lie between two neighbours, who fill them from both ends.

The card in place p lies between seat p and the next one clockwise; with two players there are two cards
between the same two. The goods of a card are counted from the end of the first of its neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.components import KINDS, Effect
from burgher.games.granja.data import MODULE_SOURCES, SOURCES_EACH, Destination, Module
from burgher.games.granja.deliveries import deliver_to
from burgher.games.granja.helpers import bring
from burgher.games.granja.in_play import (
    AT_ANY_TIME,
    CARD_REWARDED,
    EXTRA_SILVER,
    FOR_SILVER,
    SET_UP,
    TURN_BEGINS,
    TURN_ENDS,
    happened,
)
from burgher.games.granja.lookups import EFFECT_TRADE, RESOURCE_KINDS, TRADE_GOOD
from burgher.games.granja.pending import DRAFT, ENDING, FREE, HAND, LEFTOVER, PLAY, PURCHASED, ROOFS
from burgher.kernel.chance import pick
from burgher.kernel.ints import BIT, copy_ints, ints, only, set_of, zeros
from burgher.kernel.observation import number, one_of
from burgher.kernel.observing import truth
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field

PLACES: Final = 4
LENGTH: Final = 7
ALL_CARDS: Final = 0xFF

# Actions.
DELIVER: Final = 0  # + place * 8 + kind
CLAIM: Final = 32  # + place

# Events.
LAID_OUT: Final = 0
"""A card between a seat and the next: card, place."""
DELIVERED: Final = 1
"""A good: kind, place."""
WON: Final = 2
"""The first reward of a card: card."""
KEPT: Final = 3
"""A card goes to a seat, for its second reward: card."""
CLAIMED: Final = 4
"""The second reward of a card: card."""


class Cards:
    """The cards as tables."""

    def __init__(self, components: Components) -> None:
        cards = components.modules.betwixt.cards
        self.goods: Ints = ints([KINDS.index(good) for card in cards for good in card.goods])
        """`goods[card * 7 + n]`: what a card asks for, from its first end."""
        self.points: Ints = ints([card.first["points"] for card in cards])
        self.second_points: Ints = ints([card.second["points"] for card in cards])
        self.effects: list[Effect] = [
            Effect(gain=reward) for card in cards for reward in (card.first, card.second)
        ]


def of(components: Components) -> Module:
    """The module with a set of components."""
    return Betwixt(Cards(components))


ACTS_AT: Final = set_of([SET_UP, TURN_BEGINS, TURN_ENDS, AT_ANY_TIME])
CHANGES: Final = set_of([EXTRA_SILVER])


class Betwixt(Destination):
    """The cards between the players."""

    name: ClassVar = "betwixt"
    title: ClassVar = "Betwixt"
    parts: ClassVar = "betwixt"
    meaning: ClassVar = (
        "Between every two neighbours lies a card that both can deliver to, for a reward to each of them."
    )

    def __init__(self, cards: Cards) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.ordered = True
        self.cards: Cards = cards
        self.card: Ints = zeros(PLACES)
        """The card in each place, counted from 1; 0 for none."""
        self.near: Ints = zeros(PLACES)
        """How many goods came from the first neighbour of each card."""
        self.far: Ints = zeros(PLACES)
        """How many came from the other."""
        self.waiting: Ints = zeros(PLACES)
        """Whose second reward a card is, counted from 1; 0 as long as it is being filled."""
        self.due: i64 = 0
        """The places of cards whose second reward can be had in this turn."""

    def fresh(self) -> Module:
        return Betwixt(self.cards)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, Betwixt)
        source: Betwixt = other  # checked once: `other` would be at every use
        copy_ints(self.card, source.card)
        copy_ints(self.near, source.near)
        copy_ints(self.far, source.far)
        copy_ints(self.waiting, source.waiting)
        self.due = source.due

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == SET_UP:
            self.set_up(state)
        elif moment == TURN_BEGINS:
            self.start_turn(state)
        elif moment == TURN_ENDS:
            self.end_turn(state)

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == EXTRA_SILVER:
            if a != FOR_SILVER:
                return value + self.extra_silver(state)
        return value

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        if where == AT_ANY_TIME:
            if a != FOR_SILVER:  # that is not one's own turn
                return self.anytime(state, into, end)
        return end

    def effects(self) -> list[Effect]:
        return self.cards.effects

    # -- set-up ----------------------------------------------------------------------------------------

    def set_up(self, state: GranjaData) -> None:
        """A random card between every two neighbours, two between two players."""
        left: i64 = ALL_CARDS
        place: i64 = 0
        while place < state.seats:
            card = pick(state, left)
            left ^= BIT[card]
            self.card[place] = card + 1
            self.note(state, place, LAID_OUT, card, place)
            place += 1

    # -- deliveries ------------------------------------------------------------------------------------

    def is_first(self, state: GranjaData, seat: i64, place: i64) -> bool:
        """Whether a seat is at the first end of a card."""
        return seat == place

    def is_beside(self, state: GranjaData, seat: i64, place: i64) -> bool:
        """Whether a seat is next to a card."""
        return place < state.seats and (seat == place or seat == (place + 1) % state.seats)

    def is_open(self, place: i64) -> bool:
        """Whether there is a card in a place that can be delivered to."""
        return self.card[place] != 0 and self.waiting[place] == 0

    def demand(self, state: GranjaData, seat: i64, place: i64, ahead: i64) -> i64:
        """The kind that a seat delivers next to a card, or after so many more; -1 when there is none."""
        if not self.is_open(place) or not self.is_beside(state, seat, place):
            return -1
        if self.near[place] + self.far[place] + ahead >= LENGTH:
            return -1
        start: i64 = (self.card[place] - 1) * LENGTH
        if self.is_first(state, seat, place):
            return self.cards.goods[start + self.near[place] + ahead]
        return self.cards.goods[start + LENGTH - 1 - self.far[place] - ahead]

    def asked_kinds(self, state: GranjaData) -> i64:
        kinds: i64 = 0
        place: i64 = 0
        while place < state.seats:
            kind = self.demand(state, state.seat, place, 0)
            if kind >= 0:
                kinds |= BIT[kind]
            place += 1
        return kinds

    def deliveries(self, state: GranjaData, into: Ints, end: i64, kinds: i64) -> i64:
        """To the cards beside one, in order: what is closest to oneself first."""
        asking: i64 = 0
        place: i64 = 0
        while place < state.seats:
            kind = self.demand(state, state.seat, place, 0)
            if kind >= 0 and kinds & BIT[kind]:
                asking |= BIT[place * 8 + kind]
            place += 1
        return offer(into, end, self.first + DELIVER, asking)

    def is_of_value(self, state: GranjaData, place: i64, value: i64) -> bool:
        """The value of a card is that of either of its rewards."""
        card: i64 = self.card[place] - 1
        return self.cards.points[card] == value or self.cards.second_points[card] == value

    def receive(self, state: GranjaData, place: i64, kind: i64) -> None:
        """Put a good onto a card; the seventh resolves it."""
        self.note(state, state.seat, DELIVERED, kind, place)
        if self.is_first(state, state.seat, place):
            self.near[place] += 1
        else:
            self.far[place] += 1
        if self.near[place] + self.far[place] == LENGTH:
            self.resolve(state, place)

    def receive_two(self, state: GranjaData, place: i64) -> None:
        if self.is_first(state, state.seat, place):
            self.near[place] += 2
        else:
            self.far[place] += 2
        if self.near[place] + self.far[place] == LENGTH:
            self.resolve(state, place)

    def resolve(self, state: GranjaData, place: i64) -> None:
        """Who contributed most is rewarded at once, the other in their next turn; who was alone, twice."""
        card: i64 = self.card[place] - 1
        most: i64 = place
        least: i64 = (place + 1) % state.seats
        fewer = self.far[place]
        if self.far[place] > self.near[place]:
            most = least
            least = place
            fewer = self.near[place]
        self.note(state, most, WON, card)
        self.reward(state, most, place, card * 2, self.cards.points[card])
        if fewer:
            self.waiting[place] = least + 1
            self.note(state, least, KEPT, card)
        else:
            self.claim(state, place, most)

    def claim(self, state: GranjaData, place: i64, seat: i64) -> None:
        """Take the second reward; the card leaves the game."""
        card: i64 = self.card[place] - 1
        self.card[place] = 0
        self.near[place] = 0
        self.far[place] = 0
        self.waiting[place] = 0
        self.due &= ~BIT[place]
        self.note(state, seat, CLAIMED, card)
        self.reward(state, seat, place, card * 2 + 1, self.cards.second_points[card])

    def reward(self, state: GranjaData, seat: i64, place: i64, which: i64, points: i64) -> None:
        """Give a seat one of a card's rewards."""
        source: i64 = MODULE_SOURCES + self.number * SOURCES_EACH
        bring(state, seat, self.first_effect + which, 1, source, which // 2)
        happened(state, CARD_REWARDED, seat * 4 + place, points)

    # -- the second reward, in the next turn -----------------------------------------------------------

    def start_turn(self, state: GranjaData) -> None:
        """In one's next turn the second reward can be had, whenever one chooses.

        One whose next turn never comes is not lost: it is had before the final scoring.
        """
        if state.step in (PLAY, ROOFS, DRAFT, LEFTOVER, FREE, PURCHASED, ENDING):
            place: i64 = 0
            while place < state.seats:
                if self.waiting[place] == state.seat + 1:
                    self.due |= BIT[place]
                place += 1

    def end_turn(self, state: GranjaData) -> None:
        """Who has not taken it by the end of that turn gets it then, from one card after another."""
        if state.step == PLAY or state.step == HAND:
            return  # it goes on with the income
        mine = self.mine(state)
        while mine and state.depth == 0:
            self.claim(state, only(mine & -mine), state.seat)
            mine &= mine - 1

    def mine(self, state: GranjaData) -> i64:
        """The places of cards whose second reward the seat to decide can take now."""
        found: i64 = 0
        place: i64 = 0
        while place < state.seats:
            if self.due & BIT[place] and self.waiting[place] == state.seat + 1:
                found |= BIT[place]
            place += 1
        return found

    def anytime(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """Offer what it lets the seat to decide do at any time; return where the offers end."""
        return offer(into, end, self.first + CLAIM, self.mine(state))

    def extra_silver(self, state: GranjaData) -> i64:
        """The silver of second rewards that can be had now, and what their goods could be sold for."""
        lookups = state.lookups
        silver: i64 = 0
        mine = self.mine(state)
        while mine:
            effect: i64 = self.first_effect + (self.card[only(mine & -mine)] - 1) * 2 + 1
            gained = lookups.gains_goods[effect]
            silver += lookups.gains_silver[effect]
            silver += (gained >> (TRADE_GOOD * 4) & 15) * lookups.gains_silver[EFFECT_TRADE]
            kind: i64 = 0
            while kind < RESOURCE_KINDS:
                silver += (gained >> (kind * 4) & 15) * lookups.sell[kind]
                kind += 1
            mine &= mine - 1
        return silver

    def apply(self, state: GranjaData, action: i64) -> None:
        if action >= CLAIM:
            self.claim(state, action - CLAIM, state.seat)
        else:
            deliver_to(state, self, action >> 3, action & 7)

    # -- agents, checks --------------------------------------------------------------------------------

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """Of each card beside one a share of the reward that one would get, by how far it is filled."""
        value: i64 = 0
        place: i64 = 0
        while place < state.seats:
            if self.card[place] and self.is_beside(state, seat, place):
                value += self.worth_of(state, seat, place)
            place += 1
        return value

    def worth_of(self, state: GranjaData, seat: i64, place: i64) -> i64:
        """The same for one card."""
        card: i64 = self.card[place] - 1
        if self.waiting[place]:
            if self.waiting[place] == seat + 1:
                return self.cards.second_points[card] * 100
            return 0
        mine = self.far[place]
        other = self.near[place]
        if self.is_first(state, seat, place):
            mine = self.near[place]
            other = self.far[place]
        if mine == 0:
            return 0
        reward = self.cards.second_points[card]
        if mine > other or other == 0:
            reward = self.cards.points[card]
        value: i64 = reward * (mine + other) * 11 + mine * 20
        kind = self.demand(state, seat, place, 0)
        if kind >= 0 and state.players[seat].has & BIT[kind]:
            value += 15
        return value

    def check(self, state: GranjaData) -> None:
        seen: set[int] = set()
        for place in range(PLACES):
            card = self.card[place]
            filled = self.near[place] + self.far[place]
            if card == 0:
                assert filled == 0, "goods on no card betwixt"
                assert self.waiting[place] == 0, "the reward of no card betwixt"
                continue
            assert place < state.seats, "a card betwixt nobody"
            assert card not in seen, "a card betwixt is there twice"
            seen.add(card)
            if self.waiting[place] == 0:
                assert filled < LENGTH, "a full card betwixt is resolved"
            else:
                assert filled == LENGTH, "only a full card betwixt is kept"
                assert self.is_beside(state, self.waiting[place] - 1, place), (
                    "a stranger keeps a card betwixt"
                )

    # -- learners ----------------------------------------------------------------------------------------

    def seat_fields(self, players: int) -> list[Field]:
        cards = [f"card-{n + 1}" for n in range(len(self.cards.points))]
        ends = ("this seat", "the next")
        return [
            one_of("card", "The card between this seat and the next one.", cards, 1),
            number("goods", "The goods that each of the two has put onto it.", LENGTH, places=ends),
            one_of("waiting", "Whose second reward it is, when it is full.", ends, 1),
            number("due", "Whether that can be had in this turn.", 1),
        ]

    def observe_farm(self, state: GranjaData, farm: i64, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = self.card[farm]
        into[n + 1] = self.near[farm]
        into[n + 2] = self.far[farm]
        into[n + 3] = 0
        if self.waiting[farm]:
            into[n + 3] = 1 + truth(self.waiting[farm] != farm + 1)
        into[n + 4] = truth(self.due & BIT[farm] != 0)
        return n + 5

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [
            *[
                (f"deliver {kind} betwixt-{place}", (f"good-{kind}", f"betwixt-{place}"))
                for place in range(1, PLACES + 1)
                for kind in KINDS
            ],
            *[(f"claim betwixt-{place}", ("claim", f"betwixt-{place}")) for place in range(1, PLACES + 1)],
        ]

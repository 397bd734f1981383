"""Grand Markers: two for each player, which cover two demands at once and hold their ground in the market.

A grand marker comes into play by two deliveries of one step, to two demands beside each other of a barrow, a
craft row or a Betwixt card. When that is completed it goes back to its player, or on to the market.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import BARROWS, target_name
from burgher.games.granja.components import STALL_NAMES, VALUES
from burgher.games.granja.data import Module, ModuleQuestion
from burgher.games.granja.deliveries import load_barrow, set_out, supply_row
from burgher.games.granja.effects import begin
from burgher.games.granja.fitting import filled_in_order, is_opened, rows_asking
from burgher.games.granja.goods import count_of, take_and_tell
from burgher.games.granja.helpers import refresh
from burgher.games.granja.in_play import (
    BARROW_LEFT,
    CARD_REWARDED,
    DRIVEN_AWAY,
    IN_STEP,
    MARKERS_TO_GUARD,
    MARKET_SCORED,
    MOVABLE_IN_ROW,
    MOVABLE_ON_BARROW,
    NOT_PLACED,
    REMOVAL_POINTS,
    SET_UP,
    STALL_LEFT,
    STALL_PLACED,
    STALL_PLACES,
    TWO_DELIVERABLE,
    USE_INSTANT_SIDE,
    changed,
)
from burgher.games.granja.lookups import EFFECT_INSTANT
from burgher.games.granja.market import occupied
from burgher.games.granja.modules.between import BESIDE_FARM, beside_farm
from burgher.games.granja.observation import CRAFT_NAMES
from burgher.games.granja.pending import FREE, PURCHASED, STALL_TO_PLACE
from burgher.games.granja.stack import answer, ask_of, pop, push, top
from burgher.kernel.ints import BIT, copy_ints, set_of, size, zeros
from burgher.kernel.observation import bits, number, one_of
from burgher.kernel.observing import truth
from burgher.kernel.offers import offer
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field

# Actions.
COVER: Final = 0  # + one of these:
BARROW: Final = 0  # + place of a barrow * 4 + the first of two demands
CARD: Final = 16  # + place of a Betwixt card
ROW: Final = 20  # + row, counted through all buildings, * 3 + the first of two demands
HALF: Final = 36
"""Actions of rows in each of two offers."""
MARKER: Final = 92
PLAIN: Final = 93
INSTANT: Final = 94  # + building

# Questions.
FROM_BARROW: Final = 0
FROM_CARD: Final = 1
INSTANT_SIDE: Final = 2

# Events.
COVERED: Final = 0
"""Two goods at once: kind, kind, action."""
TO_MARKET: Final = 1
"""A grand marker is to go to the market."""
BACK: Final = 2
"""A grand marker goes back to its player."""
BESIDE: Final = 3
"""The instant side of a neighbouring building: building, the one completed."""

# Sources of points.
IN_MARKET: Final = 0
"""More for grand markers in the market: how many."""
CRAFTED: Final = 1
"""More for a craft building: building."""


def of(components: Components) -> Module:
    """The module with a set of components."""
    parts = components.modules.grand_markers
    return GrandMarkers(parts.each, parts.craft, parts.removing, parts.market)


ACTS_AT: Final = set_of(
    [
        SET_UP,
        BARROW_LEFT,
        CARD_REWARDED,
        STALL_PLACED,
        NOT_PLACED,
        STALL_LEFT,
        MARKET_SCORED,
        USE_INSTANT_SIDE,
        IN_STEP,
    ]
)
CHANGES: Final = set_of(
    [
        MOVABLE_ON_BARROW,
        MOVABLE_IN_ROW,
        STALL_PLACES,
        DRIVEN_AWAY,
        REMOVAL_POINTS,
        MARKERS_TO_GUARD,
    ]
)


class GrandMarkers(Module):
    """Where the grand markers are."""

    name: ClassVar = "grand-markers"
    title: ClassVar = "Grand Markers"
    parts: ClassVar = "grand-markers"
    meaning: ClassVar = (
        "Two large markers each: they cover two demands at once, score more and only give way to each other."
    )

    def __init__(self, each: i64, craft: i64, removing: i64, in_market: i64) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.each: i64 = each
        self.craft_points: i64 = craft
        self.removing: i64 = removing
        self.in_market: i64 = in_market
        self.supply: Ints = zeros(4)
        """How many each seat has left."""
        self.on_barrows: Ints = zeros(4)
        """For each seat the first demand covered on each barrow, counted from 1, in four bits each."""
        self.on_crafts: Ints = zeros(6)
        """For each craft building the seat * 4 + the first demand covered, counted from 1; 0 for none."""
        self.on_cards: Ints = zeros(4)
        """Whose marker is on the Betwixt card of each place, counted from 1."""
        self.stalls: i64 = 0
        """The stall places with grand markers."""
        self.holder: i64 = 0
        """Who has one in hand while its place is decided, counted from 1; 0 for nobody."""
        self.placing: bool = False
        """Whether the marker that is put into the market next is that one."""

    def fresh(self) -> Module:
        return GrandMarkers(self.each, self.craft_points, self.removing, self.in_market)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, GrandMarkers)
        source: GrandMarkers = other  # checked once: `other` would be at every use
        copy_ints(self.supply, source.supply)
        copy_ints(self.on_barrows, source.on_barrows)
        copy_ints(self.on_crafts, source.on_crafts)
        copy_ints(self.on_cards, source.on_cards)
        self.stalls = source.stalls
        self.holder = source.holder
        self.placing = source.placing

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == SET_UP:
            self.set_up(state)
        elif moment == BARROW_LEFT:
            self.barrow_left(state, a)
        elif moment == CARD_REWARDED:
            self.rewarded(state, a >> 2, a & 3, b)
        elif moment == STALL_PLACED:
            self.stall_placed(state, a)
        elif moment == NOT_PLACED:
            self.not_placed(state)
        elif moment == STALL_LEFT:
            self.stall_left(state, a, b)
        elif moment == MARKET_SCORED:
            self.market(state, a)

    def instead(self, state: GranjaData, moment: i64, a: i64, b: i64) -> bool:
        if moment == USE_INSTANT_SIDE:
            return self.instant(state, a)
        return False

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == MOVABLE_ON_BARROW:
            return self.movable(state, a, value)
        if quantity == MOVABLE_IN_ROW:
            return self.movable_row(state, a, value)
        if quantity == STALL_PLACES:
            if self.limits_stalls(state):
                return self.stall_places(state, a)
        if quantity == DRIVEN_AWAY:
            return self.lower_neighbours(state, a, value)
        if quantity == REMOVAL_POINTS:
            return self.removal_points(state, a, value)
        if quantity == MARKERS_TO_GUARD:
            return value & ~self.stalls
        return value

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        if where == IN_STEP:
            return self.decisions(state, into, end)
        return end

    def questions(self) -> list[ModuleQuestion]:
        return [FromBarrow(), FromCard(), InstantSide()]

    # -- set-up ----------------------------------------------------------------------------------------

    def set_up(self, state: GranjaData) -> None:
        """The first marker of everybody in the market is a grand one."""
        seat: i64 = 0
        while seat < state.seats:
            self.supply[seat] = self.each - 1
            self.stalls |= state.market[seat]
            seat += 1

    # -- two deliveries at once (III) --------------------------------------------------------------------

    def decisions(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """Every two demands beside each other for which there are two goods and two deliveries."""
        if not self.can_cover(state):
            return end
        covers = self.barrow_pairs(state) | self.card_pairs(state) * BIT[CARD]
        end = offer(into, end, self.first + BARROW, covers)
        end = offer(into, end, self.first + ROW, self.row_pairs(state, 0))
        return offer(into, end, self.first + ROW + HALF, self.row_pairs(state, 3))

    def can_cover(self, state: GranjaData) -> bool:
        """Whether there is a grand marker, and two deliveries of this step."""
        if state.left < 2 or self.supply[state.seat] == 0:
            return False
        if state.step == PURCHASED:
            return state.me.silver >= 2 * state.lookups.delivery_price
        return state.step == FREE

    def has_both(self, state: GranjaData, kind: i64, other: i64) -> bool:
        """Whether the seat to decide has two goods and may deliver both."""
        me = state.me
        if not me.has & BIT[kind] or not me.has & BIT[other]:
            return False
        if kind == other and count_of(me, kind) < 2:
            return False
        return changed(state, TWO_DELIVERABLE, 1, kind * 8 + other) != 0

    def barrow_pairs(self, state: GranjaData) -> i64:
        """Where a grand marker could be put on barrows: four bits for each."""
        me = state.me
        found: i64 = 0
        slot: i64 = 0
        while slot < BARROWS:
            card = at(me.barrows, slot) - 1
            if card >= 0 and not self.on_barrows[state.seat] >> (slot * 4) & 15:
                n: i64 = 0
                while n < 4:
                    kind = state.lookups.barrow_goods[card * 5 + n]
                    other = state.lookups.barrow_goods[card * 5 + n + 1]
                    free = not at(me.loaded, slot) & (BIT[n] | BIT[n + 1])
                    if other >= 0 and free and self.has_both(state, kind, other):
                        found |= BIT[slot * 4 + n]
                    n += 1
            slot += 1
        return found

    def row_pairs(self, state: GranjaData, building: i64) -> i64:
        """The same for the rows of three craft buildings: three bits for each row."""
        found: i64 = 0
        start: i64 = 0
        last: i64 = building + 3
        while building < last:
            # The Apprentice lets one good into a blocked building, not two.
            shut = state.blocked & BIT[building] and not is_opened(state, building)
            if self.on_crafts[building] == 0 and not shut:
                asking = rows_asking(state, building)
                row: i64 = 0
                while row < 4:
                    if asking >> (row * 8) & 255:
                        found |= self.pairs_of_row(state, building, row) * BIT[start + row * 3]
                    row += 1
            building += 1
            start += 12
        return found

    def pairs_of_row(self, state: GranjaData, building: i64, row: i64) -> i64:
        """The same for one row."""
        found: i64 = 0
        first: i64 = (building * 4 + row) * 4
        met = at(state.me.supplied, building)
        n: i64 = 0
        while n < 3:
            kind = state.lookups.row_goods[first + n]
            other = state.lookups.row_goods[first + n + 1]
            if not met & (BIT[n] | BIT[n + 1]) and self.has_both(state, kind, other):
                found |= BIT[n]
            n += 1
        return found

    def card_pairs(self, state: GranjaData) -> i64:
        """The same for the Betwixt cards beside one, where the next two goods are covered."""
        cards = filled_in_order(state)
        found: i64 = 0
        if cards is None:
            return found
        place: i64 = 0
        while place < state.seats:
            if self.on_cards[place] == 0:
                kind = cards.demand(state, state.seat, place, 0)
                other = cards.demand(state, state.seat, place, 1)
                if kind >= 0 and other >= 0 and self.has_both(state, kind, other):
                    found |= BIT[place]
            place += 1
        return found

    def cover(self, state: GranjaData, action: i64) -> None:
        """Deliver two goods, with a grand marker over both of them."""
        seat = state.seat
        self.supply[seat] -= 1
        kind = self.kind_of(state, action, 0)
        other = self.kind_of(state, action, 1)
        take_and_tell(state, set_out(state, kind))
        take_and_tell(state, set_out(state, other))
        self.note(state, seat, COVERED, kind, other, action)
        if action >= ROW:
            row: i64 = (action - ROW) // 3
            n: i64 = (action - ROW) % 3
            self.on_crafts[row >> 2] = seat * 4 + n + 1
            supply_row(state, row >> 2, row & 3, BIT[n] | BIT[n + 1])
        elif action >= CARD:
            self.on_cards[action - CARD] = seat + 1
            cards = filled_in_order(state)
            assert cards is not None
            cards.receive_two(state, action - CARD)
        else:
            n = action & 3
            self.on_barrows[seat] += (n + 1) * BIT[(action >> 2) * 4]
            load_barrow(state, action >> 2, BIT[n] | BIT[n + 1])

    def kind_of(self, state: GranjaData, action: i64, which: i64) -> i64:
        """The first or second kind that an action delivers."""
        if action >= ROW:
            row: i64 = (action - ROW) // 3
            return state.lookups.row_goods[row * 4 + (action - ROW) % 3 + which]
        if action >= CARD:
            cards = filled_in_order(state)
            assert cards is not None
            return cards.demand(state, state.seat, action - CARD, which)
        return state.lookups.barrow_goods[(at(state.me.barrows, action >> 2) - 1) * 5 + (action & 3) + which]

    def movable(self, state: GranjaData, slot: i64, demands: i64) -> i64:
        """What a grand marker covers stays where it is."""
        covered: i64 = self.on_barrows[state.seat] >> (slot * 4) & 15
        if covered:
            return demands & ~(BIT[covered - 1] | BIT[covered])
        return demands

    def movable_row(self, state: GranjaData, building: i64, supplied: i64) -> i64:
        """Of the demands met in the row of the seat to decide at a craft building, those that can be lost."""
        on = self.on_crafts[building] - 1
        if on >= 0 and on >> 2 == state.seat:
            return supplied & ~(BIT[on & 3] | BIT[(on & 3) + 1])
        return supplied

    # -- completing (III) ----------------------------------------------------------------------------------

    def barrow_left(self, state: GranjaData, slot: i64) -> None:
        """A completed barrow's grand marker may go to the market; from a discarded one it comes back."""
        covered: i64 = self.on_barrows[state.seat] >> (slot * 4) & 15
        if covered:
            self.on_barrows[state.seat] -= covered * BIT[slot * 4]
            if top(state) == STALL_TO_PLACE:
                self.holder = state.seat + 1
                self.ask(state, FROM_BARROW)
            else:
                self.give_back(state, state.seat)

    def rewarded(self, state: GranjaData, seat: i64, place: i64, points: i64) -> None:
        """From a Betwixt card it may go to the market too: to a place of the reward's points."""
        if self.on_cards[place] == seat + 1:
            self.on_cards[place] = 0
            if points < VALUES[0] or points > VALUES[-1]:
                self.give_back(state, seat)
                return
            if seat != state.seat:
                ask_of(state, seat)
            self.holder = seat + 1
            push(state, STALL_TO_PLACE, BIT[points - 2])
            self.ask(state, FROM_CARD)

    def instant(self, state: GranjaData, building: i64) -> bool:
        """A craft building completed with one scores more, and a neighbour's instant side may be used."""
        on = self.on_crafts[building] - 1
        if on < 0 or on >> 2 != state.seat:
            return False
        self.on_crafts[building] = 0
        self.give_back(state, state.seat)
        self.score(state, state.seat, self.craft_points, CRAFTED, building)
        self.ask(state, INSTANT_SIDE, building)
        return True

    def use_instant(self, state: GranjaData, building: i64, completed: i64) -> None:
        """Use an instant side; for a neighbour's, the marker just gained is turned at once."""
        if building != completed:
            self.note(state, state.seat, BESIDE, building, completed)
            state.me.ongoing |= BIT[completed]
            refresh(state.lookups, state.me)
        begin(state, EFFECT_INSTANT + building)

    def give_back(self, state: GranjaData, seat: i64) -> None:
        """A grand marker goes back to its player's supply."""
        self.supply[seat] += 1
        self.note(state, seat, BACK)

    # -- the market (III, IV) --------------------------------------------------------------------------------

    def to_market(self, state: GranjaData) -> None:
        """The grand marker goes to the market."""
        self.placing = True
        self.note(state, state.seat, TO_MARKET)

    def take_back(self, state: GranjaData) -> None:
        """It does not: a plain one goes instead, or none."""
        self.holder = 0
        self.give_back(state, state.seat)

    def limits_stalls(self, state: GranjaData) -> bool:
        """Whether it has rules of its own for where the marker being placed may go."""
        return not self.placing and self.stalls != 0

    def stall_places(self, state: GranjaData, values: i64) -> i64:
        """A plain marker never removes a grand one: where all places are theirs, it goes to a lower value."""
        found: i64 = 0
        value: i64 = 4
        while value >= 0:
            if values & BIT[value]:
                found |= self.plain_places(state, value)
            value -= 1
        lowest: i64 = values & -values
        while not found and lowest > 1:
            lowest >>= 1
            value = 0
            while BIT[value] != lowest:
                value += 1
            lower: i64 = 0
            while lower <= value:
                found |= self.plain_places(state, lower)
                lower += 1
        return found

    def plain_places(self, state: GranjaData, value: i64) -> i64:
        """The places of a value for a plain marker: empty, or an opponent's, or one's own."""
        lookups = state.lookups
        places: i64 = lookups.stalls_open[state.seats] & lookups.stalls_of[BIT[value]]
        empty: i64 = places & ~occupied(state)
        if empty:
            return empty
        places &= ~self.stalls
        if places & ~state.market[state.seat]:
            return places & ~state.market[state.seat]
        return places

    def lower_neighbours(self, state: GranjaData, space: i64, lower: i64) -> i64:
        """Only a grand marker drives grand ones away."""
        if self.placing or self.stalls & BIT[space]:
            return lower
        return lower & ~self.stalls

    def removal_points(self, state: GranjaData, space: i64, points: i64) -> i64:
        """What the marker on a stall place scores for each one that it removes."""
        if self.placing or self.stalls & BIT[space]:
            return self.removing
        return points

    def stall_placed(self, state: GranjaData, space: i64) -> None:
        """A marker was put on a stall place."""
        if self.placing:
            self.stalls |= BIT[space]
            self.placing = False
            self.holder = 0

    def stall_left(self, state: GranjaData, owner: i64, space: i64) -> None:
        """A grand marker that has to leave the market goes back to its player."""
        if self.stalls & BIT[space]:
            self.stalls ^= BIT[space]
            self.give_back(state, owner)

    def not_placed(self, state: GranjaData) -> None:
        """The marker that was to be put into the market has found no place."""
        if self.placing:
            self.placing = False
            self.give_back(state, self.holder - 1)
            self.holder = 0

    def market(self, state: GranjaData, seat: i64) -> None:
        """Grand markers in the market score more than plain ones."""
        grand = size(self.stalls & state.market[seat])
        self.score(state, seat, grand * (self.in_market - 1), IN_MARKET, grand)

    # -- decisions ---------------------------------------------------------------------------------------

    def apply(self, state: GranjaData, action: i64) -> None:
        if action >= INSTANT:
            answer(state, INSTANT, action - INSTANT)
        elif action >= MARKER:
            answer(state, action, 0)
        else:
            self.cover(state, action)

    # -- agents, checks --------------------------------------------------------------------------------

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """In the market they score every round and are hard to remove; elsewhere they promise it."""
        rounds: i64 = 6 - state.round
        value: i64 = self.supply[seat] * 20
        value += size(self.stalls & state.market[seat]) * rounds * (self.in_market - 1) * 100
        covered = self.on_barrows[seat]
        while covered:
            if covered & 15:
                value += 60
            covered >>= 4
        building: i64 = 0
        while building < 6:
            if self.on_crafts[building] and (self.on_crafts[building] - 1) >> 2 == seat:
                value += 90
            building += 1
        if self.holder == seat + 1:
            value += 40
            if self.placing:
                value += 100 * rounds
        return value

    def check(self, state: GranjaData) -> None:
        everywhere = state.market[0] | state.market[1] | state.market[2] | state.market[3]
        assert self.stalls & ~everywhere == 0, "a grand marker on an empty stall place"
        for seat in range(4):
            count = self.supply[seat] + size(self.stalls & state.market[seat])
            for slot in range(BARROWS):
                covered = self.on_barrows[seat] >> (slot * 4) & 15
                if covered:
                    count += 1
                    player = state.players[seat]
                    demands = set_of([covered - 1, covered])
                    assert at(player.barrows, slot) > 0, "a grand marker on no barrow"
                    assert at(player.loaded, slot) & demands == demands, "a grand marker over unmet demands"
            for building in range(6):
                on = self.on_crafts[building] - 1
                if on >= 0 and on >> 2 == seat:
                    count += 1
                    player = state.players[seat]
                    demands = set_of([on & 3, (on & 3) + 1])
                    met = at(player.supplied, building)
                    assert met & demands == demands, "a grand marker over unmet demands"
            count += [self.on_cards[place] for place in range(4)].count(seat + 1)
            if self.holder == seat + 1:
                count += 1
            expected = self.each if seat < state.seats else 0
            assert count == expected, f"seat {seat} has {count} grand markers"
        assert not self.placing or self.holder > 0, "nobody's grand marker is placed"

    # -- learners ----------------------------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        return [
            bits("stalls", "The stall places with grand markers.", STALL_NAMES),
            number("placing", "Whether the marker that is put into the market next is one.", 1),
        ]

    def seat_fields(self, players: int) -> list[Field]:
        return [
            number("supply", "Grand markers left.", self.each),
            one_of("barrows", "The first demand covered on each barrow.", "1234", 1, "1234"),
            one_of("rows", "The first demand covered at each craft building.", "123", 1, CRAFT_NAMES),
            bits("cards", "The Betwixt cards covered, beside this seat.", BESIDE_FARM),
            number("holding", "Whether one is in hand while its place is decided.", 1),
        ]

    def observe(self, state: GranjaData, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = self.stalls
        into[n + 1] = truth(self.placing)
        return n + 2

    def observe_farm(self, state: GranjaData, farm: i64, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = self.supply[farm]
        n += 1
        slot: i64 = 0
        while slot < BARROWS:
            into[n + slot] = self.on_barrows[farm] >> (slot * 4) & 15
            slot += 1
        n += BARROWS
        building: i64 = 0
        while building < 6:
            on: i64 = self.on_crafts[building]
            into[n + building] = 0
            if on and (on - 1) >> 2 == farm:
                into[n + building] = on - farm * 4
            building += 1
        n += 6
        cards: i64 = 0
        place: i64 = 0
        while place < state.seats:
            if self.on_cards[place] == farm + 1:
                cards |= BIT[place]
            place += 1
        into[n] = beside_farm(state, cards, farm)
        into[n + 1] = truth(self.holder == farm + 1)
        return n + 2

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        spots = [(target_name(slot), n) for slot in range(BARROWS) for n in range(1, 5)]
        rows = [(target_name(BARROWS + row), n) for row in range(24) for n in range(1, 4)]
        return [
            *[(f"grand {name} {n}", ("grand", name, f"pair-{n}")) for name, n in spots],
            *[(f"grand betwixt-{place}", ("grand", f"betwixt-{place}")) for place in range(1, 5)],
            *[(f"grand {name} {n}", ("grand", name, f"pair-{n}")) for name, n in rows],
            ("grand marker", ("grand-marker",)),
            ("plain marker", ("plain-marker",)),
            *[(f"instant {building}", (f"instant-{building}",)) for building in range(1, 7)],
        ]


class FromBarrow(ModuleQuestion):
    """Whether the grand marker of a barrow goes to the market instead of a plain one."""

    name: ClassVar = "marker of a barrow"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, markers_of(state, self.place).first + MARKER, 3)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        if verb == MARKER:
            markers_of(state, self.place).to_market(state)
        else:
            markers_of(state, self.place).take_back(state)


class FromCard(ModuleQuestion):
    """Whether the grand marker of a card between two farms goes to the market; else none does."""

    name: ClassVar = "marker of a card"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, markers_of(state, self.place).first + MARKER, 3)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        if verb == MARKER:
            markers_of(state, self.place).to_market(state)
        else:
            markers_of(state, self.place).take_back(state)
            pop(state)  # no marker is placed


class InstantSide(ModuleQuestion):
    """Whose instant side to use for a craft building completed with a grand marker. Its detail: which one."""

    name: ClassVar = "instant side"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        may: i64 = BIT[what] | BIT[(what + 1) % 6] | BIT[(what + 5) % 6]
        return offer(into, 0, markers_of(state, self.place).first + INSTANT, may)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        markers_of(state, self.place).use_instant(state, thing, what)


def markers_of(state: GranjaData, place: i64) -> GrandMarkers:
    """The module in its place."""
    module = state.acting[place]
    assert isinstance(module, GrandMarkers)
    return module

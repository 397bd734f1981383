"""Hired Hands: workers, sent with the value of a drafted die, who guard a stall or bring one more delivery.

Everybody also has another donkey tile instead of the one with four donkeys: none of them, but four hats. It
keeps its place among the tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import BARROWS, SKIP, TARGETS, target_name
from burgher.games.granja.actions import FETCH as FETCH_TILE
from burgher.games.granja.anytime import means
from burgher.games.granja.components import KINDS, STALL_NAMES
from burgher.games.granja.data import Module
from burgher.games.granja.deliveries import put
from burgher.games.granja.events import DELIVERED, note
from burgher.games.granja.fitting import barrows_asking, rows_asking
from burgher.games.granja.goods import earn, take
from burgher.games.granja.in_play import (
    BARROW_LEFT,
    BUILDING_OPENED,
    CARD_REWARDED,
    DIE_TAKEN,
    DONKEYS_ON_TILE,
    DRIVE_STALLS_AWAY,
    FOR_QUESTION,
    HATS_ON_TILE,
    IN_STEP,
    NAMED_DONKEYS,
    NOT_PLACED,
    REPLACE_STALL,
    ROW_COMPLETED,
    SET_UP,
    STALL_LEFT,
    STEP_BEGINS,
    TURN_BEGINS,
    TURN_GOES_ON,
    happened,
)
from burgher.games.granja.lookups import DELIVERS, TRANSPORT
from burgher.games.granja.market import discard_stalls, owner_of, take_over
from burgher.games.granja.modules.betwixt import BESIDE_FARM, beside_farm
from burgher.games.granja.modules.grand_markers import GrandMarkers, betwixt_of
from burgher.games.granja.naming import one, several, target_title
from burgher.games.granja.observation import CRAFT_NAMES
from burgher.games.granja.pauses import helper_leads, roof_leads
from burgher.games.granja.pending import CHOOSING, FETCHING, FREE, PURCHASED, RECALL
from burgher.games.granja.stack import answer, ask_of, give_turn, pop
from burgher.games.granja.transport import choose_donkey
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import BIT, copy_ints, members_of, only, set_of, size, zeros
from burgher.kernel.observation import bits, number
from burgher.kernel.observing import seats_after
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.journal import Entry
    from burgher.kernel.observation import Field
    from burgher.kernel.reading import Reader

# Where a worker can be: 24 stall places, four barrows, four Betwixt cards, six craft buildings.
SPOTS: Final = 38
AT_BARROWS: Final = 24
AT_CARDS: Final = 28
AT_CRAFTS: Final = 32
ANY_VALUE: Final = 1
"""A die of this value counts as any other, for silver."""
OTHER_TILE: Final = 3
"""The place of the donkey tile that is another one here."""

# Actions.
SEND: Final = 0  # + spot
BRING: Final = 38  # + spot
WORK: Final = 76  # + target * 8 + kind; after the rows, Betwixt cards are targets
LIE: Final = 332  # + building
KEEP: Final = 338
DONKEY: Final = 339
FETCH: Final = 340

# Questions.
SENDING: Final = 0  # + value of the die * 4
RECALLING: Final = 1
REPLACED: Final = 2  # + stall place * 4 + the seat that replaces its marker * 128
DRIVEN: Final = 3  # + stall place * 4 + the seat that drives its marker away * 128 + from which place * 1024

# Events.
SENT: Final = 0
"""A worker: spot, silver."""
HOME: Final = 1
"""A worker comes back: spot."""
WORKED: Final = 2
"""A worker comes back for a delivery: spot."""
LAY_DOWN: Final = 3
"""A worker lies down: building."""
GUARDED: Final = 4
"""A worker leaves instead of a marker: stall place."""


def of(components: Components) -> Module:
    """The module with a set of components."""
    parts = components.modules.hired_hands
    return HiredHands(parts.workers, parts.any_value, parts.donkeys, parts.hats)


ACTS_AT: Final = set_of(
    [
        SET_UP,
        STEP_BEGINS,
        TURN_BEGINS,
        DIE_TAKEN,
        BARROW_LEFT,
        CARD_REWARDED,
        ROW_COMPLETED,
        STALL_LEFT,
        REPLACE_STALL,
        DRIVE_STALLS_AWAY,
        IN_STEP,
        FOR_QUESTION,
    ]
)
CHANGES: Final = set_of([TURN_GOES_ON, BUILDING_OPENED, NAMED_DONKEYS, DONKEYS_ON_TILE, HATS_ON_TILE])


class HiredHands(Module):
    """Where the workers are."""

    name: ClassVar = "hired-hands"
    title: ClassVar = "Hired Hands"
    parts: ClassVar = "hired-hands"
    meaning: ClassVar = (
        "Two workers each: a drafted die also sends one to guard a stall, or to bring a delivery more later."
    )

    def __init__(self, workers: i64, price: i64, donkeys: i64, hats: i64) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.workers: i64 = workers
        self.price: i64 = price
        self.tile_donkeys: i64 = donkeys
        self.tile_hats: i64 = hats
        self.home: Ints = zeros(4)
        """How many workers of each seat are at home."""
        self.out: Ints = zeros(4)
        """The spots where those of each seat are."""
        self.lying: Ints = zeros(4)
        """The craft buildings beside which one of each seat lies."""
        self.under: i64 = 0
        """The markers being driven away, while their owners are asked."""
        self.to_ask: i64 = 0
        """Those of them for which an owner has still to be asked."""

    def fresh(self) -> Module:
        return HiredHands(self.workers, self.price, self.tile_donkeys, self.tile_hats)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, HiredHands)
        copy_ints(self.home, other.home)
        copy_ints(self.out, other.out)
        copy_ints(self.lying, other.lying)
        self.under = other.under
        self.to_ask = other.to_ask

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == SET_UP:
            self.set_up(state)
        elif moment == STEP_BEGINS:
            self.start_step(state)
        elif moment == TURN_BEGINS:
            self.start_turn(state)
        elif moment == DIE_TAKEN:
            self.die_taken(state, a)
        elif moment == BARROW_LEFT:
            self.barrow_left(state, a)
        elif moment == CARD_REWARDED:
            self.rewarded(state, a >> 2, a & 3, b)
        elif moment == ROW_COMPLETED:
            self.row_completed(state, a)
        elif moment == STALL_LEFT:
            self.stall_left(state, a, b)

    def instead(self, state: GranjaData, moment: i64, a: i64, b: i64) -> bool:
        if moment == REPLACE_STALL:
            return self.shields(state, a >> 5, a & 31, b)
        if moment == DRIVE_STALLS_AWAY:
            return self.shields_from(state, a >> 5, a & 31, b)
        return False

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == TURN_GOES_ON:
            if self.stays(state):
                return 1
        if quantity == BUILDING_OPENED:
            if self.opens(state, a):
                return 1
        if quantity == NAMED_DONKEYS:
            return self.own_donkeys(state, value)
        if quantity == DONKEYS_ON_TILE:
            return self.donkeys(state, a, value)
        if quantity == HATS_ON_TILE:
            return self.hats(state, a, value)
        return value

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        if where == IN_STEP:
            return self.decisions(state, into, end)
        if where == FOR_QUESTION:
            return self.more_answers(state, into, end, a)
        return end

    def set_up(self, state: GranjaData) -> None:
        """Lay out what it brings, after everything else and before the first round."""
        seat: i64 = 0
        while seat < state.seats:
            self.home[seat] = self.workers
            seat += 1

    # -- the other donkey tile (III) ---------------------------------------------------------------------

    def donkeys(self, state: GranjaData, seat: i64, donkeys: i64) -> i64:
        """The donkeys on the tile that a player has chosen."""
        if state.players[seat].donkey == OTHER_TILE:
            return self.tile_donkeys
        return donkeys

    def hats(self, state: GranjaData, seat: i64, hats: i64) -> i64:
        """The hats on it."""
        if state.players[seat].donkey == OTHER_TILE:
            return self.tile_hats
        return hats

    def own_donkeys(self, state: GranjaData, tiles: i64) -> i64:
        """Of the donkey tiles that everybody has, those that `donkey` and `fetch` can name."""
        return tiles & ~BIT[OTHER_TILE]

    # -- sending (II) --------------------------------------------------------------------------------------

    def die_taken(self, state: GranjaData, space: i64) -> None:
        """With a drafted die, a worker may be sent to a place of its value."""
        if self.home[state.seat]:
            self.ask(state, SENDING + (space + 1) * 4)

    def spots(self, state: GranjaData, value: i64, silver: i64) -> i64:
        """Where the seat to decide could send a worker with a die; a 1 goes anywhere for some silver."""
        if self.home[state.seat] == 0:
            return 0
        found = self.of_value(state, value)
        if value == ANY_VALUE and silver >= self.price:
            other: i64 = 2
            while other <= 6:
                found |= self.of_value(state, other)
                other += 1
        return found

    def of_value(self, state: GranjaData, value: i64) -> i64:
        """The places of a value: the seat's stalls and barrows, Betwixt cards beside it, a craft building."""
        found = self.stalls_to_guard(state, value) | self.barrows_to_help(state, value)
        cards = betwixt_of(state)
        if cards is not None:
            place: i64 = 0
            while place < state.seats:
                if cards.is_open(place) and cards.is_beside(state, state.seat, place):
                    card: i64 = cards.card[place] - 1
                    if cards.cards.points[card] == value or cards.cards.second_points[card] == value:
                        found |= BIT[AT_CARDS + place]
                place += 1
        found |= BIT[AT_CRAFTS + value - 1]
        found &= ~(state.me.crafts * BIT[AT_CRAFTS] | self.lying[state.seat] * BIT[AT_CRAFTS])
        return found & ~self.out[state.seat]

    def stalls_to_guard(self, state: GranjaData, value: i64) -> i64:
        """One's own plain markers in the market on places of a value: grand ones are not protected."""
        if value < 2:
            return 0
        return state.market[state.seat] & ~grand_stalls(state) & state.lookups.stalls_of[BIT[value - 2]]

    def barrows_to_help(self, state: GranjaData, value: i64) -> i64:
        """One's barrows of a value."""
        found: i64 = 0
        slot: i64 = 0
        while slot < BARROWS:
            card = state.me.barrows[slot] - 1
            if card >= 0 and state.lookups.barrow_points[card] == value:
                found |= BIT[AT_BARROWS + slot]
            slot += 1
        return found

    def send(self, state: GranjaData, spot: i64, value: i64) -> None:
        """Send a worker from home."""
        seat = state.seat
        price: i64 = 0
        if not self.of_value(state, value) & BIT[spot]:
            price = self.price
        self.home[seat] -= 1
        self.out[seat] |= BIT[spot]
        self.note(state, seat, SENT, spot, price)
        earn(state, seat, -price)

    def bring_home(self, state: GranjaData, seat: i64, spot: i64, event: i64) -> None:
        """A worker comes back, and can be sent again."""
        self.out[seat] &= ~BIT[spot]
        self.home[seat] += 1
        self.note(state, seat, event, spot)

    # -- working (III) -------------------------------------------------------------------------------------

    def decisions(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """In the transportation phase: a delivery more where a worker is, or lying down; the donkey tile."""
        seat = state.seat
        if state.step == CHOOSING:
            if state.me.donkeys & BIT[OTHER_TILE]:
                return offer(into, end, self.first + DONKEY, 1)
            return end
        if state.step == FREE:
            spots: i64 = self.out[seat] >> AT_BARROWS
            while spots:
                spot: i64 = AT_BARROWS + only(spots & -spots)
                target = first_target(spot)
                end = offer(into, end, self.first + WORK + target * 8, self.work_at(state, spot))
                spots &= spots - 1
        if state.step == FREE or state.step == PURCHASED:
            end = offer(into, end, self.first + LIE, self.may_lie(state))
        return end

    def work_at(self, state: GranjaData, spot: i64) -> i64:
        """What a worker of the seat to decide could deliver where it is: eight bits for each target there."""
        has = state.me.has
        if spot < AT_CARDS:
            slot: i64 = spot - AT_BARROWS
            return barrows_asking(state) >> (slot * 8) & 255 & has
        if spot < AT_CRAFTS:
            cards = betwixt_of(state)
            assert cards is not None
            kind = cards.demand(state, state.seat, spot - AT_CARDS, 0)
            if kind < 0:
                return 0
            return BIT[kind] & has
        return rows_asking(state, spot - AT_CRAFTS) & has * 0x1010101

    def stays(self, state: GranjaData) -> bool:
        """Free deliveries go on as long as a worker could bring one; before the scoring, one may lie down."""
        if state.step == PURCHASED and state.left == 0:
            return self.is_worth_lying(state)
        if state.step == FREE:
            spots: i64 = self.out[state.seat] >> AT_BARROWS
            while spots:
                if self.work_at(state, AT_BARROWS + only(spots & -spots)):
                    return True
                spots &= spots - 1
        return False

    def work(self, state: GranjaData, target: i64, kind: i64) -> None:
        """Take a worker home for a delivery to where it was."""
        self.bring_home(state, state.seat, spot_of(target), WORKED)
        take(state.me, kind)
        if target < TARGETS:
            note(state, state.seat, DELIVERED, kind, target)
            put(state, target, kind)
        else:
            cards = betwixt_of(state)
            assert cards is not None
            cards.fill(state, target - TARGETS, kind)

    def may_lie(self, state: GranjaData) -> i64:
        """The blocked craft buildings beside which a worker of the seat to decide stands."""
        return self.out[state.seat] >> AT_CRAFTS & state.blocked

    def is_worth_lying(self, state: GranjaData) -> bool:
        """Whether a roof tile or a helper could still deliver to a building that a worker would open."""
        lying = self.lying[state.seat]
        self.lying[state.seat] |= self.may_lie(state)
        found = self.lying[state.seat] != lying and (
            roof_leads(state, DELIVERS) or helper_leads(state, DELIVERS)
        )
        self.lying[state.seat] = lying
        return found

    def lie_down(self, state: GranjaData, building: i64) -> None:
        """Lay a worker down: for this round's transportation phase the building is open to its player."""
        self.out[state.seat] &= ~BIT[AT_CRAFTS + building]
        self.lying[state.seat] |= BIT[building]
        self.note(state, state.seat, LAY_DOWN, building)

    def opens(self, state: GranjaData, building: i64) -> bool:
        """Whether the seat to decide may deliver to a blocked craft building all the same."""
        return state.phase == TRANSPORT and self.lying[state.seat] & BIT[building] != 0

    def barrow_left(self, state: GranjaData, slot: i64) -> None:
        """Where there is nothing left to deliver to, a worker comes home."""
        if self.out[state.seat] & BIT[AT_BARROWS + slot]:
            self.bring_home(state, state.seat, AT_BARROWS + slot, HOME)

    def rewarded(self, state: GranjaData, seat: i64, place: i64, points: i64) -> None:
        """A seat got a reward of so many points for the Betwixt card in a place."""
        other: i64 = 0
        while other < state.seats:
            if self.out[other] & BIT[AT_CARDS + place]:
                self.bring_home(state, other, AT_CARDS + place, HOME)
            other += 1

    def row_completed(self, state: GranjaData, building: i64) -> None:
        """The seat to decide has completed a row of a craft building."""
        if self.out[state.seat] & BIT[AT_CRAFTS + building]:
            self.bring_home(state, state.seat, AT_CRAFTS + building, HOME)

    # -- guarding (III) ------------------------------------------------------------------------------------

    def shields(self, state: GranjaData, seat: i64, space: i64, owner: i64) -> bool:
        """A worker may leave instead of the marker that would be replaced."""
        if owner < 0 or owner == seat or not self.out[owner] & BIT[space]:
            return False
        ask_of(state, owner)
        self.ask(state, REPLACED + space * 4 + seat * 128)
        return True

    def shields_from(self, state: GranjaData, seat: i64, space: i64, lower: i64) -> bool:
        """A worker may leave instead of a marker that would be driven away."""
        guarded: i64 = 0
        owner: i64 = 0
        while owner < state.seats:
            guarded |= self.out[owner] & lower & state.market[owner]
            owner += 1
        if guarded == 0:
            return False
        self.under = lower
        self.to_ask = guarded
        self.ask_next(state, seat, space)
        return True

    def ask_next(self, state: GranjaData, seat: i64, space: i64) -> None:
        """Ask the owner of the next marker with a worker beside it."""
        guarded = only(self.to_ask & -self.to_ask)
        ask_of(state, owner_of(state, guarded))
        self.ask(state, DRIVEN + guarded * 4 + seat * 128 + space * 1024)

    def keep(self, state: GranjaData, what: i64, kept: bool) -> None:
        """The worker goes home and the marker stays, and nobody scores for it; or the marker goes."""
        pop(state)  # the decision goes back
        seat: i64 = what >> 7 & 7
        space: i64 = what >> 2 & 31
        owner = state.seat
        give_turn(state, seat)
        if kept:
            self.bring_home(state, owner, space, GUARDED)
        if what & 3 == REPLACED:
            if kept:
                happened(state, NOT_PLACED)
            else:
                take_over(state, seat, space, owner)
            return
        if kept:
            self.under ^= BIT[space]
        self.to_ask ^= BIT[space]
        if self.to_ask:
            self.ask_next(state, seat, what >> 10)
        else:
            under = self.under
            self.under = 0
            discard_stalls(state, seat, what >> 10, under)

    def stall_left(self, state: GranjaData, owner: i64, space: i64) -> None:
        """A worker has nothing to guard any more."""
        if self.out[owner] & BIT[space]:
            self.bring_home(state, owner, space, HOME)

    # -- coming back (IV) ------------------------------------------------------------------------------------

    def start_step(self, state: GranjaData) -> None:
        """Workers that lie beside craft buildings come home at the end of the round."""
        if state.step == RECALL:
            seat: i64 = 0
            while seat < state.seats:
                while self.lying[seat]:
                    building = only(self.lying[seat] & -self.lying[seat])
                    self.lying[seat] &= self.lying[seat] - 1
                    self.home[seat] += 1
                    self.note(state, seat, HOME, AT_CRAFTS + building)
                seat += 1

    def start_turn(self, state: GranjaData) -> None:
        """After the new roof tiles, everybody may call workers back."""
        if state.step == RECALL and self.out[state.seat]:
            self.ask(state, RECALLING)

    # -- decisions -----------------------------------------------------------------------------------------

    def settle(self, state: GranjaData, what: i64) -> bool:
        asked: i64 = what & 3
        if asked == SENDING and self.spots(state, what >> 2, means(state)) == 0:
            pop(state)
            return True
        if asked == RECALLING and self.out[state.seat] == 0:
            pop(state)
            return True
        return False

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        asked: i64 = what & 3
        end: i64 = 0
        if asked == SENDING:
            end = offer(into, end, self.first + SEND, self.spots(state, what >> 2, state.me.silver))
        elif asked == RECALLING:
            end = offer(into, end, self.first + BRING, self.out[state.seat])
        else:
            end = offer(into, end, self.first + KEEP, 1)
        return offer(into, end, SKIP, 1)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return what & 3 == SENDING

    def more_answers(self, state: GranjaData, into: Ints, end: i64, asked: i64) -> i64:
        """Offer further answers to a question that the rules ask; return where the offers end."""
        if asked == FETCHING and not state.me.donkeys & BIT[OTHER_TILE]:
            return offer(into, end, self.first + FETCH, 1)
        return end

    def decline(self, state: GranjaData, what: i64) -> None:
        if what & 3 >= REPLACED:
            self.keep(state, what, False)

    def apply(self, state: GranjaData, action: i64) -> None:
        what: i64 = state.asked[state.depth] >> 6
        if action < BRING:
            pop(state)
            self.send(state, action, what >> 2)
        elif action < WORK:
            self.bring_home(state, state.seat, action - BRING, HOME)
        elif action < LIE:
            self.work(state, (action - WORK) >> 3, (action - WORK) & 7)
        elif action < KEEP:
            self.lie_down(state, action - LIE)
        elif action == KEEP:
            pop(state)
            self.keep(state, what, True)
        elif action == DONKEY:
            choose_donkey(state, OTHER_TILE)
        else:
            answer(state, FETCH_TILE, OTHER_TILE)

    # -- agents, checks --------------------------------------------------------------------------------

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """A worker out there is worth a delivery, or some of the points of the stall it guards."""
        value: i64 = self.home[seat] * 15
        out = self.out[seat]
        value += size(out >> AT_BARROWS) * 50
        value += size(out & 0xFFFFFF) * (20 + 8 * (6 - state.round))
        return value + size(self.lying[seat]) * 55

    def check(self, state: GranjaData) -> None:
        for seat in range(4):
            count = self.home[seat] + size(self.out[seat]) + size(self.lying[seat])
            expected = self.workers if seat < state.seats else 0
            assert count == expected, f"seat {seat} has {count} workers"
            if seat >= state.seats:
                continue
            player = state.players[seat]
            assert self.out[seat] & 0xFFFFFF & ~state.market[seat] == 0, "a worker beside no marker"
            for slot in range(BARROWS):
                here = self.out[seat] & set_of([AT_BARROWS + slot])
                assert not here or player.barrows[slot] > 0, "a worker on no barrow"
            assert self.out[seat] >> AT_CRAFTS & player.crafts == 0, "a worker where all is done"
        assert self.to_ask & ~self.under == 0, "somebody is asked for a marker that may stay"

    # -- learners ----------------------------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        return [
            bits("under", "The markers being driven away, while owners are asked.", STALL_NAMES),
            bits("to ask", "Those of them whose owner has still to be asked.", STALL_NAMES),
        ]

    def seat_fields(self, players: int) -> list[Field]:
        return [
            number("home", "Workers at home.", self.workers),
            bits("stalls", "The stall places with a worker.", STALL_NAMES),
            bits("barrows", "The barrows with one.", "1234"),
            bits("cards", "The Betwixt cards with one, beside this seat.", BESIDE_FARM),
            bits("buildings", "The craft buildings with one.", CRAFT_NAMES),
            bits("lying", "The craft buildings beside which one lies.", CRAFT_NAMES),
        ]

    def observe(self, state: GranjaData, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = self.under
        into[n + 1] = self.to_ask
        return n + 2

    def observe_farm(self, state: GranjaData, farm: i64, seat: i64, into: Ints, n: i64) -> i64:
        out: i64 = self.out[farm]
        into[n] = self.home[farm]
        into[n + 1] = out & (BIT[AT_BARROWS] - 1)
        into[n + 2] = out >> AT_BARROWS & 15
        into[n + 3] = beside_farm(state, out >> AT_CARDS & 15, farm)
        into[n + 4] = out >> AT_CRAFTS
        into[n + 5] = self.lying[farm]
        return n + 6

    def detail_bits(self) -> int:
        return 15

    def observed_detail(self, state: GranjaData, what: i64, seat: i64) -> i64:
        if what & 3 < REPLACED:
            return what
        by: i64 = what >> 7 & 7
        return what + (seats_after(by, seat, state.seats) - by) * 128

    # -- for people --------------------------------------------------------------------------------------

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        spots = [spot_name(spot) for spot in range(SPOTS)]
        targets = [target_name(target) for target in range(TARGETS)] + [f"betwixt-{n}" for n in range(1, 5)]
        return [
            *[(f"worker {spot}", ("worker", spot)) for spot in spots],
            *[(f"recall {spot}", ("recall", spot)) for spot in spots],
            *[
                (f"work {kind} {target}", ("work", f"good-{kind}", target))
                for target in targets
                for kind in KINDS
            ],
            *[(f"lie down building-{n}", ("lie-down", f"building-{n}")) for n in range(1, 7)],
            ("keep marker", ("keep-marker",)),
            (f"donkey {self.tile_donkeys}", (f"donkey-{self.tile_donkeys}",)),
            (f"fetch {self.tile_donkeys}", ("fetch", f"donkey-{self.tile_donkeys}")),
        ]

    def is_secret(self, state: GranjaData, action: int) -> bool:
        return action == DONKEY

    def donkey_name(self, tile: int, components: Components) -> str | None:
        if tile != OTHER_TILE:
            return None
        donkeys = several(self.tile_donkeys, "donkey") if self.tile_donkeys else "no donkey"
        return f"the tile with {donkeys} and {several(self.tile_hats, 'hat')}"

    def question(self, state: GranjaData, what: int) -> str:
        asked = what & 3
        if asked == SENDING:
            value = what >> 2
            if value == ANY_VALUE:
                return f"Do you send a worker to building 1, or anywhere for {self.price} silver?"
            return f"Do you send a worker to a place of value {value}?"
        if asked == RECALLING:
            return "Which worker do you call back?"
        stall = STALL_NAMES[what >> 2 & 31]
        return f"Does your worker leave stall {stall} instead of your marker?"

    def sentence(self, state: GranjaData, action: int, components: Components) -> str:
        if action < BRING:
            fits = self.of_value(state, state.asked[state.depth] >> 8) & set_of([action])
            price = "" if fits else f" for {self.price} silver"
            return f"Send a worker to {spot_title(action, components)}{price}"
        if action < WORK:
            return f"Call back the worker from {spot_title(action - BRING, components)}"
        if action < LIE:
            target, kind = (action - WORK) >> 3, (action - WORK) & 7
            where = (
                target_title(target, components)
                if target < TARGETS
                else spot_title(spot_of(target), components)
            )
            return f"Take the worker home for a delivery of {one(kind)} to {where}"
        if action < KEEP:
            building = components.buildings[action - LIE].name
            return f"Lay the worker down: the {building} is open to you in this round"
        if action == KEEP:
            return "Your worker goes home, your marker stays"
        name = self.donkey_name(OTHER_TILE, components)
        return f"Choose {name}" if action == DONKEY else f"Take back {name}"

    def to_skip(self, state: GranjaData, what: int) -> str:
        asked = what & 3
        if asked == SENDING:
            return "Send nobody"
        return "Leave the workers where they are" if asked == RECALLING else "Let the marker go"

    def refusal(self, state: GranjaData, action: int) -> IllegalAction:
        if action < BRING:
            if self.home[state.seat] == 0:
                return IllegalAction("no-worker", "You have no worker at home", self.title)
            return IllegalAction("wrong-value", "The value of the die sends no worker there", self.title)
        if action < WORK:
            return IllegalAction("no-worker", "You have no worker to call back from there", self.title)
        if action < LIE:
            if not self.out[state.seat] & set_of([spot_of((action - WORK) >> 3)]):
                return IllegalAction("no-worker", "You have no worker there", self.title)
            if state.step != FREE:
                return IllegalAction(
                    "wrong-phase", "Workers bring deliveries in the step of free deliveries", self.title
                )
            return IllegalAction("wrong-good", "Your worker cannot deliver that there", self.title)
        if action < KEEP:
            return IllegalAction(
                "no-worker",
                "You lay a worker down beside a blocked craft building, in the transportation phase",
                self.title,
            )
        if action == KEEP:
            return IllegalAction("no-worker", "No marker of yours has to leave", self.title)
        return IllegalAction("no-tile", "That donkey tile is not there for it", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        who = names[entry.seat]
        a, b = (*entry.details, 0, 0)[:2]
        if event == SENT:
            return f"{who} sends a worker to {spot_title(a, components)}" + (f" for {b} silver" if b else "")
        if event == HOME:
            return f"{who}'s worker comes home from {spot_title(a, components)}"
        if event == WORKED:
            return f"{who} takes a worker home from {spot_title(a, components)}, for a delivery"
        if event == LAY_DOWN:
            return f"{who} lays a worker down beside the {components.buildings[a].name}"
        return f"{who}'s worker leaves stall {STALL_NAMES[a]} instead of the marker"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "home": [self.home[seat] for seat in range(state.seats)],
            "out": [[spot_name(spot) for spot in members_of(self.out[seat])] for seat in range(state.seats)],
            "lying": [[n + 1 for n in members_of(self.lying[seat])] for seat in range(state.seats)],
            "under": [STALL_NAMES[space] for space in members_of(self.under)],
            "to ask": [STALL_NAMES[space] for space in members_of(self.to_ask)],
        }

    def view(self, state: GranjaData, seat: int | None, components: Components) -> dict[str, Any]:
        tile = {"replaces": OTHER_TILE + 1, "donkeys": self.tile_donkeys, "hats": self.tile_hats}
        workers = [
            {"seat": owner, "at": spot_name(spot), "lying": False}
            for owner in range(state.seats)
            for spot in members_of(self.out[owner])
        ] + [
            {"seat": owner, "at": spot_name(AT_CRAFTS + building), "lying": True}
            for owner in range(state.seats)
            for building in members_of(self.lying[owner])
        ]
        return {**self.write(state, components), "workers": workers, "donkey tile": tile}

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        spots = [spot_name(spot) for spot in range(SPOTS)]
        home = reader.numbers("home", 0, self.workers, state.seats)
        out = reader.items("out", state.seats)
        lying = reader.items("lying", state.seats)
        for seat in range(state.seats):
            inner = type(reader)({"out": out[seat], "lying": lying[seat]}, reader.where)
            self.home[seat] = home[seat]
            self.out[seat] = set_of([spots.index(spot) for spot in inner.choices("out", spots)])
            self.lying[seat] = set_of([n - 1 for n in inner.numbers("lying", 1, 6)])
        self.under = set_of([STALL_NAMES.index(name) for name in reader.choices("under", STALL_NAMES)])
        self.to_ask = set_of([STALL_NAMES.index(name) for name in reader.choices("to ask", STALL_NAMES)])

    def knows(self, what: int, state: GranjaData) -> bool:
        asked = what & 3
        if asked == SENDING:
            return 1 <= what >> 2 <= 6
        if asked == RECALLING:
            return what == RECALLING
        space, seat = what >> 2 & 31, what >> 7 & 7
        if space >= len(STALL_NAMES) or seat >= state.seats or not self.out[state.seat] & set_of([space]):
            return False
        if asked == REPLACED:
            return what >> 10 == 0
        return what >> 10 < len(STALL_NAMES) and self.to_ask & set_of([space]) != 0

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic == f"donkey {self.tile_donkeys}":
            name = self.donkey_name(OTHER_TILE, components)
            return f"{str(name).capitalize()}: it is there instead of the one with four donkeys."
        if topic in ("worker", "workers", "work", "recall", "lie down", "keep marker"):
            return (
                "With a drafted die you may also send a worker to a place of its value: to guard one of your "
                "markers in the market, or to a barrow, a Betwixt card or a craft building, for one free "
                "delivery to it. Beside a blocked building it may lie down, which opens it to you for a "
                f"round. A 1 counts as any value for {self.price} silver."
            )
        return None

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        mine = view["modules"][self.name]
        lines: list[str] = []
        for seat, name in enumerate(names):
            where = [*mine["out"][seat], *(f"lying beside building-{n}" for n in mine["lying"][seat])]
            lines.append(f"{name}: {mine['home'][seat]} at home" + "".join(f", {spot}" for spot in where))
        return lines


def grand_stalls(state: GranjaData) -> i64:
    """The stall places with grand markers, if they are played with."""
    for module in state.modules:
        if isinstance(module, GrandMarkers):
            return module.stalls
    return 0


def first_target(spot: i64) -> i64:
    """The first target of deliveries where a worker is."""
    if spot < AT_CARDS:
        return spot - AT_BARROWS
    if spot < AT_CRAFTS:
        return TARGETS + spot - AT_CARDS
    return BARROWS + (spot - AT_CRAFTS) * 4


def spot_of(target: i64) -> i64:
    """Where a worker is that can deliver to a target."""
    if target < BARROWS:
        return AT_BARROWS + target
    if target < TARGETS:
        return AT_CRAFTS + (target - BARROWS) // 4
    return AT_CARDS + target - TARGETS


def spot_name(spot: int) -> str:
    """Where a worker is: `stall-3-2`, `barrow-1`, `betwixt-2`, `building-4`."""
    if spot < AT_BARROWS:
        return f"stall-{STALL_NAMES[spot]}"
    if spot < AT_CARDS:
        return f"barrow-{spot - AT_BARROWS + 1}"
    if spot < AT_CRAFTS:
        return f"betwixt-{spot - AT_CARDS + 1}"
    return f"building-{spot - AT_CRAFTS + 1}"


def spot_title(spot: int, components: Components) -> str:
    """The same as people say it."""
    if spot < AT_BARROWS:
        return f"stall {STALL_NAMES[spot]}"
    if spot < AT_CARDS:
        return f"barrow {spot - AT_BARROWS + 1}"
    if spot < AT_CRAFTS:
        return f"the card in place {spot - AT_CARDS + 1} betwixt"
    return f"the {components.buildings[spot - AT_CRAFTS].name}"

"""Hired Hands: workers, sent with the value of a drafted die, who guard a stall or bring one more delivery.

Everybody also has another donkey tile instead of the one with four donkeys: none of them, but four hats. It
keeps its place among the tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import BARROWS, SKIP, TARGETS, target_name
from burgher.games.granja.actions import FETCH as FETCH_TILE
from burgher.games.granja.anytime import kinds_in_reach, silver_in_reach
from burgher.games.granja.components import KINDS, STALL_NAMES
from burgher.games.granja.data import Module, ModuleQuestion
from burgher.games.granja.deliveries import put
from burgher.games.granja.events import DELIVERED, note
from burgher.games.granja.fitting import barrows_asking, filled_in_order, rows_asking
from burgher.games.granja.goods import earn, take, take_and_tell
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
    MARKERS_TO_GUARD,
    NAMED_DONKEYS,
    NOT_PLACED,
    REPLACE_STALL,
    ROW_COMPLETED,
    SET_UP,
    STALL_LEFT,
    STALL_PLACED,
    STALLS_TO_TAKE,
    STEP_BEGINS,
    TURN_BEGINS,
    TURN_GOES_ON,
    changed,
    happened,
)
from burgher.games.granja.legal import anytime
from burgher.games.granja.lookups import DELIVERS, TRANSPORT
from burgher.games.granja.market import discard_stalls, owner_of, take_over
from burgher.games.granja.modules.between import BESIDE_FARM, beside_farm
from burgher.games.granja.observation import CRAFT_NAMES
from burgher.games.granja.pauses import helper_leads, roof_leads
from burgher.games.granja.pending import CHOOSING, FETCHING, FREE, PURCHASED, RECALL, STALL_TO_PLACE
from burgher.games.granja.stack import answer, ask_of, give_turn, pop, push
from burgher.games.granja.transport import choose_donkey
from burgher.kernel.ints import BIT, copy_ints, only, set_of, size, zeros
from burgher.kernel.observation import bits, number
from burgher.kernel.observing import seats_after
from burgher.kernel.offers import offer, offer_buffer
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field

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
SENDING: Final = 0
RECALLING: Final = 1
REPLACED: Final = 2
DRIVEN: Final = 3

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
        STALL_PLACED,
        NOT_PLACED,
        REPLACE_STALL,
        DRIVE_STALLS_AWAY,
        IN_STEP,
        FOR_QUESTION,
    ]
)
CHANGES: Final = set_of(
    [TURN_GOES_ON, BUILDING_OPENED, NAMED_DONKEYS, DONKEYS_ON_TILE, HATS_ON_TILE, STALLS_TO_TAKE]
)


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
        self.kept: i64 = 0
        """The places that workers have just kept from a marker that is still to be placed."""

    def fresh(self) -> Module:
        return HiredHands(self.workers, self.price, self.tile_donkeys, self.tile_hats)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, HiredHands)
        source: HiredHands = other  # checked once: `other` would be at every use
        copy_ints(self.home, source.home)
        copy_ints(self.out, source.out)
        copy_ints(self.lying, source.lying)
        self.under = source.under
        self.to_ask = source.to_ask
        self.kept = source.kept

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
        elif moment == STALL_PLACED:
            self.stall_placed()
        elif moment == NOT_PLACED:
            self.kept = 0

    def instead(self, state: GranjaData, moment: i64, a: i64, b: i64) -> bool:
        if moment == REPLACE_STALL:
            return self.shields(state, a, b)
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
        if quantity == STALLS_TO_TAKE:
            return self.stalls_left(state, value, a)
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

    def questions(self) -> list[ModuleQuestion]:
        return [Sending(), Recalling(), Replaced(), Driven()]

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
            self.ask(state, SENDING, space + 1)

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
        cards = filled_in_order(state)
        if cards is not None:
            place: i64 = 0
            while place < state.seats:
                is_asking = cards.demand(state, state.seat, place, 0) >= 0
                if is_asking and cards.is_of_value(state, place, value):
                    found |= BIT[AT_CARDS + place]
                place += 1
        found |= BIT[AT_CRAFTS + value - 1]
        found &= ~(state.me.crafts * BIT[AT_CRAFTS] | self.lying[state.seat] * BIT[AT_CRAFTS])
        return found & ~self.out[state.seat]

    def stalls_to_guard(self, state: GranjaData, value: i64) -> i64:
        """One's own markers in the market on places of a value, as far as they can be protected."""
        if value < 2:
            return 0
        mine = changed(state, MARKERS_TO_GUARD, state.market[state.seat])
        return mine & state.lookups.stalls_of[BIT[value - 2]]

    def barrows_to_help(self, state: GranjaData, value: i64) -> i64:
        """One's barrows of a value."""
        found: i64 = 0
        slot: i64 = 0
        while slot < BARROWS:
            card = at(state.me.barrows, slot) - 1
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
                end = offer(
                    into, end, self.first + WORK + target * 8, self.work_at(state, spot, state.me.has)
                )
                spots &= spots - 1
        if state.step == FREE or state.step == PURCHASED:
            end = offer(into, end, self.first + LIE, self.may_lie(state))
        return end

    def work_at(self, state: GranjaData, spot: i64, kinds: i64) -> i64:
        """Of some kinds, what a worker of the seat to decide could deliver where it is: 8 bits a target."""
        if spot < AT_CARDS:
            slot: i64 = spot - AT_BARROWS
            return barrows_asking(state) >> (slot * 8) & 255 & kinds
        if spot < AT_CRAFTS:
            cards = filled_in_order(state)
            assert cards is not None
            kind = cards.demand(state, state.seat, spot - AT_CARDS, 0)
            if kind < 0:
                return 0
            return BIT[kind] & kinds
        return rows_asking(state, spot - AT_CRAFTS) & kinds * 0x1010101

    def stays(self, state: GranjaData) -> bool:
        """Free deliveries go on as long as a worker could bring one; before the scoring, one may lie down."""
        if state.step == PURCHASED and state.left == 0:
            return self.is_worth_lying(state)
        if state.step == FREE:
            spots: i64 = self.out[state.seat] >> AT_BARROWS
            if spots:
                return self.could_work(state, spots)
        return False

    def could_work(self, state: GranjaData, spots: i64) -> bool:
        """Whether a worker in one of some spots could bring what one has, or could come by first."""
        if self.is_asked_for(state, spots, state.me.has):
            return True
        if not self.is_asked_for(state, spots, kinds_in_reach(state, silver_in_reach(state))):
            return False
        return anytime(state, offer_buffer(), 0, 0) != 0

    def is_asked_for(self, state: GranjaData, spots: i64, kinds: i64) -> bool:
        """Whether one of some kinds is asked for where a worker is, in one of some spots."""
        while spots:
            if self.work_at(state, AT_BARROWS + only(spots & -spots), kinds):
                return True
            spots &= spots - 1
        return False

    def work(self, state: GranjaData, target: i64, kind: i64) -> None:
        """Take a worker home for a delivery to where it was."""
        self.bring_home(state, state.seat, spot_of(target), WORKED)
        if target < TARGETS:
            note(state, state.seat, DELIVERED, kind, target, take(state.me, kind))
            put(state, target, kind)
        else:
            take_and_tell(state, kind)
            cards = filled_in_order(state)
            assert cards is not None
            cards.receive(state, target - TARGETS, kind)

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

    def shields(self, state: GranjaData, what: i64, owner: i64) -> bool:
        """A worker may leave instead of the marker that would be replaced."""
        if owner < 0 or owner == what >> 5 & 7 or not self.guards(owner, what & 31):
            return False
        ask_of(state, owner)
        self.ask(state, REPLACED, what)
        return True

    def guards(self, owner: i64, space: i64) -> bool:
        """Whether there is a worker beside an owner's marker."""
        return owner < 4 and self.out[owner] & BIT[space] != 0

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
        self.ask(state, DRIVEN, guarded + seat * 32 + space * 256)

    def leave(self, state: GranjaData, space: i64, seat: i64, kept: bool) -> i64:
        """Who placed a stall goes on; a marker is kept if its worker goes home. Return whose it is."""
        pop(state)  # the decision goes back
        owner = state.seat
        if seat < state.seats:
            give_turn(state, seat)
        if kept:
            self.bring_home(state, owner, space, GUARDED)
        return owner

    def replace(self, state: GranjaData, what: i64, kept: bool) -> None:
        """The worker goes home and the marker stays, for no points; or the marker is replaced.

        The new one then has to take another place of its value; only where there is none it is not placed.
        """
        space: i64 = what & 31
        seat: i64 = what >> 5 & 7
        owner = self.leave(state, space, seat, kept)
        if not kept:
            take_over(state, seat, space, owner)
        elif seat < state.seats:
            self.kept |= BIT[space]
            push(state, STALL_TO_PLACE, what >> 8)
        else:
            happened(state, NOT_PLACED)

    def drive(self, state: GranjaData, what: i64, kept: bool) -> None:
        """The same for a marker that is driven away, with others whose owners are asked next."""
        space: i64 = what & 31
        seat: i64 = what >> 5 & 7
        self.leave(state, space, seat, kept)
        if kept:
            self.under ^= BIT[space]
        self.to_ask ^= BIT[space]
        if self.to_ask:
            self.ask_next(state, seat, what >> 8)
        else:
            under = self.under
            self.under = 0
            discard_stalls(state, seat, what >> 8, under)

    def stalls_left(self, state: GranjaData, places: i64, values: i64) -> i64:
        """Of some stall places, those not just kept; where these were all, one replaces one's own marker."""
        left: i64 = places & ~self.kept
        if left or not self.kept:
            return left
        mine = changed(state, MARKERS_TO_GUARD, state.market[state.seat])
        return mine & state.lookups.stalls_of[values & 31]

    def stall_placed(self) -> None:
        """The marker that some places were kept from has found another."""
        self.kept = 0

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

    def more_answers(self, state: GranjaData, into: Ints, end: i64, asked: i64) -> i64:
        """Offer further answers to a question that the rules ask; return where the offers end."""
        if asked == FETCHING and not state.me.donkeys & BIT[OTHER_TILE]:
            return offer(into, end, self.first + FETCH, 1)
        return end

    def apply(self, state: GranjaData, action: i64) -> None:
        if action < BRING:
            answer(state, SEND, action - SEND)
        elif action < WORK:
            answer(state, BRING, action - BRING)
        elif action < LIE:
            self.work(state, (action - WORK) >> 3, (action - WORK) & 7)
        elif action < KEEP:
            self.lie_down(state, action - LIE)
        elif action == KEEP:
            answer(state, KEEP, 0)
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
                assert not here or at(player.barrows, slot) > 0, "a worker on no barrow"
            assert self.out[seat] >> AT_CRAFTS & player.crafts == 0, "a worker where all is done"
        assert self.to_ask & ~self.under == 0, "somebody is asked for a marker that may stay"

    # -- learners ----------------------------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        return [
            bits("under", "The markers being driven away, while owners are asked.", STALL_NAMES),
            bits("to ask", "Those of them whose owner has still to be asked.", STALL_NAMES),
            bits("kept", "The stall places just kept from a marker that is to be placed.", STALL_NAMES),
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
        into[n + 2] = self.kept
        return n + 3

    def observe_farm(self, state: GranjaData, farm: i64, seat: i64, into: Ints, n: i64) -> i64:
        out: i64 = self.out[farm]
        into[n] = self.home[farm]
        into[n + 1] = out & (BIT[AT_BARROWS] - 1)
        into[n + 2] = out >> AT_BARROWS & 15
        into[n + 3] = beside_farm(state, out >> AT_CARDS & 15, farm)
        into[n + 4] = out >> AT_CRAFTS
        into[n + 5] = self.lying[farm]
        return n + 6

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


class Sending(ModuleQuestion):
    """Where to send a worker with a drafted die. Its detail: the value of the die."""

    name: ClassVar = "worker to send"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if hands_of(state, self.place).spots(state, what, silver_in_reach(state)):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        hands = hands_of(state, self.place)
        end = offer(into, 0, hands.first + SEND, hands.spots(state, what, state.me.silver))
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        hands_of(state, self.place).send(state, thing, what)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True


class Recalling(ModuleQuestion):
    """Which workers to call back, one after another."""

    name: ClassVar = "worker to call back"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if hands_of(state, self.place).out[state.seat]:
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        hands = hands_of(state, self.place)
        end = offer(into, 0, hands.first + BRING, hands.out[state.seat])
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        self.ask(state)
        hands_of(state, self.place).bring_home(state, state.seat, thing, HOME)


class Replaced(ModuleQuestion):
    """Whether a worker leaves instead of a marker that is replaced.

    Its detail: where, by which seat, and the values of the places that the new marker may take.
    """

    name: ClassVar = "marker replaced"
    detail_bits: ClassVar = 14

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end = offer(into, 0, hands_of(state, self.place).first + KEEP, 1)
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        hands_of(state, self.place).replace(state, what, True)

    def decline(self, state: GranjaData, what: i64) -> None:
        hands_of(state, self.place).replace(state, what, False)

    def observed(self, state: GranjaData, what: i64, seat: i64) -> i64:
        by: i64 = what >> 5 & 7
        return what + (seats_after(by, seat, state.seats) - by) * 32


class Driven(ModuleQuestion):
    """The same for a marker that is driven away. Its detail: where, by which seat, and from which place."""

    name: ClassVar = "marker driven away"
    detail_bits: ClassVar = 13

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end = offer(into, 0, hands_of(state, self.place).first + KEEP, 1)
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        hands_of(state, self.place).drive(state, what, True)

    def decline(self, state: GranjaData, what: i64) -> None:
        hands_of(state, self.place).drive(state, what, False)

    def observed(self, state: GranjaData, what: i64, seat: i64) -> i64:
        by: i64 = what >> 5 & 7
        return what + (seats_after(by, seat, state.seats) - by) * 32


def hands_of(state: GranjaData, place: i64) -> HiredHands:
    """The module in its place."""
    module = state.acting[place]
    assert isinstance(module, HiredHands)
    return module


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

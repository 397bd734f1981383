"""Outlaws, the harder side of the boards: a gray die costs a penalty, or a point.

First comes the revenue, then the penalty, then a marker on the number's space of the board: where there is
one already, the die costs nothing more. A point always pays: whoever keeps one may do whatever they like.
Whoever has none takes the die only if the penalty can be paid with what is there and the revenue, and until
then does nothing after which it could not; the last point is spent on the same terms. Three markers side by
side (6 and 1 are neighbours) become a trade commodity at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, cast

from mypy_extensions import i64

from burgher.games.granja.actions import (
    BUY,
    COUNT,
    DELIVER,
    DONE,
    DRAW,
    EXTENSION,
    FIELD,
    GAIN,
    IMPROVE,
    PAIR,
    PAY,
    REST,
    ROOF,
    SELL,
    SILVER,
    SKIP,
    THING,
    TRADE,
    UPGRADE,
    USE,
    VERB,
)
from burgher.games.granja.anytime import price_of, upgrade_price
from burgher.games.granja.cards import discard_from_hand, extension_cost, payable
from burgher.games.granja.components import GOODS, HARVEST, KINDS
from burgher.games.granja.data import Module, ModuleQuestion, numbered
from burgher.games.granja.deliveries import price_of_delivery
from burgher.games.granja.effects import (
    BRINGS_ALL,
    BRINGS_KINDS,
    BRINGS_SILVER,
    most_of,
    silver_price,
    use_space,
)
from burgher.games.granja.fitting import movable, movable_in_row
from burgher.games.granja.goods import count_of, earn, gain, lose
from burgher.games.granja.in_play import (
    ALL_OFFERED,
    AT_ANY_TIME,
    EXTRA_SILVER,
    FINAL_SILVER,
    FOR_SILVER,
    OTHERS_FIRST,
    SPACE_BRINGS,
    changed,
)
from burgher.games.granja.legal import uses_of
from burgher.games.granja.lookups import (
    DRAWS,
    EFFECT_ROOF,
    EFFECT_SPACE,
    EFFECT_TRADE,
    EVERY_KIND,
    HALF,
    MOVES,
    PAY_POINTS,
    SOME_HARVEST,
    TRADE_GOOD,
)
from burgher.games.granja.modules.gray_dice import GRAY, OWN, GrayDice
from burgher.games.granja.revenue import may_draft, offer_more
from burgher.games.granja.siesta import fall_back
from burgher.games.granja.stack import answer, give_turn, pop, top
from burgher.kernel.ints import BIT, ints, only, set_of, size
from burgher.kernel.offers import action_buffer, list_offered, nth_offered, offer, offer_buffer, offered
from burgher.kernel.packed import at, with_at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.components.modules.things import Outlaws as Boards
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints

# Its own actions.
POINT: Final = 0
PENALTY: Final = 1  # + which of two
RANSOM: Final = 3  # + the first of three neighbours
GIVE_CARD: Final = 9  # + hand card
GIVE_GOOD: Final = 75  # + harvest good
LOSE_GOOD: Final = 78  # + barrow or, after them, craft building * 8 + kind

TARGETS: Final = 10
"""Four barrows, then six craft buildings."""
TWO: Final = 2

# Its questions. Their details: the space of the die, and what is still to be given up, one by one.
PENALTY_TO_PAY: Final = 0
CARD_TO_GIVE: Final = 1
GOOD_TO_GIVE: Final = 2
GOOD_TO_LOSE: Final = 3
SPACE: Final = 7
CARD: Final = 8
HARVEST_GOOD: Final = 16
LOADED: Final = 32
OUTLAW_WAITS: Final = -60
"""What it is worth that a penalty is still to be paid, in hundredths of a point."""

# Its events and sources.
PAID: Final = 6
"""A penalty: space from 0, which of two, or 2 for a point."""
MARKED: Final = 3
"""A marker on the board: space from 0."""
RANSOMED: Final = 4
"""Three markers for a trade commodity: the first of them."""
UNLOADED: Final = 5
"""A good off a barrow or a craft row: kind, target."""
LOST_POINT: Final = 0

MOST_TRIES: Final = 100
"""How many answers are tried before a penalty is given up as one that cannot be paid."""

SIXFOLD: Final = 0x41041041
"""A set of spaces times this is that set for each of six numbers."""

NEIGHBOURS: Final[Ints] = ints([sum(2 ** ((first + n) % 6) for n in range(3)) for first in range(6)])
"""Three spaces side by side, by the first of them."""


def of(components: Components) -> Module:
    """The module as a set of components has it."""
    return Outlaws(Printed(components.modules.outlaws))


class Printed:
    """The penalties of the boards as tables; they never change."""

    def __init__(self, boards: Boards) -> None:
        self.boards = boards
        self.gray_dice: Ints = ints(list(boards.gray))
        ways = [pay for outlaw in boards.penalties for pay in (*outlaw.pay, {})[:2]]
        self.exists: Ints = ints([int(bool(pay)) for pay in ways])
        """`exists[space * 2 + n]`: whether there is such a penalty; so for all that follows."""
        self.pays_silver: Ints = ints([pay.get("silver", 0) for pay in ways])
        self.pays_points: Ints = ints([pay.get("points", 0) for pay in ways])
        self.pays_steps: Ints = ints([pay.get("siesta", 0) for pay in ways])
        self.pays_kinds: Ints = ints(
            [sum(2**kind for kind, name in enumerate(GOODS) if name in pay) for pay in ways]
        )
        """All of these kinds are given up, one of each."""
        self.chooses: Ints = ints(
            [
                CARD * ("card" in pay) + HARVEST_GOOD * ("any-harvest" in pay) + LOADED * ("loaded" in pay)
                for pay in ways
            ]
        )
        """What is chosen one by one."""


ACTS_AT: Final = set_of([AT_ANY_TIME, ALL_OFFERED])
CHANGES: Final = set_of([FINAL_SILVER, EXTRA_SILVER, OTHERS_FIRST])


class Outlaws(GrayDice):
    """The players' boards with this side up."""

    name: ClassVar = "outlaws"
    title: ClassVar = "Outlaws"
    parts: ClassVar = "outlaws"
    meaning: ClassVar = "More dice are gray, each with a penalty the first time you take it. The harder side."

    def __init__(self, printed: Printed) -> None:
        super().__init__(printed.gray_dice)
        self.acts_at |= ACTS_AT
        self.changes |= CHANGES
        self.printed = printed
        self.boards = printed.boards
        self.points: i64 = printed.boards.points
        self.exists: Ints = printed.exists
        self.pays_silver: Ints = printed.pays_silver
        self.pays_points: Ints = printed.pays_points
        self.pays_steps: Ints = printed.pays_steps
        self.pays_kinds: Ints = printed.pays_kinds
        self.chooses: Ints = printed.chooses
        self.is_lenient: bool = False
        """Whether nothing is withheld: to see what would be."""
        self.is_trial: bool = False
        """Whether this is a copy on which an answer is tried."""
        self.got_away: bool = False
        """Whether a penalty has not been paid."""
        self.trial: Trial | None = None
        """Where answers are tried; it is kept, for copies are dear to make."""

    def fresh(self) -> Module:
        return Outlaws(self.printed)

    def questions(self) -> list[ModuleQuestion]:
        return [PenaltyToPay(), CardToGive(), GoodToGive(), GoodToLose()]

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == FINAL_SILVER:
            return value + self.final_silver(state, a)
        if quantity == EXTRA_SILVER:
            if a != FOR_SILVER:
                return value + self.extra_silver(state)
        if quantity == OTHERS_FIRST:
            return 0 if self.is_trial else value
        return super().changed(state, quantity, value, a)

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        if where == AT_ANY_TIME:
            if a != FOR_SILVER:  # that is not one's own turn
                return self.anytime(state, into, end)
        if where == ALL_OFFERED:
            return self.withhold(state, into, end)
        return super().offers(state, into, end, where, a)

    # -- gray dice ----------------------------------------------------------------------------------

    def allowed(self, state: GranjaData) -> i64:
        """Nobody takes a gray die who could not pay for it, as long as there is a white one."""
        if state.me.points >= self.points or not self.has_white(state):
            return 63 * SIXFOLD
        trial = self.begin_trial(state)
        spaces = self.marked[state.seat]
        uses = uses_of(state, may_draft(state) & self.gray_numbers())
        use: i64 = 0
        while use < 36:
            space: i64 = use % 6
            if uses & BIT[use] and not spaces & BIT[space]:
                if self.can_pay_now(state, space) or (
                    self.could_pay(state, space) and trial.succeeds(state, self.first + GRAY + use)
                ):
                    spaces |= BIT[space]
            use += 1
        return spaces * SIXFOLD

    def drafted(self, state: GranjaData, space: i64, white: bool) -> None:
        """The revenue comes first, then the penalty; where there were no white dice there is none."""
        if not self.marked[state.seat] & BIT[space]:
            if white:
                self.ask(state, PENALTY_TO_PAY, space)
            else:
                self.mark(state, space)
        use_space(state, space)
        offer_more(state)

    # -- between the die and its penalty --------------------------------------------------------------

    def penalty_due(self, state: GranjaData) -> i64:
        """The space of the penalty that the seat to decide has still to pay; -1 for none."""
        n: i64 = state.depth
        while n > 0:
            if state.asked[n] & 63 == self.first_question + PENALTY_TO_PAY:
                return state.asked[n] >> 6 if state.seat == at(state.order, state.turn) else -1
            n -= 1
        return -1

    def withhold(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """Take back what would leave a penalty unpaid; return where the offers end.

        Who keeps a point is free to do everything else. What costs the last one is tried, and for those who
        have none every action: what they then have, with the rest of the revenue, must pay the penalty.
        """
        if state.depth == 0 or self.is_lenient or self.is_trial:
            return end
        space = self.penalty_due(state)
        if space < 0:
            return end
        trial = self.begin_trial(state)
        buffer = offer_buffer()
        kept: i64 = 0
        at: i64 = 0
        while at < end:
            first: i64 = into[at + 1]
            members: i64 = into[at + 2]
            found: i64 = 0
            while members:
                lowest: i64 = members & -members
                if self.keeps(state, first + only(lowest), space, trial):
                    found |= lowest
                members ^= lowest
            kept = offer(buffer, kept, first, found)
            at += 3
        if kept == 0:
            return end  # only in a position that was laid out so
        at = 1
        while at <= kept:
            into[at] = buffer[at]
            at += 1
        return kept

    def begin_trial(self, state: GranjaData) -> Trial:
        """Get ready to try answers of the seat to decide."""
        trial = self.trial
        if trial is None:
            trial = Trial(self.number)
            self.trial = trial
        trial.seat = state.seat
        trial.chance = state.chance
        return trial

    def keeps(self, state: GranjaData, action: i64, space: i64, trial: Trial) -> bool:
        """Whether an action keeps what pays an outlaw, or pays it: a point, or without one the penalty."""
        own: i64 = action - self.first - OWN
        if POINT <= own < RANSOM:
            return True
        if state.me.points - points_paid(state, action) >= self.points:
            return True
        return self.takes_nothing_needed(state, action, space) or trial.succeeds(state, action)

    def takes_nothing_needed(self, state: GranjaData, action: i64, space: i64) -> bool:
        """Whether a penalty can be paid now, and still can when all that an action takes is gone.

        Of what is not seen so easily this says no: it is tried.
        """
        me = state.me
        lookups = state.lookups
        if action >= COUNT:
            return action == lookups.from_den
        verb = VERB[action]
        thing = THING[action]
        kind: i64 = -1
        silver = me.silver
        cards: i64 = 0
        if verb == BUY:
            silver -= price_of(state, thing)
        elif verb == UPGRADE:
            silver -= upgrade_price(state, thing)
            kind = thing
        elif verb in (SELL, IMPROVE):
            kind = thing
        elif verb in (TRADE, FIELD):
            cards = 1
        elif verb == DELIVER:
            if (self.chooses[space * 2] | self.chooses[space * 2 + 1]) & LOADED:
                return False  # what is completed is cleared
            kind = thing & 7
            silver -= price_of_delivery(state, kind)
        elif verb in (USE, ROOF):
            effect: i64 = thing if verb == USE else EFFECT_ROOF + at(me.roofs, thing) - 1
            if lookups.asks[effect] or lookups.pays_kinds[effect] or lookups.pays_card[effect]:
                return False
            if lookups.upgrades[effect] >= 0:
                kind = lookups.upgrades[effect]
            silver -= silver_price(state, effect)
        elif verb not in (SKIP, DONE, GAIN, PAIR, REST, SILVER, DRAW):
            return False
        has = me.has
        if kind >= 0 and count_of(me, kind) == 1:
            me.has &= ~BIT[kind]
        me.hand_size -= cards
        found = self.can_pay(state, space * 2, silver) or self.can_pay(state, space * 2 + 1, silver)
        me.hand_size += cards
        me.has = has
        return found

    def withholds(self, state: GranjaData, action: i64) -> bool:
        """Whether an action would be legal but for a penalty that is still to be paid."""
        if self.penalty_due(state) < 0:
            return False
        self.is_lenient = True
        offers = offer_buffer()
        actions = action_buffer()
        count = list_offered(offers, state.offers(offers), actions)
        self.is_lenient = False
        n: i64 = 0
        while n < count and actions[n] != action:
            n += 1
        return n < count

    # -- penalties ----------------------------------------------------------------------------------

    def can_pay(self, state: GranjaData, way: i64, silver: i64) -> bool:
        """Whether the seat to decide could pay a penalty, with so much silver."""
        me = state.me
        if not self.exists[way] or silver < self.pays_silver[way] or me.points < self.pays_points[way]:
            return False
        if me.steps < self.pays_steps[way] or self.pays_kinds[way] & ~me.has:
            return False
        chooses = self.chooses[way]
        if chooses & CARD and me.hand_size == 0:
            return False
        if chooses & HARVEST_GOOD and not me.has & ~self.pays_kinds[way] & SOME_HARVEST:
            return False
        return not chooses & LOADED or self.has_loaded(state)

    def can_pay_now(self, state: GranjaData, space: i64) -> bool:
        """Whether the seat to decide could pay a penalty with what it has."""
        silver = state.me.silver
        return self.can_pay(state, space * 2, silver) or self.can_pay(state, space * 2 + 1, silver)

    def could_pay(self, state: GranjaData, space: i64) -> bool:
        """Whether a penalty could be paid with all that its revenue could bring: if not, nothing is tried."""
        most = changed(state, SPACE_BRINGS, most_of(state, EFFECT_SPACE + space), space)
        if most & BRINGS_ALL:
            return True
        me = state.me
        has = me.has
        steps = me.steps
        cards = me.hand_size
        me.has |= most // BRINGS_KINDS & EVERY_KIND
        if most & MOVES:
            me.steps = state.lookups.siesta_top
        if most & DRAWS:
            me.hand_size += 1
        silver: i64 = me.silver + most // BRINGS_SILVER
        found = self.can_pay(state, space * 2, silver) or self.can_pay(state, space * 2 + 1, silver)
        me.has = has
        me.steps = steps
        me.hand_size = cards
        return found

    def has_loaded(self, state: GranjaData) -> bool:
        """Whether the seat to decide has a good on a barrow or in a craft row."""
        target: i64 = 0
        while target < TARGETS:
            if self.on_target(state, target):
                return True
            target += 1
        return False

    def on_target(self, state: GranjaData, target: i64) -> i64:
        """The kinds of goods that the seat to decide has on a barrow, or in its row of a craft building."""
        me = state.me
        kinds: i64 = 0
        n: i64 = 0
        if target < 4:
            card = at(me.barrows, target) - 1
            met = movable(state, target)
            while n < 5:
                if met & BIT[n]:
                    kinds |= BIT[state.lookups.barrow_goods[card * 5 + n]]
                n += 1
        else:
            building: i64 = target - 4
            row = at(me.rows, building) - 1
            met = movable_in_row(state, building)
            while n < 4:
                if met & BIT[n]:
                    kinds |= BIT[state.lookups.row_goods[(building * 4 + row) * 4 + n]]
                n += 1
        return kinds

    def mark(self, state: GranjaData, space: i64) -> None:
        """Put a marker on a space of the board."""
        self.marked[state.seat] |= BIT[space]
        self.note(state, state.seat, MARKED, space)

    def ways(self, state: GranjaData, space: i64) -> i64:
        """How the seat to decide can pay an outlaw now: a set of its actions."""
        ways: i64 = 0
        if state.me.points >= self.points:
            ways |= BIT[POINT]
        if self.can_pay(state, space * 2, state.me.silver):
            ways |= BIT[PENALTY]
        if self.can_pay(state, space * 2 + 1, state.me.silver):
            ways |= BIT[PENALTY + 1]
        return ways

    def act(self, state: GranjaData, action: i64) -> None:
        if action < RANSOM:
            answer(state, action, 0)
        elif action < GIVE_CARD:
            self.ransom(state, action - RANSOM)
        elif action < GIVE_GOOD:
            answer(state, GIVE_CARD, action - GIVE_CARD)
        elif action < LOSE_GOOD:
            answer(state, GIVE_GOOD, action - GIVE_GOOD)
        else:
            answer(state, LOSE_GOOD, action - LOSE_GOOD)

    def choose_next(self, state: GranjaData, what: i64) -> None:
        """Ask for what is still to be given up; when that is all, the marker goes onto the board."""
        if what & CARD:
            self.ask(state, CARD_TO_GIVE, what)
        elif what & HARVEST_GOOD:
            self.ask(state, GOOD_TO_GIVE, what)
        elif what & LOADED:
            self.ask(state, GOOD_TO_LOSE, what)
        else:
            self.mark(state, what)

    def lose_point(self, state: GranjaData, space: i64) -> None:
        """Give up a point instead of a penalty."""
        self.note(state, state.seat, PAID, space, TWO)
        self.score(state, state.seat, -self.points, LOST_POINT)

    def pay(self, state: GranjaData, space: i64, which: i64) -> i64:
        """Pay a penalty, but for what is still to be chosen: that is returned."""
        way: i64 = space * 2 + which
        seat = state.seat
        self.note(state, seat, PAID, space, which)
        earn(state, seat, -self.pays_silver[way])
        self.score(state, seat, -self.pays_points[way], LOST_POINT)
        fall_back(state, seat, self.pays_steps[way])
        kind: i64 = 0
        while kind < 7:
            if self.pays_kinds[way] & BIT[kind]:
                lose(state, kind)
            kind += 1
        return self.chooses[way]

    def unload(self, state: GranjaData, target: i64, kind: i64) -> None:
        """Lose a good on a barrow or in a craft row, which is nobody's any more with the last one."""
        me = state.me
        n: i64 = 0
        if target < 4:
            start: i64 = (at(me.barrows, target) - 1) * 5
            met = movable(state, target)
            while not met & BIT[n] or state.lookups.barrow_goods[start + n] != kind:
                n += 1
            me.loaded = with_at(me.loaded, target, at(me.loaded, target) ^ BIT[n])
        else:
            building: i64 = target - 4
            start = (building * 4 + at(me.rows, building) - 1) * 4
            met = movable_in_row(state, building)
            while not met & BIT[n] or state.lookups.row_goods[start + n] != kind:
                n += 1
            me.supplied = with_at(me.supplied, building, at(me.supplied, building) ^ BIT[n])
            if at(me.supplied, building) == 0:
                state.claimed &= ~BIT[building * 4 + at(me.rows, building) - 1]
                me.rows = with_at(me.rows, building, 0)
        self.note(state, state.seat, UNLOADED, kind, target)

    # -- three side by side -------------------------------------------------------------------------

    def anytime(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """Offer what it lets the seat to decide do at any time; return where the offers end."""
        return offer(into, end, self.first + OWN + RANSOM, self.threes(state.seat))

    def threes(self, seat: i64) -> i64:
        """Where three markers of a seat are side by side, by the first of them."""
        marked = self.marked[seat]
        found: i64 = 0
        first: i64 = 0
        while first < 6:
            if marked & NEIGHBOURS[first] == NEIGHBOURS[first]:
                found |= BIT[first]
            first += 1
        return found

    def extra_silver(self, state: GranjaData) -> i64:
        """Three markers are a trade commodity, and six two of them."""
        threes = self.threes(state.seat)
        if threes == 0:
            return 0
        if threes == 63:
            return 2 * state.lookups.gains_silver[EFFECT_TRADE]
        return state.lookups.gains_silver[EFFECT_TRADE]

    def ransom(self, state: GranjaData, first: i64) -> None:
        """Discard three neighbouring markers for a trade commodity."""
        self.marked[state.seat] &= ~NEIGHBOURS[first]
        self.note(state, state.seat, RANSOMED, first)
        gain(state, state.seat, TRADE_GOOD)

    def final_silver(self, state: GranjaData, seat: i64) -> i64:
        """Three neighbouring markers would have been a trade commodity, and that silver."""
        silver: i64 = 0
        first: i64 = 0
        while first < 6:
            if self.marked[seat] & NEIGHBOURS[first] == NEIGHBOURS[first]:
                self.marked[seat] &= ~NEIGHBOURS[first]
                self.note(state, seat, RANSOMED, first)
                silver += state.lookups.final_trade
            first += 1
        return silver

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """A marker saves a penalty, and is a third of a trade commodity."""
        marked = self.marked[seat]
        value: i64 = 0
        space: i64 = 0
        while space < 6:
            if marked & BIT[space]:
                value += 25
                if marked & BIT[(space + 1) % 6]:
                    value += 10
            space += 1
        return value

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        targets = [*(f"barrow-{slot}" for slot in range(1, 5)), *(f"building-{n}" for n in range(1, 7))]
        return [
            *super().faces(),
            ("outlaw point", ("outlaw", "points")),
            ("outlaw penalty", ("outlaw", "penalty-1")),
            ("outlaw other penalty", ("outlaw", "penalty-2")),
            *((f"ransom {first + 1}", ("ransom", f"outlaw-{first + 1}")) for first in range(6)),
            *((f"outlaw card {card}", ("outlaw", f"card-{card}")) for card in range(1, 67)),
            *((f"outlaw {kind}", ("outlaw", f"good-{kind}")) for kind in HARVEST),
            *(
                (f"outlaw {kind} {target}", ("outlaw", target, f"good-{kind}"))
                for target in targets
                for kind in KINDS
            ),
        ]


class PenaltyToPay(ModuleQuestion):
    """How to pay an outlaw: with a penalty, or a point."""

    name: ClassVar = "penalty"

    def settle(self, state: GranjaData, what: i64) -> bool:
        """Who has nothing at all to pay with gets away; `withhold` does not let it come to that."""
        outlaws = outlaws_of(state, self.place)
        if outlaws.ways(state, what):
            return False
        pop(state)
        outlaws.mark(state, what)
        outlaws.got_away = True
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        outlaws = outlaws_of(state, self.place)
        return offer(into, 0, outlaws.first + OWN, outlaws.ways(state, what))

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        outlaws = outlaws_of(state, self.place)
        if verb == POINT:
            outlaws.lose_point(state, what)
            outlaws.mark(state, what)
        else:
            outlaws.choose_next(state, what + outlaws.pay(state, what, verb - PENALTY))

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return OUTLAW_WAITS


class CardToGive(ModuleQuestion):
    """Which hand card an outlaw gets."""

    name: ClassVar = "card to give"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        base = outlaws_of(state, self.place).first + OWN + GIVE_CARD
        end = offer(into, 0, base, state.me.hand[0])
        return offer(into, end, base + HALF, state.me.hand[1])

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        discard_from_hand(state, thing)
        outlaws_of(state, self.place).choose_next(state, what ^ CARD)

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return OUTLAW_WAITS


class GoodToGive(ModuleQuestion):
    """Which harvest good an outlaw gets."""

    name: ClassVar = "good to give"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        base = outlaws_of(state, self.place).first + OWN + GIVE_GOOD
        return offer(into, 0, base, state.me.has & SOME_HARVEST)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        lose(state, thing)
        outlaws_of(state, self.place).choose_next(state, what ^ HARVEST_GOOD)

    def takes(self, state: GranjaData, what: i64) -> i64:
        return SOME_HARVEST

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return OUTLAW_WAITS


class GoodToLose(ModuleQuestion):
    """Which good on a barrow or in a craft row is lost to an outlaw."""

    name: ClassVar = "good to lose"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        outlaws = outlaws_of(state, self.place)
        base = outlaws.first + OWN + LOSE_GOOD
        end: i64 = 0
        target: i64 = 0
        while target < TARGETS:
            end = offer(into, end, base + target * 8, outlaws.on_target(state, target))
            target += 1
        return end

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        outlaws = outlaws_of(state, self.place)
        outlaws.unload(state, thing >> 3, thing & 7)
        outlaws.choose_next(state, what ^ LOADED)

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return OUTLAW_WAITS


class Trial:
    """Whether a penalty can be paid after an action: answers to what its revenue asks, tried on copies."""

    def __init__(self, number: i64) -> None:
        self.number: i64 = number
        """The module's place among all."""
        self.seat: i64 = 0
        """Who is to pay."""
        self.chance: i64 = 0
        """Where chance stands before the action."""
        self.left: i64 = 0
        """How many answers may still be tried."""
        self.copies: list[GranjaData] = []
        """One for each of the answers that follow one another."""

    def succeeds(self, state: GranjaData, action: i64) -> bool:
        """Whether the penalty can still be paid after an action, with no more than the revenue brings."""
        self.left = MOST_TRIES
        return self.pays_after(state, action, 0)

    def pays_after(self, state: GranjaData, action: i64, ahead: i64) -> bool:
        """The same after so many answers."""
        self.left -= 1
        if len(self.copies) == ahead:
            self.copies.append(cast("GranjaData", state.clone()))
        copy = self.copies[ahead]
        copy.copy_from(state)
        outlaws = numbered(copy.modules, self.number)
        assert isinstance(outlaws, Outlaws)
        outlaws.is_trial = True
        outlaws.got_away = False
        copy.apply(action)
        if copy.players[self.seat].points >= outlaws.points:
            return True
        is_own = copy.seat == self.seat
        give_turn(copy, self.seat)
        space = outlaws.penalty_due(copy)
        if space < 0:
            return not outlaws.got_away
        if not is_own or copy.chance != self.chance:
            return outlaws.can_pay_now(copy, space)  # what others will do, or what is drawn, nobody knows
        if top(copy) == outlaws.first_question + PENALTY_TO_PAY:
            return True
        offers = offer_buffer()
        count = offered(offers, copy.offers(offers))
        n: i64 = 0
        while n < count and self.left > 0:
            if self.pays_after(copy, nth_offered(offers, n), ahead + 1):
                return True
            n += 1
        return False


def points_paid(state: GranjaData, action: i64) -> i64:
    """How many points an action costs: those of modules say so themselves."""
    if action >= COUNT:
        for module in state.modules:
            if module.first <= action < module.end:
                return module.points_paid(action - module.first)
        return 0
    verb = VERB[action]
    thing = THING[action]
    if verb == USE:
        return state.lookups.pays_points[thing]
    if verb == ROOF:
        return state.lookups.pays_points[EFFECT_ROOF + at(state.me.roofs, thing) - 1]
    if verb == PAY:
        return 1 if thing == PAY_POINTS else 0
    if verb == EXTENSION:
        others: i64 = payable(state.me) & ~BIT[PAY_POINTS]
        return 1 if size(others) < extension_cost(state, state.me) else 0
    return 0


def outlaws_of(state: GranjaData, place: i64) -> Outlaws:
    """The module in its place."""
    module = state.acting[place]
    assert isinstance(module, Outlaws)
    return module

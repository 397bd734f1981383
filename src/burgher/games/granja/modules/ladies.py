"""Ladies of La Granja: everybody chooses one, whose ability lasts for the whole game.

One more than there are players is laid out; before the first round all choose, the last in turn order first.

- Ana has a die of her own, the green one, rolled with the others. Only her player uses it, once in each
  revenue phase, before drafting a die or before the leftover one.
- Felipa has room for a fourth helper. Once a round, with fewer than four, she gives silver or a delivery.
- The third makes roof tiles cheaper, buys one more that nobody wanted, and has room for two more.
- Reina has an income, and once a round gives silver for a point.
- Nina sells upgraded goods, and once a round upgrades one for nothing.
- The sixth rewards siesta points in the scoring phase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import SKIP
from burgher.games.granja.actions import TURN as TURN_UP
from burgher.games.granja.anytime import kinds_in_reach, silver_in_reach, upgrade_price, use_roof
from burgher.games.granja.components import GOODS, KINDS, Effect
from burgher.games.granja.data import Module, ModuleQuestion
from burgher.games.granja.effects import begin, possible, possible_with, turnable, use_space
from burgher.games.granja.farm import buy_roof
from burgher.games.granja.goods import count_of, earn, forget_if_last, gain, if_sold
from burgher.games.granja.helpers import gains_now
from burgher.games.granja.in_play import (
    ALL_OF_IT,
    AT_ANY_TIME,
    DICE_ROLLED,
    DICE_ROLLED_AGAIN,
    DIE_TAKEN,
    EXTRA_SILVER,
    FINAL_SILVER,
    FOR_QUESTION,
    FOR_SILVER,
    HELPERS_REFRESHED,
    IN_STEP,
    MORE_INCOME,
    OWN_DIE_USED,
    RESOURCE_BOUGHT,
    ROOF_PRICE,
    ROOM_FOR_HELPERS,
    ROOM_FOR_ROOFS,
    SET_UP,
    SIESTA_SCORED,
    STEP_BEGINS,
    TURN_BEGINS,
    TURN_GOES_ON,
    UPGRADE_PAID,
    happened,
)
from burgher.games.granja.legal import tiles, uses_of
from burgher.games.granja.lookups import (
    BETTER,
    EFFECT_ROOF,
    EFFECT_TRADE,
    GOOD_KINDS,
    HARVEST_KINDS,
    MOST_SILVER,
    RESOURCE_KINDS,
    ROOF_ROOM,
    SOME_HARVEST,
    SOME_RESOURCE,
    TRADE_GOOD,
)
from burgher.games.granja.moments import may_use_roof
from burgher.games.granja.pending import (
    AFTER_DIE,
    DRAFT,
    FREE,
    HARVEST,
    IMPROVING,
    LEFT_ROOFS,
    LEFTOVER,
    ONE_GOOD,
    PURCHASED,
    REROLLING,
    ROOF_TO_TURN,
    ROOFS,
    SETTING_UP,
)
from burgher.games.granja.revenue import offer_more, roll_again_after
from burgher.games.granja.rounds import may_buy_roof
from burgher.games.granja.siesta import points_of
from burgher.games.granja.stack import answer, detail, pop, push, top
from burgher.kernel.chance import below, pick
from burgher.kernel.ints import BIT, copy_ints, ints, set_of, zeros
from burgher.kernel.observation import bits, number, one_of
from burgher.kernel.observing import copied, truth
from burgher.kernel.offers import offer
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.components.modules.things import Ladies as Cards
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field

# The ladies, counted from 1 as on their cards.
ANA: Final = 1
FELIPA: Final = 2
ROSA: Final = 3
REINA: Final = 4
NINA: Final = 5
SOL: Final = 6
COUNT: Final = 6

# Its actions.
CHOOSE: Final = 0  # + lady
GREEN: Final = 6  # + its number less one * 6 + the space it is used on less one
FELIPA_SILVER: Final = 42
FELIPA_DELIVERY: Final = 43
REINA_SILVER: Final = 44
NINA_UPGRADE: Final = 45
NINA_SELLS: Final = 46  # + upgraded good
ROOF: Final = 49  # + place beyond the fifth
TURN: Final = 51  # + place beyond the fifth
REROLL: Final = 53  # + number of the green die less one

# Its effects.
DELIVERS: Final = 0
UPGRADES: Final = 1

# Its questions.
LADY: Final = 0
LEFT_ROOF: Final = 1
GREEN_USED: Final = 2

# Its events and sources.
LAID_OUT: Final = 0
"""Ladies to choose from, as a set."""
CHOSE: Final = 1
"""A lady: lady from 0."""
ROLLED_GREEN: Final = 2
"""The green die: number from 0."""
TOOK_GREEN: Final = 3
"""The green die used: number from 0, space used from 0."""
WORKED: Final = 4
"""A lady's ability once a round: lady from 0."""
SOLD: Final = 5
"""An upgraded good: kind, silver."""
REWARDED: Final = 6
"""The siesta track brings more: lady from 0."""
NO_TILE: Final = 7
GREEN_BACK: Final = 8
"""The green die was not used in this round."""
SOLD_LAST: Final = 9
"""What Nina sells at the end: kind, how many. The silver is told after it."""
PRICE: Final = 0


def of(components: Components) -> Module:
    """The module as a set of components has it."""
    return Ladies(Printed(components.modules.ladies))


class Printed:
    """The numbers on the cards as tables; they never change."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.silver: Ints = ints([lady.silver for lady in cards.cards])
        self.points: Ints = ints([lady.points for lady in cards.cards])
        self.income: Ints = ints([lady.income for lady in cards.cards])
        self.discount: i64 = cards.cards[ROSA - 1].discount
        self.places: i64 = cards.cards[ROSA - 1].places
        self.trade: i64 = cards.cards[SOL - 1].trade
        self.sells: Ints = ints([cards.cards[NINA - 1].sell.get(good, 0) for good in GOODS])


ACTS_AT: Final = set_of(
    [
        SET_UP,
        STEP_BEGINS,
        TURN_BEGINS,
        SIESTA_SCORED,
        HELPERS_REFRESHED,
        RESOURCE_BOUGHT,
        UPGRADE_PAID,
        DICE_ROLLED,
        DICE_ROLLED_AGAIN,
        IN_STEP,
        AT_ANY_TIME,
        FOR_QUESTION,
    ]
)
CHANGES: Final = set_of(
    [
        TURN_GOES_ON,
        FINAL_SILVER,
        EXTRA_SILVER,
        MORE_INCOME,
        ROOM_FOR_HELPERS,
        ROOF_PRICE,
        ROOM_FOR_ROOFS,
        OWN_DIE_USED,
    ]
)


class Ladies(Module):
    """The ladies of all players, and what each of them needs."""

    name: ClassVar = "ladies"
    title: ClassVar = "Ladies of La Granja"
    parts: ClassVar = "ladies"
    meaning: ClassVar = "Everybody chooses a lady, whose special ability lasts for the whole game."

    def __init__(self, printed: Printed) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.printed = printed
        self.cards = printed.cards
        self.more: i64 = printed.cards.more
        self.silver: Ints = printed.silver
        self.points: Ints = printed.points
        self.income_of: Ints = printed.income
        self.discount: i64 = printed.discount
        self.places: i64 = printed.places
        self.more_roof_places = printed.places
        self.trade: i64 = printed.trade
        self.sells: Ints = printed.sells
        self.lady: Ints = zeros(4)
        """The lady of each seat, counted from 1; 0 for none yet."""
        self.choice: i64 = 0
        """The ladies still to be chosen from."""
        self.exhausted: i64 = 0
        """The seats whose lady has worked in this round."""
        self.green: i64 = -1
        """What the green die shows; -1 when it has been used, or nobody has it."""
        self.aside: bool = False
        """Whether it is put aside to be rolled again."""
        self.bought: Ints = zeros(4)
        """How many of each resource were bought in this turn and are still there."""
        self.made: Ints = zeros(7)
        """How many of each upgraded good were made of these, for silver: Nina sells them later."""

    def fresh(self) -> Module:
        return Ladies(self.printed)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, Ladies)
        source: Ladies = other  # checked once: `other` would be at every use
        copy_ints(self.lady, source.lady)
        self.choice = source.choice
        self.exhausted = source.exhausted
        self.green = source.green
        self.aside = source.aside
        copy_ints(self.bought, source.bought)
        copy_ints(self.made, source.made)

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == SET_UP:
            self.set_up(state)
        elif moment == STEP_BEGINS:
            self.start_step(state)
        elif moment == TURN_BEGINS:
            self.start_turn(state)
        elif moment == SIESTA_SCORED:
            self.siesta_scored(state)
        elif moment == HELPERS_REFRESHED:
            self.refresh(state)
        elif moment == RESOURCE_BOUGHT:
            self.bought[a] += 1
        elif moment == UPGRADE_PAID:
            self.upgraded(state, a)
        elif moment == DICE_ROLLED:
            self.roll(state)
        elif moment == DICE_ROLLED_AGAIN:
            self.rolled_again(state, a)

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == TURN_GOES_ON:
            if self.stays(state):
                return 1
        if quantity == FINAL_SILVER:
            return value + self.final_silver(state, a)
        if quantity == EXTRA_SILVER:
            return value + self.extra_silver(state, a)
        if quantity == MORE_INCOME:
            return value + self.income(a)
        if quantity == ROOM_FOR_HELPERS:
            return self.helper_room(state, a, value)
        if quantity == ROOF_PRICE:
            return self.roof_price(state, a, value)
        if quantity == ROOM_FOR_ROOFS:
            return self.roof_room(state, a, value)
        if quantity == OWN_DIE_USED:
            if self.drafts(state):
                return 1
        return value

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        if where == IN_STEP:
            return self.decisions(state, into, end)
        if where == AT_ANY_TIME:
            return self.anytime(state, into, end, a)
        if where == FOR_QUESTION:
            return self.more_answers(state, into, end, a)
        return end

    def questions(self) -> list[ModuleQuestion]:
        return [Lady(), LeftRoof(), GreenUsed()]

    def effects(self) -> list[Effect]:
        return [
            Effect(choose="delivery"),
            Effect(choose="upgrade", times=max(1, self.cards.cards[NINA - 1].upgrades)),
        ]

    def has(self, seat: i64, lady: i64) -> bool:
        """Whether a seat has a certain lady."""
        return self.lady[seat] == lady

    def is_ready(self, seat: i64, lady: i64) -> bool:
        """Whether a seat has a certain lady, who has not worked in this round."""
        return self.lady[seat] == lady and not self.exhausted & BIT[seat]

    # -- choosing -----------------------------------------------------------------------------------

    def set_up(self, state: GranjaData) -> None:
        """Lay out one more than there are players."""
        left: i64 = BIT[COUNT] - 1
        count: i64 = state.seats + self.more
        while count > 0 and left:
            lady = pick(state, left)
            left ^= BIT[lady]
            self.choice |= BIT[lady]
            count -= 1
        self.note(state, at(state.order, 0), LAID_OUT, self.choice)

    def start_turn(self, state: GranjaData) -> None:
        """A seat's turn in a step begins: what it asks is asked before anything else."""
        kind: i64 = 0
        while kind < 7:
            self.made[kind] = 0
            kind += 1
        kind = 0
        while kind < RESOURCE_KINDS:
            self.bought[kind] = 0
            kind += 1
        step = state.step
        if step == SETTING_UP:
            self.ask(state, LADY)
        elif step == LEFT_ROOFS and self.has(state.seat, ROSA):
            self.ask(state, LEFT_ROOF)

    def choose(self, state: GranjaData, lady: i64) -> None:
        """Choose a lady; when all have chosen, those that are left go back into the box."""
        self.lady[state.seat] = lady + 1
        self.choice ^= BIT[lady]
        self.note(state, state.seat, CHOSE, lady)
        if state.turn == state.seats - 1:
            self.choice = 0

    # -- Ana's green die ----------------------------------------------------------------------------

    def roll(self, state: GranjaData) -> None:
        """The green die is rolled with the others, if somebody has it."""
        self.green = -1
        seat: i64 = 0
        while seat < state.seats:
            if self.has(seat, ANA):
                self.green = below(state, 6)
                self.note(state, seat, ROLLED_GREEN, self.green)
            seat += 1

    def put_aside(self, state: GranjaData) -> None:
        """Let the green die be rolled again, as the Fortune Teller of Ana's own player may."""
        self.aside = True
        more: i64 = detail(state) - 1
        pop(state)
        roll_again_after(state, more)

    def rolled_again(self, state: GranjaData, shown: i64) -> None:
        """Dice put aside have been rolled again: what they show, four bits for each number."""
        if self.aside:
            self.aside = False
            self.green = below(state, 6)
            self.note(state, state.seat, ROLLED_GREEN, self.green)

    def start_step(self, state: GranjaData) -> None:
        """With the revenue phase the die goes back onto Ana's card."""
        if self.green >= 0 and not DRAFT <= state.step <= LEFTOVER:
            self.green = -1
            self.note(state, at(state.order, 0), GREEN_BACK)

    def decisions(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """Offer what else can be decided in a step in which nothing is asked; return where the offers end."""
        if self.green < 0 or not self.has(state.seat, ANA):
            return end
        if state.step == DRAFT or state.step == LEFTOVER:
            return offer(into, end, self.first + GREEN, uses_of(state, BIT[self.green]))
        return end

    def take_green(self, state: GranjaData, number: i64, space: i64) -> None:
        """Use the green die: one more action, as if it were drafted."""
        self.green = -1
        state.shift = 0
        self.note(state, state.seat, TOOK_GREEN, number, space)
        self.ask(state, GREEN_USED)
        happened(state, DIE_TAKEN, space)
        use_space(state, space)
        offer_more(state)

    def drafts(self, state: GranjaData) -> bool:
        """Whether the die whose space is being used is one of its own, and not the leftover one."""
        n = state.depth
        while n > 0:
            if state.asked[n] == self.first_question + GREEN_USED:
                return True
            n -= 1
        return False

    def stays(self, state: GranjaData) -> bool:
        """After the leftover die there is still the green one; before the scoring, what is refreshed then.

        Before others have their turns, Felipa may deliver what has just come in.
        """
        if state.step == LEFTOVER and self.green >= 0 and self.has(state.seat, ANA):
            return True
        if state.step == AFTER_DIE:
            return self.could_deliver(state)
        if state.left:
            return False
        if state.step in (HARVEST, ROOFS, LEFTOVER, FREE):
            return self.could_deliver(state)
        if state.step != PURCHASED:
            return False
        if self.is_ready(state.seat, NINA):
            return possible(state, self.first_effect + UPGRADES)
        if self.is_ready(state.seat, REINA):
            return state.me.points >= self.points[REINA - 1]
        return self.may_help(state)

    # -- Felipa's helpers ---------------------------------------------------------------------------

    def helper_room(self, state: GranjaData, seat: i64, room: i64) -> i64:
        """For how many helpers a player has room."""
        if self.has(seat, FELIPA):
            return room + 1
        return room

    def may_help(self, state: GranjaData) -> bool:
        """Whether Felipa helps the seat to decide, who has a helper fewer than she has room for."""
        room = self.helper_room(state, state.seat, state.lookups.helpers)
        return self.is_ready(state.seat, FELIPA) and at(state.me.helpers, room - 1) == 0

    def could_deliver(self, state: GranjaData) -> bool:
        """Whether Felipa could bring about a delivery, with whatever could be done first."""
        if not self.has(state.seat, FELIPA) or not self.may_help(state):
            return False
        silver = silver_in_reach(state)
        return possible_with(state, self.first_effect + DELIVERS, silver, kinds_in_reach(state, silver))

    # -- roof tiles ---------------------------------------------------------------------------------

    def roof_room(self, state: GranjaData, seat: i64, room: i64) -> i64:
        """For how many roof tiles a player has room."""
        if self.has(seat, ROSA):
            return room + self.places
        return room

    def roof_price(self, state: GranjaData, tile: i64, price: i64) -> i64:
        """What a roof tile costs the seat to decide, who else would pay this price."""
        if self.has(state.seat, ROSA):
            price -= self.discount
            if price < 0:
                return 0
        return price

    def more_answers(self, state: GranjaData, into: Ints, end: i64, asked: i64) -> i64:
        """Offer further answers to a question that the rules ask; return where the offers end."""
        if asked == ROOF_TO_TURN:
            return offer(into, end, self.first + TURN, turnable(state, detail(state)) >> ROOF_ROOM)
        if asked == REROLLING and self.has(state.seat, ANA):
            if self.green >= 0 and not self.aside:
                return offer(into, end, self.first + REROLL, BIT[self.green])
            if self.aside and state.aside == 0:
                return offer(into, end, SKIP, 1)
        return end

    # -- siesta rewards -----------------------------------------------------------------------------

    def siesta_scored(self, state: GranjaData) -> None:
        """With a siesta point comes a harvest good, with more a trade commodity."""
        points = points_of(state, state.seat)
        if points == 0 or not self.has(state.seat, SOL):
            return
        self.note(state, state.seat, REWARDED, SOL - 1)
        if points == 1:
            push(state, ONE_GOOD, SOME_HARVEST)
        else:
            gain(state, state.seat, TRADE_GOOD, self.trade)

    # -- income, and once a round -------------------------------------------------------------------

    def income(self, seat: i64) -> i64:
        """The silver that an income brings a seat beside that of its extensions."""
        lady = self.lady[seat] - 1
        if lady < 0:
            return 0
        return self.income_of[lady]

    def refresh(self, state: GranjaData) -> None:
        """Exhaustion markers are turned back."""
        self.exhausted = 0

    def upgraded(self, state: GranjaData, kind: i64) -> None:
        """The seat to decide has paid for upgrading a resource: one that was bought, if there is no other.

        Else prices that helpers lower would let one buy, upgrade and sell without end.
        """
        left = count_of(state.me, kind)
        if left < self.bought[kind]:
            self.bought[kind] = left
            self.made[BETTER[kind]] += 1

    def anytime(self, state: GranjaData, into: Ints, end: i64, some: i64) -> i64:
        """Offer what it lets the seat to decide do at any time, or some of it; return where offers end."""
        me = state.me
        seat = state.seat
        lady = self.lady[seat]
        found: i64 = 0
        if lady == FELIPA and self.may_help(state):
            found |= BIT[FELIPA_SILVER - FELIPA_SILVER]
            if some == ALL_OF_IT and possible(state, self.first_effect + DELIVERS):
                found |= BIT[FELIPA_DELIVERY - FELIPA_SILVER]
        elif lady == REINA:
            if self.is_ready(seat, REINA) and me.points >= self.points[REINA - 1]:
                found |= BIT[REINA_SILVER - FELIPA_SILVER]
        elif lady == NINA:
            upgrades = some == ALL_OF_IT and self.is_ready(seat, NINA)
            if upgrades and possible(state, self.first_effect + UPGRADES):
                found |= BIT[NINA_UPGRADE - FELIPA_SILVER]
            kind: i64 = 4
            while kind < 7:
                if self.sells[kind] and me.goods[kind] > self.made[kind]:
                    found |= BIT[NINA_SELLS - FELIPA_SILVER + kind - 4]
                kind += 1
        elif lady == ROSA:
            place: i64 = ROOF_ROOM
            while place < state.lookups.roof_places:
                if me.roofs_up & BIT[place] and self.may_use_roof(state, place, some):
                    found |= BIT[ROOF - FELIPA_SILVER + place - ROOF_ROOM]
                place += 1
        return offer(into, end, self.first + FELIPA_SILVER, found)

    def may_use_roof(self, state: GranjaData, place: i64, some: i64) -> bool:
        """Whether a roof tile beyond the fifth may be used, where perhaps only some of them can be."""
        effect: i64 = EFFECT_ROOF + at(state.me.roofs, place) - 1
        if some == FOR_SILVER:
            return gains_now(state, state.me, effect) > 0
        return may_use_roof(state, place) and (some == ALL_OF_IT or bool(state.lookups.is_plain[effect]))

    # -- actions ------------------------------------------------------------------------------------

    def apply(self, state: GranjaData, action: i64) -> None:
        seat = state.seat
        if action < GREEN:
            answer(state, CHOOSE, action)
        elif action < FELIPA_SILVER:
            self.take_green(state, (action - GREEN) // 6, (action - GREEN) % 6)
        elif action < NINA_SELLS:
            self.exhausted |= BIT[seat]
            self.note(state, seat, WORKED, self.lady[seat] - 1)
            if action == FELIPA_SILVER:
                earn(state, seat, self.silver[FELIPA - 1])
            elif action == FELIPA_DELIVERY:
                begin(state, self.first_effect + DELIVERS)
            elif action == REINA_SILVER:
                self.score(state, seat, -self.points[REINA - 1], PRICE)
                earn(state, seat, self.silver[REINA - 1])
            else:
                begin(state, self.first_effect + UPGRADES)
        elif action < ROOF:
            self.sell(state, action - NINA_SELLS + 4)
        elif action < TURN:
            use_roof(state, action - ROOF + ROOF_ROOM)
        elif action < REROLL:
            answer(state, TURN_UP, action - TURN + ROOF_ROOM)
        else:
            self.put_aside(state)

    def points_paid(self, action: i64) -> i64:
        return self.points[REINA - 1] if action == REINA_SILVER else 0

    def sell(self, state: GranjaData, kind: i64) -> None:
        """Sell an upgraded good."""
        me = state.me
        me.goods[kind] -= 1
        forget_if_last(me, kind)
        me.silver += self.sells[kind]
        self.note(state, state.seat, SOLD, kind, self.sells[kind])

    def extra_silver(self, state: GranjaData, some: i64) -> i64:
        """What Felipa and Reina give for nothing or a point, and Nina for upgraded goods."""
        seat = state.seat
        lady = self.lady[seat]
        silver: i64 = 0
        if lady == FELIPA:
            if self.may_help(state):
                silver = self.silver[FELIPA - 1]
        elif lady == REINA:
            if self.is_ready(seat, REINA) and state.me.points >= self.points[REINA - 1]:
                silver = self.silver[REINA - 1]
        elif lady == NINA:
            kind: i64 = RESOURCE_KINDS
            while kind < GOOD_KINDS:
                if state.me.goods[kind] > self.made[kind]:
                    silver += (state.me.goods[kind] - self.made[kind]) * self.sells[kind]
                kind += 1
            if some == ALL_OF_IT:
                silver += self.silver_of_upgrades(state)
        return silver

    def silver_of_upgrades(self, state: GranjaData) -> i64:
        """What resources could bring Nina's player at most when upgraded, more than as they are."""
        me = state.me
        lookups = state.lookups
        best: i64 = 0
        silver: i64 = if_sold(state, me)
        if me.roofs_up or me.ready:
            silver = MOST_SILVER  # they may bring what buys one
        if not kinds_in_reach(state, silver) & SOME_RESOURCE:
            return 0
        silver = 0
        kind: i64 = 0
        while kind < RESOURCE_KINDS:
            gain: i64 = self.sells[BETTER[kind]]
            paid: i64 = gain - upgrade_price(state, kind)
            if kind < HARVEST_KINDS and at(me.ripe, kind):  # on a field it could not be sold
                if gain > best:
                    best = gain
                if paid > 0:
                    silver += at(me.ripe, kind) * paid
            if gain - lookups.sell[kind] > best:
                best = gain - lookups.sell[kind]
            if paid > lookups.sell[kind]:
                silver += me.goods[kind] * (paid - lookups.sell[kind])
            kind += 1
        traded: i64 = 2 * best - lookups.gains_silver[EFFECT_TRADE]
        if traded > 0:
            silver += me.goods[TRADE_GOOD] * traded
        return silver + self.upgrades_for_nothing(state) * best

    def upgrades_for_nothing(self, state: GranjaData) -> i64:
        """How many resources the seat to decide could upgrade with Nina, roof tiles and helpers."""
        me = state.me
        lookups = state.lookups
        count: i64 = 0
        if self.is_ready(state.seat, NINA):
            count += 1
        place: i64 = 0
        while place < lookups.roof_places:
            if me.roofs_up & BIT[place]:
                asked: i64 = lookups.asks[EFFECT_ROOF + at(me.roofs, place) - 1]
                if asked & 63 == IMPROVING:
                    count += asked >> 6 & 7
            place += 1
        place = 0
        while place < 4:
            if me.ready & BIT[place]:
                card = at(me.helpers, place) - 1
                if lookups.asks[card] & 63 == IMPROVING or lookups.upgrades[card] >= 0:
                    count += 1
            place += 1
        return count

    def final_silver(self, state: GranjaData, seat: i64) -> i64:
        """What Nina can sell is not thrown away at the end."""
        silver: i64 = 0
        if self.has(seat, NINA):
            player = state.players[seat]
            kind: i64 = 4
            while kind < 7:
                silver += player.goods[kind] * self.sells[kind]
                if self.sells[kind]:
                    if player.goods[kind]:
                        self.note(state, seat, SOLD_LAST, kind, player.goods[kind])
                    player.goods[kind] = 0
                    forget_if_last(player, kind)
                kind += 1
        return silver

    # -- agents and checks --------------------------------------------------------------------------

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """Abilities are worth something in each round left; one not used in this round more."""
        lady = self.lady[seat]
        rounds: i64 = 6 - state.round
        value: i64 = WORTHS[lady] * rounds
        if lady and not self.exhausted & BIT[seat]:
            value += 20
            if lady == REINA and rounds <= 2:
                value += 120  # a point late in the game is worth more than silver
        if lady == ANA and self.green >= 0:
            value += 150
        if lady == NINA:
            kind: i64 = 4
            while kind < 7:
                value += state.players[seat].goods[kind] * 15
                kind += 1
        return value

    def check(self, state: GranjaData) -> None:
        seen: i64 = self.choice
        for seat in range(4):
            lady = self.lady[seat] - 1
            assert lady < COUNT, "there are six ladies"
            if lady >= 0:
                assert seat < state.seats, "only players have ladies"
                assert not seen & BIT[lady], "every lady is there once"
                seen |= BIT[lady]
            elif seat < state.seats:
                assert state.step == SETTING_UP, "everybody has a lady"
        assert self.choice == 0 or state.step == SETTING_UP, "ladies are chosen before the first round"
        assert self.green < 0 or DRAFT <= state.step <= LEFTOVER, "the green die is for the revenue phase"
        assert not self.aside or (self.green >= 0 and top(state) == REROLLING), "no green die is put aside"
        assert 0 <= self.exhausted < BIT[state.seats], "ladies work for players"

    # -- learners -----------------------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        ladies = [f"lady-{n + 1}" for n in range(COUNT)]
        return [
            bits("choice", "The ladies still to be chosen from.", ladies),
            one_of("green die", "What the green die shows, until it is used.", "123456"),
            number("green aside", "Whether it is put aside to be rolled again.", 1),
            number(
                "made", "Of each kind, goods bought and upgraded in this turn.", 9, 3, GOODS[RESOURCE_KINDS:]
            ),
            number("bought", "Resources of each kind bought in this turn.", 9, 3, GOODS[:RESOURCE_KINDS]),
        ]

    def seat_fields(self, players: int) -> list[Field]:
        ladies = [f"lady-{n + 1}" for n in range(COUNT)]
        return [
            one_of("lady", "The lady.", ladies, 1),
            number("exhausted", "Whether she has worked in this round.", 1),
        ]

    def observe(self, state: GranjaData, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = self.choice
        into[n + 1] = self.green
        into[n + 2] = truth(self.aside)
        n += 3
        kind: i64 = RESOURCE_KINDS
        while kind < GOOD_KINDS:
            into[n] = self.made[kind]
            n += 1
            kind += 1
        return copied(self.bought, RESOURCE_KINDS, into, n)

    def observe_farm(self, state: GranjaData, farm: i64, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = self.lady[farm]
        into[n + 1] = truth(self.exhausted & BIT[farm] != 0)
        return n + 2

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [
            *((f"lady {lady}", (f"lady-{lady}",)) for lady in range(1, COUNT + 1)),
            *(
                (
                    f"green {number + 1}" + ("" if space == number else f" as {space + 1}"),
                    (f"green-{number + 1}", f"space-{space + 1}"),
                )
                for number in range(6)
                for space in range(6)
            ),
            ("lady silver", ("lady", "silver")),
            ("lady delivery", ("lady", "delivery")),
            ("lady point", ("lady", "points")),
            ("lady upgrade", ("lady", "upgrade")),
            *((f"sell {good}", ("sell", f"good-{good}")) for good in KINDS[4:7]),
            *((f"roof {place}", (f"roof-{place}",)) for place in (6, 7)),
            *((f"turn {place}", ("turn", f"roof-{place}")) for place in (6, 7)),
            *((f"reroll green {number}", ("reroll", f"green-{number}")) for number in range(1, 7)),
        ]


class Lady(ModuleQuestion):
    """Which lady to choose, for the whole game."""

    name: ClassVar = "lady"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        ladies = ladies_of(state, self.place)
        return offer(into, 0, ladies.first + CHOOSE, ladies.choice)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        ladies_of(state, self.place).choose(state, thing)


class LeftRoof(ModuleQuestion):
    """Which roof tile that nobody wanted Rosa buys besides."""

    name: ClassVar = "roof tile left"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if may_buy_roof(state):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, tiles(state, into, 0), SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        buy_roof(state, thing)
        state.done = False  # it may be of use before the phase ends

    def decline(self, state: GranjaData, what: i64) -> None:
        ladies_of(state, self.place).note(state, state.seat, NO_TILE)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True


class GreenUsed(ModuleQuestion):
    """Not asked: it lies below what is asked while the green die is used."""

    name: ClassVar = "green die used"

    def settle(self, state: GranjaData, what: i64) -> bool:
        pop(state)
        return True


def ladies_of(state: GranjaData, place: i64) -> Ladies:
    """The module in its place."""
    module = state.acting[place]
    assert isinstance(module, Ladies)
    return module


WORTHS: Final[Ints] = ints([0, 190, 70, 60, 60, 60, 90])
"""What a lady is worth in each round left, in hundredths of a point: a guess of ours."""

"""Bustling Town: other revenue spaces, and buildings in the market place for those who are beside them.

A building has a marker on a point of the market, where three stall places meet, and a card in a craft
building. When a round is scored all of them work, in the order of the craft buildings: for everybody beside
the marker (presence), or for who has the most markers beside it (domination).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import SKIP
from burgher.games.granja.anytime import means, trade
from burgher.games.granja.components import MARKET, RESOURCES, STALL_NAMES, TRADES, Effect
from burgher.games.granja.data import Module
from burgher.games.granja.effects import begin, possible, possible_with
from burgher.games.granja.goods import gain, has_stall
from burgher.games.granja.helpers import exhaust_rule, rules_of
from burgher.games.granja.in_play import ROOFS_LAID_OUT, SET_UP, SPACE_USABLE, STEP_BEGINS, USE_SPACE
from burgher.games.granja.legal import trades
from burgher.games.granja.lookups import HARVEST_KINDS, PIG, TRADE_GOOD, TWO_OPTIONS
from burgher.games.granja.naming import gains, listed, lowered, one
from burgher.games.granja.observation import CRAFT_NAMES
from burgher.games.granja.pending import AFTER_DIE, SCORING_BEGINS
from burgher.games.granja.revenue import is_leftover
from burgher.games.granja.stack import ask_of, pop
from burgher.kernel.chance import pick
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import BIT, copy_ints, ints, members_of, only, set_of, size, zeros
from burgher.kernel.observation import bits, number, one_of
from burgher.kernel.observing import copied
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.components.modules.things import TownSpace
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.journal import Entry
    from burgher.kernel.observation import Field
    from burgher.kernel.reading import Reader


def _points() -> list[tuple[int, ...]]:
    """Where stall places meet: three of them, or two and the outer edge."""
    number = {place: n for n, place in enumerate(MARKET.at)}
    found: set[tuple[int, ...]] = set()
    for q, r in {(q + dq, r + dr) for q, r in MARKET.at for dq in (-1, 0) for dr in (-1, 0)}:
        for around in (((q, r), (q + 1, r), (q, r + 1)), ((q + 1, r), (q, r + 1), (q + 1, r + 1))):
            meeting = tuple(sorted(number[place] for place in around if place in number))
            if len(meeting) >= 2:
                found.add(meeting)
    return sorted(found)


POINTS: Final = _points()
"""The stall places that meet at each point."""

BUILDINGS: Final = 10
CRAFTS: Final = 6
ALL_KINDS: Final = 0xFF
OPTIONS: Final = 3
"""The most options that a revenue tile has."""
SIDES: Final = "AB"

# What the parts of an option ask beside the effects of the base game.
PLAIN: Final = 0
BUILDING: Final = 1
DENS: Final = 2
TRADING: Final = 3
SPECIAL: Final = {"building": BUILDING, "empty dens": DENS, "trade commodity": TRADING}

# Actions.
OPTION: Final = 0  # + option
BUILD: Final = 3  # + card
VISIT: Final = 13  # + card
POINT: Final = 23  # + point
HOUSE: Final = 69  # + craft building
FILL: Final = 75  # + resource
TRADE: Final = 79  # + what the trade commodity becomes
ACCEPT: Final = 85

# Questions: the last four bits; the others are the detail.
CHOOSING: Final = 0  # space, and with the Porter the option taken, counted from 1, * 8
SECOND: Final = 1  # effect: the other part of an option, which costs something
ACTING: Final = 2
PLACING: Final = 3
HOUSING: Final = 4
FILLING: Final = 5  # how many more, and the resources gained * 4
CONVERTING: Final = 6  # points that come with it
RESOLVING: Final = 7  # craft building, and how many seats have been asked * 8
USING: Final = 8  # card: an ability that costs something

# Events.
DISPLAYED: Final = 0
"""A building card: card."""
CHOSE: Final = 1
"""An option of a revenue tile: space, option."""
BUILT: Final = 2
"""A building: card, point."""
HOUSED: Final = 3
"""Its card goes into a craft building: card, building."""
VISITED: Final = 4
"""The ability of a building is used: card."""
WORKS: Final = 5
"""A building works for a seat when a round is scored: card."""


class Town:
    """Revenue tiles, buildings and points as tables."""

    def __init__(self, components: Components, side: int) -> None:
        parts = components.modules.bustling_town
        spaces = parts.spaces[side * 6 : side * 6 + 6]
        self.effects: list[Effect] = []
        special: list[int] = []
        effect: list[int] = []
        points: list[int] = []
        for space in spaces:
            for option in [*space.options, *[()] * OPTIONS][:OPTIONS]:
                for part in [*option, None, None][:2]:
                    special.append(PLAIN if part is None else SPECIAL.get(part.choose or "", PLAIN))
                    points.append(0 if part is None else part.gain.get("points", 0))
                    if part is None or special[-1]:
                        effect.append(-1 if part is None else part.times)
                    else:
                        effect.append(len(self.effects))
                        self.effects.append(part)
        self.options: Ints = ints([len(space.options) for space in spaces])
        """How many options a space has."""
        self.special: Ints = ints(special)
        """`special[(space * 3 + option) * 2 + part]`: what a part of an option asks (`BUILDING`, …)."""
        self.effect: Ints = ints(effect)
        """The same for its effect, counted from the module's first; -1 for no such part."""
        self.points: Ints = ints(points)
        """The same for the points that come with what is special."""
        self.judged: Ints = ints([max(map(_judged, space.options)) for space in spaces])
        """What a space is worth to a beginner, in hundredths of a point."""
        self.first_building: i64 = len(self.effects)
        self.effects += [building.effect for building in parts.buildings]
        self.pays: Ints = ints([int(bool(building.effect.pay)) for building in parts.buildings])
        self.domination: Ints = ints([int(b.mode == "domination") for b in parts.buildings])
        self.display: i64 = parts.display
        players = components.market_players
        open_to = [[s for s in range(len(MARKET)) if players[s] <= max(2, seats)] for seats in range(5)]
        beside = [[tuple(s for s in point if s in places) for point in POINTS] for places in open_to]
        self.beside: Ints = ints([set_of(list(stalls)) for some in beside for stalls in some])
        """`beside[seats * 46 + point]`: the stall places around a point, by the number of players."""
        self.allowed: Ints = ints([_allowed(some, seats) for seats, some in enumerate(beside)])
        """The points where a building may stand, by the number of players."""


def _allowed(beside: list[tuple[int, ...]], seats: int) -> int:
    """Between three stall places, with two or three players also between two and the edge; each once."""
    found: dict[tuple[int, ...], int] = {}
    for point, stalls in enumerate(beside):
        if len(stalls) == 3 or (len(stalls) == 2 and seats < 4):
            found.setdefault(stalls, point)
    return set_of(list(found.values()))


def _judged(option: tuple[Effect, ...]) -> int:
    each = {
        "good": 60,
        "two harvest goods": 120,
        "play or draw card": 60,
        "delivery": 90,
        "building": 130,
        "empty dens": 140,
        "trade commodity": 120,
    }
    value = 0
    for part in option:
        gained = part.gain
        value += gained.get("silver", 0) * 22 + gained.get("siesta", 0) * 30 + gained.get("pig", 0) * 110
        value += each.get(part.choose or "", 0) - 20 * len(part.pay)
        if part.choose == "upgrade":
            value += 45 * part.times
    return value


def of(components: Components) -> Module:
    """The module with a set of components, with side A of the revenue tiles."""
    return BustlingTown(Town(components, 0), 0)


def of_side_b(components: Components) -> Module:
    """The same with side B."""
    return BustlingTownB(Town(components, 1), 1)


ACTS_AT: Final = set_of([SET_UP, STEP_BEGINS, ROOFS_LAID_OUT, USE_SPACE])
CHANGES: Final = set_of([SPACE_USABLE])


class BustlingTown(Module):
    """The building cards and where they are."""

    name: ClassVar = "bustling-town"
    title: ClassVar = "Bustling Town"
    parts: ClassVar = "bustling-town"
    meaning: ClassVar = (
        "Other revenue spaces, side A, one of them for buildings in the market that reward who is beside "
        "them."
    )

    def __init__(self, town: Town, side: i64) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.town: Town = town
        self.side: i64 = side
        """Which side of the revenue tiles is up."""
        self.deck: i64 = 0x3FF
        self.display: i64 = 0
        self.built: Ints = zeros(CRAFTS)
        """The card in each craft building, counted from 1; 0 for none."""
        self.point: Ints = zeros(CRAFTS)
        """The point where the marker of that card is."""
        self.card: i64 = 0
        """The card being built, counted from 1; 0 for none."""
        self.at: i64 = -1
        """The point where its marker is; -1 before it is there."""

    def fresh(self) -> Module:
        return BustlingTown(self.town, self.side)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, BustlingTown)
        self.deck = other.deck
        self.display = other.display
        copy_ints(self.built, other.built)
        copy_ints(self.point, other.point)
        self.card = other.card
        self.at = other.at

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == SET_UP:
            self.set_up(state)
        elif moment == STEP_BEGINS:
            self.start_step(state)
        elif moment == ROOFS_LAID_OUT:
            self.new_roofs(state)

    def instead(self, state: GranjaData, moment: i64, a: i64, b: i64) -> bool:
        if moment == USE_SPACE:
            return self.use_space(state, a)
        return False

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == SPACE_USABLE:
            if self.can_use_space(state, a):
                return 1
        return value

    def effects(self) -> list[Effect]:
        return self.town.effects

    # -- the display -----------------------------------------------------------------------------------

    def set_up(self, state: GranjaData) -> None:
        """Some cards of the shuffled deck lie face up."""
        count = self.town.display
        while count > 0:
            self.turn_up(state)
            count -= 1

    def turn_up(self, state: GranjaData) -> None:
        """Turn up a card of the deck."""
        card = pick(state, self.deck)
        self.deck ^= BIT[card]
        self.display |= BIT[card]
        self.note(state, state.order[0], DISPLAYED, card)

    def new_roofs(self, state: GranjaData) -> None:
        """With the roof tiles of each later round comes another card, as long as something can be built."""
        if state.round > 0 and self.deck and self.free_crafts() and self.free_points(state):
            self.turn_up(state)

    # -- revenue tiles (II) ------------------------------------------------------------------------------

    def can_use_space(self, state: GranjaData, space: i64) -> bool:
        """If so, whether something would come of a space for the seat to decide."""
        return self.options(state, space, 0) != 0

    def use_space(self, state: GranjaData, space: i64) -> bool:
        """One of the options of the tile, which may be the only one."""
        if self.town.options[space] == 1:
            self.choose(state, space, 0)
        else:
            self.ask_for(state, CHOOSING, space)
        return True

    def ask_for(self, state: GranjaData, question: i64, what: i64) -> None:
        """Ask one of its questions."""
        self.ask(state, question + what * 16)

    def options(self, state: GranjaData, space: i64, but: i64) -> i64:
        """The options of a tile that could be used, but for one, counted from 1 (0 for none)."""
        found: i64 = 0
        option: i64 = 0
        while option < self.town.options[space]:
            if option != but - 1 and self.is_usable(state, (space * OPTIONS + option) * 2):
                found |= BIT[option]
            option += 1
        return found

    def is_usable(self, state: GranjaData, part: i64) -> bool:
        """Whether something would come of an option, going by its first part."""
        special = self.town.special[part]
        if special == BUILDING:
            return not is_leftover(state) and self.can_act(state)
        if special == DENS:
            return self.empty_dens(state, 0) != 0
        if special == TRADING:
            return state.me.goods[TRADE_GOOD] > 0 and trades(state) != 0
        effect: i64 = self.first_effect + self.town.effect[part]
        if state.lookups.gains_goods[effect]:
            return True  # a pig without a stall is sold
        return possible(state, effect)

    def take_option(self, state: GranjaData, option: i64) -> None:
        """Take one of the options; the Porter may give another one afterwards."""
        what: i64 = state.asked[state.depth] >> 10
        space: i64 = what & 7
        pop(state)
        if what >> 3:
            exhaust_rule(state, state.seat, TWO_OPTIONS)
        elif space in (1, 5) and rules_of(state, state.me) & TWO_OPTIONS and self.is_drafted(state):
            self.ask_for(state, CHOOSING, space + (option + 1) * 8)
        self.choose(state, space, option)

    def is_drafted(self, state: GranjaData) -> bool:
        """Whether a space is used with a die that was taken: not left over, and not the Merchant's."""
        return state.step != AFTER_DIE and not is_leftover(state)

    def choose(self, state: GranjaData, space: i64, option: i64) -> None:
        """What belongs together comes about, the first part first."""
        self.note(state, state.seat, CHOSE, space, option)
        part: i64 = (space * OPTIONS + option) * 2
        if self.town.effect[part + 1] >= 0:
            self.second_part(state, part + 1)
        special = self.town.special[part]
        if special == BUILDING:
            self.ask_for(state, ACTING, 0)
        elif special == DENS:
            self.ask_for(state, FILLING, self.town.effect[part])
        elif special == TRADING:
            self.ask_for(state, CONVERTING, self.town.points[part])
        else:
            begin(state, self.first_effect + self.town.effect[part])

    def second_part(self, state: GranjaData, part: i64) -> None:
        """The other part of an option; one that costs something may be declined."""
        effect: i64 = self.first_effect + self.town.effect[part]
        if state.lookups.pays_silver[effect] or state.lookups.pays_kinds[effect]:
            self.ask_for(state, SECOND, effect)
        else:
            begin(state, effect)

    def empty_dens(self, state: GranjaData, filled: i64) -> i64:
        """The resources whose den or stall is empty, but for those just filled."""
        me = state.me
        found: i64 = 0
        kind: i64 = 0
        while kind < HARVEST_KINDS:
            if me.goods[kind] == 0:
                found |= BIT[kind]
            kind += 1
        if has_stall(me):
            found |= BIT[PIG]
        return found & ~filled

    def fill(self, state: GranjaData, kind: i64) -> None:
        """Put a resource into an empty den or stall."""
        what: i64 = state.asked[state.depth] >> 10
        more: i64 = (what & 3) - 1
        filled: i64 = what >> 2 | BIT[kind]
        pop(state)
        gain(state, state.seat, kind)
        if more > 0:
            self.ask_for(state, FILLING, more + filled * 4)

    def convert(self, state: GranjaData, what: i64) -> None:
        """Turn a trade commodity into something else, for points besides."""
        points: i64 = state.asked[state.depth] >> 10
        pop(state)
        self.score(state, state.seat, points)
        trade(state, what)

    # -- the building action -----------------------------------------------------------------------------

    def free_crafts(self) -> i64:
        """The craft buildings without a building card."""
        found: i64 = 0
        craft: i64 = 0
        while craft < CRAFTS:
            if self.built[craft] == 0:
                found |= BIT[craft]
            craft += 1
        return found

    def around(self, state: GranjaData, point: i64) -> i64:
        """The stall places around a point."""
        return self.town.beside[state.seats * 46 + point]

    def free_points(self, state: GranjaData) -> i64:
        """The points that share no stall place with a building."""
        taken: i64 = 0
        craft: i64 = 0
        while craft < CRAFTS:
            if self.built[craft]:
                taken |= self.around(state, self.point[craft])
            craft += 1
        found: i64 = 0
        points = self.town.allowed[state.seats]
        while points:
            point = only(points & -points)
            if not self.around(state, point) & taken:
                found |= BIT[point]
            points &= points - 1
        return found

    def can_act(self, state: GranjaData) -> bool:
        """Whether a building action could do something."""
        return self.buildable(state) != 0 or self.visitable(state) != 0

    def buildable(self, state: GranjaData) -> i64:
        """The cards that could be built."""
        if self.free_crafts() and self.free_points(state):
            return self.display
        return 0

    def visitable(self, state: GranjaData) -> i64:
        """The buildings on the board whose ability the seat to decide could use."""
        found: i64 = 0
        craft: i64 = 0
        while craft < CRAFTS:
            card: i64 = self.built[craft] - 1
            if card >= 0 and self.would_work(state, card):
                found |= BIT[card]
            craft += 1
        return found

    def would_work(self, state: GranjaData, card: i64) -> bool:
        """Whether something would come of a building's ability now."""
        effect = self.ability(card)
        if state.lookups.gains_goods[effect] and not self.town.pays[card]:
            return True  # a pig without a stall is sold
        return possible(state, effect)

    def is_within_reach(self, state: GranjaData, effect: i64) -> bool:
        """Whether something could come of an effect, with whatever one could do first."""
        silver = means(state)
        has = state.me.has
        if silver or state.me.roofs_up or state.me.ready:
            has = ALL_KINDS
        return possible_with(state, effect, silver, has)

    def ability(self, card: i64) -> i64:
        """The effect of a building."""
        return self.first_effect + self.town.first_building + card

    def build(self, state: GranjaData, card: i64) -> None:
        """Take a card from the display, to put its marker on a point."""
        pop(state)
        self.display ^= BIT[card]
        self.card = card + 1
        self.ask_for(state, PLACING, 0)

    def place(self, state: GranjaData, point: i64) -> None:
        """Put the marker on a point, resolve the ability; then the card goes into a craft building."""
        pop(state)
        self.at = point
        card: i64 = self.card - 1
        self.note(state, state.seat, BUILT, card, point)
        self.ask_for(state, HOUSING, 0)
        self.use(state, card)

    def house(self, state: GranjaData, craft: i64) -> None:
        """Put the card into a craft building."""
        pop(state)
        self.built[craft] = self.card
        self.point[craft] = self.at
        self.note(state, state.seat, HOUSED, self.card - 1, craft)
        self.card = 0
        self.at = -1

    def visit(self, state: GranjaData, card: i64) -> None:
        """Use the ability of a building on the board."""
        pop(state)
        self.note(state, state.seat, VISITED, card)
        begin(state, self.ability(card))

    def use(self, state: GranjaData, card: i64) -> None:
        """Resolve an ability as far as something comes of it; one that costs something may be declined."""
        if self.town.pays[card]:
            self.ask_for(state, USING, card)
        elif self.would_work(state, card) or self.is_within_reach(state, self.ability(card)):
            begin(state, self.ability(card))

    # -- scoring (IV) ------------------------------------------------------------------------------------

    def start_step(self, state: GranjaData) -> None:
        """At the beginning of the scoring phase all buildings work."""
        if state.step == SCORING_BEGINS:
            self.ask_for(state, RESOLVING, 0)

    def resolve(self, state: GranjaData, what: i64) -> None:
        """One building after another, for one seat after another in turn order."""
        craft: i64 = what & 7
        place: i64 = what >> 3
        if craft == CRAFTS:
            return
        if self.built[craft] == 0 or place == state.seats:
            self.ask_for(state, RESOLVING, craft + 1)
            return
        self.ask_for(state, RESOLVING, craft + (place + 1) * 8)
        seat = state.order[place]
        if self.is_entitled(state, craft, seat):
            card: i64 = self.built[craft] - 1
            ask_of(state, seat)
            self.note(state, seat, WORKS, card)
            self.use(state, card)

    def is_entitled(self, state: GranjaData, craft: i64, seat: i64) -> bool:
        """Whether a building works for a seat: it is beside it, or alone has the most markers there."""
        around = self.around(state, self.point[craft])
        mine = size(state.market[seat] & around)
        if mine == 0 or not self.town.domination[self.built[craft] - 1]:
            return mine > 0
        other: i64 = 0
        while other < state.seats:
            if other != seat and size(state.market[other] & around) >= mine:
                return False
            other += 1
        return True

    # -- decisions -----------------------------------------------------------------------------------------

    def settle(self, state: GranjaData, what: i64) -> bool:
        question: i64 = what & 15
        what >>= 4
        if question == RESOLVING:
            pop(state)
            self.resolve(state, what)
            return True
        if question == CHOOSING:
            gone = what >> 3 > 0 and not rules_of(state, state.me) & TWO_OPTIONS
            if not gone and self.options(state, what & 7, what >> 3):
                return False
        elif question == SECOND:
            if self.is_within_reach(state, what):
                return False
        elif question == ACTING:
            if self.can_act(state):
                return False
        elif question == FILLING:
            if self.empty_dens(state, what >> 2):
                return False
        elif question == CONVERTING:
            if state.me.goods[TRADE_GOOD] and trades(state):
                return False
        elif question == USING:
            if self.is_within_reach(state, self.ability(what)):
                return False
        else:
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        question: i64 = what & 15
        what >>= 4
        end: i64 = 0
        if question == CHOOSING:
            end = offer(into, end, self.first + OPTION, self.options(state, what & 7, what >> 3))
            if what >> 3:
                end = offer(into, end, SKIP, 1)
        elif question == ACTING:
            built = self.visitable(state) * BIT[VISIT - BUILD]
            end = offer(into, end, self.first + BUILD, self.buildable(state) | built)
        elif question == PLACING:
            end = offer(into, end, self.first + POINT, self.free_points(state))
        elif question == HOUSING:
            end = offer(into, end, self.first + HOUSE, self.free_crafts())
        elif question == FILLING:
            end = offer(into, end, self.first + FILL, self.empty_dens(state, what >> 2))
            end = offer(into, end, SKIP, 1)
        elif question == CONVERTING:
            end = offer(into, end, self.first + TRADE, trades(state))
        else:
            effect = what
            if question == USING:
                effect = self.ability(what)
            if possible(state, effect):
                end = offer(into, end, self.first + ACCEPT, 1)
            end = offer(into, end, SKIP, 1)
        return end

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return what & 15 in (CHOOSING, SECOND, USING)

    def apply(self, state: GranjaData, action: i64) -> None:
        if action < BUILD:
            self.take_option(state, action)
        elif action < VISIT:
            self.build(state, action - BUILD)
        elif action < POINT:
            self.visit(state, action - VISIT)
        elif action < HOUSE:
            self.place(state, action - POINT)
        elif action < FILL:
            self.house(state, action - HOUSE)
        elif action < TRADE:
            self.fill(state, action - FILL)
        elif action < ACCEPT:
            self.convert(state, action - TRADE)
        else:
            self.accept(state)

    def accept(self, state: GranjaData) -> None:
        """Pay for what was offered."""
        what: i64 = state.asked[state.depth] >> 6
        pop(state)
        if what & 15 == SECOND:
            begin(state, what >> 4)
        else:
            begin(state, self.ability(what >> 4))

    # -- agents, checks --------------------------------------------------------------------------------

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """Buildings that will work for one, and what the tile just taken is worth."""
        value: i64 = 0
        rounds: i64 = 6 - state.round
        craft: i64 = 0
        while craft < CRAFTS:
            if self.built[craft] and self.is_entitled(state, craft, seat):
                value += 40 * rounds
                if self.town.domination[self.built[craft] - 1]:
                    value += 40 * rounds
            craft += 1
        if state.depth and state.seat == seat and self.is_asked(state):
            what: i64 = state.asked[state.depth] >> 6
            if what & 15 == CHOOSING:
                value += self.town.judged[what >> 4 & 7]
            elif what & 15 == FILLING:
                value += 60 * (what >> 4 & 3)
            elif what & 15 in (ACTING, PLACING, HOUSING):
                value += 100
        if self.at >= 0 and state.seat == seat:
            beside = size(state.market[seat] & self.around(state, self.at))
            value += beside * 30 * rounds
        return value

    def check(self, state: GranjaData) -> None:
        cards = list(members_of(self.deck | self.display))
        assert self.deck & self.display == 0, "a building card is there twice"
        taken = 0
        for craft in range(CRAFTS):
            if self.built[craft]:
                cards.append(self.built[craft] - 1)
                around = self.around(state, self.point[craft])
                assert self.town.allowed[state.seats] & set_of([self.point[craft]]), "no point for a building"
                assert not around & taken, "two buildings share a stall place"
                taken |= around
        if self.card:
            cards.append(self.card - 1)
        assert sorted(cards) == list(range(BUILDINGS)), "no building card is made or lost"
        assert self.at < 0 or self.card > 0, "the marker of no building"

    # -- learners ----------------------------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        cards = [f"town-{n + 1}" for n in range(BUILDINGS)]
        return [
            number("deck", "Building cards that are face down.", BUILDINGS),
            bits("display", "The building cards on display.", cards),
            one_of("card", "The building card in each craft building.", cards, 1, CRAFT_NAMES),
            bits("beside", "The stall places beside the marker of each such card.", STALL_NAMES, CRAFT_NAMES),
            one_of("building", "The card being built.", cards, 1),
            bits("at", "The stall places beside its marker, once that is placed.", STALL_NAMES),
        ]

    def observe(self, state: GranjaData, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = size(self.deck)
        into[n + 1] = self.display
        n = copied(self.built, CRAFTS, into, n + 2)
        craft: i64 = 0
        while craft < CRAFTS:
            into[n + craft] = 0
            if self.built[craft]:
                into[n + craft] = self.around(state, self.point[craft])
            craft += 1
        n += CRAFTS
        into[n] = self.card
        into[n + 1] = 0
        if self.at >= 0:
            into[n + 1] = self.around(state, self.at)
        return n + 2

    def detail_bits(self) -> int:
        return 12

    # -- for people --------------------------------------------------------------------------------------

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [
            *[(f"option {n}", (f"option-{n}",)) for n in range(1, OPTIONS + 1)],
            *[(f"build {n}", ("build", f"town-{n}")) for n in range(1, BUILDINGS + 1)],
            *[(f"visit {n}", ("visit", f"town-{n}")) for n in range(1, BUILDINGS + 1)],
            *[(f"point {n}", (f"point-{n}",)) for n in range(1, len(POINTS) + 1)],
            *[(f"house {n}", ("house", f"building-{n}")) for n in range(1, CRAFTS + 1)],
            *[(f"fill {good}", ("fill", f"good-{good}")) for good in RESOURCES],
            *[(f"convert {name}", ("convert", f"trade-{name}")) for name in TRADES],
            ("accept", ("accept",)),
        ]

    def space_text(self, space: int, components: Components) -> str | None:
        return self.tile(space, components).text

    def tile(self, space: int, components: Components) -> TownSpace:
        """The revenue tile of a space."""
        return components.modules.bustling_town.spaces[self.side * 6 + space]

    def question(self, state: GranjaData, what: int) -> str:
        question, what = what & 15, what >> 4
        if question == CHOOSING:
            more = "Which other option" if what >> 3 else "Which option"
            return f"{more} of revenue space {(what & 7) + 1} do you take?"
        return {
            SECOND: "Do you pay for the other part?",
            ACTING: "Which building do you build, or use?",
            PLACING: "On which point of the market does the building stand?",
            HOUSING: "Into which craft building does its card go?",
            FILLING: "Which empty den or stall gets a resource?",
            CONVERTING: "What does the trade commodity become?",
            USING: "Do you pay for what the building does?",
        }[question]

    def sentence(self, state: GranjaData, action: int, components: Components) -> str:
        cards = components.modules.bustling_town.buildings
        what = state.asked[state.depth] >> 10
        if action < BUILD:
            said = [_part(part) for part in self.tile(what & 7, components).options[action]]
            return f"Take {listed(said)}"
        if action < POINT:
            card = cards[action - BUILD if action < VISIT else action - VISIT]
            verb = "Build" if action < VISIT else "Use"
            return f"{verb} the {card.name} ({card.mode}): {lowered(card.text)}"
        if action < HOUSE:
            stalls = members_of(self.around(state, action - POINT))
            return f"Between stalls {listed([STALL_NAMES[stall] for stall in stalls])}"
        if action < FILL:
            return f"Put the card into the {components.buildings[action - HOUSE].name}"
        if action < TRADE:
            return f"Gain {one(action - FILL)}"
        if action < ACCEPT:
            return f"Give up a trade commodity: {gains(components.trades[action - TRADE])}"
        question = state.asked[state.depth] >> 6 & 15
        effect = self.town.effects[what - self.first_effect] if question == SECOND else cards[what].effect
        return f"Pay {effect.pay.get('silver', 0)} silver: {gains(effect)}"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Gain no more" if what & 15 == FILLING else "Do without"

    def refusal(self, state: GranjaData, action: int) -> IllegalAction:
        if action < BUILD:
            return IllegalAction("no-option", "That option is not there, or nothing comes of it", self.title)
        if action < VISIT:
            return IllegalAction("not-displayed", "That building cannot be built now", self.title)
        if action < POINT:
            return IllegalAction("not-built", "That building cannot be used now", self.title)
        if action < HOUSE:
            return IllegalAction(
                "no-point",
                "No building is put there: it would share a stall place, or none is built",
                self.title,
            )
        if action < FILL:
            return IllegalAction("taken", "No building card goes there now", self.title)
        if action < TRADE:
            return IllegalAction(
                "not-empty", "That den or stall is not empty, or nothing is filled", self.title
            )
        return IllegalAction("not-offered", "Nothing of the kind is offered now", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        who = names[entry.seat]
        a, b = (*entry.details, 0, 0)[:2]
        if event == CHOSE:
            return f"{who} chooses {listed([_part(part) for part in self.tile(a, components).options[b]])}"
        card = components.modules.bustling_town.buildings[a]
        if event == DISPLAYED:
            return f"The {card.name} can be built"
        if event == BUILT:
            stalls = [STALL_NAMES[stall] for stall in POINTS[b]]
            return f"{who} builds the {card.name} beside {listed(stalls)}: {lowered(card.text)}"
        if event == HOUSED:
            return f"The {card.name} goes into the {components.buildings[b].name}"
        if event == VISITED:
            return f"{who} uses the {card.name}: {lowered(card.text)}"
        return f"The {card.name} works for {who}: {lowered(card.text)}"

    def source(self, source: int) -> str:
        return "bustling town"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "deck": [n + 1 for n in members_of(self.deck)],
            "display": [n + 1 for n in members_of(self.display)],
            "built": [
                {"building": self.built[craft], "craft": craft + 1, "point": self.point[craft] + 1}
                for craft in range(CRAFTS)
                if self.built[craft]
            ],
            "building": self.card or None,
            "at": self.at + 1 if self.at >= 0 else None,
        }

    def view(self, state: GranjaData, seat: int | None, components: Components) -> dict[str, Any]:
        data = self.write(state, components)
        data["deck"] = len(data["deck"])
        for shown in data["built"]:
            stalls = members_of(self.around(state, shown["point"] - 1))
            shown["stalls"] = [STALL_NAMES[stall] for stall in stalls]
        return {
            **data,
            "side": SIDES[self.side],
            "spaces": [self.tile(space, components).text for space in range(6)],
            "points": {
                str(point + 1): [STALL_NAMES[stall] for stall in members_of(self.around(state, point))]
                for point in members_of(self.town.allowed[state.seats])
            },
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        self.deck = set_of([n - 1 for n in reader.numbers("deck", 1, BUILDINGS)])
        self.display = set_of([n - 1 for n in reader.numbers("display", 1, BUILDINGS)])
        for data in reader.items("built"):
            inner = type(reader)(data, f"{reader.where}: a building")
            craft = inner.number("craft", 1, CRAFTS) - 1
            if self.built[craft]:
                raise inner.fail("craft", "has two buildings")
            self.built[craft] = inner.number("building", 1, BUILDINGS)
            self.point[craft] = inner.number("point", 1, len(POINTS)) - 1
        self.card = reader.optional_number("building", 1, BUILDINGS) or 0
        self.at = (reader.optional_number("at", 1, len(POINTS)) or 0) - 1

    def knows(self, what: int, state: GranjaData) -> bool:
        question, what = what & 15, what >> 4
        if question == CHOOSING:
            return what & 7 < 6 and what >> 3 <= OPTIONS
        if question == SECOND:
            return 0 <= what - self.first_effect < self.town.first_building
        if question in (PLACING, HOUSING):
            return what == 0 and self.card > 0 and (self.at >= 0) == (question == HOUSING)
        if question == RESOLVING:
            return what & 7 <= CRAFTS and what >> 3 <= state.seats
        if question == FILLING:
            return what & 3 >= 1 and what >> 2 < 16
        if question == CONVERTING:
            return what <= 9
        return what < BUILDINGS if question == USING else question == ACTING and what == 0

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        match = re.fullmatch(r"town ([1-9]|10)", topic)
        if match is not None:
            card = components.modules.bustling_town.buildings[int(match[1]) - 1]
            who = "everybody beside it" if card.mode == "presence" else "who has the most markers beside it"
            does = f"{card.name}: {lowered(card.text)}, when it is built or used, and each round for {who}."
            return f"{does}{self.remark(components)}"
        match = re.fullmatch(r"point ([1-9][0-9]?)", topic)
        if match is not None and view is not None:
            stalls = view["modules"][self.name]["points"].get(match[1])
            return None if stalls is None else f"A point of the market, between stalls {listed(stalls)}."
        if topic in ("building action", "build", "visit", "house"):
            return (
                "A building action uses a building on the board, or builds one: its marker goes to a "
                "point between stall places, its card into a craft building. At the beginning of each "
                "scoring phase all of them work, in the order of the craft buildings."
            )
        return None

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        mine = view["modules"][self.name]
        cards = components.modules.bustling_town.buildings
        lines = [
            f"display {n}: {cards[n - 1].name} ({cards[n - 1].mode}): {lowered(cards[n - 1].text)}"
            for n in mine["display"]
        ]
        for built in mine["built"]:
            card = cards[built["building"] - 1]
            where = components.buildings[built["craft"] - 1].name
            lines.append(
                f"{built['building']} {card.name} ({card.mode}) beside {' '.join(built['stalls'])}, in the "
                f"{where}: {lowered(card.text)}"
            )
        return lines


class BustlingTownB(BustlingTown):
    """The same with the other side of the revenue tiles."""

    name: ClassVar = "bustling-town-b"
    title: ClassVar = "Bustling Town"
    parts: ClassVar = "bustling-town-b"
    meaning: ClassVar = (
        "Other revenue spaces, side B, one of them for buildings in the market that reward who is beside "
        "them."
    )

    def fresh(self) -> Module:
        return BustlingTownB(self.town, self.side)


def _part(part: Effect) -> str:
    """A part of an option: `2 silver`, `a building action`."""
    price = f" for {part.pay['silver']} silver" if "silver" in part.pay else ""
    if "any-harvest" in part.pay:
        price = " for a harvest good"
    if part.choose == "building":
        return "a building action"
    if part.choose == "empty dens":
        return f"a resource for each of up to {part.times} empty dens or stalls"
    if part.choose == "trade commodity":
        return f"turn a trade commodity into something else, for {gains(replace(part, choose=None))}"
    return f"{gains(part)}{price}"

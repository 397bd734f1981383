"""Bustling Town: other revenue spaces, and buildings in the market place for those who are beside them.

A building has a marker on a point of the market, where three stall places meet, and a card in a craft
building. When a round is scored all of them work, in the order of the craft buildings: for everybody beside
the marker (presence), or for who has the most markers beside it (domination).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import SKIP
from burgher.games.granja.anytime import means, trade
from burgher.games.granja.components import MARKET, RESOURCES, STALL_NAMES, TRADES, Effect
from burgher.games.granja.data import Module, ModuleQuestion
from burgher.games.granja.effects import (
    BRINGS_ALL,
    BRINGS_KINDS,
    begin,
    most_of,
    possible,
    possible_with,
)
from burgher.games.granja.goods import gain, has_stall
from burgher.games.granja.helpers import exhaust_rule, rules_of
from burgher.games.granja.in_play import (
    ROOFS_LAID_OUT,
    SET_UP,
    SIESTA_IN_REACH,
    SPACE_BRINGS,
    SPACE_USABLE,
    STEP_BEGINS,
    USE_SPACE,
    changed,
)
from burgher.games.granja.legal import trades
from burgher.games.granja.lookups import HARVEST_KINDS, PIG, SOME_RESOURCE, TRADE_GOOD, TWO_OPTIONS
from burgher.games.granja.observation import CRAFT_NAMES
from burgher.games.granja.pending import AFTER_DIE, SCORING_BEGINS
from burgher.games.granja.revenue import is_leftover
from burgher.games.granja.stack import answer, ask_of, pop
from burgher.kernel.chance import pick
from burgher.kernel.ints import BIT, copy_ints, ints, members_of, only, set_of, size, zeros
from burgher.kernel.observation import bits, number, one_of
from burgher.kernel.observing import copied
from burgher.kernel.offers import offer
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field


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

# Questions.
CHOOSING: Final = 0
SECOND_PART: Final = 1
ACTING: Final = 2
PLACING: Final = 3
HOUSING: Final = 4
FILLING: Final = 5
CONVERTING: Final = 6
RESOLVING: Final = 7
USING: Final = 8
WORKED: Final = 9

BUILDING_TO_COME: Final = 100
"""What a building action is worth that is being decided, in hundredths of a point."""

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
CHANGES: Final = set_of([SPACE_USABLE, SPACE_BRINGS])


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
        source: BustlingTown = other  # checked once: `other` would be at every use
        self.deck = source.deck
        self.display = source.display
        copy_ints(self.built, source.built)
        copy_ints(self.point, source.point)
        self.card = source.card
        self.at = source.at

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
        if quantity == SPACE_BRINGS:
            return self.most_of(state, a)
        return value

    def questions(self) -> list[ModuleQuestion]:
        return [
            Choosing(),
            SecondPart(),
            Acting(),
            Placing(),
            Housing(),
            Filling(),
            Converting(),
            Resolving(),
            Using(),
            Worked(),
        ]

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
        self.note(state, at(state.order, 0), DISPLAYED, card)

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
            self.ask(state, CHOOSING, space)
        return True

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

    def most_of(self, state: GranjaData, space: i64) -> i64:
        """What a revenue tile could bring at most."""
        most: i64 = 0
        part: i64 = space * OPTIONS * 2
        last: i64 = part + OPTIONS * 2
        while part < last:
            special = self.town.special[part]
            if special == DENS:
                most |= SOME_RESOURCE * BRINGS_KINDS
            elif special:
                most |= BRINGS_ALL
            elif self.town.effect[part] >= 0:
                most |= most_of(state, self.first_effect + self.town.effect[part])
            part += 1
        return most

    def take_option(self, state: GranjaData, what: i64, option: i64) -> None:
        """Take one of the options; the Porter may give another one afterwards."""
        space: i64 = what & 7
        if what >> 3:
            exhaust_rule(state, state.seat, TWO_OPTIONS)
        elif space in (1, 5) and rules_of(state, state.me) & TWO_OPTIONS and self.is_drafted(state):
            self.ask(state, CHOOSING, space + (option + 1) * 8)
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
            self.ask(state, ACTING)
        elif special == DENS:
            self.ask(state, FILLING, self.town.effect[part])
        elif special == TRADING:
            self.ask(state, CONVERTING, self.town.points[part])
        else:
            begin(state, self.first_effect + self.town.effect[part])

    def second_part(self, state: GranjaData, part: i64) -> None:
        """The other part of an option; one that costs something may be declined."""
        effect: i64 = self.first_effect + self.town.effect[part]
        if state.lookups.pays_silver[effect] or state.lookups.pays_kinds[effect]:
            self.ask(state, SECOND_PART, effect)
        else:
            begin(state, effect)

    def empty_dens(self, state: GranjaData, filled: i64) -> i64:
        """The resources whose den or a stall is empty, but for dens just filled; there may be two stalls."""
        me = state.me
        found: i64 = 0
        kind: i64 = 0
        while kind < HARVEST_KINDS:
            if me.goods[kind] == 0:
                found |= BIT[kind]
            kind += 1
        found &= ~filled
        if has_stall(me):
            found |= BIT[PIG]
        return found

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
        self.display ^= BIT[card]
        self.card = card + 1
        self.ask(state, PLACING)

    def put_marker(self, state: GranjaData, point: i64) -> None:
        """Put the marker on a point, resolve the ability; then the card goes into a craft building."""
        self.at = point
        card: i64 = self.card - 1
        self.note(state, state.seat, BUILT, card, point)
        self.ask(state, HOUSING)
        self.use(state, card)

    def house(self, state: GranjaData, craft: i64) -> None:
        """Put the card into a craft building."""
        self.built[craft] = self.card
        self.point[craft] = self.at
        self.note(state, state.seat, HOUSED, self.card - 1, craft)
        self.card = 0
        self.at = -1

    def visit(self, state: GranjaData, card: i64) -> None:
        """Use the ability of a building on the board."""
        self.note(state, state.seat, VISITED, card)
        begin(state, self.ability(card))

    def use(self, state: GranjaData, card: i64) -> None:
        """Resolve an ability as far as something comes of it; one that costs something may be declined."""
        if self.town.pays[card]:
            self.ask(state, USING, card)
        elif self.would_work(state, card) or self.is_within_reach(state, self.ability(card)):
            begin(state, self.ability(card))

    # -- scoring (IV) ------------------------------------------------------------------------------------

    def start_step(self, state: GranjaData) -> None:
        """At the beginning of the scoring phase all buildings work."""
        if state.step == SCORING_BEGINS:
            self.ask(state, RESOLVING)

    def resolve(self, state: GranjaData, what: i64) -> None:
        """One building after another, for one seat after another in turn order."""
        craft: i64 = what & 7
        place: i64 = what >> 3
        if craft == CRAFTS:
            return
        if self.built[craft] == 0 or place == state.seats:
            self.ask(state, RESOLVING, craft + 1)
            return
        self.ask(state, RESOLVING, craft + (place + 1) * 8)
        seat = at(state.order, place)
        if self.is_entitled(state, craft, seat):
            card: i64 = self.built[craft] - 1
            ask_of(state, seat)
            self.ask(state, WORKED, state.me.goods[TRADE_GOOD])
            self.note(state, seat, WORKS, card)
            self.use(state, card)

    def is_entitled(self, state: GranjaData, craft: i64, seat: i64) -> bool:
        """Whether a building works for a seat: it is beside it, or alone has the most markers there."""
        around = self.around(state, self.point[craft])
        mine = size(state.market[seat] & around)
        if mine == 0 or not self.town.domination[self.built[craft] - 1]:
            return mine > 0
        other: i64 = 0
        while other < state.holders:
            if other != seat and size(state.market[other] & around) >= mine:
                return False
            other += 1
        return True

    # -- decisions -----------------------------------------------------------------------------------------

    def apply(self, state: GranjaData, action: i64) -> None:
        if action < BUILD:
            answer(state, OPTION, action)
        elif action < VISIT:
            answer(state, BUILD, action - BUILD)
        elif action < POINT:
            answer(state, VISIT, action - VISIT)
        elif action < HOUSE:
            answer(state, POINT, action - POINT)
        elif action < FILL:
            answer(state, HOUSE, action - HOUSE)
        elif action < TRADE:
            answer(state, FILL, action - FILL)
        elif action < ACCEPT:
            answer(state, TRADE, action - TRADE)
        else:
            answer(state, ACCEPT, 0)

    # -- agents, checks --------------------------------------------------------------------------------

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """Buildings that will work for one."""
        value: i64 = 0
        rounds: i64 = 6 - state.round
        craft: i64 = 0
        while craft < CRAFTS:
            if self.built[craft] and self.is_entitled(state, craft, seat):
                value += 40 * rounds
                if self.town.domination[self.built[craft] - 1]:
                    value += 40 * rounds
            craft += 1
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


class Choosing(ModuleQuestion):
    """Which option of a revenue tile to take. Its detail: the space, and the Porter's first option * 8."""

    name: ClassVar = "option"

    def settle(self, state: GranjaData, what: i64) -> bool:
        town = town_of(state, self.place)
        gone = what >> 3 > 0 and not rules_of(state, state.me) & TWO_OPTIONS  # the Porter has left meanwhile
        if not gone and town.options(state, what & 7, what >> 3):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        town = town_of(state, self.place)
        end = offer(into, 0, town.first + OPTION, town.options(state, what & 7, what >> 3))
        if what >> 3:
            end = offer(into, end, SKIP, 1)
        return end

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        town_of(state, self.place).take_option(state, what, thing)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return town_of(state, self.place).town.judged[what & 7]


class SecondPart(ModuleQuestion):
    """Whether to pay for the other part of an option. Its detail: the effect."""

    name: ClassVar = "second part"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if town_of(state, self.place).is_within_reach(state, what):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end: i64 = 0
        if possible(state, what):
            end = offer(into, end, town_of(state, self.place).first + ACCEPT, 1)
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        begin(state, what)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True


class Acting(ModuleQuestion):
    """Which building to build, or to use."""

    name: ClassVar = "building action"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if town_of(state, self.place).can_act(state):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        town = town_of(state, self.place)
        built = town.visitable(state) * BIT[VISIT - BUILD]
        return offer(into, 0, town.first + BUILD, town.buildable(state) | built)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        if verb == BUILD:
            town_of(state, self.place).build(state, thing)
        else:
            town_of(state, self.place).visit(state, thing)

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return BUILDING_TO_COME


class Placing(ModuleQuestion):
    """On which point of the market the building stands."""

    name: ClassVar = "point"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        town = town_of(state, self.place)
        return offer(into, 0, town.first + POINT, town.free_points(state))

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        town_of(state, self.place).put_marker(state, thing)

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return BUILDING_TO_COME


class Housing(ModuleQuestion):
    """Into which craft building its card goes."""

    name: ClassVar = "craft building"

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        town = town_of(state, self.place)
        return offer(into, 0, town.first + HOUSE, town.free_crafts())

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        town_of(state, self.place).house(state, thing)

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return BUILDING_TO_COME


class Filling(ModuleQuestion):
    """Which empty den or stall gets a resource. Its detail: how many more, and the resources gained * 4."""

    name: ClassVar = "den to fill"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if town_of(state, self.place).empty_dens(state, what >> 2):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        town = town_of(state, self.place)
        end = offer(into, 0, town.first + FILL, town.empty_dens(state, what >> 2))
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        gain(state, state.seat, thing)
        more: i64 = (what & 3) - 1
        if more > 0:
            self.ask(state, more + (what >> 2 | BIT[thing]) * 4)

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        return 60 * (what & 3)


class Converting(ModuleQuestion):
    """What a trade commodity becomes. Its detail: the points that come with it."""

    name: ClassVar = "trade"

    def settle(self, state: GranjaData, what: i64) -> bool:
        if state.me.goods[TRADE_GOOD] and trades(state):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, town_of(state, self.place).first + TRADE, trades(state))

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        town_of(state, self.place).score(state, state.seat, what)
        trade(state, thing)


class Resolving(ModuleQuestion):
    """Not asked: all buildings work in turn. Its detail: the craft building, and seats done with it * 8."""

    name: ClassVar = "buildings at work"

    def settle(self, state: GranjaData, what: i64) -> bool:
        pop(state)
        town_of(state, self.place).resolve(state, what)
        return True


class Using(ModuleQuestion):
    """Whether to pay for what a building does. Its detail: its card."""

    name: ClassVar = "building to pay"

    def settle(self, state: GranjaData, what: i64) -> bool:
        town = town_of(state, self.place)
        if town.is_within_reach(state, town.ability(what)):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        town = town_of(state, self.place)
        end: i64 = 0
        if possible(state, town.ability(what)):
            end = offer(into, end, town.first + ACCEPT, 1)
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        begin(state, town_of(state, self.place).ability(what))

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True


class Worked(ModuleQuestion):
    """What to do before the siesta track is scored. Its detail: the trade commodities before a building's."""

    name: ClassVar = "before the siesta track"

    def settle(self, state: GranjaData, what: i64) -> bool:
        """It is asked where a building has brought a trade commodity that could still become steps."""
        if state.me.goods[TRADE_GOOD] > what and changed(state, SIESTA_IN_REACH, 0):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        return offer(into, 0, SKIP, 1)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True


def town_of(state: GranjaData, place: i64) -> BustlingTown:
    """The module in its place."""
    module = state.acting[place]
    assert isinstance(module, BustlingTown)
    return module

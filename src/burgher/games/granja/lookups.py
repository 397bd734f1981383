"""A set of components once more, as arrays that the rules look things up in.

Kinds, stall places, rows and cards are bits of a word. Farm cards are 66, more than a word holds: a set of
them is two integers, the first for cards 0 to 32. Every state points at the `Lookups` it is played with.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.components import (
    CHOICES,
    DONKEYS,
    DURINGS,
    GOODS,
    IFS,
    KINDS,
    MARKET,
    PERS,
    PHASES,
    RESOURCES,
    ROOF_PLACES,
    RULES,
    THENS,
    VALUES,
    WHENS,
    Components,
    Effect,
    Helper,
    Roof,
)
from burgher.games.granja.pending import (
    AFTER_DIE,
    BEFORE_DONKEYS,
    BEFORE_ROLL,
    CARD,
    CRAFT_AGAIN,
    DELIVERY,
    DETAIL,
    DISGUISE,
    EXCHANGE,
    FETCHING,
    FOR_SILVER,
    FREE,
    HARVEST,
    IMPROVING,
    INSTEAD,
    LEFT_ROOFS,
    LEFTOVER,
    MARKING,
    MAY_DRAW,
    MAY_GAIN,
    MAY_PLAY,
    NOTHING,
    ONE_GOOD,
    ONLY_EMPTY,
    OR_REST,
    PURCHASED,
    REROLLING,
    ROOF_TO_TURN,
    ROOFS,
    STALL_TO_PLACE,
    STEPS,
    THEN_SIESTA,
    TWO_GOODS,
    UNLOADING,
)
from burgher.kernel.ints import ints, members_of, set_of
from burgher.kernel.packed import MOST_PLACES, packed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from burgher.kernel.ints import Ints

# -- kinds --------------------------------------------------------------------------------------

OLIVE: Final = 0
GRAIN: Final = 1
GRAPE: Final = 2
PIG: Final = 3
FOOD: Final = 4
WINE: Final = 5
MEAT: Final = 6
TRADE_GOOD: Final = 7
"""A trade commodity."""

HARVEST_KINDS: Final = 3
RESOURCE_KINDS: Final = 4
GOOD_KINDS: Final = 7
ALL_KINDS: Final = 8
EVERY_KIND: Final = 0xFF
SOME_HARVEST: Final = 0x7
SOME_RESOURCE: Final = 0xF
SOME_GOOD: Final = 0x7F
MOST_DEMANDS: Final = 5
"""No barrow or craft row has more demands than this."""
PAY_SILVER: Final = 7
PAY_POINTS: Final = 8
"""After the goods, the farm goods that are not stored in dens."""

BETTER: Final[Ints] = ints([FOOD, FOOD, WINE, MEAT])
"""What a resource becomes when it is upgraded."""

# -- sets of cards --------------------------------------------------------------------------------

CARD_COUNT: Final = 66
HALF: Final = 33
"""Cards in each of the two integers of a set."""
ALL_OF_HALF: Final = 0x1FFFFFFFF
WORD: Final[Ints] = ints([card // 33 for card in range(66)])
CARD_BIT: Final[Ints] = ints([2 ** (card % 33) for card in range(66)])

# -- what everybody has, without modules ------------------------------------------------------------

DONKEY_TILES: Final = 4
ALL_DONKEYS: Final = 0xF
"""The donkey tiles, as a set."""
ROOF_ROOM: Final = 5
"""Places on the roof."""
WHOLE_ROOF: Final = 0x1F
"""The same as a set."""

# -- phases, moments, rules -----------------------------------------------------------------------

FARM: Final = 0
REVENUE: Final = 1
TRANSPORT: Final = 2
SCORING: Final = 3

LAST_ROUND: Final = 5

ANY_MOMENT: Final = 0
MOMENT_ROLL: Final = 1
MOMENT_DRAFT: Final = 2
MOMENT_AFTER_DIE: Final = 3
MOMENT_DONKEYS: Final = 4
MOMENT_FREE: Final = 5
MOMENT_DELIVERY: Final = 6

WHEN_INCOME: Final = 0
WHEN_REVENUE: Final = 1
WHEN_BARROW: Final = 2
WHEN_CRAFT: Final = 3
WHEN_UNBLOCK: Final = 4
WHEN_REMOVED: Final = 5
WHEN_REMOVING: Final = 6
WHEN_MARKET: Final = 7
WHEN_SIESTA: Final = 8
WHEN_SCORING: Final = 9
WHEN_ROOF: Final = 10

ALWAYS: Final = 0
IF_FIRST: Final = 1
IF_LAST: Final = 2
IF_NO_SIESTA: Final = 3
IF_SIESTA: Final = 4
IF_STALLS: Final = 5
IF_ROOFS: Final = 6
IF_MOST_CRAFTS: Final = 7

# What cards and craft markers add to a farm, side by side in one integer (`packed.at`), in this order.
ADDS_STALLS: Final = 0
ADDS_HAND: Final = 1
ADDS_INCOME: Final = 2
ADDS_DELIVERIES: Final = 3
ADDS_HATS: Final = 4
ADDS_DONKEYS: Final = 5
ADDS_BARROWS: Final = 6
_ADDS: Final = ("stalls", "hand", "income", "deliveries", "hats", "donkeys", "barrows")
_BENEFITS: Final = {"stall": "stalls", "delivery": "deliveries"}
"""Those that farm extensions name otherwise."""

ONCE: Final = 0
PER_CRAFT: Final = 1
PER_EXTENSIONS: Final = 2
PER_BARROW: Final = 3

THEN_POINTS: Final = 1
THEN_INCOME: Final = 2

# The bit of each rule that a helper changes, in the order of `components.RULES`.
CHEAPER_UPGRADES: Final = 0x1
CHEAP_OIL: Final = 0x2
CHEAPER_HARVEST: Final = 0x4
CHEAPER_EXTENSIONS: Final = 0x8
CHEAPER_ROOFS: Final = 0x10
BETTER_EXCHANGE: Final = 0x20
EARLY_BREEDING: Final = 0x40
FULL_FIELDS: Final = 0x80
SECOND_HARVEST: Final = 0x100
TWO_OPTIONS: Final = 0x200
LEFTOVER_DIE: Final = 0x400
DELIVERY_SILVER: Final = 0x800
LIGHT_DONKEYS: Final = 0x1000
GUARDS: Final = 0x2000
NEIGHBOURING: Final = 0x4000
BLOCKED_BUILDING: Final = 0x8000

# -- what an effect can lead to -------------------------------------------------------------------

# Pauses (`pauses.py`) are for some of it. The lowest bits are the kinds of goods that it can use up.
PLAYS: Final = 0x100
DRAWS: Final = 0x200
DISCARDS: Final = 0x400
BRINGS_PIG: Final = 0x800
DELIVERS: Final = 0x1000
PLACES: Final = 0x2000
"""A card played, drawn, discarded; a pig; a delivery; a marker in the market."""
AMONG_FREE: Final = 0x4000
"""It works among the free deliveries only."""
LAPSES: Final = 0x8000
"""It works in the revenue phase and not in the transportation phase."""
FOR_POOR: Final = 0x40000
"""It brings more to those who have no silver."""
MOVES: Final = 0x20000
"""Steps on the siesta track, where it counts who comes later."""
ANYTHING: Final = 0x10000
"""Whatever it leads to."""
INCOMES: Final = 0x80000
"""An income, which brings more in the farm phase than later to those with helpers for it."""

MOST_SILVER: Final = 31
"""More silver than this makes no difference to what can be paid."""

_WANTED: Final = {
    HARVEST: DELIVERS | PLACES | MOVES,
    ROOFS: DELIVERS | PLACES | MOVES | INCOMES,
    LEFT_ROOFS: DELIVERS | PLACES | MOVES | INCOMES,
    AFTER_DIE: DELIVERS | PLACES | MOVES,
    LEFTOVER: DELIVERS | PLACES | MOVES | LAPSES,
    FREE: DELIVERS | PLACES | AMONG_FREE,
    PURCHASED: DELIVERS | PLACES,
}
WANTED: Final[Ints] = ints([_WANTED.get(step, 0) for step in range(len(STEPS))])
"""For each step, what would come too late once its turn is over: others have theirs, or the phase ends."""

# -- effects, by number ---------------------------------------------------------------------------

ROUND_ROOFS: Final = 24
"""The roof tiles of the rounds; the numbers after them are those of modules."""

EFFECT_HELPER: Final = 0  # + card
EFFECT_ROOF: Final = 66  # + tile
EFFECT_SPACE: Final = 90  # + revenue space
EFFECT_TRADE: Final = 96  # + what the trade commodity becomes
EFFECT_INSTANT: Final = 102  # + building
EFFECT_ONGOING: Final = 108  # + building
EFFECT_MODULES: Final = 114  # those of the modules in play, `Module.first_effect` onwards

_ASKS: Final = {
    "two harvest goods": TWO_GOODS,
    "play card": CARD + MAY_PLAY * DETAIL,
    "draw card": CARD + MAY_DRAW * DETAIL,
    "play or draw card": CARD + (MAY_PLAY + MAY_DRAW) * DETAIL,
    "card or good": CARD + (MAY_PLAY + MAY_DRAW + MAY_GAIN) * DETAIL,
    "delivery": DELIVERY,
    "used roof tile": ROOF_TO_TURN,
    "craft marker": CRAFT_AGAIN,
    "good to exchange": EXCHANGE,
    "good to move": UNLOADING,
    "good to disguise": DISGUISE,
    "dice to reroll": REROLLING + 2 * DETAIL,
    "revenue space": MARKING,
    "used donkey tile": FETCHING,
}

ROUND_SPACE: Final = 63
"""Not a question: the revenue space of the round is used at once."""


def _ask(effect: Effect) -> int:
    """The question that an effect asks, with its detail."""
    match effect.choose:
        case None:
            return NOTHING
        case "good":
            return ONE_GOOD + _kinds(effect.goods) * DETAIL
        case "upgrade":
            return IMPROVING + effect.times * DETAIL
        case "upgrade or siesta":
            return IMPROVING + (effect.times + OR_REST) * DETAIL
        case "delivery" if "silver" in effect.pay:
            return DELIVERY + (FOR_SILVER + (effect.pay["silver"] - 1) * INSTEAD) * DETAIL
        case "delivery or silver":
            return DELIVERY + effect.silver * INSTEAD * DETAIL
        case "empty stall":
            return STALL_TO_PLACE + (set_of([v - VALUES[0] for v in effect.values]) + ONLY_EMPTY) * DETAIL
        case "space of the round":
            return ROUND_SPACE
    asked = _ASKS[effect.choose]
    return asked + THEN_SIESTA * DETAIL if effect.then == "siesta points" else asked


def _kinds(names: tuple[str, ...]) -> int:
    return set_of([KINDS.index(name) for name in names])


def _phases(phases: tuple[str, ...]) -> int:
    return set_of([PHASES.index(phase) for phase in phases or PHASES])


def _place(name: str | None, names: tuple[str, ...]) -> int:
    """The place of a name in a list, from 1; 0 for none."""
    return 0 if name is None else names.index(name) + 1


def _packed(gain: Mapping[str, int]) -> int:
    """How many of each kind, four bits each."""
    return sum(gain.get(name, 0) * 16**kind for kind, name in enumerate(KINDS))


def _needs(goods: tuple[str, ...], size: int) -> list[int]:
    """For each set of demands already met, the kinds still asked for."""
    return [
        _kinds(tuple(good for place, good in enumerate(goods) if not met & 2**place)) for met in range(size)
    ]


def _added(adds: Mapping[str, int]) -> int:
    """What something adds to a farm, side by side."""
    return packed([adds.get(name, 0) for name in _ADDS])


def _added_by_extension(benefits: tuple[str, ...]) -> int:
    return _added({_BENEFITS.get(name, name): benefits.count(name) for name in benefits})


def _added_by_helper(adds: Mapping[str, int]) -> int:
    return _added({name: min(1, count) if name == "barrows" else count for name, count in adds.items()})


def _unmet(goods: tuple[str, ...], size: int) -> list[int]:
    """For each set of demands already met, those that are not, as members of a set (`each_of_kinds`)."""
    return [
        set_of(
            [
                KINDS.index(good) * MOST_DEMANDS + place
                for place, good in enumerate(goods)
                if not met & 2**place
            ]
        )
        for met in range(size)
    ]


def each_of_kinds(kinds: int) -> int:
    """All demands that there could be for some kinds: a barrow or row has up to five, each at its place."""
    return set_of([kind * MOST_DEMANDS + n for kind in members_of(kinds) for n in range(MOST_DEMANDS)])


class Lookups:
    """One set of components as tables; it never changes."""

    def __init__(
        self,
        set_: Components,
        from_den: int,
        more_effects: Sequence[Effect] = (),
        more_roofs: Sequence[Roof] = (),
        more_places: int = 0,
    ) -> None:
        cards = set_.cards
        helpers = [card.helper for card in cards]

        # Fields, barrows, extensions.
        self.field_kind: Ints = ints([KINDS.index(card.field) for card in cards])
        self.barrow_goods: Ints = ints(
            [kind for card in cards for kind in [*(KINDS.index(g) for g in card.barrow), *[-1] * 5][:5]]
        )
        """`barrow_goods[card * 5 + n]`: the demands of a barrow."""
        self.barrow_need: Ints = ints([need for card in cards for need in _needs(card.barrow, 32)])
        """`barrow_need[card * 32 + met]`: the kinds that a barrow still asks for."""
        self.barrow_unmet: Ints = ints([unmet for card in cards for unmet in _unmet(card.barrow, 32)])
        """The same as demands, each of which has a bit of its own (`each_of_kinds`)."""
        self.barrow_demands: Ints = ints([len(card.barrow) for card in cards])
        self.barrow_points: Ints = ints([card.points for card in cards])
        self.barrow_trade: Ints = ints([card.trade for card in cards])
        self.barrow_stall: Ints = ints([int(card.stall) for card in cards])
        self.from_den: i64 = from_den
        """The number of the action after those of all modules (`actions.FROM_DEN`)."""
        self.extension_adds: Ints = ints([_added_by_extension(card.extension) for card in cards])
        """What each card adds as a farm extension, at the places `ADDS_STALLS`, …; the same below."""

        # Helpers.
        self.is_action: Ints = ints([int(helper.is_action) for helper in helpers])
        self.is_once: Ints = ints([int(helper.once) for helper in helpers])
        self.helper_phases: Ints = ints([_phases(helper.phases) for helper in helpers])
        self.helper_when: Ints = ints([_place(helper.when, WHENS) - 1 for helper in helpers])
        self.helper_reacts: Ints = ints([2 ** WHENS.index(h.when) if h.when else 0 for h in helpers])
        """The same as a set, empty for helpers that nothing sets off."""
        self.helper_if: Ints = ints([_place(helper.only_if, IFS) for helper in helpers])
        self.helper_rule: Ints = ints([2 ** RULES.index(h.rule) if h.rule else 0 for h in helpers])
        self.helper_adds: Ints = ints([_added_by_helper(helper.adds) for helper in helpers])
        self.rule_card: Ints = ints(
            [next((n for n, h in enumerate(helpers) if h.rule == rule), -1) for rule in RULES]
        )
        self.rules_in: Ints = ints(
            [
                set_of([RULES.index(h.rule) for h in helpers if h.rule and _phases(h.phases) & 2**phase])
                for phase in range(len(PHASES))
            ]
        )
        """The rules that helpers can change in each phase."""
        guard = next((h for h in helpers if h.rule == "market guard"), None)
        self.guard_price: i64 = guard.effect.pay.get("silver", 0) if guard else 0

        # Craft buildings and their markers.
        buildings = set_.buildings
        rows = [row for building in buildings for row in building.rows]
        self.row_goods: Ints = ints([KINDS.index(good) for row in rows for good in row])
        """`row_goods[row * 4 + n]`: the demands of a row; rows are counted through all buildings."""
        self.row_need: Ints = ints([need for row in rows for need in _needs(row, 16)])
        """`row_need[row * 16 + met]`: the kinds that a row still asks for."""
        self.row_unmet: Ints = ints([unmet for row in rows for unmet in _unmet(row, 16)])
        """The same as demands, each of which has a bit of its own."""
        self.fresh_need: Ints = ints(
            [
                sum(_kinds(row) * 256**n for n, row in enumerate(building.rows) if free & 2**n)
                for building in buildings
                for free in range(16)
            ]
        )
        """`fresh_need[building * 16 + rows]`: what some of its rows ask for, eight bits each."""
        self.rows_used: Ints = ints([0] + [2**used - 1 for used in set_.rows_used])
        """The rows of each building, by the number of players."""
        self.crafts_when: Ints = ints(
            [set_of([n for n, building in enumerate(buildings) if building.when == when]) for when in WHENS]
        )
        """The buildings whose markers are set off by each of `WHENS`, on their ongoing sides."""
        self.craft_adds: Ints = ints([_added(building.adds) for building in buildings])
        self.token: i64 = set_.token
        self.unblock: i64 = set_.unblock

        # Roof tiles.
        roofs = [*set_.roofs, *more_roofs]
        self.roof_cost: Ints = ints([roof.cost for roof in roofs])
        self.roof_doubles: Ints = ints([int(roof.doubles) for roof in roofs])
        self.roof_works: Ints = ints([int(not roof.effect.is_empty) for roof in roofs])
        """Whether a tile lies face up until it is used."""
        self.roof_points: Ints = ints([*set_.roof_points, *[0] * more_places])
        self.roof_places: i64 = len(set_.roof_points) + more_places
        assert self.roof_places <= MOST_PLACES, "a roof is kept in one integer"

        # The market place.
        values, players = set_.market_values, set_.market_players
        spaces = range(len(MARKET))
        self.stall_value: Ints = ints(list(values))
        self.stalls_open: Ints = ints(
            [set_of([s for s in spaces if players[s] <= max(2, seats)]) for seats in range(5)]
        )
        """The stall places used, by the number of players."""
        self.stalls_of: Ints = ints(
            [set_of([s for s in spaces if set_of([values[s] - VALUES[0]]) & some]) for some in range(32)]
        )
        """The stall places with one of a set of values."""
        self.lower_beside: Ints = ints(
            [set_of([n for n in MARKET.neighbours[s] if values[n] < values[s]]) for s in spaces]
        )
        """The neighbours of a stall place with a lower value."""
        self.start_stalls: Ints = ints(list(set_.market_start))

        # The siesta track, donkeys, prices, set-up.
        self.siesta_points: Ints = ints(list(set_.siesta))
        self.siesta_top: i64 = len(set_.siesta) - 1
        self.hats: Ints = ints(list(set_.hats))
        self.sell: Ints = ints(list(set_.sell))
        self.buy: Ints = ints(list(set_.buy))
        self.upgrade: Ints = ints(list(set_.upgrade))
        self.sold_for_all: i64 = set_of([k for k in range(4) if set_.buy[k] <= set_.sell[k]])
        """The resources that are sold for what they cost."""
        self.sold_for_less: i64 = set_of([k for k in range(3) if _price(set_.buy[k], True) <= set_.sell[k]])
        """The harvest goods that are sold for what they cost those who buy them for less."""
        self.affordable: Ints = ints(
            [
                set_of([k for k in range(4) if _price(set_.buy[k], k < 3 and cheap) <= silver])
                for cheap in (False, True)
                for silver in range(32)
            ]
        )
        """`affordable[cheap * 32 + silver]`: the resources that so much silver buys."""
        self.upgradable: Ints = ints(
            [
                set_of([k for k in range(4) if _upgrade_price(set_, k, rules) <= silver])
                for rules in range(4)
                for silver in range(32)
            ]
        )
        """`upgradable[rules * 32 + silver]`: what so much silver upgrades, by the first two rules."""
        self.dice: Ints = ints([0, *set_.dice])
        self.plays: Ints = ints(list(set_.plays))
        self.start_cards: i64 = set_.start_cards
        self.start_silver: i64 = set_.start_silver
        self.start_points: i64 = set_.start_points
        self.start_trade: i64 = set_.start_trade
        self.donkeys_returned: i64 = set_.donkeys_returned - 1
        self.helpers: i64 = set_.helpers
        self.everybody_has: i64 = _added({"stalls": set_.stalls, "hand": set_.hand, "barrows": set_.barrows})
        """What everybody has of all that cards add to, likewise."""
        self.delivery_price: i64 = set_.delivery_price
        self.final_trade: i64 = set_.final_trade
        self.final_silver: i64 = set_.final_silver

        # Effects.
        effects = [
            *(helper.effect for helper in helpers),
            *(roof.effect for roof in set_.roofs),
            *(space.effect for space in set_.spaces),
            *set_.trades,
            *(building.instant for building in buildings),
            *(building.ongoing for building in buildings),
            *more_effects,
        ]
        everywhere = _phases(())
        self.phases: Ints = ints(
            [_phases(helper.phases) for helper in helpers]
            + [_phases(roof.phases) for roof in set_.roofs]
            + [everywhere] * (len(effects) - len(helpers) - len(set_.roofs))
        )
        self.moment: Ints = ints([_place(effect.during, DURINGS) for effect in effects])
        self.pays_silver: Ints = ints([effect.pay.get("silver", 0) for effect in effects])
        """What it costs; a delivery is paid for when it is made."""
        self.pays_points: Ints = ints([effect.pay.get("points", 0) for effect in effects])
        self.pays_kinds: Ints = ints([_payment(effect) for effect in effects])
        """The kinds one of which is paid."""
        self.pays_card: Ints = ints([effect.pay.get("card", 0) for effect in effects])
        self.gains_silver: Ints = ints([effect.gain.get("silver", 0) for effect in effects])
        self.gains_points: Ints = ints([effect.gain.get("points", 0) for effect in effects])
        self.gains_steps: Ints = ints([effect.gain.get("siesta", 0) for effect in effects])
        self.gains_goods: Ints = ints([_packed(effect.gain) for effect in effects])
        """How many of each kind, four bits each."""
        self.upgrades: Ints = ints([_place(effect.upgrade, RESOURCES) - 1 for effect in effects])
        self.asks: Ints = ints([_ask(effect) for effect in effects])
        self.shifts: Ints = ints([effect.shift for effect in effects])
        self.then: Ints = ints([_place(effect.then, THENS) for effect in effects])
        self.per: Ints = ints([_place(effect.per, PERS) for effect in effects])
        self.poor: Ints = ints([effect.poor for effect in effects])
        self.is_free: Ints = ints([int(not effect.pay and not effect.poor) for effect in effects])
        """Whether it costs nothing, nor brings anything to those who have nothing to pay with."""
        leads = _leads(effects, [self.phases[n] for n in range(len(effects))])
        self.leads: Ints = ints(leads)
        """What an effect can lead to."""
        self.may_lead: Ints = ints(
            [
                -1 if lead & INCOMES or ask & 63 in (CRAFT_AGAIN, ROOF_TO_TURN) else lead
                for lead, ask in zip(leads, [_ask(effect) for effect in effects], strict=True)
            ]
        )
        """The same, and everything where it depends on the farm (`pauses.own_leads`)."""
        self.trade_leads: i64 = _union(leads[EFFECT_TRADE:EFFECT_INSTANT])
        """What a trade commodity can lead to."""
        self.brings: Ints = ints([_brings(effect) for effect in effects])
        """The kinds of goods that an effect can bring, if need be by way of others."""
        self.brings_silver: Ints = ints([_most_silver(effect, set_.sell) for effect in effects])
        """The silver that an effect can bring at most, by itself or by way of others."""
        self.is_plain: Ints = ints([int(_is_plain(effect)) for effect in effects])
        """Whether it asks nothing but what to pay with, so that it can be used within another effect."""
        self.plain_trades: i64 = set_of(
            [what for what in range(EFFECT_INSTANT - EFFECT_TRADE) if self.is_plain[EFFECT_TRADE + what]]
        )
        """What a trade commodity can become within another effect."""
        self.helps_to_play: Ints = ints([_phases(h.phases) if _helps_to_play(h) else 0 for h in helpers])
        """The phases in which a helper may let a farm extension be paid for that could not be before."""
        self.is_awaited: list[bool] = [
            any(awaits(step, helper) for helper in helpers) for step in range(len(STEPS))
        ]
        """For each step, whether a helper could make a difference if it were played when all else is done."""

        prices = [*set_.buy, *set_.upgrade, *(roof.cost for roof in set_.roofs), set_.delivery_price]
        prices += [effect.pay.get("silver", 0) for effect in effects]
        self.enough: i64 = max(prices)
        """The highest price there is: who has so much silver needs no more of it at once."""


def _price(price: int, cheaper: bool) -> int:
    return max(0, price - 1) if cheaper else price


def _upgrade_price(set_: Components, kind: int, rules: int) -> int:
    price = min(1, set_.upgrade[kind]) if rules & CHEAP_OIL and kind == OLIVE else set_.upgrade[kind]
    return _price(price, rules & CHEAPER_UPGRADES != 0)


def _payment(effect: Effect) -> int:
    if "any-good" in effect.pay:
        return SOME_GOOD
    if "any-harvest" in effect.pay:
        return SOME_HARVEST
    return _kinds(tuple(name for name in effect.pay if name in GOODS))


def awaits(step: int, helper: Helper) -> bool:
    """Whether it could make a difference that a helper is there before the turn in a step is over.

    What it can do or change at one's own next decision makes none: it can be played then as well.
    """
    if step in (AFTER_DIE, LEFTOVER, FREE, PURCHASED):
        return True  # it may act at once, or keep something while others deliver
    if step in (HARVEST, ROOFS, LEFT_ROOFS):
        return helper.when == "revenue" or helper.effect.during == "before the roll"
    if step == BEFORE_ROLL:
        return helper.effect.during == "before the roll"
    if step == BEFORE_DONKEYS:
        return helper.effect.during == "before the donkeys" or "hats" in helper.adds
    return False


def _is_plain(effect: Effect) -> bool:
    return effect.choose is None and effect.then is None


def _helps_to_play(helper: Helper) -> bool:
    effect = helper.effect
    pays = {"full fields", "cheaper extensions"}
    pays |= {"cheaper upgrades", "cheap oil", "cheaper harvest goods", "better exchange"}
    gains = effect.gain or effect.poor or effect.upgrade or effect.choose
    return helper.rule in pays or "stalls" in helper.adds or bool(helper.is_action and gains)


def _brings(effect: Effect) -> int:
    kinds = _kinds(tuple(name for name in effect.gain if name in KINDS))
    if effect.upgrade is not None:
        kinds |= 2 ** BETTER[RESOURCES.index(effect.upgrade)]
    match effect.choose:
        case "good" | "card or good":
            kinds |= _kinds(effect.goods)
        case "two harvest goods" | "good to exchange":
            kinds |= SOME_HARVEST
        case "upgrade" | "upgrade or siesta":
            kinds |= 2**FOOD | 2**WINE | 2**MEAT
    if _goes_far(effect) or kinds & 2**TRADE_GOOD:
        kinds = 2**ALL_KINDS - 1
    return kinds


def _most_silver(effect: Effect, sell: Sequence[int]) -> int:
    if _goes_far(effect):
        return MOST_SILVER
    silver = effect.gain.get("silver", 0) + effect.poor + effect.silver
    silver += sum(effect.gain.get(name, 0) * price for name, price in zip(RESOURCES, sell, strict=True))
    if "trade" in effect.gain or "trade" in effect.goods:
        return MOST_SILVER
    if effect.choose in ("good", "card or good", "two harvest goods"):
        silver += max(sell[:HARVEST_KINDS]) * 2 + max(sell)
    if effect.choose == "good to exchange":  # for one on a field comes one that can be sold
        silver += max(sell[:HARVEST_KINDS])
    return min(silver, MOST_SILVER)


def _goes_far(effect: Effect) -> bool:
    """Whether an effect can set off nearly everything: a delivery, an income, something used again."""
    if effect.choose in ("delivery", "delivery or silver", "good to move"):
        return True
    again = ("craft marker", "used roof tile", "space of the round")
    return effect.choose in again or effect.then == "income"


def _leads(effects: Sequence[Effect], phases: Sequence[int]) -> list[int]:
    """What each effect can lead to, also by way of a trade commodity, a craft marker or a used roof tile."""
    leads = [_leads_by_itself(effect, works) for effect, works in zip(effects, phases, strict=True)]
    ways: list[tuple[Callable[[Effect], bool], int, int]] = [
        (lambda effect: "trade" in effect.gain or "trade" in effect.goods, EFFECT_TRADE, EFFECT_INSTANT),
        (lambda effect: effect.choose == "craft marker", EFFECT_INSTANT, EFFECT_ONGOING),
        (lambda effect: effect.choose == "used roof tile", EFFECT_ROOF, EFFECT_SPACE),
    ]
    for goes, first, last in ways:
        reached = _union(leads[first:last])
        leads = [
            lead | reached if goes(effect) else lead for lead, effect in zip(leads, effects, strict=True)
        ]
    return leads


def _leads_by_itself(effect: Effect, works: int) -> int:
    leads = ANYTHING | _payment(effect)
    if effect.upgrade is not None:
        leads |= _kinds((effect.upgrade,))
    match effect.choose:
        case "upgrade" | "upgrade or siesta":
            leads |= SOME_RESOURCE
        case "good to exchange":
            leads |= SOME_HARVEST
        case "play card":
            leads |= PLAYS
        case "draw card":
            leads |= DRAWS
        case "play or draw card" | "card or good":
            leads |= PLAYS | DRAWS
        case "delivery" | "delivery or silver" | "good to move":
            # A completed barrow brings a trade commodity, and a completed row nearly everything.
            leads |= DELIVERS | PLAYS | DRAWS | BRINGS_PIG | SOME_GOOD
        case "empty stall":
            leads |= PLACES
        case "space of the round":
            leads |= PLAYS | DRAWS | DELIVERS | MOVES | SOME_GOOD
    if effect.choose == "upgrade or siesta" or "siesta" in effect.gain:
        leads |= MOVES
    if effect.poor:
        leads |= FOR_POOR
    if effect.then == "income":
        leads |= INCOMES
    if "card" in effect.pay:
        leads |= DISCARDS
    if "pig" in effect.gain or "pig" in effect.goods:
        leads |= BRINGS_PIG
    if effect.during == "free deliveries":
        leads |= AMONG_FREE
    if works & 2**REVENUE and not works & 2**TRANSPORT:
        leads |= LAPSES
    return leads


def _union(sets: Sequence[int]) -> int:
    return reduce(or_, sets, 0)


assert len(CHOICES) == len(_ASKS) + 6, "every choice is a question"
assert len(DONKEYS) == DONKEY_TILES, "everybody has so many donkey tiles"
assert 2 ** len(DONKEYS) == ALL_DONKEYS + 1, "these are all of them"
assert ROOF_PLACES == ROOF_ROOM, "every roof has so many places"
assert 2**ROOF_PLACES == WHOLE_ROOF + 1, "these are all of them"

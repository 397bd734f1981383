"""What may be done now: the legal actions, as the rules in the other chapters have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.actions import (
    BARROW,
    BUY,
    CLEAR,
    CRAFT,
    DELIVER,
    DIE,
    DISCARD,
    DISMISS,
    DONKEY,
    DRAW,
    EXTENSION,
    FETCH,
    FIELD,
    GAIN,
    GUARD,
    HELPER,
    IMPROVE,
    MARK,
    PAIR,
    PAY,
    REROLL,
    REST,
    SELL,
    SILVER,
    SKIP,
    STALL,
    SWAP,
    TILE,
    TRADE,
    TURN,
    UNLOAD,
    USE,
)
from burgher.games.granja.cards import can_draw, can_extend, payable
from burgher.games.granja.effects import answerable, turnable
from burgher.games.granja.farm import has_roof_room, roof_price
from burgher.games.granja.fitting import (
    BUILDINGS,
    FOUR_ROWS,
    OF_BARROW,
    barrows_asking,
    disguises,
    rows_asking,
    unloadable,
)
from burgher.games.granja.goods import has_stall
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.market import lower_neighbours, places_for
from burgher.games.granja.modules.in_play import (
    deliverable,
    more_answers,
    more_at_any_time,
    more_decisions,
    more_deliveries,
    more_roofs,
    more_to_buy,
    own_donkeys,
)
from burgher.games.granja.modules.places import asking
from burgher.games.granja.moments import may_act, may_use_helper, may_use_roof
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.pending import (
    BARROW_TO_CLEAR,
    CARD,
    CARD_TO_PAY,
    CHOOSING,
    CRAFT_AGAIN,
    DELIVERY,
    DISGUISE,
    DISGUISED,
    DRAFT,
    EXCHANGE,
    FETCHING,
    FREE,
    GOOD_TO_PAY,
    HAND,
    HELPER_TO_CLEAR,
    IMPROVING,
    INSTEAD,
    LEFTOVER,
    LOADING,
    MARKET_GUARD,
    MARKING,
    MAY_DRAW,
    MAY_GAIN,
    MAY_PLAY,
    NO_DELIVERY,
    OF_MODULES,
    ONE_GOOD,
    OR_REST,
    PAYMENT,
    PLAY,
    PURCHASED,
    REROLLING,
    ROOF_TO_TURN,
    ROOFS,
    SECOND,
    STALL_TO_PLACE,
    TWO_GOODS,
    UNLOADING,
    detail,
    top,
)
from burgher.games.granja.revenue import may_draft, plain, rolled
from burgher.games.granja.tables import (
    CHEAPER_HARVEST,
    EFFECT_TRADE,
    HALF,
    LEFTOVER_DIE,
    MOST_SILVER,
    PIG,
    RESOURCE_KINDS,
    SOME_HARVEST,
    SOME_RESOURCE,
    TRADE_GOOD,
)
from burgher.kernel.offers import offer
from burgher.kernel.words import BIT, words

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja
    from burgher.kernel.words import Words

# Places in a set that begins with `BUY`.
SELLING: Final = 4
UPGRADING: Final = 8
TRADING: Final = 12
ROOFING: Final = 18
MAY_FINISH: Final = 0x800000

ALL_DONKEYS: Final = 15
"""The donkey tiles that everybody has."""
OWN_ROOF: Final = 31
"""The places of every roof."""

SHIFTED: Final[Words] = words(
    [
        sum(2**space for space in range(6) if space != number and abs(space - number) <= shift)
        for number in range(6)
        for shift in range(6)
    ]
)
"""`SHIFTED[number * 6 + shift]`: the spaces that a die can be used on when it must be changed."""

OTHER_SWAPS: Final[Words] = words(
    [sum(2**n for n, source in enumerate((0, 0, 1, 1, 2, 2)) if have & 2**source) for have in range(8)]
)
"""The exchanges possible with some harvest goods."""


def offers(table: Granja, into: Words) -> i64:
    """Write the legal actions as offers and return where they end."""
    if table.is_over:
        return 0
    end: i64 = 0
    may_finish: i64 = 0
    if table.depth:
        end = answers(table, into)
    else:
        step = table.step
        if is_pausing(table):
            may_finish = MAY_FINISH
        elif step == FREE:
            end = deliveries(table, into, end)
            may_finish = MAY_FINISH
        elif step == PLAY:
            end = plays(table, into, end)
        elif step == DRAFT:
            end = dice(table, into, end)
        elif step == LEFTOVER:
            end = leftover(table, into, end)
        elif step == PURCHASED:
            if table.left and table.me.silver >= table.box.delivery_price:
                end = deliveries(table, into, end)
            may_finish = MAY_FINISH
        elif step == ROOFS:
            end = tiles(table, into, end)
            may_finish = MAY_FINISH
        elif step == CHOOSING:
            end = offer(into, end, DONKEY, named_donkeys(table, table.me.donkeys & ALL_DONKEYS))
        elif step == HAND:
            end = from_hand(table, into, end, DISCARD)
        else:
            end = offer(into, end, SKIP, 1)
        if table.modular:
            end = more_decisions(table, into, end)
    if may_act(table):
        end = anytime(table, into, end, may_finish)
    return end


# -- the steps --------------------------------------------------------------------------------------


def named_donkeys(table: Granja, tiles: i64) -> i64:
    """Of some donkey tiles, those that are not a module's to offer."""
    if table.modular:
        tiles = own_donkeys(table, tiles)
    return tiles


def from_hand(table: Granja, into: Words, end: i64, verb: i64) -> i64:
    """Something that can be done with every hand card."""
    hand = table.me.hand
    end = offer(into, end, verb, hand[0])
    return offer(into, end, verb + HALF, hand[1])


def plays(table: Granja, into: Words, end: i64) -> i64:
    """Every hand card to every side, as far as an extension can be paid for."""
    end = from_hand(table, into, end, FIELD)
    end = from_hand(table, into, end, BARROW)
    end = from_hand(table, into, end, HELPER)
    if can_extend(table):
        end = from_hand(table, into, end, EXTENSION)
    return end


def tiles(table: Granja, into: Words, end: i64) -> i64:
    """The roof tiles that the seat to decide can pay for."""
    if not has_roof_room(table, table.me):
        return end
    places: i64 = 0
    place: i64 = 0
    while place < 4:
        tile = table.display[place] - 1
        if tile >= 0 and roof_price(table, tile) <= table.me.silver:
            places |= BIT[place]
        place += 1
    end = offer(into, end, TILE, places)
    if table.modular:
        end = more_roofs(table, into, end)
    return end


def dice(table: Granja, into: Words, end: i64) -> i64:
    """The dice that may be drafted, as they are or changed."""
    return offer(into, end, DIE, uses_of(table, plain(table, may_draft(table))))


def uses_of(table: Granja, numbers: i64) -> i64:
    """The spaces on which dice of some numbers could be used if drafted: six bits for each number."""
    shift = table.shift
    if shift > 5:
        shift = 5
    uses: i64 = 0
    number: i64 = 5
    while number >= 0:
        uses <<= 6
        if numbers & BIT[number]:
            if shift:
                uses |= SHIFTED[number * 6 + shift]
            else:
                uses |= BIT[number]
        number -= 1
    return uses


def leftover(table: Granja, into: Words, end: i64) -> i64:
    """The leftover die as it is, or with the Bell Ringer one higher or lower."""
    number: i64 = 0
    while table.dice[number] == 0:
        number += 1
    if table.shift:
        return offer(into, end, DIE, uses_of(table, BIT[number]))
    spaces = BIT[number]
    if rules_of(table, table.me) & LEFTOVER_DIE:
        spaces |= SHIFTED[number * 6 + 1]
    return offer(into, end, DIE + number * 6, spaces)


def deliveries(table: Granja, into: Words, end: i64) -> i64:
    """Every good to every barrow and row that asks for it."""
    has = table.me.has
    if table.modular and table.depth == 0:
        has = deliverable(table, has)
    everywhere: i64 = has * FOUR_ROWS
    end = offer(into, end, DELIVER, barrows_asking(table) & everywhere)
    building: i64 = 0
    while building < BUILDINGS:
        end = offer(into, end, DELIVER + 32 + building * 32, rows_asking(table, building) & everywhere)
        building += 1
    if table.modular:
        end = more_deliveries(table, into, end, has)
    return end


# -- at any time ------------------------------------------------------------------------------------


def anytime(table: Granja, into: Words, end: i64, also: i64) -> i64:
    """Buying, selling, upgrading, trade commodities, roof tiles and helpers, as far as they are of use."""
    me = table.me
    box = table.box
    silver = me.silver
    if silver > MOST_SILVER:
        silver = MOST_SILVER
    rules = rules_of(table, me)
    acts: i64 = also

    may_buy = box.affordable[silver]
    if rules & CHEAPER_HARVEST:
        acts |= box.affordable[32 + silver] & SOME_HARVEST
    else:
        more: i64 = 0
        if table.modular:
            more = more_to_buy(table)
        acts |= may_buy & SOME_HARVEST & (more | ~me.has)
    if may_buy & BIT[PIG] and has_stall(me):
        acts |= BIT[PIG]

    acts |= sales(table) << SELLING
    acts |= (box.upgradable[(rules & 3) * 32 + silver] & me.has) << UPGRADING
    if me.goods[TRADE_GOOD]:
        acts |= trades(table) << TRADING

    place: i64 = 0
    if me.roofs_up:
        while place < 5:
            if me.roofs_up & BIT[place] and may_use_roof(table, place):
                acts |= BIT[ROOFING + place]
            place += 1
    end = offer(into, end, BUY, acts)

    if me.ready:
        place = 0
        while place < 4:
            if me.ready & BIT[place]:
                card = me.helpers[place] - 1
                if may_use_helper(table, card):
                    end = offer(into, end, USE + card, 1)
            place += 1
    if table.modular:
        end = more_at_any_time(table, into, end)
    return end


def sales(table: Granja) -> i64:
    """The resources that can be sold, as far as that is of use; nothing that was just bought."""
    me = table.me
    poor = me.silver < table.box.enough
    found: i64 = 0
    kind: i64 = 0
    while kind < RESOURCE_KINDS:
        if (poor or kind == PIG) and me.goods[kind] and not table.bought & BIT[kind]:
            found |= BIT[kind]
        kind += 1
    return found


def trades(table: Granja) -> i64:
    """What a trade commodity can be turned into."""
    box = table.box
    me = table.me
    found: i64 = 0
    what: i64 = 0
    while what < 6:
        effect: i64 = EFFECT_TRADE + what
        asked = box.asks[effect]
        if box.gains_goods[effect] >> 12 & 15:
            if has_stall(me):
                found |= BIT[what]
        elif asked == 0 or answerable(table, asked & 63, asked >> 6, me.has):
            found |= BIT[what]
        what += 1
    return found


# -- answers ----------------------------------------------------------------------------------------


def answers(table: Granja, into: Words) -> i64:
    """The answers to the question asked."""
    me = table.me
    asked = top(table)
    what = detail(table)
    end: i64 = 0
    if asked >= OF_MODULES:
        return asking(table).answers(table, into, what)
    if asked == DELIVERY:
        if not what & NO_DELIVERY:
            end = deliveries(table, into, end)
        if what >= INSTEAD:
            end = offer(into, end, SILVER, 1)
        if what & SECOND or what < INSTEAD:
            end = offer(into, end, SKIP, 1)
    elif asked == CARD:
        if what & MAY_PLAY:
            end = plays(table, into, end)
        if what & MAY_DRAW and can_draw(table):
            end = offer(into, end, DRAW, 1)
        if what & MAY_GAIN:
            end = offer(into, end, GAIN, SOME_HARVEST)
        if what & SECOND:
            end = offer(into, end, SKIP, 1)
    elif asked == IMPROVING:
        end = offer(into, end, IMPROVE, me.has & SOME_RESOURCE)
        if what & OR_REST and me.steps < table.box.siesta_top:
            end = offer(into, end, REST, 1)
        end = offer(into, end, SKIP, 1)
    elif asked == ONE_GOOD:
        end = offer(into, end, GAIN, what)
    elif asked == TWO_GOODS:
        end = offer(into, end, PAIR, 7)
    elif asked == STALL_TO_PLACE:
        end = offer(into, end, STALL, places_for(table, what))
    elif asked == PAYMENT:
        end = offer(into, end, PAY, payable(me) & ~table.paid)
    elif asked == BARROW_TO_CLEAR:
        slot: i64 = 0
        while slot < 4:
            if me.barrows[slot]:
                end = offer(into, end, CLEAR + slot, 1)
            slot += 1
    elif asked == HELPER_TO_CLEAR:
        place: i64 = 0
        while place < 4:
            if me.helpers[place]:
                end = offer(into, end, DISMISS + me.helpers[place] - 1, 1)
            place += 1
    else:
        end = rare_answers(table, into, asked, what)
    if table.modular:
        end = more_answers(table, into, end, asked)
    return end


def rare_answers(table: Granja, into: Words, asked: i64, what: i64) -> i64:
    """The answers to what only some helpers and tiles ask."""
    me = table.me
    end: i64 = 0
    if asked == MARKET_GUARD:
        seat = what >> 5
        lower = lower_neighbours(table, seat, what & 31) & table.market[table.seat]
        if me.silver >= table.box.guard_price:
            end = offer(into, end, GUARD, lower)
        else:  # sell something first
            end = offer(into, end, SELL, sales(table))
            if me.goods[TRADE_GOOD] and table.box.gains_silver[EFFECT_TRADE]:
                end = offer(into, end, TRADE, 1)
        end = offer(into, end, SKIP, 1)
    elif asked == GOOD_TO_PAY:
        end = offer(into, end, PAY, me.has & table.box.pays_kinds[what])
    elif asked == CARD_TO_PAY:
        end = from_hand(table, into, end, DISCARD)
    elif asked == EXCHANGE:
        end = offer(into, end, SWAP, OTHER_SWAPS[me.has & SOME_HARVEST])
    elif asked == UNLOADING:
        end = offer(into, end, UNLOAD, unloadable(table))
    elif asked == LOADING:
        kind: i64 = what & 7
        everywhere: i64 = BIT[kind] * FOUR_ROWS & ~OF_BARROW[what >> 3]
        end = offer(into, end, DELIVER, barrows_asking(table) & everywhere)
    elif asked == DISGUISE:
        end = offer(into, end, SWAP, disguises(table))
    elif asked == DISGUISED:
        end = disguised(table, into, what & 7)
    elif asked == REROLLING:
        end = offer(into, end, REROLL, plain(table, rolled(table)))
        if table.aside:
            end = offer(into, end, SKIP, 1)
    elif asked == MARKING:
        end = offer(into, end, MARK, 63)
    elif asked == ROOF_TO_TURN:
        end = offer(into, end, TURN, turnable(table, what) & OWN_ROOF)
    elif asked == CRAFT_AGAIN:
        end = offer(into, end, CRAFT, me.crafts)
    elif asked == FETCHING:
        end = offer(into, end, FETCH, named_donkeys(table, ~me.donkeys & ALL_DONKEYS))
    return end


def disguised(table: Granja, into: Words, kind: i64) -> i64:
    """Everywhere that asks for what a good passes for."""
    everywhere: i64 = BIT[kind] * FOUR_ROWS
    end = offer(into, 0, DELIVER, barrows_asking(table) & everywhere)
    building: i64 = 0
    while building < BUILDINGS:
        end = offer(into, end, DELIVER + 32 + building * 32, rows_asking(table, building) & everywhere)
        building += 1
    if table.modular:
        for module in table.modules:
            end = module.deliveries(table, into, end, BIT[kind])
    return end

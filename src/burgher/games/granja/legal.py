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
from burgher.games.granja.in_play import (
    deliverable,
    more_answers,
    more_at_any_time,
    more_decisions,
    more_deliveries,
    more_roofs,
    more_to_buy,
    own_donkeys,
)
from burgher.games.granja.market import lower_neighbours, places_for
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
)
from burgher.games.granja.revenue import may_draft, plain, rolled
from burgher.games.granja.stack import asking, detail, top
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
    from burgher.games.granja.data import GranjaData
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


def offers(state: GranjaData, into: Words) -> i64:
    """Write the legal actions as offers and return where they end."""
    if state.is_over:
        return 0
    end: i64 = 0
    may_finish: i64 = 0
    if state.depth:
        end = answers(state, into)
    else:
        step = state.step
        if is_pausing(state):
            may_finish = MAY_FINISH
        elif step == FREE:
            end = deliveries(state, into, end)
            may_finish = MAY_FINISH
        elif step == PLAY:
            end = plays(state, into, end)
        elif step == DRAFT:
            end = dice(state, into, end)
        elif step == LEFTOVER:
            end = leftover(state, into, end)
        elif step == PURCHASED:
            if state.left and state.me.silver >= state.box.delivery_price:
                end = deliveries(state, into, end)
            may_finish = MAY_FINISH
        elif step == ROOFS:
            end = tiles(state, into, end)
            may_finish = MAY_FINISH
        elif step == CHOOSING:
            end = offer(into, end, DONKEY, named_donkeys(state, state.me.donkeys & ALL_DONKEYS))
        elif step == HAND:
            end = from_hand(state, into, end, DISCARD)
        else:
            end = offer(into, end, SKIP, 1)
        if state.modular:
            end = more_decisions(state, into, end)
    if may_act(state):
        end = anytime(state, into, end, may_finish)
    return end


# -- the steps --------------------------------------------------------------------------------------


def named_donkeys(state: GranjaData, tiles: i64) -> i64:
    """Of some donkey tiles, those that are not a module's to offer."""
    if state.modular:
        tiles = own_donkeys(state, tiles)
    return tiles


def from_hand(state: GranjaData, into: Words, end: i64, verb: i64) -> i64:
    """Something that can be done with every hand card."""
    hand = state.me.hand
    end = offer(into, end, verb, hand[0])
    return offer(into, end, verb + HALF, hand[1])


def plays(state: GranjaData, into: Words, end: i64) -> i64:
    """Every hand card to every side, as far as an extension can be paid for."""
    end = from_hand(state, into, end, FIELD)
    end = from_hand(state, into, end, BARROW)
    end = from_hand(state, into, end, HELPER)
    if can_extend(state):
        end = from_hand(state, into, end, EXTENSION)
    return end


def tiles(state: GranjaData, into: Words, end: i64) -> i64:
    """The roof tiles that the seat to decide can pay for."""
    if not has_roof_room(state, state.me):
        return end
    places: i64 = 0
    place: i64 = 0
    while place < 4:
        tile = state.display[place] - 1
        if tile >= 0 and roof_price(state, tile) <= state.me.silver:
            places |= BIT[place]
        place += 1
    end = offer(into, end, TILE, places)
    if state.modular:
        end = more_roofs(state, into, end)
    return end


def dice(state: GranjaData, into: Words, end: i64) -> i64:
    """The dice that may be drafted, as they are or changed."""
    return offer(into, end, DIE, uses_of(state, plain(state, may_draft(state))))


def uses_of(state: GranjaData, numbers: i64) -> i64:
    """The spaces on which dice of some numbers could be used if drafted: six bits for each number."""
    shift = state.shift
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


def leftover(state: GranjaData, into: Words, end: i64) -> i64:
    """The leftover die as it is, or with the Bell Ringer one higher or lower."""
    number: i64 = 0
    while state.dice[number] == 0:
        number += 1
    if state.shift:
        return offer(into, end, DIE, uses_of(state, BIT[number]))
    spaces = BIT[number]
    if rules_of(state, state.me) & LEFTOVER_DIE:
        spaces |= SHIFTED[number * 6 + 1]
    return offer(into, end, DIE + number * 6, spaces)


def deliveries(state: GranjaData, into: Words, end: i64) -> i64:
    """Every good to every barrow and row that asks for it."""
    has = state.me.has
    if state.modular and state.depth == 0:
        has = deliverable(state, has)
    everywhere: i64 = has * FOUR_ROWS
    end = offer(into, end, DELIVER, barrows_asking(state) & everywhere)
    building: i64 = 0
    while building < BUILDINGS:
        end = offer(into, end, DELIVER + 32 + building * 32, rows_asking(state, building) & everywhere)
        building += 1
    if state.modular:
        end = more_deliveries(state, into, end, has)
    return end


# -- at any time ------------------------------------------------------------------------------------


def anytime(state: GranjaData, into: Words, end: i64, also: i64) -> i64:
    """Buying, selling, upgrading, trade commodities, roof tiles and helpers, as far as they are of use."""
    me = state.me
    box = state.box
    silver = me.silver
    if silver > MOST_SILVER:
        silver = MOST_SILVER
    rules = rules_of(state, me)
    acts: i64 = also

    may_buy = box.affordable[silver]
    if rules & CHEAPER_HARVEST:
        acts |= box.affordable[32 + silver] & SOME_HARVEST
    else:
        more: i64 = 0
        if state.modular:
            more = more_to_buy(state)
        acts |= may_buy & SOME_HARVEST & (more | ~me.has)
    if may_buy & BIT[PIG] and has_stall(me):
        acts |= BIT[PIG]

    acts |= sales(state) << SELLING
    acts |= (box.upgradable[(rules & 3) * 32 + silver] & me.has) << UPGRADING
    if me.goods[TRADE_GOOD]:
        acts |= trades(state) << TRADING

    place: i64 = 0
    if me.roofs_up:
        while place < 5:
            if me.roofs_up & BIT[place] and may_use_roof(state, place):
                acts |= BIT[ROOFING + place]
            place += 1
    end = offer(into, end, BUY, acts)

    if me.ready:
        place = 0
        while place < 4:
            if me.ready & BIT[place]:
                card = me.helpers[place] - 1
                if may_use_helper(state, card):
                    end = offer(into, end, USE + card, 1)
            place += 1
    if state.modular:
        end = more_at_any_time(state, into, end)
    return end


def sales(state: GranjaData) -> i64:
    """The resources that can be sold, as far as that is of use; nothing that was just bought."""
    me = state.me
    poor = me.silver < state.box.enough
    found: i64 = 0
    kind: i64 = 0
    while kind < RESOURCE_KINDS:
        if (poor or kind == PIG) and me.goods[kind] and not state.bought & BIT[kind]:
            found |= BIT[kind]
        kind += 1
    return found


def trades(state: GranjaData) -> i64:
    """What a trade commodity can be turned into."""
    box = state.box
    me = state.me
    found: i64 = 0
    what: i64 = 0
    while what < 6:
        effect: i64 = EFFECT_TRADE + what
        asked = box.asks[effect]
        if box.gains_goods[effect] >> 12 & 15:
            if has_stall(me):
                found |= BIT[what]
        elif asked == 0 or answerable(state, asked & 63, asked >> 6, me.has):
            found |= BIT[what]
        what += 1
    return found


# -- answers ----------------------------------------------------------------------------------------


def answers(state: GranjaData, into: Words) -> i64:
    """The answers to the question asked."""
    me = state.me
    asked = top(state)
    what = detail(state)
    end: i64 = 0
    if asked >= OF_MODULES:
        return asking(state).answers(state, into, what)
    if asked == DELIVERY:
        if not what & NO_DELIVERY:
            end = deliveries(state, into, end)
        if what >= INSTEAD:
            end = offer(into, end, SILVER, 1)
        if what & SECOND or what < INSTEAD:
            end = offer(into, end, SKIP, 1)
    elif asked == CARD:
        if what & MAY_PLAY:
            end = plays(state, into, end)
        if what & MAY_DRAW and can_draw(state):
            end = offer(into, end, DRAW, 1)
        if what & MAY_GAIN:
            end = offer(into, end, GAIN, SOME_HARVEST)
        if what & SECOND:
            end = offer(into, end, SKIP, 1)
    elif asked == IMPROVING:
        end = offer(into, end, IMPROVE, me.has & SOME_RESOURCE)
        if what & OR_REST and me.steps < state.box.siesta_top:
            end = offer(into, end, REST, 1)
        end = offer(into, end, SKIP, 1)
    elif asked == ONE_GOOD:
        end = offer(into, end, GAIN, what)
    elif asked == TWO_GOODS:
        end = offer(into, end, PAIR, 7)
    elif asked == STALL_TO_PLACE:
        end = offer(into, end, STALL, places_for(state, what))
    elif asked == PAYMENT:
        end = offer(into, end, PAY, payable(me) & ~state.paid)
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
        end = rare_answers(state, into, asked, what)
    if state.modular:
        end = more_answers(state, into, end, asked)
    return end


def rare_answers(state: GranjaData, into: Words, asked: i64, what: i64) -> i64:
    """The answers to what only some helpers and tiles ask."""
    me = state.me
    end: i64 = 0
    if asked == MARKET_GUARD:
        seat = what >> 5
        lower = lower_neighbours(state, seat, what & 31) & state.market[state.seat]
        if me.silver >= state.box.guard_price:
            end = offer(into, end, GUARD, lower)
        else:  # sell something first
            end = offer(into, end, SELL, sales(state))
            if me.goods[TRADE_GOOD] and state.box.gains_silver[EFFECT_TRADE]:
                end = offer(into, end, TRADE, 1)
        end = offer(into, end, SKIP, 1)
    elif asked == GOOD_TO_PAY:
        end = offer(into, end, PAY, me.has & state.box.pays_kinds[what])
    elif asked == CARD_TO_PAY:
        end = from_hand(state, into, end, DISCARD)
    elif asked == EXCHANGE:
        end = offer(into, end, SWAP, OTHER_SWAPS[me.has & SOME_HARVEST])
    elif asked == UNLOADING:
        end = offer(into, end, UNLOAD, unloadable(state))
    elif asked == LOADING:
        kind: i64 = what & 7
        everywhere: i64 = BIT[kind] * FOUR_ROWS & ~OF_BARROW[what >> 3]
        end = offer(into, end, DELIVER, barrows_asking(state) & everywhere)
    elif asked == DISGUISE:
        end = offer(into, end, SWAP, disguises(state))
    elif asked == DISGUISED:
        end = disguised(state, into, what & 7)
    elif asked == REROLLING:
        end = offer(into, end, REROLL, plain(state, rolled(state)))
        if state.aside:
            end = offer(into, end, SKIP, 1)
    elif asked == MARKING:
        end = offer(into, end, MARK, 63)
    elif asked == ROOF_TO_TURN:
        end = offer(into, end, TURN, turnable(state, what) & OWN_ROOF)
    elif asked == CRAFT_AGAIN:
        end = offer(into, end, CRAFT, me.crafts)
    elif asked == FETCHING:
        end = offer(into, end, FETCH, named_donkeys(state, ~me.donkeys & ALL_DONKEYS))
    return end


def disguised(state: GranjaData, into: Words, kind: i64) -> i64:
    """Everywhere that asks for what a good passes for."""
    everywhere: i64 = BIT[kind] * FOUR_ROWS
    end = offer(into, 0, DELIVER, barrows_asking(state) & everywhere)
    building: i64 = 0
    while building < BUILDINGS:
        end = offer(into, end, DELIVER + 32 + building * 32, rows_asking(state, building) & everywhere)
        building += 1
    if state.modular:
        for module in state.modules:
            end = module.deliveries(state, into, end, BIT[kind])
    return end

"""What may be done now: the legal actions, as the rules in the other chapters have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.actions import (
    BARROW,
    BUY,
    DELIVER,
    DIE,
    DISCARD,
    DONKEY,
    EXTENSION,
    FIELD,
    HELPER,
    SKIP,
    TILE,
    USE,
)
from burgher.games.granja.cards import can_extend
from burgher.games.granja.effects import answerable
from burgher.games.granja.farm import has_roof_room, roof_price
from burgher.games.granja.fitting import (
    FOUR_ROWS,
    barrows_asking,
    buildings_asking,
    rows_needing,
)
from burgher.games.granja.goods import growing, has_stall, in_both, stored
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.in_play import (
    ALL_OF_IT,
    ALL_OFFERED,
    ASKING_NOTHING,
    AT_ANY_TIME,
    DELIVERABLE,
    FOR_QUESTION,
    FOR_ROOF_TILE,
    IN_STEP,
    NAMED_DONKEYS,
    changed,
    offered,
)
from burgher.games.granja.lookups import (
    ALL_DONKEYS,
    CHEAPER_HARVEST,
    EFFECT_ROOF,
    EFFECT_TRADE,
    HALF,
    LEFTOVER_DIE,
    MOST_SILVER,
    SOME_HARVEST,
    TRADE_GOOD,
    WHOLE_ROOF,
)
from burgher.games.granja.moments import is_within, may_act, may_use_helper, may_use_roof
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.pending import (
    CHOOSING,
    DRAFT,
    FREE,
    HAND,
    LEFTOVER,
    OF_MODULES,
    PLAY,
    PURCHASED,
    ROOFS,
)
from burgher.games.granja.revenue import may_draft
from burgher.games.granja.revenue import plain as plain_dice
from burgher.kernel.ints import BIT, ints, members_of, only, set_of
from burgher.kernel.offers import offer
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints

# Places in a set that begins with `BUY`.
SELLING: Final = 4
UPGRADING: Final = 8
TRADING: Final = 12
ROOFING: Final = 18
MAY_FINISH: Final = 0x800000

SILVER_TOO: Final = 0x100
"""Beside kinds of goods: silver itself (`deliveries.SILVER_ITSELF`)."""

UNCHANGED: Final[Ints] = ints(
    [set_of([number * 6 + number for number in members_of(numbers)]) for numbers in range(64)]
)
"""`UNCHANGED[numbers]`: the uses of dice that are not changed, each on the space of its number."""
SHIFTED: Final[Ints] = ints(
    [
        sum(2**space for space in range(6) if space != number and abs(space - number) <= shift)
        for number in range(6)
        for shift in range(6)
    ]
)
"""`SHIFTED[number * 6 + shift]`: the spaces that a die can be used on when it must be changed."""


def offers(state: GranjaData, into: Ints) -> i64:
    """Write the legal actions as offers and return where they end."""
    if state.is_over:
        return 0
    end: i64 = 0
    may_finish: i64 = 0
    if state.depth:
        asked = state.asked[state.depth]
        end = state.questions[asked & 63].answers(state, into, asked >> 6)
        if state.modular and asked & 63 < OF_MODULES:
            end = offered(state, into, end, FOR_QUESTION, asked & 63)
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
            if state.left and state.me.silver >= state.lookups.delivery_price:
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
            end = offered(state, into, end, IN_STEP)
    if may_act(state):
        end = anytime(state, into, end, may_finish)
    elif state.depth and not state.me.from_den:
        asked = state.asked[state.depth]
        if state.questions[asked & 63].takes(state, asked >> 6) & in_both(state.me):
            end = offer(into, end, state.lookups.from_den, 1)
    if state.modular:
        end = offered(state, into, end, ALL_OFFERED)
    return end


# -- the steps --------------------------------------------------------------------------------------


def named_donkeys(state: GranjaData, tiles: i64) -> i64:
    """Of some donkey tiles, those that are not a module's to offer."""
    if state.modular:
        tiles = changed(state, NAMED_DONKEYS, tiles)
    return tiles


def from_hand(state: GranjaData, into: Ints, end: i64, verb: i64) -> i64:
    """Something that can be done with every hand card."""
    hand = state.me.hand
    end = offer(into, end, verb, hand[0])
    return offer(into, end, verb + HALF, hand[1])


def plays(state: GranjaData, into: Ints, end: i64) -> i64:
    """Every hand card to every side, as far as an extension can be paid for."""
    end = from_hand(state, into, end, FIELD)
    end = from_hand(state, into, end, BARROW)
    end = from_hand(state, into, end, HELPER)
    if can_extend(state):
        end = from_hand(state, into, end, EXTENSION)
    return end


def tiles(state: GranjaData, into: Ints, end: i64) -> i64:
    """The roof tiles that the seat to decide can pay for."""
    if not has_roof_room(state, state.me):
        return end
    places: i64 = 0
    place: i64 = 0
    while place < 4:
        tile = at(state.display, place) - 1
        if tile >= 0 and roof_price(state, tile) <= state.me.silver:
            places |= BIT[place]
        place += 1
    end = offer(into, end, TILE, places)
    if state.modular:
        end = offered(state, into, end, FOR_ROOF_TILE)
    return end


def dice(state: GranjaData, into: Ints, end: i64) -> i64:
    """The dice that may be drafted, as they are or changed."""
    return offer(into, end, DIE, uses_of(state, plain_dice(state, may_draft(state))))


def uses_of(state: GranjaData, numbers: i64) -> i64:
    """The spaces on which dice of some numbers could be used if drafted: six bits for each number."""
    shift = state.shift
    if shift == 0:
        return UNCHANGED[numbers]
    if shift > 5:
        shift = 5
    uses: i64 = 0
    number: i64 = 5
    while number >= 0:
        uses <<= 6
        if numbers & BIT[number]:
            uses |= SHIFTED[number * 6 + shift]
        number -= 1
    return uses


def leftover(state: GranjaData, into: Ints, end: i64) -> i64:
    """The leftover die as it is, or with the Bell Ringer one higher or lower."""
    number: i64 = 0
    while at(state.dice, number) == 0:
        number += 1
    if state.shift:
        return offer(into, end, DIE, uses_of(state, BIT[number]))
    spaces = BIT[number]
    if rules_of(state, state.me) & LEFTOVER_DIE:
        spaces |= SHIFTED[number * 6 + 1]
    return offer(into, end, DIE + number * 6, spaces)


def deliveries(state: GranjaData, into: Ints, end: i64) -> i64:
    """Every good to every barrow and row that asks for it."""
    has = state.me.has
    if state.modular and state.depth == 0:
        has = changed(state, DELIVERABLE, has)
    return deliveries_of(state, into, end, has, SILVER_TOO)


def deliveries_of(state: GranjaData, into: Ints, end: i64, kinds: i64, more: i64) -> i64:
    """Some kinds to everything that asks for them; what is no kind of goods (`more`) to modules alone."""
    everywhere: i64 = kinds * FOUR_ROWS
    end = offer(into, end, DELIVER, barrows_asking(state) & everywhere)
    buildings = buildings_asking(state)
    while buildings:
        lowest: i64 = buildings & -buildings
        building = only(lowest)
        end = offer(into, end, DELIVER + 32 + building * 32, rows_needing(state, building) & everywhere)
        buildings ^= lowest
    if state.modular:
        n: i64 = 0
        while n < len(state.destinations):
            end = state.destinations[n].deliveries(state, into, end, kinds | more)
            n += 1
    return end


# -- at any time ------------------------------------------------------------------------------------


def anytime(state: GranjaData, into: Ints, end: i64, also: i64) -> i64:
    """Buying, selling, upgrading, trade commodities, roof tiles, helpers, if something would come of them.

    Where something is decided within another effect, of these last only what asks nothing.
    """
    me = state.me
    silver = me.silver
    if silver > MOST_SILVER:
        silver = MOST_SILVER
    rules = rules_of(state, me)
    acts: i64 = also

    may_buy = state.lookups.affordable[silver]
    if rules & CHEAPER_HARVEST:
        may_buy |= state.lookups.affordable[32 + silver] & SOME_HARVEST
        may_buy &= ~(state.sold & state.lookups.sold_for_less)
    if not has_stall(me):
        may_buy &= SOME_HARVEST
    acts |= may_buy & ~(state.sold & state.lookups.sold_for_all)
    in_dens = stored(me)
    acts |= in_dens << SELLING
    paying: i64 = (rules & 3) * 32 + silver
    acts |= (state.lookups.upgradable[paying] & me.has) << UPGRADING
    plain = state.depth > 0 and is_within(state)
    if me.goods[TRADE_GOOD]:
        trading = trades(state)
        if plain:
            trading &= state.lookups.plain_trades
        acts |= trading << TRADING

    places = me.roofs_up & WHOLE_ROOF
    while places:
        lowest: i64 = places & -places
        place = only(lowest)
        if may_use_roof(state, place):
            if not plain or state.lookups.is_plain[EFFECT_ROOF + at(me.roofs, place) - 1]:
                acts |= BIT[ROOFING + place]
        places ^= lowest
    end = offer(into, end, BUY, acts)

    places = me.ready
    while places:
        lowest = places & -places
        card = at(me.helpers, only(lowest)) - 1
        if may_use_helper(state, card) and (not plain or state.lookups.is_plain[card]):
            end = offer(into, end, USE + card, 1)
        places ^= lowest
    if in_dens and not me.from_den and in_dens & growing(me):
        end = offer(into, end, state.lookups.from_den, 1)
    if state.modular:
        most: i64 = ALL_OF_IT
        if plain:
            most = ASKING_NOTHING
        end = offered(state, into, end, AT_ANY_TIME, most)
    return end


def trades(state: GranjaData) -> i64:
    """What a trade commodity can be turned into."""
    lookups = state.lookups
    me = state.me
    found: i64 = 0
    what: i64 = 0
    while what < 6:
        effect: i64 = EFFECT_TRADE + what
        asked = lookups.asks[effect]
        if lookups.gains_goods[effect] >> 12 & 15:
            if has_stall(me):
                found |= BIT[what]
        elif asked == 0 or answerable(state, asked & 63, asked >> 6, me.has):
            found |= BIT[what]
        what += 1
    return found

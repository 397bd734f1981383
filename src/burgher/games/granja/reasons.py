"""Why not: the reason for refusing an action that is not legal now, with the section of the rules.

Things are named by their numbers, as in the words that ask for them: a helper by its card, a craft building
by its die. What somebody else holds in hand is never told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from burgher.games.granja import actions as act
from burgher.games.granja import pending as ask
from burgher.games.granja.actions import BARROWS, SWAPS
from burgher.games.granja.anytime import price_of, upgrade_price
from burgher.games.granja.cards import extension_cost, payable
from burgher.games.granja.components import GOODS, PHASES, STALL_NAMES, VALUES
from burgher.games.granja.data import module_of
from burgher.games.granja.effects import answerable, turnable
from burgher.games.granja.farm import roof_price
from burgher.games.granja.fitting import asked_for, barrows_asking, rows_asking
from burgher.games.granja.goods import has_stall
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.market import occupied
from burgher.games.granja.moments import is_now, may_act
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.stack import asking, detail, top
from burgher.games.granja.tables import (
    BLOCKED_BUILDING,
    EFFECT_ROOF,
    EFFECT_TRADE,
    HARVEST_KINDS,
    LEFTOVER_DIE,
    PIG,
    SOME_HARVEST,
    SOME_RESOURCE,
    TRADE_GOOD,
    WORD,
)
from burgher.games.granja.telling import (
    KIND_NAMES,
    farm_goods,
    listed,
    many,
    one,
    payable_name,
    phase_names,
    question,
    several,
)
from burgher.kernel.errors import IllegalAction
from burgher.kernel.words import members_of

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData

FARM = "I Farm Phase"
REVENUE = "II Revenue Phase"
TRANSPORT = "III Transportation Phase"
BARROW = "Deliveries to Market Barrow Cards"
CRAFT = "Deliveries to Craft Buildings"
ANYTIME = "Anytime Actions"

_CARDS = (act.FIELD, act.BARROW, act.EXTENSION, act.HELPER)
_ANYTIME = (act.BUY, act.SELL, act.UPGRADE, act.TRADE, act.ROOF, act.USE)

_STEPS = {
    ask.PLAY: (FARM, _CARDS),
    ask.HAND: (FARM, (act.DISCARD,)),
    ask.INCOME: (FARM, ()),
    ask.ROOFS: (FARM, (act.TILE, act.DONE)),
    ask.BEFORE_ROLL: (REVENUE, (act.USE, act.SKIP)),
    ask.DRAFT: (REVENUE, (act.DIE,)),
    ask.AFTER_DIE: (REVENUE, (act.USE, act.SKIP)),
    ask.LEFTOVER: (REVENUE, (act.DIE,)),
    ask.BEFORE_DONKEYS: (TRANSPORT, (act.USE, act.SKIP)),
    ask.CHOOSING: (TRANSPORT, (act.DONKEY,)),
    ask.FREE: (TRANSPORT, (act.DELIVER, act.DONE)),
    ask.PURCHASED: (TRANSPORT, (act.DELIVER, act.DONE)),
}
"""For each step, the section that speaks of it and the kinds of actions that belong to it."""

_FORCED = (ask.HAND, ask.BEFORE_ROLL, ask.AFTER_DIE, ask.BEFORE_DONKEYS, ask.CHOOSING)
"""The steps in which something must be decided before anything else."""

_FINISHED = {
    ask.PLAY: ("cards-played", "You have played your cards of this round", FARM),
    ask.LEFTOVER: ("die-used", "You have used the leftover die", REVENUE),
    ask.FREE: ("no-delivery-left", "You have made your free deliveries", TRANSPORT),
    ask.PURCHASED: ("no-delivery-left", "You have no delivery to buy", TRANSPORT),
}
"""Why what belongs to a step is refused when it is finished."""

_ASKED = {
    ask.ONE_GOOD: (REVENUE, (act.GAIN,)),
    ask.TWO_GOODS: (REVENUE, (act.PAIR,)),
    ask.CARD: (REVENUE, (*_CARDS, act.DRAW, act.GAIN, act.SKIP)),
    ask.IMPROVING: (REVENUE, (act.IMPROVE, act.REST, act.SKIP)),
    ask.DELIVERY: (TRANSPORT, (act.DELIVER, act.SILVER, act.SKIP)),
    ask.BARROW_TO_CLEAR: (FARM, (act.CLEAR,)),
    ask.HELPER_TO_CLEAR: (FARM, (act.DISMISS,)),
    ask.PAYMENT: (FARM, (act.PAY,)),
    ask.STALL_TO_PLACE: (BARROW, (act.STALL,)),
    ask.MARKET_GUARD: (BARROW, (act.GUARD, act.SKIP)),
    ask.GOOD_TO_PAY: (FARM, (act.PAY,)),
    ask.CARD_TO_PAY: (FARM, (act.DISCARD,)),
    ask.EXCHANGE: (FARM, (act.SWAP,)),
    ask.UNLOADING: (FARM, (act.UNLOAD,)),
    ask.LOADING: (FARM, (act.DELIVER,)),
    ask.DISGUISE: (TRANSPORT, (act.SWAP,)),
    ask.DISGUISED: (TRANSPORT, (act.DELIVER,)),
    ask.REROLLING: (REVENUE, (act.REROLL, act.SKIP)),
    ask.MARKING: (REVENUE, (act.MARK,)),
    ask.ROOF_TO_TURN: (ANYTIME, (act.TURN,)),
    ask.CRAFT_AGAIN: (CRAFT, (act.CRAFT,)),
    ask.FETCHING: (TRANSPORT, (act.FETCH,)),
}
"""For each question, the section that speaks of it and the kinds of actions that answer it."""


def refusal(state: GranjaData, action: int) -> IllegalAction:
    """The first reason, in the order a person would think of them, why an action is not legal now."""
    if action >= act.COUNT:
        return _of_module(state, action)
    verb, thing = act.VERB[action], act.THING[action]
    if state.depth and top(state) >= ask.OF_MODULES:
        if verb in _ANYTIME and may_act(state):
            return _REASONS[verb](state, thing)
        if verb == act.SKIP:
            return _skipping(state, thing)
        return _decide_first(state, asking(state).title)
    section, answers = _ASKED[top(state)] if state.depth else _STEPS[state.step]
    if not state.depth and is_pausing(state) and verb not in _ANYTIME:
        if verb in answers and state.step == ask.PLAY and state.left:
            return _not_in_hand(thing)
        if verb in answers and state.step in _FINISHED:
            return IllegalAction(*_FINISHED[state.step])
        return IllegalAction(*_NOT_ASKED[verb])
    if verb in answers:
        return _REASONS[verb](state, thing)
    if verb in _ANYTIME and may_act(state):
        return _REASONS[verb](state, thing)
    if state.depth or state.step in _FORCED or verb in _ANYTIME:
        return _decide_first(state, section)
    return IllegalAction(*_NOT_ASKED[verb])


def _of_module(state: GranjaData, action: int) -> IllegalAction:
    """Why an action that a module brings is not legal now."""
    module = module_of(state.modules, action)
    asked = top(state)
    if state.depth:
        others = asked != ask.OF_MODULES + module.number
        if others and not may_act(state) and asked not in _MORE_ANSWERS:
            return _decide_first(state, _section(state))
    elif state.step in _FORCED:
        return _decide_first(state, _STEPS[state.step][0])
    return module.refusal(state, action - module.first)


_MORE_ANSWERS = (ask.DELIVERY, ask.DISGUISED, ask.REROLLING, ask.ROOF_TO_TURN, ask.STALL_TO_PLACE)
"""The questions to which modules know further answers."""


def _decide_first(state: GranjaData, section: str) -> IllegalAction:
    return IllegalAction("decide-first", question(state), section)


_PLAYING = (
    "wrong-phase",
    "Cards are played at the start of the farm phase, or when something else says so",
    FARM,
)
_NOT_ASKED = {
    act.FIELD: _PLAYING,
    act.BARROW: _PLAYING,
    act.EXTENSION: _PLAYING,
    act.HELPER: _PLAYING,
    act.DISCARD: (
        "nothing-to-discard",
        "Cards are discarded beyond the hand limit, or to pay for something",
        FARM,
    ),
    act.DISMISS: ("nothing-to-discard", "A helper goes only when another needs its place", FARM),
    act.CLEAR: ("nothing-to-discard", "A market barrow goes only when another needs its place", FARM),
    act.PAY: ("nothing-to-pay", "Nothing is to be paid for with farm goods now", FARM),
    act.TILE: ("wrong-phase", "Roof tiles are bought at the end of the farm phase", FARM),
    act.DIE: ("wrong-phase", "Dice are used in the revenue phase", REVENUE),
    act.GAIN: ("nothing-to-gain", "There is no good for you to choose now", REVENUE),
    act.PAIR: ("nothing-to-gain", "There are no goods for you to choose now", REVENUE),
    act.IMPROVE: ("nothing-for-free", "No upgrade is free now; you can pay for one", ANYTIME),
    act.REST: ("no-siesta-now", "Steps on the siesta track come from dice, hats, tiles and helpers", REVENUE),
    act.SILVER: ("no-silver-now", "Silver instead of a delivery comes with a die of space 6", REVENUE),
    act.DRAW: (
        "no-card-now",
        "A card is drawn when a die, a trade commodity or something else says so",
        FARM,
    ),
    act.DONKEY: (
        "wrong-phase",
        "Donkey tiles are chosen at the start of the transportation phase",
        TRANSPORT,
    ),
    act.DELIVER: ("wrong-phase", "You have no delivery now: donkeys, silver and dice bring them", TRANSPORT),
    act.STALL: ("no-stall-now", "A marker goes to the market when a market barrow is completed", BARROW),
    act.GUARD: ("nothing-to-guard", "None of your markers is being driven away", BARROW),
    act.DONE: ("nothing-to-end", "Nothing is under way that you could end", FARM),
    act.SKIP: ("nothing-to-skip", "Nothing is on offer that you could do without", FARM),
    act.MARK: ("needs-effect", "A helper is needed for that, before the dice are rolled", REVENUE),
    act.REROLL: ("needs-effect", "A helper is needed to roll dice again", REVENUE),
    act.FETCH: ("needs-effect", "A helper is needed to take back a donkey tile", TRANSPORT),
    act.SWAP: ("needs-effect", "A helper is needed to exchange a harvest good", ANYTIME),
    act.UNLOAD: ("needs-effect", "A helper is needed to take goods off a barrow", ANYTIME),
    act.CRAFT: ("needs-effect", "A helper is needed to use a craft marker again", CRAFT),
    act.TURN: ("needs-effect", "A helper or another roof tile is needed to turn up a used one", ANYTIME),
}
"""Why an action is refused that answers nothing that is asked."""


# -- what many of them share ------------------------------------------------------------------------


def _too_little(state: GranjaData, what: str, price: int, section: str) -> IllegalAction | None:
    """Whether the silver does not reach."""
    silver = state.me.silver
    if silver >= price:
        return None
    return IllegalAction("too-little-silver", f"{what} costs {price} silver; you have {silver}", section)


def _none_of(kind: int, section: str) -> IllegalAction:
    return IllegalAction("no-such-good", f"You have no {KIND_NAMES[kind]}", section)


def _has(state: GranjaData, kind: int) -> bool:
    return bool(state.me.has & 2**kind)


def _full_stalls(section: str) -> IllegalAction:
    return IllegalAction("no-stall", "Every pig stall of yours is taken", section)


def _siesta_top() -> IllegalAction:
    return IllegalAction("siesta-top", "You are at the top of the siesta track", TRANSPORT)


def _no_cards() -> IllegalAction:
    return IllegalAction("no-cards-left", "No card is left to be drawn", FARM)


def _empty_hand() -> IllegalAction:
    return IllegalAction("empty-hand", "You have no card in hand", FARM)


def _nothing_to_upgrade() -> IllegalAction:
    return IllegalAction("nothing-to-upgrade", "You have no resource that could be upgraded", ANYTIME)


def _in_hand(state: GranjaData, card: int) -> bool:
    return bool(state.me.hand[WORD[card]] & 2 ** (card % 33))


def _not_in_hand(card: int) -> IllegalAction:
    return IllegalAction("not-in-hand", f"Card {card + 1} is not in your hand", FARM)


# -- cards ------------------------------------------------------------------------------------------


def _playing(state: GranjaData, card: int) -> IllegalAction:
    """Why a card cannot be played to a side without a price."""
    if state.depth and not detail(state) & ask.MAY_PLAY:
        return _decide_first(state, REVENUE)
    return _not_in_hand(card)


def _extending(state: GranjaData, card: int) -> IllegalAction:
    if (state.depth and not detail(state) & ask.MAY_PLAY) or not _in_hand(state, card):
        return _playing(state, card)
    farm = [*map(many, range(len(GOODS))), "silver", "points"]
    have = [farm[which] for which in members_of(payable(state.me))]
    cost = farm_goods(extension_cost(state, state.me))
    return IllegalAction(
        "too-few-goods", f"Your next extension costs {cost}; you have {listed(have) or 'none'}", FARM
    )


def _discarding(state: GranjaData, card: int) -> IllegalAction:
    return _not_in_hand(card)


def _drawing(state: GranjaData, _: int) -> IllegalAction:
    if not detail(state) & ask.MAY_DRAW:
        return _decide_first(state, REVENUE)
    return _no_cards()


def _dismissing(state: GranjaData, card: int) -> IllegalAction:
    return IllegalAction("not-your-helper", f"Card {card + 1} is not among your helpers", FARM)


def _clearing(state: GranjaData, slot: int) -> IllegalAction:
    return IllegalAction("no-barrow", f"You have no barrow {slot + 1}", FARM)


def _paying(state: GranjaData, which: int) -> IllegalAction:
    if top(state) == ask.GOOD_TO_PAY:
        kinds = state.box.pays_kinds[detail(state)]
        if which >= len(GOODS) or not kinds & 2**which:
            return IllegalAction("not-among-them", f"It takes {_any_of(kinds)}", ANYTIME)
        return _none_of(which, ANYTIME)
    if state.paid & 2**which:
        return IllegalAction("already-paid", f"You have paid {payable_name(which)}: goods must differ", FARM)
    if which < len(GOODS):
        return _none_of(which, FARM)
    if which == len(GOODS):
        return IllegalAction("too-little-silver", "You have no silver", FARM)
    return IllegalAction("too-few-points", "You have no point", FARM)


def _any_of(kinds: int) -> str:
    return listed([one(kind) for kind in members_of(kinds)], "or")


# -- roof tiles -------------------------------------------------------------------------------------


def _tile(state: GranjaData, place: int) -> IllegalAction:
    tile = state.display[place] - 1
    if tile < 0:
        return IllegalAction("no-tile-there", f"No roof tile {place + 1} is for sale", FARM)
    found = _too_little(state, f"Roof tile {place + 1}", roof_price(state, tile), FARM)
    assert found is not None
    return found


def _roof(state: GranjaData, place: int) -> IllegalAction:
    me = state.me
    if not me.roofs[place]:
        return IllegalAction("no-tile-there", f"Place {place + 1} of your roof is empty", ANYTIME)
    what = f"Roof tile {place + 1}"
    if not me.roofs_up & 2**place:
        return IllegalAction("roof-used", f"{what} is face down: each is used once", ANYTIME)
    return _effect(state, EFFECT_ROOF + me.roofs[place] - 1, what)


def _turning(state: GranjaData, place: int) -> IllegalAction:
    may = [str(which + 1) for which in members_of(turnable(state, detail(state)))]
    return IllegalAction("not-among-them", f"Roof tile {listed(may, 'or')} can be turned up", ANYTIME)


# -- helpers ----------------------------------------------------------------------------------------


def _helper(state: GranjaData, card: int) -> IllegalAction:
    me = state.me
    places = [place for place in range(4) if me.helpers[place] == card + 1]
    what = f"The helper of card {card + 1}"
    if not places:
        return IllegalAction("not-your-helper", f"Card {card + 1} is not among your helpers", FARM)
    if not state.box.is_action[card]:
        return IllegalAction("works-by-itself", f"{what} works by itself", FARM)
    if me.exhausted & 2 ** places[0]:
        return IllegalAction("helper-exhausted", f"{what} has worked in this round already", FARM)
    return _effect(state, card, what)


_MOMENTS = (
    "",
    "before the dice are rolled",
    "before you take a die",
    "after a die you took",
    "before the donkeys are chosen",
    "among your free deliveries",
    "with a delivery",
)


def _effect(state: GranjaData, effect: int, what: str) -> IllegalAction:
    """Why a helper or roof tile that could be used cannot be used now."""
    box = state.box
    phases = [PHASES[phase] for phase in members_of(box.phases[effect])]
    if not box.phases[effect] & 2**state.phase:
        many = "phases" if len(phases) > 1 else "phase"
        return IllegalAction("wrong-phase", f"{what} works in the {phase_names(phases)} {many}", FARM)
    moment = box.moment[effect]
    if not is_now(state, moment):
        return IllegalAction("wrong-moment", f"{what} works {_MOMENTS[moment]}", FARM)
    return _useless(state, effect, what)


def _useless(state: GranjaData, effect: int, what: str) -> IllegalAction:
    """Why nothing would come of an effect, or it cannot be paid."""
    box, me = state.box, state.me
    if found := _too_little(state, what, box.pays_silver[effect], ANYTIME):
        return found
    if me.points < box.pays_points[effect]:
        return IllegalAction("too-few-points", f"{what} costs a point, and you have none", ANYTIME)
    kinds = box.pays_kinds[effect]
    if kinds and not me.has & kinds:
        return IllegalAction("no-such-good", f"{what} takes {_any_of(kinds)}, and you have none", ANYTIME)
    if box.pays_card[effect] and me.hand_size == 0:
        return _empty_hand()
    if box.upgrades[effect] >= 0 and not _has(state, box.upgrades[effect]):
        return _none_of(box.upgrades[effect], ANYTIME)
    if box.gains_goods[effect] >> 4 * PIG & 15 and not has_stall(me):
        return _full_stalls(ANYTIME)
    if box.gains_steps[effect] and me.steps == box.siesta_top:
        return _siesta_top()
    return _unanswerable(state, box.asks[effect] & 63, box.asks[effect] >> 6)


def _unanswerable(state: GranjaData, asked: int, what: int) -> IllegalAction:
    """Why a question would have no answer."""
    assert not answerable(state, asked, what, state.me.has)
    match asked:
        case ask.CARD:
            return _no_cards() if what & ask.MAY_DRAW else _empty_hand()
        case ask.IMPROVING:
            return _nothing_to_upgrade()
        case ask.STALL_TO_PLACE:
            return IllegalAction("no-empty-stall", "No stall place for it is empty", BARROW)
        case ask.EXCHANGE:
            return IllegalAction("no-such-good", "You have no harvest good", ANYTIME)
        case ask.UNLOADING:
            return IllegalAction("nothing-to-move", "No good on a barrow is wanted by another", BARROW)
        case ask.ROOF_TO_TURN:
            return IllegalAction("no-used-roof", "None of your roof tiles has been used", ANYTIME)
        case ask.CRAFT_AGAIN:
            return IllegalAction("no-craft-marker", "You have no craft marker", CRAFT)
        case ask.FETCHING:
            return IllegalAction("donkey-there", "You have all your donkey tiles", TRANSPORT)
    return IllegalAction("nothing-to-deliver", "No barrow or row asks for anything you have", TRANSPORT)


# -- goods and silver -------------------------------------------------------------------------------


def _buying(state: GranjaData, kind: int) -> IllegalAction:
    if found := _too_little(state, one(kind).capitalize(), price_of(state, kind), ANYTIME):
        return found
    if kind == PIG:
        return _full_stalls(ANYTIME)
    return IllegalAction(
        "of-no-use", f"You have {one(kind)}: buy another when it is used, for one is used at a time", ANYTIME
    )


def _selling(state: GranjaData, kind: int) -> IllegalAction:
    me = state.me
    if not me.goods[kind]:
        if kind < HARVEST_KINDS and me.ripe[kind]:
            return IllegalAction("on-a-field", "What is on a field cannot be sold", ANYTIME)
        return _none_of(kind, ANYTIME)
    if state.bought & 2**kind:
        return IllegalAction("just-bought", "You have just bought it: do something else first", ANYTIME)
    return IllegalAction("of-no-use", "You have silver for anything now: sell when it is needed", ANYTIME)


def _upgrading(state: GranjaData, kind: int) -> IllegalAction:
    if not _has(state, kind):
        return _none_of(kind, ANYTIME)
    found = _too_little(state, f"Upgrading {one(kind)}", upgrade_price(state, kind), ANYTIME)
    assert found is not None
    return found


def _trading(state: GranjaData, what: int) -> IllegalAction:
    if not state.me.goods[TRADE_GOOD]:
        return _none_of(TRADE_GOOD, ANYTIME)
    return _useless(state, EFFECT_TRADE + what, "That")


def _gaining(state: GranjaData, kind: int) -> IllegalAction:
    kinds = detail(state)
    if top(state) == ask.CARD:
        if not kinds & ask.MAY_GAIN:
            return _decide_first(state, REVENUE)
        kinds = SOME_HARVEST
    return IllegalAction("not-among-them", f"You may take {_any_of(kinds)}", REVENUE)


def _improving(state: GranjaData, kind: int) -> IllegalAction:
    return _none_of(kind, ANYTIME) if state.me.has & SOME_RESOURCE else _nothing_to_upgrade()


def _resting(state: GranjaData, _: int) -> IllegalAction:
    return _siesta_top() if detail(state) & ask.OR_REST else _decide_first(state, ANYTIME)


def _taking_silver(state: GranjaData, _: int) -> IllegalAction:
    return IllegalAction("no-silver-now", "Silver instead of a delivery comes with a die of space 6", REVENUE)


def _swapping(state: GranjaData, which: int) -> IllegalAction:
    given, taken = SWAPS[which]
    if not _has(state, given):
        return _none_of(given, ANYTIME)
    assert not asked_for(state) & 2**taken
    return IllegalAction("not-asked-for", f"No barrow or row asks for {one(taken)}", TRANSPORT)


def _unloading(state: GranjaData, thing: int) -> IllegalAction:
    slot, kind = thing >> 3, thing & 7
    card = state.me.barrows[slot] - 1
    if card < 0:
        return _clearing(state, slot)
    goods = [state.box.barrow_goods[card * 5 + n] for n in members_of(state.me.loaded[slot])]
    if kind not in goods:
        return IllegalAction("no-such-good", f"Barrow {slot + 1} has no {KIND_NAMES[kind]} on it", BARROW)
    return IllegalAction("nothing-to-move", f"No other barrow of yours asks for {one(kind)}", BARROW)


# -- dice -------------------------------------------------------------------------------------------


def _die(state: GranjaData, thing: int) -> IllegalAction:
    number, space = thing // 6, thing % 6
    if not state.dice[number]:
        return IllegalAction("no-such-die", f"No die shows {number + 1}", REVENUE)
    far = abs(number - space)
    if state.step == ask.LEFTOVER and not state.shift:
        return _shifted(far, 1 if rules_of(state, state.me) & LEFTOVER_DIE else 0)
    if state.dice[number] == 1 and state.marked == number and state.marker != state.seat:
        return IllegalAction(
            "die-kept", f"The last {number + 1} is kept for whoever marked its space", REVENUE
        )
    if state.shift and not far:
        return IllegalAction("must-change", "This die must be changed: something was used for it", REVENUE)
    return _shifted(far, state.shift)


def _shifted(far: int, may: int) -> IllegalAction:
    if not may:
        return IllegalAction("cannot-change", "A die is used as it is, unless something changes it", REVENUE)
    assert far > may
    return IllegalAction("too-far", f"The die may be changed by {may}, not by {far}", REVENUE)


def _rerolling(state: GranjaData, number: int) -> IllegalAction:
    return IllegalAction("no-such-die", f"No die shows {number + 1}", REVENUE)


# -- donkeys and deliveries -------------------------------------------------------------------------


def _donkey(state: GranjaData, tile: int) -> IllegalAction:
    back = state.box.donkeys_returned
    again = f", and comes back in round {back + 1}" if state.round < back else ""
    tiles = several(tile + 1, "donkey")
    return IllegalAction("donkey-used", f"Your tile with {tiles} has been used{again}", TRANSPORT)


def _fetching(state: GranjaData, tile: int) -> IllegalAction:
    tiles = several(tile + 1, "donkey")
    return IllegalAction("donkey-there", f"Your tile with {tiles} has not been used", TRANSPORT)


def _delivering(state: GranjaData, thing: int) -> IllegalAction:
    target, kind = thing >> 3, thing & 7
    asked, what = (top(state), detail(state)) if state.depth else (ask.NOTHING, 0)
    if asked == ask.DELIVERY and what & ask.NO_DELIVERY:
        return _decide_first(state, REVENUE)
    if asked in (ask.LOADING, ask.DISGUISED) and kind != what & 7:
        return IllegalAction("wrong-good", f"What is to be delivered is {one(what & 7)}", BARROW)
    if asked == ask.LOADING and (target >= BARROWS or target == what >> 3):
        return IllegalAction("other-barrow", "It can only go to another barrow of yours", BARROW)
    if asked == ask.NOTHING and state.step == ask.PURCHASED:
        if found := _too_little(state, "A delivery", state.box.delivery_price, TRANSPORT):
            return found
    if target < BARROWS:
        return _to_barrow(state, target, kind)
    return _to_row(state, (target - BARROWS) >> 2, target & 3, kind)


def _to_barrow(state: GranjaData, slot: int, kind: int) -> IllegalAction:
    if not state.me.barrows[slot]:
        return IllegalAction("no-barrow", f"You have no barrow {slot + 1}", BARROW)
    asking = barrows_asking(state) >> 8 * slot & 255
    return _not_asked_for(f"Barrow {slot + 1}", asking, kind, BARROW)


def _not_asked_for(what: str, asking: int, kind: int, section: str) -> IllegalAction:
    if not asking & 2**kind:
        return IllegalAction("not-asked-for", f"{what} asks for {_any_of(asking)}", section)
    return _none_of(kind, section)


def _to_row(state: GranjaData, building: int, row: int, kind: int) -> IllegalAction:
    me, box = state.me, state.box
    name = f"craft building {building + 1}"
    which = f"Row {'abcd'[row]} of {name}"
    if me.crafts & 2**building:
        return IllegalAction("craft-completed", f"You have completed {name}", CRAFT)
    if state.blocked & 2**building and not rules_of(state, me) & BLOCKED_BUILDING:
        markers = [state.next_blocked[n] for n in range(3)]
        marker = markers.index(building) + 1
        return IllegalAction(
            "building-blocked", f"{name.capitalize()} is still blocked, with order marker {marker}", CRAFT
        )
    if not box.rows_used[state.seats] & 2**row:
        return IllegalAction(
            "row-closed", f"{which} is not used with {several(state.seats, 'player')}", CRAFT
        )
    own = me.rows[building] - 1
    if own >= 0 and own != row:
        return IllegalAction("one-row", f"You have begun row {'abcd'[own]} of {name}: one is all", CRAFT)
    if own < 0 and state.claimed & 2 ** (building * 4 + row):
        return IllegalAction("row-taken", f"{which} is another player's", CRAFT)
    asking = rows_asking(state, building) >> 8 * row & 255
    return _not_asked_for(which, asking, kind, CRAFT)


# -- the market -------------------------------------------------------------------------------------


def _stall(state: GranjaData, space: int) -> IllegalAction:
    what, box = detail(state), state.box
    name = f"Stall {STALL_NAMES[space]}"
    if not box.stalls_open[state.seats] & 2**space:
        return IllegalAction(
            "stall-closed", f"{name} is not used with {several(state.seats, 'player')}", BARROW
        )
    values = [VALUES[n] for n in members_of(what & 31)]
    if box.stall_value[space] not in values:
        wanted = listed([str(value) for value in values], "or")
        return IllegalAction(
            "wrong-value", f"{name} has value {box.stall_value[space]}; your marker needs {wanted}", BARROW
        )
    assert occupied(state) & 2**space
    if what & ask.ONLY_EMPTY:
        return IllegalAction("stall-taken", f"{name} is taken, and the marker needs an empty one", BARROW)
    if state.market[state.seat] & 2**space:
        return IllegalAction("stall-taken", f"{name} is yours: others of its value come first", BARROW)
    return IllegalAction("stall-taken", f"{name} is taken, and another of its value is empty", BARROW)


def _guarding(state: GranjaData, space: int) -> IllegalAction:
    if found := _too_little(state, "Keeping a marker", state.box.guard_price, BARROW):
        return found
    return IllegalAction(
        "nothing-to-guard", f"No marker of yours is being driven away from {STALL_NAMES[space]}", BARROW
    )


# -- doing without ----------------------------------------------------------------------------------


def _skipping(state: GranjaData, _: int) -> IllegalAction:
    return IllegalAction("must-choose", f"You cannot do without. {question(state)}", _section(state))


def _section(state: GranjaData) -> str:
    asked = top(state)
    return asking(state).title if asked >= ask.OF_MODULES else _ASKED[asked][0]


def _crafting(state: GranjaData, building: int) -> IllegalAction:
    return IllegalAction("no-craft-marker", f"You have no marker of craft building {building + 1}", CRAFT)


_REASONS: dict[int, Callable[[GranjaData, int], IllegalAction]] = {
    act.FIELD: _playing,
    act.BARROW: _playing,
    act.EXTENSION: _extending,
    act.HELPER: _playing,
    act.DISCARD: _discarding,
    act.DISMISS: _dismissing,
    act.USE: _helper,
    act.DELIVER: _delivering,
    act.DIE: _die,
    act.BUY: _buying,
    act.SELL: _selling,
    act.UPGRADE: _upgrading,
    act.TRADE: _trading,
    act.ROOF: _roof,
    act.SKIP: _skipping,
    act.GAIN: _gaining,
    act.IMPROVE: _improving,
    act.REST: _resting,
    act.SILVER: _taking_silver,
    act.DRAW: _drawing,
    act.CLEAR: _clearing,
    act.PAY: _paying,
    act.STALL: _stall,
    act.GUARD: _guarding,
    act.TILE: _tile,
    act.REROLL: _rerolling,
    act.DONKEY: _donkey,
    act.FETCH: _fetching,
    act.SWAP: _swapping,
    act.UNLOAD: _unloading,
    act.CRAFT: _crafting,
    act.TURN: _turning,
}
"""By what is done; marking a space, taking two goods and ending are never refused when they are asked for."""

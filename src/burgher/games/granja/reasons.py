"""Why not: the reason for refusing an action that is not legal now, with the section of the rules.

Things are named by their numbers, as in the words that ask for them: a helper by its card, a craft building
by its die. What somebody else holds in hand is never told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from burgher.games.granja import actions as act
from burgher.games.granja import pending as ask
from burgher.games.granja.anytime import price_of, upgrade_price
from burgher.games.granja.components import PHASES
from burgher.games.granja.effects import silver_price
from burgher.games.granja.farm import has_roof_room, roof_price
from burgher.games.granja.goods import has_stall, in_both
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.in_play import SPACE_USABLE
from burgher.games.granja.lookups import (
    EFFECT_ROOF,
    EFFECT_SPACE,
    EFFECT_TRADE,
    HARVEST_KINDS,
    LEFTOVER_DIE,
    PIG,
    ROUND_SPACE,
    SOME_HARVEST,
    TRADE_GOOD,
)
from burgher.games.granja.moments import is_now, is_within, may_act
from burgher.games.granja.naming import one, phase_names, several
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.refusing import (
    ANYTIME,
    BARROW,
    CRAFT,
    FARM,
    REVENUE,
    TRANSPORT,
    any_of,
    empty_hand,
    full_stalls,
    has,
    none_of,
    not_in_hand,
    siesta_top,
    too_little,
)
from burgher.games.granja.revenue import plain
from burgher.games.granja.stack import detail, top
from burgher.games.granja.wording.base import decide_first
from burgher.games.granja.wording.cards import cannot_play
from burgher.games.granja.wording.deliveries import cannot_deliver
from burgher.games.granja.wording.modules.registry import asks, own_action, wording_of_module
from burgher.games.granja.wording.registry import asked_now, wording_of
from burgher.games.granja.wording.steps import STEPS
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


_ANYTIME = (act.BUY, act.SELL, act.UPGRADE, act.TRADE, act.ROOF, act.USE)


def refusal(state: GranjaData, action: int) -> IllegalAction:
    """The first reason, in the order a person would think of them, why an action is not legal now."""
    for module in state.modules:
        withheld = wording_of_module(module).withheld(state, action)
        if withheld is not None:
            return withheld
    if action == state.lookups.from_den:
        return _from_den(state)
    if action >= act.COUNT:
        return _of_module(state, action)
    verb, thing = act.VERB[action], act.THING[action]
    if state.depth:
        return _while_asked(state, verb, thing)
    step = STEPS[state.step]
    if is_pausing(state) and verb not in _ANYTIME:
        if verb in step.verbs and state.step == ask.PLAY and state.left:
            return not_in_hand(thing)
        if verb in step.verbs and step.finished:
            return IllegalAction(*step.finished, step.section)
        if verb == act.SKIP:
            return _nothing_to_skip(step.section)
        return IllegalAction(*_NOT_ASKED[verb])
    if verb in step.verbs or (verb in _ANYTIME and may_act(state)):
        return _REASONS[verb](state, thing)
    if step.is_forced or verb in _ANYTIME:
        return decide_first(step.decision, step.section)
    if verb == act.DONE:
        return _skipping(state, thing)
    if verb == act.SKIP:
        return _nothing_to_skip(step.section)
    return IllegalAction(*_NOT_ASKED[verb])


def _from_den(state: GranjaData) -> IllegalAction:
    """Why it cannot be said that the next good is taken from its den."""
    may_take = state.depth and state.questions[top(state)].takes(state, detail(state)) & SOME_HARVEST
    if state.depth and not may_act(state) and not may_take:
        return asked_now(state).decide_first(state, detail(state))
    if state.step == ask.CHOOSING:
        return decide_first(STEPS[ask.CHOOSING].decision, TRANSPORT)
    if state.me.from_den:
        return IllegalAction("already-said", "The next good you use is taken from its den already", TRANSPORT)
    if not in_both(state.me):
        said = "No harvest good of yours is both on a field and in its den"
        return IllegalAction("no-such-good", said, TRANSPORT)
    return asked_now(state).decide_first(state, detail(state))


def _while_asked(state: GranjaData, verb: int, thing: int) -> IllegalAction:
    """Why an action is not legal while a question is asked."""
    asked, what = asked_now(state), detail(state)
    if verb in asked.verbs:
        return asked.refusal(state, what, verb, thing)
    if verb in _ANYTIME and may_act(state):
        effect = _effect_of(state, verb, thing)
        if effect >= 0 and is_within(state) and not state.lookups.is_plain[effect]:
            return asked.decide_first(state, what)
        return _REASONS[verb](state, thing)
    return asked.decide_first(state, what)


def _effect_of(state: GranjaData, verb: int, thing: int) -> int:
    """The effect of something that one has and could use at any time; -1 for none."""
    me = state.me
    if verb == act.TRADE and me.goods[TRADE_GOOD]:
        return EFFECT_TRADE + thing
    if verb == act.ROOF and me.roofs_up & 2**thing:
        return EFFECT_ROOF + at(me.roofs, thing) - 1
    if verb == act.USE and any(
        me.ready & 2**place and at(me.helpers, place) == thing + 1 for place in range(4)
    ):
        return thing
    return -1


def _of_module(state: GranjaData, action: int) -> IllegalAction:
    """Why an action that a module brings is not legal now."""
    wording, verb, thing = own_action(state.modules, action)
    if state.depth:
        asked, what, own = asked_now(state), detail(state), asks(wording, state)
        if own and verb in asked.own:
            return asked.reason(state, what, verb, thing)
        if not own and not may_act(state) and not asked.takes_more:
            return asked.decide_first(state, what)
    elif STEPS[state.step].is_forced:
        return decide_first(STEPS[state.step].decision, STEPS[state.step].section)
    return wording.refusal(state, verb, thing)


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
    act.MARK: ("needs-effect", "A helper is needed for that, before the dice are rolled", REVENUE),
    act.REROLL: ("needs-effect", "A helper is needed to roll dice again", REVENUE),
    act.FETCH: ("needs-effect", "A helper is needed to take back a donkey tile", TRANSPORT),
    act.SWAP: ("needs-effect", "A helper is needed to exchange a harvest good", ANYTIME),
    act.UNLOAD: ("needs-effect", "A helper is needed to take goods off a barrow", ANYTIME),
    act.CRAFT: ("needs-effect", "A helper is needed to use a craft marker again", CRAFT),
    act.TURN: ("needs-effect", "A helper or another roof tile is needed to turn up a used one", ANYTIME),
}
"""Why an action is refused that answers nothing that is asked."""


# -- roof tiles -------------------------------------------------------------------------------------


def _tile(state: GranjaData, place: int) -> IllegalAction:
    tile = at(state.display, place) - 1
    if tile < 0:
        return IllegalAction("no-tile-there", f"No roof tile {place + 1} is for sale", FARM)
    if not has_roof_room(state, state.me):
        return IllegalAction("roof-full", "Your roof has no free place for another tile", FARM)
    found = too_little(state, f"Roof tile {place + 1}", roof_price(state, tile), FARM)
    assert found is not None
    return found


def _roof(state: GranjaData, place: int) -> IllegalAction:
    me = state.me
    if not at(me.roofs, place):
        return IllegalAction("no-tile-there", f"Place {place + 1} of your roof is empty", ANYTIME)
    what = f"Roof tile {place + 1}"
    if not me.roofs_up & 2**place:
        return IllegalAction("roof-used", f"{what} is face down: each is used once", ANYTIME)
    return _effect(state, EFFECT_ROOF + at(me.roofs, place) - 1, what)


# -- helpers ----------------------------------------------------------------------------------------


def _helper(state: GranjaData, card: int) -> IllegalAction:
    me = state.me
    places = [place for place in range(4) if at(me.helpers, place) == card + 1]
    what = f"The helper of card {card + 1}"
    if not places:
        return IllegalAction("not-your-helper", f"Card {card + 1} is not among your helpers", FARM)
    if not state.lookups.is_action[card]:
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
    lookups = state.lookups
    phases = [PHASES[phase] for phase in members_of(lookups.phases[effect])]
    if not lookups.phases[effect] & 2**state.phase:
        many = "phases" if len(phases) > 1 else "phase"
        return IllegalAction("wrong-phase", f"{what} works in the {phase_names(phases)} {many}", FARM)
    moment = lookups.moment[effect]
    if not is_now(state, moment):
        return IllegalAction("wrong-moment", f"{what} works {_MOMENTS[moment]}", FARM)
    return _useless(state, effect, what)


def _useless(state: GranjaData, effect: int, what: str) -> IllegalAction:
    """Why nothing would come of an effect, or it cannot be paid."""
    lookups, me = state.lookups, state.me
    if found := too_little(state, what, silver_price(state, effect), ANYTIME):
        return found
    if me.points < lookups.pays_points[effect]:
        return IllegalAction("too-few-points", f"{what} costs a point, and you have none", ANYTIME)
    kinds = lookups.pays_kinds[effect]
    if kinds and not me.has & kinds:
        return IllegalAction("no-such-good", f"{what} takes {any_of(kinds)}, and you have none", ANYTIME)
    if lookups.pays_card[effect] and me.hand_size == 0:
        return empty_hand()
    if lookups.upgrades[effect] >= 0 and not has(state, lookups.upgrades[effect]):
        return none_of(lookups.upgrades[effect], ANYTIME)
    if lookups.gains_goods[effect] >> 4 * PIG & 15 and not has_stall(me):
        return full_stalls(ANYTIME)
    if lookups.gains_steps[effect] and me.steps == lookups.siesta_top:
        return siesta_top()
    asked = lookups.asks[effect]
    if asked == ROUND_SPACE:
        if state.changing & 2**SPACE_USABLE:
            return IllegalAction(
                "of-no-use", f"{what} would use a space that brings you nothing now", ANYTIME
            )
        asked = lookups.asks[EFFECT_SPACE + state.round]
    return wording_of(state, asked & 63).unanswerable(state, asked >> 6)


# -- goods and silver -------------------------------------------------------------------------------


def _buying(state: GranjaData, kind: int) -> IllegalAction:
    if found := too_little(state, one(kind).capitalize(), price_of(state, kind), ANYTIME):
        return found
    if kind == PIG and not has_stall(state.me):
        return full_stalls(ANYTIME)
    said = f"You have just sold {one(kind)} for as much: do something else before you buy it back"
    return IllegalAction("just-sold", said, ANYTIME)


def _selling(state: GranjaData, kind: int) -> IllegalAction:
    if kind < HARVEST_KINDS and at(state.me.ripe, kind):
        return IllegalAction("on-a-field", "What is on a field cannot be sold", ANYTIME)
    return none_of(kind, ANYTIME)


def _upgrading(state: GranjaData, kind: int) -> IllegalAction:
    if not has(state, kind):
        return none_of(kind, ANYTIME)
    found = too_little(state, f"Upgrading {one(kind)}", upgrade_price(state, kind), ANYTIME)
    assert found is not None
    return found


def _trading(state: GranjaData, what: int) -> IllegalAction:
    if not state.me.goods[TRADE_GOOD]:
        return none_of(TRADE_GOOD, ANYTIME)
    found = _useless(state, EFFECT_TRADE + what, "That")
    return IllegalAction(found.kind, found.reason, ANYTIME)


# -- dice -------------------------------------------------------------------------------------------


def _die(state: GranjaData, thing: int) -> IllegalAction:
    number, space = thing // 6, thing % 6
    if not at(state.dice, number):
        return IllegalAction("no-such-die", f"No die shows {number + 1}", REVENUE)
    if not plain(state, 2**number):
        return IllegalAction("no-such-die", f"No white die shows {number + 1}", REVENUE)
    far = abs(number - space)
    if state.step == ask.LEFTOVER and not state.shift:
        return _shifted(far, 1 if rules_of(state, state.me) & LEFTOVER_DIE else 0)
    if at(state.dice, number) == 1 and state.marked == number and state.marker != state.seat:
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


# -- donkeys and deliveries -------------------------------------------------------------------------


def _donkey(state: GranjaData, tile: int) -> IllegalAction:
    back = state.lookups.donkeys_returned
    again = f", and comes back in round {back + 1}" if state.round < back else ""
    tiles = several(tile + 1, "donkey")
    return IllegalAction("donkey-used", f"Your tile with {tiles} has been used{again}", TRANSPORT)


def _delivering(state: GranjaData, thing: int) -> IllegalAction:
    if state.step == ask.PURCHASED:
        if found := too_little(state, "A delivery", state.lookups.delivery_price, TRANSPORT):
            return found
    return cannot_deliver(state, thing >> 3, thing & 7)


def _nothing_to_skip(section: str) -> IllegalAction:
    return IllegalAction("nothing-to-skip", "Nothing is on offer that you could do without", section)


def _skipping(state: GranjaData, _: int) -> IllegalAction:
    step = STEPS[state.step]
    return IllegalAction("must-choose", f"You cannot do without: decide {step.decision}", step.section)


_REASONS: dict[int, Callable[[GranjaData, int], IllegalAction]] = {
    act.FIELD: lambda state, card: cannot_play(state, act.FIELD, card),
    act.BARROW: lambda state, card: cannot_play(state, act.BARROW, card),
    act.EXTENSION: lambda state, card: cannot_play(state, act.EXTENSION, card),
    act.HELPER: lambda state, card: cannot_play(state, act.HELPER, card),
    act.DISCARD: lambda state, card: not_in_hand(card),
    act.USE: _helper,
    act.DELIVER: _delivering,
    act.DIE: _die,
    act.BUY: _buying,
    act.SELL: _selling,
    act.UPGRADE: _upgrading,
    act.TRADE: _trading,
    act.ROOF: _roof,
    act.SKIP: _skipping,
    act.TILE: _tile,
    act.DONKEY: _donkey,
}
"""By what is done in a step, or at any time; ending is never refused when it is asked for."""

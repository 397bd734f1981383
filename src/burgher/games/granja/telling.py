"""The game in sentences: what is asked, what an action would do, what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from burgher.games.granja import actions as act
from burgher.games.granja import events as ev
from burgher.games.granja import pending as ask
from burgher.games.granja.actions import BARROWS, PAIRS, SWAPS
from burgher.games.granja.anytime import better_exchange, price_of, upgrade_price
from burgher.games.granja.cards import barrow_count, extension_cost, helper_room
from burgher.games.granja.components import (
    GOODS,
    HARVEST,
    KINDS,
    RESOURCES,
    STALL_NAMES,
    VALUES,
    Card,
    Components,
    Effect,
)
from burgher.games.granja.data import (
    EVENTS_EACH,
    MODULE_EVENTS,
    MODULE_SOURCES,
    SOURCES_EACH,
    module_of,
    numbered,
)
from burgher.games.granja.farm import roof_price
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.market import lower_neighbours, owner_of, removal_points
from burgher.games.granja.moments import own_moment
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.stack import asking, detail, top
from burgher.games.granja.tables import (
    ANY_MOMENT,
    BETTER,
    EFFECT_MODULES,
    EFFECT_ROOF,
    EFFECT_SPACE,
    FULL_FIELDS,
)
from burgher.kernel.journal import SCORED
from burgher.kernel.words import members_of

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Module
    from burgher.kernel.journal import Entry

# -- names ------------------------------------------------------------------------------------------

KIND_NAMES = ("olive", "grain", "grape", "pig", "food", "wine", "cured meat", "trade commodity")
"""Each kind as people call it, in the order of the kinds."""
_ONE = ("an olive", "grain", "a grape", "a pig", "food", "wine", "cured meat", "a trade commodity")
_MANY = ("olives", "grain", "grapes", "pigs", "food", "wine", "cured meat", "trade commodities")

BENEFITS = {
    "delivery": "a delivery to buy each round",
    "stall": "a pig stall",
    "hand": "1 more hand card",
    "income": "1 silver of income",
}
"""What a farm extension brings."""

PHASE_NAMES = ("farm", "revenue", "transportation", "scoring")


def several(count: int, thing: str) -> str:
    """A number of things.

    >>> several(1, "step"), several(2, "delivery"), several(4, "donkey"), several(5, "die")
    ('1 step', '2 deliveries', '4 donkeys', '5 dice')
    """
    if count == 1:
        return f"1 {thing}"
    if thing.endswith("die"):
        return f"{count} {thing[:-3]}dice"
    if thing.endswith("y") and not thing.endswith("ey"):
        return f"{count} {thing[:-1]}ies"
    return f"{count} {thing}s"


def listed(things: Sequence[str], last: str = "and") -> str:
    """Things in a row.

    >>> listed(["one"]), listed(["one", "two", "three"], "or")
    ('one', 'one, two or three')
    """
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def one(kind: int) -> str:
    """One of a kind of goods: `an olive`, `grain`."""
    return _ONE[kind]


def many(kind: int) -> str:
    """More than one of a kind: `olives`, `grain`."""
    return _MANY[kind]


def goods(count: int, kind: int) -> str:
    """Some of a kind: `1 olive`, `2 grain`, `3 trade commodities`."""
    return f"{count} {KIND_NAMES[kind] if count == 1 else _MANY[kind]}"


def demands(kinds: Iterable[str]) -> str:
    """Goods that are asked for: `2 olives, grain and food`."""
    counts = sorted(Counter(KINDS.index(kind) for kind in kinds).items())
    return listed([_ONE[kind] if count == 1 else goods(count, kind) for kind, count in counts])


def row_name(building: int, row: int, box: Components) -> str:
    """A row of a craft building: `row b of the deli`."""
    return f"row {'abcd'[row]} of the {box.buildings[building].name}"


def target_title(target: int, box: Components) -> str:
    """Where a delivery goes, as people say it: `barrow 2`, `row b of the deli`."""
    if target < BARROWS:
        return f"barrow {target + 1}"
    return row_name((target - BARROWS) >> 2, target & 3, box)


def donkey_name(tile: int, box: Components, modules: Sequence[Module] = ()) -> str:
    """A donkey tile: `the tile with 3 donkeys and 1 hat`."""
    for module in modules:
        if (name := module.donkey_name(tile, box)) is not None:
            return name
    hats = box.hats[tile]
    return f"the tile with {several(tile + 1, 'donkey')} and {several(hats, 'hat') if hats else 'no hat'}"


def space_text(space: int, box: Components, modules: Sequence[Module] = ()) -> str:
    """What a revenue space does."""
    for module in modules:
        if (text := module.space_text(space, box)) is not None:
            return text
    return box.spaces[space].text


def phase_names(phases: Sequence[str]) -> str:
    """Phases as people call them: `farm and revenue`."""
    return listed(["transportation" if phase == "transport" else phase for phase in phases])


def payable_name(which: int) -> str:
    """A farm good that can be paid with: `an olive`, `1 silver`, `1 point`."""
    return _ONE[which] if which < len(GOODS) else ("1 silver", "1 point")[which - len(GOODS)]


def farm_goods(count: int) -> str:
    """What an extension costs: `1 farm good`, `3 different farm goods`."""
    return several(count, "farm good" if count == 1 else "different farm good")


def lowered(text: str) -> str:
    """A text that goes on after a colon, without its full stop."""
    return f"{text[0].lower()}{text[1:]}".rstrip(".")


def gains(effect: Effect) -> str:
    """What an effect brings, whatever it is: `3 silver`, `any resource`, `a free delivery`."""
    said = [_gain(kind, count) for kind, count in effect.gain.items()]
    if effect.per == "market barrow":
        said = [f"{gain} for each of your market barrows" for gain in said]
    if effect.upgrade:
        kind = KINDS.index(effect.upgrade)
        said.insert(0, f"{_ONE[kind]} becomes {KIND_NAMES[BETTER[kind]]}")
    if effect.choose:
        said.append(_choice(effect))
    if effect.shift:
        said.append(f"change a die by up to {effect.shift}" if effect.shift > 1 else "change a die by 1")
    if effect.then == "siesta points":
        said.append("the points of the siesta track")
    elif effect.then == "income":
        said.append("an income")
    return listed(said)


def _gain(kind: str, count: int) -> str:
    match kind:
        case "silver":
            return f"{count} silver"
        case "points":
            return several(count, "point")
        case "siesta":
            return f"{several(count, 'step')} on the siesta track"
    return goods(count, KINDS.index(kind))


def _choice(effect: Effect) -> str:
    match effect.choose:
        case "good":
            if effect.goods == HARVEST:
                return "any harvest good"
            if effect.goods == RESOURCES:
                return "any resource"
            return listed([_ONE[KINDS.index(kind)] for kind in effect.goods], "or")
        case "upgrade":
            return "a free upgrade" if effect.times == 1 else f"up to {effect.times} free upgrades"
        case "upgrade or siesta":
            return f"{effect.times} free upgrades or siesta steps"
        case "delivery":
            return "a free delivery"
        case "delivery or silver":
            return f"a free delivery or {effect.silver} silver"
        case "empty stall":
            return f"a marker on an empty stall of value {listed([str(v) for v in effect.values], 'or')}"
    return {
        "two harvest goods": "two different harvest goods",
        "play card": "play a card",
        "draw card": "draw a card",
        "play or draw card": "play or draw a card",
        "card or good": "play a card, draw a card, or any harvest good",
        "used roof tile": "a used roof tile is turned up",
        "craft marker": "a craft marker is used again",
        "good to exchange": "a harvest good becomes another",
        "good to move": "a good goes from barrow to barrow",
        "good to disguise": "a harvest good is delivered as another",
        "dice to reroll": "up to 2 dice are rolled again",
        "revenue space": "a revenue space is marked",
        "space of the round": "the revenue space of the round",
        "used donkey tile": "a used donkey tile comes back",
    }[str(effect.choose)]


def effect_of(effect: int, box: Components, modules: list[Module]) -> Effect:
    """An effect by its number, of those that can be paid for with goods or cards."""
    if effect < EFFECT_ROOF:
        return box.cards[effect].helper.effect
    if effect < EFFECT_SPACE:
        return box.roofs[effect - EFFECT_ROOF].effect
    assert effect >= EFFECT_MODULES
    added = [one for module in modules for one in module.effects()]
    return added[effect - EFFECT_MODULES]


# -- what is asked ----------------------------------------------------------------------------------


def heading(state: GranjaData) -> str:
    """Phase and round: `T3` is the third round's transportation phase."""
    return "end" if state.is_over else f"{'FRTS'[state.phase]}{state.round + 1}"


def question(state: GranjaData) -> str:
    """What is asked of the seat to move."""
    if state.depth and top(state) >= ask.OF_MODULES:
        return asking(state).question(state, detail(state))
    if state.depth:
        return _QUESTIONS[top(state)](state, detail(state))
    if is_pausing(state):
        return f"{_pause(state)[0]}: do you do anything first?"
    return _STEPS[state.step](state)


def _pause(state: GranjaData) -> tuple[str, str]:
    """What a pause is before, and what ending it means."""
    if state.step == ask.PLAY and state.left:
        return "You have no card to play, and could draw one", "Play no card"
    return _PAUSES[state.step]


_PAUSES = {
    ask.PLAY: ("You are about to draw up to your hand limit", "Draw up to your hand limit"),
    ask.HAND: ("You are about to gain your income", "Go on to your income"),
    ask.INCOME: ("You are about to harvest", "Go on to the harvest"),
    ask.LEFTOVER: ("The revenue phase ends for you", "Do nothing more in the revenue phase"),
    ask.FREE: ("Your free deliveries are made", "Do nothing more with your free deliveries"),
    ask.PURCHASED: ("The round is about to be scored", "Do nothing more before the scoring"),
}


def _ask_play(state: GranjaData) -> str:
    if state.left == 1:
        return "Which card do you play, and to which side of your farm?"
    return f"You play {several(state.left, 'card')}: which one first, and to which side of your farm?"


def _ask_hand(state: GranjaData) -> str:
    me = state.me
    return f"You hold {several(me.hand_size, 'card')} and may keep {me.hand_limit}: which one do you discard?"


def _ask_draft(state: GranjaData) -> str:
    if state.shift:
        return f"Which die do you take, changing it by {'1' if state.shift == 1 else f'up to {state.shift}'}?"
    return "Which die do you take?"


def _ask_free(state: GranjaData) -> str:
    return f"You have {several(state.left, 'free delivery')} left: what goes where?"


def _ask_purchased(state: GranjaData) -> str:
    price = state.box.delivery_price
    each = " each" if state.left > 1 else ""
    return f"You may buy {several(state.left, 'delivery')} for {price} silver{each}: what goes where?"


_STEPS: dict[int, Callable[[GranjaData], str]] = {
    ask.PLAY: _ask_play,
    ask.HAND: _ask_hand,
    ask.ROOFS: lambda state: "Which roof tile do you buy, if any?",
    ask.BEFORE_ROLL: lambda state: "The dice are about to be rolled: do you use a helper before?",
    ask.DRAFT: _ask_draft,
    ask.AFTER_DIE: lambda state: "Your die is used: do you use a helper after it?",
    ask.LEFTOVER: lambda state: (
        f"The leftover die is {'yours' if state.seats == 1 else 'for everybody'}: how do you use it?"
    ),
    ask.BEFORE_DONKEYS: lambda state: "Donkeys are about to be chosen: do you use a helper before?",
    ask.CHOOSING: lambda state: (
        f"Which donkey tile do you choose{'' if state.seats == 1 else ', in secret'}?"
    ),
    ask.FREE: _ask_free,
    ask.PURCHASED: _ask_purchased,
}


def _ask_one_good(state: GranjaData, what: int) -> str:
    return f"Which good do you take: {listed([KIND_NAMES[kind] for kind in members_of(what)], 'or')}?"


def _ask_card(state: GranjaData, what: int) -> str:
    options = ["play a card"] * (what & ask.MAY_PLAY > 0)
    options += ["draw a card"] * (what & ask.MAY_DRAW > 0)
    options += ["take a harvest good"] * (what & ask.MAY_GAIN > 0)
    if what & ask.SECOND:
        return f"The Porter gives you another option: do you {listed(options, 'or')} as well?"
    if what & (ask.MAY_DRAW | ask.MAY_GAIN) == 0:
        return "Which card do you play, and to which side of your farm?"
    return f"Do you {listed(options, 'or')}?"


def _ask_improving(state: GranjaData, what: int) -> str:
    times = what & (ask.OR_REST - 1)
    if what & ask.OR_REST:
        often = "once" if times == 1 else f"{times} times"
        return f"You may upgrade a resource or advance on the siesta track, {often}: which?"
    return f"You may upgrade {several(times, 'resource')} for nothing: which one?"


def _ask_delivery(state: GranjaData, what: int) -> str:
    silver = what // ask.INSTEAD
    if what & ask.NO_DELIVERY:
        return f"The Porter gives you another option: do you take {silver} silver as well?"
    if what & ask.SECOND:
        return "The Porter gives you another option: do you make a delivery as well?"
    if silver:
        return f"What do you deliver, and where, or do you take {silver} silver?"
    if what & ask.THEN_SIESTA:
        return "You have a free delivery, then your siesta track is scored: what goes where?"
    return "You have a delivery: what goes where?"


def _ask_payment(state: GranjaData, _: int) -> str:
    still = "still " if state.paid else ""
    return f"The extension {still}costs {farm_goods(state.to_pay)}: which one do you pay next?"


def _ask_stall(state: GranjaData, what: int) -> str:
    values = listed([str(VALUES[n]) for n in members_of(what & 31)], "or")
    if what & ask.ONLY_EMPTY:
        return f"On which empty stall of value {values} do you put a marker?"
    return f"On which stall of value {values} do you put your marker?"


def _ask_guard(state: GranjaData, what: int) -> str:
    price = state.box.guard_price
    sell = "sell something and " if state.me.silver < price else ""
    where = STALL_NAMES[what & 31]
    return f"A new stall at {where} drives you away: do you {sell}keep a marker for {price} silver?"


def _ask_reroll(state: GranjaData, what: int) -> str:
    return (
        "Which die do you roll again?" if state.aside == 0 else "Which other die do you roll again, if any?"
    )


_QUESTIONS: dict[int, Callable[[GranjaData, int], str]] = {
    ask.ONE_GOOD: _ask_one_good,
    ask.TWO_GOODS: lambda state, what: "Which two different harvest goods do you take?",
    ask.CARD: _ask_card,
    ask.IMPROVING: _ask_improving,
    ask.DELIVERY: _ask_delivery,
    ask.BARROW_TO_CLEAR: lambda state, what: "There is no room: which market barrow do you discard?",
    ask.HELPER_TO_CLEAR: lambda state, what: "There is no room: which helper do you discard?",
    ask.PAYMENT: _ask_payment,
    ask.STALL_TO_PLACE: _ask_stall,
    ask.MARKET_GUARD: _ask_guard,
    ask.GOOD_TO_PAY: lambda state, what: "Which good do you discard for it?",
    ask.CARD_TO_PAY: lambda state, what: "Which card do you discard for it?",
    ask.EXCHANGE: lambda state, what: "Which harvest good do you exchange for which?",
    ask.UNLOADING: lambda state, what: "Which good do you take off a barrow, to load it onto another?",
    ask.LOADING: lambda state, what: f"Onto which barrow do you load {_the(what & 7)}?",
    ask.DISGUISE: lambda state, what: "Which harvest good do you deliver as which?",
    ask.DISGUISED: lambda state, what: f"Where do you deliver {_the(what >> 3)} as {_ONE[what & 7]}?",
    ask.REROLLING: _ask_reroll,
    ask.MARKING: lambda state, what: "Which revenue space do you mark?",
    ask.ROOF_TO_TURN: lambda state, what: "Which used roof tile do you turn face up?",
    ask.CRAFT_AGAIN: lambda state, what: "Which of your craft markers do you use again?",
    ask.FETCHING: lambda state, what: "Which donkey tile do you take back?",
}


def _the(kind: int) -> str:
    return f"the {KIND_NAMES[kind]}"


_ANYTIME = (act.BUY, act.SELL, act.UPGRADE, act.TRADE, act.ROOF, act.USE)


def is_aside(state: GranjaData, action: int) -> bool:
    """Whether an action can be done at any time; at some moments a helper is what is asked for."""
    if action >= act.COUNT:
        module = module_of(state.modules, action)
        return module.is_aside(state, action - module.first)
    verb = act.VERB[action]
    if verb == act.USE and not state.depth:
        moment = state.box.moment[act.THING[action]]
        return moment == ANY_MOMENT or moment != own_moment(state.step)
    return verb in _ANYTIME


# -- what an action would do ------------------------------------------------------------------------


def sentence(state: GranjaData, action: int, box: Components) -> str:
    """What a legal action would do here and what it costs."""
    if action >= act.COUNT:
        module = module_of(state.modules, action)
        return module.sentence(state, action - module.first, box)
    return _SENTENCES[act.VERB[action]](state, act.THING[action], box)


def _to_field(state: GranjaData, card: int, box: Components) -> str:
    kind = KINDS.index(box.cards[card].field)
    full = f", with {_ONE[kind]} on it at once" if rules_of(state, state.me) & FULL_FIELDS else ""
    return f"Play card {card + 1} as a field that grows {_MANY[kind]}{full}"


def _to_barrow(state: GranjaData, card: int, box: Components) -> str:
    me = state.me
    room = "" if barrow_count(me) < me.barrow_limit else "; another barrow must go"
    return f"Play card {card + 1} as a market barrow: {barrow_text(box.cards[card])}{room}"


def barrow_text(card: Card) -> str:
    """What a barrow asks for and brings: `grain and food for 2 points`."""
    brings = several(card.points, "point")
    if card.trade != 1:
        brings += f" and {goods(card.trade, KINDS.index('trade'))}" if card.trade else ""
    return f"{demands(card.barrow)} for {brings}{'' if card.stall else ', without a stall'}"


def _to_extension(state: GranjaData, card: int, box: Components) -> str:
    brings = listed([BENEFITS[benefit] for benefit in box.cards[card].extension])
    cost = farm_goods(extension_cost(state, state.me))
    return f"Play card {card + 1} as a farm extension with {brings}, for {cost}"


def _to_helper(state: GranjaData, card: int, box: Components) -> str:
    helper = box.cards[card].helper
    full = all(state.me.helpers[place] for place in range(helper_room(state, state.me)))
    room = "; another helper must go" if full else ""
    return f"Play card {card + 1} as a helper, the {helper.name}: {lowered(helper.text)}{room}"


def _to_discard(state: GranjaData, card: int, box: Components) -> str:
    said = f"Discard card {card + 1}, with the {box.cards[card].helper.name} on it"
    if state.depth and top(state) == ask.CARD_TO_PAY:
        return f"{said}, for {gains(effect_of(detail(state), box, state.modules))}"
    return said


def _to_dismiss(state: GranjaData, card: int, box: Components) -> str:
    return f"Discard the {box.cards[card].helper.name}: {lowered(box.cards[card].helper.text)}"


def _to_use(state: GranjaData, card: int, box: Components) -> str:
    return f"Use the {box.cards[card].helper.name}: {lowered(box.cards[card].helper.text)}"


def _to_deliver(state: GranjaData, thing: int, box: Components) -> str:
    target, kind = thing >> 3, thing & 7
    asked, what = (top(state), detail(state)) if state.depth else (ask.NOTHING, 0)
    if asked == ask.LOADING:
        return f"Load {_the(kind)} onto barrow {target + 1}{_outcome(state, target, kind, box)}"
    good = f"{_the(what >> 3)} as {_ONE[kind]}" if asked == ask.DISGUISED else _ONE[kind]
    paid = not state.depth and state.step == ask.PURCHASED
    price = f" for {state.box.delivery_price} silver" if paid else ""
    return f"Deliver {good} to {target_title(target, box)}{price}{_outcome(state, target, kind, box)}"


def _outcome(state: GranjaData, target: int, kind: int, box: Components) -> str:
    """What a good would complete, or leave to be delivered."""
    me = state.me
    if target < BARROWS:
        card = box.cards[me.barrows[target] - 1]
        missing = [good for n, good in enumerate(card.barrow) if not me.loaded[target] & 2**n]
        missing.remove(KINDS[kind])
        return f": completed, for {several(card.points, 'point')}" if not missing else _lacking(missing)
    building, row = (target - BARROWS) >> 2, target & 3
    wanted = box.buildings[building].rows[row]
    missing = [good for n, good in enumerate(wanted) if not me.supplied[building] & 2**n]
    missing.remove(KINDS[kind])
    if missing:
        claims = "" if me.rows[building] else ", claiming it"
        return f"{claims}{_lacking(missing)}"
    points = state.round + 1
    if state.tokens & 2**building:
        points += box.token
        points += box.unblock if state.blocked and not state.blocked & 2**building else 0
    return f": completed, for {several(points, 'point')}, then {gains(box.buildings[building].instant)}"


def _lacking(missing: Sequence[str]) -> str:
    return f", which then lacks {demands(missing)}"


def _to_take_die(state: GranjaData, thing: int, box: Components) -> str:
    number, space = thing // 6 + 1, thing % 6 + 1
    does = lowered(space_text(space - 1, box, state.modules))
    changed = "" if number == space else f" as a {space}"
    if state.step == ask.LEFTOVER:
        return f"Use the leftover {number}{changed}: {does}"
    return f"Take a {number}{changed}: {does}"


def _to_buy(state: GranjaData, kind: int, box: Components) -> str:
    return f"Buy {_ONE[kind]} for {price_of(state, kind)} silver"


def _to_sell(state: GranjaData, kind: int, box: Components) -> str:
    return f"Sell {_ONE[kind]} for {box.sell[kind]} silver"


def _to_upgrade(state: GranjaData, kind: int, box: Components) -> str:
    price = upgrade_price(state, kind)
    cost = f"for {price} silver" if price else "for nothing"
    return f"Upgrade {_ONE[kind]} to {KIND_NAMES[BETTER[kind]]} {cost}"


def _to_trade(state: GranjaData, what: int, box: Components) -> str:
    effect = box.trades[what]
    if "silver" in effect.gain:
        return f"Turn a trade commodity into {effect.gain['silver'] + better_exchange(state)} silver"
    return f"Give up a trade commodity: {gains(effect)}"


def _to_use_roof(state: GranjaData, place: int, box: Components) -> str:
    roof = box.all_roofs[state.me.roofs[place] - 1]
    return f"Use roof tile {roof.name}: {lowered(roof.text)}"


def _to_finish(state: GranjaData, _: int, box: Components) -> str:
    if is_pausing(state):
        return _pause(state)[1]
    if state.step == ask.ROOFS:
        return "Buy no roof tile"
    if state.step == ask.FREE:
        return f"Make no more deliveries, giving up {state.left} of them"
    return "Buy no more deliveries"


def _to_skip(state: GranjaData, _: int, box: Components) -> str:
    if not state.depth:
        return "Use no helper now"
    what = detail(state)
    if top(state) >= ask.OF_MODULES:
        return asking(state).to_skip(state, what)
    match top(state):
        case ask.DELIVERY:
            if what & ask.SECOND:
                return "Do without the Porter's second option"
            return "Deliver nothing" + (", and score the siesta track" if what & ask.THEN_SIESTA else "")
        case ask.CARD:
            return "Do without the Porter's second option"
        case ask.IMPROVING:
            return "Upgrade nothing more"
        case ask.MARKET_GUARD:
            return "Let your markers go"
    return "Roll no other die again"


def _to_gain(state: GranjaData, kind: int, box: Components) -> str:
    return f"Take {_ONE[kind]}"


def _to_gain_pair(state: GranjaData, pair: int, box: Components) -> str:
    return f"Take {listed([_ONE[kind] for kind in PAIRS[pair]])}"


def _to_improve(state: GranjaData, kind: int, box: Components) -> str:
    return f"Upgrade {_ONE[kind]} to {KIND_NAMES[BETTER[kind]]} for nothing"


def _to_rest(state: GranjaData, _: int, box: Components) -> str:
    points = box.siesta[state.me.steps + 1]
    worth = several(points, "point") if points else "nothing"
    return f"Advance a step on the siesta track, to a space worth {worth}"


def _to_take_silver(state: GranjaData, _: int, box: Components) -> str:
    what = detail(state)
    how = "as well" if what & ask.SECOND else "instead of a delivery"
    if what & ask.TWICE:
        how = "before a delivery"
    return f"Take {what // ask.INSTEAD} silver {how}"


def _to_draw(state: GranjaData, _: int, box: Components) -> str:
    return "Draw a card"


def _to_clear(state: GranjaData, slot: int, box: Components) -> str:
    card = box.cards[state.me.barrows[slot] - 1]
    lost = [good for n, good in enumerate(card.barrow) if state.me.loaded[slot] & 2**n]
    losing = f", losing {demands(lost)} on it" if lost else ", which is empty"
    return f"Discard barrow {slot + 1}, worth {several(card.points, 'point')}{losing}"


def _to_pay(state: GranjaData, which: int, box: Components) -> str:
    if top(state) == ask.GOOD_TO_PAY:
        effect = detail(state)
        return f"Discard {_ONE[which]} for {gains(effect_of(effect, box, state.modules))}"
    return f"Pay {payable_name(which)}"


def _to_place_stall(state: GranjaData, space: int, box: Components) -> str:
    said = f"Put a marker on stall {STALL_NAMES[space]}, of value {box.market_values[space]}"
    if detail(state) & ask.ONLY_EMPTY:
        return said
    owner, each = owner_of(state, space), removal_points(state, space)
    does = []
    if owner >= 0:
        whose = "your own" if owner == state.seat else "an opponent's"
        points = 1 if owner == state.seat else each
        does.append(f"replaces {whose} for {several(points, 'point')}")
    away = len(members_of(lower_neighbours(state, state.seat, space)))
    if away:
        does.append(f"drives {several(away, 'marker')} away for {several(away * each, 'point')}")
    return said + (f": it {listed(does)}" if does else "")


def _to_guard(state: GranjaData, space: int, box: Components) -> str:
    where = f"stall {STALL_NAMES[space]}, of value {box.market_values[space]}"
    return f"Pay {state.box.guard_price} silver to keep your marker on {where}"


def _to_buy_tile(state: GranjaData, place: int, box: Components) -> str:
    return to_buy_roof(state, state.display[place] - 1, box)


def to_buy_roof(state: GranjaData, tile: int, box: Components) -> str:
    """What it would be to buy a roof tile."""
    roof = box.all_roofs[tile]
    free = next(n for n in range(state.box.roof_places) if not state.me.roofs[n])
    points = state.box.roof_points[free] * (2 if roof.doubles else 1)
    score = f" and score {several(points, 'point')}" if points else ""
    return f"Buy roof tile {roof.name} for {roof_price(state, tile)} silver{score}: {lowered(roof.text)}"


def _to_mark(state: GranjaData, space: int, box: Components) -> str:
    return f"Mark revenue space {space + 1}: {lowered(space_text(space, box, state.modules))}"


def _to_reroll(state: GranjaData, number: int, box: Components) -> str:
    return f"Roll a {number + 1} again"


def _to_choose_donkey(state: GranjaData, tile: int, box: Components) -> str:
    return f"Choose {donkey_name(tile, box, state.modules)}"


def _to_fetch(state: GranjaData, tile: int, box: Components) -> str:
    return f"Take back {donkey_name(tile, box, state.modules)}"


def _to_swap(state: GranjaData, which: int, box: Components) -> str:
    given, taken = SWAPS[which]
    if top(state) == ask.DISGUISE:
        return f"Deliver {_ONE[given]} as {_ONE[taken]}"
    return f"Exchange {_ONE[given]} for {_ONE[taken]}"


def _to_unload(state: GranjaData, thing: int, box: Components) -> str:
    return f"Take {_ONE[thing & 7]} off barrow {(thing >> 3) + 1}"


def _to_craft_again(state: GranjaData, building: int, box: Components) -> str:
    effect = box.buildings[building].instant
    brings = gains(replace(effect, then=None))
    return f"Use your marker of the {box.buildings[building].name} again: {brings}"


def _to_turn(state: GranjaData, place: int, box: Components) -> str:
    roof = box.all_roofs[state.me.roofs[place] - 1]
    return f"Turn roof tile {roof.name} face up again: {lowered(roof.text)}"


_SENTENCES: dict[int, Callable[[GranjaData, int, Components], str]] = {
    act.FIELD: _to_field,
    act.BARROW: _to_barrow,
    act.EXTENSION: _to_extension,
    act.HELPER: _to_helper,
    act.DISCARD: _to_discard,
    act.DISMISS: _to_dismiss,
    act.USE: _to_use,
    act.DELIVER: _to_deliver,
    act.DIE: _to_take_die,
    act.BUY: _to_buy,
    act.SELL: _to_sell,
    act.UPGRADE: _to_upgrade,
    act.TRADE: _to_trade,
    act.ROOF: _to_use_roof,
    act.DONE: _to_finish,
    act.SKIP: _to_skip,
    act.GAIN: _to_gain,
    act.PAIR: _to_gain_pair,
    act.IMPROVE: _to_improve,
    act.REST: _to_rest,
    act.SILVER: _to_take_silver,
    act.DRAW: _to_draw,
    act.CLEAR: _to_clear,
    act.PAY: _to_pay,
    act.STALL: _to_place_stall,
    act.GUARD: _to_guard,
    act.TILE: _to_buy_tile,
    act.MARK: _to_mark,
    act.REROLL: _to_reroll,
    act.DONKEY: _to_choose_donkey,
    act.FETCH: _to_fetch,
    act.SWAP: _to_swap,
    act.UNLOAD: _to_unload,
    act.CRAFT: _to_craft_again,
    act.TURN: _to_turn,
}


# -- what happened ----------------------------------------------------------------------------------


def tell(entry: Entry, names: Sequence[str], box: Components, modules: list[Module]) -> str:
    """A journal entry as a sentence."""
    who = names[entry.seat]
    if entry.event == SCORED:
        if entry.points < 0:
            return f"{who} pays {several(-entry.points, 'point')}."
        return f"{who} scores {several(entry.points, 'point')}: {_reason(entry, box, modules)}."
    if entry.event >= MODULE_EVENTS:
        number, event = divmod(entry.event - MODULE_EVENTS, EVENTS_EACH)
        return f"{numbered(modules, number).tell(event, entry, names, box)}."
    return f"{_story(entry, who, names, box, modules)}."


def _card(card: int, box: Components) -> str:
    """A card, by its number and its helper, which people remember."""
    return f"card {card + 1}, with the {box.cards[card].helper.name} on it"


def _dice(packed: int) -> str:
    return ", ".join(str(n + 1) for n in range(6) for _ in range(packed >> 4 * n & 15))


def _deck(count: int) -> str:
    return "The discarded card becomes the deck" if count == 1 else f"{count} discarded cards become the deck"


_DECLINED = {
    ask.DELIVERY: "makes no delivery",
    ask.CARD: "does without another option",
    ask.IMPROVING: "upgrades nothing more",
    ask.MARKET_GUARD: "lets the markers go",
    ask.REROLLING: "rolls no other die again",
}

_FINISHED = {
    ask.ROOFS: "buys no roof tile",
    ask.FREE: "makes no more free deliveries",
    ask.PURCHASED: "buys no more deliveries",
}


def _story(entry: Entry, who: str, names: Sequence[str], box: Components, modules: list[Module]) -> str:
    a, b, c = (*entry.details, 0, 0, 0)[:3]
    match entry.event:
        case ev.STARTS:
            return f"{who} is the start player"
        case ev.BLOCKED:
            return f"Order marker {b} blocks the {box.buildings[a].name}"
        case ev.ROUND:
            return f"Round {a + 1} begins"
        case ev.ORDER:
            return f"{who} is number {a + 1} in turn order"
        case ev.DREW:
            return f"{who} draws {several(a, 'card')}"
        case ev.DREW_CARD:
            return f"{who} draws card {a + 1}"
        case ev.SHUFFLED:
            return _deck(a)
        case ev.DISCARDED:
            return f"{who} discards {_card(a, box)}"
        case ev.PLAYED_FIELD:
            return f"{who} plays card {a + 1} as a field of {_MANY[KINDS.index(box.cards[a].field)]}"
        case ev.PLAYED_BARROW:
            return f"{who} plays card {a + 1} as a market barrow: {barrow_text(box.cards[a])}"
        case ev.PLAYED_EXTENSION:
            brings = listed([BENEFITS[benefit] for benefit in box.cards[a].extension])
            return f"{who} plays card {a + 1} as a farm extension with {brings}"
        case ev.PLAYED_HELPER:
            return f"{who} plays card {a + 1} as a helper, the {box.cards[a].helper.name}"
        case ev.CLEARED:
            lost = f", losing {several(b, 'good')}" if b else ""
            return f"{who} discards the barrow of card {a + 1}{lost}"
        case ev.DISMISSED:
            return f"{who} discards the {box.cards[a].helper.name}"
        case ev.GAINED:
            return f"{who} gains {goods(b, a)}"
        case ev.LOST:
            return f"{who} gives up {_ONE[a]}{' from a field' if b else ''}"
        case ev.EARNED:
            return f"{who} {'gains' if a > 0 else 'pays'} {abs(a)} silver"
        case ev.HARVESTED:
            grown = [goods(count, kind) for kind, count in enumerate((a, b, c)) if count]
            return f"{who} harvests {listed(grown)}"
        case ev.BRED:
            return f"{who}'s pigs have a young one"
        case ev.SOLD:
            return f"{who} sells {_ONE[a]} for {b} silver"
        case ev.BOUGHT:
            return f"{who} buys {_ONE[a]} for {b} silver"
        case ev.UPGRADED:
            cost = f" for {b} silver" if b else " for nothing"
            return f"{who} upgrades {_ONE[a]} to {KIND_NAMES[BETTER[a]]}{cost}"
        case ev.TRADED:
            return f"{who} gives up a trade commodity: {gains(box.trades[a])}"
        case ev.BOUGHT_ROOF:
            roof = box.all_roofs[a]
            return f"{who} buys roof tile {roof.name} for {c} silver: {lowered(roof.text)}"
        case ev.USED_ROOF:
            return f"{who} uses roof tile {box.all_roofs[a].name}: {lowered(box.all_roofs[a].text)}"
        case ev.TURNED_ROOF:
            return f"{who} turns roof tile {box.all_roofs[a].name} face up again"
        case ev.NEW_ROOFS:
            return f"{several(a, 'roof tile')} {'is' if a == 1 else 'are'} laid out"
        case ev.USED_HELPER:
            return f"{who}'s {box.cards[a].helper.name} works"
        case ev.ROLLED:
            return f"{who} rolls the dice: {_dice(a)}"
        case ev.REROLLED:
            return f"{who} rolls {several(a, 'die')} again: {_dice(b)}"
        case ev.MARKED:
            return f"{who} marks revenue space {a + 1}: nobody else may draft its last die"
        case ev.TOOK_DIE:
            changed = f" and uses it as a {b + 1}" if a != b else ""
            return f"{who} takes a {a + 1}{changed}: {lowered(space_text(b, box, modules))}"
        case ev.LEFTOVER:
            changed = f" as a {b + 1}" if a != b else ""
            return f"{who} uses the leftover {a + 1}{changed}"
        case ev.RESTED:
            way = "advances" if a > 0 else "falls back"
            return f"{who} {way} {several(abs(a), 'step')} on the siesta track, to space {b}"
        case ev.CHOSE_DONKEY:
            return f"{who} has chosen {donkey_name(a, box, modules)}"
        case ev.FETCHED:
            return f"{who} takes back {donkey_name(a, box, modules)}"
        case ev.DONKEYS_BACK:
            return "All donkey tiles come back"
        case ev.DELIVERED:
            return f"{who} delivers {_ONE[a]} to {target_title(b, box)}"
        case ev.BOUGHT_DELIVERY:
            return f"{who} pays {a} silver for a delivery"
        case ev.COMPLETED_BARROW:
            return f"{who} completes the barrow of card {a + 1}"
        case ev.PLACED_STALL:
            return f"{who} puts a marker on stall {STALL_NAMES[a]}, of value {box.market_values[a]}"
        case ev.REMOVED_STALL:
            return f"{who}'s marker on stall {STALL_NAMES[a]} has to give way to {names[b]}"
        case ev.GUARDED:
            return f"{who}'s Market Guard keeps the marker on stall {STALL_NAMES[a]}"
        case ev.COMPLETED_CRAFT:
            return f"{who} completes a row of the {box.buildings[a].name} and takes its craft marker"
        case ev.UNBLOCKED:
            return f"The {box.buildings[a].name} is open now"
        case ev.EXCHANGED:
            return f"{who} exchanges {_ONE[a]} for {_ONE[b]}"
        case ev.MOVED:
            return f"{who} moves {_ONE[a]} from barrow {b + 1} to barrow {c + 1}"
        case ev.DISGUISED:
            return f"{who} lets {_ONE[a]} pass for {_ONE[b]}"
        case ev.DECLINED:
            return f"{who} {_DECLINED.get(a, 'declines')}"
        case ev.FINISHED:
            return f"{who} {_FINISHED.get(a, 'is done')}"
    if any(module.name == "solo" for module in modules):
        return "The game is over"
    return f"The game is over: {who} wins"


_SOURCES = {
    ev.BARROWS: "market barrows",
    ev.REPLACED: "markers replaced",
    ev.REMOVED: "markers driven away",
    ev.CRAFTS: "craft buildings",
    ev.TOKENS: "first at craft buildings",
    ev.UNBLOCKING: "craft buildings unblocked",
    ev.MARKET: "market",
    ev.SIESTA: "siesta track",
    ev.ROOF_PLACES: "roof",
    ev.ROOF_TILES: "roof tiles",
    ev.CRAFT_MARKERS: "craft markers",
    ev.SILVER: "silver left",
    ev.PAID: "paid",
}


def source(entry: Entry, box: Components, modules: list[Module]) -> str:
    """Where an entry's points come from."""
    if entry.source >= MODULE_SOURCES:
        number, which = divmod(entry.source - MODULE_SOURCES, SOURCES_EACH)
        return numbered(modules, number).source(which)
    if entry.source >= ev.HELPERS:
        return box.cards[entry.source - ev.HELPERS].helper.name
    return _SOURCES[entry.source]


def _reason(entry: Entry, box: Components, modules: list[Module]) -> str:
    a = (*entry.details, 0)[0]
    if entry.source >= MODULE_SOURCES:
        number, which = divmod(entry.source - MODULE_SOURCES, SOURCES_EACH)
        return numbered(modules, number).reason(which, entry, box)
    match entry.source:
        case ev.BARROWS:
            return f"the barrow of card {a + 1}"
        case ev.REPLACED:
            return f"a marker replaced on stall {STALL_NAMES[a]}"
        case ev.REMOVED:
            return f"{several(a, 'marker')} driven away"
        case ev.CRAFTS:
            return f"a row of the {box.buildings[a].name}"
        case ev.TOKENS:
            return f"the first at the {box.buildings[a].name}"
        case ev.UNBLOCKING:
            return f"opening the {box.buildings[a].name}"
        case ev.MARKET:
            return f"{several(a, 'marker')} in the market"
        case ev.SIESTA:
            return f"space {a} of the siesta track"
        case ev.ROOF_PLACES:
            return f"place {a + 1} of the roof"
        case ev.ROOF_TILES:
            return f"roof tile {box.all_roofs[a].name}"
        case ev.CRAFT_MARKERS:
            return f"the marker of the {box.buildings[a].name}"
        case ev.SILVER:
            return f"{a} silver left"
    return f"the {source(entry, box, modules)}"


assert len(KIND_NAMES) == len(_ONE) == len(_MANY) == len(KINDS)

"""The game in sentences: what is asked, what an action would do, what happened.

What concerns one question alone is told by its twin in `wording/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from burgher.games.granja import actions as act
from burgher.games.granja import events as ev
from burgher.games.granja import pending as ask
from burgher.games.granja.anytime import better_exchange, price_of, upgrade_price
from burgher.games.granja.components import KINDS, RESOURCES, STALL_NAMES, Card, Components, Roof
from burgher.games.granja.data import (
    EVENTS_EACH,
    MODULE_EVENTS,
    MODULE_SOURCES,
    SOURCES_EACH,
    numbered,
)
from burgher.games.granja.lookups import ANY_MOMENT, BETTER, HARVEST_KINDS
from burgher.games.granja.moments import own_moment
from burgher.games.granja.naming import (
    BENEFITS,
    KIND_NAMES,
    barrow_text,
    gains,
    goods,
    listed,
    lowered,
    many,
    one,
    roof_tiles,
    several,
    target_title,
    to_buy_roof,
)
from burgher.games.granja.stack import detail
from burgher.games.granja.wording.cards import to_discard, to_play
from burgher.games.granja.wording.deliveries import to_deliver
from burgher.games.granja.wording.modules.registry import (
    asks,
    donkey_name,
    holder_names,
    own_action,
    space_text,
    wording_of_module,
)
from burgher.games.granja.wording.registry import BASE as WORDINGS
from burgher.games.granja.wording.registry import asked_now
from burgher.games.granja.wording.steps import STEPS, step_question, to_finish
from burgher.kernel.ints import members_of
from burgher.kernel.journal import SCORED
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Module
    from burgher.kernel.journal import Entry

# -- what is asked ----------------------------------------------------------------------------------


def heading(state: GranjaData) -> str:
    """Phase and round: `T3` is the third round's transportation phase."""
    return "end" if state.is_over else f"{'FRTS'[state.phase]}{state.round + 1}"


def question(state: GranjaData) -> str:
    """What is asked of the seat to move."""
    if state.depth:
        return asked_now(state).question(state, detail(state))
    return step_question(state)


_ANYTIME = (act.BUY, act.SELL, act.UPGRADE, act.TRADE, act.ROOF, act.USE)


def is_aside(state: GranjaData, action: int) -> bool:
    """Whether an action can be done at any time; at some moments a helper is what is asked for."""
    if action == state.lookups.from_den:
        return True
    if action >= act.COUNT:
        wording, verb, _ = own_action(state.modules, action)
        return wording.is_aside(verb)
    verb = act.VERB[action]
    if verb == act.USE and not state.depth:
        moment = state.lookups.moment[act.THING[action]]
        return moment == ANY_MOMENT or moment != own_moment(state.step)
    return verb in _ANYTIME


# -- what an action would do ------------------------------------------------------------------------


def sentence(state: GranjaData, action: int, components: Components) -> str:
    """What a legal action would do here and what it costs."""
    if action == state.lookups.from_den:
        kinds = [
            KIND_NAMES[kind]
            for kind in range(HARVEST_KINDS)
            if at(state.me.ripe, kind) and state.me.goods[kind]
        ]
        return f"Take the next {listed(kinds, 'or')} you use from its den, not from a field"
    if action >= act.COUNT:
        return _of_module(state, action, components)
    verb, thing = act.VERB[action], act.THING[action]
    if verb in _ANYTIME:
        return _AT_ANY_TIME[verb](state, thing, components)
    if state.depth:
        asked, what = asked_now(state), detail(state)
        if verb == act.SKIP:
            return asked.to_skip(state, what)
        if verb in asked.verbs:
            return asked.sentence(state, what, verb, thing, components)
    return _STEP_SENTENCES[verb](state, thing, components)


def _of_module(state: GranjaData, action: int, components: Components) -> str:
    """The same for an action that a module brings."""
    wording, verb, thing = own_action(state.modules, action)
    if asks(wording, state) and verb in asked_now(state).own:
        return asked_now(state).sentence(state, detail(state), verb, thing, components)
    return wording.sentence(state, verb, thing, components)


def _to_buy(state: GranjaData, kind: int, components: Components) -> str:
    return f"Buy {one(kind)} for {price_of(state, kind)} silver"


def _to_sell(state: GranjaData, kind: int, components: Components) -> str:
    return f"Sell {one(kind)} for {components.sell[kind]} silver"


def _to_upgrade(state: GranjaData, kind: int, components: Components) -> str:
    price = upgrade_price(state, kind)
    cost = f"for {price} silver" if price else "for nothing"
    return f"Upgrade {one(kind)} to {KIND_NAMES[BETTER[kind]]} {cost}"


def _to_trade(state: GranjaData, what: int, components: Components) -> str:
    effect = components.trades[what]
    if "silver" in effect.gain:
        return f"Turn a trade commodity into {effect.gain['silver'] + better_exchange(state)} silver"
    return f"Give up a trade commodity: {gains(effect)}"


def _to_use_roof(state: GranjaData, place: int, components: Components) -> str:
    roof = roof_tiles(components, state.modules)[at(state.me.roofs, place) - 1]
    return f"Use roof tile {roof.name}: {lowered(roof.text)}"


def _to_use(state: GranjaData, card: int, components: Components) -> str:
    return f"Use the {components.cards[card].helper.name}: {lowered(components.cards[card].helper.text)}"


_AT_ANY_TIME: dict[int, Callable[[GranjaData, int, Components], str]] = {
    act.BUY: _to_buy,
    act.SELL: _to_sell,
    act.UPGRADE: _to_upgrade,
    act.TRADE: _to_trade,
    act.ROOF: _to_use_roof,
    act.USE: _to_use,
}


def _to_deliver(state: GranjaData, thing: int, components: Components) -> str:
    target, kind = thing >> 3, thing & 7
    price = f" for {state.lookups.delivery_price} silver" if state.step == ask.PURCHASED else ""
    return to_deliver(
        state, target, kind, f"{one(kind)} to {target_title(target, components)}{price}", components
    )


def _to_take_die(state: GranjaData, thing: int, components: Components) -> str:
    number, space = thing // 6 + 1, thing % 6 + 1
    does = lowered(space_text(space - 1, components, state.modules))
    changed = "" if number == space else f" as a {space}"
    if state.step == ask.LEFTOVER:
        return f"Use the leftover {number}{changed}: {does}"
    return f"Take a {number}{changed}: {does}"


_STEP_SENTENCES: dict[int, Callable[[GranjaData, int, Components], str]] = {
    act.FIELD: lambda state, card, components: to_play(state, act.FIELD, card, components),
    act.BARROW: lambda state, card, components: to_play(state, act.BARROW, card, components),
    act.EXTENSION: lambda state, card, components: to_play(state, act.EXTENSION, card, components),
    act.HELPER: lambda state, card, components: to_play(state, act.HELPER, card, components),
    act.DISCARD: lambda state, card, components: to_discard(card, components),
    act.TILE: lambda state, place, components: to_buy_roof(state, at(state.display, place) - 1, components),
    act.DIE: _to_take_die,
    act.DONKEY: lambda state, tile, components: f"Choose {donkey_name(tile, components, state.modules)}",
    act.DELIVER: _to_deliver,
    act.DONE: lambda state, _, components: to_finish(state),
    act.SKIP: lambda state, _, components: "Use no helper now",
}
"""What a step itself asks for."""


# -- what happened ----------------------------------------------------------------------------------


def tell(entry: Entry, names: Sequence[str], components: Components, modules: list[Module]) -> str:
    """A journal entry as a sentence."""
    who = names[entry.seat]
    if entry.event == SCORED:
        if entry.points < 0:
            return f"{who} pays {several(-entry.points, 'point')}."
        # None where one may not know how many.
        points = several(entry.points, "point") if entry.points else "points"
        return f"{who} scores {points}: {_reason(entry, components, modules)}."
    if entry.event >= MODULE_EVENTS:
        number, event = divmod(entry.event - MODULE_EVENTS, EVENTS_EACH)
        return f"{wording_of_module(numbered(modules, number)).tell(event, entry, names, components)}."
    a, b, c = (*entry.details, 0, 0, 0)[:3]
    return f"{_STORIES[entry.event](_Happened(who, a, b, c, names, components, modules))}."


@dataclass(frozen=True)
class _Happened:
    """An entry of the journal, with what its sentence needs."""

    who: str
    a: int
    b: int
    c: int
    names: Sequence[str]
    components: Components
    modules: list[Module]

    @property
    def card(self) -> Card:
        """The card that its first detail names."""
        return self.components.cards[self.a]

    @property
    def roof(self) -> Roof:
        """The roof tile that its first detail names."""
        return roof_tiles(self.components, self.modules)[self.a]

    @property
    def building(self) -> str:
        """The craft building that its first detail names."""
        return self.components.buildings[self.a].name


def _dice(packed: int) -> str:
    return ", ".join(str(n + 1) for n in range(6) for _ in range(packed >> 4 * n & 15))


def _shuffled(it: _Happened) -> str:
    if it.a == 1:
        return "The discarded card becomes the deck"
    return f"{it.a} discarded cards become the deck"


def _played_field(it: _Happened) -> str:
    kind = KINDS.index(it.card.field)
    grown = f", with {one(kind)} on it" if it.b else ""
    return f"{it.who} plays card {it.a + 1} as a field of {many(kind)}{grown}"


def _started_with(it: _Happened) -> str:
    goods_held = goods(it.c, KINDS.index("trade"))
    return f"Everybody starts with {it.a} silver, {several(it.b, 'point')} and {goods_held}"


def _played_extension(it: _Happened) -> str:
    brings = listed([BENEFITS[benefit] for benefit in it.card.extension])
    return f"{it.who} plays card {it.a + 1} as a farm extension with {brings}"


def _cleared(it: _Happened) -> str:
    lost = f", losing {several(it.b, 'good')}" if it.b else ""
    return f"{it.who} discards the barrow of card {it.a + 1}{lost}"


def _harvested(it: _Happened) -> str:
    grown = [goods(count, kind) for kind, count in enumerate((it.a, it.b, it.c)) if count]
    return f"{it.who} harvests {listed(grown)}"


def _took_die(it: _Happened) -> str:
    changed = f" and uses it as a {it.b + 1}" if it.a != it.b else ""
    return f"{it.who} takes a {it.a + 1}{changed}: {lowered(space_text(it.b, it.components, it.modules))}"


def _rested(it: _Happened) -> str:
    way = "advances" if it.a > 0 else "falls back"
    return f"{it.who} {way} {several(abs(it.a), 'step')} on the siesta track, to space {it.b}"


def _declined(it: _Happened) -> str:
    return f"{it.who} {WORDINGS[it.a].declined if it.a in WORDINGS else 'declines'}"


def _over(it: _Happened) -> str:
    if len(it.names) - len(holder_names(it.modules)) == 1:
        return "The game is over"
    best = [it.names[seat] for seat in members_of(it.a)]
    if len(best) == 1:
        return f"The game is over: {best[0]} wins"
    return f"The game is over: {listed(best)} share the victory, for points and silver are equal"


def _roofs_gone(it: _Happened) -> str:
    tiles = [roof_tiles(it.components, it.modules)[tile].name for tile in members_of(it.a)]
    if len(tiles) == 1:
        return f"Roof tile {tiles[0]}, which nobody bought, is discarded"
    return f"Roof tiles {listed(tiles)}, which nobody bought, are discarded"


def _sold_out(it: _Happened) -> str:
    sold = [goods(it.a >> 8 * kind & 255, kind) for kind in range(len(RESOURCES)) if it.a >> 8 * kind & 255]
    parts = [f"sells {listed(sold)}"] if sold else []
    parts += [f"exchanges {several(it.b, 'trade commodity')}"] if it.b else []
    return f"{it.who} {' and '.join(parts)}, for {it.c} silver"


def _turned_crafts(it: _Happened) -> str:
    names = [it.components.buildings[building].name for building in members_of(it.a)]
    if len(names) == 1:
        return f"{it.who}'s marker of the {names[0]} is turned to its ongoing side"
    return f"{it.who}'s markers of the {listed(names)} are turned to their ongoing sides"


def _new_roofs(it: _Happened) -> str:
    tiles = [it.components.roofs[tile].name for tile in members_of(it.b)]
    many_tiles = len(tiles) > 1
    return f"Roof tile{'s' if many_tiles else ''} {listed(tiles)} {'are' if many_tiles else 'is'} laid out"


def _lapsed(it: _Happened) -> str:
    return f"{it.who} {WORDINGS[it.a].lapsed(it.b)}"


_STORIES: dict[int, Callable[[_Happened], str]] = {
    # set-up and rounds
    ev.STARTS: lambda it: f"{it.who} is the start player",
    ev.BLOCKED: lambda it: f"Order marker {it.b} blocks the {it.building}",
    ev.ROUND: lambda it: f"Round {it.a + 1} begins",
    ev.ORDER: lambda it: f"{it.who} is number {it.a + 1} in turn order",
    ev.FINISHED: lambda it: f"{it.who} {STEPS[it.a].done}",
    ev.DECLINED: _declined,
    ev.OVER: _over,
    ev.LAPSED: _lapsed,
    ev.DISCS_BACK: lambda it: "The siesta discs go back to the start, in turn order",
    ev.REFRESHED: lambda it: f"{several(it.a, 'helper')} of {it.who} can work again",
    ev.UNMARKED: lambda it: f"{it.who} takes the marker on revenue space {it.a + 1} back",
    ev.STARTED_WITH: _started_with,
    # cards
    ev.DREW: lambda it: f"{it.who} draws {several(it.a, 'card')}",
    ev.DREW_CARD: lambda it: f"{it.who} draws card {it.a + 1}",
    ev.SHUFFLED: _shuffled,
    ev.DISCARDED: lambda it: f"{it.who} discards card {it.a + 1}, with the {it.card.helper.name} on it",
    ev.PLAYED_FIELD: _played_field,
    ev.PLAYED_BARROW: lambda it: f"{it.who} plays card {it.a + 1} as a market barrow: {barrow_text(it.card)}",
    ev.PLAYED_EXTENSION: _played_extension,
    ev.PLAYED_HELPER: lambda it: f"{it.who} plays card {it.a + 1} as a helper, the {it.card.helper.name}",
    ev.CLEARED: _cleared,
    ev.DISMISSED: lambda it: f"{it.who} discards the {it.card.helper.name}",
    ev.USED_HELPER: lambda it: f"{it.who}'s {it.card.helper.name} works",
    # goods and silver
    ev.GAINED: lambda it: f"{it.who} gains {goods(it.b, it.a)}",
    ev.LOST: lambda it: f"{it.who} gives up {one(it.a)}{' from a field' if it.b else ''}",
    ev.EARNED: lambda it: f"{it.who} {'gains' if it.a > 0 else 'pays'} {abs(it.a)} silver",
    ev.INCOME: lambda it: f"{it.who}'s farm extensions bring {it.a} silver",
    ev.CRAFT_WORKS: lambda it: f"{it.who}'s marker of the {it.building} works",
    ev.SOLD_OUT: _sold_out,
    ev.TURNED_CRAFTS: _turned_crafts,
    ev.HARVESTED: _harvested,
    ev.BRED: lambda it: f"{it.who}'s pigs have a young one",
    ev.SOLD: lambda it: (
        f"{it.who} has no stall for {one(it.a)} and sells it at once for {it.b} silver"
        if it.c
        else f"{it.who} sells {one(it.a)} for {it.b} silver"
    ),
    ev.BOUGHT: lambda it: f"{it.who} buys {one(it.a)} for {it.b} silver",
    ev.UPGRADED: lambda it: (
        f"{it.who} upgrades {one(it.a)}{' from a field' if it.c else ''} to {KIND_NAMES[BETTER[it.a]]} "
        f"for {f'{it.b} silver' if it.b else 'nothing'}"
    ),
    ev.TRADED: lambda it: f"{it.who} gives up a trade commodity: {gains(it.components.trades[it.a])}",
    ev.EXCHANGED: lambda it: (
        f"{it.who} exchanges {one(it.a)}{' from a field' if it.c else ''} for {one(it.b)}"
    ),
    # roof tiles
    ev.BOUGHT_ROOF: lambda it: (
        f"{it.who} buys roof tile {it.roof.name} for {it.c} silver: {lowered(it.roof.text)}"
    ),
    ev.USED_ROOF: lambda it: f"{it.who} uses roof tile {it.roof.name}: {lowered(it.roof.text)}",
    ev.TURNED_ROOF: lambda it: f"{it.who} turns roof tile {it.roof.name} face up again",
    ev.NEW_ROOFS: _new_roofs,
    ev.ROOFS_GONE: _roofs_gone,
    # dice
    ev.ROLLED: lambda it: f"{it.who} rolls the dice: {_dice(it.a)}",
    ev.REROLLED: lambda it: f"{it.who} rolls {several(it.a, 'die')} again: {_dice(it.b)}",
    ev.PUT_ASIDE: lambda it: f"{it.who} takes a {it.a + 1} to roll it again",
    ev.MARKED: lambda it: f"{it.who} marks revenue space {it.a + 1}: nobody else may draft its last die",
    ev.TOOK_DIE: _took_die,
    ev.LEFTOVER: lambda it: (
        f"{it.who} uses the leftover {it.a + 1}{f' as a {it.b + 1}' if it.a != it.b else ''}"
    ),
    # donkeys and deliveries
    ev.RESTED: _rested,
    ev.CHOSE_DONKEY: lambda it: f"{it.who} has chosen {donkey_name(it.a, it.components, it.modules)}",
    ev.FETCHED: lambda it: f"{it.who} takes back {donkey_name(it.a, it.components, it.modules)}",
    ev.DONKEYS_BACK: lambda it: "All donkey tiles come back",
    ev.DELIVERED: lambda it: (
        f"{it.who} delivers {one(it.a)}{' from a field' if it.c else ''} "
        f"to {target_title(it.b, it.components)}"
    ),
    ev.FROM_FIELD: lambda it: f"{it.who} takes {one(it.a)} from a field",
    ev.BOUGHT_DELIVERY: lambda it: f"{it.who} pays {it.a} silver for a delivery",
    ev.COMPLETED_BARROW: lambda it: f"{it.who} completes the barrow of card {it.a + 1}",
    ev.COMPLETED_CRAFT: lambda it: (
        f"{it.who} completes a row of the {it.building} and takes its craft marker"
    ),
    ev.UNBLOCKED: lambda it: f"The {it.building} is open now",
    ev.MOVED: lambda it: f"{it.who} moves {one(it.a)} from barrow {it.b + 1} to barrow {it.c + 1}",
    ev.DISGUISED: lambda it: f"{it.who} lets {one(it.a)} pass for {one(it.b)}",
    # the market
    ev.PLACED_STALL: lambda it: (
        f"{it.who} puts a marker on stall {STALL_NAMES[it.a]}, of value {it.components.market_values[it.a]}"
    ),
    ev.REMOVED_STALL: lambda it: (
        f"{it.who}'s marker on stall {STALL_NAMES[it.a]} has to give way to {it.names[it.b]}"
    ),
    ev.GUARDED: lambda it: f"{it.who}'s Market Guard keeps the marker on stall {STALL_NAMES[it.a]}",
}


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


def source(entry: Entry, components: Components, modules: list[Module]) -> str:
    """Where an entry's points come from."""
    if entry.source >= MODULE_SOURCES:
        number, which = divmod(entry.source - MODULE_SOURCES, SOURCES_EACH)
        return wording_of_module(numbered(modules, number)).source(which)
    if entry.source >= ev.HELPERS:
        return components.cards[entry.source - ev.HELPERS].helper.name
    return _SOURCES[entry.source]


def source_kinds(modules: Iterable[Module]) -> dict[str, int]:
    """The kinds of sources of points, each with its first number: all helpers are one, and each module is."""
    kinds = {name: number for number, name in _SOURCES.items()} | {"helpers": ev.HELPERS}
    for module in sorted(modules, key=attrgetter("number")):
        kinds[module.name] = MODULE_SOURCES + module.number * SOURCES_EACH
    return kinds


def _reason(entry: Entry, components: Components, modules: list[Module]) -> str:
    a = (*entry.details, 0)[0]
    if entry.source >= MODULE_SOURCES:
        number, which = divmod(entry.source - MODULE_SOURCES, SOURCES_EACH)
        return wording_of_module(numbered(modules, number)).reason(which, entry, components)
    match entry.source:
        case ev.BARROWS:
            return f"the barrow of card {a + 1}"
        case ev.REPLACED:
            return f"a marker replaced on stall {STALL_NAMES[a]}"
        case ev.REMOVED:
            return f"{several(a, 'marker')} driven away"
        case ev.CRAFTS:
            return f"a row of the {components.buildings[a].name}"
        case ev.TOKENS:
            return f"the first at the {components.buildings[a].name}"
        case ev.UNBLOCKING:
            return f"opening the {components.buildings[a].name}"
        case ev.MARKET:
            return f"{several(a, 'marker')} in the market"
        case ev.SIESTA:
            return f"space {a} of the siesta track"
        case ev.ROOF_PLACES:
            return f"place {a + 1} of the roof"
        case ev.ROOF_TILES:
            return f"roof tile {roof_tiles(components, modules)[a].name}"
        case ev.CRAFT_MARKERS:
            return f"the marker of the {components.buildings[a].name}"
        case ev.SILVER:
            return f"{a} silver left"
    return f"the {source(entry, components, modules)}"

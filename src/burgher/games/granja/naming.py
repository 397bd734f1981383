"""What things are called: goods, cards, places, effects, and numbers of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from burgher.games.granja.actions import BARROWS
from burgher.games.granja.components import (
    GOODS,
    HARVEST,
    KINDS,
    RESOURCES,
    Card,
    Components,
    Effect,
    Roof,
)
from burgher.games.granja.farm import roof_price
from burgher.games.granja.lookups import BETTER, EFFECT_MODULES, EFFECT_ROOF, EFFECT_SPACE
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Module

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


def the(kind: int) -> str:
    """A good that was spoken of: `the olive`."""
    return f"the {KIND_NAMES[kind]}"


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


def row_name(building: int, row: int, components: Components) -> str:
    """A row of a craft building: `row b of the deli`."""
    return f"row {'abcd'[row]} of the {components.buildings[building].name}"


def target_title(target: int, components: Components) -> str:
    """Where a delivery goes, as people say it: `barrow 2`, `row b of the deli`."""
    if target < BARROWS:
        return f"barrow {target + 1}"
    return row_name((target - BARROWS) >> 2, target & 3, components)


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


def effect_of(effect: int, components: Components, modules: list[Module]) -> Effect:
    """An effect by its number, of those that can be paid for with goods or cards."""
    if effect < EFFECT_ROOF:
        return components.cards[effect].helper.effect
    if effect < EFFECT_SPACE:
        return components.roofs[effect - EFFECT_ROOF].effect
    assert effect >= EFFECT_MODULES
    added = [one for module in modules for one in module.effects()]
    return added[effect - EFFECT_MODULES]


def barrow_text(card: Card) -> str:
    """What a barrow asks for and brings: `grain and food for 2 points`."""
    brings = several(card.points, "point")
    if card.trade != 1:
        brings += f" and {goods(card.trade, KINDS.index('trade'))}" if card.trade else ""
    return f"{demands(card.barrow)} for {brings}{'' if card.stall else ', without a stall'}"


def roof_tiles(components: Components, modules: Iterable[Module]) -> tuple[Roof, ...]:
    """The roof tiles by their numbers: those of the rounds, then what modules add."""
    return (*components.roofs, *(tile for module in modules for tile in module.roof_tiles))


def to_buy_roof(state: GranjaData, tile: int, components: Components) -> str:
    """What it would be to buy a roof tile."""
    roof = roof_tiles(components, state.modules)[tile]
    free = next(n for n in range(state.lookups.roof_places) if not at(state.me.roofs, n))
    points = state.lookups.roof_points[free] * (2 if roof.doubles else 1)
    score = f" and score {several(points, 'point')}" if points else ""
    return f"Buy roof tile {roof.name} for {roof_price(state, tile)} silver{score}: {lowered(roof.text)}"


assert len(KIND_NAMES) == len(_ONE) == len(_MANY) == len(KINDS)

"""What things are called on the page, what their tips say, and which drawings stand for what they do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from burgher.games.granja import naming
from burgher.games.granja.components import (
    BOX,
    HARVEST,
    KINDS,
    RESOURCES,
    SETS,
    TRADES,
    Building,
    Card,
    Components,
    Effect,
    Roof,
)
from burgher.games.granja.naming import KIND_NAMES, several

Drawn = dict[str, Any]
"""Something for a template to draw."""

NAMES: Mapping[str, str] = dict(zip(KINDS, KIND_NAMES, strict=True))
"""Each kind of good as people call it."""
UPGRADED: Mapping[str, str] = {"olive": "food", "grain": "food", "grape": "wine", "pig": "meat"}

BENEFITS: Mapping[str, Mapping[str, str]] = {
    "delivery": {"symbol": "delivery", "words": "a delivery you may buy each round"},
    "stall": {"symbol": "pen", "words": "a stall for a pig"},
    "hand": {"symbol": "hand", "words": "a hand limit 1 higher"},
    "income": {"symbol": "income", "words": "1 silver with each income"},
}
"""What a farm extension brings."""

SIDES: Mapping[str, str] = {
    "field": "A field grows a good whenever it is empty (I).",
    "barrow": "A market barrow asks for goods. Completed it brings points, a trade commodity and a market"
    " stall (III).",
    "extension": "A farm extension brings two lasting benefits, and costs different farm goods (I).",
    "helper": "A helper does something for you in certain phases (I).",
}

PHASE_NAMES: Mapping[str, tuple[str, str]] = {
    "farm": ("I", "Farm phase"),
    "revenue": ("II", "Revenue phase"),
    "transport": ("III", "Transportation phase"),
    "scoring": ("IV", "Scoring phase"),
}

TRADE_NAMES: Mapping[str, str] = {
    "silver": "4 silver",
    "harvest": "two different harvest goods",
    "draw": "draw a card",
    "play": "play a card",
    "pig": "a pig",
    "upgrades": "upgrade up to two resources",
}

DEEDS: Mapping[str, tuple[str, str]] = {
    "gain": ("Take", "upgrade"),
    "improve": ("Upgrade", "upgrade"),
    "pay": ("Pay with", "silver"),
    "discard": ("Discard", "discards"),
    "dismiss": ("Dismiss", "helper"),
    "guard": ("Keep", "stall"),
    "mark": ("Mark", "mark"),
    "reroll": ("Roll again", "reroll"),
    "fetch": ("Take back", "donkey"),
    "exchange": ("Exchange", "swap"),
    "turn": ("Turn up", "roof-again"),
}
"""The verbs that some questions are answered with: parts that are buttons of their own beside the hand."""

BUILDING_SYMBOLS: Mapping[str, str] = {
    "merchant house": "purse",
    "wainwright": "wheel",
    "deli": "trade",
    "greengrocer": "lettuce",
    "village store": "stall",
    "butcher": "cleaver",
}

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "two harvest goods": ("harvest", "harvest"),
    "play card": ("play",),
    "draw card": ("draw",),
    "play or draw card": ("card",),
    "card or good": ("card", "harvest"),
    "upgrade": ("upgrade",),
    "upgrade or siesta": ("upgrade", "siesta"),
    "delivery": ("cart",),
    "delivery or silver": ("cart", "silver"),
    "empty stall": ("stall",),
    "used roof tile": ("roof-again",),
    "craft marker": ("craft",),
    "good to exchange": ("swap",),
    "good to move": ("swap",),
    "good to disguise": ("swap",),
    "dice to reroll": ("reroll",),
    "revenue space": ("mark",),
    "space of the round": ("die-0",),
    "used donkey tile": ("donkey",),
    "building": ("town",),
    "empty dens": ("den",),
    "trade commodity": ("trade", "swap"),
}


@cache
def components(name: str = BOX) -> Components:
    """The set of components that is played with."""
    return SETS.load(name)


def symbols(effect: Effect, adds: Mapping[str, int] | None = None) -> list[Drawn]:
    """The drawings that say what an effect does, each with how many where that is not one."""
    found: list[Drawn] = []

    def show(symbol: str, count: int = 1) -> None:
        found.append({"symbol": symbol, "count": count})

    for kind, count in effect.gain.items():
        if kind == "points" and effect.per is not None:
            show("cart")
        show(kind, count)
    if effect.upgrade:
        show("upgrade")
    if effect.choose == "good":
        if effect.goods == HARVEST:
            show("harvest")
        elif effect.goods == RESOURCES:
            show("harvest")
            show("pig")
        else:
            for kind in effect.goods:
                show(kind)
    elif effect.choose is not None:
        for n, symbol in enumerate(_CHOICES[effect.choose]):
            show(symbol, effect.silver if symbol == "silver" else effect.times if n == 0 else 1)
    if effect.shift:
        show("shift", effect.shift)
    if effect.then == "siesta points":
        show("siesta")
    elif effect.then == "income":
        show("income")
    for what, count in (adds or {}).items():
        show({"hats": "hat", "donkeys": "donkey"}.get(what, "delivery"), count)
    return found


def listed(goods: Iterable[str]) -> str:
    """Goods in words: `olive, olive and food`."""
    return naming.listed([NAMES[good] for good in goods])


def is_guess(confidence: str) -> bool:
    """Whether something is a reconstruction."""
    return "reconstructed" in confidence


def barrow_words(card: Card) -> str:
    """What a barrow asks for and brings."""
    brings = [several(card.points, "point")]
    if card.trade:
        brings.append(several(card.trade, "trade commoditie" if card.trade > 1 else "trade commodity"))
    if card.stall:
        brings.append(f"a market stall of value {card.points}")
    return f"{listed(card.barrow).capitalize()} for {', '.join(brings)}."


def extension_words(card: Card) -> str:
    """What an extension brings."""
    return f"{' and '.join(BENEFITS[one]['words'] for one in card.extension).capitalize()}."


def helper_words(card: Card) -> str:
    """What a helper does, and when."""
    helper = card.helper
    when = ", ".join(PHASE_NAMES[phase][0] for phase in helper.phases)
    return helper.text + (f" (phase {when})" if when else "")


@cache
def card_tip(number: int, name: str) -> str:
    """A card with its four sides, in words."""
    card = components(name).card(number)
    lines = [
        f"Card {number}",
        f"Field: {NAMES[card.field]}.",
        f"Barrow: {barrow_words(card)}",
        f"Extension: {extension_words(card)}",
        f"{card.helper.name}: {helper_words(card)}",
    ]
    if is_guess(card.helper.confidence):
        lines.append("≈ This helper is a reconstruction.")
    return "\n".join(lines)


def roof_tip(roof: Roof) -> str:
    """A roof tile with its cost and effect."""
    when = ", ".join(PHASE_NAMES[phase][0] for phase in roof.phases)
    during = f" In phase {when}." if when else ""
    return f"Roof tile {roof.name}\nCosts {roof.cost} silver. Once: {roof.text}{during}"


def building_tip(building: Building) -> str:
    """A craft building and what its marker does."""
    return f"{building.name.capitalize()} ({building.number})\n{building.text}"


assert set(TRADE_NAMES) == set(TRADES)

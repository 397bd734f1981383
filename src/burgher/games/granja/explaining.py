"""What a thing does, in our words: cards, helpers, buildings, roof tiles, revenue spaces."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from burgher.games.granja.components import Card, Components


def explain(topic: str, box: Components, view: Mapping[str, Any] | None) -> str | None:
    """What a card, helper, building, roof tile or space does, by its name or as a part."""
    wanted = " ".join(re.sub(r"[-.]", " ", topic.casefold()).split())
    if (match := re.fullmatch(r"(?:card|helper|field|barrow|extension) (\d{1,2})", wanted)) and (
        1 <= int(match[1]) <= len(box.cards)
    ):
        return _card(box.card(int(match[1])))
    if (match := re.fullmatch(r"(?:space|die) ([1-6])", wanted)) is not None:
        return f"Revenue space {match[1]}: {box.spaces[int(match[1]) - 1].text}"
    if (match := re.fullmatch(r"craft ([1-6])", wanted)) is not None:
        wanted = box.buildings[int(match[1]) - 1].name
    for building in box.buildings:
        if wanted == building.name:
            return f"{building.name.capitalize()}: {building.text}"
    for card in box.cards:
        if wanted == card.helper.name.casefold():
            return f"{card.helper.name}: {card.helper.text}"
    for roof in box.roofs:
        if wanted == f"tile {roof.name}":
            return f"Roof tile {roof.name}: {roof.text}"
    return None


def _card(card: Card) -> str:
    return (
        f"Card {card.number}: a {card.field} field; a barrow for {', '.join(card.barrow)} worth "
        f"{card.points} points; an extension with {' and '.join(card.extension)}; "
        f"or the {card.helper.name}: {card.helper.text}"
    )

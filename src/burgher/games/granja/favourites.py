"""What a player may like best: the helpers that they bring into play."""

from __future__ import annotations

from burgher.games.granja.components import BOX, SETS

KINDS = {"helper": "Helpers"}
"""With which word the moves begin that count, and what it is that they choose."""


def name_of(words: str) -> str:
    """What is chosen by a move, as people call it.

    >>> name_of("helper 35")
    'Muleteer'
    """
    number = words.partition(" ")[2].partition(" ")[0]
    for card in SETS.load(BOX).cards:
        if str(card.number) == number:
            return card.helper.name
    return words

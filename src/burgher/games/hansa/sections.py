"""The sections of the rules, as refusals name them.

The given player aid has sections rather than pages. What it does not tell of (the other boards, the game for
two, the modules) is named by its own title, as in `docs/rules/hansa.md`.
"""

from __future__ import annotations

from typing import Final

TURN: Final = "Game Play"
INCOME: Final = "Take Income"
PLACE: Final = "Place Dude"
DISPLACE: Final = "Displace Dude"
MOVE: Final = "Move Your Own Dudes"
CLAIM: Final = "Claim A Route"
PLATES: Final = "Bonus Plates"
EAST: Final = "East"
BRITANNIA: Final = "Britannia"
TWO: Final = "Two players"
FAVOUR: Final = "The Emperor's Favour"

"""A second opinion: the rules of La Granja once more, slowly and plainly, from their sentences.

It shares nothing with the rules but the printed tables, and of the helpers and roof tiles only names and
numbers: what they do is said here again. The whole game is one long telling, round by round, which stops
wherever somebody has to decide. Only what chance brings (cards, dice, tiles) is looked up in the game that is
followed, and checked. `test_arbiter.py` holds the rules to it.
"""

from __future__ import annotations

from granja.arbiter.rounds import Arbiter
from granja.arbiter.situation import plain

__all__ = ["Arbiter", "plain"]

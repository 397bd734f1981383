"""A second opinion: the rules of Hansa Teutonica once more, slowly and plainly, from their sentences.

It shares nothing with the rules but the printed tables. An arbiter gets a game as it was dealt and follows
it action by action: it works out for itself what may be done and what comes of it. Only what chance decides
(which marker was drawn) it has to look up. `test_arbiter.py` holds the rules to it.

The situation is kept in the form that positions are written in, so that the two can be compared as they are.
"""

from __future__ import annotations

from hansa.arbiter.following import Arbiter
from hansa.arbiter.situation import plain

__all__ = ["Arbiter", "plain"]

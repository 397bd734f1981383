"""Pauses: a turn is over when its player says so.

The arbiter always asks. The rules ask only where something could make a difference; whether they are right is
for `test_waiting.py` to say.
"""

from __future__ import annotations

from granja.arbiter.helping import Helping
from granja.arbiter.situation import Asking, Farm


class Pausing(Helping):
    """Asks whether anything is to be done first."""

    def pause(self, farm: Farm, step: str, moment: str = "") -> Asking[None]:
        """What belongs to a step is done; its player may do anything else until done with it."""
        yield from self.decide(farm, lambda: {"done"}, lambda: moment, waits=lambda: step)
        farm.from_den = False

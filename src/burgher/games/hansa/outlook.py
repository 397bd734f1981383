"""What the heuristic remembers of a position, because hardly any move changes it.

A search tries every move on a copy of the game and judges each copy. Most moves put a piece on a house or
take one off: offices, tracks and markers stay as they are, and with them what these are worth and what each
route would bring. So each player's part of a copy keeps that, beside what it was worked out from. It counts
for as long as all of that is still the same; copies of a game share these arrays, so this is soon seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.kernel.ints import same
from burgher.kernel.weights import CHANGES

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Outlook, Player


def holds(outlook: Outlook, state: HansaData, player: Player, ahead: i64) -> bool:
    """Whether what is remembered still counts, with so much of the game left."""
    return (
        outlook.ahead == ahead
        and outlook.weights == CHANGES[0]
        and outlook.joins == state.joins
        and outlook.joined == player.joined
        and outlook.favours == player.favours
        and same(outlook.desk, player.desk)
        and same(outlook.unused, player.unused)
        and same(outlook.used, player.used)
        and same(outlook.offices, state.offices)
        and same(outlook.extras, state.extras)
        and same(outlook.special, state.special)
        and same(outlook.plates, state.plates)
    )


def begin(outlook: Outlook, state: HansaData, player: Player, ahead: i64, settled: i64) -> None:
    """Forget all; from now on it is about this position, in which so much is settled."""
    outlook.settled = settled
    outlook.known = 0
    outlook.known_by_merchant = 0
    outlook.weights = CHANGES[0]
    outlook.ahead = ahead
    outlook.offices = state.offices
    outlook.extras = state.extras
    outlook.special = state.special
    outlook.plates = state.plates
    outlook.joins = state.joins
    outlook.joined = player.joined
    outlook.desk = player.desk
    outlook.unused = player.unused
    outlook.used = player.used
    outlook.favours = player.favours

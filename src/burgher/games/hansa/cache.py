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
    from burgher.games.hansa.data import Cache, HansaData, Player


def is_valid(cache: Cache, state: HansaData, player: Player, ahead: i64) -> bool:
    """Whether what is remembered still counts, with so much of the game left."""
    return (
        cache.ahead == ahead
        and cache.weights == CHANGES[0]
        and cache.joins == state.joins
        and cache.joined == player.joined
        and cache.favours == player.favours
        and same(cache.desk, player.desk)
        and same(cache.unused, player.unused)
        and same(cache.used, player.used)
        and same(cache.offices, state.offices)
        and same(cache.extras, state.extras)
        and same(cache.special, state.special)
        and same(cache.plates, state.plates)
    )


def reset(cache: Cache, state: HansaData, player: Player, ahead: i64, settled: i64) -> None:
    """Forget all; from now on it is about this position, in which so much is settled."""
    cache.settled = settled
    cache.known = 0
    cache.known_by_merchant = 0
    cache.weights = CHANGES[0]
    cache.ahead = ahead
    cache.offices = state.offices
    cache.extras = state.extras
    cache.special = state.special
    cache.plates = state.plates
    cache.joins = state.joins
    cache.joined = player.joined
    cache.desk = player.desk
    cache.unused = player.unused
    cache.used = player.used
    cache.favours = player.favours

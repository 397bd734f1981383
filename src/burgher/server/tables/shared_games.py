"""Games that tables share: the rules with their options, put together once for all who play alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from burgher.kernel.game import Game
from burgher.record import game_of

MOST_KEPT = 100
"""So many are kept; whoever needs another puts it together, which takes some milliseconds."""


def shared_game(name: str, players: int, options: Mapping[str, object], fingerprint: str) -> Game:
    """What `game_of` gives, the same object for all who ask alike; raises `BadOptions`.

    A game lists every one of its actions, which takes more room than all that lies on a table.
    """
    return _game(name, players, json.dumps(options, sort_keys=True), fingerprint)


@lru_cache(MOST_KEPT)
def _game(name: str, players: int, options: str, fingerprint: str) -> Game:
    return game_of(name, players, json.loads(options), fingerprint)

"""Somebody to play with: games in which everything comes to happen, sooner than by chance alone."""

from __future__ import annotations

from random import Random
from typing import Any

from burgher import Game, State


def eager(game: Game, state: State, houses: dict[str, Any], random: Random) -> int:
    """An action by somebody who wants everything to happen, and who fills routes to establish them."""
    legal = state.legal_actions()
    said = {action: game.words(action).split() for action in legal}
    for wanted, chance in (
        (("favour",), 0.5),
        (("establish",), 0.9),
        (("office", "extra", "special", "green", "use", "exchange", "develop"), 0.7),
        (("next", "to", "take", "share"), 0.7),
        (("displace",), 0.1),
        (("move",), 0.1),
    ):
        found = [action for action in legal if said[action][0] in wanted]
        if found and random.random() < chance:
            return random.choice(found)
    places = [action for action in legal if said[action][0] == "place"]
    if places and random.random() < 0.8:
        mine = {
            action: sum(
                2 if piece["seat"] == state.seat else -1 for piece in houses[said[action][2]] if piece
            )
            for action in places
        }
        return max(places, key=lambda action: (mine[action], random.random()))
    return random.choice(legal)

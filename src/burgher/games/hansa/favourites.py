"""What a player may like best: the routes that they establish, the tracks that they develop."""

from __future__ import annotations

from burgher.games.hansa.components import BOARD_SIDES, TRACKS, key_of

KINDS = {"establish": "Routes", "develop": "Tracks"}
"""With which word the moves begin that count, and what it is that they choose."""

_ROUTES = {
    f"{one.key}-{other.key}": f"{one.name}–{other.name}"
    for side in BOARD_SIDES
    for route in side.routes
    for one, other in [(side.cities[route.ends[0]], side.cities[route.ends[1]])]
}
_TRACKS = {key_of(name): name.capitalize() for name in TRACKS}


def name_of(words: str) -> str:
    """What is chosen by a move, as people call it.

    >>> name_of("establish hamburg-luebeck")
    'Hamburg–Lübeck'
    """
    thing = words.partition(" ")[2]
    return _ROUTES.get(thing) or _TRACKS.get(thing) or thing

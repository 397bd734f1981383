"""Hints in running games, thought about once for whoever asks: a person's page or a program."""

from __future__ import annotations

import asyncio
import secrets

import msgspec

from burgher.server.guard import Asked, address_of, group_of
from burgher.server.live import Live
from burgher.server.opponents import Opponents
from burgher.study.hint import Hint, hint_in

HINT_COST = 10
"""A hint counts as so many requests."""
MOST_THOUGHTS = 200
"""So many hints are kept, for those who ask again."""


class HintAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sent for a hint: the version of the table as whoever asks knows it."""

    version: int


async def hint_at(live: Live, request: Asked, opponents: Opponents) -> Hint:
    """The best move for whoever is to move at a table, and why, if the request has not asked too often."""
    request.app.state.hints.count(address_of(request), HINT_COST)
    thoughts: dict[tuple[str, int], asyncio.Future[Hint]] = request.app.state.thoughts
    key = live.id, live.version
    if key not in thoughts:
        state = live.table.state
        # It is given what the seat may know, and no more.
        position = live.game.position(state.imagine(state.seat, secrets.randbits(62)))
        options = tuple(live.game.options.items())
        thinking = opponents.ask(
            live,
            group_of(request),
            hint_in,
            live.game.name,
            live.game.players,
            options,
            position,
            secrets.randbits(62),
        )
        thoughts[key] = asyncio.ensure_future(thinking)
        while len(thoughts) > MOST_THOUGHTS:
            del thoughts[next(iter(thoughts))]
    try:
        return await asyncio.shield(thoughts[key])
    except Exception:
        thoughts.pop(key, None)
        raise

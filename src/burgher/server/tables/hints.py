"""Hints in running games, thought about once for whoever asks: a person's page or a program."""

from __future__ import annotations

import asyncio
import secrets

from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.opponents import Opponents
from burgher.study.hint import Hint, hint_in

MOST_KEPT = 200
"""So many hints are kept, for those who ask again."""


class Hints:
    """Hints that were asked for lately, by table and version."""

    def __init__(self, opponents: Opponents) -> None:
        self._opponents = opponents
        self._hints: dict[tuple[str, int], asyncio.Future[Hint]] = {}

    async def at(self, loaded: LoadedTable, group: int) -> Hint:
        """The best move for whoever is to move at a table, and why, for a group of addresses."""
        key = loaded.id, loaded.version
        if key not in self._hints:
            state = loaded.table.state
            # It is given what the seat may know, and no more.
            position = loaded.game.position(state.imagine(state.seat, secrets.randbits(62)))
            thinking = self._opponents.ask(
                loaded,
                group,
                hint_in,
                loaded.game.name,
                loaded.game.players,
                tuple(loaded.game.options.items()),
                position,
                secrets.randbits(62),
            )
            self._hints[key] = asyncio.ensure_future(thinking)
            while len(self._hints) > MOST_KEPT:
                del self._hints[next(iter(self._hints))]
        try:
            return await asyncio.shield(self._hints[key])
        except Exception:
            self._hints.pop(key, None)
            raise

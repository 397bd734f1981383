"""A running game that today's rules cannot go on with: what can be shown of it, and its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from burgher.kernel.fair import commitment
from burgher.record import SECRET, Move, Record
from burgher.server.storage.model import MoveOutcome, StoredTable


@dataclass(frozen=True)
class FrozenTable:
    """A table at which nobody can move, known only by what is stored.

    Its secret is not laid open, nor are moves that were made in secret: it may go on one day.
    """

    stored: StoredTable
    moves: Sequence[Move]
    outcomes: Sequence[MoveOutcome | None]
    reason: str

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.stored.id

    @property
    def version(self) -> int:
        """How often the table has changed."""
        return self.stored.version

    @property
    def is_over(self) -> bool:
        """It has no result."""
        return False

    def record_for(self, seat: int | None) -> Record:
        """The game so far as a seat (or, for None, a spectator) may know it."""
        stored = self.stored
        return Record(
            game=stored.game,
            options=written_options(stored),
            rules=stored.rules,
            names=stored.names,
            moves=tuple(self.moves_for(seat)),
            commitment=None if stored.secret is None else commitment(stored.secret),
        )

    def moves_for(self, seat: int | None) -> list[Move]:
        """The moves, with a placeholder for each run of those that a seat may not know.

        Of a move that an earlier version stored it is not known whether it was made in secret: only whoever
        made it is shown it.
        """
        last = self.outcomes[-1] if self.outcomes else None
        reveals = None if last is None else last.reveals
        shown: list[Move] = []
        for move, outcome in zip(self.moves, self.outcomes, strict=True):
            known = outcome is not None and reveals is not None and outcome.hidden_until != reveals
            if not known and move.seat != seat:
                move = Move(move.heading, move.seat, SECRET)
                if shown and shown[-1] == move:
                    continue
            shown.append(move)
        return shown


def written_options(stored: StoredTable) -> dict[str, str]:
    """A table's options as a record writes them."""
    return {
        name: value if isinstance(value, str) else ", ".join(value) for name, value in stored.options.items()
    }

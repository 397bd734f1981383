"""What a move told, in a few characters: enough to see later whether other rules would have told the same."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import msgspec

from burgher.kernel.game import Game
from burgher.kernel.journal import Entry
from burgher.kernel.state import State


def outcome_hash(game: Game, state: State, entries: Iterable[Entry]) -> str:
    """A hash of what the journal says of a move and of everything that lies on the table after it.

    Hidden things count too: a player whose hand became another one would have been told something else. The
    sentences do not, so that they may be worded better. Whoever changes the rules adds to the journal's
    events, sources and positions at their end: then games that the change does not touch go on. Where the
    form of positions has changed since, the former one counts: hashes that are stored can still be compared.
    """
    position = game.position(state)
    said = [
        (entry.seat, entry.event, entry.details, entry.points, entry.source, entry.audience)
        for entry in entries
    ]
    facts = said, game.earlier_position(position) or position, state.seat, state.is_over, state.scores()
    return blake2b(msgspec.json.encode(facts, order="deterministic"), digest_size=8).hexdigest()

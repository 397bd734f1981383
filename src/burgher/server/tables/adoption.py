"""Running games whose rules have changed since: played through by today's, and held to what was told.

A game is adopted when every move is legal under today's rules and leads to the same table, told in the same
way. Otherwise it is frozen: it can be looked at and its record downloaded, and nobody can move, until rules
come along that play it as it was played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from burgher import games
from burgher.kernel.errors import BadOptions, BurgherError
from burgher.kernel.game import Game
from burgher.record import Move
from burgher.server.problems import Conflict
from burgher.server.storage.model import MoveOutcome, StoredTable
from burgher.server.storage.times import now
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.outcome_hash import outcome_hash

SETTLED_MS = 3_600_000
"""For so long after another version has decided about a table, one whose own rules the table was played by
leaves it alone: the two may be running side by side. Later than that, the other was taken back."""
ABSENT = ""
"""Stands for the rules of a game that is not to be had here."""


class RulesMismatch(BurgherError):
    """Today's rules do not play a stored game as it was played; the message says where, for everybody."""


@dataclass(frozen=True)
class PlayedThrough:
    """A game that today's rules play as it was played, and what they told."""

    loaded: LoadedTable
    dealt: str
    outcomes: tuple[MoveOutcome, ...]


def current_game(name: str, players: int, options: Mapping[str, object]) -> Game:
    """A game by today's rules, the same object for all who ask alike; raises `BadOptions`."""
    version = games.rules(name).rules_version
    return _game(name, version, players, json.dumps(dict(options), sort_keys=True))


@lru_cache(100)
def _game(name: str, _version: int, players: int, options: str) -> Game:
    kind, chosen = games.rules(name), json.loads(options)
    for option in chosen:
        if option not in {known.name for known in kind.choices}:
            raise BadOptions(f"{kind.title} has no option {option!r}")
    return kind(players, **chosen)


def current_rules(stored: StoredTable) -> str:
    """The fingerprint of the rules that a table would be played by here, today."""
    try:
        return current_game(stored.game, stored.players, stored.options).fingerprint
    except BurgherError:
        return ABSENT


def is_frozen(stored: StoredTable) -> bool:
    """Whether it is known that today's rules cannot go on with a game."""
    return stored.frozen is not None and stored.frozen["rules"] == current_rules(stored)


def is_of_newer_rules(stored: StoredTable) -> bool:
    """Whether another version has just adopted a game that was played by our rules: then ours are the old."""
    adopted = stored.adopted
    return (
        adopted is not None
        and current_rules(stored) in adopted["before"]
        and now() - int(adopted["at"]) < SETTLED_MS
    )


def may_thaw(stored: StoredTable) -> bool:
    """Whether a game of our own rules, which others could not go on with, is ours for good again."""
    frozen = stored.frozen
    return frozen is not None and frozen["rules"] != stored.rules and now() - int(frozen["at"]) >= SETTLED_MS


def played_through(
    stored: StoredTable, moves: Sequence[Move], outcomes: Sequence[MoveOutcome | None]
) -> PlayedThrough:
    """A stored game played by today's rules, adopted in memory; raises `RulesMismatch`.

    What is known of each move is compared: that it is legal, whose it is and where in the game, what it told,
    and how the table then stood; and who is to move in the end, or the result.
    """
    try:
        game = current_game(stored.game, stored.players, stored.options)
        loaded = LoadedTable(replace(stored, rules=game.fingerprint, options=dict(game.options)), [])
    except BurgherError as error:
        raise RulesMismatch(f"{_title(stored)} cannot be set up like that here") from error
    dealt = outcome_hash(game, loaded.table.state, loaded.entries)
    if stored.dealt not in (None, dealt):
        raise RulesMismatch("it would be dealt differently")
    found: list[MoveOutcome] = []
    for number, (move, known) in enumerate(zip(moves, outcomes, strict=True), start=1):
        # Not in its words: it may be one that the others do not know of yet. Nor by whose name: what is said
        # here is kept and logged, and people can have their names deleted.
        where = f"move {number} of {len(moves)} ({move.heading}, seat {move.seat + 1})"
        if loaded.to_move() is not None and game.heading(loaded.table.state) != move.heading:
            raise RulesMismatch(f"{where} would come at another point of the game")
        try:
            loaded.play([move])
        except Conflict as error:
            raise RulesMismatch(f"{where} would not be allowed") from error
        found.append(loaded.last_outcome())
        if known is not None and known.hash != found[-1].hash:
            raise RulesMismatch(f"{where} would have another result")
    if loaded.to_move() != stored.to_move:
        raise RulesMismatch("somebody else would be to move now, or the game over")
    if stored.scores is not None and loaded.table.scores() != list(stored.scores):
        raise RulesMismatch("it would have another result")
    return PlayedThrough(loaded, dealt, tuple(found))


def recomputed_outcomes(
    stored: StoredTable, moves: Sequence[Move], outcomes: Sequence[MoveOutcome | None]
) -> tuple[str, tuple[MoveOutcome, ...]]:
    """What today's rules tell of a game: as it was dealt, and of each move; raises `RulesMismatch`.

    Made to be run in another process.
    """
    through = played_through(stored, moves, outcomes)
    return through.dealt, through.outcomes


def frozen_because(stored: StoredTable, mismatch: RulesMismatch) -> str:
    """What is told to everybody about a game that cannot go on."""
    return (
        f"This game was begun by earlier rules, and by today's it would have gone differently: {mismatch}. "
        "So it rests: nobody can play on, and nothing of it was changed. Its record can be downloaded; and "
        "should a later version of the rules play it as it was played, it goes on from here."
    )


OF_NEWER_RULES = (
    "This server is being brought up to date: the game is already played by newer rules than those of the "
    "part of it that answers you. Come back in a moment."
)


def _title(stored: StoredTable) -> str:
    return games.rules(stored.game).title if stored.game in games.names() else f"The game {stored.game!r}"

"""What is stored, as the rest of the server knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from burgher.record import Move

Kind = Literal["person", "opponent"]


@dataclass(frozen=True)
class Identity:
    """Somebody: a name, and a secret that only their browsers know."""

    id: str
    name: str


@dataclass(frozen=True)
class Seat:
    """One place at a table and who has it."""

    number: int
    kind: Kind
    name: str
    agent: str | None = None
    identity: str | None = None
    token_hash: str | None = None
    invitation: str | None = None
    hints: bool = False
    """Whether its player agrees to hints at a table of several people."""

    @property
    def is_free(self) -> bool:
        """Whether it waits for a person."""
        return self.kind == "person" and self.identity is None and self.token_hash is None


@dataclass(frozen=True)
class Origin:
    """The position of a finished game from which another goes on."""

    table: str
    number: int
    """How many of its moves were made."""
    heading: str


@dataclass(frozen=True)
class StoredTable:
    """A table as it is stored, without its moves. It knows the seed: it is never shown as it is."""

    id: str
    game: str
    players: int
    options: Mapping[str, Any]
    rules: str
    seed: int | None = field(repr=False)
    position: Mapping[str, Any] | None = field(repr=False)
    listed: bool
    version: int
    to_move: int | None
    scores: list[int] | None
    created: int
    changed: int
    seats: tuple[Seat, ...]
    origin: Origin | None = None
    secret: str | None = field(default=None, repr=False)
    """What every draw comes from, as 64 hexadecimal digits; None at tables from before there was one."""
    host_id: str | None = None
    """Whose browser opened the table."""
    host_hash: str | None = None
    """The hash of the token of the program that opened it."""
    host_group: int | None = None
    """The group of addresses from one of which it was opened (`address_group`): who shares thinking time."""
    chat: str = "everyone"
    """Who may read what is said: `everyone` who may look at the table, or only those `seated`."""
    watch_key: str | None = field(default=None, repr=False)
    """What an invitation to watch has in its link."""
    frozen: Mapping[str, Any] | None = None
    """Why nobody can play on under some rules: their fingerprint as `rules`, a sentence as `reason`, and
    since when as `at`. Whoever has other rules may know better."""
    dealt: str | None = None
    """The hash of the table before the first move (`outcome_hash`)."""
    adopted: Mapping[str, Any] | None = None
    """The fingerprints of the rules under which the game was played before, as `before`, and since when
    it no longer is, as `at`; None for a game that has known only one."""
    rematch: str | None = None
    """The table at which those who sat here play the same again, once one of them has asked for it."""

    lesson: str | None = None
    """Which lesson or example of the rules is tried here: `lesson 3-ships`, `example ships`."""

    @property
    def names(self) -> tuple[str, ...]:
        """Each seat's name."""
        return tuple(seat.name for seat in self.seats)

    def waits_for(self, to_move: int | None) -> Kind | None:
        """Who decides when a seat is to move."""
        return None if to_move is None else self.seats[to_move].kind


@dataclass(frozen=True)
class StoredStudy:
    """What was found so far in the study of a finished game."""

    table: str
    depth: str
    method: str
    """How it is studied: what was found in another manner is worth nothing here."""
    moves: int
    """How many decisions the game has."""
    done: int
    """How many of them have been looked at."""
    findings: list[dict[str, Any]]
    wanted: bool
    """Whether it is to go on."""
    group: int | None = None
    """The group of addresses for which it is made."""

    @property
    def is_done(self) -> bool:
        """Whether everything has been looked at."""
        return self.done >= self.moves


@dataclass(frozen=True)
class Standing:
    """How a table stands after a change: what can be asked of it without playing it through."""

    to_move: int | None
    scores: list[int] | None


@dataclass(frozen=True)
class MoveOutcome:
    """What is kept of a move for the day when the rules are others."""

    hash: str
    """Of what it told and of the table after it (`outcome_hash`)."""
    hidden_until: int | None
    """While the table's `reveals` equals this, the others may not know of the move."""
    reveals: int
    """How often secrets had been laid open after it."""


@dataclass(frozen=True)
class TableContents:
    """What is needed to show a table: the moves of a running game, or a finished one as it was kept."""

    stored: StoredTable
    moves: Sequence[Move]
    """Empty where there is an archive."""
    outcomes: Sequence[MoveOutcome | None]
    """What is known of each of the moves; nothing of those that an earlier version stored."""
    archive: bytes | None


@dataclass(frozen=True)
class Chat:
    """Something said at a table."""

    name: str
    text: str
    at: int
    identity: str | None = None
    """Whose browser said it."""

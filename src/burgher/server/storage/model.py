"""What is stored, as the rest of the server knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from burgher.record import Move
from burgher.server.storage.pace import Pace

Kind = Literal["person", "opponent"]
Ended = Literal["resigned", "abandoned"]
"""All but one have resigned or run out of time, or all have agreed to stop; else a game ends by its rules."""


@dataclass(frozen=True)
class Identity:
    """Somebody: a name, and a secret that only their browsers know."""

    id: str
    name: str


@dataclass(frozen=True)
class Away:
    """Somebody who has left their seat for a time: by their browser or by their program's token."""

    identity: str | None
    token_hash: str | None
    name: str


@dataclass(frozen=True)
class Clock:
    """Since when the clock of whoever is to move runs, and until when; nothing where none does."""

    since: int | None = None
    due: int | None = None
    left: int | None = None
    """What whoever has moved has left, where each player has a reserve."""


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
    out: str | None = None
    """Why its person is out of the game: they `resigned`, or their `time` was up; an opponent plays on."""
    abandon: bool = False
    """Whether its player offers to abandon the game."""
    pause: bool = False
    """Whether its player wants the clocks to stand."""
    left: int | None = None
    """How many milliseconds its player has left where clocks run; less what they are using up now."""
    away: Away | None = None
    """Who has left the seat to somebody else for a time, and may have it back."""

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
    pace: Pace | None = None
    """How much time there is for a move, if that was agreed on."""
    since: int | None = None
    """Since when the clock of whoever is to move runs; None where none does."""
    due: int | None = None
    """When their time will be up."""
    turn: int = 0
    """The version with which it became the turn of whoever is to move."""
    ended: Ended | None = None
    """How the game ended where that was not by its rules."""
    rated: bool = False
    """Whether the game counts for the ratings of those who play."""
    tournament: str | None = None
    """The tournament to which it belongs."""

    lesson: str | None = None
    """Which lesson or example of the rules is tried here: `lesson 3-ships`, `example ships`."""

    @property
    def names(self) -> tuple[str, ...]:
        """Each seat's name."""
        return tuple(seat.name for seat in self.seats)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that persons have now."""
        return tuple(seat for seat in self.seats if seat.kind == "person" and not seat.is_free)

    @property
    def counts(self) -> bool:
        """Whether it counts for something: then nothing is taken back, and nobody plays for another."""
        return self.rated or self.tournament is not None

    @property
    def is_paused(self) -> bool:
        """Whether everybody wants the clocks to stand."""
        people = self.people
        return bool(people) and all(seat.pause for seat in people)

    def moved_on(self, version: int, then: Standing, at: int) -> StoredTable:
        """The table after a move that is committed."""
        seats, mover = self.seats, self.to_move
        if mover is not None and then.clock.left is not None:
            seats = tuple(replace(one, left=then.clock.left) if one.number == mover else one for one in seats)
        return replace(
            self,
            version=version,
            to_move=then.to_move,
            scores=then.scores,
            changed=at,
            seats=seats,
            since=then.clock.since,
            due=then.clock.due,
            turn=self.turn if then.to_move == mover else version,
        )

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
    clock: Clock = Clock()


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

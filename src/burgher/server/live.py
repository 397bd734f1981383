"""A table in memory: played through to where its stored moves end, ready to be asked and to go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import msgspec

from burgher.kernel.errors import BurgherError
from burgher.kernel.game import Game
from burgher.kernel.journal import Entry, Journal
from burgher.record import Move, Record, checked_names
from burgher.server.problems import Clash
from burgher.server.schema import now
from burgher.server.shared_games import shared_game
from burgher.server.store import Next, Stored, Told
from burgher.server.told import told_hash
from burgher.table import Table


class Line(msgspec.Struct, frozen=True):
    """One line of the log."""

    text: str
    seat: int
    points: int
    source: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """A move with what is needed to tell of it later."""

    move: Move
    parts: tuple[str, ...]
    """What a person touches for it."""
    entries: int
    """How long the journal was before it."""
    hidden_until: int | None
    """While the state's `reveals` equals this, the others may not know of it."""
    revealed: bool
    """Whether it brought something to light, so that it stands for good."""
    reveals: int
    """How often secrets had been laid open after it."""


class Live:
    """A table in memory. Only what is committed is ever played on it."""

    def __init__(self, stored: Stored, moves: Sequence[Move]) -> None:
        """Play a stored table through; raises `Clash` when these rules cannot."""
        self.stored = stored
        try:
            self.game = shared_game(stored.game, stored.players, stored.options, stored.rules)
            self.table = start(self.game, stored)
        except BurgherError as error:
            raise Clash(f"This table cannot be opened here: {error}", kind="other-rules") from error
        self.first_seat = self.table.seat
        """Who was to decide first."""
        self.played: list[Played] = []
        self.watched: dict[bool, bytes] = {}
        """What was drawn for those who only watch, since the last change: pressed, or not."""
        self._told: list[Line] = []
        self._play(moves, self.table.replay)

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.stored.id

    @property
    def version(self) -> int:
        """How often the table has changed."""
        return self.stored.version

    @property
    def entries(self) -> list[Entry]:
        """The journal so far."""
        journal = self.table.state.journal
        return [] if journal is None else journal.entries

    @property
    def lines_made(self) -> int:
        """How many lines of the log have been made so far."""
        return len(self._told)

    def told(self) -> list[Line]:
        """The journal so far as lines, each made once."""
        told, entries = self._told, self.entries
        if len(told) < len(entries):
            # Not added to the same list: a finished game may be told in two threads at once.
            told = self._told = told + [self._line(entry) for entry in entries[len(told) :]]
        return told

    def _line(self, entry: Entry) -> Line:
        source = self.game.source(entry) if entry.points else None
        return Line(self.game.tell(entry, self.table.names), entry.seat, entry.points, source)

    def what_was_told(self) -> Told:
        """What the last move told, as it is kept with it."""
        last = self.played[-1]
        told = told_hash(self.game, self.table.state, self.entries[last.entries :])
        return Told(told, last.hidden_until, last.reveals)

    @property
    def is_over(self) -> bool:
        """Whether the game has a result."""
        return self.table.is_over

    def record_for(self, seat: int | None) -> Record:
        """The game as a seat (or, for None, a spectator) may know it."""
        return self.table.record_for(seat)

    def to_move(self) -> int | None:
        """The seat to decide; None when the game is over."""
        return None if self.table.is_over else self.table.seat

    # -- what would follow -------------------------------------------------------------------

    def after(self, number: int) -> tuple[Move, Told, Next]:
        """A legal action as a move, what it tells, and how the table would stand; nothing is changed yet."""
        state = self.table.state
        move = Move(self.game.heading(state), state.seat, self.game.words(number))
        hidden_until = state.reveals if self.game.is_secret(state, number) else None
        then = state.clone()
        then.journal = Journal()
        then.apply(number)
        told = Told(told_hash(self.game, then, then.journal.entries), hidden_until, then.reveals)
        return move, told, Next(None, then.scores()) if then.is_over else Next(then.seat, None)

    def start_of_turn(self) -> int:
        """The number of the first of the moves that the last mover made in one go."""
        return start_of_turn(self.played)

    def restart_at(self) -> int:
        """The number of the first move that restarting the turn takes back."""
        start = self.start_of_turn()
        run = takewhile(lambda played: not played.revealed, reversed(self.played[start:]))
        return len(self.played) - sum(1 for _ in run)

    # -- what is committed -------------------------------------------------------------------

    def play(self, moves: Sequence[Move]) -> None:
        """Play moves that are stored."""
        self._play(moves, lambda number, move: self.table.play(number, move.seat))

    def _play(self, moves: Sequence[Move], play: Callable[[int, Move], object]) -> None:
        for move in moves:
            state = self.table.state
            before, entries = (state.chance, state.reveals), len(self.entries)
            try:
                action = self.game.actions[self.game.number(move.words)]
                secret = self.game.is_secret(state, action.number)
                play(action.number, move)
            except BurgherError as error:
                raise Clash(
                    f"This table cannot be played through here: {error}", kind="other-rules"
                ) from error
            revealed = (state.chance, state.reveals) != before
            self.played.append(
                Played(
                    move,
                    action.parts,
                    entries,
                    before[1] if secret else None,
                    revealed,
                    self.table.state.reveals,
                )
            )

    def take_back(self, stands: int) -> None:
        """Take back all but some of the moves, where that is known to be fair."""
        while len(self.played) > stands:
            self.table.take_back()
            self.played.pop()
        self._told = self._told[: len(self.entries)]

    def catch_up(self, stored: Stored, stands: int, moves: Sequence[Move]) -> None:
        """Become what is stored now, given how many of our moves still stand and those that came later."""
        self.take_back(stands)
        if stored.names != self.table.names:
            self.table.names = checked_names(stored.names, stored.players)
            self._told = []
        self.play(moves)
        self.stored = stored
        self.watched = {}

    def moved_on(self, version: int, then: Next) -> None:
        """Note what a change that is committed made of the table."""
        self.stored = replace(
            self.stored, version=version, to_move=then.to_move, scores=then.scores, changed=now()
        )
        self.watched = {}

    def curve(self) -> list[list[int]]:
        """Everyone's points at each position of the game so far."""
        scores = list(start(self.game, self.stored).scores())
        curve, done = [], 0
        for end in [*(played.entries for played in self.played), len(self.entries)]:
            for entry in self.entries[done:end]:
                scores[entry.seat] += entry.points
            done = end
            curve.append(scores[:])
        return curve


def start_of_turn(played: Sequence[Played]) -> int:
    """The number of the first of some moves that the last mover made in one go."""
    last = played[-1].move.seat if played else None
    run = takewhile(lambda one: one.move.seat == last, reversed(played))
    return len(played) - sum(1 for _ in run)


def start(game: Game, stored: Stored) -> Table:
    """A stored table before its first move; raises `BurgherError`."""
    if stored.position is None:
        return Table(game, stored.seed, stored.names, stored.secret)
    return Table.restored(game, stored.position, stored.names, stored.secret)

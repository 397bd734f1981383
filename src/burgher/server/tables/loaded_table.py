"""A table in memory: played through to where its stored moves end, ready to be asked and to go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from itertools import takewhile

import msgspec

from burgher.kernel.errors import BurgherError
from burgher.kernel.game import Game
from burgher.kernel.journal import Entry, Journal
from burgher.record import Move, Record, checked_names
from burgher.server.problems import Conflict
from burgher.server.storage.model import MoveOutcome, Standing, StoredTable
from burgher.server.storage.times import now
from burgher.server.tables.outcome_hash import outcome_hash
from burgher.server.tables.shared_games import shared_game
from burgher.table import PlayedMove, Table


class LogLine(msgspec.Struct, frozen=True):
    """One line of the log."""

    text: str
    seat: int
    points: int
    source: str | None


class LoadedTable:
    """A table in memory. Only what is committed is ever played on it."""

    def __init__(self, stored: StoredTable, moves: Sequence[Move]) -> None:
        """Play a stored table through; raises `Conflict` when these rules cannot."""
        self.stored = stored
        try:
            self.game = shared_game(stored.game, stored.players, stored.options, stored.rules)
            self.table = start(self.game, stored)
        except BurgherError as error:
            raise Conflict(f"This table cannot be opened here: {error}", kind="other-rules") from error
        self.watched: dict[bool, bytes] = {}
        """What was rendered for those who only watch, since the last change: gzipped, or not."""
        self._lines: list[LogLine] = []
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
    def played(self) -> Sequence[PlayedMove]:
        """The moves so far."""
        return self.table.played

    @property
    def entries(self) -> Sequence[Entry]:
        """The journal so far."""
        return self.table.entries

    @property
    def lines_made(self) -> int:
        """How many lines of the log have been made so far."""
        return len(self._lines)

    def log_lines(self) -> list[LogLine]:
        """The journal so far as lines, each made once."""
        told, entries = self._lines, self.entries
        if len(told) < len(entries):
            # Not added to the same list: a finished game may be told in two threads at once.
            told = self._lines = told + [self.line(entry) for entry in entries[len(told) :]]
        return told

    def line(self, entry: Entry) -> LogLine:
        """An entry as a line of the log."""
        source = self.game.source(entry) if entry.points else None
        return LogLine(self.game.tell(entry, self.table.names), entry.seat, entry.points, source)

    def last_outcome(self) -> MoveOutcome:
        """What the last move told, as it is kept with it."""
        last = self.played[-1]
        told = outcome_hash(self.game, self.table.state, self.entries[last.entries :])
        return MoveOutcome(told, last.hidden_until, last.reveals)

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

    def curve(self) -> list[list[int]]:
        """Everyone's points after each number of moves so far."""
        return self.table.curve()

    # -- what would follow -------------------------------------------------------------------

    def after(self, number: int) -> tuple[Move, MoveOutcome, Standing]:
        """A legal action as a move, what it tells, and how the table would stand; nothing is changed yet."""
        state = self.table.state
        move = Move(self.game.heading(state), state.seat, self.game.words(number))
        hidden_until = state.reveals if self.game.is_secret(state, number) else None
        then = state.clone()
        then.journal = Journal()
        then.apply(number)
        told = MoveOutcome(outcome_hash(self.game, then, then.journal.entries), hidden_until, then.reveals)
        return move, told, Standing(None, then.scores()) if then.is_over else Standing(then.seat, None)

    def copy(self) -> LoadedTable:
        """The same table, which goes on without this one."""
        other = copy(self)
        other.table, other.watched = self.table.copy(), {}
        return other

    # -- what is committed -------------------------------------------------------------------

    def play(self, moves: Sequence[Move]) -> None:
        """Play moves that are stored."""
        self._play(moves, lambda number, move: self.table.play(number, move.seat))

    def _play(self, moves: Sequence[Move], play: Callable[[int, Move], object]) -> None:
        for move in moves:
            try:
                play(self.game.number(move.words), move)
            except BurgherError as error:
                raise Conflict(
                    f"This table cannot be played through here: {error}", kind="other-rules"
                ) from error

    def take_back(self, stands: int) -> None:
        """Take back all but some of the moves, where that is known to be fair."""
        while len(self.played) > stands:
            self.table.take_back()
        self._lines = self._lines[: len(self.entries)]

    def catch_up(self, stored: StoredTable, stands: int, moves: Sequence[Move]) -> None:
        """Become what is stored now, given how many of our moves still stand and those that came later."""
        self.take_back(stands)
        if stored.names != self.table.names:
            self.table.names = checked_names(stored.names, stored.players)
            self._lines = []
        self.play(moves)
        self.stored = stored
        self.watched = {}

    def moved_on(self, version: int, then: Standing) -> None:
        """Note what a change that is committed made of the table."""
        self.stored = self.stored.moved_on(version, then, now())
        self.watched = {}


def start_of_turn(played: Sequence[PlayedMove]) -> int:
    """The number of the first of some moves that the last mover made in one go."""
    last = played[-1].move.seat if played else None
    run = takewhile(lambda one: one.move.seat == last, reversed(played))
    return len(played) - sum(1 for _ in run)


def start(game: Game, stored: StoredTable) -> Table:
    """A stored table before its first move; raises `BurgherError`."""
    if stored.position is None:
        return Table(game, stored.seed, stored.names, stored.secret)
    return Table.restored(game, stored.position, stored.names, stored.secret)

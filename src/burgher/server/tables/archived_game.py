"""A finished game as it is kept: to be shown, replayed and downloaded whatever becomes of the rules."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec

from burgher.kernel.errors import BadRecord
from burgher.kernel.fair import commitment
from burgher.record import Move, Record
from burgher.server.storage.archive_format import FIRST_STAND_IN, Archive, changed
from burgher.server.storage.model import StoredTable
from burgher.server.tables.adoption import current_rules
from burgher.server.tables.endings import ended_in_words
from burgher.server.tables.frozen_table import written_options
from burgher.server.tables.loaded_table import LogLine
from burgher.table import PlayedMove, result_headline

BARELY_KNOWN = (
    "This game was played by earlier rules, which are not at hand, and before games were kept as they were "
    "told: its moves and its result are all that can be shown."
)
EARLIER_RULES = "This game was played by earlier rules. It is shown as it was told then."


@dataclass(frozen=True)
class ArchivedGame:
    """A finished game as it is kept."""

    stored: StoredTable
    archive: Archive

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
        """It has a result."""
        return True

    @property
    def is_of_today(self) -> bool:
        """Whether it was played by today's rules, so that one can play on from it."""
        return self.stored.rules == current_rules(self.stored)

    @property
    def notice(self) -> str | None:
        """What people should know of a game of earlier rules."""
        if self.is_of_today:
            return None
        return EARLIER_RULES if self.archive.views else BARELY_KNOWN

    # -- what was told -----------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[LogLine]:
        """The log, with everybody's names as they are now."""
        return [
            LogLine(self._named(line.text), line.seat, line.points, line.source)
            for line in self.archive.lines
        ]

    def _named(self, text: str) -> str:
        return text.translate(self._stand_ins)

    @cached_property
    def _stand_ins(self) -> dict[int, str]:
        return {FIRST_STAND_IN + seat: name for seat, name in enumerate(self.stored.names)}

    @cached_property
    def played(self) -> list[PlayedMove]:
        """The moves, as a table in memory has them."""
        return [
            PlayedMove(
                Move(one.heading, one.seat, one.words),
                one.parts,
                one.lines,
                one.hidden_until,
                one.revealed,
                one.reveals,
            )
            for one in self.archive.moves
        ]

    def told(self, since: int, until: int, seat: int | None) -> list[LogLine]:
        """The log from one line to another, as far as a seat (or, for None, a spectator) may know it."""
        kept = self.archive.lines[since:until]
        return [line for line, one in zip(self.lines[since:until], kept, strict=True) if one.is_for(seat)]

    def lines_at(self, number: int) -> int:
        """How many lines the log had after some moves."""
        moves = self.archive.moves
        return moves[number].lines if number < len(moves) else len(self.archive.lines)

    def told_after(self, seat: int | None) -> list[int]:
        """For each line of the log that a seat (or, for None, a spectator) may know: after how many moves."""
        found, number, moves = list[int](), 0, self.archive.moves
        for line, kept in enumerate(self.archive.lines):
            while number < len(moves) and moves[number].lines <= line:
                number += 1
            if kept.is_for(seat):
                found.append(number)
        return found

    def to_move_at(self, number: int) -> int | None:
        """Who was to move after some moves; None in the end."""
        moves = self.archive.moves
        return moves[number].seat if number < len(moves) else None

    def reveals_at(self, number: int) -> int:
        """How often secrets had been laid open after some moves."""
        return self.archive.moves[number - 1].reveals if number else self.archive.first_reveals

    def sentences(self) -> Iterator[str]:
        """What each move did, for everybody."""
        for number, move in enumerate(self.archive.moves):
            lines = self.told(move.lines, self.lines_at(number + 1), None)
            name = self.stored.names[move.seat]
            if lines:
                yield " ".join(line.text for line in lines)
            elif self.to_move_at(number + 1) == move.seat:
                yield f"{name} goes on."
            else:
                yield f"{name}'s turn is over."

    # -- how it stood ------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat (or, for None, a spectator) saw in the end; nothing where that is not known."""
        if not self.archive.seen:
            return {}
        return self.archive.views[self.archive.seen[0 if seat is None else seat + 1]]

    def view_at(self, number: int) -> dict[str, Any]:
        """What a spectator saw after some moves; nothing where that is not known."""
        if not self.archive.steps:
            return {}
        first, *differences = msgspec.msgpack.decode(zlib.decompress(self.archive.steps))
        view: dict[str, Any] = first
        for difference in differences[:number]:
            view = changed(view, difference)
        return view

    def curve(self) -> list[list[int]]:
        """Everyone's points after each number of moves."""
        if not self.archive.views:  # then the result is all that is known
            return [self.archive.first_scores, self.archive.scores]
        scores, done = self.archive.first_scores[:], 0
        curve = []
        for number in range(len(self.archive.moves) + 1):
            end = self.lines_at(number)
            for line in self.archive.lines[done:end]:
                scores[line.seat] += line.points
            done = end
            curve.append(scores[:])
        return curve

    def scores_at(self, number: int) -> list[int]:
        """Everyone's points after some moves."""
        if number == len(self.archive.moves):
            return self.archive.scores
        return self.curve()[number] if self.archive.views else []

    def breakdown_at(self, number: int) -> list[dict[str, int]]:
        """For each seat, where its points came from after some moves."""
        before = "at the start" if self.stored.position is None else "before this position"
        sums = [{before: points} if points else {} for points in self.archive.first_scores]
        for line in self.archive.lines[: self.lines_at(number)]:
            if line.source is not None:
                sums[line.seat][line.source] = sums[line.seat].get(line.source, 0) + line.points
        return sums

    def heading_at(self, number: int) -> str:
        """Where in the game one was after some moves."""
        moves = self.archive.moves
        return moves[number].heading if number < len(moves) else "over"

    def headline_at(self, number: int) -> str:
        """How things stood after some moves, in a line that everyone may read."""
        archive, names = self.archive, self.stored.names
        to_move = self.to_move_at(number)
        if to_move is None and self.stored.ended is not None:
            return f"{archive.title}, over: {ended_in_words(self.stored)}"
        if to_move is None:
            return result_headline(archive.title, names, archive.scores, archive.ranks)
        return f"{archive.title}, {self.heading_at(number)}: {names[to_move]} to decide"

    # -- as a text ---------------------------------------------------------------------------

    @cached_property
    def record(self) -> Record:
        """The game as a record, whole: everything lies open."""
        stored, archive = self.stored, self.archive
        return Record(
            game=stored.game,
            options=written_options(stored),
            rules=stored.rules,
            names=stored.names,
            moves=tuple(played.move for played in self.played),
            seed=stored.seed,
            position=stored.position,
            scores=None if stored.ended is not None else tuple(archive.scores),
            commitment=None if stored.secret is None else commitment(stored.secret),
            secret=stored.secret,
            draws=tuple(archive.draws),
            first_draw=archive.first_draw,
        )

    def record_for(self, _seat: int | None) -> Record:
        """The same for everybody."""
        return self.record

    @cached_property
    def fairness(self) -> str:
        """Whether the draws follow from the secret that was committed to, in a sentence."""
        if self.stored.secret is not None and not self.archive.views:
            return "Its draws came from a secret, and were not kept: they cannot be checked any more."
        try:
            self.record.check_draws()
        except BadRecord as error:
            return f"Something is wrong with the draws: {error}."
        return self.record.fairness

    def fairness_at(self, number: int) -> str:
        """What was said of the draws after some moves."""
        if number == len(self.archive.moves):
            return self.fairness
        return replace(self.record, secret=None, scores=None).fairness

"""A finished game as it was told: to be shown, replayed and downloaded whatever becomes of the rules.

An archive holds the log, every move with what a person touches for it, what everybody saw after each move
and what each seat saw in the end, the draws and the points: all that pages and programs show of a finished
game. Names are kept out of it: a character stands for each seat, and the name that the seat has now is put
in its place.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec

from burgher import games
from burgher.kernel.errors import BadRecord
from burgher.kernel.fair import commitment
from burgher.kernel.journal import EVERYONE, Entry
from burgher.record import Move, Record
from burgher.server.adoption import Departure, played_through, rules_here
from burgher.server.frozen import written_options
from burgher.server.live import Line, Live, Played
from burgher.server.store import Stored, Told
from burgher.study.course import stage_points
from burgher.table import result_headline

FORMAT = 1
"""Of archives. Fields may be added at their ends; what else changes needs another format, and both read."""
FIRST_STAND_IN = 0xE000
"""Stands for the first seat's name. No name has such a character in it: they are for private use."""
BARELY_KNOWN = (
    "This game was played by earlier rules, which are not at hand, and before games were kept as they were "
    "told: its moves and its result are all that can be shown."
)
EARLIER_RULES = "This game was played by earlier rules. It is shown as it was told then."


class KeptLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of the log, with stand-ins for names, and who may read it."""

    text: str
    seat: int
    points: int
    source: str | None
    audience: int

    def is_for(self, seat: int | None) -> bool:
        """Whether a seat (or, for None, a spectator) may read it, and does not know it already."""
        return Entry(self.seat, 0, (), 0, 0, self.audience).is_for(seat)


class KeptMove(msgspec.Struct, frozen=True, array_like=True):
    """A move, with what is needed to tell of it."""

    heading: str
    seat: int
    words: str
    parts: tuple[str, ...]
    lines: int
    """How many lines the log had before it."""
    hidden_until: int | None
    revealed: bool
    reveals: int


class Archive(msgspec.Struct, frozen=True, array_like=True):
    """A finished game as it was told."""

    format: int
    title: str
    notes: tuple[str, ...]
    first_seat: int
    first_scores: list[int]
    first_reveals: int
    scores: list[int]
    ranks: list[int] | None
    """None where it is not known how ties were broken."""
    lines: list[KeptLine]
    moves: list[KeptMove]
    draws: list[tuple[int, int]]
    first_draw: int
    stages: dict[str, list[int]]
    """Everybody's points by stage of the game."""
    views: list[dict[str, Any]]
    """What could be seen in the end, each once."""
    seen: list[int]
    """Which of them a spectator saw, and each seat; empty where none is known."""
    steps: bytes
    """What a spectator saw after each move, packed apart: few ask for it."""


# -- making ----------------------------------------------------------------------------------------


def archived(stored: Stored, moves: Sequence[Move], told: Sequence[Told | None]) -> bytes:
    """The archive of a finished game, by today's rules; raises `Departure` where they play it otherwise.

    Made to be run in another process.
    """
    if stored.rules != rules_here(stored):
        stored = played_through(stored, moves, told).live.stored
    names = [_stand_in(seat) for seat in range(stored.players)]
    live = Live(stored, [])
    table, game = live.table, live.game
    first_scores = table.scores()
    for entry in live.entries:
        first_scores[entry.seat] -= entry.points
    first_seat, first_reveals = live.first_seat, table.state.reveals
    steps = [_plain(table.view(None))]
    for move in moves:
        live.play([move])
        steps.append(_plain(table.view(None)))
    if not table.is_over:
        raise Departure("the game would not be over")
    seen = [_plain(table.view(seat)) for seat in (None, *range(stored.players))]
    views = [view for number, view in enumerate(seen) if view not in seen[:number]]
    record = table.record
    return packed(
        Archive(
            format=FORMAT,
            title=game.title,
            notes=tuple(game.notes),
            first_seat=first_seat,
            first_scores=first_scores,
            first_reveals=first_reveals,
            scores=table.scores(),
            ranks=table.ranks(),
            lines=[
                KeptLine(
                    game.tell(entry, names),
                    entry.seat,
                    entry.points,
                    game.source(entry) if entry.points else None,
                    entry.audience,
                )
                for entry in live.entries
            ],
            moves=[
                KeptMove(
                    one.move.heading,
                    one.move.seat,
                    one.move.words,
                    one.parts,
                    one.entries,
                    one.hidden_until,
                    one.revealed,
                    one.reveals,
                )
                for one in live.played
            ],
            draws=list(record.draws),
            first_draw=record.first_draw,
            stages=stage_points(record, table),
            views=views,
            seen=[views.index(view) for view in seen],
            steps=_pack([steps[0], *map(difference, steps, steps[1:])]),
        )
    )


def barely_known(stored: Stored, moves: Sequence[Move]) -> Archive:
    """What is left of a finished game that nobody can play through any more: its moves and its result."""
    scores = list(stored.scores or [0] * stored.players)
    certain = len(set(scores)) == len(scores)
    return Archive(
        format=FORMAT,
        title=games.rules(stored.game).title if stored.game in games.names() else stored.game,
        notes=(),
        first_seat=moves[0].seat if moves else 0,
        first_scores=[0] * stored.players,
        first_reveals=0,
        scores=scores,
        ranks=[1 + sum(other > score for other in scores) for score in scores] if certain else None,
        lines=[
            KeptLine(f"{_stand_in(move.seat)}, {move.heading}: {move.words}", move.seat, 0, None, EVERYONE)
            for move in moves
        ],
        moves=[
            KeptMove(move.heading, move.seat, move.words, (), number, None, False, 0)
            for number, move in enumerate(moves)
        ],
        draws=[],
        first_draw=1,
        stages={},
        views=[],
        seen=[],
        steps=b"",
    )


def _stand_in(seat: int) -> str:
    return chr(FIRST_STAND_IN + seat)


def packed(archive: Archive) -> bytes:
    """An archive as it is stored."""
    return _pack(archive)


def unpacked(data: bytes) -> Archive:
    """An archive as it was packed."""
    return msgspec.msgpack.decode(zlib.decompress(data), type=Archive)


def _pack(content: object) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(content), 9)


def _plain(view: dict[str, Any]) -> dict[str, Any]:
    """A view as it comes back from being packed."""
    plain: dict[str, Any] = msgspec.msgpack.decode(msgspec.msgpack.encode(view))
    return plain


# -- what a move changed ---------------------------------------------------------------------------


def difference(old: Any, new: Any) -> list[Any]:
    """What makes new data of old: little, where little has changed.

    `[new]` in its place; or what differs, by key or index, and the keys that are gone.
    """
    if type(old) is dict and type(new) is dict:
        gone = [key for key in old if key not in new]
        if [*(key for key in old if key in new), *(key for key in new if key not in old)] == list(new):
            changed = {
                key: difference(old[key], value) if key in old else [value]
                for key, value in new.items()
                if key not in old or not _same(old[key], value)
            }
            return [changed, gone]
    elif type(old) is list and type(new) is list and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [{n: difference(one, other) for n, (one, other) in pairs if not _same(one, other)}, []]
    return [new]


def _same(old: object, new: object) -> bool:
    """Whether data is the same to the letter: Python takes 1 for true, and no notice of the order of keys."""
    return old == new and msgspec.msgpack.encode(old) == msgspec.msgpack.encode(new)


def changed(old: Any, difference: list[Any]) -> Any:
    """What a difference makes of old data, which stays as it is."""
    if len(difference) == 1:
        return difference[0]
    parts, gone = difference
    if type(old) is list:
        items = old[:]
        for n, part in parts.items():
            items[n] = changed(old[n], part)
        return items
    new = {key: value for key, value in old.items() if key not in gone}
    for key, part in parts.items():
        new[key] = changed(old[key], part) if key in old else part[0]
    return new


# -- showing ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ArchivedGame:
    """A finished game as it is kept."""

    stored: Stored
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
        return self.stored.rules == rules_here(self.stored)

    @property
    def notice(self) -> str | None:
        """What people should know of a game of earlier rules."""
        if self.is_of_today:
            return None
        return EARLIER_RULES if self.archive.views else BARELY_KNOWN

    # -- what was told -----------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[Line]:
        """The log, with everybody's names as they are now."""
        return [
            Line(self._named(line.text), line.seat, line.points, line.source) for line in self.archive.lines
        ]

    def _named(self, text: str) -> str:
        return text.translate(self._stand_ins)

    @cached_property
    def _stand_ins(self) -> dict[int, str]:
        return {FIRST_STAND_IN + seat: name for seat, name in enumerate(self.stored.names)}

    @cached_property
    def played(self) -> list[Played]:
        """The moves, as a table in memory has them."""
        return [
            Played(
                Move(one.heading, one.seat, one.words),
                one.parts,
                one.lines,
                one.hidden_until,
                one.revealed,
                one.reveals,
            )
            for one in self.archive.moves
        ]

    def told(self, since: int, until: int, seat: int | None) -> list[Line]:
        """The log from one line to another, as far as a seat (or, for None, a spectator) may know it."""
        kept = self.archive.lines[since:until]
        return [line for line, one in zip(self.lines[since:until], kept, strict=True) if one.is_for(seat)]

    def lines_at(self, number: int) -> int:
        """How many lines the log had after some moves."""
        moves = self.archive.moves
        return moves[number].lines if number < len(moves) else len(self.archive.lines)

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
            news = self.told(move.lines, self.lines_at(number + 1), None)
            name = self.stored.names[move.seat]
            if news:
                yield " ".join(line.text for line in news)
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
            scores=tuple(archive.scores),
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

"""The results of contests: a file of lines, each a JSON object, which later runs extend.

    {"type": "match", "id": "0f3c…", "game": "burgundy", "players": 2, "line_up": ["greedy", "merchant"], …}
    {"type": "game", "match": "0f3c…", "number": 0, "seats": [1, 0], "scores": [171, 140], "ranks": [1, 2], …}

A line is written whole and reaches the disk before the next games are reported. What a crash or a full disk
leaves of a last line is taken away when the file is next written to; nothing else is ever changed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import msgspec

import burgher
from burgher.agents import thinking_meant
from burgher.arena.contest import Match, Rules
from burgher.arena.playing import Outcome
from burgher.kernel.errors import BurgherError
from burgher.machine import machine

try:
    import fcntl
except ImportError:  # not everywhere: there, nobody is told that a file is being written by another
    fcntl = None  # type: ignore[assignment]


class BadResults(BurgherError):
    """A file of results is damaged, or is none."""


class MatchLine(msgspec.Struct, frozen=True, tag="match", omit_defaults=True):
    """A match, written before its first game of a run."""

    id: str
    game: str
    players: int
    options: dict[str, str | tuple[str, ...]]
    line_up: tuple[str, ...]
    plays: tuple[str, ...]
    seed: int
    burgher: str
    rules: str
    thinking: str
    compiled: bool = True
    machine: str = ""
    """What the games from here on were played on: it matters to agents that think for a time."""


class GameLine(msgspec.Struct, frozen=True, tag="game"):
    """A game of a match: who of the line-up had each seat, and what came of it, seat by seat."""

    match: str
    number: int
    seats: list[int]
    scores: list[int]
    ranks: list[int]
    sources: list[dict[str, int]]
    decisions: int
    first: int


class GameResult(msgspec.Struct, frozen=True):
    """A game that was played, with its match."""

    match: Match
    number: int
    outcome: Outcome

    @property
    def names(self) -> list[str]:
        """Who had each seat."""
        return [self.match.line_up[n] for n in self.match.seating(self.number)]


class Results:
    """What a file of results says."""

    def __init__(self) -> None:
        self.matches: dict[str, Match] = {}
        """By the names that they have in the file."""
        self.games: dict[tuple[Match, int], GameResult] = {}
        self.machines: dict[Match, set[str]] = {}
        """What each match was played on."""

    @classmethod
    def read(cls, path: Path) -> Results:
        """The results of a file; none if there is no file. Raises `BadResults`."""
        results, decoder = cls(), msgspec.json.Decoder(MatchLine | GameLine)
        try:
            lines = path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return results
        except OSError as error:
            raise BadResults(f"{path} cannot be read: {error.strerror}") from error
        for number, line in enumerate(lines[:-1], start=1):  # what follows the last newline is torn
            try:
                results._take(decoder.decode(line))
            except (msgspec.DecodeError, LookupError, ValueError) as error:
                raise BadResults(f"{path}, line {number}: this is no result of the arena: {error}") from error
        return results

    def _take(self, line: MatchLine | GameLine) -> None:
        if isinstance(line, MatchLine):
            rules = Rules(
                line.game,
                line.players,
                tuple(line.options.items()),
                line.rules,
                line.thinking,
                line.burgher,
            )
            match = Match(rules, line.line_up, line.plays, line.seed)
            if match.id != line.id:
                raise BadResults("it was changed by hand, or comes from another Burgher")
            match = replace(match, rules=replace(rules, thinking=thinking_meant(line.game, line.thinking)))
            self.matches[line.id] = match
            self.machines.setdefault(match, set()).add(line.machine)
            return
        match = self.matches[line.match]
        if line.seats != match.seating(line.number):
            raise BadResults("the seats are not those of the game")
        sources = [Counter(some) for some in line.sources]
        outcome = Outcome(line.scores, line.ranks, sources, line.decisions, line.first)
        self.games[match, line.number] = GameResult(match, line.number, outcome)

    def missing(self, contest: Sequence[Match], games: int) -> list[tuple[int, int]]:
        """The games that are not here yet: a match's place and a game's number, in the order of the deals."""
        return [
            (which, number)
            for number in range(games)
            for which, match in enumerate(contest)
            if (match, number) not in self.games
        ]

    def of(self, rules: Rules) -> list[GameResult]:
        """The games played by some rules."""
        return [played for played in self.games.values() if played.match.rules == rules]

    def rules(self) -> list[Rules]:
        """By which rules games were played, in the order in which they were begun."""
        return list(dict.fromkeys(played.match.rules for played in self.games.values()))


class Writer:
    """Appends games to a file of results, as a context, and to what was read from it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results = Results()
        self._file: IO[bytes] | None = None
        self._begun: set[str] = set()

    def __enter__(self) -> Writer:
        try:
            self._file = self.path.open("ab")
        except OSError as error:
            raise BadResults(f"{self.path} cannot be written: {error.strerror}") from error
        try:
            self._claim()
            self.results = Results.read(self.path)
            written = self.path.read_bytes()
            self._file.truncate(written.rfind(b"\n") + 1)
        except BaseException:
            self._file.close()
            raise
        return self

    def _claim(self) -> None:
        if fcntl is not None:  # type: ignore[redundant-expr, unused-ignore]
            assert self._file is not None
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise BadResults(f"{self.path} is being written by another run") from error

    def add(self, games: Iterable[tuple[Match, int, Outcome]]) -> None:
        """Write some games: when this returns, they are on the disk."""
        assert self._file is not None
        lines: list[MatchLine | GameLine] = []
        for match, number, outcome in games:
            if match.id not in self._begun:
                self._begun.add(match.id)
                lines.append(_match_line(match))
            sources = [dict(some) for some in outcome.sources]
            lines.append(
                GameLine(
                    match.id,
                    number,
                    match.seating(number),
                    outcome.scores,
                    outcome.ranks,
                    sources,
                    outcome.decisions,
                    outcome.first,
                )
            )
        for line in lines:
            self.results._take(line)
        try:
            self._file.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BadResults(f"{self.path} cannot be written: {error.strerror}") from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        assert self._file is not None
        with suppress(OSError):
            self._file.close()


def _match_line(match: Match) -> MatchLine:
    rules: Any = match.rules
    return MatchLine(
        match.id,
        rules.game,
        rules.players,
        dict(rules.options),
        match.line_up,
        match.plays,
        match.seed,
        rules.version,
        rules.fingerprint,
        rules.thinking,
        burgher.COMPILED,
        machine(),
    )

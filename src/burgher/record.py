"""Records: a game as a small readable text file, which replays to the same game.

    Burgher record 2
    game: burgundy
    option estates: 1
    rules: 1f0c2a7be0d4
    commitment: 93eb2c5f0f4a1c7d …
    secret: 0b6f4d8e7a29c3b1 …
    seat 1: Anna
    seat 2: "Benno: the second"

    A1 Anna: 1 take 3b, 2 place 1-17, end
    A1 "Benno: the second": 1 workers, end

    draws 1: 3/6 5/6 11/14 1/8 …
    scores: 212, 187
    check: 5b1d0c6c2f1f8a94

Every draw follows from the secret by its number (`burgher.kernel.fair`); `3/6` is the third of six, and a
line says the number of its first. A game begun from a position has a `position` line below the secret.
Games whose draws come from a seed have format 1: a `seed` or `position` line in place of commitment and
secret, and no draws. A game that is still running has no scores; in one viewer's copy of it, `(secret)`
stands for the seed or secret and for actions not yet laid open, and there are no draws.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from html import escape
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgher.games import rules
from burgher.kernel.errors import BadOptions, BadPosition, BadRecord, BurgherError
from burgher.kernel.fair import Draws, commitment
from burgher.kernel.game import Game
from burgher.kernel.visible import can_be_shown, quoted, without_joiners

if TYPE_CHECKING:
    from burgher.table import Table

FORMAT = 1
"""Of records of games dealt from a seed; those of games with a secret have format 2."""
SECRET_FORMAT = 2
DRAWS_IN_A_LINE = 16
LARGEST = 10_000_000
"""Files of more bytes than this are not read: a long game takes some tens of thousands."""
LONGEST_NAME = 40
DEEPEST = 32
"""A position has no more lists within lists than this: Python's own limit is not to be reached."""
SECRET = "(secret)"
"""Stands in a record for what its reader may not know yet."""

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_FIELD = re.compile(r"([a-z]+)(?: ([^:]+))?: ?(.*)")
_TURN = re.compile(rf'({_QUOTED}|[^\s":]+) ({_QUOTED}|[^":]+): (.+)')
_SEED = re.compile(r"0|-?[1-9][0-9]{0,39}")
_HASH = re.compile("[0-9a-f]{64}")
_DRAWS = re.compile(
    r"draws [1-9][0-9]{0,9}: ([1-9][0-9]{0,9}/[1-9][0-9]{0,9}(?: [1-9][0-9]{0,9}/[1-9][0-9]{0,9})*)"
)
_SCORES = re.compile(r"scores: (-?[0-9]{1,9}(?:, -?[0-9]{1,9})*)")
_CHECK = re.compile(r"check: [0-9a-f]{16}")


@dataclass(frozen=True)
class Move:
    """One action of a record: where in the game, whose, and in which words."""

    heading: str
    seat: int
    words: str


@dataclass(frozen=True, repr=False)
class Record:
    """A game as it was played: everything needed to play it again.

    >>> import burgher
    >>> table = burgher.Table(burgher.load("burgundy"), seed=7, names=["Anna", "Benno"])
    >>> Record.parse(str(table.record)) == table.record
    True
    """

    game: str
    options: Mapping[str, str]
    rules: str
    """The fingerprint of the rules it was played with."""
    names: tuple[str, ...]
    moves: tuple[Move, ...]
    seed: int | None = None
    position: Mapping[str, Any] | None = None
    """Where the game began, when that was not a deal."""
    scores: tuple[int, ...] | None = None
    """The final points; None while the game runs."""
    commitment: str | None = None
    """What was shown of the secret from the beginning; None for a game dealt from a seed."""
    secret: str | None = None
    """What every draw comes from."""
    draws: tuple[tuple[int, int], ...] = ()
    """Every draw from the secret: from how many, and which, counted from 0."""
    first_draw: int = 1
    """The number of the first of them: above 1 where a position was dealt from the same secret."""

    @property
    def is_redacted(self) -> bool:
        """Whether this is one viewer's copy of a running game, to be read but not replayed."""
        if self.commitment is not None:
            return self.secret is None
        return self.seed is None and self.position is None

    # -- as text -----------------------------------------------------------------------------

    def __str__(self) -> str:
        scores = [] if self.scores is None else [f"scores: {', '.join(map(str, self.scores))}"]
        body = "\n".join([*self._head(), *self._turns(), *self._draws(), *scores, ""])
        return f"{body}check: {_digest(body)}\n"

    def __repr__(self) -> str:
        end = "unfinished" if self.scores is None else "finished"
        return f"<Record of {self.game}: {', '.join(self.names)}; {len(self.moves)} moves, {end}>"

    def _repr_html_(self) -> str:
        """Where it leads as everybody may see it; its text, where it cannot be replayed."""
        try:
            return self.replay().picture()._repr_html_()
        except BurgherError:
            return f"<pre>{escape(str(self))}</pre>"

    def _head(self) -> list[str]:
        start = [] if self.position is None else [f"position: {json.dumps(self.position)}"]
        if self.commitment is not None:
            start = [f"commitment: {self.commitment}", f"secret: {self.secret or SECRET}", *start]
        elif not start:
            start = [f"seed: {SECRET if self.seed is None else self.seed}"]
        return [
            f"Burgher record {FORMAT if self.commitment is None else SECRET_FORMAT}",
            f"game: {self.game}",
            *(f"option {name}: {value}".rstrip() for name, value in self.options.items()),
            f"rules: {self.rules}",
            *start,
            *(f"seat {n}: {_label(name)}" for n, name in enumerate(self.names, start=1)),
            "",
        ]

    def _turns(self) -> list[str]:
        lines = [
            f"{_label(heading, spaces=False)} {_label(self.names[seat])}: "
            + ", ".join(move.words for move in moves)
            for (heading, seat), moves in groupby(self.moves, key=attrgetter("heading", "seat"))
        ]
        return [*lines, ""] if lines else []

    def _draws(self) -> list[str]:
        shown = [f"{value + 1}/{n}" for n, value in self.draws]
        return [
            f"draws {self.first_draw + start}: {' '.join(shown[start : start + DRAWS_IN_A_LINE])}"
            for start in range(0, len(shown), DRAWS_IN_A_LINE)
        ]

    def _numbered(self) -> Iterator[tuple[int, Move]]:
        """Every move with its line in the text."""
        line = len(self._head())
        for _, moves in groupby(self.moves, key=attrgetter("heading", "seat")):
            line += 1
            for move in moves:
                yield line, move

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record's text; raises `BadRecord`, which says what is wrong and where.

        This finds out whether the text is whole and unchanged; whether the game in it can have been
        played is for `verify` to say.
        """
        # Mail and editors change these, and they mean nothing.
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip() + "\n"
        _check_whole(text)
        lines = text.split("\n")
        middle = lines.index("")
        fields: dict[str, str] = {}
        options: dict[str, str] = {}
        names: list[str] = []
        for n, line in enumerate(lines[1:middle], start=2):
            found = _FIELD.fullmatch(line)
            match found.groups() if found else ():
                case ("option", str(name), value):
                    options[name] = value
                case ("seat", _, value):
                    names.append(_unquoted(value, n))
                case ("game" | "rules" | "seed" | "position" | "commitment" | "secret" as field, None, value):
                    fields[field] = value
                case _:
                    raise _bad(f"{line!r} has no place in a record", n)
        seed = fields.get("seed", SECRET)
        if seed != SECRET and not _SEED.fullmatch(seed):
            raise _bad(f"the seed {seed!r} is not a whole number of at most 40 digits")
        secret = fields.get("secret", SECRET)
        for what, value in (("secret", secret), ("commitment", fields.get("commitment", SECRET))):
            if value != SECRET and not _HASH.fullmatch(value):
                raise _bad(f"the {what} {value!r} is not written as 64 hexadecimal digits")
        moves: list[Move] = []
        draws: list[tuple[int, int]] = []
        first_draw = 1
        scores = None
        for n, line in enumerate(lines[middle + 1 : -2], start=middle + 2):
            if found := _SCORES.fullmatch(line):
                scores = tuple(map(int, found[1].split(", ")))
            elif found := _DRAWS.fullmatch(line):
                first_draw = first_draw if draws else int(line.split()[1].rstrip(":"))
                draws += map(_drawn, found[1].split())
            elif found := _TURN.fullmatch(line):
                heading, name = _unquoted(found[1], n), _unquoted(found[2], n)
                if name not in names:
                    raise _bad(f"nobody at this table is called {name!r}", n)
                seat = names.index(name)
                moves += [Move(heading, seat, words) for words in found[3].split(", ")]
            elif line:
                raise _bad(f"{line!r} is no turn of a game", n)
        record = cls(
            game=fields.get("game", ""),
            options=options,
            rules=fields.get("rules", ""),
            names=_names_of_record(names),
            moves=tuple(moves),
            seed=None if seed == SECRET else int(seed),
            position=_position(fields["position"]) if "position" in fields else None,
            scores=scores,
            commitment=fields.get("commitment"),
            secret=None if secret == SECRET else secret,
            draws=tuple(draws),
            first_draw=first_draw,
        )
        # Every record has one text, so whatever was passed over above shows here.
        for n, (given, ours) in enumerate(zip(lines, str(record).split("\n"), strict=False), start=1):
            if given != ours:
                raise _bad(f"{given!r} stands where {ours!r} belongs", n)
        return record

    # -- as a file ---------------------------------------------------------------------------

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read a record's file; raises `BadRecord`, or `OSError` when the file cannot be opened."""
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise _bad(f"too large for a record: more than {LARGEST:,} bytes")
        try:
            return cls.parse(data.decode())
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise _bad("not UTF-8 text", line) from error

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, whole or not at all, keeping the permissions of one already there."""
        target = Path(path).resolve()  # a link stays a link
        mode = None
        with suppress(FileNotFoundError):
            mode = target.stat().st_mode
        if mode is not None and not stat.S_ISREG(mode):
            raise BurgherError(f"{path} is there already and is not a file")
        draft = target.with_name(f".burgher-{secrets.token_hex(8)}")
        file = draft.open("xb")
        try:
            with file:
                if mode is not None:
                    draft.chmod(mode & 0o777)
                file.write(str(self).encode())
                file.flush()
                os.fsync(file.fileno())
            draft.replace(target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        with suppress(OSError):  # not every system can; the new name is then as safe as it gets
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    # -- as a game ---------------------------------------------------------------------------

    def start(self) -> Table:
        """The table before the first move."""
        from burgher.table import Table  # a table makes records and so stands above them

        if self.is_redacted:
            raise _bad(
                "this is one viewer's copy of a game that was running: what its draws come from is "
                "secret, so it can be read but not replayed"
            )
        self.check_draws()
        try:
            game = game_of(self.game, len(self.names), self.options, self.rules)
            if self.position is None:
                return Table(game, self.seed, self.names, self.secret)
            return Table.restored(game, self.position, self.names, self.secret)
        except BurgherError as error:
            raise _bad(str(error)) from error

    def steps(self) -> Iterator[Table]:
        """Play the game again, giving the table after each move; raises `BadRecord` where that fails."""
        return self._along(self.start())

    def replay(self) -> Table:
        """The table as the record leaves it, every move checked; raises `BadRecord`."""
        table = self.start()
        for _ in self._along(table):
            pass
        return table

    def verify(self) -> None:
        """Raise `BadRecord` unless exactly this game can have been played by these rules."""
        self.replay()

    @property
    def fairness(self) -> str:
        """Where the draws come from, in a sentence for players; whether that is so, `verify` says."""
        if self.commitment is None:
            return "Its draws come from a seed, to which nobody was committed beforehand."
        if self.secret is None:
            return (
                "Every draw comes from a secret that is laid open when the game is over; "
                f"until then, its hash is all that is shown: {self.commitment}"
            )
        return (
            f"Fair dice: the secret fits the hash {self.commitment[:16]}… that was shown from the beginning, "
            f"and all {len(self.draws)} draws follow from it."
        )

    def check_draws(self) -> None:
        """Raise `BadRecord` unless the secret fits the commitment and every draw follows from it.

        That takes no knowledge of the rules; `verify` also sees that these are the draws of the game.
        """
        if self.secret is None:
            return
        if commitment(self.secret) != self.commitment:
            raise _bad(
                "the secret does not fit the commitment that was shown from the beginning of the game: "
                "this is not the secret that it was played with"
            )
        source = Draws(self.secret)
        for index, (n, value) in enumerate(self.draws):
            number = self.first_draw + index
            if (given := source.draw(number, n)) != value:
                line = len(self._head()) + len(self._turns()) + index // DRAWS_IN_A_LINE + 1
                found = f"draw {number} is {value + 1} of {n} in the record"
                raise _bad(f"{found}, and the secret gives {given + 1} of {n}", line)

    def _along(self, table: Table) -> Iterator[Table]:
        for number, (line, move) in enumerate(self._numbered(), start=1):
            here = f"move {number}, {move.words!r} by {self.names[move.seat]}"
            try:
                table.play(move.words, move.seat)
            except BurgherError as error:
                raise _bad(f"{here}: {error}", line) from error
            ours = table.last_move
            if ours is not None and ours != move:
                there = f"is {ours.words!r} under {ours.heading!r}"
                raise _bad(f"{here} under {move.heading!r}: in the game it {there}", line)
            yield table
        played = table.record
        if (self.draws, self.first_draw) != (played.draws, played.first_draw):
            line = len(self._head()) + len(self._turns()) + 1
            raise _bad("these are not the draws of the game", line)
        scores = tuple(table.scores()) if table.is_over else None
        if scores != self.scores:
            line = len(self._head()) + len(self._turns()) + len(self._draws()) + 1
            raise _bad(f"the record {_result(self.scores)}, the game {_result(scores)}", line)


# -- shared with tables --------------------------------------------------------------------------


def game_of(name: str, players: int, options: Mapping[str, object], fingerprint: str) -> Game:
    """The game that a file speaks of; raises `BadOptions` when it is not to be had here."""
    kind = rules(name)
    for option in options:
        if option not in {known.name for known in kind.choices}:
            raise BadOptions(f"{kind.title} has no option {option!r}")
    game = kind(players, **options)
    if game.fingerprint != fingerprint:
        raise BadOptions(f"was played with rules {fingerprint!r}, these are {game.fingerprint!r}")
    return game


def checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Names for the seats of a table, stripped; raises `BadOptions`."""
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise BadOptions("names are given as a list, one for each seat")
    stripped = tuple(name.strip() for name in names)
    if len(stripped) != players:
        raise BadOptions(f"{players} players need {players} names, not {len(stripped)}")
    for name in stripped:
        if not name:
            raise BadOptions("a name cannot be empty")
        if not can_be_shown(name):
            raise BadOptions(f"the name {quoted(name)} has a character that cannot be shown: type it without")
        if len(name) > LONGEST_NAME:
            raise BadOptions(f"the name {quoted(name)} has more than {LONGEST_NAME} characters")
        if [without_joiners(one) for one in stripped].count(without_joiners(name)) > 1:
            raise BadOptions(f"two players are called {quoted(name)}")
    return stripped


def read_json(data: Mapping[str, Any] | str) -> dict[str, Any]:
    """A fresh copy of a position as it comes back from JSON; raises `BadPosition`."""
    try:
        found = json.loads(data if isinstance(data, str) else json.dumps(dict(data)))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadPosition(f"the position cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise BadPosition("a position is a JSON object")
    level: list[Any] = [found]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    if level:
        raise BadPosition(f"the position has more than {DEEPEST} levels")
    return found


# -- the pieces of the text ----------------------------------------------------------------------


def _bad(problem: str, line: int | None = None) -> BadRecord:
    """The error for a bad record, whose own text may be of any length."""
    return BadRecord(problem if len(problem) <= 400 else f"{problem[:400]} …", line)


def _digest(body: str) -> str:
    return blake2b(body.encode(), digest_size=8).hexdigest()


def _check_whole(text: str) -> None:
    """Raise `BadRecord` unless a text is all of a record, as it was written."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise _bad("not UTF-8 text", text.count("\n", 0, error.start) + 1) from error
    if size > LARGEST:
        raise _bad(f"too large for a record: more than {LARGEST:,} bytes")
    if "\0" in text:
        raise _bad("not text: it has NUL characters", text.count("\n", 0, text.index("\0")) + 1)
    title = re.match(r"Burgher record ([0-9]{1,9})\n", text)
    if title is None:
        raise _bad("not a Burgher record: it does not begin with 'Burgher record'", 1)
    if int(title[1]) not in (FORMAT, SECRET_FORMAT):
        known = f"formats {FORMAT} and {SECRET_FORMAT}"
        raise _bad(f"a record of format {title[1]}, where this Burgher reads {known}", 1)
    above, _, check = text[:-1].rpartition("\n")
    body = f"{above}\n"
    last = body.count("\n") + 1
    if not _CHECK.fullmatch(check):
        raise _bad("cut short: the check line that closes a record is missing", last)
    if check != f"check: {_digest(body)}":
        raise _bad("changed since it was written: the check line does not fit the text above it", last)


def _label(text: str, *, spaces: bool = True) -> str:
    """A name or heading, quoted where it could be mistaken for something else."""
    if can_be_shown(text) and not re.search(r'[":]' if spaces else r'[\s":]|^$', text):
        return text
    return json.dumps(text, ensure_ascii=not can_be_shown(text))


def _unquoted(label: str, line: int) -> str:
    """The name or heading that a label stands for."""
    if not label.startswith('"'):
        return label
    try:
        return str(json.loads(label))
    except ValueError as error:
        raise _bad(f"{label} is not quoted as it should be", line) from error


def _names_of_record(names: Sequence[str]) -> tuple[str, ...]:
    try:
        return checked_names(names, len(names))
    except BadOptions as error:
        raise _bad(str(error)) from error


def _drawn(text: str) -> tuple[int, int]:
    """A draw as a record writes it: `3/6` is the third of six."""
    which, _, n = text.partition("/")
    return int(n), int(which) - 1


def _position(text: str) -> dict[str, Any]:
    try:
        return read_json(text)
    except BadPosition as error:
        raise _bad(str(error)) from error


def _result(scores: tuple[int, ...] | None) -> str:
    return "is unfinished" if scores is None else f"ends {' : '.join(map(str, scores))}"

"""What is always at hand at a table: a word before a decision, what may be done now, and every symbol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from burgher.kernel.errors import BurgherError
from burgher.learn.goals import Goal, Scene, check_goal, holds
from burgher.learn.rules_text import known_only, learn_folder, read_toml

_BEFORE = ("when", "title", "says", "rules", "always")
_SYMBOL = ("group", "piece", "name", "says", "rules", "part", "when")


@dataclass(frozen=True)
class Word:
    """Something that is said at a guided table."""

    key: str
    """By it a browser remembers that it has been said."""
    title: str
    says: str
    rules: str
    """The anchor of the rule."""
    when: Goal
    told: tuple[str, ...] = ()
    """The lines of the log after which it is said."""
    always: bool = False
    """Whether it is said each time."""


@dataclass(frozen=True)
class Guide:
    """How a game guides somebody through it."""

    players: int | None
    """How many play the guided first game."""
    easy: Mapping[str, Any]
    """Its options."""
    before: tuple[Word, ...]
    what: tuple[Word, ...]
    after: tuple[Word, ...]

    def before_now(self, scene: Scene) -> Word | None:
        """What is said before what is to be decided now."""
        return next((word for word in self.before if holds(word.when, scene)), None)

    def what_now(self, scene: Scene) -> str:
        """What may be done now, and what for."""
        return next((word.says for word in self.what if holds(word.when, scene)), "")

    def after_lines(self, lines: Sequence[str], me: str) -> list[Word]:
        """What is said to somebody of lines of the log, each word once."""
        return [
            word for word in self.after if any(_fits(line, one, me) for one in word.told for line in lines)
        ]


def _fits(line: str, pattern: str, me: str) -> bool:
    """Whether a line fits a pattern: `{me}` in it is whoever is told, `{other}` before it anybody else."""
    if pattern.startswith("{other}"):
        return not line.startswith(me) and fnmatchcase(line, f"*{_named(pattern[7:], me)}")
    return fnmatchcase(line, _named(pattern, me))


def _named(pattern: str, me: str) -> str:
    return pattern.replace("{me}", "".join(f"[{one}]" if one in "[*?" else one for one in me))


@dataclass(frozen=True)
class Symbol:
    """A symbol on the table of a game."""

    group: str
    piece: str
    name: str
    says: str
    rules: str
    part: str
    """A pattern for the parts of the table on which it stands."""
    when: tuple[tuple[str, str], ...]
    """It is only there where one of these options has its value, or has it among others."""

    def is_there(self, options: Mapping[str, Any]) -> bool:
        """Whether it can be met at a table with these options."""
        return not self.when or any(_is_chosen(options.get(option), value) for option, value in self.when)


def _is_chosen(chosen: object, value: str) -> bool:
    return value in chosen if isinstance(chosen, (list, tuple)) else chosen == value


@cache
def guide(game: str) -> Guide | None:
    """The guidance of a game, if it brings any."""
    folder = learn_folder(game)
    path = None if folder is None else folder / "guide.toml"
    if path is None or not path.is_file():
        return None
    data = read_toml(path)
    known_only(data, ("players", "easy", "before", "what", "after"), f"{game}, guide.toml")
    return Guide(
        data.get("players"),
        data.get("easy", {}),
        tuple(_word(game, "before", n, one) for n, one in enumerate(data.get("before", []), start=1)),
        tuple(_word(game, "what", n, one) for n, one in enumerate(data.get("what", []), start=1)),
        tuple(_word(game, "after", n, one) for n, one in enumerate(data.get("after", []), start=1)),
    )


def _word(game: str, kind: str, number: int, data: Mapping[str, Any]) -> Word:
    where = f"{game}, guide.toml, {kind} {number}"
    known_only(data, (*_BEFORE, "told"), where)
    told = data.get("told", ())
    if (kind == "after") != bool(told) or "says" not in data:
        raise BurgherError(f"{where}: something said after a line has told, all else has when")
    if kind != "after":
        check_goal(data.get("when"), where)
    return Word(
        key=f"{kind}-{number}",
        title=data.get("title", ""),
        says=data["says"],
        rules=data.get("rules", ""),
        when=data.get("when", {}),
        told=(told,) if isinstance(told, str) else tuple(told),
        always=bool(data.get("always")),
    )


def _values(condition: Mapping[str, Any]) -> list[str]:
    """The values of an option of which one must be chosen."""
    value = condition.get("has", condition.get("is"))
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]


@cache
def legend(game: str) -> tuple[Symbol, ...]:
    """Every symbol of a game, in groups."""
    folder = learn_folder(game)
    path = None if folder is None else folder / "legend.toml"
    if path is None or not path.is_file():
        return ()
    return tuple(_symbol(game, one) for one in read_toml(path)["symbol"])


def _symbol(game: str, data: Mapping[str, Any]) -> Symbol:
    where = f"{game}, legend.toml, {data.get('name')}"
    known_only(data, _SYMBOL, where)
    when = data.get("when", {})
    conditions = when.get("any", [when] if when else [])
    for condition in conditions:
        known_only(condition, ("option", "has", "is"), where)
    try:
        return Symbol(
            data["group"],
            data["piece"],
            data["name"],
            data["says"],
            data.get("rules", ""),
            data.get("part", ""),
            tuple((one["option"], value) for one in conditions for value in _values(one)),
        )
    except KeyError as error:
        raise BurgherError(f"{where}: {error} is missing") from error

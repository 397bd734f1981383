"""Names: what may be one, who is called alike, and who only wants to look like somebody else.

Two names that people would mistake for each other have the same skeleton (Unicode Technical Standard #39):
each character stands for the plainest one that it looks like. Names are never shown as their skeletons.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Final

from burgher import agents
from burgher.kernel.errors import BadOptions
from burgher.kernel.visible import JOINERS, cut, quoted, without_joiners
from burgher.record import checked_names
from burgher.server.problems import Unprocessable

UNKNOWN: Final = "Somebody"
"""Who had a seat and has had their data deleted."""
RESERVED: Final = (
    UNKNOWN,
    "Admin",
    "Administrator",
    "Burgher",
    "Free seat",
    "Host",
    "Moderator",
    "Operator",
    "Server",
    "System",
)
"""What a person cannot be called, besides what opponents are called."""
MOST_MARKS: Final = 3
"""How many marks may stand on one letter: more than any language needs, and too few to cover other lines."""

_NUMBERED: Final = re.compile(r"\s*\d+$")
_INVISIBLE: Final = re.compile(
    # What Unicode calls default-ignorable, and a blank of braille.
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_EMOJI_STYLE: Final = "\ufe0f"


def shown_name(name: str) -> str:
    """A name as it may be shown, its letters put together in the usual way; raises `BadOptions`."""
    (checked,) = checked_names([" ".join(unicodedata.normalize("NFC", name).split())], 1)
    for before, letter in zip(["", *checked], checked, strict=False):
        # Besides joiners the one invisible character that people type without knowing: it colours the
        # symbol before it.
        is_style = letter == _EMOJI_STYLE and before and unicodedata.category(before) in ("So", "Sm", "Po")
        if _INVISIBLE.match(letter) and not is_style and letter not in JOINERS:
            raise BadOptions(f"the name {quoted(checked)} has a character that is not seen: type it without")
    if unicodedata.category(checked[0]) in ("Mn", "Me", "Mc"):
        raise BadOptions("a name begins with a letter, not with a mark that belongs on one")
    letters = without_joiners(checked)
    marks = "".join("m" if unicodedata.category(one) in ("Mn", "Me") else "." for one in letters)
    if "m" * (MOST_MARKS + 1) in marks:
        raise BadOptions(f"the name {quoted(checked)} has more than {MOST_MARKS} marks on one letter")
    return checked


def person_name(name: str) -> str:
    """A name that a person may have; raises `BadOptions` and `Unprocessable`."""
    checked = shown_name(name)
    bare = _NUMBERED.sub("", checked) or checked
    for taken in _reserved():
        if _is_alike(bare, taken):
            whom = "an opponent" if taken not in RESERVED else "the server"
            raise Unprocessable(
                f"“{checked}” could be mistaken for {whom}: take another name, or put another beside it",
                kind="reserved-name",
            )
    return checked


def name_at_table(name: str, others: Iterable[str]) -> str:
    """The name under which somebody sits down among others; raises `Unprocessable`.

    Whoever is called as another is gets a number: `Anna 2`. Who is not, and only looks so, is refused.
    """
    others = list(others)
    for other in others:
        if _is_alike(name, other) and not _is_same(name, other):
            raise Unprocessable(
                f"“{name}” looks like “{other}”, who sits at this table: "
                "take a name that nobody can mistake for theirs",
                kind="look-alike-name",
            )
    if not any(_is_same(name, other) for other in others):
        return name
    for n in range(2, 100):
        numbered = f"{cut(name, 36)} {n}"
        if not any(_is_alike(numbered, other) for other in others):
            return numbered
    raise BadOptions(f"too many players are called {quoted(name)}")


def given_name(name: str, others: Iterable[str]) -> str:
    """The name that the server gives a seat among others: with a number where one of them looks like it.

    Unlike people, it is never refused one: nobody is to keep others in a seat by what they are called.
    """
    others = list(others)
    numbered = (f"{name} {n}" if n > 1 else name for n in count(1))
    return next(one for one in numbered if not any(_is_alike(one, other) for other in others))


def skeleton(text: str) -> str:
    """What a text looks like (UTS #39, 4): texts with the same skeleton can be mistaken for each other."""
    apart = unicodedata.normalize("NFD", _INVISIBLE.sub("", text))
    return unicodedata.normalize("NFD", apart.translate(_prototypes()))


def _is_same(one: str, other: str) -> bool:
    """Whether two names are the same in plain sight, but for capitals."""
    return one.casefold() == other.casefold()


def _is_alike(one: str, other: str) -> bool:
    """Whether two names can be mistaken for each other."""
    return any(mine == theirs for mine, theirs in zip(_looks(one), _looks(other), strict=True))


def _looks(name: str) -> tuple[str, str, str]:
    """A name's looks: as it stands, with all compatible characters the same, and without capitals.

    Case is folded before plain letters are compared: else Ian, whose I looks like an l, would be Lan.
    """
    compatible = unicodedata.normalize("NFKC", _INVISIBLE.sub("", name))
    plain = "".join(one if one.isascii() else skeleton(one) for one in compatible)
    return skeleton(name), skeleton(compatible), skeleton(plain.casefold()).casefold()


@cache
def _reserved() -> tuple[str, ...]:
    return (*RESERVED, *(one.title for one in agents.opponents().values()), *agents.names())


@cache
def _prototypes() -> dict[int, str]:
    """For each character the one it looks like."""
    table = files("burgher.server.tables").joinpath("confusables.txt").read_text(encoding="utf-8")
    found: dict[int, str] = {}
    for line in table.splitlines():
        prototype, _, alike = line.partition(":")
        if not line.startswith("#"):
            meant = "".join(chr(int(point, 16)) for point in prototype.split())
            found.update((int(point, 16), meant) for point in alike.split())
    return found

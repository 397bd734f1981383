"""The rules text of a game: its blocks and tables, and the sentence that a reference leads to."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from burgher import games
from burgher.kernel.errors import BurgherError
from burgher.kernel.learning import Row
from burgher.learn.notation import Block, parse

_WORD = re.compile(r"[a-z0-9']+")
_PAGES = re.compile(r"\(p\. (\d+(?:(?:, |–|-)\d+)*)\)")
_COMMON = frozenset(
    [
        "a",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "by",
        "can",
        "cannot",
        "each",
        "for",
        "from",
        "has",
        "have",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "no",
        "not",
        "of",
        "on",
        "one",
        "only",
        "or",
        "so",
        "than",
        "that",
        "the",
        "then",
        "there",
        "they",
        "this",
        "to",
        "with",
        "you",
        "your",
    ]
)


@dataclass(frozen=True)
class Place:
    """Somewhere in the text that a reference can lead to."""

    anchor: str
    refs: tuple[str, ...]
    refusals: tuple[str, ...]
    text: str
    heading: str
    """The heading under which it stands."""
    name: str = ""
    """Of a row of a table: what it is about."""


@dataclass(frozen=True)
class Fragment:
    """A run of a sentence, with the reference that it is, if it is one."""

    text: str
    ref: str = ""


class RulesText:
    """A game's rules, complete, in our words."""

    def __init__(self, name: str, folder: Path, tables: Mapping[str, Sequence[Row]]) -> None:
        self.name = name
        self.folder = folder
        self.tables = tables
        self.blocks = self._read("rules.md")
        for block in self.blocks:
            if block.command[0] == "table" and block.command[1] not in tables:
                raise BurgherError(f"the rules of {name} show a table {block.command[1]!r} that is not there")
        known = [one.anchor for block in self.blocks for one in block.sentences]
        known += [place.anchor for place in self.places if place.name]
        if twice := sorted({anchor for anchor in known if anchor and known.count(anchor) > 1}):
            raise BurgherError(f"the rules of {name} have anchors twice: {', '.join(twice)}")

    def _read(self, file: str) -> list[Block]:
        path = self.folder / file
        return parse(path.read_text(encoding="utf-8"), f"{self.name}/learn/{file}")

    @cached_property
    def aid(self) -> list[Block]:
        """The player aid: one sheet."""
        return self._read("aid.md")

    @property
    def title(self) -> str:
        """What stands above the text."""
        return self.blocks[0].text

    @property
    def contents(self) -> list[Block]:
        """The headings of its chapters."""
        return [block for block in self.blocks if block.kind == "heading" and block.level == 2]

    @cached_property
    def places(self) -> list[Place]:
        """Every block and every row, in the order of the text."""
        found, heading = [], ""
        for block in self.blocks:
            if block.kind == "heading":
                heading = block.text
            if block.command[0] == "table":
                found += [
                    Place(
                        row.anchor,
                        (row.ref,) if row.ref else block.refs,
                        (),
                        _row_text(row),
                        heading,
                        row.name,
                    )
                    for row in self.tables[block.command[1]]
                ]
            elif block.anchor:
                found.append(Place(block.anchor, block.refs, block.refusals, block.text, heading))
        return found

    @cached_property
    def anchors(self) -> set[str]:
        """Every anchor of the page, those of sentences too."""
        sentences = {one.anchor for block in self.blocks for one in block.sentences}
        return {place.anchor for place in self.places} | sentences

    @cached_property
    def refs(self) -> set[str]:
        """Every page or section that the text tells."""
        return {ref for place in self.places for ref in place.refs}

    def find(self, ref: str, said: str = "", kind: str = "") -> str | None:
        """The anchor of the rule that somebody means who names a page or section.

        Of the places with that reference it is the one for this kind of refusal, else the component with
        whose name it begins, else the one whose words are most like what was said; of those alike, the
        first.
        """
        there = [place for place in self.places if ref in place.refs]
        if kind and (named := [place for place in self.places if kind in place.refusals]):
            there = [place for place in named if place in there] or named
        if not there:
            return None
        beginning = said.casefold()
        if about := [one for one in there if one.name and beginning.startswith(one.name.casefold())]:
            return max(about, key=lambda place: len(place.name)).anchor
        wanted = words_of(said)
        return max(there, key=lambda place: self._likeness(wanted, place)).anchor

    def _likeness(self, wanted: frozenset[str], place: Place) -> float:
        """How much two texts have in common; a rare word counts for more than a frequent one."""
        own = words_of(f"{place.heading} {place.text}") if wanted else frozenset()
        shared = sum(self._rarity[word] for word in wanted & own)
        return shared / math.sqrt(8 + len(own))

    @cached_property
    def _rarity(self) -> dict[str, float]:
        counts: dict[str, int] = {}
        for place in self.places:
            for word in words_of(f"{place.heading} {place.text}"):
                counts[word] = counts.get(word, 0) + 1
        return {word: 1 / count for word, count in counts.items()}

    def linked(self, text: str) -> list[Fragment]:
        """A sentence, cut where it names pages or sections of the rules.

        Each of several pages (`p. 4, 9`) is a reference of its own.
        """
        found: list[Fragment] = []
        end = 0
        for start, stop, ref in sorted(self._references(text)):
            found += [Fragment(text[end:start])] * (start > end) + [Fragment(text[start:stop], ref)]
            end = stop
        return found + [Fragment(text[end:])] * (end < len(text))

    def _references(self, text: str) -> Iterator[tuple[int, int, str]]:
        for match in _PAGES.finditer(text):
            for page in re.finditer(r"\d+", match[1]):
                start = match.start() + 1 if page.start() == 0 else match.start(1) + page.start()
                yield start, match.start(1) + page.end(), f"p. {page[0]}"
        for match in re.finditer(r"\(([^()]+)\)", text):
            parts = match[1].split(", ")
            names = [match[1]] if match[1] in self.refs else parts if set(parts) <= self.refs else []
            start = match.start(1)
            for name in names:
                if not name.startswith("p. "):
                    yield start, start + len(name), name
                start += len(name) + 2

    def search(self, wanted: str) -> list[Place]:
        """The places with all of some words in them, or in the heading above."""
        words = wanted.casefold().split()
        return [
            place
            for place in self.places
            if all(word in f"{place.heading} {place.text}".casefold() for word in words)
        ]

    def positions(self) -> list[str]:
        """The names of the positions that the text opens."""
        return [block.command[1] for block in self.blocks if block.command[0] == "play"]

    def pieces(self) -> set[str]:
        """Every piece that the texts draw."""
        found = {row.piece for rows in self.tables.values() for row in rows if row.piece}
        for block in [*self.blocks, *self.aid]:
            found |= {span.text for one in block.sentences for span in one.spans if span.kind == "piece"}
            if block.command[0] == "draw":
                found |= set(drawn_in(block))
        return found


def drawn_in(block: Block) -> list[str]:
    """The pieces of a `draw` command."""
    return [piece.strip() for piece in block.command[1].split(",")]


def words_of(text: str) -> frozenset[str]:
    """The words of a text that tell it from others, without endings of plurals.

    >>> sorted(words_of("Take the castles from a depot (p. 5)"))
    ['5', 'castle', 'depot', 'p', 'take']
    """
    words = (word.removesuffix("'s") for word in _WORD.findall(text.casefold()))
    return frozenset(
        word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] != "s" else word
        for word in words
        if word not in _COMMON
    )


def _row_text(row: Row) -> str:
    return " ".join((f"{row.name}:", row.words, *row.marks))


@cache
def rules_text(name: str) -> RulesText | None:
    """The rules text of a game; None where it brings none."""
    learning = games.learning(name)
    folder = learn_folder(name)
    if learning is None or folder is None or not (folder / "rules.md").is_file():
        return None
    return RulesText(name, folder, {table: rows() for table, rows in learning.TABLES.items()})


def learn_folder(name: str) -> Path | None:
    """Where a game's texts and lessons lie."""
    learning = games.learning(name)
    return None if learning is None else Path(str(learning.__file__)).parent  # type: ignore[attr-defined]


def matrix(name: str) -> dict[str, str]:
    """By which anchor each row of the game's chapter in docs/rules is told."""
    folder = learn_folder(name)
    return {} if folder is None else dict(read_toml(folder / "matrix.toml")["anchors"])


def read_toml(path: Path) -> dict[str, Any]:
    """A table of a game; raises `BurgherError` where it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BurgherError(f"{path.name} cannot be read: {error}") from error


def known_only(table: Mapping[str, object], allowed: Iterable[str], where: str) -> None:
    """Raise `BurgherError` where a table has a key that nobody reads."""
    if unknown := set(table) - set(allowed):
        raise BurgherError(f"{where} cannot have {', '.join(sorted(unknown))}")

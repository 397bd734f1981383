"""The notation of a game's rules text: blocks with anchors, and what stands in them (docs/learning.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from burgher.kernel.errors import BurgherError

BlockKind = Literal["heading", "paragraph", "item", "example", "option", "reconstructed", "note", "command"]
SpanKind = Literal["text", "bold", "italic", "link", "piece"]

_MARKS = re.compile(r"\s*\{#([^}]*)\}\s*$")
_ANCHOR = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_ATTRIBUTE = re.compile(r'(ref|for)="([^"]*)"')
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!p\.)\s+(?=[A-Z0-9“(*\[])")
_OPTION = re.compile(r"option ([a-z]+)=([\w-]+)\Z")
_SPANS = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|\[\[(.+?)\]\]|\[(.+?)\]\(#([a-z0-9-]+)\)")


@dataclass(frozen=True)
class Span:
    """A run of text: plain, bold or italic, a link to an anchor, or a piece that is drawn."""

    kind: SpanKind
    text: str
    anchor: str = ""


@dataclass(frozen=True)
class Sentence:
    """A sentence and its anchor."""

    anchor: str
    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """The sentence without its marks."""
        return "".join(span.text for span in self.spans if span.kind != "piece")


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph, an item of a list, or a command."""

    kind: BlockKind
    anchor: str
    refs: tuple[str, ...]
    """What the sources call this place."""
    refusals: tuple[str, ...]
    """The kinds of refusals for which this is the rule."""
    sentences: tuple[Sentence, ...]
    level: int = 0
    """Of a heading: 1 for the title of the text."""
    option: tuple[str, str] = ("", "")
    """Of a difference: the option and the value with which it holds."""
    command: tuple[str, str] = ("", "")
    """Of a command: its name, and what follows."""

    @property
    def text(self) -> str:
        """What stands in it, without its marks."""
        return " ".join(sentence.text for sentence in self.sentences)


def parse(text: str, where: str) -> list[Block]:
    """The blocks of a rules text; raises `BurgherError` with the line at which something is wrong."""
    blocks: list[Block] = []
    refs: tuple[str, ...] = ()
    known: set[str] = set()
    for line, lines in _chunks(text):
        for part in _parts(lines):
            try:
                block = _block(" ".join(part), refs)
            except BurgherError as error:
                raise BurgherError(f"{where}, line {line}: {error}") from None
            if block.kind == "heading":
                refs = block.refs
            for anchor in [block.anchor, *(one.anchor for one in block.sentences[1:])]:
                if anchor in known and anchor:
                    raise BurgherError(f"{where}, line {line}: the anchor {anchor!r} is there twice")
                known.add(anchor)
            blocks.append(block)
    return blocks


def _chunks(text: str) -> Iterator[tuple[int, list[str]]]:
    """What stands between empty lines, with the number of its first line."""
    chunk: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            chunk.append(line.strip())
        elif chunk:
            yield number - len(chunk), chunk
            chunk = []


def _parts(lines: Sequence[str]) -> Iterator[list[str]]:
    """The items of a list; of anything else, all its lines."""
    part: list[str] = []
    for line in lines:
        if part and (line.startswith(("- ", "#")) or part[0].startswith("#")):
            yield part
            part = []
        part.append(line)
    yield part


def _block(text: str, refs: tuple[str, ...]) -> Block:
    if command := re.fullmatch(r"\[\[(draw|table|play) ([^\]]+)\]\]", text):
        return Block("command", "", refs, (), (), command=(command[1], command[2].strip()))
    marks = _MARKS.search(text)
    text = _MARKS.sub("", text)
    level = len(text) - len(text.lstrip("#"))
    if marks is None and level != 1 and not text.startswith("aside"):
        raise BurgherError(f"what begins with {text[:30]!r} has no anchor")
    anchor, refs, refusals = _attributes("" if marks is None else marks[1], refs, level)
    if level:
        title = text[level:].strip()
        return Block("heading", anchor, refs, refusals, (Sentence(anchor, spans(title)),), level)
    kind: BlockKind = "item" if text.startswith("- ") else "paragraph"
    option = ("", "")
    first, _, rest = text.partition(": ")
    if first in ("example", "reconstructed", "note"):
        kind, text = first, rest  # type: ignore[assignment]
    elif found := _OPTION.match(first):
        kind, text, option = "option", rest, (found[1], found[2])
    return Block(kind, anchor, refs, refusals, _sentences(text.removeprefix("- "), anchor), option=option)


def _attributes(
    marks: str, refs: tuple[str, ...], level: int
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    anchor, _, rest = marks.partition(" ")
    if not _ANCHOR.match(anchor) and level != 1:
        raise BurgherError(f"an anchor is small letters, digits and hyphens, not {anchor!r}")
    found = dict(_ATTRIBUTE.findall(rest))
    if _ATTRIBUTE.sub("", rest).strip():
        raise BurgherError(f"after an anchor, ref and for may stand, not {rest!r}")
    if "ref" in found:
        refs = tuple(one.strip() for one in found["ref"].split(";"))
    elif level in (1, 2):
        refs = ()
    return anchor, refs, tuple(found.get("for", "").split())


def _sentences(text: str, anchor: str) -> tuple[Sentence, ...]:
    parts = sentences_of(text)
    anchors = [anchor, *(f"{anchor}-{n}" for n in range(2, len(parts) + 1))]
    return tuple(Sentence(name, spans(part)) for name, part in zip(anchors, parts, strict=True))


def sentences_of(text: str) -> list[str]:
    """A text, sentence by sentence.

    >>> sentences_of("Take a tile (p. 5). Then place it: 6 and 1 are neighbours.")
    ['Take a tile (p. 5).', 'Then place it: 6 and 1 are neighbours.']
    """
    return [part for part in _SENTENCE_END.split(text.strip()) if part]


def spans(text: str) -> tuple[Span, ...]:
    """What stands in a sentence.

    >>> [(one.kind, one.text) for one in spans("A **castle** [[tile castle]] acts.")]
    [('text', 'A '), ('bold', 'castle'), ('text', ' '), ('piece', 'tile castle'), ('text', ' acts.')]
    """
    found: list[Span] = []
    end = 0
    for match in _SPANS.finditer(text):
        if match.start() > end:
            found.append(Span("text", text[end : match.start()]))
        bold, italic, piece, link, anchor = match.groups()
        if bold:
            found.append(Span("bold", bold))
        elif italic:
            found.append(Span("italic", italic))
        elif piece:
            found.append(Span("piece", piece))
        else:
            found.append(Span("link", link, anchor))
        end = match.end()
    if end < len(text):
        found.append(Span("text", text[end:]))
    return tuple(found)

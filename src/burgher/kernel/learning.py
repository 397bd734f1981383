"""What a game's rules text shows of its components: the rows of a table made from them (docs/learning.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A component in a table of the rules text."""

    anchor: str
    name: str
    words: str
    """What it is or does, in sentences."""
    ref: str = ""
    """What the sources call the place that tells of it: `p. 7`, `Displace Dude`."""
    piece: str = ""
    """How it is drawn, as in the text: `tile bank`."""
    marks: tuple[str, ...] = ()
    """What is said of it in a few words each: how many there are, which edition it comes from."""
    reconstructed: bool = False

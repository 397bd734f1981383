"""Texts that people wrote: what of them can be shown, and how a message quotes them."""

from __future__ import annotations

from typing import Final

JOINERS: Final = "\u200c\u200d"
"""The zero-width non-joiner and joiner: Persian is not written without the one, nor a family as one emoji
without the other. Where they stand between characters that are seen, nobody is deceived by them."""
_WITHOUT_JOINERS: Final = str.maketrans("", "", JOINERS)


def without_joiners(text: str) -> str:
    """A text without its joiners, to be compared with others: they are not seen by themselves."""
    return text.translate(_WITHOUT_JOINERS)


def can_be_shown(text: str) -> bool:
    """Whether all characters of a text can be shown, joiners only between two that are seen.

    >>> can_be_shown("می\u200cخواهم"), can_be_shown("\u200dAnna"), can_be_shown("Anna\u200d B")
    (True, False, False)
    """
    if not without_joiners(text).isprintable():
        return False
    return all(
        _is_seen(text[at - 1 : at]) and _is_seen(text[at + 1 : at + 2])
        for at, letter in enumerate(text)
        if letter in JOINERS
    )


def _is_seen(letter: str) -> bool:
    return letter not in JOINERS and not letter.isspace()


def quoted(text: str) -> str:
    """A text as a message quotes it, without what cannot be shown."""
    return f"“{''.join(letter for letter in text if letter in JOINERS or letter.isprintable())}”"


def cut(text: str, longest: int) -> str:
    """The beginning of a text, of so many characters at most: it ends with one that is seen."""
    return text[:longest].rstrip(f" {JOINERS}")

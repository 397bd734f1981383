"""The document on what a seat observes says what the games say."""

from __future__ import annotations

from tools.observations import DOCUMENT, document


def test_the_document_is_the_one_that_the_fields_give() -> None:
    """After a change on purpose: python -m tools.observations. A changed meaning raises the version too."""
    assert DOCUMENT.read_text(encoding="utf-8") == document()

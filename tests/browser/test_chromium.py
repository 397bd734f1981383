"""Whether there is a browser at all: where not, this says what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_there_is_a_browser(chromium: Browser) -> None:
    assert chromium.is_connected()

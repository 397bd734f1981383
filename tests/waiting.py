"""How long tests wait: for as long as it takes, since a busy machine is no fault of what is tested."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300
"""Seconds after which something will never happen, however much else the machine has to do."""


def wait_until(happened: Callable[[], object], what: str = "what was awaited never happened") -> None:
    """Return as soon as something has happened."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


NOTHING_MOVES = "() => document.getAnimations().every(one => !(one instanceof CSSTransition))"
"""What a page is asked until it says yes.

It has to be a function: our pages forbid to evaluate text, which a browser lets pass at the first look only.
"""

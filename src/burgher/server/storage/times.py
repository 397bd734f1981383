"""Times as they are stored, in milliseconds, and as they are shown."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def now() -> int:
    """The time as it is stored: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def iso_time(at: int) -> str:
    """A stored time as ISO 8601."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")

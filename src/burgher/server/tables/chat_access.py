"""Who may read what is said at a table: pages, lists and streams all ask here."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from burgher.server.problems import Forbidden
from burgher.server.storage.model import StoredTable

Readers = Literal["everyone", "watchers", "seated"]
"""Whoever opens the table, whoever was invited to watch it, or only those who sit at it."""

SENTENCES: Final[dict[Readers, str]] = {
    "everyone": "Everyone who opens this table can read this.",
    "watchers": "Those who sit here can read this, and whoever was invited to watch.",
    "seated": "Only those who sit here can read this.",
}
CLOSED: Final[dict[Readers, str]] = {
    "everyone": "",
    "watchers": "What is said here is for those who sit at the table or were invited to watch.",
    "seated": "What is said here is for those who sit at the table.",
}


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table."""

    mine: Sequence[int] = ()
    """The seats they have."""
    is_host: bool = False
    """Whether they have opened the table."""
    away: Sequence[int] = ()
    """The seats they have left and may have back."""
    watch_key: str | None = None
    """What the invitation to watch that they have been given says."""


def readers(stored: StoredTable) -> Readers:
    """Who may read what is said at a table."""
    if stored.chat == "seated":
        return "seated"
    return "everyone" if stored.listed else "watchers"


def may_read(stored: StoredTable, viewer: Viewer) -> bool:
    """Whether somebody may read what is said at a table."""
    if viewer.mine:
        return True
    match readers(stored):
        case "everyone":
            return True
        case "watchers":
            return viewer.is_host or is_invited(stored, viewer.watch_key)
        case (
            "seated"
        ):  # whoever opened the table and has no seat is told, as all are, that it is not for them
            return False


def check_reading(stored: StoredTable, viewer: Viewer) -> None:
    """Raise `Forbidden` when somebody may not read what is said at a table."""
    if not may_read(stored, viewer):
        raise Forbidden(CLOSED[readers(stored)], kind="private-chat")


def is_invited(stored: StoredTable, watch_key: str | None) -> bool:
    """Whether somebody has a table's invitation to watch."""
    if watch_key is None or stored.watch_key is None:
        return False
    return secrets.compare_digest(stored.watch_key.encode(), watch_key.encode(errors="replace"))

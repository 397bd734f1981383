"""The files behind pages, templates, styles and drawings: ours, and those that each game brings along."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

from burgher import games

SERVER = Path(__file__).parent.parent
SERVED = {".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}
"""What a game's folder gives to browsers; its templates and code stay here."""


@cache
def folder_of(game: str) -> Path | None:
    """The folder of a game's templates and drawings."""
    return games.page_folder(game) if games.page(game) else None


def look_url(game: str, name: str) -> str:
    """The address of one of a game's files, which changes whenever the file does."""
    folder = folder_of(game)
    return f"/look/{game}/{name}?v={'' if folder is None else _print(folder / name)}"


def _print(path: Path) -> str:
    """A short name for what is in a file."""
    try:
        stat = path.stat()
    except OSError:
        return ""
    return _digest(path, stat.st_mtime_ns, stat.st_size)


@cache
def _digest(path: Path, _changed: int, _size: int) -> str:
    return blake2b(path.read_bytes(), digest_size=6).hexdigest()

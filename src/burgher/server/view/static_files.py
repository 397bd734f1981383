"""Our scripts, styles and drawings, as browsers get them.

They are read once, when the server starts. One version stands for all of them, as a folder in their
addresses: a page and everything that it loads are of one version, which browsers may keep for good.

A page's script comes with all the modules that it imports, as one file (`joined_modules`).
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from burgher.server.view.joined_modules import joined_modules

STATIC = Path(__file__).parent.parent / "static"
PAGE_SCRIPTS = (
    "find.js",
    "offline.js",
    "rules.js",
    "site.js",
    "start.js",
    "study.js",
    "told.js",
    "table/main.js",
)
"""The module with which each page begins."""
JOINED = "joined"
"""The folder, in addresses, of scripts with all that they import."""
MEDIA_TYPES = {
    ".css": "text/css",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file that everyone may have."""

    media_type: str
    content: bytes
    gzipped: bytes


@cache
def static_files() -> dict[str, StaticFile]:
    """All of them, by their names below `static/`; pages' scripts also joined."""
    contents = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in sorted(STATIC.rglob("*"))
        if path.suffix in MEDIA_TYPES
    }
    modules = {name: content.decode() for name, content in contents.items() if name.endswith(".js")}
    for name in PAGE_SCRIPTS:
        contents[f"{JOINED}/{name}"] = joined_modules(name, modules).encode()
    return {name: _static_file(name, content) for name, content in contents.items()}


def _static_file(name: str, content: bytes) -> StaticFile:
    return StaticFile(MEDIA_TYPES[Path(name).suffix], content, gzip.compress(content, mtime=0))


@cache
def static_version() -> str:
    """A short name for what is in all of them: it changes when anything does."""
    digest = blake2b(digest_size=6)
    for name, file in static_files().items():
        digest.update(f"{name} {len(file.content)} ".encode() + file.content)
    return digest.hexdigest()


def static_url(name: str) -> str:
    """The address of a file."""
    return f"/static/{static_version()}/{name}"


def script_url(name: str) -> str:
    """The address of a page's script, with all that it imports."""
    return static_url(f"{JOINED}/{name}")

"""The file that says, in a folder, what its games are and how they were played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from burgher.kernel.errors import BadOptions


def read_manifest(path: Path) -> dict[str, Any]:
    """What a folder's file says; raises `BadOptions` for one that is damaged."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadOptions(f"{path} is damaged, choose another folder: {error}") from error
    if not isinstance(found, dict):
        raise BadOptions(f"{path} is damaged, choose another folder: it is no JSON object")
    return found

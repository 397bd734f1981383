"""The machine on which something was measured, in a line."""

from __future__ import annotations

import platform
from pathlib import Path


def machine() -> str:
    """What these figures were measured on, in a line."""
    cpu = platform.processor() or platform.machine()
    try:
        described = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        described = ""
    for line in described.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "model name":
            cpu = value.strip()
            break
    return f"{cpu}, {platform.system()}, {platform.python_implementation()} {platform.python_version()}"

"""Descriptors: how many files and sockets this process may have open at once."""

from __future__ import annotations

import sys

ENOUGH = 65_536
"""More is not asked for: some systems allow a billion, and some programs make a list of all."""
WINDOWS = 512
"""How many sockets Python can watch there."""


def descriptor_limit() -> int:
    """How many this process may have open."""
    if sys.platform == "win32":
        return WINDOWS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return ENOUGH if soft == resource.RLIM_INFINITY else min(soft, ENOUGH)


def raise_descriptor_limit() -> None:
    """Ask for as many as the system's administrator allows, within reason."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            pass  # then it stays as it is, and fewer can come at once

"""A server that starts from plain source while its rules are still being compiled, and takes them up then.

`make play` starts one at once on a new machine. The environment's `BURGHER_BUILD` names the file that will
say where the compiled package is. From then on the processes that think and study run compiled; this one goes
on as it is, since what it does itself takes little time either way.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic

BUILD = "BURGHER_BUILD"
FAILED = ".failed"
"""What the name of the file has at its end when compiling has failed."""
LOOK_SECONDS = 0.5
TELL_SECONDS = 20.0
"""How often it is told that compiling goes on."""


def awaited_build() -> Path | None:
    """The file that says where the compiled package is, once there is one; None when nobody compiles."""
    named = os.environ.get(BUILD)
    return Path(named) if named else None


async def take_up_build(build: Path, renew: Callable[[], None], tell: Callable[[str], None]) -> None:
    """Wait for the compiled package, let processes started from now on have it, and tell how it goes."""
    began = told = monotonic()
    tell("The rules are being compiled. Until that is done, opponents think slowly.")
    while not build.is_file():
        if build.with_name(build.name + FAILED).is_file():
            tell("The rules could not be compiled. Everything works, and opponents go on thinking slowly.")
            return
        await asyncio.sleep(LOOK_SECONDS)
        if monotonic() - told > TELL_SECONDS:
            told = monotonic()
            tell(f"Compiling, for {told - began:.0f} seconds now.")
    # Processes are started with our path: what stands first there is what they import.
    sys.path.insert(0, build.read_text(encoding="utf-8").strip())
    renew()
    tell("The rules are compiled: from now on opponents think at full speed.")

"""Memory: how much of the machine's tables may take, and how much a table does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

MEGABYTE = 2**20
SHARE = 0.25
"""The part of the memory that is free at the start which tables take when nobody says how much."""
LEAST_MEGABYTES, MOST_MEGABYTES = 64, 4096
"""What that part is brought within: below, busy tables would be opened again and again."""
UNKNOWN_MEGABYTES = 256
"""Where the system does not say how much is free."""


def usual_megabytes() -> int:
    """What tables are kept in when nobody says how much."""
    free = free_bytes()
    megabytes = UNKNOWN_MEGABYTES if free is None else int(free * SHARE) // MEGABYTE
    return min(max(megabytes, LEAST_MEGABYTES), MOST_MEGABYTES)


def free_bytes(root: Path = Path("/")) -> int | None:
    """How much memory the machine, or the container that we run in, has left; None where nobody knows."""
    known = [_available(root / "proc/meminfo"), *_left_in_groups(root)]
    return min((one for one in known if one is not None), default=None)


def _available(meminfo: Path) -> int | None:
    try:
        lines = meminfo.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, IndexError, StopIteration):
        return None


def _left_in_groups(root: Path) -> list[int | None]:
    """What control groups leave us, those of version 2 and of version 1, our own and the ones around it."""
    group, left = root / "sys/fs/cgroup", list[int | None]()
    try:
        entries = (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        entries = []
    for entry in ["0::/", "0:memory:/", *entries]:
        _, controllers, path = (*entry.split(":", 2), "", "")[:3]
        if controllers == "":
            place, limit, used = group, "memory.max", "memory.current"
        elif "memory" in controllers.split(","):
            place, limit, used = group / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
        else:
            continue
        for part in ["", *path.strip("/").split("/")]:
            if part == "..":  # it lies outside of what we can see
                break
            place = place / part
            left.append(_left(place, limit, used))
    return left


def _left(group: Path, limit: str, used: str) -> int | None:
    """What a control group leaves; None where there is no limit or no such group."""
    try:
        most, taken = int((group / limit).read_text()), int((group / used).read_text())
        stat = dict(line.split(" ", 1) for line in (group / "memory.stat").read_text().splitlines())
        # What was read from files counts as taken, and is given back when somebody needs the room.
        given_back = int(stat.get("total_inactive_file", stat.get("inactive_file", 0)))
    except (OSError, ValueError):  # "max" is no limit
        return None
    return max(0, most - taken + given_back)

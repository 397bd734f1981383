"""Make `server/confusables.txt`, by which names that look alike are told, from Unicode's own table.

    python tools/confusables.py confusables.txt

The table is <https://www.unicode.org/Public/security/latest/confusables.txt>: download it first.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

TARGET = Path(__file__).parents[1] / "src" / "burgher" / "server" / "confusables.txt"
HEADER = """\
# Characters that look alike: after each prototype, what can be mistaken for it, as code points.
# Made by tools/confusables.py from the confusables.txt of Unicode Security Mechanisms (UTS #39) {version}:
# https://www.unicode.org/Public/security/{version}/confusables.txt
# Copyright © 1991-2025 Unicode, Inc. Used under the Unicode License v3 (SPDX: Unicode-3.0),
# https://www.unicode.org/license.txt; the data is as Unicode gives it, in another order.
"""


def condensed(source: str) -> str:
    """Unicode's table, grouped by what is looked like."""
    version = re.search(r"^# Version: (\S+)", source, re.MULTILINE)
    if version is None:
        sys.exit("This is not Unicode's confusables.txt: it has no line “# Version: …”.")
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for line in source.lstrip("\ufeff").splitlines():
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) == 3:
            alike[fields[1]].append(fields[0])
    lines = [f"{prototype}: {' '.join(sorted(those))}" for prototype, those in sorted(alike.items())]
    return HEADER.format(version=version[1]) + "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    TARGET.write_text(condensed(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{TARGET} is made.")

"""`burgher bench --peers`: other people's games beside ours."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

import burgher
from burgher.cli.common import counting
from burgher.machine import machine
from burgher.peers import Found, Skipped, compare, count

HEADINGS = ("decisions a second", "games a second")


def show_peers(seconds: float, as_json: bool, markdown: bool) -> None:
    """Measure ours and theirs in one run, and print the fastest first and what had to be left out."""
    with counting("steps", count()) as progress:
        results = list(compare(seconds, progress))
    found = sorted(
        (one for one in results if isinstance(one, Found)), key=lambda one: one.decisions_per_s, reverse=True
    )
    skipped = [one for one in results if isinstance(one, Skipped)]
    if as_json:
        print(json.dumps({"machine": machine(), "found": [asdict(one) for one in found]}))
    elif markdown:
        print(f"{machine()}, Burgher {burgher.__version__}.\n")
        print(f"| | | {' | '.join(HEADINGS)} |\n|---|---|--:|--:|")
        for one in found:
            print(f"| {one.title} | {one.what} | {' | '.join(_rates(one))} |")
    else:
        table = Table(title="Random play", caption=machine())
        table.add_column("")
        table.add_column("")
        for heading in HEADINGS:
            table.add_column(heading, justify="right")
        for one in found:
            table.add_row(one.title, one.what, *_rates(one))
        Console(highlight=False).print(table)
    for left_out in skipped:
        print(f"{left_out.title} was left out: {left_out.why}", file=sys.stderr)


def _rates(one: Found) -> list[str]:
    return ["–" if rate is None else f"{rate:,.0f}" for rate in (one.decisions_per_s, one.games_per_s)]

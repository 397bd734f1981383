"""`burgher load`: how many tables a server carries, and how long people wait."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

import burgher
from burgher import games
from burgher.bench import machine
from burgher.cli.common import counting
from burgher.kernel.errors import BadOptions

if TYPE_CHECKING:
    from burgher.server.load import Plan, Result

SHARES = (50, 90, 99)
"""The percentiles that are told."""
HEADINGS = (*(f"{share} %" for share in SHARES), "longest")
WAITS = {
    "push": "a move until its push reaches another viewer",
    "answer": "a move until it is acknowledged",
    "board": "asking for the table until it is there",
    "seen": "a move until another viewer has the new table",
}


def load(
    game: Annotated[str, typer.Option(help="Which game.")] = "burgundy",
    players: Annotated[
        int | None, typer.Option(help="How many at each table; the fewest, if not said.")
    ] = None,
    tables: Annotated[int, typer.Option(min=0, help="How many tables are played at once.")] = 500,
    seconds: Annotated[float, typer.Option(min=1, help="For how long it is measured.")] = 30,
    pace: Annotated[
        float, typer.Option(min=0, help="Seconds between two moves at a table; 0: as fast as they can.")
    ] = 10,
    watchers: Annotated[int, typer.Option(min=0, help="Viewers at each table besides the players.")] = 0,
    stored: Annotated[
        int, typer.Option(min=0, help="How many finished games lie in the database beforehand.")
    ] = 10_000,
    url: Annotated[
        str | None, typer.Option(help="A server that runs already, and lets one address ask often: --rate 0.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE or URL", help="An empty database; a passing file, if not said."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print it for bench/RESULTS.md.")] = False,
) -> None:
    """Play at many tables at once, and measure how long people wait.

    On Linux the server, with the processes that work for it, has one core and no more, and the browsers have
    the others. At each table every player has a stream open and asks for the table anew after every move,
    as browsers do. No opponent has to think.
    """
    if as_json and markdown:
        raise BadOptions("choose one of --json and --markdown")
    if url is not None and database is not None:
        raise BadOptions("a server that runs already has its own database: choose --url or --database")
    from burgher.server.load import Plan, measure, measure_other

    rules = games.load(game, players)
    plan = Plan(tables, seconds, pace, watchers)
    with ExitStack() as shown:

        def progress(what: str, total: int) -> Callable[[int], None]:
            shown.pop_all().close()
            return shown.enter_context(counting(what, total))

        if url is None:
            result = asyncio.run(measure(rules, plan, stored, database, progress))
        else:
            result = asyncio.run(measure_other(url, rules, plan, progress))
    if as_json:
        print(json.dumps(_line(game, plan, stored, result)))
    elif markdown:
        print("\n".join(_section(rules.title, plan, stored, result)))
    else:
        Console(highlight=False).print(_table(rules.title, plan, stored, result))


def _figures(values: list[float]) -> dict[str, float]:
    from burgher.server.load import percentile

    return {
        **{f"p{share}": round(percentile(values, share), 2) for share in SHARES},
        "max": round(max(values, default=0.0), 2),
    }


def _line(game: str, plan: Plan, stored: int, result: Result) -> dict[str, object]:
    return {
        "game": game,
        "burgher": burgher.__version__,
        "compiled": burgher.COMPILED,
        "machine": machine(),
        "tables": plan.tables,
        "pace": plan.pace,
        "watchers": plan.watchers,
        "stored": stored,
        "seconds": round(result.seconds, 2),
        "moves": result.moves,
        "moves_per_s": round(result.moves / result.seconds, 2) if result.seconds else 0,
        **{f"{wait}_ms": _figures(getattr(result.waits, wait)) for wait in WAITS},
        "open_ms": None if result.opens is None else _figures(result.opens),
        "ready_ms": None if result.ready is None else [round(took) for took in result.ready],
    }


def _heading(title: str, plan: Plan, result: Result) -> str:
    rate = result.moves / result.seconds if result.seconds else 0
    return f"{title}: {plan.tables} tables, {result.moves:,} moves, {rate:,.1f} a second"


def _rows(stored: int, result: Result) -> dict[str, list[str]]:
    """Each wait in words, with its percentiles and the longest."""
    waits = {words: getattr(result.waits, wait) for wait, words in WAITS.items()}
    if result.opens is not None:
        waits["asking for a finished game until it is there"] = result.opens
    if result.ready is not None:
        waits[f"starting with {stored:,} games until the first answer"] = result.ready
    return {
        words: [f"{figure:,.1f}" for figure in _figures(values).values()]
        for words, values in waits.items()
        if values
    }


def _section(title: str, plan: Plan, stored: int, result: Result) -> list[str]:
    manner = f"A move every {plan.pace:g} seconds at each table, {plan.watchers} watching"
    return [
        f"## {datetime.now(UTC).date()}, Burgher {burgher.__version__}: the server",
        "",
        f"{machine()}. {manner}. {_heading(title, plan, result)}.",
        "",
        f"| milliseconds from … | {' | '.join(HEADINGS)} |",
        f"|---|{'--:|' * len(HEADINGS)}",
        *(f"| {words} | {' | '.join(cells)} |" for words, cells in _rows(stored, result).items()),
    ]


def _table(title: str, plan: Plan, stored: int, result: Result) -> Table:
    shown = Table(title=_heading(title, plan, result), caption=machine())
    shown.add_column("milliseconds from …")
    for heading in HEADINGS:
        shown.add_column(heading, justify="right")
    for words, cells in _rows(stored, result).items():
        shown.add_row(words, *cells)
    return shown

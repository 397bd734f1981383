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
from burgher.cli.common import counting
from burgher.kernel.errors import BadOptions
from burgher.machine import machine

if TYPE_CHECKING:
    from burgher.bench.load import Plan, Result
    from burgher.kernel.game import Game

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
    workers: Annotated[
        str,
        typer.Option(
            metavar="N[,N…]",
            help="How many server processes; 1,2 measures one after the other. Several need a PostgreSQL.",
        ),
    ] = "1",
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

    On Linux the server, with the processes that work for it, has one core for each worker and no more, and
    the browsers have the others; where none is left, all share all. At each table every player has a stream
    open and asks for the table anew after every move, as browsers do. No opponent has to think.
    """
    if as_json and markdown:
        raise BadOptions("choose one of --json and --markdown")
    if url is not None and database is not None:
        raise BadOptions("a server that runs already has its own database: choose --url or --database")
    from burgher.bench.load import Plan

    rules = games.load(game, players)
    numbers = _numbers(workers)
    if url is not None and numbers != [1]:
        raise BadOptions("a server that runs already has its own workers: choose --url or --workers")
    if max(numbers) > 1 and not (database or "").startswith("postgres"):
        raise BadOptions(
            "several workers share a PostgreSQL: name an empty one with --database postgresql://…"
        )
    for number in numbers:
        plan = Plan(tables, seconds, pace, watchers, number)
        result = _measured(rules, plan, stored, url, database)
        if as_json:
            print(json.dumps(_line(game, plan, stored, result)))
        elif markdown:
            print("\n".join(_section(rules.title, plan, stored, result)))
        else:
            Console(highlight=False).print(_table(rules.title, plan, stored, result))


def _numbers(workers: str) -> list[int]:
    """Each number of workers to be measured; raises `BadOptions`."""
    try:
        numbers = [int(number) for number in workers.split(",")]
    except ValueError:
        numbers = []
    if not numbers or min(numbers) < 1:
        raise BadOptions(f"--workers takes numbers from 1 on, such as 1,2, not {workers!r}")
    return numbers


def _measured(rules: Game, plan: Plan, stored: int, url: str | None, database: str | None) -> Result:
    from burgher.bench.load import measure, measure_other

    with ExitStack() as shown:

        def progress(what: str, total: int) -> Callable[[int], None]:
            shown.pop_all().close()
            return shown.enter_context(counting(what, total))

        if url is None:
            return asyncio.run(measure(rules, plan, stored, database, progress))
        return asyncio.run(measure_other(url, rules, plan, progress))


def _figures(values: list[float]) -> dict[str, float]:
    from burgher.bench.load import percentile

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
        "workers": plan.workers,
        "stored": stored,
        "seconds": round(result.seconds, 2),
        "moves": result.moves,
        "moves_per_s": round(result.moves / result.seconds, 2) if result.seconds else 0,
        "processor_ms_per_move": None if result.processor is None else round(result.processor, 2),
        **{f"{wait}_ms": _figures(getattr(result.waits, wait)) for wait in WAITS},
        "open_ms": None if result.opens is None else _figures(result.opens),
        "ready_ms": None if result.ready is None else [round(took) for took in result.ready],
    }


def _heading(title: str, plan: Plan, result: Result) -> str:
    rate = result.moves / result.seconds if result.seconds else 0
    served = "" if plan.workers == 1 else f", {plan.workers} workers"
    computed = "" if result.processor is None else f", {result.processor:.1f} ms of processor time each"
    return f"{title}: {plan.tables} tables{served}, {result.moves:,} moves, {rate:,.1f} a second{computed}"


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
